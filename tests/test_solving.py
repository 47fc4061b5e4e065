"""The command `solve` of one game, deals that can be won, and the catalogue of what is known."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import naive
import pytest
from cli import run
from terminals import Terminal

from fortythieves import GAMES, Game, Move, catalogue
from fortythieves.__main__ import run as run_here
from fortythieves.boardtext import parse_board
from fortythieves.catalogue import Entry, entries, known, winning_line
from fortythieves.customrules import rules_to_toml
from fortythieves.errors import InvalidGameError
from fortythieves.gamejson import encode_game
from fortythieves.movelog import format_log, read_log
from fortythieves.solver import UNDECIDED, WON, Limits, Solution, solve
from fortythieves.winning import Answer, verdict_error

NINE = list(GAMES)[:9]
# Single Rail, nearly won: first the jack goes home, then the queen, then the king.
NEARLY = "Foundations: C-K D-K H-K S-10\nWaste: KS QS\n:\nJS\n:\n:\n"
# The jack goes home; then four queens lie below their kings, and nothing moves.
LOST = "Foundations: C-J D-J H-J S-10\nWaste: JS\nQC KC\nQD KD\nQH KH\nQS KS\n"
# No search has come near the end of it.
HARD = ("eighty-thieves", 1)
# Of which the catalogue knows nothing, and which is won at once.
EASY = ("little-forty", 20001)


def board(text: str) -> Game:
    return parse_board(text, GAMES["single-rail"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games: easy, hard, nearly won, lost."""
    for name, game in {
        "easy": Game.deal(*EASY), "hard": Game.deal(*HARD), "nearly": board(NEARLY),
        "lost": board(LOST),
    }.items():  # fmt: skip
        (tmp_path / name).write_text(encode_game(game))
    return tmp_path


def status(name: str, deal: int, moves: list[str]) -> object:
    """How a deal stands after moves, by the other implementation of the rules."""
    game = naive.opening(name, deal)
    for move in moves:
        assert move in game.legal()
        game.play(move)
    return game.snapshot()["status"]


def won_entry(name: str) -> Entry:
    return next(entry for entry in entries(GAMES[name]) if entry.verdict == WON)


# A win.


