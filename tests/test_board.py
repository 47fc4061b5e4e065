"""The board: what stands on it is read back and compared with where the cards lie."""

from __future__ import annotations

import re

import pytest
from drawings import walked

from fortythieves import GAMES, Game
from fortythieves.board import Screen, board_text
from fortythieves.cards import CARD_NAMES
from fortythieves.gamejson import game_from_dict, game_to_dict

# Deal 12345 as PySolFC shows it (tests/data/pysolfc-deals), typed in by hand.
OPENING = """\
Forty Thieves, deal 12345             0 moves, 0 of 104 home

Stock 64    Waste 0
Home    C - -    D - -    H - -    S - -

    1     2     3     4     5     6     7     8     9    10
   6D    7C    AD    QD    3H    3D    QH    AH    3H    9H
   AS    3D    7S    TS    7H    2S    3C    7D    5S    AD
   TH    KS    TD    5C    QS    6C    4H    8D    JH    5S
   5H    4S    9S    8H    8S    2C    9D    AH    2S    4D"""


def test_the_opening_of_a_numbered_deal() -> None:
    assert str(Game.deal("forty-thieves", 12345)) == OPENING


def columns_on(text: str, count: int) -> list[list[str]]:
    """The tableau as it stands on a board that is wide enough for one block."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.split()[:2] == ["1", "2"])
    ends = [match.end() for match in re.finditer(r"\d+", lines[first])]
    columns: list[list[str]] = [[] for _ in range(count)]
    for line in lines[first + 1 :]:
        if not line or line.startswith(("Won", "Stuck")):
            break
        for column, end in zip(columns, ends, strict=True):
            card = line[end - 2 : end].strip()
            if card and card != "--":
                column.append(card)
    return columns


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("steps", [0, 40, 400])
def test_every_card_in_its_place_at_eighty_columns(name: str, steps: int) -> None:
    for number in range(1, 6):
        game = walked(name, number, steps)
        position = game.position
        text = board_text(position, number)
        assert max(map(len, text.splitlines())) <= 80
        assert text.isascii()
        expected = [
            [
                "##" if position.is_face_down(column, row) else CARD_NAMES[card]
                for row, card in enumerate(cards)
            ]
            for column, cards in enumerate(position.columns)
        ]
        assert columns_on(text, position.rules.columns) == expected
        revealed = board_text(position, number, Screen(reveal=True))
        assert columns_on(revealed, position.rules.columns) == [
            [CARD_NAMES[card] for card in cards] for cards in position.columns
        ]
        assert f"{len(game.moves)} move" in text
        assert f"{position.cards_home} of {52 * position.rules.packs} home" in text
        assert f"Stock {len(position.stock)} " in text
        assert f"Waste {len(position.waste)}" in text
        if position.waste:
            assert f"[{CARD_NAMES[position.waste[-1]]}]" in text


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120, 200])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_cut_off_at_any_width(name: str, width: int) -> None:
    game = walked(name, 9, 150)
    position = game.position
    wide = board_text(position, 10**20, Screen(width=1000, reveal=True))
    narrow = board_text(position, 10**20, Screen(width=width, reveal=True))
    assert max(map(len, narrow.splitlines())) <= width

    def words(text: str) -> list[str]:
        return sorted(re.findall(r"[^\s*]+|\*", text))

    assert words(narrow) == words(wide)


def test_symbols_and_colour_change_no_letter_of_the_board() -> None:
    for name in GAMES:
        position = walked(name, 3, 100).position
        plain = board_text(position, 3)
        symbols = board_text(position, 3, Screen(symbols=True))
        letters = symbols.translate(str.maketrans("♣♦♥♠", "CDHS"))
        assert letters == plain
        coloured = board_text(position, 3, Screen(colour=True))
        assert "\x1b[31m" in coloured
        stripped = re.sub(r"\x1b\[\d+m", "", coloured)
        assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()


def test_a_column_of_twenty_cards() -> None:
    game = Game.deal("streets", 1)
    data = game_to_dict(game)
    column = data["tableau"][0]["up"]
    column += data["stock"][:16]
    del data["stock"][:16]
    data.update(moves=[], undone=[], deal=None)
    piles = ("stock", "waste", "foundations", "tableau", "redeals_left")
    data["opening"] = {key: data[key] for key in piles}
    tall = game_from_dict(data)
    assert columns_on(str(tall), 10)[0] == column
    assert len(str(tall).splitlines()) == 26
    assert "Streets, set up by hand" in str(tall)


def test_the_last_few_of_the_waste() -> None:
    game = Game.deal("forty-thieves", 12345)
    for _ in range(7):
        game.push("s-w")
    # PySolFC's stock of that deal begins KC KS 2H AS 9C KH 6H.
    assert "Stock 57    Waste 7: .. 2H AS 9C KH [6H]*" in str(game)
    game.pop()
    game.pop()
    assert "Stock 59    Waste 5: KC KS 2H AS [9C]" in str(game)


def test_what_moved_last_is_marked() -> None:
    game = Game.deal("forty-thieves", 12345)
    game.push("5-3")  # 8S onto 9S
    assert next(line for line in str(game).splitlines() if "*" in line).split() == ["8S*"]
    game.push("8-f")  # an ace of hearts
    assert [line for line in str(game).splitlines() if "*" in line] == [
        "Home    C - -    D - -    H A -*    S - -"
    ]
    game.push("s-w")  # a king of clubs
    assert [line for line in str(game).splitlines() if "*" in line] == [
        "Stock 63    Waste 1: [KC]*"
    ]


def test_redeals_left() -> None:
    game = Game.deal("little-forty", 1)
    assert "Stock 64 (3 redeals left)    Waste 0" in str(game)
    for _ in range(22):
        game.push("s-w")
    game.push("w-s")
    game.push("s-w")
    assert "Stock 61 (2 redeals left)    Waste 3:" in str(game)


def test_won_and_stuck_are_said() -> None:
    game = Game.deal("forty-thieves", 12345)
    assert "Stuck" not in str(game)
    data = game_to_dict(game)
    piles = {
        "stock": [],
        "waste": [],
        "foundations": {suit: [13, 13] for suit in "CDHS"},
        "tableau": [{"down": [], "up": []}] * 10,
        "redeals_left": 0,
    }
    won = game_from_dict({**data, **piles, "opening": piles, "deal": None, "status": "won"})
    assert str(won).endswith("\n\nWon!")
    assert "104 of 104 home" in str(won)
    # Nothing fits: the clubs wait for queens and tens, the others for kings, that lie below.
    below = ["TC", "QC"] * 2 + [rank + suit for suit in "DHS" for rank in "TJK"] * 2
    tops = ["KC", "KC", "QD", "QD", "QH", "QH", "QS", "QS", "JC", "JC"]
    piles = {
        **piles,
        "foundations": {suit: [9, 9] for suit in "CDHS"},
        "tableau": [
            {"down": [], "up": [*(below if i == 0 else []), c]} for i, c in enumerate(tops)
        ],
    }
    stuck = {**data, **piles, "opening": piles, "deal": None, "status": "stuck"}
    assert str(game_from_dict(stuck)).endswith("\n\nStuck: no legal move is left.")
