"""From a position to a verdict: `solve`, within limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from ..moves import Move
from ..position import Position
from ..rules import Rules
from .search import Search

# Nodes between two looks at the clock.
_SLICE = 5_000

WON, UNWINNABLE, UNDECIDED = "won", "unwinnable", "undecided"


class Limits(NamedTuple):
    """How much a search may take.

    Attributes:
        seconds: time, or None for no limit.
        nodes: positions generated, or None for no limit. Where only this limit ends a search,
            the same position, seed, nodes and memory give the same answer on every machine.
        memory: bytes.
        seed: of the random numbers by which searches vary; any whole number.
        shorten: whether the time that is left is spent on making a winning line shorter.
    """

    seconds: float | None = 10.0
    nodes: int | None = None
    memory: int = 1_000_000_000
    seed: int = 0
    shorten: bool = False


class Progress(NamedTuple):
    """How far a search has come: seconds, positions generated, the most cards home on any line."""

    seconds: float
    nodes: int
    cards_home: int


class Solution(NamedTuple):
    """What a search found.

    Attributes:
        verdict: WON, UNWINNABLE or UNDECIDED.
        moves: plain moves. If won, they win from the position, and were replayed through the rules
            engine; if undecided, the line that looked best, perhaps empty; if unwinnable, none.
        nodes: positions generated.
        seconds: time taken.
        cards_home: the most cards home on any line.
        chance: if undecided, the estimated chance, 0 to 1, that there is a win; None where no
            estimate is known for the game.
        saved: by how many moves the winning line was shortened.
        stopped: whether `progress` asked to stop.
    """

    verdict: str
    moves: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    cards_home: int = 0
    chance: float | None = None
    saved: int = 0
    stopped: bool = False


def can_solve(rules: Rules) -> str:
    """Why games by such rules can't be solved yet, in words for a person; empty if they can."""
    return ""


def solve(
    position: Position,
    limits: Limits | None = None,
    progress: Callable[[Progress], bool | None] | None = None,
) -> Solution:
    """Search for a win from a position, all cards known.

    Args:
        position: is left as it is.
        limits: how much to spend; ``Limits()`` if none.
        progress: called some times a second; if it returns true, the search stops.

    Raises:
        UsageError: such games can't be solved yet (`can_solve`).
    """
    limits = limits or Limits()
    begun = time.perf_counter()
    if position.won:
        return Solution(WON, cards_home=position.cards_home)
    search = Search(position, limits.seed, limits.memory)
    stopped = False
    going = True
    while going:
        seconds = time.perf_counter() - begun
        if progress and progress(Progress(seconds, search.nodes, search.cards_home)):
            stopped = True
            break
        if limits.seconds is not None and seconds >= limits.seconds:
            break
        nodes = _SLICE
        if limits.nodes is not None:
            nodes = min(nodes, limits.nodes - search.nodes)
            if nodes <= 0:
                break
        going = search.run(nodes)
    if search.line is not None:
        _check_win(position, search.line)
    return Solution(
        WON if search.line is not None else UNWINNABLE if search.lost else UNDECIDED,
        search.line or (() if search.lost else search.best_line),
        search.nodes,
        time.perf_counter() - begun,
        search.cards_home if search.line is None else position.rules.packs * 52,
        stopped=stopped,
    )


def _check_win(position: Position, line: tuple[Move, ...]) -> None:
    """Play a line by the rules; the search's own moves are not trusted."""
    replayed = position.copy()
    for move in line:
        replayed.push(move)
    if not replayed.won:
        raise AssertionError("the line found does not win")
