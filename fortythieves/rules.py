"""The games: a frozen record of rules each, and the table of them.

A game is a row of data. Everything that plays, describes or checks a game reads the record, so
that a new game is a new row.
"""

from __future__ import annotations

from collections.abc import Callable

from .cards import CARDS, KING, is_red, rank_of, suit_of
from .errors import UsageError, quote
from .records import NamedTuple

# How columns build: what it is called in a sentence, and which suits may lie on which. In every
# way the card laid must be one rank lower than the card it is laid on.
BUILDS: dict[str, tuple[str, Callable[[int, int], bool]]] = {
    "suit": ("down in suit", lambda card, on: suit_of(card) == suit_of(on)),
    "alternate": ("down in alternate colours", lambda card, on: is_red(card) != is_red(on)),
    "other-suit": ("down in any other suit", lambda card, on: suit_of(card) != suit_of(on)),
    "rank": ("down in any suit", lambda card, on: True),
}


class Rules(NamedTuple):
    """The rules of one game; `fortythieves.rulebook` puts one in words.

    Attributes:
        name: how the game is called for: lower case, hyphens.
        title: how it is written for people.
        packs: how many packs of 52 cards are shuffled together, 1 to 4.
        columns: number of tableau columns.
        rows: how every column is dealt, a letter a card from the bottom: ``u`` face up, ``d``
            face down; the last is face up.
        build: how columns build, a key of BUILDS.
        runs: which build the cards of a run must follow that is moved as one, a key of BUILDS;
            empty where one card moves at a time.
        wrap: whether a king may be laid on an ace in a column, where the build allows its suit.
        empty: what an empty column takes, a key of EMPTIES.
        draw: how many cards a draw turns from the stock onto the waste.
        redeals: how often the waste may be turned over to be the stock again; UNLIMITED for ever.
        base: the rank that begins every foundation, 1 to 13; kings go on, if need be, to aces.
        base_home: whether the cards of that rank are taken out before the deal and lie there.
        aliases: other names that find the game.
    """

    name: str
    title: str
    packs: int = 2
    columns: int = 10
    rows: str = "uuuu"
    build: str = "suit"
    runs: str = ""
    wrap: bool = False
    empty: str = "any"
    draw: int = 1
    redeals: int = 0
    base: int = 1
    base_home: bool = False
    aliases: tuple[str, ...] = ()

    @property
    def down(self) -> int:
        """How many cards of a column, from the bottom, can't move till one above is turned up."""
        return self.rows.rfind("d") + 1


UNLIMITED = -1

# What an empty column takes.
EMPTIES = {
    "any": "any card that may be moved may be moved there",
    "king": "only a king may be moved there",
    "waste": "it is filled at once with the waste's top card, or else with the stock's next; when "
    "both are gone, any card that may be moved may be moved there",
}

DEFAULT_GAME = "forty-thieves"

