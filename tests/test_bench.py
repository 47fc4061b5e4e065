"""How scripts/bench solver counts, by searches that are made up."""

from __future__ import annotations

import pytest

from fortythieves import Move
from fortythieves.solver import UNDECIDED, UNWINNABLE, WON, Limits, Solution
from scripts import load_script

script = load_script("bench_solver")


@pytest.mark.parametrize(
    ("figure", "floor", "aim", "told"),
    [
        (98, 98, 100, "ok"),
        (97.9, 98, 100, "MISSED"),
        (100, 98, 100, "aim"),
        (0.6, 0.6, 0.25, "ok"),
        (0.61, 0.6, 0.25, "MISSED"),
        (0.25, 0.6, 0.25, "aim"),
    ],
)
def test_a_figure_is_told_by_its_floor_and_its_aim(
    figure: float, floor: float, aim: float, told: str
) -> None:
    measure = script.Measure("a figure", figure, "", floor, aim)
    assert str(measure).split()[-1] == told
    assert measure.is_missed == (told == "MISSED")


def test_what_counts_as_decided_in_time() -> None:
    """Of four deals one is won, one proved lost, one won too late, one undecided."""
    searched = []

    def search(name: str, number: int, limits: Limits) -> Solution:
        searched.append((name, number, limits.seconds, limits.shorten))
        line = (Move(0, 1),) * (150 if limits.shorten else 200)
        seconds = limits.seconds or 0
        return {
            1: Solution(WON, line, 1000, 0.5),
            2: Solution(UNWINNABLE, (), 3000, 0.9),
            3: Solution(WON, line, 4000, seconds + 0.1),
            4: Solution(UNDECIDED if seconds < 60 else WON, (), 5000, seconds),
        }[number]

    games = ["forty-thieves", "lucas"]
    found = {m.name: m for m in script.Bench([1, 2, 3, 4], search).measures(games, [60])}
    assert [(m.figure, m.floor, m.aim) for name, m in found.items() if "within" in name] == [
        (25, 98, 100),
        (50, 52, 75),
        (100, 55, 85),
    ]
    assert found["forty-thieves: moves, shortened"].figure == 150
    # 13,000 nodes a game, and deal 4 once more; shortening is not counted.
    seconds = 0.5 + 0.9 + 1.1 + 1 + 0.5 + 0.9 + 10.1 + 10 + 60
    assert found["nodes a second, of all these searches"].figure == pytest.approx(31000 / seconds)
    assert searched == [
        *(("lucas", number, 1, False) for number in (1, 2, 3, 4)),
        *(("forty-thieves", number, 10, False) for number in (1, 2, 3, 4)),
        *(("forty-thieves", number, 10, True) for number in (1, 3)),
        ("forty-thieves", 4, 60, False),
    ]
