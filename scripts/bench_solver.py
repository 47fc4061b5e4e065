"""Measures the solver on numbered deals against the floors that it has to hold, and the aims.

Part of scripts/bench, which runs it as its section `solver`. Deals 1 to 100 of each game are what
the floors are meant for; they are for measuring only, never for tuning.
"""

from __future__ import annotations

import resource
import statistics
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from fortythieves import Game
from fortythieves.solver import UNDECIDED, WON, Limits, Solution, solve
from fortythieves.solver.statistics import quantiles


class Target(NamedTuple):
    """How many of 100 deals of a game have to be won, or decided, each within so many seconds."""

    seconds: int
    won: bool
    floor: float
    aim: float


THIEVES = "forty-thieves"
# An option adds those of Forty Thieves that take long.
TARGETS = {
    "indian": Target(1, True, 98, 100),
    "little-forty": Target(1, True, 98, 100),
    "lucas": Target(1, True, 98, 100),
    "number-ten": Target(1, True, 98, 100),
    "rank-and-file": Target(1, True, 98, 100),
    "limited": Target(10, False, 97, 99),
    "streets": Target(10, False, 97, 99),
    "maria": Target(10, False, 91, 98),
    THIEVES: Target(10, False, 52, 75),
}
LONGER = {60: Target(60, False, 55, 85), 3600: Target(3600, False, 59, 95)}
WIDTH = 41


class Measure(NamedTuple):
    """A line of the table. Where the aim is below the floor, smaller is better."""

    name: str
    figure: float
    unit: str
    floor: float
    aim: float
    note: str = ""

    @property
    def is_missed(self) -> bool:
        return not self._reaches(self.floor)

    def _reaches(self, mark: float) -> bool:
        return self.figure <= mark if self.aim < self.floor else self.figure >= mark

    def __str__(self) -> str:
        told = "MISSED" if self.is_missed else "aim" if self._reaches(self.aim) else "ok"
        digits = 2 if self.unit == "s" else 0
        figure, floor, aim = (
            f"{number:,.{digits}f}" for number in (self.figure, self.floor, self.aim)
        )
        line = f"  {self.name:{WIDTH}} {figure:>9} {self.unit:7} {floor:>9} {aim:>9}  {told:6}"
        return f"{line}  {self.note}".rstrip()


HEADING = f"  {'':{WIDTH}} {'figure':>9} {'':7} {'floor':>9} {'aim':>9}"

Search = Callable[[str, int, Limits], Solution]


def search(name: str, number: int, limits: Limits) -> Solution:
    return solve(Game.deal(name, number).position, limits)


class Bench:
    """Searches deals one after another, on one core, and keeps count of what they take."""

    def __init__(self, numbers: list[int], search: Search = search) -> None:
        self.numbers = numbers
        self.search = search
        self.nodes = 0
        self.seconds = 0.0

    def measures(self, games: list[str], longer: list[int]) -> Iterator[Measure]:
        """Measure what the solver decides: each line as soon as it is there.

        Args:
            games: their names.
            longer: for how many seconds Forty Thieves is tried beside its usual ones.
        """
        for name in TARGETS:
            if name in games:
                found = self._solutions(name, self.numbers, Limits(float(TARGETS[name].seconds)))
                yield self._decided(name, TARGETS[name], found)
                if name == THIEVES:
                    yield from self._thieves(found, longer)
        if self.seconds:
            speed = self.nodes / self.seconds
            yield Measure("nodes a second, of all these searches", speed, "", 700_000, 2_000_000)
        yield Measure("most memory of the process", peak_memory(), "MB", 1000, 200)

    def _thieves(self, found: dict[int, Solution], longer: list[int]) -> Iterator[Measure]:
        won = [number for number in self.numbers if found[number].verdict == WON]
        shorter = self._solutions(THIEVES, won, Limits(10.0, shorten=True)).values()
        moves = [len(solution.moves) for solution in shorter if solution.verdict == WON]
        if moves:
            note = f"median of {len(moves)}, 10 s each"
            yield Measure(
                f"{THIEVES}: moves, shortened", statistics.median(moves), "moves", 230, 180, note
            )
        for seconds in sorted(longer):
            # What was decided in less time need not be searched again.
            left = [number for number in self.numbers if found[number].verdict == UNDECIDED]
            found |= self._solutions(THIEVES, left, Limits(float(seconds)))
            yield self._decided(THIEVES, LONGER[seconds], found)

    def _solutions(self, name: str, numbers: list[int], limits: Limits) -> dict[int, Solution]:
        found = {}
        for done, number in enumerate(numbers):
            tell(f"{name}: {done} of {len(numbers)} deals, {limits.seconds:g} s each")
            found[number] = solution = self.search(name, number, limits)
            # Shortening is other work.
            if not limits.shorten:
                self.nodes += solution.nodes
                self.seconds += solution.seconds
        tell("")
        return found

    def _decided(self, name: str, target: Target, found: dict[int, Solution]) -> Measure:
        in_time = [s for s in found.values() if s.seconds <= target.seconds]
        won = sum(solution.verdict == WON for solution in in_time)
        decided = [solution for solution in in_time if solution.verdict != UNDECIDED]
        reached = won if target.won else len(decided)
        note = f"{won} won, {len(decided) - won} proved lost of {len(found)}"
        times = quantiles(solution.seconds for solution in decided)
        if times is not None:
            note += f"; median {times.median:.2f} s, 90% {times.p90:.2f} s"
        return Measure(
            f"{name}: {'won' if target.won else 'decided'} within {target.seconds} s",
            100 * reached / len(found),
            "%",
            target.floor,
            target.aim,
            note,
        )


def peak_memory() -> float:
    """The most memory that this process has had at any time, in millions of bytes."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / 1e6 if sys.platform == "darwin" else size * 1024 / 1e6


def first_answer(seconds: float) -> Measure:
    return Measure("first answer of solve, an easy deal", seconds, "s", 0.6, 0.25)


def tell(text: str) -> None:
    """Show on a terminal how far it has come."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
