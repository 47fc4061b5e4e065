"""Playing cards drawn as SVG: faces, the back, an empty place, digits.

Everything is made of paths and of parts used again, so that a picture needs no font and no other
file. A face is ``#card-9H``, so that what a picture shows can be read from its source.
"""

from __future__ import annotations

from collections.abc import Iterable

from .cards import RANKS, SUITS, card_name, is_red, rank_of, suit_of

# A card's size; all other measures of a picture go by it.
WIDTH, HEIGHT = 72, 100

WHITE, BLACK, RED = "#fff", "#1b1d22", "#c8102e"
BACK, BACK_LINE = "#2f4f8f", "#9fb4de"
GOLD = "#ffd34d"

# Suits fit a box of 12 by 12 around their middle.
_SUIT_PATHS = {
    "C": "M0-6a2.8 2.8 0 0 1 2.4 4.3 2.9 2.9 0 1 1-1.7 4.9Q.9 5 2 6H-2Q-.9 5-.7 3.2"
    "a2.9 2.9 0 1 1-1.7-4.9A2.8 2.8 0 0 1 0-6z",
    "D": "M0-6.4Q2-2.7 4.9 0 2 2.7 0 6.4-2 2.7-4.9 0-2-2.7 0-6.4z",
    "H": "M0-3.2C1-6.6 5.7-6.3 5.7-2.4 5.7.8 2.2 2.4 0 6-2.2 2.4-5.7.8-5.7-2.4"
    "-5.7-6.3-1-6.6 0-3.2z",
    "S": "M0-6.2C1.6-3 5.6-1.2 5.6 1.6 5.6 4.6 2.1 5.2.7 3.2Q.9 5 2 6H-2Q-.9 5-.7 3.2"
    "C-2.1 5.2-5.6 4.6-5.6 1.6-5.6-1.2-1.6-3 0-6.2z",
}

# Ranks and digits are strokes of width 2 in boxes 14 high and mostly 10 wide.
_GLYPHS = {
    "A": "M.6 13H3.4M6.6 13H9.4M2 13 5 1.4 8 13M3 9.3H7",
    "2": "M1.4 4.4C1.4-.2 8.6-.2 8.6 4.3 8.6 7.4 3.4 9.4 1.5 13H9",
    "3": "M1.4 1H8.2L4.6 5.7C10.6 5.1 10.2 13 4.8 13 2.9 13 1.6 12.2 1 10.6",
    "4": "M7 13.9V1.4L1.2 9.6H9.6",
    "5": "M8.3 1H2.6L2 6.6C3.8 5 9 5 9 9.1 9 14.2 2.4 14 1 10.8",
    "6": "M8.1 2.5C5.6-.3 1.2 1.4 1.2 8 1.2 14.7 9 14.5 9 9 9 4.6 2.6 4.4 1.2 8.4",
    "7": "M1 3.4V1H8.8C6.2 4.8 4.6 8.6 4.2 13.9",
    "8": "M5 6.7C.6 6.1 1 1 5 1S9.4 6.1 5 6.7C-.2 7.3.2 13 5 13S10.2 7.3 5 6.7z",
    "9": "M1.9 11.5C4.4 14.3 8.8 12.6 8.8 6 8.8-.7 1-.5 1 5 1 9.4 7.4 9.6 8.8 5.6",
    "T": "M.6 2.9 2.6 1.3V13.9M10 1C5.2 1 5.2 13 10 13S14.8 1 10 1z",
    "J": "M4.4 1H9.6M7 1V9.4C7 14.4 1.4 14 1.4 9.6",
    "Q": "M5 1C-.1 1-.1 13 5 13S10.1 1 5 1zM4.6 9.2 9 14",
    "K": "M.4 1H3.8M.4 13H3.8M2.1 1V13M6 1H9.4M6.4 13H9.8M8 1 2.3 8M4.4 5.6 8.4 13",
    "0": "M5 1C-.1 1-.1 13 5 13S10.1 1 5 1z",
    "1": "M2.2 3.6 5.4 1.2V13.9",
}

