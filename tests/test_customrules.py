"""Rules of one's own: read, written, played; every mistake told by its key."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cli import run
from hypothesis import given, settings
from hypothesis import strategies as st

from fortythieves import GAMES, Game, IllegalMoveError, InvalidGameError, Rules
from fortythieves.boardtext import parse_board
from fortythieves.cards import CARDS, card_name
from fortythieves.customrules import rules_from_dict, rules_from_toml, rules_to_dict, rules_to_toml
from fortythieves.gamejson import decode_game, encode_game
from fortythieves.rulebook import describe, summary
from fortythieves.rules import BUILDS, EMPTIES, UNLIMITED
from fortythieves.schemas import schema_text

SCHEMA = jsonschema.Draft202012Validator(json.loads(schema_text("rules")))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_read_back(name: str) -> None:
    toml = rules_to_toml(GAMES[name])
    assert rules_from_toml(toml) is GAMES[name]
    assert rules_from_dict(json.loads(json.dumps(tomllib.loads(toml)))) is GAMES[name]
    SCHEMA.validate(rules_to_dict(GAMES[name]))


def test_what_is_left_out_is_as_in_forty_thieves() -> None:
    rules = rules_from_toml('name = "mine"\ntitle = "Mine"\n')
    assert rules == GAMES["forty-thieves"]._replace(name="mine", title="Mine", aliases=())


MINE = {"name": "mine", "title": "Mine"}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"columns": 0}, "rules.columns: 0: a whole number from 1 to 30 is needed"),
    ({"columns": "9"}, "rules.columns: '9': a whole number from 1 to 30 is needed"),
    ({"columns": True}, "rules.columns: true: a whole number from 1 to 30 is needed"),
    ({"columns": 9.0}, "rules.columns: 9.0: a whole number from 1 to 30 is needed"),
    ({"packs": 10**9}, "rules.packs: 1000000000: a whole number from 1 to 4 is needed"),
    ({"draw": 0}, "rules.draw: 0: a whole number from 1 to 20 is needed"),
    ({"redeals": -1}, 'rules.redeals: -1: a whole number from 0 to 99 or "unlimited" is needed'),
    ({"redeals": "often"}, "rules.redeals: 'often': a whole number from 0 to 99 or \"unlimited\""),
    ({"base": 14}, "rules.base: 14: a whole number from 1 to 13 is needed"),
    ({"base_home": 1}, "rules.base_home: 1: true or false is needed"),
    ({"wrap": "yes"}, "rules.wrap: 'yes': true or false is needed"),
    ({"build": "up"}, "rules.build: 'up': one of suit, alternate, other-suit, rank is needed"),
    ({"build": ["suit"]}, "rules.build: a list: one of suit, alternate, other-suit, rank"),
    ({"runs": "any"}, "rules.runs: 'any': one of \"\", suit, alternate, other-suit, rank is"),
    ({"empty": "queen"}, "rules.empty: 'queen': one of any, king, waste is needed"),
    ({"rows": ""}, "rules.rows: '': 1 to 20 letters u (face up) and d (face down) are needed"),
    ({"rows": "uud"}, "rules.rows: 'uud': 1 to 20 letters u (face up) and d (face down) are"),
    ({"rows": "UU"}, "rules.rows: 'UU': 1 to 20 letters u (face up) and d (face down) are"),
    ({"rows": "u" * 21}, "rules.rows: 'uuuuuuuuuuuuuuuuuuuuu': 1 to 20 letters u"),
    ({"rows": 4}, "rules.rows: 4: 1 to 20 letters u (face up) and d (face down) are needed"),
    ({"rows": "u" * 11}, "rules.rows: 10 columns of 11 take 110 cards, and there are 104"),
    (
        {"rows": "u" * 10, "base_home": True},
        "rules.rows: 10 columns of 10 take 100 cards, and there are 96",
    ),
    ({"name": "Mine"}, "rules.name: 'Mine': small letters, digits and hyphens are needed, 40"),
    ({"name": "m" * 41}, "rules.name: '" + "m" * 39 + "…': small letters, digits and hyphens"),
    ({"name": "maria"}, "rules.name: 'maria' is another game of the table; give it a name of"),
    ({"name": "square"}, "rules.name: 'square' is another game of the table; give it a name of"),
    ({"title": ""}, "rules.title: '': 1 to 60 printable characters"),
    ({"title": "\x1b[2J"}, "rules.title: '\\x1b[2J': 1 to 60 printable characters"),
    ({"title": "a\nb"}, "rules.title: 'a\\nb': 1 to 60 printable characters"),
    ({"colour": "red"}, "rules.colour: there is no such key; there are name, title, packs"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=lambda value: repr(value)[:40])
def test_mistakes_are_told_by_their_key(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        rules_from_dict({**MINE, **change})
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("key", ["name", "title"])
def test_a_name_and_a_title_are_needed(key: str) -> None:
    with pytest.raises(InvalidGameError, match=f"^rules.{key}: is missing$"):
        rules_from_dict({k: v for k, v in MINE.items() if k != key})


@pytest.mark.parametrize(
    ("toml", "message"),
    [("x = [", "not TOML: "), ("a = 1\na = 2", "not TOML: "), ("[" * 5000, "not TOML: "),
     ("#" * 30_000, "too long for rules: more than 20000 characters"), ("", "name: is missing"),
     (f"draw = 0x{'f' * 5000}\nname = 'x'\ntitle = 'x'", "draw: a number of so many digits: a who"),
    ("name.x = 1\ntitle = 'x'", "name: an object: small letters"),
     ("name = 2026-11-30\ntitle = 'x'", "name: 2026-11-30: small letters")],
    ids=lambda value: repr(value)[:30],
)  # fmt: skip
def test_texts_that_are_no_rules(toml: str, message: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        rules_from_toml(toml)
    assert str(caught.value).startswith(message)


@st.composite
def records(draw: st.DrawFn) -> Rules:
    """Any legal record."""
    packs, columns = draw(st.integers(1, 4)), draw(st.integers(1, 30))
    base_home = draw(st.booleans())
    cards = 48 * packs if base_home else 52 * packs
    most = min(20, cards // columns)
    rows = draw(st.text("ud", max_size=max(0, most - 1))) + "u"
    return Rules(
        name="own-game",
        title=draw(st.sampled_from(["Own Game", 'A "quoted" \\ title', "Żółw ♠"])),
        packs=packs,
        columns=columns,
        rows=rows if columns * len(rows) <= cards else "u",
        build=draw(st.sampled_from(list(BUILDS))),
        runs=draw(st.sampled_from(["", *BUILDS])),
        wrap=draw(st.booleans()),
        empty=draw(st.sampled_from(list(EMPTIES))),
        draw=draw(st.integers(1, 20)),
        redeals=draw(st.sampled_from([UNLIMITED, 0, 1, 99])),
        base=draw(st.integers(1, 13)),
        base_home=base_home,
    )


@settings(max_examples=150, deadline=None)
@given(records(), st.integers(1, 10**20), st.randoms(use_true_random=False))
def test_any_legal_record_plays_without_a_wrong_board(
    rules: Rules, number: int, choose: random.Random
) -> None:
    assert rules_from_toml(rules_to_toml(rules)) == rules
    SCHEMA.validate(rules_to_dict(rules))
    assert describe(rules)
    assert summary(rules)
    game = Game.deal(rules, number)
    opening = encode_game(game)
    for _ in range(60):
        moves = game.legal_moves()
        if not moves:
            assert game.status in ("won", "stuck")
            break
        home = [move for move in moves if str(move).endswith("-f")]
        game.push(choose.choice(home or moves))
        position = game.position
        counts = dict.fromkeys(CARDS, 0)
        for pile in (position.stock, position.waste, *position.columns):
            for card in pile:
                counts[card] += 1
        assert all(counts[card] + position.home[card] == rules.packs for card in CARDS)
        if rules.empty == "waste" and (position.stock or position.waste):
            assert all(position.columns)
    text = encode_game(game)
    again = decode_game(text)
    assert encode_game(again) == text
    assert again.rules == rules
    if game.moves:
        game.undo(len(game.moves))
        assert json.loads(encode_game(game))["undone"]
    game.undone.clear()
    assert encode_game(game) == opening


def test_playing_by_a_file(tmp_path: Path) -> None:
    def shell(*arguments: str, stdin: str = "") -> Any:
        return run(*arguments, stdin=stdin, cwd=tmp_path)

    toml = shell("rules", "maria", "--toml").out
    own = toml.replace('name = "maria"', 'name = "marietta"').replace("columns = 9", "columns = 8")
    (tmp_path / "my.toml").write_text(own.replace('title = "Maria"', 'title = "Marietta"'))
    assert shell("new", "--rules", "my.toml", "--deal", "3", "-o", "g.json").code == 0
    data = json.loads((tmp_path / "g.json").read_text())
    assert (data["game"], data["rules"]["columns"], len(data["tableau"])) == ("marietta", 8, 8)
    assert shell("rules", "--rules", "my.toml").out.startswith("Marietta\n========\n")
    assert shell("rules", "maria", "--rules", "my.toml").code == 2
    (tmp_path / "my.toml").unlink()
    assert shell("move", "g.json", "s-w").out.startswith("Marietta, deal 3 ")
    assert shell("check", "g.json").code == 0
    told = "a log can't tell the rules of a game of one's own; its file does"
    assert shell("log", "g.json") == ("", f"fortythieves: g.json: {told}\n", 3)
    # A file whose rules are those of a game of the table is that game.
    assert json.loads(shell("new", "--rules", "-", stdin=toml).out)["game"] == "maria"
    assert "rules" not in json.loads(shell("new", "--rules", "-", stdin=toml).out)
    ran = shell("new", "--rules", "-", stdin="name = 1\ntitle = 'x'")
    assert (ran.out, ran.code) == ("", 3)
    assert ran.err.startswith("fortythieves: standard input: name: 1: small letters, digits and")
    assert shell("new", "maria", "--rules", "-", stdin=toml).code == 2
    assert shell("new", "--rules", "none.toml").err == (
        "fortythieves: none.toml: can't be read: No such file or directory\n"
    )


def test_rules_in_a_game_file_are_checked() -> None:
    rules = GAMES["maria"]._replace(name="mine", title="Mine", columns=8, aliases=())
    data = json.loads(encode_game(Game.deal(rules, 1)))
    for change, message in (
        ({"columns": 0}, "rules.columns: 0: a whole number from 1 to 30 is needed"),
        ({"name": "other"}, "game: 'mine', where rules.name is 'other'"),
        ({"columns": 9}, "opening.tableau: 8 columns, where Mine has 9"),
    ):
        with pytest.raises(InvalidGameError) as caught:
            decode_game(json.dumps({**data, "rules": {**data["rules"], **change}}))
        assert str(caught.value) == message
    with pytest.raises(InvalidGameError, match="rules: an object is needed"):
        decode_game(json.dumps({**data, "rules": []}))


def test_a_super_move_has_no_use_of_a_column_that_is_filled_at_once() -> None:
    """Nor does its refusal name the card that would fill it, which nobody has seen."""
    rules = Rules("fill", "Fill", packs=1, columns=4, rows="u", build="rank", empty="waste")
    cards = [card for card in CARDS if card not in (6, 7, 8, 9, 10)]
    board = "\n".join(
        ["Stock: " + " ".join(card_name(card) for card in cards), "9C 8C 7C 6C", "TC", ":", ":"]
    )
    game = parse_board(board, rules)
    with pytest.raises(IllegalMoveError) as caught:
        game.push("1-2x4")
    assert caught.value.code == "too-many"
    assert "AC" not in str(caught.value)
    assert game.moves == []
