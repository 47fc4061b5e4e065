"""The command `hint`, in `play` too, and the line that a game keeps for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import naive
import pytest
from cli import run
from terminals import Terminal

from fortythieves import GAMES, Game, IllegalMoveError, InvalidGameError, Move, parse_move, winning
from fortythieves.__main__ import run as run_here
from fortythieves.boardtext import parse_board
from fortythieves.catalogue import entries, winning_line
from fortythieves.exchange import EXPORTS
from fortythieves.files import read_game
from fortythieves.game import MAX_KEPT
from fortythieves.gamejson import decode_game, encode_game, encode_line

# Single Rail, nearly won: first the jack goes home, then the queen, then the king.
NEARLY = "Foundations: C-K D-K H-K S-10\nWaste: KS QS\n:\nJS\n:\n:\n"
# The jack goes home; then four queens lie below their kings, and nothing moves.
LOST = "Foundations: C-J D-J H-J S-10\nWaste: JS\nQC KC\nQD KD\nQH KH\nQS KS\n"
# No search has come near the end of it.
HARD = ("eighty-thieves", 1)


def board(text: str) -> Game:
    return parse_board(text, GAMES["single-rail"])


def moves(text: str) -> list[Move]:
    return [parse_move(move)._replace(cards=1) for move in text.split()]


def written(line: list[Move]) -> str:
    return " ".join(map(str, line))


@pytest.fixture
def nearly(tmp_path: Path) -> Path:
    path = tmp_path / "nearly.json"
    path.write_text(encode_game(board(NEARLY)))
    return path


def keeping() -> Game:
    game = board(NEARLY)
    game.keep(moves("2-1 1-f w-f w-f"))
    return game


# The kept line.


def test_a_move_that_follows_the_line_keeps_its_tail() -> None:
    game = keeping()
    game.push("2-1")
    assert written(game.kept_line) == "1-f w-f w-f"
    game.push_all(["1-f", "w-f"])
    assert written(game.kept_line) == "w-f"
    game.push("w-f")
    assert game.won
    assert game.kept_line == []


@pytest.mark.parametrize("made", [["2-f"], ["2-3"], ["2-1", "1-3"], ["2-1", "1-f", "w-1"]])
def test_any_other_drops_it(made: list[str]) -> None:
    game = keeping()
    game.push_all(made)
    assert game.kept_line == []
    game = keeping()
    for move in made:
        game.push(move)
    assert game.kept_line == []
    game.undo(len(made))
    assert game.kept_line == []


def test_a_refused_move_changes_nothing() -> None:
    game = keeping()
    for wrong in (["w-2"], ["2-1", "w-f"]):
        with pytest.raises(IllegalMoveError):
            game.push_all(wrong)
    assert not game.is_legal("w-2")
    assert game.is_legal("2-3")
    assert written(game.kept_line) == "2-1 1-f w-f w-f"


def test_what_is_taken_back_goes_before_it_and_what_is_made_again_follows_it() -> None:
    game = board(NEARLY)
    game.push_all(["2-1", "1-3"])
    game.keep(moves("3-f w-f w-f"))
    text = encode_game(game)
    game.undo(2)
    assert written(game.kept_line) == "2-1 1-3 3-f w-f w-f"
    game.redo(2)
    assert encode_game(game) == text
    # What is made again may be another move than the line's.
    game.undo(2)
    game.keep(moves("2-f w-f w-f"))
    game.redo()
    assert game.kept_line == []


def test_a_shorthand_follows_it_by_its_plain_moves() -> None:
    rules = GAMES["forty-thieves"]
    entry = next(entry for entry in entries(rules) if entry.verdict == "won")
    deal = Game.deal(rules, entry.deal)
    line = winning_line(rules, entry)
    at = next(i for i in range(len(line)) if written([*line[i : i + 2]]) == "s-w w-f")
    game = Game.deal("forty-thieves", deal.deal_number)
    game.push_all(line[:at])
    game.keep(line[at:])
    assert written([*game.push("s-f")]) == "s-w w-f"
    assert game.kept_line == list(line[at + 2 :])


def test_a_copy_keeps_its_own() -> None:
    game = keeping()
    other = game.copy()
    other.push("2-1")
    assert written(other.kept_line) == "1-f w-f w-f"
    assert written(game.kept_line) == "2-1 1-f w-f w-f"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2-f w-f", "no-win"),
        ("2-f w-f w-f w-f", "empty-pile"),
        ("w-f 2-f w-f", "not-home-yet"),
        ("2-1 1-2 " * (MAX_KEPT // 2) + "2-f w-f w-f", "too-long"),
    ],
)
def test_only_a_win_is_kept(line: str, code: str) -> None:
    game = keeping()
    with pytest.raises(IllegalMoveError) as caught:
        game.keep(moves(line))
    assert caught.value.code == code
    assert written(game.kept_line) == "2-1 1-f w-f w-f"
    game.keep([])
    assert game.kept_line == []


def test_taking_back_without_end_drops_it_before_it_grows_too_long() -> None:
    game = board(NEARLY)
    game.push_all(moves("2-1 1-2 " * (MAX_KEPT // 2)))
    game.keep(moves("2-f w-f w-f"))
    game.undo(MAX_KEPT - 3)
    assert len(game.kept_line) == MAX_KEPT
    assert len(decode_game(encode_game(game)).kept_line) == MAX_KEPT
    game.undo()
    assert game.kept_line == []


# In the file.


def test_it_is_in_the_file_and_only_where_there_is_one() -> None:
    game = keeping()
    for encode in (encode_game, encode_line):
        data = json.loads(encode(game))
        assert data["kept_line"] == ["2-1", "1-f", "w-f", "w-f"]
        assert decode_game(encode(game)).kept_line == game.kept_line
        assert encode(decode_game(encode(game))) == encode(game)
        del data["kept_line"]
        assert data == json.loads(encode(board(NEARLY)))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["2-f", "w-f"], "kept_line: it does not win: 51 cards are home at its end"),
        ([], "kept_line: it does not win: 49 cards are home at its end"),
        (["2-f", "w-2", "w-2", "w-f"], "kept_line[2]: w-2: KS can't go on QS: "),
        (["2-f", "w-f", "w-f", "w-f"], "kept_line[3]: w-f: the waste is empty"),
        (["2f"], "kept_line[0]: '2f' is written 2-f in a game file"),
        (["2-f", 7], "kept_line[1]: a string is needed, not 7"),
        ("2-f", "kept_line: a list is needed, not '2-f'"),
        (None, "kept_line: a list is needed, not null"),
        (["2-1", "1-2"] * 5001, "kept_line: more than 10000 moves, or 100000 with those made"),
    ],
)
def test_a_wrong_one_is_told_by_its_place(line: Any, told: str) -> None:
    data = {**json.loads(encode_game(board(NEARLY))), "kept_line": line}
    with pytest.raises(InvalidGameError) as caught:
        decode_game(json.dumps(data))
    assert str(caught.value).startswith(told)


CALLS: list[list[str]] = [
    ["show", "G"], ["show", "G", "--json"], ["show", "G", "--json", "--reveal"],
    ["show", "G", "--as", "words", "--reveal"], ["show", "G", "--as", "svg", "--reveal"],
    ["moves", "G"], ["moves", "G", "--json"], ["check", "G"], ["check", "G", "--json"],
    ["log", "G"], ["log", "G", "--json"], ["move", "G", "s-w"], ["undo", "G", "--json"],
    *[["export", "G", "--as", form] for form in EXPORTS],
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_no_other_command_tells_it(call: list[str], tmp_path: Path) -> None:
    rules = GAMES["streets"]
    entry = next(entry for entry in entries(rules) if entry.verdict == "won")
    line = winning_line(rules, entry)
    game = Game.deal(rules, entry.deal)
    game.push_all(line[:60])
    ran = []
    for kept in (line[60:], ()):
        game.keep(kept)
        (tmp_path / "G").write_text(encode_game(game))
        ran.append(run(*call, cwd=tmp_path))
        assert "kept_line" not in str(ran)
    assert ran[0] == ran[1]


# The command.


def test_hint_in_words(nearly: Path) -> None:
    before = nearly.read_bytes()
    first = "2-f: jack of spades from column 2 home; it begins a win in 3 moves\n"
    assert run("hint", str(nearly)) == (first, "", 0)
    more = first + "w-f: queen of spades from the waste home\n"
    assert run("hint", str(nearly), "--moves", "2") == (more, "", 0)
    whole = more + "w-f: king of spades from the waste home\n"
    assert run("hint", str(nearly), "--moves", "all") == (whole, "", 0)
    assert run("hint", str(nearly), "--moves", "9") == (whole, "", 0)
    assert run("hint", "-", stdin=before) == (first, "", 0)
    assert nearly.read_bytes() == before


def test_hint_for_a_script(nearly: Path) -> None:
    assert run("hint", str(nearly), "-q") == ("2-f\n", "", 0)
    assert run("hint", str(nearly), "--moves", "3", "--quiet") == ("2-f\nw-f\nw-f\n", "", 0)
    ran = run("hint", str(nearly), "--moves", "2", "--json")
    assert (ran.err, ran.code) == ("", 0)
    data = json.loads(ran.out)
    assert data.pop("seconds") >= 0
    assert data.pop("nodes") >= 0
    assert data == {
        "verdict": "won", "moves": ["2-f", "w-f"], "found_by": "search", "cards_home": 52,
        "chance": None, "saved": 0, "stopped": False, "moves_to_win": 3,
        "message": "2-f: jack of spades from column 2 home; it begins a win in 3 moves\n"
        "w-f: queen of spades from the waste home",
    }  # fmt: skip


def test_words_of_every_kind_of_move(tmp_path: Path) -> None:
    """Of a kept line, so that it is known which moves come: draws of three, redeals, runs."""
    rules = GAMES["little-forty"]
    entry = next(entry for entry in entries(rules) if entry.verdict == "won")
    line = winning_line(rules, entry)
    game = Game.deal(rules, entry.deal)
    game.keep(line)
    (tmp_path / "G").write_text(encode_game(game))
    ran = run("hint", "G", "--moves", "all", cwd=tmp_path)
    lines = ran.out.splitlines()
    assert len(lines) == len(line)
    assert lines[0].endswith(f"; it begins a win in {len(line)} moves")
    lines[0] = lines[0].partition(";")[0]
    reference = naive.opening("little-forty", entry.deal)
    names = {
        "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
        "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
        "C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades",
    }  # fmt: skip
    numbers = ["", "one card"] + [
        f"{number} cards"
        for number in ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
                       "11", "12")
    ]  # fmt: skip
    kinds = set()
    for said, move in zip(lines, map(str, line), strict=True):
        before = reference.snapshot()
        reference.play(move)
        piles, _, count = move.partition("x")
        source, _, target = piles.partition("-")
        if target == "w":
            turned = len(reference.snapshot()["waste"]) - len(before["waste"])  # type: ignore[arg-type]
            expected = f"draw {numbers[turned]}"
            kinds.add("draw")
        elif target == "s":
            expected = "turn the waste over to be the stock"
            kinds.add("redeal")
        else:
            pile: Any = before["waste"]
            place = "the waste"
            if source != "w":
                pile = before["tableau"][int(source) - 1]["up"]  # type: ignore[index]
                place = f"column {source}"
            card = pile[-int(count or 1)]
            expected = f"{names[card[0]]} of {names[card[1]]}"
            if count:
                expected += f" and {numbers[int(count) - 1]} on it"
                kinds.add("run")
            expected += f" from {place} " + ("home" if target == "f" else f"to column {target}")
            kinds.add("home" if target == "f" else "column")
        assert said == f"{move}: {expected}"
    assert kinds == {"draw", "redeal", "run", "home", "column"}


def test_a_move_to_a_verdict_that_is_none(tmp_path: Path) -> None:
    """Undecided: the promising move, said to be no more than that."""
    path = tmp_path / "G"
    path.write_text(encode_game(Game.deal(*HARD)))
    ran = run("hint", "G", "--nodes", "20k", "--moves", "2", cwd=tmp_path)
    assert ran.code == 4
    assert ran.err.startswith("fortythieves: G: not decided within the limits: ")
    first, second = ran.out.splitlines()
    assert first.endswith("; it looks most promising, but no win is known")
    data = json.loads(
        run("hint", "G", "--nodes", "20k", "--moves", "2", "--json", cwd=tmp_path).out
    )
    assert data["verdict"] == "undecided"
    assert data["moves_to_win"] is None
    assert [line.partition(":")[0] for line in (first, second)] == data["moves"]
    reference = naive.opening(*HARD)
    for move in data["moves"]:
        assert move in reference.legal()
        reference.play(move)
    # Nothing is kept that is no win.
    before = path.read_bytes()
    assert run("hint", "G", "--nodes", "20k", "--keep", cwd=tmp_path).code == 4
    assert path.read_bytes() == before


def test_hint_where_there_is_no_win(tmp_path: Path) -> None:
    game = board(LOST)
    (tmp_path / "G").write_text(encode_game(game))
    ran = run("hint", "G", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.startswith("fortythieves: G: proved unwinnable: no line of moves wins from here")
    ran = run("hint", "G", "--json", "--keep", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 1)
    data = json.loads(ran.out)
    assert (data["verdict"], data["moves"], data["moves_to_win"]) == ("unwinnable", [], None)
    game.push("w-f")
    (tmp_path / "G").write_text(encode_game(game))
    ran = run("hint", "G", cwd=tmp_path)
    assert ran == (
        "",
        "fortythieves: G: proved unwinnable: no line of moves wins from here (it is stuck)\n",
        1,
    )


def test_hint_where_the_game_is_won(nearly: Path) -> None:
    assert run("move", str(nearly), "2-f", "w-f", "w-f", "-q").code == 0
    told = f"fortythieves: {nearly}: the game is won: no move is left to make\n"
    for options in ([], ["-q"], ["--keep"], ["--moves", "3"]):
        assert run("hint", str(nearly), *options) == ("", told, 1)
    ran = run("hint", str(nearly), "--json")
    assert (ran.err, ran.code) == ("", 1)
    data = json.loads(ran.out)
    assert (data["verdict"], data["moves"], data["moves_to_win"]) == ("won", [], 0)


# Keeping.


def test_following_hints_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole game by `hint --keep` and `move`, where no later hint could search any more."""
    path = str(tmp_path / "game.json")

    def here(*arguments: str) -> str:
        assert run_here([*arguments]) == 0
        return capsys.readouterr().out

    here("new", "little-forty", "--deal", "20001", "-o", path, "-q")
    assert run_here(["hint", path, "--nodes", "1", "-q"]) == 4
    capsys.readouterr()
    here("hint", path, "--keep", "--nodes", "1M", "-q")
    reference = naive.opening("little-forty", 20001)
    made = 0
    while reference.snapshot()["status"] == "playing":
        move = here("hint", path, "--keep", "--nodes", "1", "-q").strip()
        here("move", path, move, "-q")
        reference.play(move)
        made += 1
        if made == 50:
            # Taken back and made again, the win is still there.
            here("undo", path, "20", "-q")
            here("redo", path, "all", "-q")
    assert reference.snapshot()["status"] == "won"
    assert read_game(path).won
    assert "kept_line" not in Path(path).read_text()


