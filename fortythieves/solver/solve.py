"""From a position to a verdict: `solve`, within limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from ..errors import UsageError
from ..moves import Move
from ..position import Position
from .estimate import chance_of_win
from .search import Search
from .shorten import Shortener

# Nodes between two looks at the clock, and seconds between two calls of progress.
_SLICE, _TELL = 5_000, 0.05
_LEAST_MEMORY = 1_000_000

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
        chance: if undecided, the estimated chance, 0 to 1, that there is a win; None amid a game,
            and where no estimate is known for the game: see `fortythieves.solver.estimate`.
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
        UsageError: limits that mean nothing.
    """
    limits = _checked(limits or Limits())
    if position.won:
        return Solution(WON, cards_home=position.cards_home)
    search = Search(position, limits.seed, limits.memory)
    clock = _Clock(limits, progress, search)
    while not clock.is_over() and search.run(clock.slice()):
        pass
    line, saved = search.line, 0
    if line is not None:
        _check_win(position, line)
        if limits.shorten:
            shortener = Shortener(position, line, limits.seed, clock.is_over)
            clock.shortener = shortener
            shortener.run(others=limits.seconds is not None or limits.nodes is not None)
            _check_win(position, shortener.line)
            saved = len(line) - len(shortener.line)
            line = shortener.line
    undecided = line is None and not search.lost
    return Solution(
        WON if line is not None else UNWINNABLE if search.lost else UNDECIDED,
        line or (() if search.lost else search.best_line),
        clock.nodes,
        clock.seconds,
        search.cards_home if line is None else position.rules.packs * 52,
        chance=chance_of_win(position, clock.nodes) if undecided else None,
        saved=saved,
        stopped=clock.stopped,
    )


class _Clock:
    """Says when a search is over, and tells how far it has come."""

    def __init__(
        self, limits: Limits, progress: Callable[[Progress], bool | None] | None, search: Search
    ) -> None:
        self.limits = limits
        self.progress = progress
        self.search = search
        self.shortener: Shortener | None = None
        self.begun = time.perf_counter()
        self.told = self.begun - _TELL
        self.stopped = False

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.begun

    @property
    def nodes(self) -> int:
        return self.search.nodes + (self.shortener.nodes if self.shortener else 0)

    def slice(self) -> int:
        """How many nodes may be generated until the next look at the clock."""
        if self.limits.nodes is None:
            return _SLICE
        return min(_SLICE, self.limits.nodes - self.nodes)

    def is_over(self) -> bool:
        now = time.perf_counter()
        if self.progress and now - self.told >= _TELL and not self.stopped:
            self.told = now
            home = self.search.cards_home
            self.stopped = bool(self.progress(Progress(now - self.begun, self.nodes, home)))
        limits = self.limits
        return (
            self.stopped
            or (limits.seconds is not None and now - self.begun >= limits.seconds)
            or (limits.nodes is not None and self.nodes >= limits.nodes)
        )


def _checked(limits: Limits) -> Limits:
    """The limits, whole numbers where such are needed; refused where they mean nothing."""
    seconds, nodes, memory = limits.seconds, limits.nodes, limits.memory
    if seconds is not None and not seconds >= 0:
        raise UsageError(f"seconds={seconds!r}: a time, 0 or more, or None, is needed")
    if nodes is not None and not nodes >= 0:
        raise UsageError(f"nodes={nodes!r}: a number of positions, 0 or more, or None, is needed")
    if not memory >= _LEAST_MEMORY:
        raise UsageError(f"memory={memory!r}: bytes, {_LEAST_MEMORY:,} or more, are needed")
    return limits._replace(nodes=None if nodes is None else int(nodes), memory=int(memory))


def _check_win(position: Position, line: tuple[Move, ...]) -> None:
    """Play a line by the rules; the search's own moves are not trusted."""
    replayed = position.copy()
    for move in line:
        replayed.push(move)
    if not replayed.won:
        raise AssertionError("the line found does not win")