@pytest.mark.parametrize("name", NINE)
def test_the_log_of_a_win(name: str, tmp_path: Path) -> None:
    """From some moves before the end of a known win: what was played so far, then the win."""
    entry = won_entry(name)
    line = winning_line(GAMES[name], entry)
    game = Game.deal(name, entry.deal)
    game.push_all(line[:-40])
    (tmp_path / "G").write_text(encode_game(game))
    ran = run("solve", "G", "--nodes", "1M", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    logged = next(read_log(ran.out.splitlines()))
    moves = [move.text for move in logged.moves]
    assert logged.headers == {"game": name, "deal": str(entry.deal), "verdict": "won"}
    assert moves[: len(line) - 40] == list(map(str, line[:-40]))
    assert status(name, entry.deal, moves) == "won"
    after = len(moves) - len(line) + 40
    assert ran.out.startswith(f"# Won by {after} moves after the {len(line) - 40} made (")
    # And our own replay takes it.
    assert run("replay", "-", stdin=ran.out).out.endswith("Won!\n")


def test_the_answer_as_json(folder: Path) -> None:
    ran = run("solve", "easy", "--nodes", "1M", "--json", cwd=folder)
    assert (ran.err, ran.code) == ("", 0)
    data = json.loads(ran.out)
    assert list(data) == [
        "game", "deal", "verdict", "moves", "found_by", "nodes", "seconds", "cards_home",
        "chance", "saved", "stopped",
    ]  # fmt: skip
    assert (data["game"], data["deal"]) == (EASY[0], str(EASY[1]))
    assert (data["verdict"], data["found_by"], data["stopped"]) == ("won", "search", False)
    assert status(*EASY, data["moves"]) == "won"
    assert data["cards_home"] == 104
    assert 0 < data["nodes"] <= 1_000_000


def test_the_same_limits_give_the_same_answer(folder: Path) -> None:
    calls = [("solve", "easy", "--nodes", "200k", "--seed", "3") for _ in range(2)]
    first, second = (run(*call, cwd=folder) for call in calls)
    assert first == second
    assert first.code == 0


def test_a_plain_call_and_one_with_options_do_the_same(folder: Path) -> None:
    assert run("solve", "nearly", cwd=folder) == run("solve", "--", "nearly", cwd=folder)
    assert run("hint", "nearly", cwd=folder) == run("hint", "--", "nearly", cwd=folder)


def test_apply(folder: Path) -> None:
    assert run("move", "easy", "s-w", "-q", cwd=folder).code == 0
    found = json.loads(run("solve", "easy", "--json", "--nodes", "1M", cwd=folder).out)["moves"]
    before = (folder / "easy").read_text()
    ran = run("solve", "easy", "--apply", "--nodes", "1M", cwd=folder)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.endswith("Won!\n")
    data = json.loads((folder / "easy").read_text())
    assert data["moves"] == ["s-w", *found]
    assert data["status"] == "won"
    assert run("check", "easy", "-q", cwd=folder) == ("", "", 0)
    # By standard input: the game itself, whatever else is asked for.
    for options in ([], ["--json"], ["--quiet"]):
        ran = run("solve", "-", "--apply", "--nodes", "1M", *options, stdin=before)
        assert (ran.err, ran.code) == ("", 0)
        assert json.loads(ran.out) == data
    (folder / "easy").write_text(before)
    assert run("solve", "easy", "--apply", "-q", "--nodes", "1M", cwd=folder) == ("", "", 0)
    assert json.loads((folder / "easy").read_text()) == data
    (folder / "easy").write_text(before)
    told = run("solve", "easy", "--apply", "--json", "--nodes", "1M", cwd=folder).out
    assert json.loads(told)["moves"] == found
    assert json.loads((folder / "easy").read_text()) == data


def test_a_game_that_was_changed_meanwhile_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(folder / "nearly")

    def searching(position: Any, *limits: Any) -> Solution:
        assert run("move", path, "2-1", "-q").code == 0
        return solve(position, *limits)

    monkeypatch.setattr("fortythieves.winning.solve", searching)
    assert run_here(["solve", path, "--apply"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"fortythieves: {path}: was changed while the search ran, so that its line was not "
        "played: 2-f w-f w-f\n"
    )
    assert json.loads(Path(path).read_text())["moves"] == ["2-1"]


def test_where_no_log_can_tell_the_game_the_moves_stand_alone(folder: Path) -> None:
    ran = run("solve", "nearly", cwd=folder)
    assert (ran.err, ran.code) == ("", 0)
    lines = ran.out.splitlines()
    assert lines[0].startswith("# Won by 3 moves from the opening (")
    assert lines[1] == (
        "# These moves alone, for the command move: this game was not dealt by number, so that "
        "no log can tell it."
    )
    assert lines[2:] == ["2-f w-f w-f"]
    rules = GAMES["maria"]._replace(name="wide-maria", title="Wide Maria", columns=12)
    (folder / "own").write_text(encode_game(Game.deal(rules, 7)))
    ran = run("solve", "own", "--nodes", "1M", cwd=folder)
    assert (ran.err, ran.code) == ("", 0)
    moves = [word for line in ran.out.splitlines() if line[0] != "#" for word in line.split()]
    assert run("move", "own", *moves, cwd=folder).out.endswith("Won!\n")


def test_a_game_that_is_won(folder: Path) -> None:
    run("move", "nearly", "2-f", "w-f", "w-f", "-q", cwd=folder)
    before = (folder / "nearly").read_bytes()
    ran = run("solve", "nearly", cwd=folder)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.startswith("# Won already.\n")
    assert run("solve", "nearly", "--apply", cwd=folder).out.endswith("Won!\n")
    assert json.loads(run("solve", "nearly", "--json", cwd=folder).out)["verdict"] == "won"
    assert (folder / "nearly").read_bytes() == before


@pytest.mark.parametrize("moves", [("2-f", "w-f"), ("w-f",), ("2-f", "w-f", "w-3")])
def test_a_line_that_does_not_win_is_never_printed(
    moves: tuple[str, ...],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A search that is at fault: it is told as that, with an exit code of its own."""
    line = tuple(Move(*_parsed(move)) for move in moves)
    monkeypatch.setattr("fortythieves.winning.solve", lambda *_: Solution(WON, line))
    path = str(folder / "nearly")
    before = Path(path).read_bytes()
    for call in (["solve", path], ["solve", path, "--json"], ["solve", path, "--apply"],
                 ["hint", path], ["hint", path, "--keep", "--json"]):  # fmt: skip
        assert run_here(call) == 70
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(f"fortythieves: {path}: a fault of this program: ")
        assert told.err.count("\n") == 1
    assert Path(path).read_bytes() == before


def _parsed(move: str) -> tuple[int, int]:
    piles = {"w": 101, "f": 102}
    source, target = (piles[p] if p in piles else int(p) - 1 for p in move.split("-"))
    return source, target


# No win.


def test_proved_unwinnable(folder: Path) -> None:
    before = (folder / "lost").read_bytes()
    for options in ([], ["--apply"], ["--best"], ["--quiet"]):
        ran = run("solve", "lost", *options, cwd=folder)
        assert (ran.out, ran.code) == ("", 1)
        assert ran.err.startswith(
            "fortythieves: lost: proved unwinnable: no line of moves wins from here ("
        )
    ran = run("solve", "lost", "--json", cwd=folder)
    assert (ran.err, ran.code) == ("", 1)
    data = json.loads(ran.out)
    assert (data["verdict"], data["moves"], data["deal"]) == ("unwinnable", [], None)
    assert "best_line" not in data
    assert (folder / "lost").read_bytes() == before
    # Nothing comes out that a pipe could take for a game.
    ran = run("solve", "-", "--apply", "--json", stdin=before)
    assert (ran.out, ran.code) == ("", 1)


def test_not_decided(folder: Path) -> None:
    before = (folder / "hard").read_bytes()
    limits = ("--nodes", "20k", "--seed", "5")
    ran = run("solve", "hard", *limits, "--json", cwd=folder)
    assert (ran.err, ran.code) == ("", 4)
    data = json.loads(ran.out)
    assert (data["verdict"], data["moves"], data["stopped"]) == ("undecided", [], False)
    for options in ([], ["--apply"], ["--quiet"]):
        ran = run("solve", "hard", *limits, *options, cwd=folder)
        assert (ran.out, ran.code) == ("", 4)
        assert ran.err.startswith("fortythieves: hard: not decided within the limits: ")
        nodes, home = data["nodes"], data["cards_home"]
        assert f" s, {nodes:,} nodes, at most {home} of 208 cards home" in ran.err
        assert ran.err.count("\n") == 1
    assert (folder / "hard").read_bytes() == before
    # The best line, where it is asked for, is told to be no win.
    best = run("solve", "hard", *limits, "--best", cwd=folder)
    assert best.code == 4
    assert best.out.startswith(f"# NOT A WIN: {len(data['best_line'])} moves from the opening ")
    (logged,) = read_log(best.out.splitlines())
    assert logged.headers["verdict"] == "undecided"
    played = run("replay", "-", "--json", stdin=best.out)
    assert played.code == 0
    assert json.loads(played.out)["moves_made"] == len(data["best_line"]) > 0
    assert json.loads(played.out)["status"] in ("playing", "stuck")


def test_the_chance_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    for chance, told in (
        (0.123, "; chance of a win about 12%"),
        (0.004, "below 1%"),
        (None, "home"),
    ):
        solution = Solution(UNDECIDED, (), 1000, 2.0, 30, chance)
        error = verdict_error(board(LOST).position, Answer("search", solution))
        assert str(error).endswith(told)
        assert error is not None
        assert error.exit_code == 4


def test_less_memory_than_was_allowed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def exhausted(*_: Any) -> Solution:
        raise MemoryError

    monkeypatch.setattr("fortythieves.winning.solve", exhausted)
    path = str(folder / "nearly")
    for command in ("solve", "hint"):
        assert run_here([command, path]) == 4
        assert capsys.readouterr() == (
            "",
            f"fortythieves: {path}: not decided: there is less memory than the search was allowed "
            "to take\n",
        )


# What contradicts itself, and what can't be read.


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "say what to solve: FILE, or --game GAME --deals N-M"),
        (["--game", "maria"], "--game is for solving many deals: --deals N-M says which"),
        (["--jobs", "2"], "--jobs is for solving many deals: --deals N-M says which"),
        (["easy", "--deals", "1-5"], "--deals is for solving many deals, and goes with no FILE"),
        (["easy", "--game", "maria"], "--game is for solving many deals, and goes with no FILE"),
        (["easy", "--lines"], "--lines is for solving many deals, and goes with no FILE"),
        (["--deals", "1-5", "--apply"],
         "--apply is for the game of a FILE, and does not go with --deals"),
        (["--deals", "1-5", "--best"],
         "--best is for the game of a FILE, and does not go with --deals"),
        (["easy", "--apply", "--best"],
         "--apply plays a win only, --best prints what is none: one or the other"),
        (["easy", "--time", "soon"], "--time 'soon': a number of seconds above 0 is needed, such "
         "as 10 or 0.5, or none"),
    ],
)  # fmt: skip
def test_options_that_contradict(arguments: list[str], told: str, folder: Path) -> None:
    assert run("solve", *arguments, cwd=folder) == ("", f"fortythieves: {told}\n", 2)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "W").write_text("{")
    for command in ("solve", "hint"):
        for file in ("W", "none", "."):
            ran = run(command, file, cwd=tmp_path)
            assert (ran.out, ran.code) == ("", 3)
            assert ran.err.startswith(f"fortythieves: {file}: ")


# Watched, and ended by Ctrl-C.


def test_progress_is_shown_on_a_terminal_and_taken_away(folder: Path) -> None:
    terminal = Terminal("solve", str(folder / "hard"), "--time", "1")
    try:
        terminal.expect("\r\x1b[K0.")
        terminal.expect(" nodes, at most ")
        assert terminal.end() == 4
    finally:
        terminal.kill()
    # The last line is erased before the verdict is told.
    assert f"\r\x1b[Kfortythieves: {folder / 'hard'}: not decided " in terminal.seen


def test_no_progress_in_a_pipe(folder: Path) -> None:
    ran = run("solve", "hard", "--time", "0.5", cwd=folder)
    assert ran.err.startswith("fortythieves: hard: not decided ")
    assert "\x1b" not in ran.err


def test_ctrl_c_tells_how_far_it_came(folder: Path) -> None:
    terminal = Terminal("solve", str(folder / "hard"), "--time", "none", "--best")
    try:
        terminal.expect(" nodes, at most ")
        terminal.type("\x03")
        assert terminal.end() == 130
    finally:
        terminal.kill()
    assert "# NOT A WIN: " in terminal.seen
    assert f"fortythieves: {folder / 'hard'}: stopped without a verdict: " in terminal.seen


def test_ctrl_c_as_json(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, "solve", str(folder / "hard"), "--time", "none",
         "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        out, err = child.communicate(timeout=60)
    assert (err, child.returncode) == ("", 130)
    data = json.loads(out)
    assert (data["verdict"], data["stopped"], data["moves"]) == ("undecided", True, [])


# Presses Ctrl-C as soon as the search tells for the first time how far it has come.
INTERRUPTED = f"""
import os, signal
from fortythieves import winning
from fortythieves.__main__ import main
tell = winning.Watch.__call__
def pressed(watch, progress):
    if progress.nodes:
        os.kill(os.getpid(), signal.{signal.SIGINT.name})
    return tell(watch, progress)
winning.Watch.__call__ = pressed
main()
"""


# Deals that can be won.


@pytest.mark.parametrize("name", NINE)
def test_a_random_winnable_deal_is_of_the_catalogue(name: str, tmp_path: Path) -> None:
    ran = run("new", name, "--winnable", "-o", "G", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    assert ran.out.endswith("\nThis game can be won.\n")
    text = (tmp_path / "G").read_text()
    deal = int(json.loads(text)["deal"])
    entry = known(GAMES[name], deal)
    assert entry is not None
    assert entry.verdict == WON
    # Nothing in it tells how, or that it was chosen.
    assert text == encode_game(Game.deal(name, deal))


def test_how_winnable_deals_are_printed(tmp_path: Path) -> None:
    deal = str(won_entry("maria").deal)
    plain = run("new", "maria", "--deal", deal).out
    assert run("new", "maria", "--deal", deal, "--winnable") == (plain, "", 0)
    call = ("new", "maria", "--deal", deal, "--winnable", "-o", "G", "-f")
    board = run("new", "maria", "--deal", deal, "-o", "N", cwd=tmp_path).out
    assert run(*call, cwd=tmp_path) == (f"{board}This game can be won.\n", "", 0)
    assert run(*call, "--quiet", cwd=tmp_path) == ("", "", 0)
    assert json.loads(run(*call, "--json", cwd=tmp_path).out)["moves_made"] == 0


def test_winnable_deals_of_which_nothing_is_known_are_searched_for(tmp_path: Path) -> None:
    """Of a game without a catalogue, of rules of one's own, and by number."""
    ran = run("new", "courtyard", "--winnable", "-o", "G", "-q", cwd=tmp_path)
    assert ran == ("", "", 0)
    data = json.loads(run("solve", "G", "--nodes", "30M", "--json", cwd=tmp_path).out)
    assert status("courtyard", int(data["deal"]), data["moves"]) == "won"
    rules = GAMES["courtyard"]._replace(name="own-yard", title="Own Yard", aliases=())
    (tmp_path / "own.toml").write_text(rules_to_toml(rules))
    ran = run("new", "--rules", "own.toml", "--winnable", "-o", "O", "-q", cwd=tmp_path)
    assert ran == ("", "", 0)
    assert run("solve", "O", "--nodes", "30M", "-q", cwd=tmp_path) == ("", "", 0)
    ran = run("new", EASY[0], "--winnable", "--deal", str(EASY[1]))
    assert ran == (encode_game(Game.deal(*EASY)), "", 0)


def test_deals_that_are_not_known_to_be_winnable(tmp_path: Path) -> None:
    call = ("new", HARD[0], "--deal", str(HARD[1]), "--winnable", "--time", "0.2", "-o", "G")
    ran = run(*call, cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 4)
    assert ran.err.startswith("fortythieves: deal 1 of Eighty Thieves: not decided within the ")
    ran = run("new", HARD[0], "--winnable", "--time", "0.2", "-o", "G", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 4)
    assert ran.err.startswith("fortythieves: Eighty Thieves: no deal was found that can be won: ")
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--winnable", "--deals", "1-5"], "--winnable deals one game; which of many deals can be "
         "won tells solve --game GAME --deals N-M --json"),
        (["--time", "5"], "--time is how long --winnable may search, and goes with that only"),
        (["--winnable", "--time", "x"], "--time 'x': a number of seconds above 0 is needed, such "
         "as 10 or 0.5, or none"),
    ],
)  # fmt: skip
def test_what_new_winnable_refuses(options: list[str], told: str) -> None:
    assert run("new", "maria", *options) == ("", f"fortythieves: {told}\n", 2)


