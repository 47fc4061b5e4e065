"""The table of games against the rules as agreed, names of games, and the rules in words."""

from __future__ import annotations

from typing import Any

import pytest
from naive import GAMES as NAIVE_GAMES

from fortythieves import GAMES, Game, Rules, UsageError, find_rules
from fortythieves.cards import CARDS, card_name, parse_card
from fortythieves.rulebook import describe, summary
from fortythieves.rules import BUILDS, DEFAULT_GAME, UNLIMITED, bearing_table

# From the text of the rules: columns, rows (the bottom one first), build, runs, draw, redeals, aces
# home, and how many cards are left for the stock.
NINE: dict[str, tuple[int, str, str, str, int, int, bool, int]] = {
    "Forty Thieves": (10, "uuuu", "suit", "", 1, 0, False, 64),
    "Indian": (10, "duu", "other-suit", "", 1, 0, False, 74),
    "Limited": (12, "uuu", "suit", "", 1, 0, False, 68),
    "Little Forty": (10, "uuuu", "other-suit", "other-suit", 3, 3, False, 64),
    "Lucas": (13, "uuu", "suit", "", 1, 0, True, 57),
    "Maria": (9, "uuuu", "alternate", "", 1, 0, False, 68),
    "Number Ten": (10, "dduu", "alternate", "alternate", 1, 0, False, 64),
    "Rank and File": (10, "dddu", "alternate", "alternate", 1, 0, False, 64),
    "Streets": (10, "uuuu", "alternate", "", 1, 0, False, 64),
}
# The list of PySolFC's games in its own words: decks, columns, face down + face up, build, run,
# deal, rounds, fill, and what else is said of the game.
UdUdUdU = "interleaved down rows UdUdUdU"
KINGS = "empty: kings only; " + UdUdUdU
SAME_SUIT = "any suit; runs move same-suit"
UP = "unlimited"
FAMILY: dict[str, tuple[int, int, str, str, str, int, int | str, int, str]] = {
    "Forty and Eight": (2, 8, "0+4", "suit", "1", 1, 2, 0, ""),
    "Midshipman": (2, 9, "2+2", "not own suit", "1", 1, 1, 0, ""),
    "Waning Moon": (2, 13, "0+4", "suit", "1", 1, 1, 0, ""),
    "Busy Aces": (2, 12, "0+1", "suit", "1", 1, 1, 0, ""),
    "Deuces": (2, 10, "0+1", "suit", "1", 1, 1, 0,
               "wrap K-A; foundations from 2; 8 base cards pre-placed"),
    "Courtyard": (2, 12, "0+1", "suit", "any", 1, 1, 1, ""),
    "Little Forty (PySolFC)": (2, 10, "0+4", SAME_SUIT, "any", 3, 4, 1, ""),
    "Lucas (PySolFC)": (2, 13, "0+4", "suit", "any", 1, 1, 0, ""),
    "Double Rail": (2, 5, "0+1", "rank", "any", 1, 1, 0, ""),
    "Corona": (2, 12, "0+3", "suit", "1", 1, 1, 1, ""),
    "Triple Line": (2, 12, "0+3", "alt colour", "any", 1, 2, 1, ""),
    "Napoleon's Exile": (2, 10, "0+4", "rank", "1", 1, 1, 0, ""),
    "Single Rail": (1, 4, "0+1", "rank", "any", 1, 1, 0, ""),
    "Napoleon's Square": (2, 12, "0+4", "suit", "any", 1, 1, 0, ""),
    "Emperor": (2, 10, "3+1", "alt colour", "1", 1, 1, 0, ""),
    "Mumbai": (3, 13, "1+2", "not own suit", "1", 1, 1, 0, ""),
    "Josephine": (2, 10, "0+4", "suit", "any", 1, 1, 0, ""),
    "Marie Rose": (3, 12, "0+5", "suit", "any", 1, 1, 0, ""),
    "Big Streets": (3, 12, "0+4", "alt colour", "1", 1, 1, 0, ""),
    "Number Twelve": (3, 12, "2+2", "alt colour", "any", 1, 1, 0, ""),
    "Big Courtyard": (3, 12, "0+1", "suit", "any", 1, 1, 1, ""),
    "Express": (3, 14, "0+3", "suit", "1", 1, 1, 0, ""),
    "Carnation": (4, 16, "0+3", "suit", "1", 1, 1, 0, ""),
    "Final Battle": (2, 6, "0+1", "rank", "any", 1, 1, 0, ""),
    "San Juan Hill": (2, 10, "0+4", "suit", "1", 1, 1, 0, "aces out"),
    "Waterloo": (2, 6, "0+1", SAME_SUIT, "any", 1, 1, 0, "aces out"),
    "Interchange": (2, 7, "3+4", "suit", "any", 1, 1, 0, KINGS),
    "Unlimited": (2, 7, "3+4", "suit", "any", 1, UP, 0, KINGS),
    "Breakwater": (2, 7, "3+4", "rank", "any", 1, 1, 0, UdUdUdU),
    "Roosevelt": (2, 7, "0+4", "alt colour", "1", 1, 1, 0, ""),
    "Alternation": (2, 7, "3+4", "alt colour", "any", 1, 1, 0, UdUdUdU),
    "Triple Interchange": (3, 9, "4+5", "suit", "any", 1, UP, 0, UdUdUdU + "dU"),
    "Famous Fifty": (2, 10, "0+5", "suit", "1", 1, 1, 0, ""),
    "Sixty Thieves": (3, 12, "0+5", "suit", "1", 1, 1, 0, ""),
    "Eighty Thieves": (4, 10, "0+8", "suit", "1", 1, 1, 0, ""),
    "Triple Rail": (3, 9, "0+1", "rank", "any", 1, 1, 0, ""),
    "Pluto": (2, 12, "0+1", "suit", "1", 1, 1, 0, "wrap K-A; foundations from 2"),
    "Malmaison": (4, 10, "0+8", "suit", "any", 1, 1, 0, ""),
    "Thirty-Nine Steps": (2, 13, "0+3", "suit", "1", 1, 1, 0, ""),
    "Napoleon's Folly": (2, 10, "0+4", "not own suit", "1", 1, 1, 0, ""),
}  # fmt: skip