# Where the pips of a number card stand, from the card's middle: those that are there once, and
# those that stand upside down too, on the other side of the middle.
_LEFT, _RIGHT, _TOP, _NEXT = -15, 15, -21.8, -7.3
_ONCE: dict[int, list[tuple[float, float]]] = {
    3: [(0, 0)],
    5: [(0, 0)],
    6: [(_LEFT, 0), (_RIGHT, 0)],
    7: [(_LEFT, 0), (_RIGHT, 0), (0, -11.5)],
    8: [(_LEFT, 0), (_RIGHT, 0)],
    9: [(0, 0)],
}
_CORNERS: list[tuple[float, float]] = [(_LEFT, _TOP), (_RIGHT, _TOP)]
_SIDES: list[tuple[float, float]] = [*_CORNERS, (_LEFT, _NEXT), (_RIGHT, _NEXT)]
_TWICE: dict[int, list[tuple[float, float]]] = {
    2: [(0, _TOP)],
    3: [(0, _TOP)],
    4: _CORNERS,
    5: _CORNERS,
    6: _CORNERS,
    7: _CORNERS,
    8: [*_CORNERS, (0, -11.5)],
    9: _SIDES,
    10: [*_SIDES, (0, -15.5)],
}
# The upper half of a court card's figure: robe, hair, face, and what is worn on the head. A robe
# has the suit's colour.
_ROBE = (
    '<path fill="currentColor" d="M-23 0V-3Q-20-9-9-10.5L0-5 9-10.5Q20-9 23-3V0z"/>'
    '<path fill="#fff" fill-opacity=".18" d="M-16 0-9-10.5-4.5-7.7-6 0zM16 0 9-10.5 4.5-7.7 6 0z"/>'
)
_FACE = (
    '<path fill="#f6d5ae" d="M-5-20V-13.5Q-4.5-8.5 0-8.5T5-13.5V-20z"/>'
    '<path fill="none" stroke="#5b3a22" stroke-width=".8" stroke-linecap="round"'
    ' d="M-3-15.6H-1.4M1.4-15.6H3M0-14.8-.6-12.8H.3M-1.3-10.9H1.3"/>'
)
_COLLAR = '<path fill="#f0b429" d="M-9.5-10.8-5-11.6 0-7.2 5-11.6 9.5-10.8 0-3.6z"/>'
_GOLD_PATH = '<path fill="#f0b429" stroke="#7a4d00" stroke-width=".8" stroke-linejoin="round" d="'
_COURTS = {
    "J": _ROBE
    + '<path fill="#8a5a2b" d="M-7.2-21Q-8.6-11-6-9.4L-4-12H4L6-9.4Q8.6-11 7.2-21z"/>'
    + _FACE
    + _COLLAR
    + '<path fill="#8a5a2b" d="M-5.6-18.6Q0-16 5.6-18.6V-21H-5.6z"/>'
    + '<path fill="currentColor" d="M-9-19.4C-10.5-26-3-28 1-27S10-25 9-19.4Q0-22.4-9-19.4z"/>'
    + _GOLD_PATH
    + "M-9-19.2Q0-22.4 9-19.2V-21.2Q0-24.4-9-21.2zM5-22.4C9-22 15.5-23.5 17-28.5"
    ' 12-28 6.5-26.5 5-22.4z"/>',
    "Q": _ROBE
    + '<path fill="#7b3f1d" d="M-6.6-21C-10.5-14-7-10-10-4.5Q-6.5-3.4-4.6-6.2V-12H4.6V-6.2'
    'Q6.5-3.4 10-4.5C7-10 10.5-14 6.6-21z"/>'
    + '<path fill="#f6d5ae" d="M-2.4-10H2.4V-7L0-4.6-2.4-7z"/>'
    + _FACE
    + '<path fill="#7b3f1d" d="M-5.4-15.6Q-4.8-18.4 0-18.6T5.4-15.6V-21H-5.4z"/>'
    + '<path fill="none" stroke="#f0b429" stroke-width="1.1" d="M-4.6-7.2Q0-2.4 4.6-7.2"/>'
    + _GOLD_PATH
    + 'M-6.4-19.4-8-25.4-3.6-22.6 0-26.6 3.6-22.6 8-25.4 6.4-19.4Q0-21-6.4-19.4z"/>'
    + '<path fill="#fff" stroke="#7a4d00" stroke-width=".6"'
    ' d="M-9.2-26a1.2 1.2 0 0 1 2.4 0 1.2 1.2 0 0 1-2.4 0zM-1.2-27.4a1.2 1.2 0 0 1 2.4 0'
    ' 1.2 1.2 0 0 1-2.4 0zM6.8-26a1.2 1.2 0 0 1 2.4 0 1.2 1.2 0 0 1-2.4 0z"/>',
    "K": _ROBE
    + '<path fill="#5d5148" d="M-6.8-21V-13Q-7-10.5-9-9.4L-4-8H4L9-9.4Q7-10.5 6.8-13V-21z"/>'
    + _COLLAR
    + _FACE
    + '<path fill="#5d5148" d="M-5.4-14.6Q-5.6-4.6 0-3.4 5.6-4.6 5.4-14.6 4-12.2 0-12.4'
    '-4-12.2-5.4-14.6z"/><path fill="#f6d5ae" d="M-1.6-10.6H1.6Q0-9.2-1.6-10.6z"/>'
    + _GOLD_PATH
    + 'M-6.6-19.4V-23.4L-9-27.6-4.2-24.6 0-28.6 4.2-24.6 9-27.6 6.6-23.4V-19.4z"/>'
    + '<path fill="currentColor" d="M-1.4-21.6 0-23.4 1.4-21.6 0-19.8z"/>',
}


