"""Where the cards lie, which moves are legal there, and making and taking back moves.

One class serves play and checks. It knows no files and no screen.
"""

from __future__ import annotations

from functools import cache

from .cards import CARDS, KING, SUIT_NAMES, card_name, rank_of, suit_of
from .errors import IllegalMoveError
from .moves import DRAW, FOUNDATION, PILE_WORDS, REDEAL, STOCK, WASTE, Move
from .rules import BUILDS, EMPTIES, Rules, bearing_table

# What an empty column may take.
_ANY = frozenset(CARDS)
_KINGS = frozenset(card for card in CARDS if rank_of(card) == KING)
# A table of moves is faster than making each anew.
_move = cache(Move)

# From where a column was filled that a move had emptied.
_NO_FILL, _FROM_WASTE, _FROM_STOCK = 0, 1, 2


class Position:
    """The piles of a game, and the moves that led here since the position was made.

    Attributes:
        rules: the game's rules.
        stock: cards, the next to be drawn last.
        waste: cards, the top card last.
        columns: a list of cards each, the top card last.
        down: for each column, how many of its cards, from the bottom, can't move until the
            last of them, which lies face down, is turned up. These cards lie as they were
            dealt, face up or down as ``rules.rows`` says.
        home: for each card (an index), how many copies of it are on the foundations; at rank 0 of
            each suit stands the number of packs, as if a card lay there below the first.
        redeals: how many redeals are left; UNLIMITED for ever.
        moves: the moves made; ``pop`` takes back the last.

    All are to be read; only ``push`` and ``pop`` change them.
    """

    __slots__ = (
        "_bears",
        "_before",
        "_empty_takes",
        "_run_bears",
        "_trail",
        "columns",
        "down",
        "home",
        "moves",
        "redeals",
        "rules",
        "stock",
        "waste",
    )

    def __init__(
        self,
        rules: Rules,
        *,
        stock: list[int],
        waste: list[int],
        columns: list[list[int]],
        down: list[int],
        home: list[int],
        redeals: int,
    ) -> None:
        self.rules = rules
        self.stock = stock
        self.waste = waste
        self.columns = columns
        self.down = down
        self.home = home
        self.redeals = redeals
        self.moves: list[Move] = []
        # What pop needs to know of each move. Of a draw: how many cards. Else: whether a card was
        # turned up (bit 0), what filled the emptied column (bits 1, 2), which card went home.
        self._trail: list[int] = []
        self._bears = bearing_table(rules.build, rules.wrap)
        self._run_bears = bearing_table(rules.runs or rules.build, rules.wrap)
        self._empty_takes = _KINGS if rules.empty == "king" else _ANY
        self._before = _cards_before(rules.base)

    def copy(self) -> Position:
        """The same position, with no moves made."""
        return Position(
            self.rules,
            stock=self.stock[:],
            waste=self.waste[:],
            columns=[column[:] for column in self.columns],
            down=self.down[:],
            home=self.home[:],
            redeals=self.redeals,
        )

    def __eq__(self, other: object) -> bool:
        """Whether every card lies alike under the same rules; the moves made don't count."""
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.rules == other.rules
            and self.stock == other.stock
            and self.waste == other.waste
            and self.columns == other.columns
            and self.down == other.down
            and self.home == other.home
            and self.redeals == other.redeals
        )

    def __repr__(self) -> str:
        return (
            f"<Position {self.rules.name}, {len(self.stock)} in the stock, {len(self.waste)} in "
            f"the waste, {self.cards_home} home, {self.status}>"
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    # What is so.

    @property
    def won(self) -> bool:
        """Whether all foundations are complete."""
        packs, last = self.rules.packs, self.rules.base - 1 or KING
        home = self.home
        return all(home[suit + last] == packs for suit in (0, 16, 32, 48))

    @property
    def stuck(self) -> bool:
        """Whether no move at all is left, and the game is not won."""
        return not self.won and not self.legal_moves()

    @property
    def status(self) -> str:
        """``"won"``, ``"stuck"`` or ``"playing"``."""
        if self.won:
            return "won"
        return "playing" if self.legal_moves() else "stuck"

    @property
    def cards_home(self) -> int:
        """How many cards lie on the foundations."""
        return sum(self.home[card] for card in CARDS)

    def turned_up_since(self, moves: int) -> bool:
        """Whether a card that lay face down was turned up after the first so many moves."""
        return any(
            move.source == STOCK or trail & 1 or trail >> 1 & 3 == _FROM_STOCK
            for move, trail in zip(self.moves[moves:], self._trail[moves:], strict=True)
        )

    @property
    def last_home(self) -> int | None:
        """The card that the last move took to its foundation; None if it did something else."""
        if self.moves and self.moves[-1].target == FOUNDATION:
            return self._trail[-1] >> 3
        return None

    def foundation_heights(self, suit: int) -> list[int]:
        """How high each foundation of a suit stands, the highest first: 0 empty to 13 complete."""
        copies = self.home[16 * suit + 1 : 16 * suit + KING + 1]
        return [sum(count > pile for count in copies) for pile in range(self.rules.packs)]

    def foundation_tops(self, suit: int) -> list[int]:
        """The top card of each foundation of a suit, the highest pile first; 0 for an empty one."""
        first = self.rules.base - 2
        return [
            16 * suit + (first + height) % KING + 1 if height else 0
            for height in self.foundation_heights(suit)
        ]

    def is_face_down(self, column: int, row: int) -> bool:
        """Whether the card of a column, counted from the bottom and from 0, lies face down."""
        return row < self.down[column] and self.rules.rows[row] == "d"

    def run_length(self, column: int) -> int:
        """How many cards at the end of a column are a run: at least 1, 0 for an empty column."""
        cards = self.columns[column]
        bears = self._run_bears
        length = 1
        most = len(cards) - self.down[column]
        while length < most and cards[-length] in bears[cards[-length - 1]]:
            length += 1
        return min(length, most)

    # Which moves are legal.

    def legal_moves(self) -> list[Move]:
        """Every legal move, in a fixed order: stock, waste, then the columns from the left."""
        moves: list[Move] = []
        columns, home, bears = self.columns, self.home, self._bears
        before, empty_takes = self._before, self._empty_takes
        if self.stock:
            moves.append(DRAW)
        elif self.redeals and self.waste:
            moves.append(REDEAL)
        # Each column's number, and which cards may be laid on it.
        targets = [
            (target, bears[cards[-1]] if cards else empty_takes)
            for target, cards in enumerate(columns)
        ]
        if self.waste:
            card = self.waste[-1]
            if home[before[card]] > home[card]:
                moves.append(_move(WASTE, FOUNDATION))
            moves += [_move(WASTE, target) for target, borne in targets if card in borne]
        runs = self.rules.runs
        for source, cards in enumerate(columns):
            if not cards:
                continue
            card = cards[-1]
            if home[before[card]] > home[card]:
                moves.append(_move(source, FOUNDATION))
            length = self.run_length(source) if runs else 1
            if length == 1:
                moves += [
                    _move(source, target)
                    for target, borne in targets
                    if card in borne and target != source
                ]
            else:
                # Ranks fall by one along a run, so that its cards of the one rank that fits on
                # another card lie thirteen apart; nearly always there is one at most.
                below = rank_of(card) + 1
                for target, borne in targets:
                    if target == source:
                        continue
                    pile = columns[target]
                    counts = (
                        range((rank_of(pile[-1]) - below) % KING + 1, length + 1, KING)
                        if pile
                        else range(1, length + 1)
                    )
                    for count in counts:
                        if cards[-count] in borne:
                            moves.append(_move(source, target, count))
        return moves

    def refusal(self, move: Move) -> IllegalMoveError | None:
        """Why a move may not be made here; None if it may.

        The move is taken as it stands: one draw, one redeal, one card or one run. Shorthands are
        expanded before (`fortythieves.shorthand`).
        """
        source, target, count = move
        columns = self.columns
        if 0 <= target < STOCK and 0 <= source < STOCK:
            if max(source, target) >= len(columns):
                return self._no_column(move)
            cards = columns[source]
            if not cards:
                return _refuse(move, "empty-pile", f"column {source + 1} is empty")
            if source == target:
                return _refuse(move, "same-pile", "a move to the same column does nothing")
            if count != 1:
                refused = self._run_refusal(move)
                if refused is not None:
                    return refused
            card = cards[-count]
        elif count != 1:
            return _refuse(move, "count", "only runs between columns take a count")
        elif source == WASTE or 0 <= source < STOCK:
            if target == STOCK and source == WASTE:
                return self._redeal_refusal(move)
            if source != WASTE and source >= len(columns):
                return self._no_column(move)
            cards = self.waste if source == WASTE else columns[source]
            if not cards:
                return _refuse(move, "empty-pile", f"{PILE_WORDS[source]} is empty")
            card = cards[-1]
            if target == FOUNDATION:
                if self.home[self._before[card]] > self.home[card]:
                    return None
                return self._not_home_yet(move, card)
            if not 0 <= target < STOCK:
                return _refuse(
                    move, "no-such-move", "a card may go to a column or to a foundation only"
                )
            if target >= len(columns):
                return self._no_column(move)
        elif source == STOCK and target == WASTE:
            return None if self.stock else self._stock_empty(move)
        else:
            return self._no_such_move(move)
        return self.refusal_to_lay(move, card)

    def refusal_to_lay(self, move: Move, card: int) -> IllegalMoveError | None:
        """Why a card may not be laid on the move's target column; None if it may."""
        below = self.columns[move.target]
        if card in (self._bears[below[-1]] if below else self._empty_takes):
            return None
        return self._does_not_fit(move, card, below)

    # Making moves and taking them back.

    def push(self, move: Move) -> None:
        """Make a plain legal move.

        Raises:
            IllegalMoveError: the rules say no; nothing has changed then.
        """
        refused = self.refusal(move)
        if refused is not None:
            raise refused
        source, target, count = move
        trail = 0
        if source == STOCK:
            trail = min(self.rules.draw, len(self.stock))
            for _ in range(trail):
                self.waste.append(self.stock.pop())
        elif target == STOCK:
            self.stock, self.waste = self.waste[::-1], []
            if self.redeals > 0:
                self.redeals -= 1
        else:
            pile = self.waste if source == WASTE else self.columns[source]
            if target == FOUNDATION:
                card = pile.pop()
                self.home[card] += 1
                trail = card << 3
            elif count == 1:
                self.columns[target].append(pile.pop())
            else:
                self.columns[target] += pile[-count:]
                del pile[-count:]
            if source != WASTE:
                if not pile:
                    if self.rules.empty == "waste":
                        trail |= self._fill(pile) << 1
                elif self.down[source] == len(pile):
                    self.down[source] = self.rules.rows.rfind("d", 0, len(pile) - 1) + 1
                    trail |= 1
        self.moves.append(move)
        self._trail.append(trail)

    def pop(self) -> Move:
        """Take back the last move, and return it.

        Raises:
            IllegalMoveError: no move has been made.
        """
        if not self.moves:
            raise IllegalMoveError("nothing-to-undo", "no move has been made that could be undone")
        move = source, target, count = self.moves.pop()
        trail = self._trail.pop()
        if source == STOCK:
            for _ in range(trail):
                self.stock.append(self.waste.pop())
        elif target == STOCK:
            self.stock, self.waste = [], self.stock[::-1]
            if self.rules.redeals > 0:
                self.redeals += 1
        else:
            if target == FOUNDATION:
                cards = [trail >> 3]
                self.home[trail >> 3] -= 1
            else:
                cards = self.columns[target][-count:]
                del self.columns[target][-count:]
            if source == WASTE:
                self.waste += cards
            else:
                pile = self.columns[source]
                if trail & 1:
                    self.down[source] = len(pile)
                fill = trail >> 1 & 3
                if fill:
                    (self.waste if fill == _FROM_WASTE else self.stock).append(pile.pop())
                pile += cards
        return move

    def _fill(self, column: list[int]) -> int:
        """Fill an empty column from the waste, or else from the stock; returns from which."""
        if self.waste:
            column.append(self.waste.pop())
            return _FROM_WASTE
        if self.stock:
            column.append(self.stock.pop())
            return _FROM_STOCK
        return _NO_FILL

    # The reasons of refusals, in words.

    def _no_column(self, move: Move) -> IllegalMoveError:
        last = len(self.columns)
        missing = next(p for p in (move.source, move.target) if last <= p < STOCK) + 1
        return _refuse(move, "no-such-pile", f"no column {missing}: there are columns 1 to {last}")

    def _no_such_move(self, move: Move) -> IllegalMoveError:
        if move.source == FOUNDATION:
            return _refuse(move, "from-foundation", "a card on a foundation stays there")
        if move.source == STOCK:
            return _refuse(move, "no-such-move", "the stock's next card is drawn first: s-w")
        return _refuse(move, "no-such-move", "there is no such move")

    def _run_refusal(self, move: Move) -> IllegalMoveError | None:
        source, _, count = move
        if not self.rules.runs:
            return _refuse(move, "one-card", f"{self.rules.title} moves one card at a time")
        length = self.run_length(source)
        if 1 <= count <= length:
            return None
        could = "only the top card" if length == 1 else f"at most the last {length} cards"
        return _refuse(move, "not-a-run", f"{could} of column {source + 1} can go as a run")

    def _stock_empty(self, move: Move) -> IllegalMoveError:
        if not self.rules.redeals:
            then = f"{self.rules.title} has no redeal"
        elif not self.redeals:
            then = f"all {self.rules.redeals} redeals have been used"
        else:
            then = "w-s turns the waste over" if self.waste else "so is the waste"
        return _refuse(move, "stock-empty", f"the stock is empty, and {then}")

    def _redeal_refusal(self, move: Move) -> IllegalMoveError | None:
        if not self.rules.redeals:
            return _refuse(move, "no-redeal", f"{self.rules.title} has no redeal")
        if not self.redeals:
            return _refuse(move, "no-redeal", f"all {self.rules.redeals} redeals have been used")
        if self.stock:
            left = len(self.stock)
            cards = f"{left} card{'s' * (left > 1)}"
            return _refuse(
                move, "stock-not-empty", f"the stock still has {cards}; a redeal needs it empty"
            )
        if not self.waste:
            return _refuse(move, "empty-pile", "the waste is empty: there is nothing to redeal")
        return None

    def _does_not_fit(self, move: Move, card: int, pile: list[int]) -> IllegalMoveError:
        if not pile:
            return _refuse(
                move, "does-not-fit", f"{card_name(card)} can't go there: {EMPTIES['king']}"
            )
        takers = [card_name(other) for other in CARDS if card in self._bears[other]]
        if card in self._empty_takes:
            takers.append("an empty column")
        needed = f"it needs {_either(takers)}" if takers else "it fits nowhere but home"
        return _refuse(
            move,
            "does-not-fit",
            f"{card_name(card)} can't go on {card_name(pile[-1])}: columns build "
            f"{BUILDS[self.rules.build][0]}, so {needed}",
        )

    def _not_home_yet(self, move: Move, card: int) -> IllegalMoveError:
        suit = suit_of(card)
        tops = [card_name(top) for top in self.foundation_tops(suit) if top]
        shown = f"show {' and '.join(tops)}" if tops else "are empty"
        return _refuse(
            move,
            "not-home-yet",
            f"{card_name(card)} can't go home: foundations build up in suit, so it needs "
            f"{card_name(self._before[card])} there, and those of {SUIT_NAMES[suit]} {shown}",
        )


@cache
def _cards_before(base: int) -> tuple[int, ...]:
    """For every card the one that must be home before it; for a base card its suit's rank 0."""
    return tuple(
        16 * suit_of(card) + (0 if rank_of(card) == base else rank_of(card) - 1 or KING)
        for card in range(64)
    )


def _refuse(move: Move, code: str, reason: str) -> IllegalMoveError:
    return IllegalMoveError(code, reason, move)


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
