"""Numbered deals: from a number to the shuffled pack to the opening position, as PySolFC deals.

A number gives the same board as in PySolFC, whose algorithm (not code) this is: below 32000 the
generator of old Microsoft deals, kept to 33 bits; from there on Python's own Mersenne Twister,
which is guaranteed to give the same ``random()`` for the same integer seed for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from .cards import KING, rank_of
from .errors import UsageError, quote
from .position import Position
from .rules import Rules

MAX_DEAL = 10**20
_FIRST_MERSENNE = 32000
# The order of suits in PySolFC's unshuffled pack: clubs, spades, hearts, diamonds.
_PACK_SUITS = (0, 3, 2, 1)


def parse_deal_number(text: str) -> int:
    """Read a deal number: decimal digits, from 1 to 10**20.

    Raises:
        UsageError: the text is something else.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 30 and 1 <= int(text) <= MAX_DEAL):
        raise UsageError(
            f"{quote(text)} is not a deal number: whole numbers from 1 to 10^20 are, in digits"
        )
    return int(text)


def parse_deal_numbers(text: str) -> Iterator[range]:
    """Read deal numbers and ranges, separated by commas or blanks: ``1-1000,2003``; a range each.

    Raises:
        UsageError: when it comes to a part that is something else.
    """
    for part in text.replace(",", " ").split():
        first, dash, last = part.partition("-")
        start = parse_deal_number(first)
        stop = parse_deal_number(last) if dash else start
        if stop < start:
            raise UsageError(f"{quote(part)}: a range goes from the lower number to the higher")
        yield range(start, stop + 1)


def random_deal_number() -> int:
    """A deal number drawn as PySolFC draws them: of 17 to 20 digits."""
    import random

    return random.SystemRandom().randrange(10**16, MAX_DEAL)


def shuffled_pack(number: int, packs: int = 2) -> list[int]:
    """The pack of a numbered deal; it is dealt from the end of this list.

    Raises:
        UsageError: the number is not from 1 to 10**20.
    """
    check_deal_number(number)
    if packs == 1 and number < _FIRST_MERSENNE:
        # Then it is the deal of that number in the old Microsoft games: rank by rank.
        pack = [16 * suit + rank for rank in range(1, KING + 1) for suit in range(4)]
    else:
        pack = [16 * suit + rank for suit in _PACK_SUITS for rank in range(1, KING + 1)] * packs
    last = len(pack) - 1
    for i, j in zip(range(last, 0, -1), _picks(number, last), strict=False):
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def check_deal_number(number: int) -> None:
    """Refuse what is not the number of a deal.

    Raises:
        UsageError: the number is not from 1 to 10**20.
    """
    if not (type(number) is int and 1 <= number <= MAX_DEAL):
        # Python won't write out an integer of thousands of digits.
        short = type(number) is not int or abs(number) < 10**30
        given = repr(number) if short else "one of so many digits"
        raise UsageError(f"deals are whole numbers from 1 to 10^20, not {given}")


def _picks(number: int, last: int) -> Iterator[int]:
    """For each place from the last down to 1, the place from 0 up to it to swap with."""
    if number < _FIRST_MERSENNE:
        state = number
        for i in range(last, 0, -1):
            state = (state * 214013 + 2531011) & 0x1_FFFF_FFFF
            yield ((state >> 16) & 0x7FFF) % (i + 1)
    else:
        import random

        generator = random.Random(number)
        for i in range(last, 0, -1):
            yield int(generator.random() * (i + 1))


def deal(rules: Rules, number: int) -> Position:
    """The opening position of a numbered deal.

    Raises:
        UsageError: the number is not from 1 to 10**20.
    """
    pack = shuffled_pack(number, rules.packs)
    home = [0] * 64
    for suit in range(4):
        home[16 * suit] = rules.packs
    if rules.base_home:
        pack = [card for card in pack if rank_of(card) != rules.base]
        for suit in range(4):
            home[16 * suit + rules.base] = rules.packs
    columns: list[list[int]] = [[] for _ in range(rules.columns)]
    for _ in rules.rows:
        for column in columns:
            column.append(pack.pop())
    return Position(
        rules,
        stock=pack,
        waste=[],
        columns=columns,
        down=[rules.down] * rules.columns,
        home=home,
        redeals=rules.redeals,
    )
