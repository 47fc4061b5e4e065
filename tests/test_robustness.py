"""What a stranger's file, a fault of the machine or a hostile neighbour may do: nothing.

scripts/torture and scripts/fuzz try the same for minutes; here their parts run for seconds.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli import run

from fortythieves import Game
from fortythieves.gamejson import encode_game, encode_line, game_to_dict

SCRIPTS = Path(__file__).parent.parent / "scripts"


def script(name: str) -> Any:
    """One of the scripts as a module."""
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


torture, fuzz = script("torture"), script("fuzz")

# How much of each row there is time for here; those with processes by the dozen are left out.
ROWS = {
    "kill move": 0.01,
    "kill play": 0.02,
    "kill at each line": 0.04,
    "interrupt at each line": 0.05,
    "error at each call": 0.05,
    "signals to play": 0.02,
    "ignored signals": 0.1,
    "full disk": 0.1,
    "write-protected": 0.1,
    "read-only disk": 0.1,
    "another's lock": 0.1,
    "links": 0.1,
    "modes and owners": 0.1,
    "planted files": 0.1,
    "clocks": 0.1,
    "replaced unseen": 0.1,
    "gone meanwhile": 0.1,
    "streams": 0.1,
}

INPUTS = {
    "json": 600, "object": 200, "log": 300, "move": 2000, "card": 500, "deal": 500,
    "rules": 200, "import": 400, "play": 200,
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_nothing_is_lost(name: str) -> None:
    trial = torture.tried(name, seed=1, scale=ROWS[name])
    assert trial.lost == []
    assert trial.wrong == []


@pytest.mark.parametrize("name", INPUTS)
def test_mutated_inputs(name: str) -> None:
    assert set(fuzz.TARGETS) == set(INPUTS)
    found = fuzz.run(name, INPUTS[name], seed=1)
    assert found.faults == {}
    assert found.accepted > 0


# --- files of 100 MB

# Runs a command with standard input from a file, and prints how it ended, what it said, and the
# most memory it had, in kB. A process of its own, since a child begins with its parent's.
MEASURE = r"""
import json, os, signal, sys
source, *argv = sys.argv[1:]
quiet = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
actions = [(os.POSIX_SPAWN_OPEN, 0, source, os.O_RDONLY, 0), quiet]
child = os.posix_spawn(argv[0], argv, os.environ, file_actions=actions)
signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
signal.alarm(10)
_, status, used = os.wait4(child, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_maxrss]))
"""


def measured(*words: str, stdin: str = os.devnull) -> tuple[int, str, int]:
    """Exit code, standard error, and MB of memory; killed after ten seconds."""
    argv = [sys.executable, "-m", "fortythieves", *words]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", MEASURE, stdin, *argv],
        capture_output=True,
        text=True,
        check=True,
    )
    code, kilobytes = json.loads(done.stdout)
    return code, done.stderr, kilobytes >> (20 if sys.platform == "darwin" else 10)


HUGE = {
    "brackets": b"[",
    "objects": b'{"a":',
    "blanks": b" ",
    "digits": b"9",
    "one string": b'"' + b"x" * 999_999,
    "newlines": b"\n",
}


@pytest.fixture(scope="module")
def usual() -> int:
    """MB of memory that a command takes anyway."""
    code, _, memory = measured("check", "--help")
    assert code == 0
    return memory


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_file_is_refused_at_once_and_in_little_memory(
    name: str, tmp_path: Path, usual: int
) -> None:
    path = str(tmp_path / "huge")
    unit = HUGE[name]
    block = (unit * (1_000_000 // len(unit) + 1))[:1_000_000]
    # Only the first byte of one string is a quotation mark.
    rest = block if unit[:1] != b'"' else block.replace(b'"', b"x")
    with open(path, "wb") as file:
        file.write(block)
        file.writelines(rest for _ in range(99))
    try:
        for words, stdin in (
            (["show", path], os.devnull),
            (["move", path, "s-w"], os.devnull),
            (["move", "-", "s-w"], path),
            (["check", "-"], path),
            (["replay", path], os.devnull),
            (["replay", "-"], path),
        ):
            code, err, memory = measured(*words, stdin=stdin)
            assert (code, err.count("\n")) == (3, 1), f"{words}: exit {code}, {err}"
            assert err.startswith("fortythieves: ")
            assert len(err) < 500
            assert memory < usual + 50, words
        assert os.listdir(tmp_path) == ["huge"]
    finally:
        os.unlink(path)


# --- strings that could harm a terminal

# Escapes, bells, directions, ends of lines, what is not seen, and what is no character at all.
HARMFUL = [
    "\x1b[31m", "\x9b31m", "\x1b]0;x\x07", "\x7f", "\b", "\0", "\t", "\n", "\r", "\v", "\x85",
    "\u2028", "\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\u00ad", "\U000e0041",
    "\ud800", "\udcff",
]  # fmt: skip
PATHS = ["/etc/passwd", "../secret", "secret", "file:///etc/passwd", "$(touch made)", "|touch made"]


def games_with(strings: list[str]) -> Iterator[dict[str, Any]]:
    """Games that hold each string in the place of each string, and of each key."""
    game = Game.deal("forty-thieves", 12345)
    game.push_all(["s-w", "8-f", "s-w"])
    game.undo()
    text = json.dumps(game_to_dict(game))
    for string in strings:
        for key in (
            "format",
            "version",
            "game",
            "deal",
            "status",
            "redeals_left",
            "moves",
            "stock",
        ):
            yield {**json.loads(text), key: string}
        strings_at: list[list[Any]] = [
            ["moves", 0], ["undone", 0], ["stock", 0], ["waste", 0], ["opening", "stock", 3],
            ["tableau", 2, "up", 1], ["tableau", 2, "down"], ["tableau", 2], ["foundations", "C"],
            ["foundations", "C", 0], ["opening", "tableau", 0, "up", 0], ["opening", "tableau"],
        ]  # fmt: skip
        for path in strings_at:
            changed: dict[str, Any] = json.loads(text)
            there: Any = changed
            for key in path[:-1]:
                there = there[key]
            there[path[-1]] = string
            yield changed
        keys_at: list[list[Any]] = [[], ["opening"], ["foundations"], ["tableau", 0]]
        for path in keys_at:
            changed = there = json.loads(text)
            for key in path:
                there = there[key]
            there[string] = there.pop(next(iter(there)))
            yield changed


def harmless(text: str) -> bool:
    """Printable characters and ends of lines alone."""
    return all(line.isprintable() for line in text.split("\n"))


def test_harmful_strings_in_a_game_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "games").write_text(
        "".join(json.dumps(game) + "\n" for game in games_with([*HARMFUL, "".join(HARMFUL)]))
    )
    count = 24 * (len(HARMFUL) + 1)
    for command in ("check", "show", "moves"):
        ran = run(command, "games", cwd=tmp_path)
        assert (ran.code, ran.out) == (3, "")
        lines = ran.err.splitlines()
        assert len(lines) == count
        assert all(line.startswith("fortythieves: games, line ") for line in lines)
        assert harmless(ran.err)
        assert max(map(len, lines)) < 500
    ran = run("check", "games", "--json", cwd=tmp_path)
    assert (ran.code, ran.err, len(ran.out.splitlines())) == (3, "", count)
    assert harmless(ran.out)


def test_harmful_strings_in_a_log_are_escaped(tmp_path: Path) -> None:
    # What is an end of line in a log can't stand in one.
    bad = "".join(HARMFUL).replace("\n", "").replace("\r", "")
    for log in (
        f"game: {bad}\ndeal: 3\n",
        f"game: maria\ndeal: {bad}\n",
        f"game: maria\ndeal: 3\n{bad}: {bad}\n{bad}: {bad}\n",
        f"game: maria\ndeal: 3\n{bad}: {bad}\ns-w\n{bad}\n",
        f"{bad}\n",
        f"game: maria\ndeal: 3\ns-w\n{bad}: x\n",
    ):
        ran = run("replay", "-", stdin=log.encode(errors="surrogatepass"))
        assert ran.code == 3, log
        assert ran.out == ""
        assert len(ran.err.splitlines()) == 1
        assert harmless(ran.err)
    ran = run("replay", "-", stdin=f"game: maria\ndeal: 3\nby: {bad}\n".encode(errors="replace"))
    assert (ran.code, ran.err) == (0, "")
    assert harmless(ran.out)


def test_harmful_lines_of_play_are_escaped(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(encode_game(Game.deal("forty-thieves", 12345)))
    bad = "".join(HARMFUL).replace("\n", "")
    lines = f"{bad}\nundo {bad}\nmoves {bad}\n{bad} 1-2\nundo 1 {bad}\n"
    for options in ([], ["--json"]):
        ran = run("play", str(path), *options, stdin=lines.encode(errors="surrogatepass"))
        assert (ran.code, ran.err) == (0, "")
        assert harmless(ran.out)


@pytest.mark.parametrize(
    "command", ["show", "move s-w", "undo", "check", "log", "replay", "play", "new -o"]
)
def test_a_harmful_name_of_a_file_is_escaped(command: str, tmp_path: Path) -> None:
    name = "".join(HARMFUL[:-2]).replace("\0", "") + "\udcff"
    before, *after = command.split()
    if "-o" in after:
        (tmp_path / name).touch()
    ran = run(before, *([*after, name] if "-o" in after else [name, *after]), cwd=tmp_path)
    assert (ran.code, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 1
    assert harmless(ran.err)


def test_a_name_in_an_encoding_that_lacks_it(tmp_path: Path) -> None:
    (tmp_path / "é.json").write_text(encode_game(Game.deal("maria", 3)))
    ran = run("check", "é.json", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("json: good: Maria, deal 3, 0 moves made, playing\n")


# --- files that are opened

# Runs a command and then says, on standard error, which files it opened, changed or ran, and to
# whom it spoke.
AUDITED = r"""
import sys
seen = []
sys.addaudithook(lambda event, args: seen.append((event, args)))
from fortythieves.__main__ import run
code = run(sys.argv[1:])
sys.stdout.flush()
import json
others = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
          "socket.", "ctypes.", "urllib.", "webbrowser.", "shutil.", "pty.", "os.putenv",
          "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown")
