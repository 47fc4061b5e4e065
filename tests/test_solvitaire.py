"""Solvitaire's JSON: its own deals byte for byte, round trips, and every refusal by its words."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_boardtext import NAMES, late, positions

from fortythieves import Game, InvalidGameError
from fortythieves.cards import CARD_NAMES, CARDS
from fortythieves.gamejson import decode_game, encode_game
from fortythieves.position import Position
from fortythieves.rules import GAMES, UNLIMITED, Rules
from fortythieves.solvitaire import (
    from_solvitaire,
    from_solvitaire_rules,
    to_solvitaire,
    to_solvitaire_rules,
)

Data = dict[str, Any]

DEALS = Path(__file__).parent / "data" / "solvitaire"
FORTY = GAMES["forty-thieves"]
# Games with which Solvitaire can do something.
SAID = [name for name in NAMES if GAMES[name].packs <= 2]


def printed(name: str) -> str:
    return (DEALS / f"{name}-7.json").read_text(encoding="utf-8")


# What Solvitaire wrote.


@pytest.mark.parametrize("name", ["forty-thieves", "limited", "maria", "streets"])
def test_its_own_deals(name: str) -> None:
    text = printed(name)
    game = from_solvitaire(json.loads(text), GAMES[name])
    assert game.deal_number is None
    assert game.position.cards_home == 0
    assert json.dumps(to_solvitaire(game.position, as_printed=True), indent=4) + "\n" == text


def test_the_order_of_piles() -> None:
    position = from_solvitaire(json.loads(printed("forty-thieves")), FORTY).position
    assert [CARD_NAMES[card] for card in position.columns[0]] == ["KH", "7H", "9H", "AS"]
    assert [CARD_NAMES[card] for card in position.stock[-2:]] == ["9H", "7H"]  # which comes next
    assert position.waste == []


def test_a_deal_whose_cards_it_hides() -> None:
    """Its deal 7 of Rank and File: the cards of its deal 7 of Forty Thieves, some face down."""
    rules = GAMES["rank-and-file"]
    data = json.loads(printed("rank-and-file"))
    with pytest.raises(InvalidGameError) as caught:
        from_solvitaire(data, rules)
    assert str(caught.value) == (
        "tableau piles[0][0]: '##' hides a card, so that the deal is not known"
    )
    known = json.loads(printed("forty-thieves"))
    for column in known["tableau piles"]:
        column[:3] = [name.lower() for name in column[:3]]
    position = from_solvitaire(known, rules).position
    assert position.down == [3] * 10
    text = json.dumps(to_solvitaire(position, as_printed=True), indent=4) + "\n"
    assert text == printed("rank-and-file")


# Round trips.


def test_an_opening() -> None:
    assert to_solvitaire(Game.deal("rank-and-file", 12345).position) == {
        "tableau piles": [
            ["6d", "As", "10h", "5H"],
            ["7c", "3d", "Ks", "4S"],
            ["Ad", "7s", "10d", "9S"],
            ["Qd", "10s", "5c", "8H"],
            ["3h", "7h", "Qs", "8S"],
            ["3d", "2s", "6c", "2C"],
            ["Qh", "3c", "4h", "9D"],
            ["Ah", "7d", "8d", "AH"],
            ["3h", "5s", "Jh", "2S"],
            ["9h", "Ad", "5s", "4D"],
        ],
        "foundations": [],
        "stock": [
            ("10" if name[0] == "T" else name[0]) + name[1]
            for name in (CARD_NAMES[card] for card in Game.deal(FORTY, 12345).position.stock)
        ],
        "waste": [],
    }


def sayable(position: Position) -> bool:
    """Whether Solvitaire can read a position, written plainly from what is known of it."""
    rules = position.rules
    if rules.packs > 2 or position.redeals != rules.redeals:
        return False
    if rules.rows.startswith("ud") and any(position.down):
        return False
    if rules.name in ("lucas", "san-juan-hill", "waterloo") and position.cards_home == 8:
        return True
    return all(0 in position.foundation_tops(suit) or rules.packs == 1 for suit in range(4))


@pytest.mark.parametrize("name", SAID)
def test_round_trip(name: str) -> None:
    said = 0
    for position in positions(name):
        try:
            data = to_solvitaire(position)
        except InvalidGameError:
            assert not sayable(position)
            continue
        assert sayable(position)
        said += 1
        assert from_solvitaire(json.loads(json.dumps(data)), GAMES[name]).position == position
    assert said or name in ("deuces",) or GAMES[name].rows.startswith("ud")


@pytest.mark.parametrize("name", SAID)
def test_round_trip_as_printed(name: str) -> None:
    """Every position can be told so, but for redeals used and what lies face down."""
    rules = GAMES[name]
    for position in positions(name):
        if position.redeals == rules.redeals and not any(position.down):
            data = to_solvitaire(position, as_printed=True)
            assert list(data) == ["tableau piles", "foundations", "stock", "waste"]
            assert len(data["foundations"]) == 4 * rules.packs
            assert from_solvitaire(json.loads(json.dumps(data)), rules).position == position


@pytest.mark.parametrize("seed", range(12))
def test_foundations_in_all_forms(seed: int) -> None:
    """As they are printed, by their top cards, and all their cards in one list."""
    position = late(FORTY, seed)
    data = to_solvitaire(position, as_printed=True)
    piles = data["foundations"]
    forms = [
        piles,
        piles[::-1],
        [pile[-1] if pile else "" for pile in piles],
        [pile[-1] for pile in piles if pile],
        [card for pile in piles for card in pile],
    ]
    for form in forms:
        assert from_solvitaire(data | {"foundations": form}, FORTY).position == position


def test_piles_left_out_are_empty() -> None:
    position = Game.deal(FORTY, 7).position
    data = to_solvitaire(position)
    del data["foundations"], data["waste"]
    assert from_solvitaire(data, FORTY).position == position
    assert from_solvitaire(data | {"cells": [], "hole": ""}, FORTY).position == position
    drawn = late(FORTY, 6)
    drawn.waste += drawn.stock
    drawn.stock.clear()
    data = to_solvitaire(drawn, as_printed=True)
    assert data.pop("stock") == ""
    assert from_solvitaire(data, FORTY).position == drawn


def test_foundations_left_out_are_begun_where_the_rules_say_so() -> None:
    position = Game.deal("lucas", 7).position
    data = to_solvitaire(position)
    assert list(data) == ["tableau piles", "stock", "waste"]
    assert from_solvitaire(data, GAMES["lucas"]).position == position
    # As Solvitaire prints them, the two of a suit apart.
    aces = [["AC"], ["AD"], ["AH"], ["AS"]]
    assert to_solvitaire(position, as_printed=True)["foundations"] == aces * 2


def test_small_letters_mean_nothing_where_all_lies_face_up() -> None:
    position = Game.deal(FORTY, 7).position
    data = json.loads(json.dumps(to_solvitaire(position)).lower())
    assert from_solvitaire(data, FORTY).position == position


# What can't be said of a deal.


@pytest.mark.parametrize(
    ("position", "lacks"),
    [
        (Game.deal("express", 1).position, "game of 3 packs"),
        (
            Game.deal("alternation", 1).position,
            "card that lies face up below one that lies face down",
        ),
        (late(GAMES["forty-thieves"], 5), "deal with more than one foundation of clubs begun"),
        (Game.deal("deuces", 1).position, "deal with more than one foundation of clubs begun"),
        (
            late(GAMES["eighty-thieves"], 1),
            "game of 4 packs, and no deal with more than one foundation of diamonds begun",
        ),
    ],
)
def test_deal_that_can_not_be_said(position: Position, lacks: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        to_solvitaire(position)
    assert str(caught.value) == f"Solvitaire has no {lacks}"


def test_redeals_used_can_not_be_said() -> None:
    game = Game.deal("forty-and-eight", 1)
    while game.position.stock:
        game.push("s-w")
    assert to_solvitaire(game.position)["stock"] == []
    game.push("w-s")
    for as_printed in (False, True):
        with pytest.raises(InvalidGameError) as caught:
            to_solvitaire(game.position, as_printed)
        assert str(caught.value) == "Solvitaire has no count of the redeals used"


def changed(*path: Any, value: Any) -> Data:
    """Deal 12345 of Number Ten, whose first column is 6D AS TH 5H, with one thing changed."""
    data: Any = to_solvitaire(Game.deal("number-ten", 12345).position)
    target = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    whole: Data = data
    return whole


CARD_NEEDED = "is not a card: a rank (A 2-9 T J Q K) and a suit (C D H S) are needed, as in TH"
REFUSED: dict[str, tuple[Any, str]] = {
    "a list": ([], "a deal is an object, not a list"),
    "null": (None, "a deal is an object, not null"),
    "nothing": ({}, "tableau piles: missing"),
    "cells": (changed("cells", value=["AH"]), "cells: fortythieves has none"),
    "unknown key": (changed("talon", value=[]), "there is no 'talon' in a deal"),
    "tableau": (changed("tableau piles", value=7), "tableau piles: a list is needed, not 7"),
    "column": (
        changed("tableau piles", 2, value={}),
        "tableau piles[2]: a list is needed, not an object",
    ),
    "columns": (
        changed("tableau piles", value=[[], []]),
        "tableau piles: 2 columns, where Number Ten has 10",
    ),
    "no card": (
        changed("tableau piles", 2, 1, value="11X"),
        f"tableau piles[2][1]: '11X' {CARD_NEEDED}",
    ),
    "card": (changed("stock", 3, value=True), "stock[3]: a card is needed, not true"),
    "card of nothing": (changed("waste", value=[""]), f"waste[0]: '' {CARD_NEEDED}"),
    "waste": (changed("waste", value="AS"), "waste: a list is needed, not 'AS'"),
    "long": (changed("stock", value=["AS"] * 300), "stock: 300 are more than any game has"),
    "missing and doubled": (
        changed("tableau piles", 0, value=["6d", "6d", "5H"]),
        "missing: TH, AS; doubled: 6D",
    ),
    "top card face down": (
        changed("tableau piles", 0, 3, value="5h"),
        "tableau piles[0]: its top card lies face down; it would be turned up",
    ),
    "too many face down": (
        changed("tableau piles", 0, 2, value="10h"),
        "tableau piles[0]: cards lie face down otherwise than Number Ten deals them, which is, "
        "from the bottom, down, down, up, up",
    ),
    "foundations": (
        changed("foundations", value={"C": 0}),
        "foundations: a list is needed, not an object",
    ),
    "no card on foundations": (
        changed("foundations", value=["", "H"]),
        f"foundations[1]: 'H' {CARD_NEEDED}",
    ),
    "foundation out of order": (
        changed("foundations", value=[["AH", "3H"], ""]),
        "foundations[0]: 3H has no 2H before it to lie on",
    ),
    "two foundations in one": (
        changed("foundations", value=[["AH", "AH"], ""]),
        "foundations[0]: more than one pile",
    ),
    "foundations of some forms": (
        changed("foundations", value=[["AH"], "AH"]),
        "foundations[1]: a list is needed, not 'AH'",
    ),
    "home without those below": (
        changed("foundations", value=["2H"]),
        "foundations: 2H has no AH before it to lie on",
    ),
    "home and in a column": (changed("foundations", value=["AH", ""]), "doubled: AH"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    data, message = REFUSED[name]
    with pytest.raises(InvalidGameError) as caught:
        from_solvitaire(data, GAMES["number-ten"])
    assert str(caught.value) == message
    assert caught.value.exit_code == 3


def test_foundations_that_lack_a_card() -> None:
    """All cards in one list, and the rest of the board needs them so."""
    position = late(FORTY, 6)
    data = to_solvitaire(position, as_printed=True)
    cards = [card for pile in data["foundations"] for card in pile]
    cards.remove("4C")
    with pytest.raises(InvalidGameError) as caught:
        from_solvitaire(data | {"foundations": cards}, FORTY)
    assert str(caught.value) == "foundations: 5C has no 4C before it to lie on"


# Rules.

LACKS = {
    "other-suit": "columns that build down in any other suit",
    "alternating": "columns dealt face up, down, up, down, up, down, up",
    "3 packs": "games of 3 packs",
    "4 packs": "games of 4 packs",
    "redeals": "redeals that are counted",
    "runs": "runs that follow another rule than the columns",
    "waste": "runs to empty columns that the waste has filled before",
    "base": "columns that go on below the card that foundations begin with",
    "duu": "columns dealt face down, up, up",
    "dduu": "columns dealt face down, down, up, up",
    "longest": "columns dealt face up, down, up, down, up, down, up, down, up",
}
NOT_SAID = {
    "indian": "other-suit duu",
    "little-forty": "other-suit redeals",
    "number-ten": "dduu",
    "alternation": "alternating",
    "big-courtyard": "3-packs waste",
    "big-streets": "3-packs",
    "breakwater": "alternating",
    "carnation": "4-packs",
    "courtyard": "waste",
    "deuces": "base",
    "eighty-thieves": "4-packs",
    "express": "3-packs",
    "forty-and-eight": "redeals",
    "interchange": "alternating",
    "little-forty-pysolfc": "runs waste redeals",
    "malmaison": "4-packs",
    "marie-rose": "3-packs",
    "midshipman": "other-suit dduu",
    "mumbai": "3-packs other-suit duu",
    "napoleons-folly": "other-suit",
    "number-twelve": "3-packs dduu",
    "pluto": "base",
    "sixty-thieves": "3-packs",
    "triple-interchange": "3-packs longest",
    "triple-line": "waste redeals",
    "triple-rail": "3-packs",
    "unlimited": "alternating",
    "waterloo": "runs",
}


def named(rules: Rules, fields: Data) -> Rules:
    """The rules of fields that were read, under the names of a game."""
    return Rules(rules.name, rules.title, aliases=rules.aliases, **fields)


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(NOT_SAID)))
def test_rules_round_trip(name: str) -> None:
    data = to_solvitaire_rules(GAMES[name])
    assert named(GAMES[name], from_solvitaire_rules(json.loads(json.dumps(data)))) == GAMES[name]


@pytest.mark.parametrize("name", NOT_SAID)
def test_rules_that_can_not_be_said(name: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        to_solvitaire_rules(GAMES[name])
    lacks = [
        LACKS[lack.replace("3-p", "3 p").replace("4-p", "4 p")] for lack in NOT_SAID[name].split()
    ]
    assert str(caught.value) == f"Solvitaire has no {', and no '.join(lacks)}"


def test_kings_on_aces_can_not_be_said() -> None:
    with pytest.raises(InvalidGameError) as caught:
        to_solvitaire_rules(FORTY._replace(wrap=True))
    assert str(caught.value) == "Solvitaire has no kings on aces"


def test_the_rules_of_a_game() -> None:
    assert to_solvitaire_rules(GAMES["lucas"]) == {
        "tableau piles": {
            "count": 13,
            "build policy": "same-suit",
            "spaces policy": "any",
            "move built group": "no",
            "face up cards": "all",
        },
        "foundations": {"initial cards": "all"},
        "stock": {"size": 57, "deal count": 1, "redeal": False},
        "two decks": True,
    }


def preset(count: int, build: str, size: int, **more: Any) -> Data:
    """Rules as brief as Solvitaire's own of this family, which leave out what is usual."""
    tableau = {"count": count, "build policy": build} | more.pop("tableau", {})
    stock = {"size": size, "redeal": False}
    return {"tableau piles": tableau, "stock": stock, "two decks": True} | more


