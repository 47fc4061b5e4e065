"""Making a winning line shorter: moves left out, detours cut, and other wins looked for."""

from __future__ import annotations

from collections.abc import Callable

from ..moves import FOUNDATION, STOCK, WASTE, Move
from ..position import Position
from .board import Board
from .layout import layout_of
from .search import BeamSearch, move_of

# A card's move apart from where it lies: the card, what it is laid on (_HOME, _EMPTY, or a card),
# and how many cards it carries. Draws and redeals are one of no card.
_Step = tuple[int, int, int]
_DRAW, _EMPTY, _HOME = -1, -2, -3

# How many moves a shorter way between two positions of the line may take, and how many positions
# may be tried for one.
_REACH, _TRIES = 5, 4_000
# How many cards a line may move one by one, so that a board can take all of it back.
_MOST_MADE = 50_000


class Shortener:
    """A winning line that is made shorter as long as there is time.

    Attributes:
        line: the shortest line so far.
    """

    def __init__(
        self, position: Position, line: tuple[Move, ...], seed: int, is_over: Callable[[], bool]
    ) -> None:
        """Make ready.

        Args:
            position: where the line begins.
            line: plain moves that win.
            seed: of the other wins that are looked for.
            is_over: asked now and then whether to stop.
        """
        self.position = position
        self.line = line
        self.seed = seed
        self.is_over = is_over
        self.tried = 0
        self.search: BeamSearch | None = None

    @property
    def nodes(self) -> int:
        """How many positions have been generated."""
        return self.tried + (self.search.nodes if self.search else 0)

    def run(self, others: bool = True) -> None:
        """Shorten until time is over.

        Args:
            others: whether other wins are looked for; else it ends when this line gets no shorter.
        """
        self.line = self.polished(self.line)
        if not others:
            return
        self.search = search = BeamSearch(self.position, self.seed, 100_000_000)
        while not self.is_over():
            before = search.nodes
            other = search.run(5_000)
            if search.nodes == before:
                break
            if other is not None:
                # Polishing takes its time, and seldom mends a line that is much longer.
                if len(other) < len(self.line) + 15:
                    other = self.polished(other)
                    if len(other) < len(self.line):
                        self.line = other
                search.leave()

    def polished(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """A line with what can be left out or cut short in it, at one place after another."""
        before = len(line) + 1
        while len(line) < before and not self.is_over():
            before = len(line)
            line = self.without_needless(line)
            line = self.without_detours(line)
        return line

    def without_needless(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """Leave out each move, and each move of a card with its next, that is not needed."""
        steps = _steps_of(self.position, line)
        index = 0
        while index < len(steps) and not self.is_over():
            card, target, _ = steps[index]
            if card != _DRAW and target != _HOME:
                later = [i for i in range(index + 1, len(steps)) if steps[i][0] == card]
                for left_out in [{index}, *({index, other} for other in later[:2])]:
                    shorter = [step for i, step in enumerate(steps) if i not in left_out]
                    found = _play(self.position, shorter)
                    if found is not None and len(found) < len(steps):
                        steps = _steps_of(self.position, found)
                        line = found
                        index -= 1
                        break
            index += 1
        return line

    def without_detours(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """Go from each position of the line to one that comes later, by fewer moves."""
        board = Board(layout_of(self.position))
        if len(line) * self.position.rules.draw > _MOST_MADE:
            return line
        index = 0
        while index < len(line) and not self.is_over():
            codes = _codes_of(board, line)
            board.load(board.start, 0)
            for code in codes[:index]:
                board.make(code)
            mark = board.trail_size
            places = {}
            for later, code in enumerate(codes[index:], index + 1):
                board.make(code)
                places[board.key] = later
            board.undo(mark)
            search = _ShorterWay(board, places, index)
            shorter = search.find()
            self.tried += _TRIES - search.tries
            if shorter is not None:
                way, later = shorter
                moves = tuple(move_of(board, code) for code in way)
                line = _rejoined(self.position, line, index, later, moves)
            index += 1
        return line


class _ShorterWay:
    """A search, to a small depth, for a way from the board's position to one of some places."""

    def __init__(self, board: Board, places: dict[int, int], index: int) -> None:
        self.board = board
        self.places = places
        self.index = index
        self.best: tuple[list[int], int] | None = None
        self.saved = 0
        self.tries = _TRIES
        self.met: dict[int, int] = {}

    def find(self) -> tuple[list[int], int] | None:
        """The moves, and the place they lead to; None if no way is shorter than the line's."""
        self._go([])
        return self.best

    def _go(self, way: list[int]) -> None:
        board = self.board
        found = board.generate(True, False)
        codes = [board.move[i] for i in range(found)]
        for code in codes:
            if self.tries == 0:
                return
            self.tries -= 1
            mark = board.trail_size
            board.make(code)
            way.append(code)
            key = board.key
            saved = self.places.get(key, 0) - self.index - len(way)
            if saved > self.saved:
                self.saved = saved
                self.best = way[:], self.places[key]
            if len(way) < _REACH and self.met.get(key, _REACH) > len(way):
                self.met[key] = len(way)
                self._go(way)
            way.pop()
            board.undo(mark)


def _codes_of(board: Board, line: tuple[Move, ...]) -> list[int]:
    piles = {WASTE: board.waste, STOCK: board.stock, FOUNDATION: board.home_pile}
    return [
        piles.get(source, source) | piles.get(target, target) << 8 | cards << 16
        for source, target, cards in line
    ]


def _steps_of(position: Position, line: tuple[Move, ...]) -> list[_Step]:
    """A line by what is laid on what. Copies of a card are told apart by where they lie first."""
    names = _Names(position)
    steps = []
    for move in line:
        steps.append(names.step(move))
        names.make(move)
    return steps


class _Names:
    """A position in which every card has a number of its own."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        number = 0
        self.piles: dict[int, list[int]] = {}
        for pile, cards in (
            *enumerate(position.columns),
            (WASTE, position.waste),
            (STOCK, position.stock),
        ):
            self.piles[pile] = list(range(number, number + len(cards)))
            number += len(cards)

    def step(self, move: Move) -> _Step:
        source, target, count = move
        if STOCK in (source, target):
            return _DRAW, _DRAW, 1
        card = self.piles[source][-count]
        if target == FOUNDATION:
            return card, _HOME, 1
        below = self.piles[target]
        return card, below[-1] if below else _EMPTY, count

    def make(self, move: Move) -> None:
        self.position.push(move)
        # Sizes tell what else moved: a draw of several cards, a column that was filled.
        source, target, count = move
        piles, position = self.piles, self.position
        if source == STOCK:
            while len(piles[STOCK]) > len(position.stock):
                piles[WASTE].append(piles[STOCK].pop())
            return
        if target == STOCK:
            piles[STOCK], piles[WASTE] = piles[WASTE][::-1], []
            return
        moved = piles[source][-count:]
        del piles[source][-count:]
        if target != FOUNDATION:
            piles[target] += moved
        if len(piles[WASTE]) > len(position.waste):
            piles[source].append(piles[WASTE].pop())
        elif len(piles[STOCK]) > len(position.stock):
            piles[source].append(piles[STOCK].pop())

    def move(self, step: _Step) -> Move | None:
        """The legal move that makes a step here, or brings its card home; None if none does."""
        card, below, count = step
        position, piles = self.position, self.piles
        if card == _DRAW:
            move = Move(STOCK, WASTE) if position.stock else Move(WASTE, STOCK)
            return move if position.refusal(move) is None else None
        source = next(
            (p for p, cards in piles.items() if len(cards) >= count and cards[-count] == card),
            STOCK,
        )
        if source == STOCK:
            return None
        targets = [
            target
            for target in range(len(position.columns))
            if (piles[target][-1] == below if piles[target] else below == _EMPTY)
        ]
        if below == _HOME:
            targets = [FOUNDATION]
        for target in targets:
            move = Move(source, target, count)
            if position.refusal(move) is None:
                return move
        return None


def _play(position: Position, steps: list[_Step]) -> tuple[Move, ...] | None:
    """Play steps, those that can't be made left out; the line if it wins."""
    names = _Names(position)
    for step in steps:
        move = names.move(step)
        if move is not None:
            names.make(move)
        elif step[0] == _DRAW:
            return None
    # What is left may go home by itself.
    while not names.position.won:
        home = [move for move in names.position.legal_moves() if move.target == FOUNDATION]
        if not home:
            return None
        names.make(home[0])
    return tuple(names.position.moves)


def _rejoined(
    position: Position, line: tuple[Move, ...], index: int, later: int, way: tuple[Move, ...]
) -> tuple[Move, ...]:
    """A line with its moves from index to later replaced by a way that leads to the same cards.

    The columns may have changed places then, which the moves after it take into account.
    """
    old, new = position.copy(), position.copy()
    for move in line[:later]:
        old.push(move)
    for move in (*line[:index], *way):
        new.push(move)
    place = {FOUNDATION: FOUNDATION, WASTE: WASTE, STOCK: STOCK}
    left = list(range(len(new.columns)))
    for column, cards in enumerate(old.columns):
        same = next(
            (c for c in left if new.columns[c] == cards and new.down[c] == old.down[column]), None
        )
        if same is None:
            return line
        left.remove(same)
        place[column] = same
    rest = tuple(
        Move(place[source], place[target], cards) for source, target, cards in line[later:]
    )
    return (*line[:index], *way, *rest)
