"""The games once more, written plainly from the rules, to check the package against.

Tests play the same moves here and in `fortythieves` and compare the legal moves, the positions and
the perft counts. That proves something only while the two share nothing, so this file must never
import anything from the package, nor be "repaired" by copying from it: where they disagree, read
the rules text. It is meant to be obviously right, not fast.
"""

from __future__ import annotations

import random
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RED = "DH"


class Rules(NamedTuple):
    columns: int
    rows: str  # a letter for each row dealt, the bottom row first: U face up, d face down
    build: str  # "suit", "other suit", "colour" or "rank": a column's card and the one below it
    runs: str = ""  # what the cards of a run moved at once must follow; "": one card at a time
    packs: int = 2
    draw: int = 1  # cards turned by one draw
    redeals: int | None = 0  # None: without end
    wrap: bool = False  # may a king be laid on an ace?
    base: int = 1  # the rank that begins the foundations
    base_out: bool = False  # are all of that rank taken out of the pack and laid there?
    empty: str = "any"  # an empty column takes "any" card, a "king", or is filled from the "waste"


GAMES = {
    # The nine of the rules text.
    "forty-thieves": Rules(10, "UUUU", "suit"),
    "indian": Rules(10, "dUU", "other suit"),
    "limited": Rules(12, "UUU", "suit"),
    "little-forty": Rules(10, "UUUU", "other suit", "other suit", draw=3, redeals=3),
    "lucas": Rules(13, "UUU", "suit", base_out=True),
    "maria": Rules(9, "UUUU", "colour"),
    "number-ten": Rules(10, "ddUU", "colour", "colour"),
    "rank-and-file": Rules(10, "dddU", "colour", "colour"),
    "streets": Rules(10, "UUUU", "colour"),
    # PySolFC's, in the order of its own numbers.
    "forty-and-eight": Rules(8, "UUUU", "suit", redeals=1),
    "midshipman": Rules(9, "ddUU", "other suit"),
    "waning-moon": Rules(13, "UUUU", "suit"),
    "busy-aces": Rules(12, "U", "suit"),
    "deuces": Rules(10, "U", "suit", wrap=True, base=2, base_out=True),
    "courtyard": Rules(12, "U", "suit", "suit", empty="waste"),
    "little-forty-pysolfc": Rules(10, "UUUU", "rank", "suit", draw=3, redeals=3, empty="waste"),
    "lucas-pysolfc": Rules(13, "UUUU", "suit", "suit"),
    "double-rail": Rules(5, "U", "rank", "rank"),
    "corona": Rules(12, "UUU", "suit", empty="waste"),
    "triple-line": Rules(12, "UUU", "colour", "colour", redeals=1, empty="waste"),
    "napoleons-exile": Rules(10, "UUUU", "rank"),
    "single-rail": Rules(4, "U", "rank", "rank", packs=1),
    "napoleons-square": Rules(12, "UUUU", "suit", "suit"),
    "emperor": Rules(10, "dddU", "colour"),
    "mumbai": Rules(13, "dUU", "other suit", packs=3),
    "josephine": Rules(10, "UUUU", "suit", "suit"),
    "marie-rose": Rules(12, "UUUUU", "suit", "suit", packs=3),
    "big-streets": Rules(12, "UUUU", "colour", packs=3),
    "number-twelve": Rules(12, "ddUU", "colour", "colour", packs=3),
    "big-courtyard": Rules(12, "U", "suit", "suit", packs=3, empty="waste"),
    "express": Rules(14, "UUU", "suit", packs=3),
    "carnation": Rules(16, "UUU", "suit", packs=4),
    "final-battle": Rules(6, "U", "rank", "rank"),
    "san-juan-hill": Rules(10, "UUUU", "suit", base_out=True),
    "waterloo": Rules(6, "U", "rank", "suit", base_out=True),
    "interchange": Rules(7, "UdUdUdU", "suit", "suit", empty="king"),
    "unlimited": Rules(7, "UdUdUdU", "suit", "suit", redeals=None, empty="king"),
    "breakwater": Rules(7, "UdUdUdU", "rank", "rank"),
    "roosevelt": Rules(7, "UUUU", "colour"),
    "alternation": Rules(7, "UdUdUdU", "colour", "colour"),
    "triple-interchange": Rules(9, "UdUdUdUdU", "suit", "suit", packs=3, redeals=None),
    "famous-fifty": Rules(10, "UUUUU", "suit"),
    "sixty-thieves": Rules(12, "UUUUU", "suit", packs=3),
    "eighty-thieves": Rules(10, "UUUUUUUU", "suit", packs=4),
    "triple-rail": Rules(9, "U", "rank", "rank", packs=3),
    "pluto": Rules(12, "U", "suit", wrap=True, base=2),
    "malmaison": Rules(10, "UUUUUUUU", "suit", "suit", packs=4),
    "thirty-nine-steps": Rules(13, "UUU", "suit"),
    "napoleons-folly": Rules(10, "UUUU", "other suit"),
}


