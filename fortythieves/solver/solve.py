"""From a position to a verdict: `solve`, within limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from ..moves import Move
from ..position import Position
from ..rules import Rules

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
    # A stand-in until the search proper is here: depth first, in plain Python.
    limits = limits or Limits()
    begun = time.perf_counter()
    here = position.copy()
    seen = set()
    nodes = 0
    best = here.cards_home
    best_line: tuple[Move, ...] = ()
    stack = [iter(here.legal_moves())]
    verdict = UNWINNABLE
    stopped = False
    if here.won:
        return Solution(WON)
    while stack:
        if nodes % 1000 == 0:
            seconds = time.perf_counter() - begun
            if progress and progress(Progress(seconds, nodes, best)):
                stopped = True
            over = limits.seconds is not None and seconds > limits.seconds
            if stopped or over or (limits.nodes is not None and nodes >= limits.nodes):
                verdict = UNDECIDED
                break
        move = next(stack[-1], None)
        if move is None:
            stack.pop()
            if stack:
                here.pop()
            continue
        here.push(move)
        nodes += 1
        key = (tuple(map(tuple, here.columns)), len(here.stock), tuple(here.waste), here.redeals)
        if key in seen:
            here.pop()
            continue
        seen.add(key)
        if here.cards_home > best:
            best, best_line = here.cards_home, tuple(here.moves)
        if here.won:
            seconds = time.perf_counter() - begun
            return Solution(WON, tuple(here.moves), nodes, seconds, best)
        moves = here.legal_moves()
        moves.sort(key=lambda m: (m.target != 102, m.target == 101))
        stack.append(iter(moves))
    seconds = time.perf_counter() - begun
    moves_found = best_line if verdict == UNDECIDED else ()
    return Solution(verdict, moves_found, nodes, seconds, best, stopped=stopped)
