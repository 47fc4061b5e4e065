"""The beams that are tried one after another, and the line that one of them found."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..moves import FOUNDATION, STOCK, WASTE, Move
from ..position import Position
from .beam import Beam
from .board import Board
from .layout import layout_of
from .proof import Prover
from .weights import weights_for

# By how much weights vary: the standard deviation of their logarithms.
_SPREAD = 0.35


def _plan() -> Iterator[tuple[int, bool]]:
    """Widths of beams, and whether the weights are varied at random."""
    for width in (1, 2, 3):
        yield width, False
    for width in (10, 30, 100, 300, 1000):
        yield width, True
    while True:
        yield 3000, True


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
        return self.beams.cards_home

    @property
    def best_line(self) -> tuple[Move, ...]:
        return self.beams.best_line

    @staticmethod
    def _take_turns() -> Iterator[tuple[bool, int]]:
        """Whether to prove, and for how many nodes."""
        yield True, _FIRST_PROOF
        turn = 1
        while True:
            yield False, _TURN * turn
            yield True, _TURN * turn
            turn += 1

    def run(self, nodes: int) -> bool:
        """Search for about so many nodes more; says whether to go on."""
        while nodes > 0:
            before = self.nodes
            if self._proving:
                self._prove(min(nodes, self._left))
            else:
                self.line = self.beams.run(min(nodes, self._left))
            if self.line is not None or self.lost:
                return False
            used = self.nodes - before
            nodes -= used
            self._left -= used
            if self._left <= 0 or used == 0:
                self._proving, self._left = next(self._turns)
        return True

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
        self.table_bits = _bits(memory)
        self.cards_home = position.cards_home
        self.best_line: tuple[Move, ...] = ()
        self._plan = ((w, vary, kind) for w, vary in _plan() for kind in (True, False))
        self.beam = self._next_beam()

    @property
    def nodes(self) -> int:
        return int(self.board.nodes)

    def _next_beam(self) -> Beam:
        width, vary, by_draws = next(self._plan)
        weights = self.weights
        if vary:
            weights = [int(w * self.random.lognormvariate(0, _SPREAD)) for w in weights]
        self.board.set_weights(weights)
        return Beam(self.board, width, by_draws, True, self.table_bits)

    def leave(self) -> None:
        """Go on with the next beam, as if this one had found nothing."""
        self.beam = self._next_beam()

    def run(self, nodes: int) -> tuple[Move, ...] | None:
        """Search for so many nodes more; returns the line of a win if one was found."""
        stop = self.nodes + nodes
        while self.nodes < stop:
            going = self.beam.step(stop - self.nodes)
            if self.beam.best_home > self.cards_home:
                self.cards_home = self.beam.best_home
                self.best_line = line_of(self.board, self.beam.line(self.beam.best))
            if self.beam.won >= 0:
                return line_of(self.board, self.beam.line(self.beam.won))
            if not going:
                self.leave()
        return None


def _bits(memory: int) -> int:
    """The size of a table of 8-byte keys that fits in so many bytes, as a power of two."""
    return max(10, (memory // 8).bit_length() - 1)


def line_of(board: Board, codes: list[int]) -> tuple[Move, ...]:
    """The plain moves of a line, those of safe cards that go home between them included."""
    board.load(board.start, 0)
    moves: list[Move] = []

    def settle() -> None:
        mark = board.trail_size
        board.settle()
        moves.extend(move_of(board, code) for code in board.went_home(mark))

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