# What its presets say of the six games that it knows.
PRESETS = {
    "forty-thieves": preset(10, "same-suit", 64),
    "limited": preset(12, "same-suit", 68),
    "maria": preset(9, "red-black", 68),
    "streets": preset(10, "red-black", 64),
    "rank-and-file": preset(
        10, "red-black", 64, tableau={"face up cards": "top", "move built group": "yes"}
    ),
}


@pytest.mark.parametrize("name", PRESETS)
def test_its_presets(name: str) -> None:
    assert named(GAMES[name], from_solvitaire_rules(PRESETS[name])) == GAMES[name]


def test_its_lucas_is_another_game() -> None:
    data = preset(13, "same-suit", 61, foundations={"initial cards": "all"})
    with pytest.raises(InvalidGameError) as caught:
        from_solvitaire_rules(data)
    assert str(caught.value) == (
        "fortythieves has no layout of 35 cards in 13 columns that are dealt alike"
    )
    data["stock"]["size"] = 57
    assert named(GAMES["lucas"], from_solvitaire_rules(data)) == GAMES["lucas"]


def test_redeals_and_draws() -> None:
    data = preset(10, "any-suit", 64, tableau={"spaces policy": "kings"})
    data["stock"] = {"size": 64, "deal count": 3, "redeal": True, "deal type": "waste"}
    assert from_solvitaire_rules(data) == {
        "packs": 2, "columns": 10, "rows": "uuuu", "build": "rank", "runs": "", "empty": "king",
        "draw": 3, "redeals": UNLIMITED, "base_home": False,
    }  # fmt: skip


