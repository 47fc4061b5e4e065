"""The chance that an undecided deal can be won after all.

Among numbered deals that were searched for long, some were won, each with some effort, some were
proved lost, and the others stayed open. The wins' efforts, the open deals counted as not won yet,
are fitted by a cure model (J. Boag, 1949): a share of the deals can be won, and the logarithm of
the nodes that a win takes is normal. An open deal is then either one of the winnable that takes
more, or lost; of the lost a share is proved so. `scripts/calibrate` fits and writes estimates.json.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from typing import NamedTuple

from ..position import Position

FILE = os.path.join(os.path.dirname(__file__), "estimates.json")


class Effort(NamedTuple):
    """How much effort the deals of a game take.

    Attributes:
        winnable: the share of deals that can be won.
        mean: of the decimal logarithm of the nodes that a win takes.
        deviation: the standard deviation of that.
        proved: the share of the lost deals that a search proves lost.
    """

    winnable: float
    mean: float
    deviation: float
    proved: float

    def chance(self, nodes: int) -> float:
        """The chance that a deal can be won that is undecided after so many nodes."""
        found = _normal(math.log10(max(nodes, 1)), self.mean, self.deviation)
        hidden = self.winnable * (1 - found)
        lost = (1 - self.winnable) * (1 - self.proved)
        return hidden / (hidden + lost) if hidden + lost else 0.0


def chance_of_win(position: Position, nodes: int) -> float | None:
    """The chance, 0 to 1, that an opening undecided after so many nodes can be won.

    None for a position amid a game, and for a game of which no deals were searched.
    """
    rules = position.rules
    is_opening = not position.waste and all(
        len(column) == len(rules.rows) for column in position.columns
    )
    with open(FILE, encoding="utf-8") as file:
        known = json.load(file)["games"].get(rules.name)
    if not known or not is_opening:
        return None
    return Effort(**{field: known[field] for field in Effort._fields}).chance(nodes)


def fit(won: Sequence[int], lost: int, open_after: Sequence[int]) -> Effort:
    """The efforts that explain best how deals fared.

    Args:
        won: the nodes that each win took.
        lost: how many deals were proved lost.
        open_after: the nodes that were spent on each deal that stayed open.

    Raises:
        ValueError: fewer than three deals were won.
    """
    if len(won) < 3:
        raise ValueError("at least three won deals are needed")
    wins = [math.log10(nodes) for nodes in won]
    ends = [math.log10(nodes) for nodes in open_after]
    deals = len(wins) + lost + len(ends)
    best = (-math.inf, 0.0, 0.0, 0.0)
    for mean in (m / 20 for m in range(40, 161)):
        for deviation in (d / 20 for d in range(4, 41)):
            density = -sum((x - mean) ** 2 for x in wins) / (2 * deviation**2)
            density -= len(wins) * math.log(deviation)
            hidden = [1 - _normal(x, mean, deviation) for x in ends]
            for share in _shares(len(wins), deals, lost):
                likelihood = (
                    density
                    + len(wins) * math.log(share)
                    + sum(math.log(max(share * h + 1 - share, 1e-300)) for h in hidden)
                    + (lost * math.log(1 - share) if lost else 0.0)
                )
                best = max(best, (likelihood, share, mean, deviation))
    _, winnable, mean, deviation = best
    lost_in_all = (1 - winnable) * deals
    return Effort(winnable, mean, deviation, min(1.0, lost / lost_in_all) if lost_in_all else 0.0)


def _normal(value: float, mean: float, deviation: float) -> float:
    """The normal distribution's cumulative function; the module statistics is slow to load."""
    return math.erfc((mean - value) / (deviation * math.sqrt(2))) / 2


def _shares(won: int, deals: int, lost: int) -> list[float]:
    """The shares of winnable deals that are tried: from those won to all but those lost."""
    least, most = won / deals, 1 - max(lost, 0.5) / deals
    return [least + (most - least) * step / 40 for step in range(41)]
