"""Cards as small integers: ``16 * suit + rank``, suits 0..3 as in SUITS, ranks 1 (ace) to 13.

The two copies of a card in two packs are the same integer: nothing in the rules tells them apart.
``card - 1`` is the card below in the suit, and for an ace the suit's rank 0, which no card has.
"""

from __future__ import annotations

from .errors import UsageError, quote

SUITS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS = "♣♦♥♠"
RANKS = "A23456789TJQK"
RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king",
)  # fmt: skip
KING = 13

CARDS = tuple(16 * suit + rank for suit in range(4) for rank in range(1, KING + 1))

# Indexed by card; the gaps are never looked up.
CARD_NAMES = tuple(
    RANKS[number % 16 - 1] + SUITS[number // 16] if 1 <= number % 16 <= KING else ""
    for number in range(64)
)

_READ = {CARD_NAMES[card]: card for card in CARDS}


def suit_of(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card >> 4


def rank_of(card: int) -> int:
    """The rank of a card: 1 ace to 13 king."""
    return card & 15


def is_red(card: int) -> bool:
    """Whether a card is a diamond or a heart."""
    return card >> 4 in (1, 2)


def card_name(card: int) -> str:
    """The name of a card as it is written everywhere: rank then suit, ``"TH"``, ``"AS"``."""
    return CARD_NAMES[card]


def parse_card(text: str) -> int:
    """Read a card: ``TH``, ``10H``, ``th`` and ``10♥`` are all the ten of hearts.

    Raises:
        UsageError: the text is not a card.
    """
    card = _READ.get(text)
    if card is not None:
        return card
    plain = text
    for suit, symbol in zip(SUITS, SUIT_SYMBOLS, strict=True):
        plain = plain.replace(symbol, suit)
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    # Letters of other alphabets may have a capital that is one of ours.
    card = _READ.get(plain.upper()) if plain.isascii() else None
    if card is None:
        raise UsageError(
            f"{quote(text)} is not a card: a rank (A 2-9 T J Q K) and a suit (C D H S) are needed, "
            "as in TH"
        )
    return card
