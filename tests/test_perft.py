"""Perft: how many sequences of N legal moves there are from a position.

A count that is off by one anywhere in listing, making or undoing moves shows here. Every number was
counted by ``tests/naive.py``, an implementation of its own made from the text of the rules, and
none by the package.
"""

from __future__ import annotations

import pytest

from fortythieves import GAMES, Game, Position


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
    # The rest of the family.
    ("forty-and-eight", 1): [4, 14, 44, 122],
    ("midshipman", 1): [6, 36, 216, 1316],
    ("waning-moon", 1): [6, 34, 186, 998],
    ("busy-aces", 1): [2, 14, 160, 1925],
    ("deuces", 1): [2, 12, 114, 1144],
    ("courtyard", 1): [2, 3, 4, 9],
    ("little-forty-pysolfc", 1): [8, 57, 397, 2845],
    ("lucas-pysolfc", 1): [6, 35, 201, 1146],
    ("double-rail", 1): [1, 1, 1, 1],
    ("corona", 1): [6, 34, 184, 956],
    ("triple-line", 1): [9, 80, 704, 6137],
    ("napoleons-exile", 1): [8, 56, 376, 2603],
    ("single-rail", 1): [1, 1, 1, 1],
    ("napoleons-square", 1): [5, 26, 141, 784],
    ("emperor", 1): [4, 13, 40, 133],
    ("mumbai", 1): [15, 212, 2845, 36862],
    ("josephine", 1): [2, 5, 12, 27],
    ("marie-rose", 1): [4, 15, 54, 182],
    ("big-streets", 1): [4, 16, 67, 289],
    ("number-twelve", 1): [5, 26, 139, 755],
    ("big-courtyard", 1): [4, 13, 43, 155],
    ("express", 1): [5, 22, 90, 345],
    ("carnation", 1): [7, 40, 190, 803],
    ("final-battle", 1): [1, 1, 1, 1],
    ("san-juan-hill", 1): [6, 33, 167, 785],
    ("waterloo", 1): [1, 1, 1, 1],
    ("interchange", 1): [2, 4, 8, 10],
    ("unlimited", 1): [2, 4, 8, 10],
    ("breakwater", 1): [4, 17, 73, 327],
    ("roosevelt", 1): [5, 22, 88, 328],
    ("alternation", 1): [3, 8, 21, 49],
    ("triple-interchange", 1): [2, 3, 4, 5],
    ("famous-fifty", 1): [4, 15, 51, 156],
    ("sixty-thieves", 1): [4, 15, 54, 179],
    ("eighty-thieves", 1): [3, 8, 19, 39],
    ("triple-rail", 1): [6, 74, 1106, 18565],
    ("pluto", 1): [1, 1, 1, 2],
    ("malmaison", 1): [3, 8, 20, 48],
    ("thirty-nine-steps", 1): [7, 43, 233, 1121],
    ("napoleons-folly", 1): [7, 38, 179, 827],
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
    ("courtyard", 1, 12, 4124),
    ("double-rail", 1, 13, 6),
    ("single-rail", 1, 13, 40),
    ("final-battle", 1, 13, 22),
    ("waterloo", 1, 13, 72),
    ("pluto", 1, 12, 4639),
    ("interchange", 1, 13, 443),
    ("unlimited", 1, 13, 443),
    ("triple-interchange", 1, 13, 129),
    ("alternation", 1, 10, 3390),
    ("deuces", 1, 5, 11526),
    ("forty-and-eight", 1, 9, 2497),
    ("little-forty-pysolfc", 1, 5, 21020),
    ("triple-line", 1, 5, 52963),
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

