"""The README's shell sessions and its Python session, run as they stand there."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fortythieves
from fortythieves import GAMES

README = Path(__file__).parent.parent / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)


def commands(session: str) -> list[tuple[str, str]]:
    """The commands of a console session, each with what it prints."""
    parts = re.split(r"^\$ ", session, flags=re.MULTILINE)
    assert parts[0] == ""
    return [(command, printed) for command, _, printed in (p.partition("\n") for p in parts[1:])]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to run the sessions in, one after the other as a reader would."""
    folder = tmp_path_factory.mktemp("readme")
    program = folder / "bin" / "fortythieves"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fortythieves "$@"\n')
    program.chmod(0o755)
    return folder


def test_shell_sessions(folder: Path) -> None:
    sessions = blocks("console")
    assert len(sessions) >= 4
    environment = {
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    for session in sessions:
        for command, printed in commands(session):
            done = subprocess.run(
                ["bash", "-o", "pipefail", "-c", command],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.stdout == printed, command


def test_python_session() -> None:
    sessions = blocks("python")
    assert sessions
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, {}, "README", str(README), 0)
        assert test.examples
        report: list[str] = []
        doctest.DocTestRunner().run(test, out=report.append)
        assert not report, "".join(report)


def test_the_package_docstring() -> None:
    assert doctest.testmod(fortythieves).attempted > 0
    assert doctest.testmod(fortythieves).failed == 0


def test_every_code_of_a_refusal_is_told() -> None:
    """The codes in the README are those that the source can give."""
    package = Path(fortythieves.__file__).parent
    source = "".join(path.read_text() for path in package.rglob("*.py"))
    given = set(re.findall(r'(?:_refuse\(\s*move,|IllegalMoveError\()\s*"([a-z-]+)"', source))
    given |= set(re.findall(r'_check_count\([^"]*"([a-z-]+)"', source))
    given |= set(re.findall(r'^    code = "([a-z-]+)"', source, re.MULTILINE)) - {"error"}
    section = README.read_text().partition("| code | the move |")[2].partition("\n## ")[0]
    told = {
        code
        for row in section.splitlines()
        for code in re.findall(r"`([a-z-]+)`", row.partition("| ")[2].partition(" |")[0])
    }
    assert told == given


def test_the_tables_of_games_are_fresh() -> None:
    script = README.parent / "scripts" / "readme.py"
    subprocess.run([sys.executable, str(script), "--check"], check=True, timeout=60)


def test_every_game_of_pysolfcs_family_is_played_or_told_why_not() -> None:
    """The family as read off PySolFC, 71 games; each is in the one table or in the other."""
    family = (README.parent / "tests" / "data" / "pysolfc-family.md").read_text()
    titles = re.findall(
        r"^\| \d+ \| (?:\*\*)?([^|(*]+?) *(?:\([^|]*)?(?:\*\*)? \|", family, re.MULTILINE
    )
    assert len(titles) == 71
    section = README.read_text().partition("| game | why not |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in section.splitlines() if row.count("|") == 3]
    not_played = {name.strip() for cell in cells for name in cell.split(",")} - {"---"}
    played = {rules.title for rules in GAMES.values()}
    assert not_played & played == set()
    assert {title for title in titles if title not in played} == not_played
