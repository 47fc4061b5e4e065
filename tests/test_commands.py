"""The commands, as a script calls them: what they print, where, and the code they exit with."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import naive
import pytest
from cli import run
from drawings import winning

from fortythieves import GAMES, Game
from fortythieves.gamejson import MAX_BYTES, encode_game
from fortythieves.movelog import format_log


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Forty Thieves, deal 12345, in game.json."""
    path = tmp_path / "game.json"
    path.write_text(encode_game(Game.deal("forty-thieves", 12345)))
    return path


def test_new_writes_a_file_and_prints_the_board(tmp_path: Path) -> None:
    ran = run("new", "lucas", "--deal", "7", "-o", "game.json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.startswith("Lucas, deal 7 ")
    assert (tmp_path / "game.json").read_text() == encode_game(Game.deal("lucas", 7))


def test_new_prints_the_game_where_no_file_is_named() -> None:
    ran = run("new", "napoleon-at-st-helena", "--deal", "24")
    assert ran == (encode_game(Game.deal("forty-thieves", 24)), "", 0)


def test_new_without_a_number_draws_one() -> None:
    drawn = [json.loads(run("new").out) for _ in range(2)]
    assert drawn[0]["game"] == "forty-thieves"
    assert drawn[0]["deal"] != drawn[1]["deal"]
    assert all(17 <= len(data["deal"]) <= 20 for data in drawn)


def test_new_does_not_overwrite(game: Path) -> None:
    before = game.read_bytes()
    ran = run("new", "-o", str(game))
    assert ran == ("", f"fortythieves: {game}: is there already; --force overwrites it\n", 3)
    assert game.read_bytes() == before
    assert run("new", "maria", "-o", str(game), "--force", "--quiet") == ("", "", 0)
    assert json.loads(game.read_text())["game"] == "maria"


@pytest.mark.parametrize("number", ["0", "-1", "1e3", "100000000000000000001", "", "x"])
def test_new_refuses_other_numbers(number: str, tmp_path: Path) -> None:
    ran = run("new", "--deal", number, "-o", "game.json", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert ran.err == (
        f"fortythieves: {number!r} is not a deal number: "
        "whole numbers from 1 to 10^20 are, in digits\n"
    )
    assert not os.listdir(tmp_path)


def test_a_game_played_move_by_move_through_pipes() -> None:
    text = run("new", "--deal", "12345").out
    for move in ("8-f", "5-3", "s-w"):
        ran = run("move", "-", move, stdin=text)
        assert (ran.err, ran.code) == ("", 0)
        text = ran.out
    data = json.loads(text)
    reference = naive.opening("forty-thieves", 12345)
    for move in ("8-f", "5-3", "s-w"):
        reference.play(move)
    expected = reference.snapshot()
    assert {key: data[key] for key in expected} == expected
    assert run("undo", "-", "3", stdin=text).out != text
    back = run("undo", "-", "3", stdin=text).out
    assert run("redo", "-", "3", stdin=back).out == text


def test_moves_are_made_all_or_none(game: Path) -> None:
    before = game.read_bytes()
    ran = run("move", str(game), "8-f", "5-3", "1-f", "s-w")
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.startswith("fortythieves: 1-f: 5H can't go home: ")
    assert ran.err.endswith(" (move 3 of 4; none of them was made)\n")
    assert game.read_bytes() == before
    assert run("move", str(game), "s-w", "8-f", "-q") == ("", "", 0)
    assert json.loads(game.read_text())["moves"] == ["s-w", "8-f"]


def test_undo_and_redo_over_everything_byte_for_byte(tmp_path: Path) -> None:
    """A won game of Little Forty, with draws of three, redeals and runs, backwards and again."""
    log = format_log(winning("little-forty"))
    path = tmp_path / "won.json"
    assert run("replay", "-", "-o", str(path), "-q", stdin=log) == ("", "", 0)
    won = path.read_bytes()
    count = len(json.loads(won)["moves"])
    assert json.loads(won)["status"] == "won"
    assert run("undo", str(path), "all", "-q").code == 0
    assert json.loads(path.read_text())["undone"] == json.loads(won)["moves"][::-1]
    at_deal = run("new", "little-forty", "--deal", json.loads(won)["deal"]).out
    assert {**json.loads(path.read_text()), "undone": []} == json.loads(at_deal)
    assert run("redo", str(path), str(count), "-q").code == 0
    assert path.read_bytes() == won


def test_undo_and_redo_refuse_more_than_there_is(game: Path) -> None:
    none = "fortythieves: no move can be taken back: none has been made\n"
    assert run("undo", str(game)) == ("", none, 1)
    none = "fortythieves: no move can be made again: none has been taken back\n"
    assert run("redo", str(game)) == ("", none, 1)
    run("move", str(game), "s-w", "s-w")
    before = game.read_bytes()
    only = "fortythieves: only 2 moves can be taken back, not 3\n"
    assert run("undo", str(game), "3") == ("", only, 1)
    for count in ("0", "-1", "x", "1.0", "9" * 30):
        ran = run("undo", "--", str(game), count)
        assert (ran.out, ran.code) == ("", 2)
        assert ran.err == (
            f"fortythieves: {count!r} is not a number of moves: write a whole number from 1 up, "
            "or all\n"
        )
    assert game.read_bytes() == before


def test_a_move_after_undo_drops_what_was_undone(game: Path) -> None:
    run("move", str(game), "s-w", "s-w")
    run("undo", str(game), "2")
    run("move", str(game), "8-f")
    assert run("redo", str(game)).code == 1
    assert run("log", str(game)).out == "game: forty-thieves\ndeal: 12345\n8-f\n"


@pytest.mark.parametrize("name", GAMES)
def test_moves_lists_the_legal_moves(name: str) -> None:
    ran = run("moves", "-", stdin=encode_game(Game.deal(name, 3)))
    assert set(ran.out.splitlines()) == naive.opening(name, 3).legal()
    assert (ran.err, ran.code) == ("", 0)


@pytest.mark.parametrize("name", ["indian", "number-ten", "rank-and-file"])
def test_show_hides_what_a_player_may_not_see(name: str) -> None:
    text = encode_game(Game.deal(name, 5))
    down = sum(len(column["down"]) for column in json.loads(text)["tableau"])
    assert run("show", "-", stdin=text).out.count("##") == down > 0
    revealed = run("show", "-", "--reveal", stdin=text, LC_ALL="C", PYTHONIOENCODING="ascii").out
    assert "##" not in revealed
    for card in json.loads(text)["stock"]:
        assert card in revealed.split()


def test_show_in_what_the_output_can_show(game: Path) -> None:
    assert "6♦" in run("show", str(game)).out
    ascii_board = str(Game.deal("forty-thieves", 12345)) + "\n"
    assert run("show", str(game), PYTHONIOENCODING="ascii").out == ascii_board
    assert run("show", str(game), PYTHONIOENCODING="cp1252").out == ascii_board
    assert "\x1b[31m" not in run("show", str(game)).out
    assert "\x1b[31m" in run("show", str(game), "--color", "always").out
    narrow = run("show", str(game), COLUMNS="40").out
    assert max(map(len, narrow.splitlines())) <= 40


def test_replay(tmp_path: Path) -> None:
    log = "game: maria\ndeal: 3\ns-w s-w\ngame: streets\ndeal: 4\ns-w\n"
    out = run("replay", "-", stdin=log).out
    assert [line for line in out.splitlines() if ", deal" in line] == [
        f"Maria, deal 3{'2 moves, 0 of 104 home':>47}",
        f"Streets, deal 4{'1 move, 0 of 104 home':>45}",
    ]
    boards = run("replay", "-", "--boards", stdin=log).out
    assert boards.count(" of 104 home") == 5
    assert run("replay", "-", "--to", "0", stdin=log).out.count(" 0 moves,") == 2
    assert run("replay", "-", "--quiet", stdin=log) == ("", "", 0)
    several = (
        "fortythieves: standard input: only one game can be kept in a file or a picture, and "
        "this log holds several\n"
    )
    assert run("replay", "-", "-o", "x.json", stdin=log, cwd=tmp_path) == ("", several, 2)
    assert not os.listdir(tmp_path)
    empty = "fortythieves: standard input: holds no game; one begins with a line 'game: NAME'\n"
    assert run("replay", "-", stdin="# nothing\n") == ("", empty, 3)


def test_replay_tells_a_wrong_move(tmp_path: Path) -> None:
    (tmp_path / "my.log").write_text("game: maria\ndeal: 3\n\ns-w s-w 1-2\n")
    ran = run("replay", "my.log", "-o", "x.json", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.startswith("fortythieves: my.log: line 4, move 3, '1-2': 1-2: 9H can't go on 8S")
    assert os.listdir(tmp_path) == ["my.log"]
    assert run("replay", "none.log", cwd=tmp_path) == (
        "",
        "fortythieves: none.log: can't be read: No such file or directory\n",
        3,
    )


def test_check(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(game.read_text().replace("12345", "12346"))
    ran = run("check", str(game), str(other), "none.json", str(game), cwd=tmp_path)
    good = f"{game}: good: Forty Thieves, deal 12345, 0 moves made, playing\n"
    assert ran.out == good + good
    assert ran.err == (
        f"fortythieves: {other}: opening: these are not the cards of deal 12346 of Forty Thieves\n"
        "fortythieves: none.json: can't be read: No such file or directory\n"
    )
    assert ran.code == 3
    # Nor is there a log of it, which would be of another game.
    assert run("log", str(other)) == (
        "",
        f"fortythieves: {other}: this game does not begin as deal 12346 does, so that no log can "
        "tell it\n",
        3,
    )
    data = json.loads(game.read_text())
    data["waste"].append(data["stock"].pop(0))
    other.write_text(json.dumps(data))
    assert run("check", str(other), "-q") == (
        "",
        f"fortythieves: {other}: stock: 63 cards, where the moves from the opening lead to 64\n",
        3,
    )


def test_games_and_rules() -> None:
    ran = run("games")
    assert [line.split()[0] for line in ran.out.splitlines()] == list(GAMES)
    assert run("rules", "le_cadran").out == run("rules").out
    assert run("rules", "whist").code == 2


@pytest.mark.parametrize(
    "arguments",
    [["bogus"], ["move"], ["show", "x", "y"], ["show", "--bogus", "x"], ["new", "--deal"],
     ["show", "x", "--color", "pink"], ["new", "whist"], ["undo", "x", "y"]],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_is_one_line_and_exit_2(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.out, ran.code) == ("", 2)
    assert ran.err.startswith("fortythieves: ")
    assert len(ran.err.splitlines()) == 1


def test_help_and_version() -> None:
    assert "Commands:" in run().out
    assert run().code == 0
    assert run("--version").out.startswith("fortythieves 0.")
    for command in ("new", "move", "show", "moves", "undo", "redo", "log", "replay", "check"):
        ran = run(command, "--help")
        assert ran.out.startswith(f"Usage: fortythieves {command} ")
        assert (ran.err, ran.code) == ("", 0)


# Every bad file there is, and what a line about it must say.
BAD_FILES: dict[str, tuple[bytes | None, str]] = {
    "none.json": (None, "can't be read: No such file or directory"),
    "empty.json": (b"", "empty: a game in JSON is needed"),
    "text.json": (b"hello", "not JSON: line 1, column 1"),
    "truncated.json": (b'{"format": "fortythieves", "vers', "not JSON: line 1"),
    "list.json": (b"[]", "the game: an object is needed, not a list"),
    "nan.json": (b'{"version": NaN}', "NaN is not JSON"),
    "twice.json": (b'{"deal": "1", "deal": "2"}', "the key 'deal' stands twice"),
    "brackets.json": (b"[" * 10_000_000, f"too long for a game: more than {MAX_BYTES} bytes"),
    "nested.json": (b"[" * 100_000, "not a game: more brackets than a game could have"),
    "binary.json": (bytes(range(256)), "not UTF-8 text: byte 129 can't be read"),
    "utf16.json": ("{}".encode("utf-16"), "not UTF-8 text: byte 1 can't be read"),
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("command", ["move", "show", "moves", "undo", "redo", "log", "check"])
def test_bad_files(name: str, command: str, tmp_path: Path) -> None:
    content, message = BAD_FILES[name]
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    ran = run(command, name, *(["s-w"] if command == "move" else []), cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 3)
    assert re.match(f"fortythieves: {name}(, line 1)?: {re.escape(message)}", ran.err)
    assert len(ran.err.splitlines()) == 1
    assert os.listdir(tmp_path) == ([] if content is None else [name])
    assert content is None or path.read_bytes() == content


BAD_MOVES = {
    "14-1": 1, "3-3": 1, "3-7x0": 2, "3-7x99": 1, "3-f": 1, "w-3": 1, "w-s": 1, "f-3": 1,
    "s-s": 1, "3-w": 1, "3-s": 1, "s-1": 1, "": 2, "3": 2, "hello": 2, "3-7x": 2, "é": 2,
    "s-wx3": 2, "\x1b[2J": 2, "1-": 2,
}  # fmt: skip


@pytest.mark.parametrize("move", BAD_MOVES)
def test_bad_moves(move: str, game: Path) -> None:
    before = game.read_bytes()
    ran = run("move", str(game), move)
    assert (ran.out, ran.code) == ("", BAD_MOVES[move])
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith("fortythieves: ")
    assert ran.err.strip().isprintable()
    assert game.read_bytes() == before


def test_an_empty_stock_and_a_fourth_redeal(tmp_path: Path) -> None:
    run("new", "forty-thieves", "--deal", "12345", "-o", "a.json", cwd=tmp_path)
    assert run("move", "a.json", *["s-w"] * 64, "-q", cwd=tmp_path).code == 0
    empty = "fortythieves: s-w: the stock is empty, and Forty Thieves has no redeal\n"
    assert run("move", "a.json", "s-w", cwd=tmp_path) == ("", empty, 1)
    run("new", "little-forty", "--deal", "12345", "-o", "b.json", cwd=tmp_path)
    for _ in range(3):
        assert run("move", "b.json", *["s-w"] * 22, "w-s", "-q", cwd=tmp_path).code == 0
    assert run("move", "b.json", *["s-w"] * 22, "-q", cwd=tmp_path).code == 0
    ran = run("move", "b.json", "w-s", cwd=tmp_path)
    assert ran == ("", "fortythieves: w-s: all 3 redeals have been used\n", 1)


def test_a_reader_that_has_gone(game: Path) -> None:
    """No word and no traceback, and the move is saved."""
    program = f'"{sys.executable}" -m fortythieves'
    command = f"{program} move game.json s-w | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=game.parent, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout in ("0\n", "141\n")
    assert json.loads(game.read_text())["moves"] == ["s-w"]
    closed = f"{program} show game.json >&-; echo $?"
    done = subprocess.run(
        ["bash", "-c", closed], cwd=game.parent, capture_output=True, text=True, check=True
    )
    closed = "fortythieves: standard output: can't be written: Bad file descriptor\n"
    assert (done.stdout, done.stderr) == ("3\n", closed)