def number(value: float) -> str:
    """A measure as short as it can be written, to a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def use(part: str, x: float, y: float, more: str = "") -> str:
    """A part of the definitions, put at a place; ``more`` is further attributes."""
    return f'<use href="#{part}" x="{number(x)}" y="{number(y)}"{more}/>'


def card_part(card: int) -> str:
    """What the face of a card is called among the definitions: ``card-9H``."""
    return f"card-{card_name(card)}"


def definitions(cards: Iterable[int], digits: bool = True) -> str:
    """The ``<defs>`` of a picture: the back, the empty place, and the faces of these cards only.

    Args:
        cards: the cards that the picture shows; those that it hides don't belong here.
        digits: whether the digits 0 to 9 are to be there, as ``#glyph-7``.
    """
    shown = sorted(set(cards))
    parts = [_BLANK, _BACK, _VEIL, _SLOT]
    parts += [f'<path id="{suit}" d="{_SUIT_PATHS[suit]}"/>' for suit in SUITS]
    ranks = {RANKS[rank_of(card) - 1] for card in shown}
    for name, path in _GLYPHS.items():
        if name in ranks or (digits and name.isdigit()):
            parts.append(f'<path id="glyph-{name}" d="{path}"/>')
    parts += [f'<g id="court-{name}">{art}</g>' for name, art in _COURTS.items() if name in ranks]
    parts += [_face(card) for card in shown]
    return f"<defs>{''.join(parts)}</defs>"


_BLANK = (
    f'<g id="blank"><rect x="-.7" y="-.7" width="{WIDTH + 1.4}" height="{HEIGHT + 2.2}" rx="7"'
    f' fill="#000" fill-opacity=".32"/><rect width="{WIDTH}" height="{HEIGHT}" rx="6.5"'
    f' fill="{WHITE}"/></g>'
)
_BACK = (
    '<pattern id="lattice" width="8" height="8" patternUnits="userSpaceOnUse">'
    f'<path d="M0 0 8 8M8 0 0 8" stroke="{BACK_LINE}" stroke-width=".9"/>'
    f'<path d="M4-1.4 5.4 0 4 1.4 2.6 0zM4 6.6 5.4 8 4 9.4 2.6 8z" fill="{BACK_LINE}"/></pattern>'
    f'<g id="back"><use href="#blank"/><rect x="3" y="3" width="{WIDTH - 6}" height="{HEIGHT - 6}"'
    f' rx="4" fill="{BACK}"/><rect x="7" y="7" width="{WIDTH - 14}" height="{HEIGHT - 14}" rx="1.5"'
    f' fill="url(#lattice)" stroke="{BACK_LINE}"/></g>'
)
_VEIL = (
    f'<rect id="veil" width="{WIDTH}" height="{HEIGHT}" rx="6.5" fill="{BACK}" fill-opacity=".38"/>'
)
_SLOT = (
    f'<rect id="slot" x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="6"'
    ' fill="#000" fill-opacity=".1" stroke="#fff" stroke-opacity=".3" stroke-width="1.5"/>'
)


def _face(card: int) -> str:
    """A card's face: what stands upside down too is drawn once and turned."""
    rank, suit = rank_of(card), SUITS[suit_of(card)]
    letter = RANKS[rank - 1]
    wide = 5 if letter == "T" else 0
    index = (
        '<g fill="none" stroke="currentColor" stroke-width="2.3" stroke-linejoin="round">'
        f"{use(f'glyph-{letter}', -31.5, -46)}</g>{use(suit, -12.5 + wide, -39)}"
    )
    if rank == 1:
        middle = f'<use href="#{suit}" transform="scale(2.9)"/>'
    elif rank > 10:
        index += (
            '<g transform="scale(.93)"><path fill="#fdf4dc"'
            ' d="M-23 0V-27.5Q-23-29.5-21-29.5H21Q23-29.5 23-27.5V0z"/>'
            f'<use href="#court-{letter}"/>' + use(suit, -15.5, -21.5) + "</g>"
        )
        middle = (
            '<g transform="scale(.93)" stroke="currentColor" fill="none">'
            '<path d="M-23 0H23" stroke="#f0b429" stroke-width="1.4"/>'
            '<rect x="-23" y="-29.5" width="46" height="59" rx="2"/></g>'
        )
    else:
        middle = "".join(use(suit, x, y) for x, y in _ONCE.get(rank, []))
        index += "".join(use(suit, x, y) for x, y in _TWICE.get(rank, []))
    part = card_part(card)
    half = f"half-{card_name(card)}"
    return (
        f'<g id="{part}" fill="currentColor" color="{RED if is_red(card) else BLACK}">'
        '<use href="#blank"/>'
        f'<g transform="translate({WIDTH // 2} {HEIGHT // 2})"><g id="{half}">{index}</g>'
        f'<use href="#{half}" transform="rotate(180)"/>{middle}</g></g>'
    )
