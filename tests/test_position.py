"""Positions made by hand: what the rules allow there, what they refuse and why, and undoing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortythieves import GAMES, Game, IllegalMoveError, Move, Position
from fortythieves.board import board_text
from fortythieves.cards import CARDS, card_name, parse_card
from fortythieves.moves import DRAW, FOUNDATION, REDEAL, STOCK, WASTE
from fortythieves.shorthand import plain_moves


def cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


def names(pile: list[int]) -> str:
    return " ".join(card_name(card) for card in pile)


def board(
    game: str,
    *columns: str,
    stock: str = "",
    waste: str = "",
    home: str = "",
    redeals: int | None = None,
) -> Position:
    """A position of a game.

    Args:
        game: its name.
        columns: from bottom to top; what stands before a ``|`` lies face down. Columns not given
            are empty.
        stock: the next card first.
        waste: the top card last.
        home: the top card of every foundation that is not empty.
        redeals: how many are left; by default as many as the game has.
    """
    rules = GAMES[game]
    texts = [*columns, *[""] * (rules.columns - len(columns))]
    hidden = [text.partition("|")[0] if "|" in text else "" for text in texts]
    counts = [0] * 64
    for suit in range(4):
        counts[16 * suit] = rules.packs
    for top in cards(home):
        for card in CARDS:
            counts[card] += card // 16 == top // 16 and card <= top
    return Position(
        rules,
        stock=cards(stock)[::-1],
        waste=cards(waste),
        columns=[cards(text.replace("|", " ")) for text in texts],
        down=[len(text.split()) for text in hidden],
        home=counts,
        redeals=rules.redeals if redeals is None else redeals,
    )


def columns_of(position: Position) -> list[str]:
    """The columns as `board` takes them, without the empty ones at the end."""
    texts = []
    for pile, down in zip(position.columns, position.down, strict=True):
        texts.append(names(pile[:down]) + "|" * (down > 0) + names(pile[down:]))
    while texts and not texts[-1]:
        texts.pop()
    return texts


def texts(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves()]


# What is refused, and why: a code and the whole message.

# Columns that take a queen only, and give nothing away. (A board by hand may have many kings.)
TEN_KINGS = ["KC", "KD", "KH", "KS", "KC", "KD", "KH", "KS", "KC", "KD"]
REFUSALS = [
    # Piles that are not there, or are empty.
    (board("maria", "KC"), Move(0, 9), "no-such-pile",
     "1-10: no column 10: there are columns 1 to 9"),
    (board("lucas", "KC"), Move(13, 0), "no-such-pile",
     "14-1: no column 14: there are columns 1 to 13"),
    (board("limited", "KC"), Move(12, FOUNDATION), "no-such-pile",
     "13-f: no column 13: there are columns 1 to 12"),
    (board("streets", waste="KC"), Move(WASTE, 98), "no-such-pile",
     "w-99: no column 99: there are columns 1 to 10"),
    (board("streets", "KC"), Move(2, 0), "empty-pile", "3-1: column 3 is empty"),
    (board("streets", "KC"), Move(2, FOUNDATION), "empty-pile", "3-f: column 3 is empty"),
    (board("streets", "KC"), Move(WASTE, 0), "empty-pile", "w-1: the waste is empty"),
    (board("streets", "KC"), Move(WASTE, FOUNDATION), "empty-pile", "w-f: the waste is empty"),
    (board("little-forty"), REDEAL, "empty-pile",
     "w-s: the waste is empty: there is nothing to redeal"),
    (board("streets", "KC"), Move(0, 0), "same-pile",
     "1-1: a move to the same column does nothing"),
    # Moves that are none.
    (board("streets", waste="KC KD"), Move(WASTE, 0, 2), "count",
     "w-1x2: only runs between columns take a count"),
    (board("number-ten", "2H AS"), Move(0, FOUNDATION, 2), "count",
     "1-fx2: only runs between columns take a count"),
    (board("streets", "KC"), Move(0, WASTE), "no-such-move",
     "1-w: a card may go to a column or to a foundation only"),
    (board("streets", "KC"), Move(0, STOCK), "no-such-move",
     "1-s: a card may go to a column or to a foundation only"),
    (board("streets", waste="KC"), Move(WASTE, WASTE), "no-such-move",
     "w-w: a card may go to a column or to a foundation only"),
    (board("streets", stock="AC"), Move(STOCK, FOUNDATION), "no-such-move",
     "s-f: the stock's next card is drawn first: s-w"),
    (board("streets", stock="AC"), Move(STOCK, 0), "no-such-move",
     "s-1: the stock's next card is drawn first: s-w"),
    (board("streets", home="AC"), Move(FOUNDATION, 0), "from-foundation",
     "f-1: a card on a foundation stays there"),
    # Several cards.
    (board("forty-thieves", "3S 2S"), Move(0, 1, 2), "one-card",
     "1-2x2: Forty Thieves moves one card at a time"),
    (board("number-ten", "9H 3H 2S AH"), Move(0, 1, 4), "not-a-run",
     "1-2x4: at most the last 3 cards of column 1 can go as a run"),
    (board("number-ten", "9H 3H 2D", "4C"), Move(0, 1, 2), "not-a-run",
     "1-2x2: only the top card of column 1 can go as a run"),
    (board("number-ten", "4S|3H 2S", "5H"), Move(0, 1, 3), "not-a-run",
     "1-2x3: at most the last 2 cards of column 1 can go as a run"),
    (board("little-forty", "3S 2S", "4H"), Move(0, 1, 2), "not-a-run",
     "1-2x2: only the top card of column 1 can go as a run"),
    # Stock and waste.
    (board("maria", "KC", waste="KD"), DRAW, "stock-empty",
     "s-w: the stock is empty, and Maria has no redeal"),
    (board("little-forty", waste="KD", redeals=0), DRAW, "stock-empty",
     "s-w: the stock is empty, and all 3 redeals have been used"),
    (board("little-forty", waste="KD", redeals=1), DRAW, "stock-empty",
     "s-w: the stock is empty, and w-s turns the waste over"),
    (board("little-forty", "KC", redeals=2), DRAW, "stock-empty",
     "s-w: the stock is empty, and so is the waste"),
    (board("maria", waste="KD"), REDEAL, "no-redeal", "w-s: Maria has no redeal"),
    (board("little-forty", waste="KD", redeals=0), REDEAL, "no-redeal",
     "w-s: all 3 redeals have been used"),
    (board("little-forty", stock="KS KC", waste="KD"), REDEAL, "stock-not-empty",
     "w-s: the stock still has 2 cards; a redeal needs it empty"),
    (board("little-forty", stock="KS", waste="KD"), REDEAL, "stock-not-empty",
     "w-s: the stock still has 1 card; a redeal needs it empty"),
    # Cards that do not fit.
    (board("forty-thieves", "7H", "8D"), Move(0, 1), "does-not-fit",
     "1-2: 7H can't go on 8D: columns build down in suit, so it needs 8H or an empty column"),
    (board("forty-thieves", "7H", waste="8H"), Move(WASTE, 0), "does-not-fit",
     "w-1: 8H can't go on 7H: columns build down in suit, so it needs 9H or an empty column"),
    (board("streets", "7H", "8D"), Move(0, 1), "does-not-fit",
     "1-2: 7H can't go on 8D: columns build down in alternate colours, "
     "so it needs 8C, 8S or an empty column"),
    (board("indian", "7H", "8H"), Move(0, 1), "does-not-fit",
     "1-2: 7H can't go on 8H: columns build down in any other suit, "
     "so it needs 8C, 8D, 8S or an empty column"),
    (board("streets", "KC", "AD"), Move(0, 1), "does-not-fit",
     "1-2: KC can't go on AD: columns build down in alternate colours, "
     "so it needs an empty column"),
    (board("number-ten", "9H 8S 7D", "9S"), Move(0, 1, 2), "does-not-fit",
     "1-2x2: 8S can't go on 9S: columns build down in alternate colours, "
     "so it needs 9D, 9H or an empty column"),
    # Foundations.
    (board("maria", "2H"), Move(0, FOUNDATION), "not-home-yet",
     "1-f: 2H can't go home: foundations build up in suit, so it needs AH there, "
     "and those of hearts are empty"),
    (board("maria", waste="5S", home="3S"), Move(WASTE, FOUNDATION), "not-home-yet",
     "w-f: 5S can't go home: foundations build up in suit, so it needs 4S there, "
     "and those of spades show 3S"),
    (board("maria", waste="3C", home="9C AC"), Move(WASTE, FOUNDATION), "not-home-yet",
     "w-f: 3C can't go home: foundations build up in suit, so it needs 2C there, "
     "and those of clubs show 9C and AC"),
    (board("lucas", "JD", home="AD AD"), Move(0, FOUNDATION), "not-home-yet",
     "1-f: JD can't go home: foundations build up in suit, so it needs TD there, "
     "and those of diamonds show AD and AD"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "move", "code", "message"),
    REFUSALS,
    ids=[f"{code}-{message.partition(':')[0]}" for _, _, code, message in REFUSALS],
)
def test_refusal(position: Position, move: Move, code: str, message: str) -> None:
    before = position.copy()
    refused = position.refusal(move)
    assert refused is not None
    assert (refused.code, str(refused)) == (code, message)
    assert f"{move}: {refused.reason}" == message
    assert refused.exit_code == 1
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(message)}$"):
        position.push(move)
    assert position == before
    assert position.moves == []
    assert move not in position.legal_moves()


# Which moves are legal, and what they do.


def test_legal_moves_in_order() -> None:
    position = board(
        "streets", "7H 6C", "7D", "AS", "", "8S", *TEN_KINGS[:5], stock="2C", waste="6S"
    )
    assert texts(position) == ["s-w", "w-2", "w-4", "1-2", "1-4", "2-4", "2-5", "3-f", "3-4", "5-4",
                               "6-4", "7-4", "8-4", "9-4", "10-4"]  # fmt: skip


def test_runs_in_part_or_whole() -> None:
    position = board(
        "little-forty", "KS 8H 7C 6D", "8D", "9S", "7H", "7D", *TEN_KINGS[:4], redeals=0
    )
    assert texts(position) == [
        "1-2x2", "1-3x3", "1-4", "1-10", "1-10x2", "1-10x3", "2-3", "2-10", "3-10", "4-2", "4-10",
        "5-10", "6-10", "7-10", "8-10", "9-10",
    ]  # fmt: skip
    position.push(Move(0, 9, 3))
    assert columns_of(position)[0] == "KS"
    assert columns_of(position)[9] == "8H 7C 6D"
    position.push(Move(9, 2, 3))
    assert columns_of(position)[2] == "9S 8H 7C 6D"


def test_no_run_in_one_card_games() -> None:
    position = board("streets", "8H 7C 6D", "8D", "9S", *TEN_KINGS[:7])
    assert texts(position) == ["2-3"]
    assert board("indian", "8H 7C 6D", "8D", "9S", *TEN_KINGS[:7]).legal_moves() == [Move(1, 2)]


@pytest.mark.parametrize(
    ("game", "column", "length"),
    [
        ("number-ten", "", 0),
        ("number-ten", "9H", 1),
        ("number-ten", "9H 8S 7D", 3),
        ("number-ten", "9H 8S 7C", 1),
        ("number-ten", "TH 8S 7D", 2),
        ("number-ten", "9H 8S 6D", 1),
        ("number-ten", "8S|7H 6S", 2),
        ("number-ten", "9H 8S|7H 6S", 2),
        ("number-ten", "9H 8S|7H", 1),
        ("rank-and-file", "4S 3H 2S|AH", 1),
        ("rank-and-file", "5S 4H 3S|2H AS", 2),
        ("little-forty", "5S 4H 3D 2C", 4),
        ("little-forty", "5S 4H 3H 2C", 2),
        ("little-forty", "2C 3C 4C", 1),
        ("indian", "5S|4H 3S", 2),
        ("forty-thieves", "KH QS JS TS", 3),
        ("forty-thieves", "KS KS", 1),
    ],
)
def test_run_length(game: str, column: str, length: int) -> None:
    assert board(game, column).run_length(0) == length


def test_a_face_down_card_is_never_part_of_a_run() -> None:
    position = board("rank-and-file", "6C 5H 4S|3H 2S", "5D", *TEN_KINGS[:8])
    # The 4 of spades would go on the 5 of diamonds, and the run would follow it.
    assert texts(position) == []
    assert position.status == "stuck"
    position = board("rank-and-file", "6C 5H 4S|3H 2S")
    wanted = [f"1-{column}{times}" for column in range(2, 11) for times in ("", "x2")]
    assert texts(position) == wanted


# Face-down cards turned up.


@pytest.mark.parametrize(
    ("position", "move", "before", "after"),
    [
        (board("rank-and-file", "4C KD|9H", "TS"), Move(0, 1), ["4C KD|9H", "TS"],
         ["4C|KD", "TS 9H"]),
        (board("rank-and-file", "4C KD|9H 8S", "TS"), Move(0, 1, 2), ["4C KD|9H 8S", "TS"],
         ["4C|KD", "TS 9H 8S"]),
        (board("rank-and-file", "4C KD|9H 8S", "9D"), Move(0, 1), ["4C KD|9H 8S", "9D"],
         ["4C KD|9H", "9D 8S"]),
        (board("rank-and-file", "4C|KD"), Move(0, 1), ["4C|KD"], ["4C", "KD"]),
        (board("number-ten", "QC|AD"), Move(0, FOUNDATION), ["QC|AD"], ["QC"]),
        (board("indian", "QC|AD"), Move(0, FOUNDATION), ["QC|AD"], ["QC"]),
        (board("indian", "QC|AD", "3C|2S"), Move(0, 1), ["QC|AD", "3C|2S"], ["QC", "3C|2S AD"]),
        (board("streets", "QC AD"), Move(0, FOUNDATION), ["QC AD"], ["QC"]),
        (board("streets", "AD"), Move(0, FOUNDATION), ["AD"], []),
    ],
)  # fmt: skip
def test_turned_up(position: Position, move: Move, before: list[str], after: list[str]) -> None:
    start = position.copy()
    assert columns_of(position) == before
    position.push(move)
    assert columns_of(position) == after
    assert position.pop() == move
    assert columns_of(position) == before
    assert position == start


def test_a_whole_column_turned_up_and_back() -> None:
    position = board("rank-and-file", "4C KD 2S|AH", "KC")
    starts = []
    for move in (Move(0, FOUNDATION), Move(0, 2), Move(0, 3), Move(0, 4)):
        starts.append(position.copy())
        position.push(move)
    assert columns_of(position) == ["", "KC", "2S", "KD", "4C"]
    assert position.down == [0] * 10
    for start in reversed(starts):
        position.pop()
        assert position == start


# Stock, waste, redeals.


def test_draw_one() -> None:
    position = board("forty-thieves", stock="2C 3D 4H", waste="KS")
    position.push(DRAW)
    assert (names(position.stock[::-1]), names(position.waste)) == ("3D 4H", "KS 2C")
    position.push(DRAW)
    position.push(DRAW)
    assert (position.stock, names(position.waste)) == ([], "KS 2C 3D 4H")
    assert DRAW not in position.legal_moves()
    for _ in range(3):
        position.pop()
    assert position == board("forty-thieves", stock="2C 3D 4H", waste="KS")


@pytest.mark.parametrize(
    ("stock", "left", "waste"),
    [
        ("2C 3D 4H 5S", "5S", "KS 2C 3D 4H"),
        ("2C 3D 4H", "", "KS 2C 3D 4H"),
        ("2C 3D", "", "KS 2C 3D"),
        ("2C", "", "KS 2C"),
    ],
)
def test_draw_three(stock: str, left: str, waste: str) -> None:
    """One after another onto the waste, so that the third lies on top; the last what is left."""
    position = board("little-forty", stock=stock, waste="KS")
    position.push(DRAW)
    assert (names(position.stock[::-1]), names(position.waste)) == (left, waste)
    position.pop()
    assert position == board("little-forty", stock=stock, waste="KS")


def test_redeal_keeps_the_order() -> None:
    position = board("little-forty", waste="2C 3D 4H 5S 6C")
    position.push(REDEAL)
    # The waste turned over: its bottom card, which was drawn first, is drawn first again.
    assert names(position.stock[::-1]) == "2C 3D 4H 5S 6C"
    assert (position.waste, position.redeals) == ([], 2)
    position.push(DRAW)
    assert names(position.waste) == "2C 3D 4H"
    position.push(DRAW)
    assert names(position.waste) == "2C 3D 4H 5S 6C"
    position.push(REDEAL)
    assert position.redeals == 1
    for _ in range(4):
        position.pop()
    assert position == board("little-forty", waste="2C 3D 4H 5S 6C", redeals=3)


def test_four_passes_in_all() -> None:
    position = board("little-forty", "KC", stock="2C 3D 4H 5S")
    for passes in range(1, 5):
        position.push(DRAW)
        position.push(DRAW)
        assert names(position.waste) == "2C 3D 4H 5S"
        assert (REDEAL in position.legal_moves()) == (passes < 4)
        if passes < 4:
            position.push(REDEAL)
    assert position.redeals == 0


def test_only_the_top_of_the_waste_is_played() -> None:
    position = board("little-forty", "3H", *TEN_KINGS[:9], stock="2C 9D 9S", redeals=0)
    position.push(DRAW)
    assert position.legal_moves() == []
    position = board("little-forty", "3H", *TEN_KINGS[:9], stock="9D 9S 2C", redeals=0)
    position.push(DRAW)
    assert texts(position) == ["w-1"]


# Foundations, won, stuck.


def test_two_foundations_of_a_suit() -> None:
    position = board("streets", "AH", "2H", "AH", "2H 3H", "KC KC", waste="3S")
    for move in (Move(0, FOUNDATION), Move(1, FOUNDATION), Move(2, FOUNDATION)):
        position.push(move)
    assert position.foundation_heights(2) == [2, 1]
    assert position.last_home == parse_card("AH")
    position.push(Move(3, FOUNDATION))
    assert position.foundation_heights(2) == [3, 1]
    position.push(Move(3, FOUNDATION))
    assert position.foundation_heights(2) == [3, 2]
    assert position.cards_home == 5
    assert position.last_home == parse_card("2H")
    assert [position.foundation_heights(suit) for suit in (0, 1, 3)] == [[0, 0]] * 3
    position.push(Move(4, 0))
    assert position.last_home is None
    for _ in range(6):
        position.pop()
    assert position == board("streets", "AH", "2H", "AH", "2H 3H", "KC KC", waste="3S")
    assert position.last_home is None


def test_won() -> None:
    position = board("maria", waste="QS KS", home="KC KC KD KD KH KH KS JS")
    assert (position.status, position.won, position.stuck) == ("playing", False, False)
    position.push(Move(WASTE, 0))
    assert position.refusal(Move(0, FOUNDATION)) is not None
    position.push(Move(WASTE, FOUNDATION))
    assert not position.won
    position.push(Move(0, FOUNDATION))
    assert (position.status, position.won, position.stuck) == ("won", True, False)
    assert position.legal_moves() == []
    assert position.cards_home == 104
    position.pop()
    assert (position.status, position.won, position.stuck) == ("playing", False, False)


def test_not_won_before_every_king_is_home() -> None:
    for king in ("KC", "KD", "KH", "KS"):
        kings = ["KC", "KD", "KH", "KS"] * 2
        kings.remove(king)
        position = board("maria", king, home=" ".join([*kings, "Q" + king[1]]))
        assert (position.status, position.won) == ("playing", False)
        position.push(Move(0, FOUNDATION))
        assert (position.status, position.won) == ("won", True)


@pytest.mark.parametrize(
    ("position", "status"),
    [
        (board("streets", *TEN_KINGS), "stuck"),
        (board("streets", *TEN_KINGS, waste="2C"), "stuck"),
        # Something to draw, though it helps nothing.
        (board("streets", *TEN_KINGS, stock="2C"), "playing"),
        # An empty column, though nothing is won by moving there.
        (board("streets", *TEN_KINGS[:9]), "playing"),
        (board("streets", "KC"), "playing"),
        (board("streets", *TEN_KINGS[:9], "AC"), "playing"),
        (board("streets", *TEN_KINGS, waste="AC"), "playing"),
        (board("streets", *TEN_KINGS[:9], "3C", waste="2H"), "playing"),
        (board("streets", *TEN_KINGS[:9], "3C", waste="2S"), "stuck"),
        (board("streets", *TEN_KINGS[:9], "2C", waste="3D", home="AD"), "stuck"),
        # A redeal is a move; none is left, or nothing to turn over.
        (board("little-forty", *TEN_KINGS, waste="2C", redeals=1), "playing"),
        (board("little-forty", *TEN_KINGS, waste="2C", redeals=0), "stuck"),
        (board("little-forty", *TEN_KINGS, redeals=3), "stuck"),
        (board("number-ten", *TEN_KINGS[:9], "2C|KD"), "stuck"),
    ],
)
def test_status(position: Position, status: str) -> None:
    assert position.status == status
    assert position.stuck == (status == "stuck")
    assert not position.won
    assert (position.legal_moves() == []) == (status == "stuck")


# Taking back, copies, comparing.


def test_nothing_to_undo() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        board("streets", "KC").pop()
    assert str(caught.value) == "no move has been made that could be undone"
    assert (caught.value.code, caught.value.exit_code) == ("nothing-to-undo", 1)


def test_a_copy_is_its_own() -> None:
    position = board("number-ten", "9C|AD", stock="2C", waste="3C")
    position.push(DRAW)
    other = position.copy()
    assert other == position
    assert (len(position.moves), other.moves) == (1, [])
    other.push(Move(0, FOUNDATION))
    other.push(Move(WASTE, 3))
    assert other != position
    assert columns_of(position) == ["9C|AD"]
    assert position.cards_home == 0
    other.pop()
    other.pop()
    with pytest.raises(IllegalMoveError):
        other.pop()  # what was made before the copy is not the copy's to undo
    assert other == position


def test_what_makes_positions_differ() -> None:
    position = board("little-forty", "KC QD", "JS", stock="2C 3C", waste="4C", home="AH")
    same = board("little-forty", "KC QD", "JS", stock="2C 3C", waste="4C", home="AH")
    assert position == same
    for other in (
        board("little-forty", "QD KC", "JS", stock="2C 3C", waste="4C", home="AH"),
        board("little-forty", "JS", "KC QD", stock="2C 3C", waste="4C", home="AH"),
        board("little-forty", "KC|QD", "JS", stock="2C 3C", waste="4C", home="AH"),
        board("little-forty", "KC QD", "JS", stock="3C 2C", waste="4C", home="AH"),
        board("little-forty", "KC QD", "JS", stock="2C 3C", waste="4D", home="AH"),
        board("little-forty", "KC QD", "JS", stock="2C 3C", waste="4C", home="AD"),
        board("little-forty", "KC QD", "JS", stock="2C 3C", waste="4C", home="AH", redeals=2),
        board("forty-thieves", "KC QD", "JS", stock="2C 3C", waste="4C", home="AH", redeals=3),
    ):
        assert position != other
    assert position != "a position"
    with pytest.raises(TypeError):
        hash(position)


# What a player may not see.


def all_moves(position: Position) -> Iterator[Move]:
    """Every plain move that can be written, runs of all lengths, and the draws that play on."""
    columns = position.columns
    for source in (*range(len(columns) + 1), STOCK, WASTE, FOUNDATION):
        most = len(columns[source]) + 1 if source < len(columns) else 2
        for target in (*range(len(columns) + 1), STOCK, WASTE, FOUNDATION):
            for count in range(1, most + 1):
                yield Move(source, target, count)


def walked(game: str, deal: int, seed: int, steps: int) -> Position:
    """A position some random moves after a deal."""
    rng, position = random.Random(seed), Game.deal(game, deal).position
    for _ in range(steps):
        moves = position.legal_moves()
        if not moves:
            break
        home = [move for move in moves if move.target == FOUNDATION]
        position.push(rng.choice(home or moves))
    return position.copy()


def with_hidden_cards_shuffled(position: Position, seed: int) -> Position:
    """The same for the eye: the cards of the stock and those face down in another order."""
    other = position.copy()
    # A row dealt face up between others face down is seen.
    places = [
        (column, row)
        for column, down in enumerate(position.down)
        for row, face in enumerate(position.rules.rows[:down])
        if face == "d"
    ]
    hidden = [*position.stock, *(position.columns[column][row] for column, row in places)]
    random.Random(seed).shuffle(hidden)
    for column, row in places:
        other.columns[column][row] = hidden.pop()
    return Position(
        other.rules,
        stock=hidden,
        waste=other.waste,
        columns=other.columns,
        down=other.down,
        home=other.home,
        redeals=other.redeals,
    )


def told(position: Position, move: Move) -> str:
    """What a player is told when a plain move or a super-move is tried."""
    try:
        singles = plain_moves(position, move)
    except IllegalMoveError as error:
        return str(error)
    return " ".join(map(str, singles)) + f" {position.refusal(singles[0])}"


walks = given(
    game=st.sampled_from(sorted(GAMES)),
    deal=st.integers(1, 10**20),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 90),
)


@settings(max_examples=30, deadline=None)
@walks
def test_nothing_told_depends_on_hidden_cards(game: str, deal: int, seed: int, steps: int) -> None:
    position = walked(game, deal, seed, steps)
    other = with_hidden_cards_shuffled(position, seed)
    assert other.legal_moves() == position.legal_moves()
    assert other.status == position.status
    assert board_text(other, deal) == board_text(position, deal)
    for column in range(position.rules.columns):
        assert other.run_length(column) == position.run_length(column)
    for move in all_moves(position):
        if move.source != STOCK:  # draw and play does look at the card drawn
            assert told(other, move) == told(position, move)
        assert str(other.refusal(move)) == str(position.refusal(move))


CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


@settings(max_examples=30, deadline=None)
@walks
def test_refusals_name_only_what_is_seen(game: str, deal: int, seed: int, steps: int) -> None:
    """The cards moved, those on which they would go, and those that they would need: no others."""
    position = walked(game, deal, seed, steps)
    for move in all_moves(position):
        message = ""
        try:
            singles = plain_moves(position, move)
            refused = position.refusal(singles[0])
            message = str(refused) if refused else ""
        except IllegalMoveError as error:
            message = str(error)
        named = set(CARD.findall(message))
        if move.source in (STOCK, FOUNDATION) or move.target in (STOCK, WASTE):
            assert not named, message
        elif named:
            assert named <= may_be_named(position, move), message


def may_be_named(position: Position, move: Move) -> set[str]:
    """From the rules: the card moved and what is asked about it, the cards that it lands on."""
    if move.source == WASTE:
        seen = position.waste
    else:
        seen = position.columns[move.source][position.down[move.source] :]
    card = card_name(seen[-move.cards])
    rank, suit = card[0], card[1]
    ranks = "A23456789TJQK"
    if move.target == FOUNDATION:
        base = position.rules.base
        upward = ranks[base - 1 :] + ranks[: base - 1]
        tops = [upward[h - 1] for h in position.foundation_heights("CDHS".index(suit)) if h]
        before = upward[: upward.index(rank)][-1:]
        return {card, *(other + suit for other in [*before, *tops])}
    higher = (ranks + "A" if position.rules.wrap else ranks)[ranks.index(rank) + 1 :][:1]
    below = position.columns[move.target][-1:]
    return {card, *map(card_name, below), *(other + s for other in higher for s in "CDHS")}
