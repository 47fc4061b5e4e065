"""The table of games against the rules as agreed, names of games, and the rules in words."""

from __future__ import annotations

from typing import Any

import pytest
from naive import GAMES as NAIVE_GAMES

from fortythieves import GAMES, Game, Rules, UsageError, find_rules
from fortythieves.cards import CARDS, card_name, parse_card
from fortythieves.rulebook import describe, summary
from fortythieves.rules import BUILDS, DEFAULT_GAME, bearing_table

# From the text of the rules: columns, face down, face up, build, runs, draw, redeals, aces home,
# and how many cards are left for the stock.
TABLE = {
    "forty-thieves": (10, 0, 4, "suit", False, 1, 0, False, 64),
    "indian": (10, 1, 2, "other-suit", False, 1, 0, False, 74),
    "limited": (12, 0, 3, "suit", False, 1, 0, False, 68),
    "little-forty": (10, 0, 4, "other-suit", True, 3, 3, False, 64),
    "lucas": (13, 0, 3, "suit", False, 1, 0, True, 57),
    "maria": (9, 0, 4, "alternate", False, 1, 0, False, 68),
    "number-ten": (10, 2, 2, "alternate", True, 1, 0, False, 64),
    "rank-and-file": (10, 3, 1, "alternate", True, 1, 0, False, 64),
    "streets": (10, 0, 4, "alternate", False, 1, 0, False, 64),
}
TITLES = {
    "forty-thieves": "Forty Thieves",
    "indian": "Indian",
    "limited": "Limited",
    "little-forty": "Little Forty",
    "lucas": "Lucas",
    "maria": "Maria",
    "number-ten": "Number Ten",
    "rank-and-file": "Rank and File",
    "streets": "Streets",
}
# What is true of each game, as the summary and the rules in full may say it.
BUILD_WORDS = {
    "suit": "down in suit",
    "other-suit": "down in any other suit",
    "alternate": "down in alternate colours",
}


@pytest.mark.parametrize("name", TABLE)
def test_game(name: str) -> None:
    rules = GAMES[name]
    expected = TABLE[name]
    assert rules.name == name
    assert rules.title == TITLES[name]
    assert (
        rules.columns, rules.down, rules.up, rules.build, rules.runs, rules.draw, rules.redeals,
        rules.aces_home,
    ) == expected[:-1]  # fmt: skip
    assert rules.packs == 2
    position = Game.deal(name, 1).position
    assert len(position.stock) == expected[-1]
    assert [len(cards) for cards in position.columns] == [rules.down + rules.up] * rules.columns
    assert position.redeals == rules.redeals


def test_games_are_these_nine() -> None:
    assert list(GAMES) == list(TABLE)
    assert DEFAULT_GAME == "forty-thieves"


def test_table_as_in_naive() -> None:
    builds = {"suit": "suit", "other suit": "other-suit", "colour": "alternate"}
    for name, rules in GAMES.items():
        other = NAIVE_GAMES[name]
        assert (rules.columns, rules.down, rules.down + rules.up) == (
            other.columns,
            other.face_down,
            other.rows,
        )
        assert (rules.build, rules.runs) == (builds[other.build], other.runs)
        assert (rules.draw, rules.redeals, rules.aces_home) == (
            other.draw,
            other.redeals,
            other.aces_out,
        )


def test_rules_are_frozen() -> None:
    with pytest.raises(AttributeError):
        GAMES["maria"].columns = 8  # type: ignore[misc]


@pytest.mark.parametrize(
    ("build", "on", "fitting"),
    [
        ("suit", "7H", {"6H"}),
        ("suit", "2C", {"AC"}),
        ("suit", "KS", {"QS"}),
        ("suit", "AD", set()),
        ("alternate", "7H", {"6C", "6S"}),
        ("alternate", "7D", {"6C", "6S"}),
        ("alternate", "JC", {"TD", "TH"}),
        ("alternate", "TS", {"9D", "9H"}),
        ("alternate", "AS", set()),
        ("other-suit", "7H", {"6C", "6D", "6S"}),
        ("other-suit", "KC", {"QD", "QH", "QS"}),
        ("other-suit", "2S", {"AC", "AD", "AH"}),
        ("other-suit", "AH", set()),
    ],
)
def test_what_may_be_laid_on_a_card(build: str, on: str, fitting: set[str]) -> None:
    rules = Rules("own", "Own", build=build)
    assert {card_name(card) for card in bearing_table(rules)[parse_card(on)]} == fitting


