# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, infer_types=True, annotation_typing=False
"""Beam search: of each layer of positions only the best are kept. Compiled as `board.py` is."""

from __future__ import annotations

from array import array

from .board import Board
from .keytable import KeyTable

# So many passes, and one more for each position of the width, may be made in a layer.
_MOST_PASSES = 40


class Beam:
    """A beam search: of each layer of positions only the best are kept.

    There are two kinds. By depth, a layer holds the positions after so many moves. By draws, it
    holds those after so many draws: within a layer all moves but draws are tried, in passes until
    they bring nothing better, and then the best of all that were seen there draw.

    Attributes:
        won: the note of the position that is won, for `line`; -1 while there is none.
        best, best_home: the note of the position with the most cards home, and how many.
    """

    def __init__(
        self, board: Board, width: int, by_draws: bool, prune: bool, table_bits: int
    ) -> None:
        self.board = board
        self.width = width
        self.by_draws = by_draws
        self.prune = prune
        self.state_size = board.state_size
        self.states = array("B", bytes(2 * width * board.state_size))
        self.history_of = array("i", bytes(4 * 2 * width))
        self.fresh = array("B", bytes(2 * width))
        self.heap_value = array("q", bytes(8 * width))
        self.heap_slot = array("i", bytes(4 * width))
        self.parents = array("i", bytes(4 * 4096))
        self.codes = array("i", bytes(4 * 4096))
        self.history = 0
        self.seen = KeyTable(table_bits)
        self.won = -1
        self.best_home = -1
        self.best = -1
        # The half of the slots that holds the present layer, and that into which is put.
        self.here = 0
        self.into = 0
        self.count = 0
        self.here_count = 0
        self.next = 0
        self.passes = 0
        self.drawing = False
        board.load(board.start, 0)
        board.settle()
        self.seen.add(board.key)
        self.offer(-1, 0)
        if board.cards_home == board.total:
            self.won = 0
        if not by_draws:
            self.turn_to_next_layer()

    def turn_to_next_layer(self) -> None:
        self.here = self.into
        self.here_count = self.count
        self.into = self.width - self.here
        self.count = 0
        self.next = 0

    def remember(self, parent: int, code: int) -> int:
        """Note how a position came to be; returns the number of the note."""
        size = len(self.parents)
        if self.history == size:
            parents = array("i", bytes(4 * 2 * size))
            codes = array("i", bytes(4 * 2 * size))
            parents[:size] = array("i", self.parents)
            codes[:size] = array("i", self.codes)
            self.parents = parents
            self.codes = codes
        self.parents[self.history] = parent
        self.codes[self.history] = code
        self.history += 1
        return self.history - 1

    def offer(self, parent: int, code: int) -> None:
        """Take the board's position into the layer that is being made, if it is good enough."""
        value = self.board.evaluate()
        heap_value = self.heap_value
        heap_slot = self.heap_slot
        if self.count < self.width:
            slot = self.into + self.count
            at = self.count
            self.count += 1
            while at:
                up = (at - 1) >> 1
                if heap_value[up] <= value:
                    break
                heap_value[at] = heap_value[up]
                heap_slot[at] = heap_slot[up]
                at = up
        else:
            if value <= heap_value[0]:
                return
            slot = heap_slot[0]
            at = 0
            while True:
                down = 2 * at + 1
                if down >= self.width:
                    break
                if down + 1 < self.width and heap_value[down + 1] < heap_value[down]:
                    down += 1
                if heap_value[down] >= value:
                    break
                heap_value[at] = heap_value[down]
                heap_slot[at] = heap_slot[down]
                at = down
        heap_value[at] = value
        heap_slot[at] = slot
        note = self.remember(parent, code)
        self.history_of[slot] = note
        self.fresh[slot] = 1
        self.board.save(self.states, slot * self.state_size)
        if self.board.cards_home > self.best_home:
            self.best_home = self.board.cards_home
            self.best = note

    def expand(self, slot: int, draws: bool, only_draws: bool) -> None:
        """Offer all positions one move on from that in a slot."""
        board = self.board
        board.load(self.states, slot * self.state_size)
        parent = self.history_of[slot]
        found = board.generate(draws, self.prune)
        if only_draws:
            found = min(found, 1)
        for i in range(found):
            code = board.move[i]
            board.make(code)
            board.settle()
            board.nodes += 1
            if self.seen.add(board.key):
                if board.cards_home == board.total:
                    self.won = self.remember(parent, code)
                    return
                self.offer(parent, code)
            board.undo(0)

    def step(self, nodes: int) -> bool:
        """Search on until so many more nodes are generated; says whether to go on."""
        stop = self.board.nodes + nodes
        while self.board.nodes < stop:
            # Without room for more keys it could go round in circles for ever.
            if self.won >= 0 or self.seen.full:
                return False
            if self.by_draws:
                if not self.step_by_draws():
                    return False
            elif not self.step_by_depth():
                return False
        return self.won < 0

    def step_by_depth(self) -> bool:
        if self.next == self.here_count:
            if self.count == 0:
                return False
            self.turn_to_next_layer()
        self.expand(self.here + self.next, True, False)
        self.next += 1
        return True

    def step_by_draws(self) -> bool:
        if self.drawing:
            if self.next < self.here_count:
                self.draw(self.here + self.next)
                self.next += 1
                return True
            if self.count == 0:
                return False
            self.drawing = False
            self.next = 0
            self.passes = 0
        # Expand what is fresh; what that brings may come in this pass or in the next.
        while self.next < self.count:
            slot = self.into + self.next
            self.next += 1
            if self.fresh[slot]:
                self.fresh[slot] = 0
                self.expand(slot, False, False)
                return True
        self.next = 0
        self.passes += 1
        some = False
        for i in range(self.count):
            if self.fresh[self.into + i]:
                some = True
        if not some or self.passes >= self.width + _MOST_PASSES:
            self.turn_to_next_layer()
            self.drawing = True
        return True

    def draw(self, slot: int) -> None:
        board = self.board
        board.load(self.states, slot * self.state_size)
        if board.size[board.stock] == 0 and not (board.redeals and board.size[board.waste]):
            return
        self.expand(slot, True, True)

    def line(self, note: int) -> list[int]:
        """The codes of the moves that led to a noted position, without the safe ones between."""
        codes = []
        while note > 0:
            codes.append(self.codes[note])
            note = self.parents[note]
        codes.reverse()
        return codes