def expected_rules(title: str) -> Rules:
    """The record of a game as its line above has it, without other names."""
    name = title.lower().replace(" ", "-").translate({ord(sign): "" for sign in "'()"})
    if title in NINE:
        columns, rows, build, runs, draw, redeals, aces_home, _ = NINE[title]
        return Rules(
            name, title, packs=2, columns=columns, rows=rows, build=build, runs=runs, wrap=False,
            empty="any", draw=draw, redeals=redeals, base=1, base_home=aces_home,
        )  # fmt: skip
    packs, columns, dealt, built, run, draw, rounds, fill, more = FAMILY[title]
    down, up = map(int, dealt.split("+"))
    build, runs = {
        "suit": ("suit", "suit"),
        "alt colour": ("alternate", "alternate"),
        "not own suit": ("other-suit", "other-suit"),
        "rank": ("rank", "rank"),
        SAME_SUIT: ("rank", "suit"),
    }[built]
    return Rules(
        name,
        title,
        packs=packs,
        columns=columns,
        rows="ud" * down + "u" if "interleaved" in more else "d" * down + "u" * up,
        build=build,
        runs={"1": "", "any": runs}[run],
        wrap="wrap K-A" in more,
        empty="king" if "kings only" in more else "waste" if fill else "any",
        draw=draw,
        redeals=UNLIMITED if isinstance(rounds, str) else rounds - 1,
        base=2 if "foundations from 2" in more else 1,
        base_home="aces out" in more or "pre-placed" in more,
    )


TABLE = {expected_rules(title).name: expected_rules(title) for title in (*NINE, *FAMILY)}
NAMES_OF_NINE = [expected_rules(title).name for title in NINE]
# What is true of each game, as the summary and the rules in full may say it.
BUILD_WORDS = {
    "suit": "down in suit",
    "other-suit": "down in any other suit",
    "alternate": "down in alternate colours",
    "rank": "down in any suit",
}


