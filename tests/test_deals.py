"""Numbered deals against PySolFC: its own boards, its author's shuffle, and the naive shuffle."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from naive import GAMES, pysolfc_shuffle
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from fortythieves import Game, UsageError
from fortythieves.cards import CARD_NAMES, parse_card, rank_of
from fortythieves.deals import parse_deal_number, random_deal_number, shuffled_pack

BOARDS = sorted((Path(__file__).parent / "data" / "pysolfc-deals").glob("*.json"))
NUMBERS = {1, 24, 12345, 12345678901234567890}

# Small ones, those about the borders of the two generators, and some anywhere.
BELOW = [*range(1, 60), *range(60, 32000, 17), 31998, 31999]
ABOVE = [
    32001, 32002, 65535, 65536, 2**31 - 1, 2**31, 2**32, 2**33 - 1, 2**33, 2**64, 10**17,
    10**20 - 1, 10**20,
    *(random.Random(2).randrange(32001, 10**digits) for digits in range(5, 21) for _ in range(12)),
]  # fmt: skip


def names(cards: list[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def board(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def test_boards_of_all_games_are_there() -> None:
    found = {(board(path)["game"].replace("_", "-"), int(board(path)["deal"])) for path in BOARDS}
    assert found == {(name, number) for name in GAMES for number in NUMBERS}


@pytest.mark.parametrize("path", BOARDS, ids=[path.stem for path in BOARDS])
def test_pack_as_in_pysolfc(path: Path) -> None:
    """Dealt from the end, row by row: this holds for PySolFC's Lucas too."""
    data = board(path)
    rows = zip(*data["columns"], strict=True)
    dealt = [*(card for row in rows for card in row), *data["stock"]]
    assert names(shuffled_pack(int(data["deal"])))[::-1] == dealt


@pytest.mark.parametrize("path", BOARDS, ids=[path.stem for path in BOARDS])
def test_board_as_in_pysolfc(path: Path) -> None:
    data = board(path)
    name = data["game"].replace("_", "-")
    position = Game.deal(name, int(data["deal"])).position
    if name == "lucas":
        # Ours takes the aces out and deals 13 columns of 3; the other cards keep their order.
        rows = zip(*data["columns"], strict=True)
        cards = [*(card for row in rows for card in row), *data["stock"]]
        cards = [card for card in cards if card[0] != "A"]
        columns, stock = [cards[i:39:13] for i in range(13)], cards[39:]
        down = [0] * 13
    else:
        columns, stock, down = data["columns"], data["stock"], data["face_down"]
    assert [names(column) for column in position.columns] == columns
    assert names(position.stock)[::-1] == stock
    assert position.down == down
    assert position.waste == []
    assert position.moves == []


def test_lucas_begins_with_the_aces_at_home() -> None:
    position = Game.deal("lucas", 12345).position
    assert [position.foundation_heights(suit) for suit in range(4)] == [[1, 1]] * 4
    cards = [*position.stock, *(card for column in position.columns for card in column)]
    assert len(cards) == 104 - 8
    assert len(position.stock) == 57
    assert all(rank_of(card) != 1 for card in cards)


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"lucas"}))
def test_others_begin_with_empty_foundations(name: str) -> None:
    position = Game.deal(name, 12345).position
    assert [position.foundation_heights(suit) for suit in range(4)] == [[0, 0]] * 4
    assert position.cards_home == 0


def test_shuffle_as_in_pysol_cards() -> None:
    """`pysol_cards` is PySolFC's shuffle as a library, by the author of PySolFC."""
    name = CardRenderer(print_ts=True).to_s
    for number in [*BELOW, *ABOVE]:
        pack = shuffle(createCards(2), number, RandomBase.DEALS_PYSOLFC)
        assert names(shuffled_pack(number)) == [name(card) for card in pack], number


def test_shuffle_as_in_naive() -> None:
    # pysol_cards gives 32000 to the older generator, where PySolFC itself takes the newer one.
    for number in [*BELOW, 32000, *ABOVE]:
        assert names(shuffled_pack(number)) == pysolfc_shuffle(number), number


def test_the_same_pack_every_time() -> None:
    random.seed(5)
    before = random.getstate()
    first = shuffled_pack(10**17)
    assert random.getstate() == before
    assert shuffled_pack(10**17) == first


@pytest.mark.parametrize(
    "text", ["1", "9", "31999", "32000", "32001", str(10**20 - 1), "1" + "0" * 20]
)
def test_deal_number_read(text: str) -> None:
    assert parse_deal_number(text) == int(text)


@pytest.mark.parametrize(
    "text",
    ["0", "00", "-1", "+5", "1e5", "1_000", "1,000", "", " ", " 5", "5 ", "5\n", "1.0", "0x10",
     "\u0661", "\u00b2", "\uff11", "5\u0661", str(10**20 + 1), "1" * 21, "1" * 100, "9" * 10_000,
     "ms5", "None", "\x00", "\ud800"],
)  # fmt: skip
def test_deal_number_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_deal_number(text)
    message = str(caught.value)
    assert caught.value.exit_code == 2
    if len(text) < 40:
        assert repr(text) in message
    assert "from 1 to 10^20" in message
    assert len(message) < 160
    assert message.isprintable()


@pytest.mark.parametrize(
    "number", [0, -1, 10**20 + 1, True, False, 1.5, 1.0, "1", None, float("nan")]
)
def test_pack_refused(number: Any) -> None:
    with pytest.raises(UsageError) as caught:
        shuffled_pack(number)
    assert "from 1 to 10^20" in str(caught.value)


def test_number_too_long_to_write_refused() -> None:
    """Python itself refuses to write a number of 5000 digits; the refusal here must not fail."""
    with pytest.raises(UsageError, match="from 1 to"):
        shuffled_pack(10**5000)


@pytest.mark.parametrize("number", [0, -3, 10**20 + 1])
def test_game_refused(number: int) -> None:
    with pytest.raises(UsageError, match=str(number)):
        Game.deal("maria", number)


def test_pack_of_the_bounds() -> None:
    for number in (1, 10**20):
        pack = shuffled_pack(number)
        assert sorted(pack) == sorted(
            2 * [parse_card(r + s) for s in "CDHS" for r in "A23456789TJQK"]
        )


def test_random_deal_numbers() -> None:
    numbers = {random_deal_number() for _ in range(300)}
    assert len(numbers) > 290
    assert all(17 <= len(str(number)) <= 20 for number in numbers)
    # Most of those numbers have 20 digits; 300 of fewer would be a strange chance.
    assert max(numbers) > 10**19
    game = Game.deal("streets")
    assert game.deal_number is not None
    assert Game.deal("streets", game.deal_number).position == game.position