def with_rules(section: str, **values: Any) -> Data:
    data = copy.deepcopy(PRESETS["forty-thieves"])
    data[section] = data.get(section, {}) | {
        key.replace("_", " "): value for key, value in values.items()
    }
    return data


RULES_REFUSED: dict[str, tuple[Any, str]] = {
    "a list": ([], "rules: an object is needed, not a list"),
    "nothing": (
        # One pack in eight columns of different lengths, as in its FreeCell.
        {},
        "fortythieves has no layout of 52 cards in 8 columns that are dealt alike",
    ),
    "unknown key": ({"tableau": {}}, "rules: there is no 'tableau'"),
    "unknown key inside": (
        with_rules("stock", redeals=3),
        "stock: there is no 'redeals'",
    ),
    "section": ({"stock": 64}, "stock: an object is needed, not 64"),
    "count": (
        with_rules("tableau piles", count="10"),
        "tableau piles, count: a number to 999 is needed, not '10'",
    ),
    "count true": (
        with_rules("tableau piles", count=True),
        "tableau piles, count: a number to 999 is needed, not true",
    ),
    "count negative": (
        with_rules("stock", size=-64),
        "stock, size: a number to 999 is needed, not -64",
    ),
    "flag": (
        with_rules("stock", redeal=1),
        "stock, redeal: true or false is needed, not 1",
    ),
    "word": (
        with_rules("foundations", base_card=None),
        "foundations, base card: a word is needed, not null",
    ),
    "build": (
        with_rules("tableau piles", build_policy="no-build"),
        "fortythieves has no build policy 'no-build'",
    ),
    "spaces": (
        with_rules("tableau piles", spaces_policy="no-build"),
        "fortythieves has no spaces policy 'no-build'",
    ),
    "groups": (
        with_rules("tableau piles", move_built_group="whole-pile"),
        "fortythieves has no move built group 'whole-pile'",
    ),
    "group policy": (
        with_rules("tableau piles", move_built_group="yes", move_built_group_policy="any-suit"),
        "fortythieves has no runs that follow another rule and are laid by it",
    ),
    "faces": (
        with_rules("tableau piles", face_up_cards="odd"),
        "fortythieves has no face up cards 'odd'",
    ),
    "diagonal": (
        with_rules("tableau piles", diagonal_deal=True),
        "fortythieves has no diagonal deal",
    ),
    "initial cards": (
        with_rules("foundations", initial_cards="one"),
        "fortythieves has no initial cards 'one'",
    ),
    "base card": (
        with_rules("foundations", base_card="random"),
        "fortythieves has no foundations from other cards than aces",
    ),
    "removable": (
        with_rules("foundations", removable=True),
        "fortythieves has no cards taken back from foundations",
    ),
    "spider": (
        with_rules("foundations", only_complete_pile_moves=True),
        "fortythieves has no foundations for whole suits only",
    ),
    "draw": (with_rules("stock", deal_count=0), "fortythieves has no draw of 0 cards"),
    "stock": (
        with_rules("stock", deal_type="tableau piles"),
        "fortythieves has no stock that is dealt to the columns",
    ),
    "columns": (
        with_rules("tableau piles", count=0),
        "fortythieves has no layout of 40 cards in 0 columns that are dealt alike",
    ),
    "cells": (with_rules("cells", count=4), "fortythieves has no cells"),
    "reserve": (with_rules("reserve", size=4), "fortythieves has no reserve"),
    "max rank": (
        PRESETS["forty-thieves"] | {"max rank": 12},
        "fortythieves has no packs without kings",
    ),
    "hole": (
        with_rules("foundations", present=False) | {"hole": {"present": True}},
        "fortythieves has no hole, and no games without foundations",
    ),
    "an older hole": (
        PRESETS["forty-thieves"] | {"hole": True},
        "fortythieves has no hole",
    ),
    "others": (
        PRESETS["forty-thieves"] | {"accordion": {"size": 1}, "sequences": {"count": 1}},
        "fortythieves has no accordion, and no sequences",
    ),
}


