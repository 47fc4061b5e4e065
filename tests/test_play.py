"""A long-lived process: a line in, a line out; and the prompt, under a pseudo-terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli import run
from drawings import winning
from terminals import Terminal

from fortythieves import Game
from fortythieves.files import read_game
from fortythieves.gamejson import encode_game

PLAY = [sys.executable, "-m", "fortythieves", "play"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(encode_game(Game.deal("forty-thieves", 12345)))
    return path


def answers(game: Path, lines: str, *options: str) -> list[dict[str, Any]]:
    ran = run("play", str(game), "--json", *options, stdin=lines)
    assert (ran.err, ran.code) == ("", 0)
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("save", ["each", "end"])
def test_a_line_in_a_line_out(game: Path, save: str) -> None:
    lines = [
        "8-f", "s-w d", "1-f", "14-1", "bogus", "", "moves", "undo 2", "redo", "UNDO 9", "undo x",
        "moves now", "undo 1 2", "help", "show", "x" * 20_000, "s-w 1-f", "quit", "s-w",
    ]  # fmt: skip
    got = answers(game, "\n".join(lines) + "\n", "--save", save)
    told = [(a["ok"], a.get("command") or a.get("code"), a["moves_made"]) for a in got]
    assert told == [
        (True, "move", 1), (True, "move", 3), (False, "not-home-yet", 3),
        (False, "no-such-pile", 3), (False, "usage", 3), (False, "usage", 3), (True, "moves", 3),
        (True, "undo", 1), (True, "redo", 2), (False, "nothing-to-undo", 2), (False, "usage", 2),
        (False, "usage", 2), (False, "usage", 2), (True, "help", 2), (True, "show", 2),
        (False, "usage", 2), (False, "not-told", 2), (True, "quit", 2),
    ]  # fmt: skip
    assert got[1]["moves"] == ["s-w", "s-w"]
    assert got[7]["moves"] == ["s-w", "s-w"]
    assert all(a["status"] == "playing" and a["cards_home"] == 1 for a in got)
    assert got[2]["message"].startswith("1-f: 5H can't go home: ")
    # After 8-f the eight of diamonds may go to the nine in column 7; the waste shows a king.
    assert got[6]["legal_moves"] == ["s-w", "5-3", "8-7"]
    assert got[14]["observation"]["stock"] == 63
    saved = read_game(str(game))
    assert [str(move) for move in saved.moves] == ["8-f", "s-w"]
    assert [str(move) for move in saved.undone] == ["s-w"]
    assert os.listdir(game.parent) == ["game.json"]


def test_answers_come_at_once_and_the_file_is_saved_by_then(game: Path) -> None:
    with subprocess.Popen(
        [*PLAY, str(game), "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for made in range(1, 4):
            child.stdin.write("s-w\n")
            child.stdin.flush()
            assert json.loads(child.stdout.readline())["moves_made"] == made
            assert len(read_game(str(game)).moves) == made
        # Another command may play in between, and is not undone.
        assert run("move", str(game), "8-f").code == 0
        child.stdin.write("moves\ns-w\n")
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["moves_made"] == 4
        assert json.loads(child.stdout.readline())["moves_made"] == 5
    assert [str(move) for move in read_game(str(game)).moves] == ["s-w"] * 3 + ["8-f", "s-w"]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_saves(game: Path, name: str) -> None:
    number = getattr(signal, name)
    with subprocess.Popen(
        [*PLAY, str(game), "--json", "--save", "end"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write("s-w\ns-w\n")
        child.stdin.flush()
        for _ in range(2):
            child.stdout.readline()
        assert len(read_game(str(game)).moves) == 0
        child.send_signal(number)
        assert child.wait(timeout=10) == 128 + number
        assert child.stderr.read() == ""
    assert len(read_game(str(game)).moves) == 2
    assert os.listdir(game.parent) == ["game.json"]


def test_others_wait_for_a_session_that_saves_at_the_end(game: Path) -> None:
    with subprocess.Popen(
        [*PLAY, str(game), "--json", "--save", "end"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("s-w\n")
        child.stdin.flush()
        child.stdout.readline()
        other = subprocess.Popen(
            [sys.executable, "-m", "fortythieves", "move", str(game), "8-f"],
            stdout=subprocess.DEVNULL,
        )
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(timeout=0.5)
        child.stdin.close()
        assert other.wait(timeout=10) == 0
    assert [str(move) for move in read_game(str(game)).moves] == ["s-w", "8-f"]


@pytest.mark.parametrize("save", ["each", "end"])
def test_a_broken_pipe_ends_it_quietly_and_saved(game: Path, save: str) -> None:
    command = f"yes s-w | head -n 50 | {' '.join(PLAY)} {game} --json --save {save} | true"
    done = subprocess.run(
        ["bash", "-c", f"{command}; echo ${{PIPESTATUS[2]}}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert done.stderr == ""
    assert done.stdout in ("0\n", "141\n")
    assert os.listdir(game.parent) == ["game.json"]
    assert read_game(str(game)).status == "playing"


def test_text_for_people_who_pipe(game: Path) -> None:
    ran = run("play", str(game), stdin="8-f\n1-f\nmoves\nhelp\nquit\n")
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.count(" of 104 home") == 2
    assert "1-f: 5H can't go home" in ran.out
    assert "s-w 5-3 8-7\n" in ran.out
    assert "take back the last move" in ran.out
    assert ran.out.endswith("Forty Thieves: 1 move made, playing.\n")


def test_playing_in_words(game: Path) -> None:
    ran = run("play", str(game), "--as", "words", stdin="8-f\nnonsense\nq\n")
    assert (ran.err, ran.code) == ("", 0)
    assert "last move: ace of hearts from column 8 home\n" in ran.out
    assert "(help tells what can be typed)" in ran.out
    assert "##" not in ran.out
    assert run("play", str(game), "--as", "svg").code == 2


def test_what_play_refuses(game: Path, tmp_path: Path) -> None:
    assert run("play", "-").code == 2
    assert run("play", str(game), "--save", "never").code == 2
    assert run("play", str(game), "--color", "pink").code == 2
    ran = run("play", "none.json", cwd=tmp_path)
    assert ran == ("", "fortythieves: none.json: can't be read: No such file or directory\n", 3)


@pytest.fixture
def terminal(game: Path) -> Iterator[Terminal]:
    terminal = Terminal("play", str(game))
    yield terminal
    terminal.kill()


def test_a_prompt_for_people(terminal: Terminal, game: Path) -> None:
    board = terminal.expect("move> ")
    assert "Forty Thieves, deal 12345" in board
    assert "\x1b[31m" in board  # red suits
    terminal.type("8-f\r")
    assert "1 move, 1 of 104 home" in terminal.expect("move> ")
    terminal.type("3-7\r")
    terminal.expect("3-7: 9S can't go on 9D: columns build down in suit, so it needs TS")
    terminal.expect("move> ")
    terminal.type("undo\r")
    assert "0 moves, 0 of 104 home" in terminal.expect("move> ")
    terminal.type("redo\r")
    assert "1 move, 1 of 104 home" in terminal.expect("move> ")
    terminal.type("help\r")
    terminal.expect("take back the last move")
    terminal.expect("move> ")
    terminal.type("quit\r")
    terminal.expect("Forty Thieves: 1 move made, playing.")
    assert terminal.end() == 0
    assert [str(move) for move in read_game(str(game)).moves] == ["8-f"]


def test_the_prompt_completes_legal_moves_and_knows_what_was_typed(
    terminal: Terminal, game: Path
) -> None:
    terminal.expect("move> ")
    terminal.type("8\t\r")  # of the legal moves s-w, 5-3, 8-f only one begins so
    assert "1 move, 1 of 104 home" in terminal.expect("move> ")
    terminal.type("und\t\r")
    assert "0 moves, 0 of 104 home" in terminal.expect("move> ")
    terminal.type("\x1b[A\x1b[A\r")  # twice up: 8-f again
    assert "1 move, 1 of 104 home" in terminal.expect("move> ")
    terminal.type("\x04")  # the end of input
    assert terminal.end() == 0
    assert [str(move) for move in read_game(str(game)).moves] == ["8-f"]


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_leaving_by_a_key(terminal: Terminal, game: Path, key: str, code: int) -> None:
    terminal.expect("move> ")
    terminal.type("s-w\r")
    terminal.expect("move> ")
    terminal.type(key)
    assert terminal.end() == code
    assert len(read_game(str(game)).moves) == 1


def test_won_and_stuck_are_said_at_the_prompt(game: Path, tmp_path: Path) -> None:
    game.write_text(encode_game(winning("forty-thieves")))
    assert run("undo", str(game), "-q").code == 0
    terminal = Terminal("play", str(game))
    terminal.expect("move> ")
    terminal.type("redo\r")
    assert "Won!" in terminal.expect("move> ")
    terminal.type("s-w\r")
    terminal.expect("s-w: the stock is empty, and Forty Thieves has no redeal")
    terminal.type("quit\r")
    terminal.expect(", won.")
    assert terminal.end() == 0