_ROWS = (
    Rules(
        "forty-thieves",
        "Forty Thieves",
        aliases=("big-forty", "le-cadran", "napoleon-at-st-helena", "roosevelt-at-san-juan"),
    ),
    Rules("indian", "Indian", rows="duu", build="other-suit"),
    Rules("limited", "Limited", columns=12, rows="uuu"),
    Rules(
        "little-forty", "Little Forty", build="other-suit", runs="other-suit", draw=3, redeals=3
    ),
    Rules("lucas", "Lucas", columns=13, rows="uuu", base_home=True),
    Rules("maria", "Maria", columns=9, build="alternate",
          aliases=("maria-luisa", "thirty-six-card-tableau")),
    Rules("number-ten", "Number Ten", rows="dduu", build="alternate", runs="alternate"),
    Rules("rank-and-file", "Rank and File", rows="dddu", build="alternate", runs="alternate",
          aliases=("dress-parade",)),
    Rules("streets", "Streets", build="alternate"),
    # The rest of the family, as PySolFC lays it out and plays it.
    Rules("alternation", "Alternation", columns=7, rows="udududu", build="alternate",
          runs="alternate"),
    Rules("big-courtyard", "Big Courtyard", packs=3, columns=12, rows="u", runs="suit",
          empty="waste"),
    Rules("big-streets", "Big Streets", packs=3, columns=12, build="alternate"),
    Rules("breakwater", "Breakwater", columns=7, rows="udududu", build="rank", runs="rank"),
    Rules("busy-aces", "Busy Aces", columns=12, rows="u"),
    Rules("carnation", "Carnation", packs=4, columns=16, rows="uuu"),
    Rules("corona", "Corona", columns=12, rows="uuu", empty="waste", aliases=("round-dozen",)),
    Rules("courtyard", "Courtyard", columns=12, rows="u", runs="suit", empty="waste"),
    Rules("deuces", "Deuces", rows="u", wrap=True, base=2, base_home=True,
          aliases=("les-deux", "twos")),
    Rules("double-rail", "Double Rail", columns=5, rows="u", build="rank", runs="rank"),
    Rules("eighty-thieves", "Eighty Thieves", packs=4, rows="uuuuuuuu"),
    Rules("emperor", "Emperor", rows="dddu", build="alternate", aliases=("deauville",)),
    Rules("express", "Express", packs=3, columns=14, rows="uuu"),
    Rules("famous-fifty", "Famous Fifty", rows="uuuuu"),
    Rules("final-battle", "Final Battle", columns=6, rows="u", build="rank", runs="rank"),
    Rules("forty-and-eight", "Forty and Eight", columns=8, redeals=1),
    Rules("interchange", "Interchange", columns=7, rows="udududu", runs="suit", empty="king"),
    Rules("josephine", "Josephine", runs="suit", aliases=("forty-bandits", "pack-of-thieves")),
    Rules("little-forty-pysolfc", "Little Forty (PySolFC)", build="rank", runs="suit",
          empty="waste", draw=3, redeals=3),
    Rules("lucas-pysolfc", "Lucas (PySolFC)", columns=13, runs="suit"),
    Rules("malmaison", "Malmaison", packs=4, rows="uuuuuuuu", runs="suit"),
    Rules("marie-rose", "Marie Rose", packs=3, columns=12, rows="uuuuu", runs="suit"),
    Rules("midshipman", "Midshipman", columns=9, rows="dduu", build="other-suit"),
    Rules("mumbai", "Mumbai", packs=3, columns=13, rows="duu", build="other-suit"),
    Rules("napoleons-exile", "Napoleon's Exile", build="rank"),
    Rules("napoleons-folly", "Napoleon's Folly", build="other-suit"),
    Rules("napoleons-square", "Napoleon's Square", columns=12, runs="suit"),
    Rules("number-twelve", "Number Twelve", packs=3, columns=12, rows="dduu", build="alternate",
          runs="alternate"),
    Rules("pluto", "Pluto", columns=12, rows="u", wrap=True, base=2, aliases=("square",)),
    Rules("roosevelt", "Roosevelt", columns=7, build="alternate"),
    Rules("san-juan-hill", "San Juan Hill", base_home=True, aliases=("kettle-hill",)),
    Rules("single-rail", "Single Rail", packs=1, columns=4, rows="u", build="rank", runs="rank",
          aliases=("auxiliary-sequences",)),
    Rules("sixty-thieves", "Sixty Thieves", packs=3, columns=12, rows="uuuuu"),
    Rules("thirty-nine-steps", "Thirty-Nine Steps", columns=13, rows="uuu"),
    Rules("triple-interchange", "Triple Interchange", packs=3, columns=9, rows="ududududu",
          runs="suit", redeals=UNLIMITED),
    Rules("triple-line", "Triple Line", columns=12, rows="uuu", build="alternate",
          runs="alternate", empty="waste", redeals=1),
    Rules("triple-rail", "Triple Rail", packs=3, columns=9, rows="u", build="rank", runs="rank"),
    Rules("unlimited", "Unlimited", columns=7, rows="udududu", runs="suit", empty="king",
          redeals=UNLIMITED),
    Rules("waning-moon", "Waning Moon", columns=13),
    Rules("waterloo", "Waterloo", columns=6, rows="u", build="rank", runs="suit", base_home=True),
)  # fmt: skip

GAMES: dict[str, Rules] = {rules.name: rules for rules in _ROWS}

_NAMES = {name: rules for rules in GAMES.values() for name in (rules.name, *rules.aliases)}


def is_own_game(rules: Rules) -> bool:
    """Whether rules are those of a game of one's own, and not of a game of the table."""
    return GAMES.get(rules.name) != rules


def is_known_name(name: str) -> bool:
    """Whether a game of the table is called so, or otherwise so."""
    return name in _NAMES


def find_rules(name: str) -> Rules:
    """The rules of a game by its name or another of its names.

    Capitals and apostrophes don't matter, and what is neither letter nor digit counts as a
    hyphen: ``"Napoleon's Folly"``.

    Raises:
        UsageError: no game is called so.
    """
    words = "".join(c if c.isalnum() else " " for c in name.lower().replace("'", "")).split()
    rules = _NAMES.get("-".join(words))
    if rules is None:
        raise UsageError(f"no game is called {quote(name)}; {_suggestion(name)}")
    return rules


def _suggestion(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), _NAMES, n=3, cutoff=0.5)
    if close:
        return f"{' or '.join(close)} may be meant (see fortythieves games)"
    return f"there are {', '.join(list(GAMES)[:9])} and more (see fortythieves games)"


def bearing_table(build: str, wrap: bool) -> tuple[frozenset[int], ...]:
    """For every card, the cards that a build rule lays on it; if ``wrap``, kings on aces."""
    table = _bearing.get((build, wrap))
    if table is None:
        _, suits_fit = BUILDS[build]
        table = _bearing[build, wrap] = tuple(
            frozenset(
                card
                for card in CARDS
                if rank_of(card) == (rank_of(on) - 1 or (KING if wrap else 0))
                and suits_fit(card, on)
            )
            for on in range(64)
        )
    return table


_bearing: dict[tuple[str, bool], tuple[frozenset[int], ...]] = {}
