"""The README's table of commands and exit codes, each code of each command tried."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli import run

from fortythieves import GAMES, Game
from fortythieves.boardtext import format_board, parse_board
from fortythieves.customrules import rules_to_toml
from fortythieves.gamejson import encode_game
from fortythieves.solver.survey import DealResult, encode_result

README = Path(__file__).parent.parent / "README.md"

# For each command the codes it can exit with, and a call for each. G is a game file, W a wrong
# one, N a new one; L is a log, WL a log with an illegal move; S are lines of a survey. V is
# a game that can be won, X one that is stuck, T rules by which hardly a deal can be won.
CALLS: dict[str, dict[int, list[str]]] = {
    "new": {
        0: ["-o", "N"], 1: ["--winnable", "--rules", "T", "--deal", "1"], 2: ["whist"],
        3: ["-o", "G"], 4: ["--winnable", "--time", "0.000001", "--deal", "20000"],
    },
    "move": {0: ["G", "s-w"], 1: ["G", "1-f"], 2: ["G", "x"], 3: ["W", "s-w"]},
    "show": {0: ["G"], 2: ["G", "--as", "x"], 3: ["W"]},
    "moves": {0: ["G"], 2: [], 3: ["W"]},
    "undo": {0: ["U"], 1: ["G"], 2: ["G", "x"], 3: ["W"]},
    "redo": {0: ["R"], 1: ["G"], 2: ["G", "0"], 3: ["W"]},
    "play": {0: ["G"], 2: ["-"], 3: ["W"]},
    "hint": {
        0: ["V"], 1: ["X"], 2: ["G", "--moves", "x"], 3: ["W"], 4: ["G", "--nodes", "1"],
    },
    "solve": {
        0: ["V"], 1: ["X"], 2: ["G", "--jobs", "2"], 3: ["W"], 4: ["G", "--nodes", "1"],
    },
    "log": {0: ["G"], 2: [], 3: ["W"]},
    "replay": {0: ["L"], 1: ["WL"], 2: ["L", "--to", "x"], 3: ["W"]},
    "check": {0: ["G"], 2: [], 3: ["G", "W"]},
    "survey": {0: ["S"], 2: ["S", "--json", "--svg", "-"], 3: ["W"]},
    "games": {0: [], 2: ["x"]},
    "rules": {0: [], 2: ["whist"]},
    "import": {0: ["B", "maria"], 2: ["B", "whist"], 3: ["W"]},
    "export": {0: ["G"], 2: ["G", "--as", "x"], 3: ["W"]},
    "schema": {0: [], 2: ["x"]},
    "completion": {0: ["bash"], 2: ["csh"]},
}  # fmt: skip
# Four columns of a queen below a king, of suits that stand at their jacks.
STUCK = "Foundations: C-J D-J H-J S-J\nQC KC\nQD KD\nQH KH\nQS KS\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = Game.deal("forty-thieves", 12345)
    (tmp_path / "G").write_text(encode_game(game))
    game.push("s-w")
    (tmp_path / "U").write_text(encode_game(game))
    game.pop()
    (tmp_path / "R").write_text(encode_game(game))
    (tmp_path / "W").write_text("{")
    (tmp_path / "B").write_text(format_board(Game.deal("maria", 1).position))
    (tmp_path / "S").write_text(encode_result(DealResult(GAMES["maria"], 1, "won", 200)) + "\n")
    (tmp_path / "V").write_text(encode_game(Game.deal("little-forty", 1)))
    (tmp_path / "X").write_text(encode_game(parse_board(STUCK, GAMES["single-rail"])))
    rules = GAMES["single-rail"]._replace(name="one-rail", columns=1, draw=20)
    (tmp_path / "T").write_text(rules_to_toml(rules))
    (tmp_path / "L").write_text("game: maria\ndeal: 1\ns-w\n")
    (tmp_path / "WL").write_text("game: maria\ndeal: 1\ns-w w-s\n")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "code"), [(command, code) for command, codes in CALLS.items() for code in codes]
)
def test_exit_code(command: str, code: int, folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    ran = run(command, *CALLS[command][code], cwd=folder)
    assert ran.code == code
    if code == 0:
        assert ran.err == ""
    else:
        # One line says why; and no file is touched.
        assert re.fullmatch(r"fortythieves: .+\n", ran.err)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_readme_tells_the_same() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|(.*)\|$", README.read_text(), re.MULTILINE)
    told = {
        command: {code for code, cell in enumerate(cells.split("|")[1:]) if cell.strip(" –")}
        for command, cells in rows
        if command in CALLS
    }
    assert told == {command: set(codes) for command, codes in CALLS.items()}