opened = [str(args[0]) for event, args in seen
          if event == "open" and isinstance(args[0], (str, bytes))]
changed = [str(args[0]) for event, args in seen if event in ("os.remove", "os.rename")]
spoken = [event for event, _ in seen if event.startswith(others)]
print(json.dumps([opened, changed, spoken, sys.path]), file=sys.stderr)
sys.exit(code)
"""  # fmt: skip


def audited(*words: str, cwd: Path) -> tuple[int, set[str], set[str]]:
    """Exit code; which files were opened, but for Python's own and the package's; and changed."""
    done = subprocess.run(
        [sys.executable, "-c", AUDITED, *words],
        cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    opened, changed, spoken, path = json.loads(done.stderr.splitlines()[-1])
    # fchmod, on the file that is written, is the one event of these that is ours.
    assert set(spoken) <= {"os.chmod"}
    libraries = tuple({os.path.realpath(part) + "/" for part in path if part} | {sys.prefix})
    found = {os.path.join(os.path.realpath(cwd), name) for name in opened}
    names = {name for name in found if not os.path.realpath(name).startswith(libraries)}
    return done.returncode, {os.path.relpath(name, os.path.realpath(cwd)) for name in names}, {
        os.path.relpath(os.path.join(cwd, name), cwd) for name in changed
    }  # fmt: skip


def test_no_file_named_in_a_file_is_opened(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    games = [json.dumps(game) + "\n" for game in games_with(PATHS)]
    (tmp_path / "games").write_text("".join(games))
    (tmp_path / "one").write_text(games[2])
    dealt = Game.deal("maria", 3)
    (tmp_path / "good").write_text(encode_line(dealt))
    headers = "".join(f"include-{number}: {path}\n" for number, path in enumerate(PATHS))
    (tmp_path / "log").write_text(f"# {PATHS}\ngame: maria\ndeal: 3\n{headers}s-w # secret\n")
    (tmp_path / "bad log").write_text(f"game: maria\ndeal: 3\ninclude: secret\ns-w {PATHS[1]}\n")
    before = sorted(os.listdir(tmp_path))
    for command in ("check", "show", "moves"):
        assert audited(command, "games", cwd=tmp_path) == (3, {"games"}, set())
    for words in (["log", "one"], ["undo", "one"], ["move", "one", *PATHS]):
        code, opened, changed = audited(*words, cwd=tmp_path)
        assert code == 3
        lock = torture.LOCK.replace("game.json", "one")
        assert {"one"} <= opened <= {"one", lock}
        assert changed <= {lock}
    assert audited("replay", "log", cwd=tmp_path) == (0, {"log"}, set())
    assert audited("replay", "bad log", cwd=tmp_path) == (3, {"bad log"}, set())
    code, opened, changed = audited("move", "good", "s-w", cwd=tmp_path)
    assert code == 0
    beside = {name.replace("game.json", "good") for name in (torture.LOCK, torture.TEMPORARY)}
    assert opened == {"good", *beside}
    assert changed == beside
    assert sorted(os.listdir(tmp_path)) == before