@pytest.mark.parametrize("name", RULES_REFUSED)
def test_rules_refused(name: str) -> None:
    data, message = RULES_REFUSED[name]
    before = copy.deepcopy(data)
    with pytest.raises(InvalidGameError) as caught:
        from_solvitaire_rules(data)
    assert str(caught.value) == message
    assert data == before


# Anything at all.

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["AS", "10h", "##", "KD", "", "all", "same-suit"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["tableau piles", "foundations", "stock", "waste", "count", "x"]),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


def put_somewhere(data: Any, numbers: list[int], value: Any) -> None:
    """Put a value into an object, at a place that the numbers lead to."""
    for depth, number in enumerate(numbers):
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = keys[number % len(keys)]
        inner = data[key]
        if depth + 1 == len(numbers) or not isinstance(inner, dict | list) or not inner:
            data[key] = value
            return
        data = inner


def check_any(data: Any, rules: Rules) -> None:
    """A deal gives a game that can be kept in a file, or it is refused in words."""
    try:
        position = from_solvitaire(data, rules).position
    except InvalidGameError as error:
        refusal = str(error)
    else:
        game = Game(position)
        assert decode_game(encode_game(game)).position == position
        lying = len(position.stock) + len(position.waste) + sum(map(len, position.columns))
        assert lying + sum(position.home[card] for card in CARDS) == 52 * rules.packs
        return
    assert refusal.isprintable()