def rank(card: str) -> int:
    """Ace is 1, king is 13."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    return card[1]


def suits_match(rule: str, card: str, below: str) -> bool:
    """Are the suits of two cards, one on the other, as a rule of building wants them?"""
    if rule == "suit":
        return suit(card) == suit(below)
    if rule == "other suit":
        return suit(card) != suit(below)
    if rule == "colour":
        return (suit(card) in RED) != (suit(below) in RED)
    if rule == "rank":
        return True
    raise AssertionError(rule)


def is_next_down(game: str, card: str, below: str) -> bool:
    """Is `card` of the rank that comes after `below` in a column?"""
    if rank(below) == 1:
        return GAMES[game].wrap and rank(card) == 13
    return rank(card) == rank(below) - 1


def can_lie_on(game: str, card: str, below: str) -> bool:
    """Does the game let `card` be built on `below` in a column?"""
    return is_next_down(game, card, below) and suits_match(GAMES[game].build, card, below)


def is_run(game: str, cards: list[str]) -> bool:
    """Does each card (bottom to top) follow the one below it as the game's runs do?"""
    rule = GAMES[game].runs or GAMES[game].build  # super-moves ask it for games of one card, too
    return all(
        is_next_down(game, cards[i], cards[i - 1]) and suits_match(rule, cards[i], cards[i - 1])
        for i in range(1, len(cards))
    )