def test_the_kept_line_is_dropped_by_another_move(nearly: Path) -> None:
    one = ("--nodes", "1")
    assert run("hint", str(nearly), "--keep", "-q") == ("2-f\n", "", 0)
    assert json.loads(nearly.read_text())["kept_line"] == ["2-f", "w-f", "w-f"]
    assert run("move", str(nearly), "2-f", "-q").code == 0
    assert json.loads(nearly.read_text())["kept_line"] == ["w-f", "w-f"]
    ran = run("hint", str(nearly), "--json", "--moves", "all", *one)
    assert json.loads(ran.out)["found_by"] == "kept"
    assert json.loads(ran.out)["moves"] == ["w-f", "w-f"]
    assert run("move", str(nearly), "w-1", "-q").code == 0
    assert "kept_line" not in json.loads(nearly.read_text())


def test_keeping_a_game_of_standard_input_prints_it(nearly: Path) -> None:
    before = nearly.read_text()
    ran = run("hint", "-", "--keep", stdin=before)
    assert (ran.err, ran.code) == ("", 0)
    assert json.loads(ran.out) == {**json.loads(before), "kept_line": ["2-f", "w-f", "w-f"]}
    # And again, though it is kept already.
    assert run("hint", "-", "--keep", "--json", stdin=ran.out) == ran
    lost = run("hint", "-", "--keep", "--json", stdin=encode_game(board(LOST)))
    assert (lost.out, lost.code) == ("", 1)