# The catalogue.


CATALOGUE = """\
# What is known, for a test.
game: streets
deal: 7
verdict: undecided
nodes: 1000
cards_home: 43

game: streets
deal: 8
verdict: unwinnable
nodes: 200 300

game: streets
deal: 9
s-w s-w # a line that does not win
game: streets
deal: 10
verdict: won
s-w w-f
"""


@pytest.fixture
def small_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "streets.log").write_text(CATALOGUE)
    monkeypatch.setattr(catalogue, "_FOLDER", str(tmp_path))


@pytest.mark.usefixtures("small_catalogue")
def test_what_the_catalogue_says() -> None:
    rules = GAMES["streets"]
    found = entries(rules)
    assert found == [
        Entry(7, "undecided", "", (1000,), 43), Entry(8, "unwinnable", "", (200, 300)),
        Entry(9, "won", "s-w s-w "),
        Entry(10, "won", "s-w w-f"),
    ]  # fmt: skip
    assert known(rules, 8) == found[1]
    assert known(rules, 11) is None
    assert entries(GAMES["maria"]) == []
    own = rules._replace(columns=11)
    assert entries(own) == []
    for entry, told in ((found[2], "they do not win"), (found[3], "w-f: ")):
        with pytest.raises(InvalidGameError) as caught:
            winning_line(rules, entry)
        assert str(caught.value).startswith(
            f"the catalogue's moves of deal {entry.deal} of Streets: {told}"
        )


