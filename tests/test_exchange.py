"""The commands import and export: boards of other programs, in and out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli import run

from fortythieves import GAMES, Game
from fortythieves.boardtext import format_board
from fortythieves.gamejson import encode_game

SOLVITAIRE = Path(__file__).parent / "data" / "solvitaire"
BOARD = """\
# typed by hand: a game of Single Rail that is nearly over
Foundations: C-K D-K H-K S-J
Waste: KS QS
:
:
:
:
"""


def test_a_board_typed_by_hand(tmp_path: Path) -> None:
    ran = run("import", "-", "single-rail", "-o", "g.json", stdin=BOARD, cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.startswith("Single Rail, set up by hand ")
    assert "50 of 52 home" in ran.out
    assert run("move", "g.json", "w-f", "w-f", cwd=tmp_path).out.endswith("\n\nWon!\n")
    assert run("check", "g.json", cwd=tmp_path).out == (
        "g.json: good: Single Rail, set up by hand, 2 moves made, won\n"
    )


@pytest.mark.parametrize("name", ["number-ten", "alternation", "little-forty", "carnation"])
def test_text_goes_out_and_in(name: str) -> None:
    game = Game.deal(name, 3)
    for _ in range(5):
        game.push("s-w")
    text = run("export", "-", stdin=encode_game(game)).out
    assert text == format_board(game.position)
    data = json.loads(run("import", "-", name, stdin=text).out)
    expected = json.loads(encode_game(game))
    for pile in ("stock", "waste", "foundations", "tableau", "redeals_left"):
        assert data[pile] == expected[pile]
    assert (data["deal"], data["moves"]) == (None, [])


def test_an_opening_for_a_bug_report() -> None:
    game = Game.deal("maria", 3)
    game.push("s-w")
    told = run("export", "-", "--as", "opening", stdin=encode_game(game)).out
    assert told.startswith("# Maria (maria), deal 3\n")
    assert told.partition("\n")[2] == format_board(game.opening)


def test_solvitaires_own_files() -> None:
    path = SOLVITAIRE / "limited-7.json"
    game = run("import", str(path), "limited", "--as", "solvitaire")
    assert (game.err, game.code) == ("", 0)
    written = json.loads(run("export", "-", "--as", "solvitaire", stdin=game.out).out)
    assert written["tableau piles"] == json.loads(path.read_text())["tableau piles"]
    assert written["stock"] == json.loads(path.read_text())["stock"]


def test_solvitaires_rules() -> None:
    game = encode_game(Game.deal("streets", 1))
    rules = run("export", "-", "--as", "solvitaire-rules", stdin=game).out
    toml = run("import", "-", "--as", "solvitaire-rules", stdin=rules).out
    toml = toml.replace('"own-game"', '"streets"').replace('"Own Game"', '"Streets"')
    # The very game of the table, as far as its record says.
    assert json.loads(run("new", "--rules", "-", stdin=toml).out)["game"] == "streets"
    assert GAMES["streets"].build == "alternate"


def test_what_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(BOARD.replace("KS QS", "KS KS"))
    ran = run("import", "b.txt", "single-rail", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 3)
    assert ran.err == "fortythieves: b.txt: missing: QS; doubled: KS\n"
    (tmp_path / "b.json").write_text('{"a": 1, "a": 2}')
    ran = run("import", "b.json", "--as", "solvitaire", cwd=tmp_path)
    assert ran == ("", "fortythieves: b.json: the key 'a' stands twice in one object\n", 3)
    ran = run("import", "b.json", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 3)
    assert "--as solvitaire reads a deal" in ran.err
    for wrong in (["import", "b.txt", "--as", "x"], ["export", "b.txt", "--as", "x"],
                  ["import", "b.json", "maria", "--as", "solvitaire-rules"]):  # fmt: skip
        ran = run(*wrong, cwd=tmp_path)
        assert (ran.out, ran.code) == ("", 2)
        assert len(ran.err.splitlines()) == 1
    deuces = encode_game(Game.deal("deuces", 1))
    ran = run("export", "-", "--as", "solvitaire", stdin=deuces)
    assert (ran.out, ran.code) == ("", 3)
    assert ran.err.startswith("fortythieves: standard input: ")
