"""The beams that are tried one after another, and the line that one of them found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heapify

from ..moves import FOUNDATION, STOCK, WASTE, Move
from ..position import Position
from .beam import Beam
from .board import Board
from .layout import layout_of
from .proof import Prover
from .weights import weights_for

# By how much weights vary: the standard deviation of their logarithms.
_SPREAD = 0.35
# Widths of beams; from which on the weights are varied even at the first time.
_WIDTHS, _VARIED = (1, 10, 100, 1000, 10_000), 100
_DEPTH_COST = 2.1


def _plan() -> Iterator[tuple[int, bool]]:
    """Widths of beams, and whether they go by draws, without end.

    A beam costs about as its width, by depth twice that. The next one is always the cheapest, where
    each time that a kind of beam has been tried makes it dearer by the square of the times: so
    that narrow beams come first, and none is forgotten for long.
    """
    waiting = [
        (width * (1.0 if by_draws else _DEPTH_COST), width, by_draws, 1)
        for width in _WIDTHS
        for by_draws in (True, False)
    ]
    while True:
        heapify(waiting)
        _, width, by_draws, times = waiting[0]
        yield width, by_draws
        cost = width * (1.0 if by_draws else _DEPTH_COST)
        waiting[0] = (cost * (times + 1) ** 2, width, by_draws, times + 1)


# A search for a win and one for a proof take turns, each with as many nodes as this times the
# turn's number. The first proof is short: a small position needs no more.
_TURN, _FIRST_PROOF = 100_000, 2_000


class Search:
    """A search for a win, and for a proof that there is none, by turns.

    Attributes:
        line: the moves of the win that was found; None if none was.
        lost: whether it was proved that there is none.
        cards_home: the most cards home on any line.
        best_line: the moves of that line.
    """

    def __init__(self, position: Position, seed: int, memory: int) -> None:
        """Make ready.

        Args:
            position: where to begin.
            seed: chooses how the beams vary, and the random numbers of all hash keys.
            memory: bytes, of which the proof's table of positions takes three quarters at most.
        """
        self.beams = BeamSearch(position, seed, memory // 4)
        self.board = Board(layout_of(position, seed))
        self.prover = Prover(self.board, _bits(memory * 3 // 4), True, True, True, True)
        self.line: tuple[Move, ...] | None = None
        self.lost = False
        self._turns = self._take_turns()
        self._proving, self._left = next(self._turns)

    @property
    def nodes(self) -> int:
        return self.beams.nodes + int(self.board.nodes)

    @property
    def cards_home(self) -> int:
        return max(self.beams.cards_home, int(self.prover.best_home))

    @property
    def best_line(self) -> tuple[Move, ...]:
        return self.beams.best_line

    def _take_turns(self) -> Iterator[tuple[bool, int]]:
        """Whether to prove, and for how many nodes."""
        yield True, _FIRST_PROOF
        # Where more than one card bears a card, nearly every deal is won, and hardly one proved.
        part = 1 if self.prover.use_count else 8
        turn = 1
        while True:
            yield False, _TURN * turn
            yield True, _TURN * turn // part
            turn += 1

    def run(self, nodes: int) -> bool:
        """Search for about so many nodes more; says whether to go on."""
        idle = 0
        while nodes > 0:
            before, effort = self.nodes, self._effort()
            if self._proving:
                self._prove(min(nodes, self._left))
            else:
                self.line = self.beams.run(min(nodes, self._left))
            if self.line is not None or self.lost:
                return False
            used = self.nodes - before
            nodes -= used
            self._left -= self._effort() - effort
            if self._left <= 0 or used == 0:
                self._proving, self._left = next(self._turns)
            idle = 0 if used else idle + 1
            if idle == 4:
                # The proof has no room, and the beams have nothing to try.
                return False
        return True

    def _effort(self) -> int:
        """What has been spent, in nodes: so that turns take about the same time."""
        return self.nodes + int(self.prover.counts) // 10

    def _prove(self, nodes: int) -> None:
        prover = self.prover
        if not prover.step(nodes):
            if prover.won:
                self.line = line_of(self.board, prover.line())
            self.lost = prover.done


class BeamSearch:
    """A search for a win by beams of growing width."""

    def __init__(self, position: Position, seed: int, memory: int) -> None:
        self.position = position
        self.board = Board(layout_of(position))
        self.weights = weights_for(position.rules)
        self.random = random.Random(seed)
        # As much again may go into the notes of how positions came to be.
        self.table_bits = _bits(memory // 2)
        self.cards_home = position.cards_home
        self.best_line: tuple[Move, ...] = ()
        self.plan = _plan()
        self.begun: set[tuple[int, bool]] = set()
        # To move a card off one it properly lies on rarely helps where it can take others along.
        self.prune = bool(position.rules.runs)
        self.beam = self._next_beam()

    @property
    def nodes(self) -> int:
        return int(self.board.nodes)

    def _next_beam(self) -> Beam:
        width, by_draws = next(self.plan)
        weights = self.weights
        if width >= _VARIED or (width, by_draws) in self.begun:
            weights = [int(w * self.random.lognormvariate(0, _SPREAD)) for w in weights]
        self.begun.add((width, by_draws))
        self.board.set_weights(weights)
        return Beam(self.board, width, by_draws, self.prune, self.table_bits)

    def leave(self) -> None:
        """Go on with the next beam, as if this one had found nothing."""
        self.beam = self._next_beam()

    def run(self, nodes: int) -> tuple[Move, ...] | None:
        """Search for so many nodes more; returns the line of a win if one was found."""
        stop = self.nodes + nodes
        while self.nodes < stop:
            before = self.nodes
            going = self.beam.step(stop - self.nodes)
            if self.beam.best_home > self.cards_home:
                self.cards_home = self.beam.best_home
                self.best_line = line_of(self.board, self.beam.line(self.beam.best))
            if self.beam.won >= 0:
                return line_of(self.board, self.beam.line(self.beam.won))
            if not going:
                self.leave()
                if self.nodes == before:
                    # Nothing is left to try here, as where all moves from the start are pruned.
                    return None
        return None


def _bits(memory: int) -> int:
    """The size of a table of 8-byte keys that fits in so many bytes, as a power of two."""
    return max(10, (memory // 8).bit_length() - 1)


def line_of(board: Board, codes: list[int]) -> tuple[Move, ...]:
    """The plain moves of a line, those of safe cards that go home between them included."""
    board.load(board.start, 0)
    moves: list[Move] = []

    def settle() -> None:
        board.forget()
        board.settle()
        moves.extend(move_of(board, code) for code in board.went_home(0))

    settle()
    for code in codes:
        moves.append(move_of(board, code))
        board.make(code)
        settle()
    return tuple(moves)


def move_of(board: Board, code: int) -> Move:
    """The move of a code: see `Board.make`."""
    piles = {board.waste: WASTE, board.stock: STOCK, board.home_pile: FOUNDATION}
    source, target, count = code & 255, code >> 8 & 255, code >> 16
    return Move(piles.get(source, source), piles.get(target, target), count)
