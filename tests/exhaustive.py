"""Whether a small position can be won, by trying everything: to check the solver against.

The moves are written here once more from the text of the rules, on plain tuples, since `naive` is
too slow to be asked for millions of positions; a test holds the two together. Nothing is pruned
and nothing is ordered but for a won line to come early. As in `naive`, nothing is imported from the
package: of a position only the piles are read, of its rules only the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

# One column: how many of its cards, from the bottom, can't move yet; and its cards.
Column = tuple[int, tuple[int, ...]]
# The columns, the stock (next card first), the waste (top card last), the heights of each suit's
# foundations, the redeals left (-1: without end). The columns are kept sorted: all are dealt and
# filled by the same rules and no rule speaks of their order, so exchanging two of them changes
# nothing but the numbers in the moves.
State = tuple[
    tuple[Column, ...], tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...], int
]


class Verdict(NamedTuple):
    """Whether there is a win (None: not known within the limit), and how many states were met."""

    winnable: bool | None
    states: int


def search(position: Any, limit: int) -> Verdict:
    """Search for a win from a position, through at most so many different states."""
    moves = successors(position.rules)
    start = state_of(position)
    if is_won(start):
        return Verdict(True, 1)
    seen = {start}
    open_states = [start]
    while open_states:
        for after in moves(open_states.pop()):
            if after in seen:
                continue
            if is_won(after):
                return Verdict(True, len(seen))
            if len(seen) == limit:
                return Verdict(None, limit)
            seen.add(after)
            open_states.append(after)
    return Verdict(False, len(seen))


def reachable(position: Any) -> set[State]:
    """Every state that can come of a position, itself included."""
    moves = successors(position.rules)
    start = state_of(position)
    seen = {start}
    open_states = [start]
    while open_states:
        for after in moves(open_states.pop()):
            if after not in seen:
                seen.add(after)
                open_states.append(after)
    return seen


def state_of(position: Any) -> State:
    """A position as this file writes it."""
    columns = zip(position.down, map(tuple, position.columns), strict=True)
    packs, base = position.rules.packs, position.rules.base
    # A suit's n-th foundation is as high as there are cards of which n or more copies are home.
    homes = [
        [position.home[16 * suit + (base - 1 + step) % 13 + 1] for step in range(13)]
        for suit in range(4)
    ]
    heights = tuple(
        tuple(sum(copies > pile for copies in home) for pile in range(packs)) for home in homes
    )
    return (
        tuple(sorted(columns)),
        tuple(reversed(position.stock)),
        tuple(position.waste),
        heights,
        position.redeals,
    )


def is_won(state: State) -> bool:
    return all(height == 13 for heights in state[3] for height in heights)


def follows(build: str, wrap: bool, card: int, below: int) -> bool:
    """Whether a rule of building lets a card lie on another, the column's card below it."""
    (suit, rank), (suit_below, rank_below) = divmod(card, 16), divmod(below, 16)
    if not (rank == rank_below - 1 or (wrap and rank == 13 and rank_below == 1)):
        return False
    if build == "suit":
        return suit == suit_below
    if build == "alternate":
        return (suit in (1, 2)) != (suit_below in (1, 2))
    if build == "other-suit":
        return suit != suit_below
    assert build == "rank"
    return True


def successors(rules: Any) -> Callable[[State], Iterator[State]]:
    """The function that gives all states one move away, by some rules."""
    base, draw, rows, empty = rules.base, rules.draw, rules.rows, rules.empty
    one_card = rules.runs == ""
    cards = [16 * suit + rank for suit in range(4) for rank in range(1, 14)]
    pairs = [(card, below) for card in cards for below in cards]
    lies = {pair for pair in pairs if follows(rules.build, rules.wrap, *pair)}
    runs = {pair for pair in pairs if not one_card and follows(rules.runs, rules.wrap, *pair)}

    def fits(card: int, column: Column) -> bool:
        if column[1]:
            return (card, column[1][-1]) in lies
        return empty != "king" or card % 16 == 13

    def with_home(home: tuple[tuple[int, ...], ...], card: int) -> tuple[tuple[int, ...], ...]:
        """The foundations with a card on one of them; the same as before if it fits on none."""
        suit, rank = divmod(card, 16)
        needed = (rank - base) % 13
        heights = list(home[suit])
        if needed not in heights:
            return home
        # The first of those as high: so the highest still comes first.
        heights[heights.index(needed)] += 1
        return (*home[:suit], tuple(heights), *home[suit + 1 :])

    def without(column: Column, count: int) -> Column:
        """A column whose last cards were taken; a face-down card at its end is turned up."""
        hidden, pile = column
        pile = pile[:-count]
        if pile and hidden == len(pile):
            still = [row for row in range(hidden - 1) if rows[row] == "d"]
            hidden = still[-1] + 1 if still else 0
        return hidden, pile

    def moves(state: State) -> Iterator[State]:
        columns, stock, waste, home, redeals = state
        # What is yielded last is tried first.
        if stock:
            yield columns, stock[draw:], waste + stock[:draw], home, redeals
        elif waste and redeals != 0:
            yield columns, waste, (), home, redeals - 1 if redeals > 0 else redeals

        for source, column in enumerate(columns):
            hidden, pile = column
            others = columns[:source] + columns[source + 1 :]
            for count in range(1, len(pile) - hidden + 1):
                if count > 1 and (pile[-count + 1], pile[-count]) not in runs:
                    break
                left = without(column, count)
                stock_left, waste_left = stock, waste
                if not left[1] and empty == "waste":
                    if waste:
                        left, waste_left = (0, waste[-1:]), waste[:-1]
                    elif stock:
                        left, stock_left = (0, stock[:1]), stock[1:]
                for target, other in enumerate(others):
                    if fits(pile[-count], other):
                        laid = (other[0], other[1] + pile[-count:])
                        after = (*others[:target], laid, *others[target + 1 :], left)
                        yield tuple(sorted(after)), stock_left, waste_left, home, redeals
                if count == 1:
                    home_after = with_home(home, pile[-1])
                    if home_after is not home:
                        after = (*others, left)
                        yield tuple(sorted(after)), stock_left, waste_left, home_after, redeals
                if one_card:
                    break

        if waste:
            card = waste[-1]
            for target, other in enumerate(columns):
                if fits(card, other):
                    laid = (other[0], (*other[1], card))
                    after = (*columns[:target], laid, *columns[target + 1 :])
                    yield tuple(sorted(after)), stock, waste[:-1], home, redeals
            home_after = with_home(home, card)
            if home_after is not home:
                yield columns, stock, waste[:-1], home_after, redeals

    return moves