@pytest.mark.usefixtures("small_catalogue")
def test_a_deal_that_is_known_to_be_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here(["new", "streets", "--winnable", "--deal", "8"]) == 1
    assert capsys.readouterr() == (
        "", "fortythieves: deal 8 of Streets is known to be unwinnable\n"
    )  # fmt: skip
    path = tmp_path / "G"
    game = Game.deal("streets", 8)
    game.push("s-w")
    path.write_text(encode_game(game))
    assert run_here(["solve", str(path), "--nodes", "1"]) == 1
    assert "no line of moves wins from here (as the catalogue knows)" in capsys.readouterr().err
    assert run_here(["new", "streets", "--winnable", "--deal", "9"]) == 3
    assert "the catalogue's moves of deal 9 of Streets" in capsys.readouterr().err


def test_what_a_search_does_not_decide_may_be_known(tmp_path: Path) -> None:
    """From the catalogue as long as its line was followed, or from the line kept in the game."""
    entry = won_entry("forty-thieves")
    line = winning_line(GAMES["forty-thieves"], entry)
    game = Game.deal("forty-thieves", entry.deal)
    game.push_all(line[:9])
    (tmp_path / "G").write_text(encode_game(game))
    ran = run("solve", "G", "--nodes", "1", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    what = f"{len(line) - 9} moves after the 9 made"
    assert ran.out.startswith(f"# Won by {what} (known from the catalogue).\n")
    moves = [word for part in ran.out.splitlines()[4:] for word in part.split()]
    assert moves == list(map(str, line))
    assert json.loads(run("hint", "G", "--nodes", "1", "--json", cwd=tmp_path).out)["moves"] == [
        str(line[9])
    ]
    # Its opening is not that deal's: nothing is known.
    other = json.loads((tmp_path / "G").read_text())
    (tmp_path / "O").write_text(json.dumps({**other, "deal": "30001"}))
    assert run("solve", "O", "--nodes", "1", cwd=tmp_path).code == 4
    # Another way has been taken: no more.
    other_move = next(str(move) for move in game.legal_moves() if move != line[9])
    game.push(other_move)
    (tmp_path / "G").write_text(encode_game(game))
    assert run("solve", "G", "--nodes", "1", cwd=tmp_path).code == 4
    game.pop()
    game.deal_number = None
    game.keep(line[9:])
    (tmp_path / "G").write_text(encode_game(game))
    ran = run("solve", "G", "--nodes", "1", cwd=tmp_path)
    assert ran.out.startswith(f"# Won by {what} (the line kept in the game).\n")


def test_a_shorter_win_than_the_kept_one_is_not_thrown_away(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = board(NEARLY)
    position = game.position
    longer = (Move(1, 0), Move(0, 1), *solve(position, Limits(nodes=1000)).moves)
    monkeypatch.setattr("fortythieves.winning.solve", lambda *_: Solution(WON, longer))
    game.keep(longer[2:])
    (folder / "nearly").write_text(encode_game(game))
    path = str(folder / "nearly")
    for options, number in (["--shorten"], 3), ([], 5):
        assert run_here(["solve", path, "--json", *options]) == 0
        assert len(json.loads(capsys.readouterr().out)["moves"]) == number


def test_more_headers_in_a_log() -> None:
    game = Game.deal("streets", 7)
    game.push("s-w")
    text = format_log(game, {"verdict": "undecided", "nodes": "12"})
    assert text == "game: streets\ndeal: 7\nverdict: undecided\nnodes: 12\ns-w\n"
    (logged,) = read_log(text.splitlines())
    assert logged.headers == {
        "game": "streets", "deal": "7", "verdict": "undecided", "nodes": "12"
    }  # fmt: skip