@pytest.mark.parametrize("name", TABLE)
def test_game(name: str) -> None:
    rules, expected = GAMES[name], TABLE[name]
    assert rules._replace(aliases=()) == expected
    position = Game.deal(name, 1).position
    home = 4 * expected.packs if expected.base_home else 0
    left = 52 * expected.packs - expected.columns * len(expected.rows) - home
    assert left == (NINE[rules.title][-1] if rules.title in NINE else left)
    assert len(position.stock) == left
    assert [len(cards) for cards in position.columns] == [len(expected.rows)] * expected.columns
    assert position.redeals == expected.redeals
    assert position.cards_home == home


@pytest.mark.parametrize("name", TABLE)
def test_face_down_as_dealt(name: str) -> None:
    """`down` counts from the bottom up to the topmost face-down card, `is_face_down` has each."""
    rows = TABLE[name].rows
    assert GAMES[name].down == len(rows.rstrip("u"))
    position = Game.deal(name, 1).position
    assert position.down == [len(rows.rstrip("u"))] * TABLE[name].columns
    for column in range(TABLE[name].columns):
        assert [position.is_face_down(column, row) for row in range(len(rows))] == [
            face == "d" for face in rows
        ]


def test_games_are_these() -> None:
    assert list(GAMES)[:9] == NAMES_OF_NINE
    assert set(GAMES) == set(TABLE)
    assert len(GAMES) == 49
    assert DEFAULT_GAME == "forty-thieves"


def test_table_as_in_naive() -> None:
    builds = {"suit": "suit", "other suit": "other-suit", "colour": "alternate", "rank": "rank"}
    assert set(TABLE) == set(NAIVE_GAMES)
    for name, rules in TABLE.items():
        other = NAIVE_GAMES[name]
        assert (rules.packs, rules.columns, rules.rows, rules.build, rules.runs) == (
            other.packs,
            other.columns,
            other.rows.lower(),
            builds[other.build],
            other.runs and builds[other.runs],
        )
        assert (rules.wrap, rules.empty, rules.draw, rules.base, rules.base_home) == (
            other.wrap,
            other.empty,
            other.draw,
            other.base,
            other.base_out,
        )
        assert rules.redeals == (UNLIMITED if other.redeals is None else other.redeals)


def test_rules_are_frozen() -> None:
    with pytest.raises(AttributeError):
        GAMES["maria"].columns = 8  # type: ignore[misc]