def test_a_game_that_was_changed_meanwhile_keeps_nothing(
    nearly: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = winning.find_hint

    def slowly(*arguments: Any) -> Any:
        assert run("move", str(nearly), "2-1", "-q").code == 0
        return find(*arguments)

    monkeypatch.setattr("fortythieves.solving.find_hint", slowly)
    assert run_here(["hint", str(nearly), "--keep"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"fortythieves: {nearly}: was changed while the search ran, so that its line was not "
        "kept: 2-f w-f w-f\n"
    )
    data = json.loads(nearly.read_text())
    assert data["moves"] == ["2-1"]
    assert "kept_line" not in data


@pytest.mark.parametrize("options", [["--moves", "0"], ["--moves", "x"], ["--nodes", "0"]])
def test_what_hint_refuses(options: list[str], nearly: Path) -> None:
    ran = run("hint", str(nearly), *options)
    assert (ran.out, ran.code) == ("", 2)
    assert repr(options[1]) in ran.err


# In `play`.


def answers(path: Path, lines: str, *options: str) -> list[dict[str, Any]]:
    ran = run("play", str(path), "--json", *options, stdin=lines)
    assert (ran.err, ran.code) == ("", 0)
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("save", ["each", "end"])
def test_hints_in_play(nearly: Path, save: str) -> None:
    lines = ["hint", "hint 2", "HINT all", "hint x", "hint 1 2", "2-f", "hint", "undo", "hint",
             "2-1", "hint", "redo", "quit"]  # fmt: skip
    got = answers(nearly, "\n".join(lines) + "\n", "--save", save)
    assert [a.get("moves") for a in got[:3]] == [["2-f"], ["2-f", "w-f"], ["2-f", "w-f", "w-f"]]
    assert [a["ok"] for a in got] == [True] * 3 + [False] * 2 + [True] * 6 + [False, True]
    assert got[0]["moves_to_win"] == 3
    assert got[0]["message"].endswith("; it begins a win in 3 moves")
    # The win that was found is followed, whatever is taken back; away from it there is a search.
    found = [(a["found_by"], a["moves"]) for a in (got[0], got[1], got[6], got[8])]
    assert found == [
        ("search", ["2-f"]), ("kept", ["2-f", "w-f"]), ("kept", ["w-f"]), ("kept", ["2-f"])
    ]  # fmt: skip
    assert (got[10]["found_by"], got[10]["moves"]) == ("search", ["1-f"])
    assert "kept_line" not in nearly.read_text()


def test_hints_in_play_in_words(nearly: Path) -> None:
    ran = run("play", str(nearly), stdin="help\nhint\n2-f\nw-f\nhint 5\nw-f\nhint\n")
    assert (ran.err, ran.code) == ("", 0)
    assert "\nhint [N] " in ran.out
    assert "\n2-f: jack of spades from column 2 home; it begins a win in 3 moves\n" in ran.out
    assert "\nw-f: king of spades from the waste home; it begins a win in 1 move\n" in ran.out
    assert ran.out.endswith("The game is won: no move is left to make.\n")
    nearly.write_text(encode_game(board(LOST)))
    ran = run("play", str(nearly), stdin="hint\n")
    assert "\n(proved unwinnable: no line of moves wins from here (" in ran.out


def test_a_hint_of_the_kept_line_in_play(nearly: Path) -> None:
    nearly.write_text(encode_game(keeping()))
    got = answers(nearly, "hint 2\n2-1\nhint\n")
    assert [a["moves"] for a in got] == [["2-1", "1-f"], ["2-1"], ["1-f"]]
    assert written(read_game(nearly).kept_line) == "1-f w-f w-f"


def test_ctrl_c_ends_the_search_and_not_the_session(tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    path.write_text(encode_game(Game.deal(*HARD)))
    terminal = Terminal("play", str(path))
    try:
        terminal.expect("move> ")
        terminal.type("hint\r")
        terminal.expect(" nodes, at most ")
        terminal.type("\x03")
        told = terminal.expect("move> ")
        assert "(stopped without a verdict: " in told
        terminal.type("s-w\r")
        assert "1 move, " in terminal.expect("move> ")
        # At the prompt it ends the session, as ever.
        terminal.type("hint\r")
        terminal.expect(" nodes, at most ")
        terminal.type("\x03")
        terminal.expect("move> ")
        terminal.type("quit\r")
        assert terminal.end() == 0
    finally:
        terminal.kill()
    assert written(read_game(path).moves) == "s-w"
