"""The beams that are tried one after another, and the line that one of them found."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..moves import FOUNDATION, STOCK, WASTE, Move
from ..position import Position
from .beam import Beam
from .board import Board
from .layout import layout_of
from .weights import weights_for

# Bytes of a beam's table of keys at most, as a power of two of 8-byte keys.
_SPREAD = 0.35


def _plan() -> Iterator[tuple[int, bool]]:
    """Widths of beams, and whether the weights are varied at random."""
    for width in (1, 2, 3):
        yield width, False
    for width in (10, 30, 100, 300, 1000):
        yield width, True
    while True:
        yield 3000, True


class WinSearch:
    """A search for a win by beams of growing width."""

    def __init__(self, position: Position, seed: int, memory: int) -> None:
        self.position = position
        self.board = Board(layout_of(position))
        self.weights = weights_for(position.rules)
        self.random = random.Random(seed)
        self.table_bits = max(10, (memory // 16).bit_length() - 1)
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
                self.beam = self._next_beam()
        return None


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