# The special games of the family, from walks made by naive: what an empty column takes, kings on
# aces, face-down rows between others, runs by another rule than the build. "s-w*3" are three draws.
SPECIAL = [
    # Filled from the waste or stock.
    (
        "courtyard",
        2004,
        "3-4 7-5 5-4x2 4-5x4 4-f 10-4 10-8 5-f 3-5 2-7 s-w",
        [4, 15, 59, 231],
    ),
    (
        "corona",
        2012,
        "4-f 3-10 9-8 6-12 10-6 s-w w-f 5-f s-w 6-10 s-w 3-4",
        [5, 23, 101, 430],
    ),
    (
        "triple-line",
        2001,
        "11-f 7-12 12-9x2 12-f 12-2 1-3 1-11 3-1 11-f 10-7 s-w 7-10 s-w 2-7x2 s-w 10-5x2 10-2 "
        "s-w 8-10 s-w w-f 11-f s-w*2 7-5 1-3 w-9 3-1 9-4 w-12 7-11x2 s-w 12-7x2 9-12 4-12 "
        "w-12 s-w 2-1x2 7-5x3",
        [10, 97, 933, 8979],
    ),
    (
        "little-forty-pysolfc",
        2001,
        "5-f 2-10 4-1 4-10 10-f 4-5 s-w w-5 w-f 9-4 4-f 2-9 2-1 2-7 6-3 s-w w-f 9-3 8-4 2-6 "
        "6-8x2 8-2x3 8-2",
        [11, 112, 1136, 11849],
    ),
    # Kings on aces.
    (
        "deuces",
        2004,
        "3-4 8-9 5-f 4-f 4-f s-w w-3 s-w 9-4 4-9 w-5 2-5 s-w 3-4 w-f s-w 9-2 w-3 6-3 2-9 3-2 "
        "2-3 s-w*2 7-2 s-w 3-6",
        [20, 364, 6296],
    ),
    (
        "pluto",
        2011,
        "4-f 1-f 10-f s-w w-10 10-2 s-w*4 w-4",
        [24, 547, 12193],
    ),
    # Only kings to an empty column.
    (
        "interchange",
        2009,
        "1-6 5-f 2-f 7-2 s-w 2-4x2 6-2x2 s-w*12 w-2 s-w 6-4 s-w w-f 6-f s-w*2 w-f s-w*3 w-f "
        "s-w*4 w-f 6-f s-w*9 w-7 s-w*9 w-7 s-w*2 w-f s-w*2 w-f s-w*2 w-7 w-1 s-w*2 w-f 4-f "
        "4-f 4-f 4-f 6-4 s-w 6-4 6-7",
        [3, 7, 16, 39],
    ),
    (
        "unlimited",
        2009,
        "5-f 2-f 1-6 7-2 s-w*13 w-6 s-w*2 w-f s-w*2 w-f s-w 2-4x2 6-2x3 s-w*6 w-f s-w 6-4 6-f "
        "6-f s-w w-f s-w*7 w-7 s-w*9 w-7 s-w*2 w-f s-w*2 w-f s-w w-1 s-w*3 w-f 4-f 4-f 4-f "
        "4-f 6-4 6-4 s-w w-2 s-w*2 w-f w-f s-w w-f s-w w-7 6-7",
        [2, 4, 8, 17],
    ),
    # Rows face up under rows face down.
    (
        "breakwater",
        2001,
        "4-f s-w 7-2 w-f 2-5x2 5-3x3 s-w 5-f s-w*2 6-5 7-4 7-f s-w 1-2 3-7x2 3-1 7-1x2 7-3 w-3 7-2",
        [9, 117, 1629, 22336],
    ),
    (
        "alternation",
        2001,
        "4-f 5-3 s-w 7-2 w-f 5-f 2-3x2 6-5 1-2",
        [3, 9, 29, 101],
    ),
    (
        "triple-interchange",
        2024,
        "5-f 9-1 2-4 2-f s-w*3 w-8 s-w*6 w-2 4-2x2 2-4x4 s-w w-f w-f w-f s-w*3 w-5 s-w*7 w-f "
        "s-w*2 w-8 s-w*4 w-f 2-f s-w*4 w-f 1-f 1-f s-w*4 w-f 5-f 5-f s-w w-f s-w 1-8 1-f 9-f "
        "1-f 9-7 7-1x2 9-f 1-8x3 1-f 1-4 8-1x7 3-f 8-f 4-f 4-f 4-f 4-f 4-f 4-f 9-4 w-f s-w "
        "w-f 3-5 s-w 3-1 s-w*9 1-3x3 s-w*2 w-f 9-f 9-3 s-w 9-f 3-f 3-f 3-f 3-f 1-f 1-f 1-f "
        "s-w 1-f s-w 1-f 1-f s-w*4 w-f s-w*6 w-f s-w w-f s-w*2 w-f s-w w-f s-w*3 w-f 7-f 7-f "
        "s-w*2 w-f 9-f 8-9 8-f 8-f w-f 4-8x2 4-f 9-f 4-9 s-w*2 w-f 7-f 7-2 s-w w-6 s-w w-f "
        "7-1 7-3 1-f 7-f 1-f 6-1x2 3-f 6-f 6-5 6-f 6-f 5-f 4-f 5-f 9-f 5-6 8-9x2 9-8x2 4-9 "
        "9-f 1-f 4-f 4-f",
        [26, 472, 5780],
    ),
    # Runs that follow another rule than the build, one pack, three packs.
    (
        "waterloo",
        2001,
        "6-2 5-1 3-2 1-6x2 2-1 2-3 3-2 6-3x2 1-2 s-w*2 w-5 w-5 4-6 6-1 s-w 3-6x2 w-1",
        [16, 210, 2421, 26446],
    ),
    (
        "single-rail",
        123456789,
        "s-w*2 2-4 s-w 1-2 w-1 s-w*5 w-3 w-1 4-1x2 s-w w-3 2-3",
        [19, 253, 2453, 22532],
    ),
    (
        "mumbai",
        2001,
        "12-f 13-f 7-3 7-f 1-f 3-6 12-13 12-10 7-9",
        [28, 600, 9728],
    ),
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


@pytest.mark.parametrize(
    ("name", "deal", "moves", "expected"), SPECIAL, ids=[special[0] for special in SPECIAL]
)
def test_special_games(name: str, deal: int, moves: str, expected: list[int]) -> None:
    game = Game.deal(name, deal)
    for text in moves.split():
        move, _, times = text.partition("*")
        for _ in range(int(times or "1")):
            game.push(move)
    assert counts(game.position, len(expected)) == expected


def test_every_game_is_counted() -> None:
    assert {name for name, _ in OPENINGS} == set(GAMES)