class NaiveGame:
    """A position. Columns run bottom to top, the waste's top is last, the stock's next is first."""

    def __init__(
        self,
        game: str,
        columns: list[list[str]],
        face_down: list[set[int]],
        stock: list[str],
        foundations: dict[str, list[int]] | None = None,
    ) -> None:
        """`face_down` gives the places of each column's face-down cards, 0 for the bottom card.

        Without `foundations` they stand as the game begins.
        """
        self.game = game
        self.rules = GAMES[game]
        self.columns = [list(column) for column in columns]
        self.face_down = [set(places) for places in face_down]
        self.stock = list(stock)
        self.waste: list[str] = []
        self.redeals_left = self.rules.redeals
        # How many cards lie on each pile of a suit, the highest pile first.
        self.foundations: dict[str, list[int]] = {}
        for s in SUITS:
            if foundations is not None:
                self.foundations[s] = sorted(foundations[s], reverse=True)
            else:
                self.foundations[s] = [1 if self.rules.base_out else 0] * self.rules.packs
        self._turn_up()

    def copy(self) -> NaiveGame:
        other = NaiveGame(self.game, self.columns, self.face_down, self.stock, self.foundations)
        other.waste = list(self.waste)
        other.redeals_left = self.redeals_left
        return other

    def hidden(self, column: int) -> int:
        """How many cards of a column, from the bottom up, end in its topmost face-down card."""
        return max(self.face_down[column], default=-1) + 1

    def legal(self) -> set[str]:
        """Every legal plain move, in canonical notation."""
        moves = set()
        if len(self.stock) > 0:
            moves.add("s-w")
        if len(self.stock) == 0 and self.redeals_left != 0 and len(self.waste) > 0:
            moves.add("w-s")

        if len(self.waste) > 0:
            card = self.waste[-1]
            if self._fits_foundation(card):
                moves.add("w-f")
            for t in range(len(self.columns)):
                if self._fits_column(card, t):
                    moves.add(f"w-{t + 1}")

        for f in range(len(self.columns)):
            face_up = self.columns[f][self.hidden(f) :]
            if len(face_up) > 0 and self._fits_foundation(face_up[-1]):
                moves.add(f"{f + 1}-f")
            for count in range(1, len(face_up) + 1):
                if count > 1 and self.rules.runs == "":
                    break
                tail = face_up[-count:]
                if not is_run(self.game, tail):
                    break  # nor is any longer tail
                for t in range(len(self.columns)):
                    if t != f and self._fits_column(tail[0], t):
                        times = f"x{count}" if count > 1 else ""
                        moves.add(f"{f + 1}-{t + 1}{times}")
        return moves

    def play(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"{text!r} is not a legal move here: {sorted(self.legal())}")

        if text == "s-w":
            for _ in range(self.rules.draw):
                if len(self.stock) > 0:
                    self.waste.append(self.stock.pop(0))
            return
        if text == "w-s":
            self.stock = self.waste  # the card drawn first lies at the bottom and comes first again
            self.waste = []
            if self.redeals_left is not None:
                self.redeals_left -= 1
            return
        source, target = text.split("-")
        count = 1
        if "x" in target:
            target, times = target.split("x")
            count = int(times)
        pile = self.waste if source == "w" else self.columns[int(source) - 1]
        moved = pile[-count:]
        del pile[-count:]
        if target == "f":
            self._put_on_foundation(moved[0])
        else:
            self.columns[int(target) - 1].extend(moved)
        self._turn_up()
        if source != "w" and len(pile) == 0 and self.rules.empty == "waste":
            self._fill(pile)

    def snapshot(self) -> dict[str, object]:
        """The position in the shape that a game file gives it."""
        tableau = []
        for i, cards in enumerate(self.columns):
            tableau.append({"down": cards[: self.hidden(i)], "up": cards[self.hidden(i) :]})
        return {
            "stock": list(self.stock),
            "waste": list(self.waste),
            "foundations": {s: list(self.foundations[s]) for s in SUITS},
            "tableau": tableau,
            "redeals_left": self.redeals_left,
            "status": self._status(),
        }

    def _status(self) -> str:
        if all(height == 13 for s in SUITS for height in self.foundations[s]):
            return "won"
        if len(self.legal()) == 0:
            return "stuck"
        return "playing"

    def _fits_column(self, card: str, t: int) -> bool:
        column = self.columns[t]
        if len(column) > 0:
            return can_lie_on(self.game, card, column[-1])
        return self.rules.empty != "king" or rank(card) == 13

    def _cards_below(self, card: str) -> int:
        """How many cards lie on a foundation before this one: from its base up, ace after king."""
        steps = rank(card) - self.rules.base
        return steps if steps >= 0 else steps + 13

    def _fits_foundation(self, card: str) -> bool:
        return self._cards_below(card) in self.foundations[suit(card)]

    def _put_on_foundation(self, card: str) -> None:
        heights = self.foundations[suit(card)]
        heights.remove(self._cards_below(card))
        heights.append(self._cards_below(card) + 1)
        heights.sort(reverse=True)

    def _turn_up(self) -> None:
        """A face-down card that has become its column's top card is turned face up."""
        for column, places in zip(self.columns, self.face_down, strict=True):
            places.discard(len(column) - 1)

    def _fill(self, column: list[str]) -> None:
        """A column that a move has emptied is filled as part of that move."""
        if len(self.waste) > 0:
            column.append(self.waste.pop())
        elif len(self.stock) > 0:
            column.append(self.stock.pop(0))


def perft(game: NaiveGame, depth: int) -> int:
    """How many sequences of exactly `depth` legal plain moves there are."""
    if depth == 0:
        return 1
    total = 0
    for move in game.legal():
        after = game.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def pysolfc_shuffle(number: int, packs: int = 2) -> list[str]:
    """The packs as PySolFC shuffles them for this deal number."""
    if number < 1:
        raise ValueError(f"{number} is not a deal number")
    pack = [r + s for _pack in range(packs) for s in "CSHD" for r in RANKS]
    if packs == 1 and number < 32000:
        pack = [r + s for r in RANKS for s in "CDHS"]  # so that its FreeCell deals are Microsoft's
    state = number
    generator = random.Random(number)
    for i in range(len(pack) - 1, 0, -1):
        if number < 32000:
            state = (state * 214013 + 2531011) & 0x1FFFFFFFF
            j = ((state >> 16) & 0x7FFF) % (i + 1)
        else:
            j = int(generator.random() * (i + 1))
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def opening(game: str, number: int) -> NaiveGame:
    """Deal from the end of the shuffled pack, row by row; what is left is the stock."""
    rules = GAMES[game]
    pack = pysolfc_shuffle(number, rules.packs)
    if rules.base_out:
        pack = [card for card in pack if rank(card) != rules.base]
    columns: list[list[str]] = [[] for _ in range(rules.columns)]
    for _row in rules.rows:
        for column in columns:
            column.append(pack.pop())
    stock = []
    while len(pack) > 0:
        stock.append(pack.pop())
    face_down = {place for place, row in enumerate(rules.rows) if row == "d"}
    return NaiveGame(game, columns, [face_down] * rules.columns, stock)
