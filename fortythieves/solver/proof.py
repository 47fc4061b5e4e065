# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True, infer_types=True, annotation_typing=False
"""Exhaustive search, depth first, which can prove that there is no win. Compiled as `board.py` is.

All that it leaves out is left out soundly: where there is a win, it comes to one. Below, a
*tableau move* is one from a column to a column or home.

- Safe cards go home at once (`Board.is_safe`).
- *Draw first*: a draw changes nothing for a tableau move, so a tableau move just before a draw can
  as well come after it. Hence after a tableau move no draw is tried until a card of the waste has
  moved. A position that was searched so is searched again, for its draw alone, when it is met in
  another way.
- *Dead*: if no column is empty, and none could be emptied even if every card that has once been
  uncovered in a column took any number of cards for ever, then none ever will be; and the position
  is lost. The waste and the stock are played in their order.
- *Stubborn sets* (A. Valmari, "Stubborn sets for reduced state space generation", 1990): every win
  draws or moves the waste's top card at some time. Only these moves are tried, and those of
  columns that could interfere with them or make them possible, by way of tableau moves alone; all
  others can wait. It is used where no column is empty.
- *Places*: `Prover.overfull`, where each card can be laid on one other only, and none is redealt.
"""

from __future__ import annotations

from array import array

from .board import Board
from .keytable import KeyTable

PILE_BITS = 8
_ASLEEP = 0x2545_F491_4F6C_DD1D
_MAX_DEPTH = 20_000
_MOVES = 400_000
# How many levels of the waste are looked at, and how many sets of columns at each.
_LEVELS, _SETS = 14, 8
# The count of places is always made while it tells of one position in _RATIO, and for the first
# _TRIAL; else of one position in _SELDOM.
_RATIO, _TRIAL, _SELDOM = 10, 500, 50


