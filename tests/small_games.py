"""Random small positions, by every mixture of rules, on which a search can try everything.

All cards of the packs are in a position, but most of them are home already: what is left is the
last few ranks that go home, of one suit or more. So one pack of few ranks is played, and the kings
are among them wherever the foundations begin with the ace.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import naive

from fortythieves.cards import CARDS, card_name, parse_card
from fortythieves.position import Position
from fortythieves.rules import UNLIMITED, Rules

# What a game may be like, and which values each of it takes.
KINDS: dict[str, tuple[object, ...]] = {
    "build": ("suit", "alternate", "other-suit", "rank"),
    "runs": ("", "suit", "alternate", "other-suit", "rank"),
    "wrap": (False, True),
    "empty": ("any", "king", "waste"),
    "draw": (1, 2, 3),
    "redeals": (0, 1, 2, UNLIMITED),
    "packs": (1, 2),
    "base": ("ace", "another", "home"),
}


def kind_of(rules: Rules) -> Iterator[tuple[str, object]]:
    """Where rules stand in KINDS: a value for each key."""
    for key in KINDS:
        if key == "base":
            yield key, "home" if rules.base_home else "ace" if rules.base == 1 else "another"
        else:
            yield key, getattr(rules, key)


def random_rules(rng: random.Random) -> Rules:
    kind = {key: rng.choice(values) for key, values in KINDS.items()}
    at = kind.pop("base")
    # From 2 or 3 on, the last to go home are Q K A or K A 2: around the corner of the ranks.
    base = 1 if at == "ace" else rng.choice([2, 2, 3, 3, 4, 7, 13] + [1] * (at == "home"))
    rows = rng.choice(["u", "uu", "uuu", "du", "du", "ddu", "udu", "ddduu", "dudu"])
    columns = rng.choices([2, 3, 4, 5], [5, 6, 3, 1])[0]
    return Rules("small", "Small", columns=columns, rows=rows, base=base, base_home=at == "home",
                 **kind)  # type: ignore[arg-type]  # fmt: skip


def random_position(seed: int) -> Position:
    """A position by random rules, the same for the same seed."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    heights = _random_heights(rng, rules)
    home = [0] * 64
    left = []
    for suit, piles in enumerate(heights):
        home[16 * suit] = rules.packs
        for height in piles:
            for step in range(13):
                card = 16 * suit + (rules.base - 1 + step) % 13 + 1
                if step < height:
                    home[card] += 1
                else:
                    left.append(card)
    rng.shuffle(left)

    # How much of it lies in the columns, and how much of the rest in the waste, differs from all
    # to nothing.
    in_columns = rng.choice([0.2, 0.5, 0.8, 1.0]) * len(left)
    columns: list[list[int]] = [[] for _ in range(rules.columns)]
    if rng.random() < 0.6:  # evenly, as dealt
        for n in range(round(in_columns)):
            columns[n % rules.columns].append(left.pop())
    else:  # anyhow; some may be empty
        for _ in range(round(in_columns)):
            rng.choice(columns).append(left.pop())
    in_waste = rng.choice([0, 0, 0, rng.randint(0, len(left))])
    return Position(
        rules,
        stock=left[in_waste:],
        waste=left[:in_waste],
        columns=columns,
        down=[_random_down(rng, rules.rows, len(column)) for column in columns],
        home=home,
        redeals=rules.redeals if rules.redeals < 1 else rng.randint(0, rules.redeals),
    )


def small_position(
    rules: Rules,
    columns: Sequence[str],
    *,
    stock: str = "",
    waste: str = "",
    redeals: int | None = None,
) -> Position:
    """A position made by hand: what lies in no pile is home.

    Args:
        rules: columns not given are empty.
        columns: from bottom to top; what stands before a ``|`` lies face down.
        stock: the next card first.
        waste: the top card last.
        redeals: how many are left; by default as many as the game has.
    """
    texts = [*columns, *[""] * (rules.columns - len(columns))]
    piles = [_cards(text.replace("|", " ")) for text in (*texts, stock, waste)]
    home = [rules.packs if number % 16 <= 13 else 0 for number in range(64)]
    for pile in piles:
        for card in pile:
            home[card] -= 1
    for suit in range(4):
        upward = [home[16 * suit + (rules.base - 1 + step) % 13 + 1] for step in range(13)]
        assert upward == sorted(upward, reverse=True), "such foundations can't be"
    return Position(
        rules,
        stock=piles[-2][::-1],
        waste=piles[-1],
        columns=piles[:-2],
        down=[len(_cards(text.partition("|")[0])) if "|" in text else 0 for text in texts],
        home=home,
        redeals=rules.redeals if redeals is None else redeals,
    )


def _cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


@contextmanager
def naive_game(position: Position) -> Iterator[naive.NaiveGame]:
    """The same position in `naive`, which knows its rules only meanwhile."""
    rules = position.rules
    builds = {"": "", "suit": "suit", "alternate": "colour", "other-suit": "other suit",
              "rank": "rank"}  # fmt: skip
    naive.GAMES["set up"] = naive.Rules(
        columns=rules.columns,
        rows=rules.rows.replace("u", "U"),
        build=builds[rules.build],
        runs=builds[rules.runs],
        packs=rules.packs,
        draw=rules.draw,
        redeals=None if rules.redeals == UNLIMITED else rules.redeals,
        wrap=rules.wrap,
        base=rules.base,
        base_out=rules.base_home,
        empty=rules.empty,
    )
    try:
        game = naive.NaiveGame(
            "set up",
            [[card_name(card) for card in column] for column in position.columns],
            [{row for row in range(down) if rules.rows[row] == "d"} for down in position.down],
            [card_name(card) for card in reversed(position.stock)],
            {
                letter: [
                    sum(position.home[card] > pile for card in CARDS if card >> 4 == suit)
                    for pile in range(rules.packs)
                ]
                for suit, letter in enumerate("CDHS")
            },
        )
        game.waste = [card_name(card) for card in position.waste]
        game.redeals_left = None if position.redeals == UNLIMITED else position.redeals
        yield game
    finally:
        del naive.GAMES["set up"]


def _random_heights(rng: random.Random, rules: Rules) -> list[list[int]]:
    """How high each suit's foundations stand: so that 4 to 28 cards are left.

    They are of 2 to 7 ranks; or of all, where the first to go home may bear the last.
    """
    least = rng.choice([4, 8, 12, 16, 20])
    while True:
        suits = rng.choice([1, 2, 2, 3, 4])
        ranks = rng.choice([2, 3, 4, 5, 6, 7, 12, *[12 if rules.base_home else 13] * 2])
        even = rng.random() < 0.6
        heights = []
        for suit in range(4):
            piles = [13] * rules.packs
            if suit < suits:
                piles = [13 - ranks if even else 13 - rng.randint(0, ranks) for _ in piles]
            heights.append(piles)
        rng.shuffle(heights)
        if least <= sum(13 - height for piles in heights for height in piles) <= least + 8:
            return heights


def _random_down(rng: random.Random, rows: str, length: int) -> int:
    """How many cards can't move yet: up to one that lies face down and isn't the column's top."""
    hidden = [row + 1 for row in range(min(len(rows), length - 1)) if rows[row] == "d"]
    if not hidden or rng.random() < 0.2:
        return 0
    return hidden[-1] if rng.random() < 0.7 else rng.choice(hidden)
