"""Numbered deals against PySolFC: its own boards, its author's shuffle, and the naive shuffle."""

from __future__ import annotations

import json
import random
import re
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

DATA = Path(__file__).parent / "data"
BOARDS = sorted((DATA / "pysolfc-deals").glob("*.json"))
NUMBERS = {1, 24, 12345, 12345678901234567890}
NINE = [
    "forty-thieves", "indian", "limited", "little-forty", "lucas", "maria", "number-ten",
    "rank-and-file", "streets",
]  # fmt: skip

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
    assert found == {(name, number) for name in NINE for number in NUMBERS}


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


def family_table() -> dict[str, dict[str, str]]:
    """The list of PySolFC's games that the table takes from it, by our names; a game's columns."""
    lines = (DATA / "pysolfc-family.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:1] == "|"]
    found = {}
    for cells in rows[2:]:
        row = dict(zip(rows[0], cells, strict=True))
        title = row["name"].strip("*").partition(" (")[0].replace("*", "")
        name = title.lower().replace(" ", "-").replace("'", "")
        if title in ("Little Forty", "Lucas"):
            name += "-pysolfc"
        if row["fits?"].startswith(("YES", "with")) and name not in NINE:
            found[name] = row
    return found


FAMILY = family_table()


def test_the_family_is_in_the_list() -> None:
    assert {*FAMILY, *NINE} == set(GAMES)
    assert len(FAMILY) == 40


def pysolfc_pack(number: int, packs: int) -> list[str]:
    name = CardRenderer(print_ts=True).to_s
    pack = shuffle(createCards(packs), number, RandomBase.DEALS_PYSOLFC)
    return [name(card) for card in pack]


@pytest.mark.parametrize("number", [24, 31999, 12345678901234567890])
@pytest.mark.parametrize("name", FAMILY)
def test_board_of_the_family(name: str, number: int) -> None:
    """Rows dealt from the left to the right, from the end of the pack as PySolFC shuffles it."""
    row = FAMILY[name]
    packs, columns = int(row["decks"]), int(row["cols"])
    down, up = map(int, row["down+up"].split("+"))
    interleaved = re.search(r"down rows (\w+)", row["why not / extra needed"])
    faces = interleaved[1].lower() if interleaved else "d" * down + "u" * up
    assert (faces.count("d"), faces.count("u")) == (down, up)
    pack = pysolfc_pack(number, packs)[::-1]
    if row["aces out"] != "-":
        base = "2" if "foundations from 2" in row["why not / extra needed"] else "A"
        taken = [card for card in pack if card[0] == base]
        assert len(taken) == int(row["aces out"])
        pack = [card for card in pack if card[0] != base]
    dealt = len(faces) * columns
    position = Game.deal(name, number).position
    assert [names(column) for column in position.columns] == [
        pack[i:dealt:columns] for i in range(columns)
    ]
    for column in range(columns):
        assert [position.is_face_down(column, place) for place in range(len(faces))] == [
            face == "d" for face in faces
        ]
    assert names(position.stock)[::-1] == pack[dealt:]
    assert position.waste == []
    assert position.moves == []


def test_lucas_begins_with_the_aces_at_home() -> None:
    position = Game.deal("lucas", 12345).position
    assert [position.foundation_heights(suit) for suit in range(4)] == [[1, 1]] * 4
    cards = [*position.stock, *(card for column in position.columns for card in column)]
    assert len(cards) == 104 - 8
    assert len(position.stock) == 57
    assert all(rank_of(card) != 1 for card in cards)


BASE_HOME = {"lucas", "deuces", "san-juan-hill", "waterloo"}


@pytest.mark.parametrize("name", sorted(BASE_HOME))
def test_these_begin_with_cards_at_home(name: str) -> None:
    position = Game.deal(name, 12345).position
    assert [position.foundation_heights(suit) for suit in range(4)] == [[1, 1]] * 4
    assert position.cards_home == 8
    base = 2 if name == "deuces" else 1
    tops = [position.foundation_tops(suit) for suit in range(4)]
    assert [[rank_of(card) for card in cards] for cards in tops] == [[base, base]] * 4


@pytest.mark.parametrize("name", sorted(set(GAMES) - BASE_HOME))
def test_others_begin_with_empty_foundations(name: str) -> None:
    position = Game.deal(name, 12345).position
    packs = int(FAMILY[name]["decks"]) if name in FAMILY else 2
    assert [position.foundation_heights(suit) for suit in range(4)] == [[0] * packs] * 4
    assert position.cards_home == 0


def some_of(numbers: list[int], packs: int) -> list[int]:
    """All for two packs, fewer for other numbers of packs."""
    return numbers if packs == 2 else numbers[::20]


@pytest.mark.parametrize("packs", [1, 2, 3, 4])
def test_shuffle_as_in_pysol_cards(packs: int) -> None:
    """`pysol_cards` is PySolFC's shuffle as a library, by the author of PySolFC.

    One pack below 32000 lies in another order before it is shuffled, as PySolFC has it too.
    """
    for number in some_of([*BELOW, *ABOVE], packs):
        assert names(shuffled_pack(number, packs)) == pysolfc_pack(number, packs), number


@pytest.mark.parametrize("packs", [1, 2, 3, 4])
def test_shuffle_as_in_naive(packs: int) -> None:
    # pysol_cards gives 32000 to the older generator, where PySolFC itself takes the newer one.
    for number in [*some_of([*BELOW, *ABOVE], packs), 31999, 32000, 32001]:
        assert names(shuffled_pack(number, packs)) == pysolfc_shuffle(number, packs), number


def test_one_pack_as_in_microsofts_freecell() -> None:
    """Its deal 1, dealt to eight columns, as everybody prints it."""
    pack = names(shuffled_pack(1, 1))[::-1]
    assert pack[:8] == "JD 2D 9H JC 5D 7H 7C 5H".split()
    assert pack[-4:] == "6S 9C 2H 6H".split()


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
        for packs in (1, 2, 3, 4):
            assert sorted(shuffled_pack(number, packs)) == sorted(
                packs * [parse_card(r + s) for s in "CDHS" for r in "A23456789TJQK"]
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
