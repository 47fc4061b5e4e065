"""What the inner loop needs to know of a position and its rules, as plain numbers."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from ..cards import CARDS, KING, rank_of
from ..position import Position
from ..rules import UNLIMITED, bearing_table

_EMPTIES = {"any": 0, "king": 1, "waste": 2}


class Layout(NamedTuple):
    """A position and its rules, as `Board` takes them.

    Cards are numbered from 0; a *kind* is a card as in `fortythieves.cards`, 0 to 63. Masks have a
    bit a kind. Attributes that are lists by kind have 64 entries.

    Attributes:
        columns, packs, draw: as in the rules.
        runs: whether runs move.
        empty: what an empty column takes: 0 any card, 1 a king, 2 the waste's top at once.
        total: how many cards are home when the game is won.
        kind: the kind of each card.
        copies: for each kind, at four times its number, the cards that are its copies, else -1.
        bears, run_bears: by kind, the mask of those that may be laid on it; that a run goes on
            with.
        lies_on: by kind, the mask of those on which it may be laid.
        empty_takes: the mask of the kinds that an empty column takes.
        before: by kind, that which must be home before it; rank 0 of its suit for the first.
        rank: by kind, its height on its foundation, from 0.
        order: suit by suit, the 13 kinds from the foundation's first to its last.
        next_down: by the number of cards of a column that can't move, all others gone: how many
            can't when the last of them is turned up.
        zobrist, kind_bit: by kind, a random number, and the mask of it alone.
        state: the position as `Board.save` writes it.
        home: by kind, how many copies are home; at rank 0, the packs.
    """

    columns: int
    packs: int
    draw: int
    runs: bool
    empty: int
    total: int
    kind: list[int]
    copies: list[int]
    bears: list[int]
    run_bears: list[int]
    lies_on: list[int]
    empty_takes: int
    before: list[int]
    rank: list[int]
    order: list[int]
    next_down: list[int]
    zobrist: list[int]
    kind_bit: list[int]
    state: list[int]
    home: list[int]


def layout_of(position: Position, hash_seed: int = 0) -> Layout:
    """The layout of a position; the hash seed chooses the random numbers of its keys."""
    rules = position.rules
    piles = [*position.columns, position.waste, position.stock]
    kinds = [card for pile in piles for card in pile]
    copies = [-1] * 256
    found = [0] * 64
    for number, card in enumerate(kinds):
        copies[4 * card + found[card]] = number
        found[card] += 1
    state = [255 if position.redeals == UNLIMITED else position.redeals, 0, 0]
    number = 0
    for pile in piles:
        state.append(len(pile))
        state += range(number, number + len(pile))
        number += len(pile)
    state += position.down
    rank = [0] * 64
    before = list(range(64))
    for card in CARDS:
        rank[card] = (rank_of(card) - rules.base) % KING
        before[card] = card - 1 if rank_of(card) > 1 else card + KING - 1
        if rank_of(card) == rules.base:
            before[card] = card - rank_of(card)
    generator = random.Random(f"fortythieves {hash_seed}")
    bearing = bearing_table(rules.build, rules.wrap)
    return Layout(
        columns=rules.columns,
        packs=rules.packs,
        draw=rules.draw,
        runs=bool(rules.runs),
        empty=_EMPTIES[rules.empty],
        total=len(kinds) + position.cards_home,
        kind=kinds,
        copies=copies,
        bears=[_mask(cards) for cards in bearing],
        run_bears=[_mask(c) for c in bearing_table(rules.runs or rules.build, rules.wrap)],
        lies_on=[_mask(on for on in CARDS if kind in bearing[on]) for kind in range(64)],
        empty_takes=_mask(c for c in CARDS if rules.empty != "king" or rank_of(c) == KING),
        before=before,
        rank=rank,
        order=[
            suit + (rules.base - 1 + step) % KING + 1
            for suit in (0, 16, 32, 48)
            for step in range(KING)
        ],
        next_down=[0, *(rules.rows.rfind("d", 0, n - 1) + 1 for n in range(1, 256))],
        zobrist=[generator.getrandbits(64) | 1 for _ in range(64)],
        kind_bit=[1 << kind for kind in range(64)],
        state=state,
        home=position.home,
    )


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