@pytest.mark.parametrize("build", BUILDS)
def test_every_build_is_down_by_one(build: str) -> None:
    table = bearing_table(Rules("own", "Own", build=build))
    down = dict(zip("KQJT98765432", "QJT98765432A", strict=True)) | {"A": None}
    for on in CARDS:
        for card in table[on]:
            assert card_name(card)[0] == down[card_name(on)[0]]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        *((name, name) for name in TABLE),
        *((title, name) for name, title in TITLES.items()),
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
     "ｍaria", "x" * 10_000, "\x1b[31m", "\ud800", "'\n"],
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
    for name in TABLE:
        assert name in message


# Changing one field: a game where it can be changed, the change, and words that must then stand
# in the summary and in the rules in full.
CHANGES: list[tuple[str, dict[str, Any], str, str]] = [
    ("forty-thieves", {"columns": 9}, "9 x 4", "36 cards dealt row by row to 9 columns"),
    ("forty-thieves", {"columns": 9}, "9 x 4", "The other 68 are the stock"),
    ("forty-thieves", {"up": 5}, "10 x 5", "50 cards dealt row by row to 10 columns"),
    ("forty-thieves", {"up": 5}, "10 x 5", "The other 54 are the stock"),
    ("forty-thieves", {"down": 1}, "5 (1 face down)", "The bottom card of each column lies face"),
    ("forty-thieves", {"down": 1}, "face down", "turned up as soon as it becomes its column's top"),
    ("forty-thieves", {"down": 2}, "6 (2 face down)", "bottom two of each column lie face"),
    ("number-ten", {"down": 3, "up": 1}, "4 (3 face down)", "bottom three of each column lie face"),
    ("number-ten", {"down": 0, "up": 4}, "x 4", "All lie face up."),
    ("forty-thieves", {"build": "alternate"}, "alternate colours", "down in alternate colours"),
    ("forty-thieves", {"build": "other-suit"}, "other suit", "any other suit"),
    ("streets", {"build": "suit"}, "down in suit", "down in suit"),
    ("forty-thieves", {"runs": True}, "runs move", "or any part of its end, may be moved as one"),
    ("forty-thieves", {"runs": True}, "runs", "a run of any length"),
    ("little-forty", {"runs": False}, "one card moves", "one card at a time"),
    ("forty-thieves", {"draw": 3}, "draw 3", "a draw turns three cards one after another"),
    ("forty-thieves", {"draw": 2}, "draw 2", "turns two cards"),
    ("forty-thieves", {"redeals": 1}, "1 redeal", "(two passes in all)"),
    ("forty-thieves", {"redeals": 2}, "2 redeals", "(three passes in all)"),
    ("little-forty", {"redeals": 0}, "draw 3", "none."),
    ("forty-thieves", {"aces_home": True}, "aces begin the foundations", "eight aces are taken"),
    ("forty-thieves", {"aces_home": True}, "aces", "The other 56 are the stock"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "short", "full"), CHANGES)
def test_words_follow_the_record(name: str, change: dict[str, Any], short: str, full: str) -> None:
    rules = GAMES[name]
    changed = rules._replace(**change)
    assert summary(changed) != summary(rules)
    assert short in summary(changed)
    assert words(changed) != words(rules)
    assert full in words(changed)
    assert not (short in summary(rules) and full in words(rules))


def test_every_field_of_play_is_in_words() -> None:
    changed = {field for _, change, _, _ in CHANGES for field in change}
    assert changed == {*Rules._fields} - {"name", "title", "packs", "aliases"}


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


@pytest.mark.parametrize("name", TABLE)
def test_facts_are_told(name: str) -> None:
    told = words(GAMES[name]).lower()
    for fact in [*FACTS[name], TITLES[name]]:
        assert fact.lower() in told, fact
    assert BUILD_WORDS[TABLE[name][3]] in summary(GAMES[name])
    for other in set(BUILD_WORDS) - {TABLE[name][3]}:
        assert BUILD_WORDS[other] not in told
        assert BUILD_WORDS[other] not in summary(GAMES[name])


@pytest.mark.parametrize("name", TABLE)
def test_lines_of_the_rules_fit(name: str) -> None:
    text = describe(GAMES[name])
    assert text.startswith(TITLES[name] + "\n")
    assert text == "\n".join(line.rstrip() for line in text.splitlines())
    assert text.isascii()
    assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", TABLE)
def test_summary_is_a_line(name: str) -> None:
    text = summary(GAMES[name])
    assert text.isascii()
    assert text.isprintable()
    assert len(text) <= 80
