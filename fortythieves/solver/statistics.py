"""What the results of a survey say of a game: how often it can be won, and at what expense."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..rules import Rules
from .solve import UNDECIDED, UNWINNABLE, WON
from .survey import VERDICTS, DealResult

CONFIDENCE = 0.95
# How many standard deviations to either side hold so much of a normal distribution.
_DEVIATIONS = 1.959963984540054


class Quantiles(NamedTuple):
    """Of some values the least that half, that nine tenths, that all of them don't exceed."""

    median: float
    p90: float
    max: float


class Summary(NamedTuple):
    """What the results of one game come to.

    Attributes:
        rules: of the game.
        deals: how many there are; each is ``won``, ``unwinnable`` or ``undecided``.
        failed: how many of the undecided could not be searched.
        share: the share of deals that can be won, from what it is if none of the undecided can be,
            to what it is if all can.
        interval: where the probability that a deal can be won lies, with CONFIDENCE: from the lower
            end of Wilson's interval for the lower share to the upper end of that for the upper.
        estimate: the share, with the estimated chance of each undecided deal; None if one has none.
        nodes, seconds: that the decided took; None if there are none.
        moves: in the wins; None if there are none.
    """

    rules: Rules
    deals: int
    won: int
    unwinnable: int
    undecided: int
    failed: int
    share: tuple[float, float]
    interval: tuple[float, float]
    estimate: float | None
    nodes: Quantiles | None
    seconds: Quantiles | None
    moves: Quantiles | None


def summarise(rules: Rules, results: Iterable[DealResult]) -> Summary:
    """Sum up the results of one game; there must be one at least, and no deal twice."""
    piles: dict[str, list[DealResult]] = {verdict: [] for verdict in VERDICTS}
    for result in results:
        piles[result.verdict].append(result)
    won, unwinnable, undecided = piles[WON], piles[UNWINNABLE], piles[UNDECIDED]
    deals = len(won) + len(unwinnable) + len(undecided)
    most = len(won) + len(undecided)
    chances = [result.chance for result in undecided if result.chance is not None]
    known = len(chances) == len(undecided)
    decided = won + unwinnable
    return Summary(
        rules,
        deals,
        len(won),
        len(unwinnable),
        len(undecided),
        sum(bool(result.error) for result in undecided),
        (len(won) / deals, most / deals),
        (wilson(len(won), deals)[0], wilson(most, deals)[1]),
        (len(won) + sum(chances)) / deals if known else None,
        quantiles(result.nodes for result in decided),
        quantiles(result.seconds for result in decided),
        quantiles(result.moves or 0 for result in won),
    )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's score interval for a probability, at CONFIDENCE.

    It stays within 0 to 1, and holds for few trials too, where the usual one by the normal
    distribution does not.
    """
    z2 = _DEVIATIONS**2
    rate = successes / trials
    middle = rate + z2 / (2 * trials)
    spread = _DEVIATIONS * math.sqrt(rate * (1 - rate) / trials + z2 / (4 * trials**2))
    whole = 1 + z2 / trials
    # Exact at the ends, where rounding would miss.
    low = 0.0 if successes == 0 else (middle - spread) / whole
    high = 1.0 if successes == trials else (middle + spread) / whole
    return low, high


def quantiles(values: Iterable[float]) -> Quantiles | None:
    """Median, ninth decile and maximum, each one of the values; None if there are no values."""
    ordered = sorted(values)
    if not ordered:
        return None

    def at(tenths: int) -> float:
        return ordered[-(-tenths * len(ordered) // 10) - 1]

    return Quantiles(at(5), at(9), ordered[-1])


class Collection:
    """Results of many deals and games, each deal of a game once."""

    def __init__(self) -> None:
        self.games: dict[Rules, dict[int, DealResult]] = {}
        self._places: dict[tuple[Rules, int], str] = {}

    def add(self, result: DealResult, place: str) -> Clash | None:
        """Add a result; of two for one deal the one that decides it stays, or else the first.

        Args:
            result: what came of the deal.
            place: where it was read, such as a file and a line.

        Returns:
            Where the other stood if there is another, and whether they contradict one another.
        """
        results = self.games.setdefault(result.rules, {})
        key = result.rules, result.deal
        other = results.get(result.deal)
        result = result._replace(line=None)  # which nobody asks for here
        if other is None:
            results[result.deal] = result
            self._places[key] = place
            return None
        clash = Clash(self._places[key], {other.verdict, result.verdict} == {WON, UNWINNABLE})
        if _weight(result) > _weight(other):
            results[result.deal] = result
            self._places[key] = place
        return clash


class Clash(NamedTuple):
    """Another result for a deal: where it stood, and whether it says the opposite."""

    place: str
    contradicts: bool


def _weight(result: DealResult) -> int:
    if result.verdict == UNDECIDED:
        return 0 if result.error else 1
    return 2


def summary_to_dict(summary: Summary) -> dict[str, Any]:
    """A summary as an object for JSON."""
    low, high = summary.share
    about: dict[str, Any] = {
        "game": summary.rules.name,
        "deals": summary.deals,
        "won": summary.won,
        "unwinnable": summary.unwinnable,
        "undecided": summary.undecided,
        "failed": summary.failed,
        "winnable": {
            "share": [_rounded(low), _rounded(high)],
            "interval": [_rounded(end) for end in summary.interval],
            "confidence": CONFIDENCE,
            "estimate": None if summary.estimate is None else _rounded(summary.estimate),
        },
    }
    for key in ("nodes", "seconds", "moves"):
        found: Quantiles | None = getattr(summary, key)
        about[key] = None if found is None else found._asdict()
    return about


def _rounded(share: float) -> float:
    return round(share, 6)


def summary_lines(summaries: Iterable[Summary]) -> list[str]:
    """Summaries as two tables for people: how often each game is won, and at what expense."""
    summaries = list(summaries)
    estimated = any(found.undecided and found.estimate is not None for found in summaries)
    often = [["game", "deals", "won", "unwinnable", "undecided", "can be won", "95% interval"]]
    often[0] += ["estimate"] if estimated else []
    expense = [["game", "of the decided", "median", "90%", "max"]]
    for found in summaries:
        name = found.rules.name
        counts = (found.deals, found.won, found.unwinnable, found.undecided)
        row = [name, *(f"{count:,}" for count in counts)]
        row += [_percent(*found.share), _percent(*found.interval)]
        if estimated:
            row.append("" if found.estimate is None else _percent(found.estimate, found.estimate))
        often.append(row)
        if found.nodes is not None:
            expense.append([name, "nodes", *map(short, found.nodes)])
        if found.seconds is not None:
            expense.append([name, "seconds", *map(_seconds, found.seconds)])
        if found.moves is not None:
            expense.append([name, "moves in a win", *map(str, found.moves)])
    lines = _table(often, left=1)
    return [*lines, "", *_table(expense, left=2)] if len(expense) > 1 else lines


def short(count: float) -> str:
    """A number in three digits: ``950``, ``1.2k``, ``35k``, ``4.05M``."""
    unit = 0
    while count >= 999.5 and unit < 4:
        count /= 1000
        unit += 1
    return f"{count:.3g}{' kMGT'[unit].strip()}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:,.0f}"


def _percent(low: float, high: float) -> str:
    first, last = f"{100 * low:.1f}", f"{100 * high:.1f}"
    return f"{last}%" if first == last else f"{first} to {last}%"


def _table(rows: list[list[str]], left: int) -> list[str]:
    """Rows as lines; so many columns are flush left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