@pytest.mark.parametrize(
    ("build", "on", "fitting", "wrapped"),
    [
        ("suit", "7H", "6H", ""),
        ("suit", "2C", "AC", ""),
        ("suit", "KS", "QS", ""),
        ("suit", "AD", "", "KD"),
        ("alternate", "7H", "6C 6S", ""),
        ("alternate", "7D", "6C 6S", ""),
        ("alternate", "JC", "TD TH", ""),
        ("alternate", "TS", "9D 9H", ""),
        ("alternate", "AS", "", "KD KH"),
        ("other-suit", "7H", "6C 6D 6S", ""),
        ("other-suit", "KC", "QD QH QS", ""),
        ("other-suit", "2S", "AC AD AH", ""),
        ("other-suit", "AH", "", "KC KD KS"),
        ("rank", "7H", "6C 6D 6H 6S", ""),
        ("rank", "KC", "QC QD QH QS", ""),
        ("rank", "AH", "", "KC KD KH KS"),
    ],
)
def test_what_may_be_laid_on_a_card(build: str, on: str, fitting: str, wrapped: str) -> None:
    for wrap in (False, True):
        laid = {card_name(card) for card in bearing_table(build, wrap)[parse_card(on)]}
        assert laid == {*fitting.split(), *(wrapped.split() if wrap else [])}


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("build", BUILDS)
def test_every_build_is_down_by_one(build: str, wrap: bool) -> None:
    down = dict(zip("KQJT98765432A", "QJT98765432AK" if wrap else "QJT98765432A-", strict=True))
    for on in CARDS:
        for card in bearing_table(build, wrap)[on]:
            assert card_name(card)[0] == down[card_name(on)[0]]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        *((name, name) for name in TABLE),
        *((title, expected_rules(title).name) for title in (*NINE, *FAMILY)),
        ("big-forty", "forty-thieves"),
        ("Big Forty", "forty-thieves"),
        ("le-cadran", "forty-thieves"),
        ("Le Cadran", "forty-thieves"),
        ("napoleon-at-st-helena", "forty-thieves"),
        ("Napoleon at St Helena", "forty-thieves"),
        ("roosevelt-at-san-juan", "forty-thieves"),
        ("Roosevelt at San Juan", "forty-thieves"),
        ("FORTY-THIEVES", "forty-thieves"),
        ("forty_thieves", "forty-thieves"),
        ("  Forty   Thieves ", "forty-thieves"),
        ("rank_and-FILE", "rank-and-file"),
        ("Little\tForty\n", "little-forty"),
        ("-maria-", "maria"),
        # Other names in PySolFC's list.
        ("Maria Luisa", "maria"),
        ("Thirty-Six Card Tableau", "maria"),
        ("Dress Parade", "rank-and-file"),
        ("Les Deux", "deuces"),
        ("Twos", "deuces"),
        ("Round Dozen", "corona"),
        ("Auxiliary Sequences", "single-rail"),
        ("Deauville", "emperor"),
        ("Forty Bandits", "josephine"),
        ("Pack of Thieves", "josephine"),
        ("Kettle Hill", "san-juan-hill"),
        ("Square", "pluto"),
    ],
)
def test_find_rules(given: str, name: str) -> None:
    assert find_rules(given) is GAMES[name]
    assert Game.deal(given, 1).rules is GAMES[name]


@pytest.mark.parametrize("alias", [alias for rules in GAMES.values() for alias in rules.aliases])
def test_no_alias_hides_a_game(alias: str) -> None:
    assert alias not in GAMES
    assert alias in find_rules(alias).aliases


