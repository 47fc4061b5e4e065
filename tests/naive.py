"""The nine games once more, written plainly from the rules, to check the package against.

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
    rows: int
    face_down: int  # how many bottom cards of each column are dealt face down
    build: str  # "suit", "other suit" or "colour": what a card must be, beside one rank lower
    runs: bool  # may several cards be moved at once?
    draw: int  # cards turned by one draw
    redeals: int
    aces_out: bool  # do the eight aces begin the foundations?


GAMES = {
    "forty-thieves": Rules(10, 4, 0, "suit", False, 1, 0, False),
    "indian": Rules(10, 3, 1, "other suit", False, 1, 0, False),
    "limited": Rules(12, 3, 0, "suit", False, 1, 0, False),
    "little-forty": Rules(10, 4, 0, "other suit", True, 3, 3, False),
    "lucas": Rules(13, 3, 0, "suit", False, 1, 0, True),
    "maria": Rules(9, 4, 0, "colour", False, 1, 0, False),
    "number-ten": Rules(10, 4, 2, "colour", True, 1, 0, False),
    "rank-and-file": Rules(10, 4, 3, "colour", True, 1, 0, False),
    "streets": Rules(10, 4, 0, "colour", False, 1, 0, False),
}


def rank(card: str) -> int:
    """Ace is 1, king is 13."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    return card[1]


def can_lie_on(game: str, card: str, below: str) -> bool:
    """Does the game let `card` be built on `below` in a column?"""
    if rank(card) != rank(below) - 1:
        return False
    build = GAMES[game].build
    if build == "suit":
        return suit(card) == suit(below)
    if build == "other suit":
        return suit(card) != suit(below)
    if build == "colour":
        return (suit(card) in RED) != (suit(below) in RED)
    raise AssertionError(build)


def is_run(game: str, cards: list[str]) -> bool:
    """Does each card (bottom to top) already lie on the one below it by the build rule?"""
    return all(can_lie_on(game, cards[i], cards[i - 1]) for i in range(1, len(cards)))


class NaiveGame:
    """A position. Columns run bottom to top, the waste's top is last, the stock's next is first."""

    def __init__(
        self,
        game: str,
        columns: list[list[str]],
        face_down: list[int],
        stock: list[str],
        foundations: dict[str, list[int]] | None = None,
    ) -> None:
        """Without `foundations` they stand as the game begins: all at 0, in Lucas all at 1."""
        if len(face_down) != len(columns):
            raise ValueError(f"{len(columns)} columns but {len(face_down)} face_down counts")
        self.game = game
        self.rules = GAMES[game]
        self.columns = [list(column) for column in columns]
        self.face_down = list(face_down)
        self.stock = list(stock)
        self.waste: list[str] = []
        self.redeals_left = self.rules.redeals
        self.foundations: dict[str, list[int]] = {}  # the higher of a suit's two piles first
        for s in SUITS:
            if foundations is not None:
                self.foundations[s] = sorted(foundations[s], reverse=True)
            elif self.rules.aces_out:
                self.foundations[s] = [1, 1]
            else:
                self.foundations[s] = [0, 0]
        self._turn_up()

    def copy(self) -> NaiveGame:
        other = NaiveGame(self.game, self.columns, self.face_down, self.stock, self.foundations)
        other.waste = list(self.waste)
        other.redeals_left = self.redeals_left
        return other

    def legal(self) -> set[str]:
        """Every legal plain move, in canonical notation."""
        moves = set()
        if len(self.stock) > 0:
            moves.add("s-w")
        if len(self.stock) == 0 and self.redeals_left > 0 and len(self.waste) > 0:
            moves.add("w-s")

        if len(self.waste) > 0:
            card = self.waste[-1]
            if self._fits_foundation(card):
                moves.add("w-f")
            for t in range(len(self.columns)):
                if self._fits_column(card, t):
                    moves.add(f"w-{t + 1}")

        for f in range(len(self.columns)):
            face_up = self.columns[f][self.face_down[f] :]
            if len(face_up) > 0 and self._fits_foundation(face_up[-1]):
                moves.add(f"{f + 1}-f")
            for count in range(1, len(face_up) + 1):
                if count > 1 and not self.rules.runs:
                    continue
                tail = face_up[-count:]
                if not is_run(self.game, tail):
                    continue
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

    def snapshot(self) -> dict[str, object]:
        """The position in the shape that a game file gives it."""
        piles = zip(self.columns, self.face_down, strict=True)
        return {
            "stock": list(self.stock),
            "waste": list(self.waste),
            "foundations": {s: list(self.foundations[s]) for s in SUITS},
            "tableau": [{"down": cards[:down], "up": cards[down:]} for cards, down in piles],
            "redeals_left": self.redeals_left,
            "status": self._status(),
        }

    def _status(self) -> str:
        if all(self.foundations[s] == [13, 13] for s in SUITS):
            return "won"
        if len(self.legal()) == 0:
            return "stuck"
        return "playing"

    def _fits_column(self, card: str, t: int) -> bool:
        column = self.columns[t]
        return len(column) == 0 or can_lie_on(self.game, card, column[-1])

    def _fits_foundation(self, card: str) -> bool:
        return rank(card) - 1 in self.foundations[suit(card)]

    def _put_on_foundation(self, card: str) -> None:
        heights = self.foundations[suit(card)]
        heights.remove(rank(card) - 1)
        heights.append(rank(card))
        heights.sort(reverse=True)

    def _turn_up(self) -> None:
        """A face-down card that has become its column's top card is turned face up."""
        for i, column in enumerate(self.columns):
            if self.face_down[i] >= len(column):
                self.face_down[i] = max(len(column) - 1, 0)


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


def pysolfc_shuffle(number: int) -> list[str]:
    """The two packs as PySolFC shuffles them for this deal number."""
    if number < 1:
        raise ValueError(f"{number} is not a deal number")
    pack = [r + s for _deck in range(2) for s in "CSHD" for r in RANKS]
    state = number
    generator = random.Random(number)
    for i in range(103, 0, -1):
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
    pack = pysolfc_shuffle(number)
    if rules.aces_out:
        pack = [card for card in pack if rank(card) != 1]
    columns: list[list[str]] = [[] for _ in range(rules.columns)]
    for _row in range(rules.rows):
        for column in columns:
            column.append(pack.pop())
    stock = []
    while len(pack) > 0:
        stock.append(pack.pop())
    return NaiveGame(game, columns, [rules.face_down] * rules.columns, stock)