class Prover:
    """A search of all positions that can be reached, until a win is found or none is left.

    Attributes:
        won: whether a win was found; `line` gives it.
        done: whether all was searched.
        full: whether the search had to stop short, since its table or its stack was full.
        counts: how often the places that cards need were counted, which costs about a tenth of a
            node each.
    """

    def __init__(
        self,
        board: Board,
        table_bits: int,
        draw_first: bool,
        dead: bool,
        stubborn: bool,
        count: bool,
    ) -> None:
        """Make ready; the last four say which reductions are used, where the rules allow them."""
        self.board = board
        # A card taken from the waste to fill a column ties draws and columns together.
        fills = board.empty == 2
        self.draw_first = draw_first and not fills
        self.use_dead = dead and not fills and not board.runs
        self.use_stubborn = stubborn and not fills and not board.runs
        self.table = KeyTable(table_bits)
        self.moves = array("i", bytes(4 * _MOVES))
        self.next = array("i", bytes(4 * _MAX_DEPTH))
        self.end = array("i", bytes(4 * _MAX_DEPTH))
        self.limit = array("i", bytes(4 * _MAX_DEPTH))
        self.mark = array("i", bytes(4 * _MAX_DEPTH))
        self.reach = array("i", bytes(4 * 64))
        self.relaxed = array("i", bytes(4 * 64))
        self.free = array("i", bytes(4 * 64))
        self.stack = array("i", bytes(4 * 256))
        self.shown = array("i", bytes(4 * 256))
        self.opened = self.at_hand = self.cleared = self.pending = 0
        self.deep = array("i", bytes(4 * 64))
        self.loose = array("i", bytes(4 * 64))
        self.held = array("i", bytes(4 * 64))
        self.costs = array("i", bytes(4 * 64))
        self.budget = 0
        self.met = self.tests = self.cut = self.counts = 0
        # The one kind on which a kind may be laid; -1 where there is none.
        self.parent = array("i", [-1] * 64)
        one_parent = True
        for kind in range(64):
            for on in range(64):
                if (self.board.lies_on[kind] >> on) & 1:
                    one_parent = one_parent and self.parent[kind] < 0
                    self.parent[kind] = on
        self.use_count = count and one_parent and not fills and not board.redeals
        self.depth = -1
        self.won = self.done = self.full = False
        board.load(board.start, 0)
        board.settle()
        self.best_home = board.cards_home
        if board.cards_home == board.total:
            self.won = True
        elif not self.enter(False):
            self.done = True

    def step(self, nodes: int) -> bool:
        """Search on until so many more nodes are generated; says whether to go on."""
        board = self.board
        stop = board.nodes + nodes
        while board.nodes < stop:
            if self.table.full:
                self.full = True
            if self.won or self.done or self.full:
                return False
            depth = self.depth
            if self.next[depth] == self.end[depth]:
                board.undo(self.mark[depth])
                self.depth -= 1
                if self.depth < 0:
                    self.done = True
                continue
            self.next[depth] -= 1
            code = self.moves[self.next[depth]]
            mark = board.trail_size
            after_tableau = (code & 255) < board.columns
            board.make(code)
            waste = board.size[board.waste]
            board.settle()
            board.nodes += 1
            if board.cards_home > self.best_home:
                self.best_home = board.cards_home
            if board.cards_home == board.total:
                self.won = True
                return False
            if board.size[board.waste] != waste:
                after_tableau = False
            if self.enter(after_tableau):
                self.mark[self.depth] = mark
            else:
                board.undo(mark)
        return True

    def enter(self, after_tableau: bool) -> bool:
        """Go into the board's position, unless it is known, dead, or without moves to try."""
        board = self.board
        draws = True
        others = True
        if self.draw_first:
            asleep = board.key ^ _ASLEEP
            if after_tableau:
                if self.table.is_known(board.key) or not self.table.add(asleep):
                    return False
                draws = False
            else:
                if not self.table.add(board.key):
                    return False
                others = not self.table.is_known(asleep)
        elif not self.table.add(board.key):
            return False
        columns = -1
        only_draw = False
        if board.empties == 0 and (self.use_dead or self.use_stubborn):
            if self.use_dead and self.emptied(True) == 0:
                return False
            if self.use_stubborn:
                columns = self.stubborn_columns()
                only_draw = columns == -2
        if self.use_count and not after_tableau and self.is_due() and self.overfull():
            self.cut += 1
            return False
        found = board.generate(draws, False)
        first = 0
        if self.depth >= 0:
            first = self.limit[self.depth]
        at = first
        if self.depth + 2 >= _MAX_DEPTH or at + found >= _MOVES or board.trail_size > 60_000:
            self.full = True
            return False
        for i in range(found):
            code = board.move[i]
            source = code & 255
            target = (code >> 8) & 255
            is_draw = source == board.stock or target == board.stock
            if not others and not is_draw:
                continue
            if only_draw and not is_draw:
                continue
            if source < board.columns and columns >= 0 and not (columns >> source) & 1:
                continue
            self.moves[at] = code
            at += 1
        if at == first:
            return False
        self.depth += 1
        self.next[self.depth] = at
        self.end[self.depth] = first
        self.limit[self.depth] = at
        return True

    # How many cards need a place.

    def is_due(self) -> bool:
        """Whether the count is worth its time: always where it often tells, else now and then."""
        self.met += 1
        if self.cut * _RATIO < self.tests - _TRIAL and self.met % _SELDOM:
            return False
        self.tests += 1
        return True

    def overfull(self) -> bool:
        """Whether the cards that must leave the waste find no room, whatever is done.

        To win, the waste must come down to any number of its present cards. When it first does,
        so many cards of the stock have been drawn; all that has left the waste, and all cards of
        columns that have been emptied meanwhile, lie at home, on a card where they may be laid, or
        at the bottom of a column that has been emptied: one on each. What is still in the waste
        or stock, or at the bottom of other columns, keeps its foundation from growing. If that
        does not come out for any number of draws and any set of columns, the position is lost.
        """
        board = self.board
        deep, loose, held = self.deep, self.loose, self.held
        for kind in range(64):
            deep[kind] = 0
            loose[kind] = 0
            held[kind] = 0
        for column in range(board.columns):
            if board.size[column]:
                held[board.kind[board.pile[column << PILE_BITS]]] += 1
        for pile in range(board.waste, board.stock + 1):
            slot = pile << PILE_BITS
            for i in range(board.size[pile]):
                deep[board.kind[board.pile[slot + i]]] += 1
        slot = board.waste << PILE_BITS
        left = board.size[board.waste]
        last = max(0, left - _LEVELS)
        while left > last:
            left -= 1
            kind = board.kind[board.pile[slot + left]]
            deep[kind] -= 1
            loose[kind] += 1
            if not self.has_room() and self.stays_full():
                return True
        return False

    def stays_full(self) -> bool:
        """Whether there is no room either after any number of draws."""
        board = self.board
        deep, loose = self.deep, self.loose
        slot = (board.stock << PILE_BITS) + board.size[board.stock]
        drawn = 0
        full = True
        while full and drawn < board.size[board.stock]:
            drawn += 1
            kind = board.kind[board.pile[slot - drawn]]
            deep[kind] -= 1
            loose[kind] += 1
            full = not self.has_room()
        while drawn:
            kind = board.kind[board.pile[slot - drawn]]
            deep[kind] += 1
            loose[kind] -= 1
            drawn -= 1
        return full

    def has_room(self) -> bool:
        board = self.board
        room = board.empties
        if self.bottoms_needed(True) <= room:
            return True
        needed = self.bottoms_needed(False)
        slack = 0
        for column in range(board.columns):
            self.costs[column] = 1
            if board.size[column]:
                self.set_loose(column, 1)
                self.costs[column] = self.bottoms_needed(False) - needed
                self.set_loose(column, -1)
                if self.costs[column] == 0:
                    slack += 1
        if needed - slack > room:
            return False
        self.budget = _SETS
        return self.has_room_with(0, room, slack)

    def has_room_with(self, first: int, room: int, slack: int) -> bool:
        """Whether there is room if some of the columns from the first on are emptied."""
        board = self.board
        for column in range(first, board.columns):
            if board.size[column]:
                free = self.costs[column] == 0
                if free:
                    slack -= 1
                self.budget -= 1
                if self.budget < 0:
                    return True
                self.set_loose(column, 1)
                self.held[board.kind[board.pile[column << PILE_BITS]]] -= 1
                found = self.bottoms_needed(True) <= room + 1
                if not found and self.bottoms_needed(False) - slack <= room + 1:
                    found = self.has_room_with(column + 1, room + 1, slack)
                self.set_loose(column, -1)
                self.held[board.kind[board.pile[column << PILE_BITS]]] += 1
                if found:
                    return True
        return False

    def set_loose(self, column: int, change: int) -> None:
        board = self.board
        slot = column << PILE_BITS
        for i in range(board.size[column]):
            self.loose[board.kind[board.pile[slot + i]]] += change

    def bottoms_needed(self, hold: bool) -> int:
        """How many of the loose cards can neither be home nor lie on another card.

        With hold the cards at the bottom of columns are not home.
        """
        board = self.board
        self.counts += 1
        needed = 0
        for suit in range(4):
            at = suit * 13
            last = board.packs
            for step in range(13):
                kind = board.order[at + step]
                out = board.packs - self.deep[kind]
                if hold:
                    out -= self.held[kind]
                last = min(last, out)
                over = self.loose[kind] - (last - board.home[kind])
                parents = 0
                parent = self.parent[kind]
                if parent >= 0:
                    parents = board.packs - self.deep[parent] - board.home[parent]
                if over > parents:
                    needed += over - parents
        return needed

    # What could come to lie open.

    def emptied(self, all_cards: bool) -> int:
        """The columns, as a mask, that could be emptied if columns took more than they do.

        Every card once uncovered in a column takes any number of cards for ever. ``reach`` is then
        how far each column could be dug.

        Args:
            all_cards: whether the waste can be played from, too, and the stock drawn; then one
                column that could be emptied is enough. Else columns alone move.
        """
        board = self.board
        reach, free = self.reach, self.free
        for kind in range(64):
            self.relaxed[kind] = board.home[kind]
            free[kind] = board.home[kind]
        self.opened = 0
        self.cleared = 0
        self.at_hand = 0
        self.pending = 0
        for column in range(board.columns):
            reach[column] = board.size[column] - 1
            self.uncover(board.top(column))
        if not all_cards:
            self.dig()
            return self.cleared
        waste = board.waste << PILE_BITS
        stock = board.stock << PILE_BITS
        left = board.size[board.stock]
        if board.redeals:
            # In some order or other, all of them come to hand.
            for i in range(board.size[board.waste]):
                self.take(board.kind[board.pile[waste + i]])
            for i in range(left):
                self.take(board.kind[board.pile[stock + i]])
            self.dig()
            return self.cleared
        for i in range(board.size[board.waste]):
            self.cover(board.kind[board.pile[waste + i]])
        if self.pending:
            self.show_top()
        self.dig()
        while left and self.cleared == 0:
            for _ in range(min(board.draw, left)):
                left -= 1
                self.cover(board.kind[board.pile[stock + left]])
            self.show_top()
            if self.can_leave(self.stack[self.pending - 1]):
                self.dig()
        return self.cleared

    def uncover(self, kind: int) -> None:
        """A card comes to lie open in a column."""
        self.free[kind] += 1
        self.opened |= self.board.kind_bit[kind]

    def take(self, kind: int) -> None:
        """A card is at hand."""
        self.free[kind] += 1
        self.at_hand |= self.board.kind_bit[kind]

    def cover(self, kind: int) -> None:
        """A card comes onto the waste."""
        self.stack[self.pending] = kind
        self.shown[self.pending] = 0
        self.pending += 1

    def show_top(self) -> None:
        """The waste's top card has its turn."""
        if not self.shown[self.pending - 1]:
            self.shown[self.pending - 1] = 1
            self.free[self.stack[self.pending - 1]] += 1

    def can_leave(self, kind: int) -> bool:
        """Whether a card that lies open may go home, or onto a card uncovered in a column."""
        board = self.board
        if board.lies_on[kind] & self.opened:
            return True
        before = board.before[kind]
        most = self.free[kind]
        if before & 15:
            most = min(most, self.relaxed[before])
        if most > self.relaxed[kind]:
            self.relaxed[kind] = most
        return most > board.home[kind]

    def dig(self) -> None:
        """Let all cards leave that may, until none may any more."""
        board = self.board
        reach = self.reach
        again = True
        while again:
            again = False
            self.count_home()
            for column in range(board.columns):
                while reach[column] >= 0:
                    if not self.can_leave(
                        board.kind[board.pile[(column << PILE_BITS) + reach[column]]]
                    ):
                        break
                    again = True
                    reach[column] -= 1
                    if reach[column] < 0:
                        self.cleared |= 1 << column
                    else:
                        self.uncover(board.kind[board.pile[(column << PILE_BITS) + reach[column]]])
            while self.pending and self.can_leave(self.stack[self.pending - 1]):
                kind = self.stack[self.pending - 1]
                if board.lies_on[kind] & self.opened:
                    self.opened |= board.kind_bit[kind]
                again = True
                self.pending -= 1
                if self.pending:
                    self.show_top()
            left = self.at_hand & ~self.opened
            if left:
                for kind in range(64):
                    if (left >> kind) & 1 and board.lies_on[kind] & self.opened:
                        self.opened |= board.kind_bit[kind]
                        again = True

    def count_home(self) -> None:
        """Bring up to date how many copies of each kind could be home."""
        board = self.board
        for suit in range(4):
            at = suit * 13
            last = board.packs
            for step in range(13):
                kind = board.order[at + step]
                last = min(last, self.free[kind])
                if last == 0:
                    break
                self.relaxed[kind] = last

    def stubborn_columns(self) -> int:
        """The columns, as a mask, whose moves must be tried; -1 for all, -2 for the draw alone."""
        board = self.board
        if board.size[board.waste] == 0:
            return -2 if board.size[board.stock] else -1
        emptied = self.emptied(False)
        wanted = self.concerned(board.top(board.waste), emptied)
        if wanted == 0 and board.size[board.stock]:
            kind = board.top(board.waste)
            if board.home[board.before[kind]] <= board.home[kind]:
                return -2
        chosen = 0
        while wanted & ~chosen:
            for column in range(board.columns):
                if (wanted >> column) & 1 and not (chosen >> column) & 1:
                    chosen |= 1 << column
                    kind = board.top(column)
                    wanted |= self.concerned(kind, emptied)
                    wanted |= self.holding(board.bears[kind])
        return chosen

    def concerned(self, kind: int, emptied: int) -> int:
        """The columns that could hinder a card's moves or make them possible, by digging alone."""
        board = self.board
        kinds = board.lies_on[kind] | board.kind_bit[kind] | board.kind_bit[board.before[kind]]
        return emptied | self.holding(kinds)

    def holding(self, kinds: int) -> int:
        """The columns where a card of some kinds can be uncovered by digging alone."""
        board = self.board
        columns = 0
        for column in range(board.columns):
            slot = column << PILE_BITS
            height = board.size[column] - 1
            while height >= 0 and height >= self.reach[column]:
                if (kinds >> board.kind[board.pile[slot + height]]) & 1:
                    columns |= 1 << column
                    break
                height -= 1
        return columns

    def line(self) -> list[int]:
        """The moves to the position where the search stands, without the safe ones between."""
        return [self.moves[self.next[depth]] for depth in range(self.depth + 1)]
