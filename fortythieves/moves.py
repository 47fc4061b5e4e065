"""Moves and their notation: ``SOURCE-TARGET``, with ``xN`` behind it for a run of N cards.

Piles are written ``s`` stock, ``w`` waste, ``f`` foundation and ``1``, ``2``, … for the columns
from the left; ``s-w`` draws, ``w-s`` redeals.
"""

from __future__ import annotations

from .errors import UsageError, quote
from .records import NamedTuple

# Piles in a Move: columns count from 0; the others lie beyond any column, so that a mix-up of the
# two is an IndexError and never a wrong column.
MAX_COLUMNS = 99
STOCK, WASTE, FOUNDATION = 100, 101, 102
_LETTERS = {"s": STOCK, "w": WASTE, "f": FOUNDATION, "h": FOUNDATION}
PILE_NAMES = {STOCK: "s", WASTE: "w", FOUNDATION: "f"} | {
    column: str(column + 1) for column in range(MAX_COLUMNS)
}
PILE_WORDS = {STOCK: "the stock", WASTE: "the waste", FOUNDATION: "the foundation"} | {
    column: f"column {column + 1}" for column in range(MAX_COLUMNS)
}

# The count of a move between columns that was written without one: as many cards as fit.
AS_FITS = 0

_LONGEST = len("10-10")
_FORMS = "a move is written like s-w (draw), w-3, 3-f, 3-7 or 3-7x4"


class Move(NamedTuple):
    """One move: from a pile to a pile, and how many cards go.

    ``source`` and ``target`` are STOCK, WASTE, FOUNDATION or a column counted from 0; ``cards`` is
    1 but for a run between two columns (and for ``s-w`` and ``w-s``, where it says nothing).
    ``str(move)`` is its notation.
    """

    source: int
    target: int
    cards: int = 1

    def __str__(self) -> str:
        source, target = (PILE_NAMES.get(pile, f"({pile})") for pile in self[:2])
        written = f"{source}-{target}"
        return written if self.cards <= 1 else f"{written}x{self.cards}"


DRAW = Move(STOCK, WASTE)
REDEAL = Move(WASTE, STOCK)

# What has been read before is not parsed again: a game uses the same few hundred texts.
_read: dict[str, Move] = {"d": DRAW, "r": REDEAL}


def parse_move(text: str) -> Move:
    """Read a move: ``s-w``, ``w-3``, ``3-7x4``; also ``d``, ``r``, ``w3``, ``3>7``, ``3h``.

    Nothing is known of a position here. A move between columns written without a count is given
    the count AS_FITS; see `fortythieves.shorthand` for what it then means.

    Raises:
        UsageError: the text is not a move.
    """
    move = _read.get(text)
    if move is None:
        move = _parse(text)
        if len(_read) < 20_000:
            _read[text] = move
    return move


def _parse(text: str) -> Move:
    word = text.lower()
    if word in _read:
        return _read[word]
    if not word.isascii():
        raise UsageError(f"{quote(text)} is not a move: {_FORMS}")
    if len(word.split()) > 1:
        raise UsageError(f"{quote(text)} is not a move: several moves are words of their own")
    piles, times, digits = word.partition("x")
    source, target = _piles(text, piles)
    between_columns = source < STOCK and target < STOCK
    if not times:
        return Move(source, target, AS_FITS if between_columns else 1)
    if not digits.isdigit() or len(digits) > 3 or int(digits) < 1:
        raise UsageError(f"{quote(text)} is not a move: behind the x stands a number from 1 to 999")
    if int(digits) > 1 and not between_columns:
        raise UsageError(f"{quote(text)} is not a move: only runs between columns take a count")
    return Move(source, target, int(digits))


def _piles(text: str, piles: str) -> tuple[int, int]:
    """The two piles of ``3-7``, ``3>7``, ``w3``, ``37``."""
    if len(piles) > _LONGEST:
        raise UsageError(f"{quote(text)} is not a move: {_FORMS}")
    for separator in "->":
        if separator in piles:
            source, _, target = piles.partition(separator)
            readings = [(source, target)]
            break
    else:
        readings = [(piles[:cut], piles[cut:]) for cut in range(1, len(piles))]
    found = [
        (_pile(source), _pile(target))
        for source, target in readings
        if _pile(source) >= 0 and _pile(target) >= 0
    ]
    if len(found) > 1:
        raise UsageError(f"{quote(text)} can be read in two ways: write it with a -, as in 1-12")
    if not found:
        if "0" in (readings[0] if readings else ()):
            raise UsageError(f"{quote(text)} is not a move: columns count from 1")
        raise UsageError(f"{quote(text)} is not a move: {_FORMS}")
    return found[0]


def _pile(text: str) -> int:
    """The pile that a letter or a column's number stands for; -1 for none."""
    if text in _LETTERS:
        return _LETTERS[text]
    if text.isdigit() and text[0] != "0" and int(text[:3]) <= MAX_COLUMNS:
        return int(text) - 1
    return -1


def parse_count(text: str) -> int:
    """Read how many moves to take back or to make again; 0 for ``all``.

    Raises:
        UsageError: the text is neither a number from 1 up nor ``all``.
    """
    if text == "all":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise UsageError(
            f"{quote(text)} is not a number of moves: write a whole number from 1 up, or all"
        )
    return int(text)
