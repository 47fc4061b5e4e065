"""The games: a frozen record of rules each, and the table of them.

A game is a row of data. Everything that plays, describes or checks a game reads the record, so
that a new game is a new row.
"""

from __future__ import annotations

from collections.abc import Callable

from .cards import CARDS, is_red, suit_of
from .errors import UsageError, quote
from .records import NamedTuple

# How columns build: what it is called in a sentence, and which suits may lie on which. In every
# way the card laid must be one rank lower than the card it is laid on.
BUILDS: dict[str, tuple[str, Callable[[int, int], bool]]] = {
    "suit": ("down in suit", lambda card, on: suit_of(card) == suit_of(on)),
    "alternate": ("down in alternate colours", lambda card, on: is_red(card) != is_red(on)),
    "other-suit": ("down in any other suit", lambda card, on: suit_of(card) != suit_of(on)),
}


class Rules(NamedTuple):
    """The rules of one game; `fortythieves.rulebook` puts one in words.

    Attributes:
        name: how the game is called for: lower case, hyphens.
        title: how it is written for people.
        columns: number of tableau columns.
        down, up: rows dealt face down, and then face up, to every column.
        build: how columns build, a key of BUILDS.
        runs: whether a run may be moved as one; otherwise a card at a time.
        draw: how many cards a draw turns from the stock onto the waste.
        redeals: how often the waste may be turned over to be the stock again.
        aces_home: whether the aces are taken out before the deal and begin the foundations.
        packs: how many packs of 52 cards are shuffled together.
        aliases: other names that find the game.
    """

    name: str
    title: str
    columns: int = 10
    down: int = 0
    up: int = 4
    build: str = "suit"
    runs: bool = False
    draw: int = 1
    redeals: int = 0
    aces_home: bool = False
    packs: int = 2
    aliases: tuple[str, ...] = ()


DEFAULT_GAME = "forty-thieves"

GAMES: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules(
            "forty-thieves",
            "Forty Thieves",
            aliases=(
                "big-forty",
                "le-cadran",
                "napoleon-at-st-helena",
                "roosevelt-at-san-juan",
            ),
        ),
        Rules("indian", "Indian", down=1, up=2, build="other-suit"),
        Rules("limited", "Limited", columns=12, up=3),
        Rules("little-forty", "Little Forty", build="other-suit", runs=True, draw=3, redeals=3),
        Rules("lucas", "Lucas", columns=13, up=3, aces_home=True),
        Rules("maria", "Maria", columns=9, build="alternate"),
        Rules("number-ten", "Number Ten", down=2, up=2, build="alternate", runs=True),
        Rules("rank-and-file", "Rank and File", down=3, up=1, build="alternate", runs=True),
        Rules("streets", "Streets", build="alternate"),
    )
}

_NAMES = {name: rules for rules in GAMES.values() for name in (rules.name, *rules.aliases)}


def find_rules(name: str) -> Rules:
    """The rules of a game by its name or another of its names.

    Capitals don't matter, and blanks and underscores count as hyphens: ``"Forty Thieves"``.

    Raises:
        UsageError: no game is called so.
    """
    rules = _NAMES.get("-".join(name.lower().replace("_", " ").replace("-", " ").split()))
    if rules is None:
        raise UsageError(f"no game is called {quote(name)}: there are {', '.join(GAMES)}")
    return rules


def bearing_table(rules: Rules) -> tuple[frozenset[int], ...]:
    """For every card, the cards that may be laid on it in a column."""
    table = _bearing.get(rules.build)
    if table is None:
        _, suits_fit = BUILDS[rules.build]
        table = _bearing[rules.build] = tuple(
            frozenset(card for card in CARDS if card % 16 == on % 16 - 1 and suits_fit(card, on))
            for on in range(64)
        )
    return table


_bearing: dict[str, tuple[frozenset[int], ...]] = {}
