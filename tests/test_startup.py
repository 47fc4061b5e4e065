"""What the plain way of a command may load, and that it is the same as the other way."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli import run

import fortythieves
from fortythieves.__main__ import is_plain

PACKAGE = Path(fortythieves.__file__).parent
TOO_HEAVY = {
    "typer", "rich", "click", "dataclasses", "inspect", "pathlib", "importlib.metadata",
    "random", "tempfile", "shutil", "subprocess", "textwrap", "argparse", "typing",
}  # fmt: skip
# Which module may import which: only what stands before it.
ORDER = [
    "records", "errors", "cards", "rules", "customrules", "rulebook", "moves", "position",
    "shorthand", "deals", "board", "words", "schemas", "cardart", "picture", "game", "gamejson",
    "observation", "boardtext", "solvitaire", "files", "movelog", "film", "terminal", "solver",
    "limits", "catalogue", "winning", "play", "commands", "surveying", "solving", "exchange", "cli",
    "completion", "__main__",
]  # fmt: skip
# What is loaded only when it is asked for may stand later.
ON_DEMAND = {("game", "picture"), ("commands", "completion"), ("commands", "solving")}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    assert run("new", "streets", "--deal", "7", "-o", str(path)).code == 0
    assert run("move", str(path), "s-w", "s-w").code == 0
    return path


PLAIN_CALLS = [
    ["move", "s-w"],
    ["move", "s-w", "s-w"],
    ["move", "w-f"],
    ["move", "nonsense"],
    ["show"],
    ["moves"],
    ["undo"],
    ["undo", "2"],
    ["undo", "3"],
    ["undo", "x"],
    ["redo"],
]


@pytest.mark.parametrize("call", PLAIN_CALLS, ids=" ".join)
def test_plain_call_loads_nothing_heavy(game: Path, call: list[str]) -> None:
    arguments = [call[0], str(game), *call[1:]]
    assert is_plain(arguments)
    script = (
        "import json, sys; from fortythieves.__main__ import run; run(sys.argv[1:]); "
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(PACKAGE.parent)},
    )
    loaded = set(json.loads(done.stderr.splitlines()[-1]))
    assert "fortythieves.commands" in loaded
    assert not loaded & TOO_HEAVY


@pytest.mark.parametrize("call", PLAIN_CALLS, ids=" ".join)
def test_both_ways_do_the_same(game: Path, call: list[str]) -> None:
    before = game.read_bytes()
    arguments = [call[0], str(game), *call[1:]]
    plain = run(*arguments)
    after_plain = game.read_bytes()
    game.write_bytes(before)
    # "--" ends the options, and so asks for the option parser without giving it an option.
    other_arguments = [call[0], "--", str(game), *call[1:]]
    assert not is_plain(other_arguments)
    assert run(*other_arguments) == plain
    assert game.read_bytes() == after_plain


def test_wrong_number_of_words_goes_to_the_option_parser(game: Path) -> None:
    for arguments in (["move", str(game)], ["show"], ["undo", str(game), "1", "2"]):
        assert not is_plain(arguments)
        ran = run(*arguments)
        assert ran.code == 2
        assert ran.out == ""
        assert len(ran.err.splitlines()) == 1


def imported_modules(path: Path) -> set[str]:
    """The package's own modules that a file imports from beside or above it, or on demand."""
    level = len(path.relative_to(PACKAGE).parts)
    return {
        name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level >= level
        for name in (
            [node.module.partition(".")[0]] if node.module else [alias.name for alias in node.names]
        )
    }


def test_imports_run_one_way() -> None:
    modules = {path.stem: [path] for path in PACKAGE.glob("*.py")}
    modules |= {
        path.parent.name: [*path.parent.glob("*.py")] for path in PACKAGE.glob("*/__init__.py")
    }
    assert set(modules) == {*ORDER, "__init__"}
    for position, name in enumerate(ORDER):
        imported = set().union(*map(imported_modules, modules[name]))
        later = imported - set(ORDER[:position]) - {"__version__"}
        assert {(name, other) for other in later} <= ON_DEMAND
