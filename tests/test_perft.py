"""Perft: how many sequences of N legal moves there are from a position.

A count that is off by one anywhere in listing, making or undoing moves shows here. Every number was
counted by ``tests/naive.py``, an implementation of its own made from the text of the rules, and
none by the package.
"""

from __future__ import annotations

import pytest

from fortythieves import Game, Position


def perft(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        position.push(move)
        total += perft(position, depth - 1)
        position.pop()
    return total


# By game and deal: the counts at depths 1, 2, 3, ...
OPENINGS = {
    ("forty-thieves", 1): [2, 5, 12, 27],
    ("forty-thieves", 2): [3, 8, 19, 40],
    ("indian", 1): [12, 133, 1388, 13870],
    ("indian", 2): [5, 24, 114, 547],
    ("limited", 1): [6, 34, 184, 967],
    ("limited", 2): [4, 14, 42, 109],
    ("little-forty", 1): [7, 47, 307, 1973],
    ("little-forty", 2): [9, 85, 858, 9222],
    ("lucas", 1): [7, 47, 300, 1838],
    ("lucas", 2): [4, 15, 55, 207],
    ("maria", 1): [5, 24, 117, 587],
    ("maria", 2): [5, 22, 94, 390],
    ("number-ten", 1): [4, 15, 55, 208],
    ("number-ten", 2): [6, 37, 236, 1549],
    ("rank-and-file", 1): [4, 15, 55, 208],
    ("rank-and-file", 2): [6, 36, 219, 1359],
    ("streets", 1): [4, 13, 40, 133],
    ("streets", 2): [6, 33, 172, 861],
}

# One deeper count each: game, deal, depth, count.
DEEPER = [
    ("forty-thieves", 1, 8, 494),
    ("forty-thieves", 2, 8, 518),
    ("indian", 1, 5, 134051),
    ("indian", 2, 5, 2698),
    ("limited", 1, 5, 5086),
    ("limited", 2, 5, 256),
    ("little-forty", 1, 5, 12550),
    ("little-forty", 2, 5, 104780),
    ("lucas", 1, 5, 11076),
    ("lucas", 2, 5, 853),
    ("maria", 1, 6, 15159),
    ("maria", 2, 6, 6354),
    ("number-ten", 1, 6, 3573),
    ("number-ten", 2, 6, 70814),
    ("rank-and-file", 1, 6, 3573),
    ("rank-and-file", 2, 6, 55560),
    ("streets", 1, 6, 1755),
    ("streets", 2, 6, 20049),
]

# Little Forty at the end of a pass, where a redeal is among the moves counted or was the last:
# deal, draws in each pass (a redeal stands between two), cards left in the stock, counts.
PASSES = [
    (1, [21], 1, [8, 60, 440, 3248]),
    (1, [22], 0, [10, 93, 807, 6615]),
    (1, [22, 22, 22, 21], 1, [8, 59, 417, 2914]),
    (1, [22, 22, 22, 22], 0, [9, 77, 620, 4707]),
    (2, [21], 1, [10, 103, 1111, 12570]),
    (2, [22], 0, [10, 103, 1107, 12486]),
    (2, [22, 22, 22, 21], 1, [10, 102, 1084, 12063]),
    (2, [22, 22, 22, 22], 0, [9, 85, 852, 9068]),
]

# In mid-game, with empty columns, runs, and face-down cards about to be turned up: the moves are
# the beginnings of winning lines that another program found.
MIDDLES = [
    (
        "forty-thieves",
        2003,
        "3-f 3-f 9-7 9-2 s-w s-w w-f 8-f 8-f s-w s-w s-w s-w s-w w-2 4-2 8-4 8-7 w-4 3-4",
        [13, 88, 591, 3713],
    ),
    ("indian", 2001, "4-f 5-7 4-7 5-7 5-f 2-9 6-9", [16, 201, 2517, 30359]),
    ("limited", 2001, "11-f 3-10 7-5 7-12 7-10 2-5 2-7", [3, 20, 103, 551, 2764]),
    (
        "little-forty",
        2001,
        "5-f 4-1 4-f 4-5 2-8 2-6 2-1 2-7 s-w w-5 w-f 9-f 3-2 3-4 3-f 3-f s-w w-f 6-2x2 6-2 6-7 "
        "4-7x2 5-1x3 s-w 5-3 5-f 1-4x6 1-4 1-5 1-2",
        [34, 699, 13435],
    ),
    (
        "lucas",
        2001,
        "1-f 3-f 12-f 9-f s-w s-w s-w s-w s-w s-w w-f 10-f 10-2 3-10 3-f 11-2",
        [16, 96, 558, 3720],
    ),
    ("maria", 2004, "3-f 1-6 5-7 5-7 5-4 1-4 9-7 9-f 5-7 8-f", [12, 84, 536, 3252]),
    (
        "number-ten",
        2001,
        "5-f 2-8 4-2 4-f 4-5 9-4 2-9x2 2-9 s-w 2-7 5-2x2 5-2 5-f 3-5 1-6 4-1x2 s-w w-f 3-f 3-f "
        "3-f 1-7x3 1-3 2-1x3 9-2x4 s-w 9-3 6-5x2 6-3 6-4 s-w w-5 1-5x4 w-1 4-1 s-w w-6 s-w w-f "
        "s-w",
        [36, 664, 10933],
    ),
    (
        "rank-and-file",
        2002,
        "3-4 10-5 s-w s-w s-w w-10 7-10 6-7 6-7 6-f 6-f 5-f 1-5 1-f",
        [17, 53, 240, 945, 4172],
    ),
    ("streets", 2001, "5-f 2-8 4-2 4-f 4-5 1-6 4-1 3-4 3-1", [5, 26, 180, 1349]),
]


def counts(position: Position, depth: int) -> list[int]:
    before = position.copy()
    counted = [perft(position, d) for d in range(1, depth + 1)]
    assert position == before
    return counted


@pytest.mark.parametrize(("name", "deal"), OPENINGS)
def test_opening(name: str, deal: int) -> None:
    expected = OPENINGS[name, deal]
    assert counts(Game.deal(name, deal).position, len(expected)) == expected


@pytest.mark.parametrize(("name", "deal", "depth", "expected"), DEEPER)
def test_deeper(name: str, deal: int, depth: int, expected: int) -> None:
    assert perft(Game.deal(name, deal).position, depth) == expected


@pytest.mark.parametrize(("deal", "draws", "left", "expected"), PASSES)
def test_redeals(deal: int, draws: list[int], left: int, expected: list[int]) -> None:
    game = Game.deal("little-forty", deal)
    for number, count in enumerate(draws):
        if number:
            game.push("w-s")
        for _ in range(count):
            game.push("s-w")
    assert len(game.position.stock) == left
    assert counts(game.position, len(expected)) == expected


@pytest.mark.parametrize(
    ("name", "deal", "moves", "expected"), MIDDLES, ids=[middle[0] for middle in MIDDLES]
)
def test_mid_game(name: str, deal: int, moves: str, expected: list[int]) -> None:
    game = Game.deal(name, deal)
    for text in moves.split():
        game.push(text)
    assert counts(game.position, len(expected)) == expected