@given(anything, st.sampled_from(NAMES))
@settings(max_examples=200, deadline=None)
def test_any_deal(data: Any, name: str) -> None:
    check_any(data, GAMES[name])


places = st.lists(st.integers(0, 100), min_size=1, max_size=3)


@given(st.sampled_from(SAID), st.integers(0, 11), places, anything, st.booleans())
@settings(max_examples=400, deadline=None)
def test_a_deal_with_a_mistake(
    name: str, seed: int, place: list[int], value: Any, as_printed: bool
) -> None:
    position = late(GAMES[name], seed)
    position.redeals = position.rules.redeals
    data = to_solvitaire(position, as_printed=True)
    if not as_printed:
        data["foundations"] = [card for pile in data["foundations"] for card in pile]
    put_somewhere(data, place, value)
    check_any(data, GAMES[name])


def check_any_rules(data: Any) -> None:
    """Rules give fields that a game can be dealt by, or they are refused in words."""
    try:
        fields = from_solvitaire_rules(data)
    except InvalidGameError as error:
        refusal = str(error)
    else:
        rules = Rules("any", "Any", **fields)
        assert from_solvitaire_rules(to_solvitaire_rules(rules)) == fields
        cards = 52 * rules.packs - 4 * rules.packs * rules.base_home
        assert rules.columns * len(rules.rows) <= cards
        return
    assert refusal.isprintable()


@given(anything)
@settings(max_examples=200, deadline=None)
def test_any_rules(data: Any) -> None:
    check_any_rules(data)


@given(st.sampled_from(sorted(set(NAMES) - set(NOT_SAID))), places, anything)
@settings(max_examples=300, deadline=None)
def test_rules_with_a_mistake(name: str, place: list[int], value: Any) -> None:
    data = to_solvitaire_rules(GAMES[name])
    put_somewhere(data, place, value)
    check_any_rules(data)
