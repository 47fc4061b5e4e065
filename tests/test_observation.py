"""What a player sees as JSON or in words, and the schemas: nothing hidden, everything valid."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import pytest
from cli import run
from drawings import walked as taken_for_a_walk

from fortythieves import GAMES, Game
from fortythieves.gamejson import encode_game, encode_line, game_to_dict
from fortythieves.observation import observe
from fortythieves.schemas import SCHEMAS, schema_text
from fortythieves.words import board_words, card_words


def validator(kind: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(schema_text(kind))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


GAME_SCHEMA, SEEN_SCHEMA = validator("game"), validator("observation")


def walked(name: str, number: int, steps: int, choose: random.Random) -> Game:
    """A game after a random walk, with some moves undone."""
    game = taken_for_a_walk(name, number, steps)
    for _ in range(min(choose.randrange(3), len(game.moves))):
        game.pop()
    return game


@pytest.mark.parametrize("name", GAMES)
def test_thousands_of_games_are_valid(name: str) -> None:
    choose = random.Random(name)
    for number in range(1, 81):
        game = walked(name, number, choose.randrange(150), choose)
        GAME_SCHEMA.validate(game_to_dict(game))
        SEEN_SCHEMA.validate(observe(game))
        SEEN_SCHEMA.validate(observe(game, reveal=True))


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", 2), ("deal", "0"), ("deal", 7), ("game", "Whist!"), ("moves", ["d"]),
     ("moves", ["3-7x1"]), ("status", "lost"), ("waste", ["XH"]), ("waste", ["10H"]),
     ("foundations", {"C": [0, 0]}), ("redeals_left", -1), ("tableau", []), ("more", 1)],
    ids=str,
)  # fmt: skip
def test_the_schema_refuses(key: str, value: Any) -> None:
    data = game_to_dict(Game.deal("maria", 1))
    GAME_SCHEMA.validate(data)
    with pytest.raises(jsonschema.ValidationError):
        GAME_SCHEMA.validate({**data, key: value})


def test_an_observation() -> None:
    game = Game.deal("rank-and-file", 1)
    game.push("s-w")
    # PySolFC's deal 1: columns 3D AS KD 7D, 5H 8C 2H 9S, …; the stock begins 3S 9C 7D.
    seen = observe(game)
    assert seen["tableau"][:2] == [{"down": 3, "up": ["7D"]}, {"down": 3, "up": ["9S"]}]
    assert seen["stock"] == 63
    assert seen["waste"] == ["3S"]
    assert (seen["moves_made"], seen["cards_home"], seen["status"]) == (1, 0, "playing")
    assert "deal" not in seen
    revealed = observe(game, reveal=True)
    assert revealed["tableau"][0] == {"down": ["3D", "AS", "KD"], "up": ["7D"]}
    assert revealed["stock"][:2] == ["9C", "7D"]
    assert revealed["deal"] == "1"


@pytest.mark.parametrize("name", ["indian", "number-ten", "rank-and-file", "little-forty"])
def test_what_is_hidden_changes_nothing_that_is_shown(name: str) -> None:
    """Shuffle the stock and the face-down cards among themselves: no output may differ."""
    choose = random.Random(name)
    for number in range(1, 11):
        game = walked(name, number, 30, choose)
        data = game_to_dict(game)
        hidden = [card for column in data["tableau"] for card in column["down"]] + data["stock"]
        choose.shuffle(hidden)
        for column in data["tableau"]:
            column["down"] = [hidden.pop() for _ in column["down"]]
        data["stock"] = hidden
        piles = ("stock", "waste", "foundations", "tableau", "redeals_left")
        data.update(moves=[], undone=[], opening={key: data[key] for key in piles}, deal=None)
        other = json.dumps(data)
        data = game_to_dict(game)
        data.update(moves=[], undone=[], opening={key: data[key] for key in piles}, deal=None)
        one = json.dumps(data)
        assert one != other
        for command in (["show"], ["show", "--json"], ["show", "--as", "words"],
                        ["show", "--as", "svg"], ["moves"]):  # fmt: skip
            if number == 1 or command == ["moves"]:
                shown = [run(command[0], "-", *command[1:], stdin=text) for text in (one, other)]
                assert shown[0] == shown[1]
                assert shown[0].code == 0


def test_words() -> None:
    game = Game.deal("rank-and-file", 1)
    for _ in range(7):
        game.push("s-w")
    # PySolFC's deal 1: the stock begins 3S 9C 7D 4S 8H TH AH.
    lines = board_words(game.position, 1).splitlines()
    assert lines[0] == "Rank and File, deal 1. Seven moves made, 0 of 104 cards home."
    assert lines[1:4] == [
        "last move: a draw, ace of hearts on top",
        "stock: 57 cards",
        "waste: seven cards, ace of hearts on top, then ten of hearts, eight of hearts, "
        "four of spades, seven of diamonds, then more",
    ]
    assert lines[4] == "clubs: empty and empty"
    assert lines[8] == "column 1: four cards, seven of diamonds on top, then three cards face down"
    revealed = board_words(game.position, None, reveal=True)
    assert "set up by hand" in revealed
    assert "then king of diamonds face down, ace of spades face down, three of di" in revealed
    assert "stock: 57 cards, the next first: jack of clubs, four of hearts" in revealed


def test_words_tell_the_last_move() -> None:
    game = Game.deal("forty-thieves", 12345)
    assert "last move" not in board_words(game.position)
    for move, told in (
        ("5-3", "eight of spades from column 5 to column 3"),
        ("8-f", "ace of hearts from column 8 home"),
        ("s-w", "a draw, king of clubs on top"),
    ):
        game.push(move)
        assert board_words(game.position).splitlines()[1] == f"last move: {told}"
    runs = Game.deal("little-forty", 1)
    for _ in range(22):
        runs.push("s-w")
    runs.push("w-s")
    assert board_words(runs.position).splitlines()[1] == "last move: a redeal"


def test_words_at_the_end() -> None:
    game = Game.deal("little-forty", 1)
    assert "stock: 64 cards, three redeals left" in board_words(game.position)
    with_home = Game.deal("lucas", 1)
    assert "hearts: up to the ace and up to the ace" in board_words(with_home.position)
    assert card_words(16 * 2 + 10) == "ten of hearts"


def test_schema_command() -> None:
    for kind in SCHEMAS:
        ran = run("schema", kind)
        assert (ran.out, ran.err, ran.code) == (schema_text(kind), "", 0)
    none = "fortythieves: no schema is called 'x': there are game, observation, rules\n"
    assert run("schema", "x") == ("", none, 2)


def test_json_for_each_command(tmp_path: Any) -> None:
    def line(*arguments: str, stdin: str = "") -> Any:
        ran = run(*arguments, "--json", stdin=stdin, cwd=tmp_path)
        assert (ran.err, ran.code) == ("", 0)
        (only,) = ran.out.splitlines()
        return json.loads(only)

    game = Game.deal("number-ten", 3)
    assert line("new", "number-ten", "--deal", "3", "-o", "g.json") == observe(game)
    game.push("s-w")
    assert line("move", "g.json", "s-w") == observe(game)
    assert line("show", "g.json") == observe(game)
    assert line("show", "g.json", "--reveal") == observe(game, reveal=True)
    assert line("moves", "g.json") == {
        "legal_moves": [str(move) for move in game.legal_moves()],
        "status": "playing",
    }
    log = {"game": "number-ten", "deal": "3", "moves": ["s-w"]}
    assert line("log", "g.json") == log
    assert line("check", "g.json") == {
        "file": "g.json", "valid": True, "game": "number-ten", "deal": "3", "moves_made": 1,
        "status": "playing",
    }  # fmt: skip
    text = "game: number-ten\ndeal: 3\ns-w\n"
    assert line("replay", "-", stdin=text) == observe(game)
    assert json.loads(run("replay", "-", "-o", "-", stdin=text).out) == game_to_dict(game)
    game.pop()
    assert line("undo", "g.json") == observe(game)
    game.redo()
    assert line("redo", "g.json") == observe(game)
    assert line("rules", "maria") == {
        "name": "maria", "title": "Maria", "packs": 2, "columns": 9, "rows": "uuuu",
        "build": "alternate", "runs": "", "wrap": False, "empty": "any", "draw": 1, "redeals": 0,
        "base": 1, "base_home": False, "aliases": ["maria-luisa", "thirty-six-card-tableau"],
    }  # fmt: skip
    records = [json.loads(text) for text in run("games", "--json").out.splitlines()]
    assert [record["name"] for record in records] == list(GAMES)


# Many games, one a line.


def test_many_games_a_line_each() -> None:
    ran = run("new", "streets", "--deals", "1-3,24")
    assert (ran.err, ran.code) == ("", 0)
    expected = [encode_line(Game.deal("streets", number)) for number in (1, 2, 3, 24)]
    assert ran.out.splitlines() == expected
    assert run("new", "streets", "--deals", "-", stdin="1 2\n3,24\n\n") == ran
    assert [
        json.loads(line) for line in run("moves", "-", "--json", stdin=ran.out).out.splitlines()
    ] == [
        {
            "legal_moves": [str(m) for m in Game.deal("streets", n).legal_moves()],
            "status": "playing",
        }
        for n in (1, 2, 3, 24)
    ]
    seen = [json.loads(line) for line in run("show", "-", "--json", stdin=ran.out).out.splitlines()]
    assert seen == [observe(Game.deal("streets", number)) for number in (1, 2, 3, 24)]
    good = run("check", "-", stdin=ran.out)
    assert good.out.splitlines()[3] == (
        "standard input, line 4: good: Streets, deal 24, 0 moves made, playing"
    )
    assert run("show", "-", stdin=ran.out).out.count("Streets, deal ") == 4


def test_a_bad_game_among_many_is_told_by_its_line() -> None:
    lines = run("new", "--deals", "1-3").out.splitlines()
    lines[1] = lines[1].replace('"version":1', '"version":9')
    text = "\n".join(lines) + "\n"
    for command in (["check", "-"], ["show", "-", "--json"], ["moves", "-", "--json"]):
        ran = run(*command, stdin=text)
        assert ran.code == 3
        assert len(ran.out.splitlines()) == 2
        assert ran.err == (
            "fortythieves: standard input, line 2: version: 9; this program reads version 1\n"
        )
    told = run("check", "-", "--json", stdin=text)
    assert [json.loads(line)["valid"] for line in told.out.splitlines()] == [True, False, True]
    assert (told.err, told.code) == ("", 3)


def test_one_game_is_needed_where_one_is_changed() -> None:
    text = run("new", "--deals", "1-2").out
    for command in (["move", "-", "s-w"], ["undo", "-"], ["log", "-"]):
        ran = run(*command, stdin=text)
        assert (ran.out, ran.code) == ("", 3)
        assert ran.err == (
            "fortythieves: standard input: something follows the game, from line 2, column 1 on: "
            "one game is needed here\n"
        )


@pytest.mark.parametrize("numbers", ["0", "3-1", "1-", "-3", "x", "1-2-3", "1..3"])
def test_ranges_that_are_none(numbers: str) -> None:
    ran = run("new", "--deals", numbers if not numbers.startswith("-") else f"1,{numbers}")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


def test_deals_go_with_no_file(tmp_path: Any) -> None:
    for options in (["-o", "x.json"], ["--deal", "3"]):
        ran = run("new", "--deals", "1-3", *options, cwd=tmp_path)
        assert (ran.out, ran.code) == ("", 2)
        assert not list(tmp_path.iterdir())


def test_a_batch_is_never_in_memory_whole() -> None:
    """A reader that goes away after two games ends a batch of 10^20 - 1 at once."""
    import subprocess
    import sys

    command = f"{sys.executable} -m fortythieves new --deals 1-99999999999999999999"
    done = subprocess.run(
        ["bash", "-c", f"{command} | {sys.executable} -m fortythieves check - | head -n 2"],
        capture_output=True, text=True, timeout=30, check=True,
    )  # fmt: skip
    assert done.stdout == (
        "standard input, line 1: good: Forty Thieves, deal 1, 0 moves made, playing\n"
        "standard input, line 2: good: Forty Thieves, deal 2, 0 moves made, playing\n"
    )
    assert done.stderr == ""


def test_a_pretty_printed_game_is_one_game() -> None:
    text = encode_game(Game.deal("maria", 5))
    assert run("check", "-", stdin=text).out == (
        "standard input: good: Maria, deal 5, 0 moves made, playing\n"
    )