@pytest.mark.parametrize(
    "given",
    ["", " ", "-", "fortythieves", "forty thieve", "klondike", "maria2", "mar ia", "\u00a0",
     "\uff4daria", "x" * 10_000, "\x1b[31m", "\ud800", "'\n"],
)  # fmt: skip
def test_unknown_game(given: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_rules(given)
    message = str(caught.value)
    assert caught.value.exit_code == 2
    assert message.isprintable()
    assert len(message) < 250
    if given and len(given) < 40:
        assert repr(given) in message
    nearest = {
        "fortythieves": ["forty-thieves"],
        "forty thieve": ["forty-thieves"],
        "maria2": ["maria"],
        "mar ia": ["maria"],
        "\uff4daria": ["maria"],
    }
    for name in nearest.get(given, NAMES_OF_NINE):
        assert name in message


# Changing one field: a game where it can be changed, the change, and words that must then stand
# in the summary and in the rules in full.
CHANGES: list[tuple[str, dict[str, Any], str, str]] = [
    ("forty-thieves", {"packs": 1}, "1 pack", "one pack, 52 cards"),
    ("forty-thieves", {"packs": 3}, "3 packs", "three packs, 156 cards"),
    ("forty-thieves", {"packs": 3}, "3 packs", "twelve foundations"),
    ("forty-thieves", {"packs": 4}, "4 packs", "The other 168 are the stock"),
    ("forty-thieves", {"columns": 9}, "9 x 4", "36 cards dealt row by row to 9 columns"),
    ("forty-thieves", {"columns": 9}, "9 x 4", "The other 68 are the stock"),
    ("forty-thieves", {"rows": "uuuuu"}, "10 x 5", "50 cards dealt row by row to 10 columns"),
    ("forty-thieves", {"rows": "uuuuu"}, "10 x 5", "The other 54 are the stock"),
    ("forty-thieves", {"rows": "duuuu"}, "5 (1 face down)", "bottom card of each column lies face"),
    ("forty-thieves", {"rows": "duuuu"}, "face down", "turned up as soon as it becomes its column"),
    ("forty-thieves", {"rows": "dduuuu"}, "6 (2 face down)", "bottom two of each column lie face"),
    ("number-ten", {"rows": "dddu"}, "4 (3 face down)", "bottom three of each column lie face"),
    ("number-ten", {"rows": "uuuu"}, "x 4", "All lie face up."),
    ("forty-thieves", {"rows": "ududu"}, "(2 face down in between)", "up, down, up, down, up"),
    ("forty-thieves", {"rows": "udduu"}, "(2 face down in between)", "up, down, down, up, up"),
    ("forty-thieves", {"build": "alternate"}, "alternate colours", "down in alternate colours"),
    ("forty-thieves", {"build": "other-suit"}, "other suit", "any other suit"),
    ("forty-thieves", {"build": "rank"}, "down in any suit", "built down in any suit"),
    ("streets", {"build": "suit"}, "down in suit", "down in suit"),
    ("forty-thieves", {"runs": "suit"}, "runs", "or any part of its end, may be moved as one"),
    ("forty-thieves", {"runs": "suit"}, "runs", "a run of any length"),
    ("forty-thieves", {"runs": "alternate"}, "runs in alternate", "another down in alternate"),
    ("little-forty", {"runs": "suit"}, "runs in suit", "one another down in suit are a run"),
    ("little-forty", {"runs": ""}, "one card", "one card at a time"),
    ("forty-thieves", {"wrap": True}, "round the corner", "A king may be laid on an ace."),
    ("deuces", {"wrap": False}, "down in suit, one", "A king goes only to an empty column."),
    ("forty-thieves", {"empty": "king"}, "only kings", "only a king may be moved there"),
    ("number-ten", {"empty": "king"}, "only kings", "or a run that begins with one"),
    ("forty-thieves", {"empty": "waste"}, "the waste to empty", "filled at once with the waste's"),
    ("forty-thieves", {"empty": "waste"}, "the waste to empty", "or else with the stock's next"),
    ("courtyard", {"empty": "any"}, "runs", "Empty column: any card that may be moved may"),
    ("forty-thieves", {"draw": 3}, "draw 3", "a draw turns three cards one after another"),
    ("forty-thieves", {"draw": 2}, "draw 2", "turns two cards"),
    ("forty-thieves", {"redeals": 1}, "1 redeal", "(two passes in all)"),
    ("forty-thieves", {"redeals": 2}, "2 redeals", "(three passes in all)"),
    ("forty-thieves", {"redeals": UNLIMITED}, "redeals without end", "without end: when the stock"),
    ("little-forty", {"redeals": 0}, "draw 3", "Redeals: none."),
    ("forty-thieves", {"base": 2}, "from twos", "in suit from two to ace, ace after king"),
    ("forty-thieves", {"base": 13}, "from kings", "in suit from king to queen, ace after king"),
    ("pluto", {"base": 3}, "from threes", "a three to an empty one"),
    ("forty-thieves", {"base_home": True}, "the aces", "eight aces are taken out before the deal"),
    ("forty-thieves", {"base_home": True}, "aces", "The other 56 are the stock"),
    ("pluto", {"base_home": True}, "from the twos", "The eight twos are taken out"),
    ("single-rail", {"base_home": True}, "from the aces", "The four aces are taken out"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "short", "full"), CHANGES)
def test_words_follow_the_record(name: str, change: dict[str, Any], short: str, full: str) -> None:
    rules = GAMES[name]
    changed = rules._replace(**change)
    assert summary(changed) != summary(rules)
    assert short in summary(changed)
    assert words(changed) != words(rules)
    assert full in words(changed)
    assert full not in words(rules) or short not in summary(rules)


def test_every_field_of_play_is_in_words() -> None:
    changed = {field for _, change, _, _ in CHANGES for field in change}
    assert changed == {*Rules._fields} - {"name", "title", "aliases"}


def words(rules: Rules) -> str:
    """The rules in full on one line."""
    return " ".join(describe(rules).split())


# From the text of the rules.
FACTS = {
    "forty-thieves": ["Two packs, 104 cards", "40 cards", "10 columns of four", "other 64",
                      "down in suit", "one card at a time", "Redeals: none",
                      "Napoleon at St Helena", "Big Forty", "Le Cadran", "Roosevelt at San Juan",
                      "ace to king", "Eight foundations", "waste begins empty",
                      "A card on a foundation stays there"],
    "indian": ["30 cards", "10 columns of three", "bottom card of each column lies face down",
               "other 74", "any other suit", "one card at a time"],
    "limited": ["36 cards", "12 columns of three", "other 68", "down in suit",
                "one card at a time"],
    "little-forty": ["40 cards", "10 columns of four", "other 64", "any other suit",
                     "turns three cards", "three: when the stock is empty", "order kept",
                     "four passes", "as many as are left", "run of any length"],
    "lucas": ["39 cards", "13 columns of three", "other 57", "down in suit", "eight aces",
              "one card at a time"],
    "maria": ["36 cards", "9 columns of four", "other 68", "alternate colours",
              "one card at a time"],
    "number-ten": ["bottom two of each column lie face down", "other 64", "alternate colours",
                   "run of any length"],
    "rank-and-file": ["bottom three of each column lie face down", "other 64",
                      "alternate colours", "run of any length"],
    "streets": ["10 columns of four", "other 64", "alternate colours", "one card at a time"],
}  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_facts_are_told(name: str) -> None:
    told = words(GAMES[name]).lower()
    for fact in FACTS[name]:
        assert fact.lower() in told, fact


NUMBERS = dict(
    enumerate("no one two three four five six seven eight nine ten eleven twelve".split())
)


@pytest.mark.parametrize("name", TABLE)
def test_facts_of_the_table_are_told(name: str) -> None:
    rules, told, short = TABLE[name], words(GAMES[name]), summary(GAMES[name])
    cards, dealt = 52 * rules.packs, rules.columns * len(rules.rows)
    home = 4 * rules.packs if rules.base_home else 0
    facts = [
        rules.title,
        f"{NUMBERS[rules.packs]} pack{'s' * (rules.packs > 1)}, {cards} cards",
        f"{NUMBERS.get(4 * rules.packs, str(4 * rules.packs))} foundations",
        f"{dealt} cards dealt row by row to {rules.columns} columns of {NUMBERS[len(rules.rows)]}",
        f"the other {cards - dealt - home} are the stock",
        f"built {BUILD_WORDS[rules.build]}",
        "from two to ace" if rules.base == 2 else "from ace to king",
        "one card at a time" if not rules.runs else f"{BUILD_WORDS[rules.runs]} are a run",
        "turns three cards" if rules.draw == 3 else "its top card may be drawn",
        {0: "redeals: none", 1: "two passes", 3: "four passes", UNLIMITED: "redeals: without end"}[
            rules.redeals
        ],
        {"any": "column: any card", "king": "only a king", "waste": "filled at once"}[rules.empty],
    ]
    for fact in facts:
        assert fact.lower() in told.lower(), fact
    assert ("A king may be laid on an ace" in told) == rules.wrap
    assert ("taken out before the deal" in told) == rules.base_home
    assert ("All lie face up." in told) == ("d" not in rules.rows)
    assert short.startswith(f"{rules.packs} pack" if rules.packs != 2 else f"{rules.columns} x")
    assert f"{rules.columns} x {len(rules.rows)}" in short
    assert BUILD_WORDS[rules.build] in short
    for other in set(BUILD_WORDS) - {rules.build, rules.runs}:
        assert BUILD_WORDS[other] not in told
        assert BUILD_WORDS[other] not in short


@pytest.mark.parametrize("name", TABLE)
def test_lines_of_the_rules_fit(name: str) -> None:
    text = describe(GAMES[name])
    assert text.startswith(TABLE[name].title + "\n")
    assert text == "\n".join(line.rstrip() for line in text.splitlines())
    assert text.isascii()
    assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", TABLE)
def test_summary_is_a_line(name: str) -> None:
    text = summary(GAMES[name])
    assert text.isascii()
    assert text.isprintable()
    assert len(text) <= 100
