"""The man page: fresh, whole, true, clean, and in the wheel."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cli import run

from fortythieves import GAMES, __version__
from fortythieves.completion import declared

TOP = Path(__file__).parent.parent
PAGE = TOP / "fortythieves" / "man" / "fortythieves.1"


def plain(roff: str) -> str:
    """What a reader sees of a piece of roff: without its fonts, escapes and requests."""
    text = re.sub(r"\\f[BIR]|\\&|^\.\S+ ?", "", roff, flags=re.MULTILINE)
    for escape, letter in {
        r"\-": "-", r"\e": "\\", r"\(aq": "'", r"\(dq": '"', r"\(ha": "^", r"\(ti": "~",
        r"\(ga": "`",
    }.items():  # fmt: skip
        text = text.replace(escape, letter)
    assert not re.search(r"\\(?!\[u)", text)
    return text


def part(heading: str, level: str = "SH") -> str:
    """A section of the page in roff, up to the next of its level or a higher one."""
    end = r"^\.SH " if level == "SH" else r"^\.S[SH] "
    found = re.search(rf"^\.{level} {heading}.*?\n(.*?)(?={end}|\Z)", PAGE.read_text(), re.M | re.S)
    assert found, heading
    return found[1]


def test_it_is_fresh(tmp_path: Path) -> None:
    command = [sys.executable, str(TOP / "scripts" / "man.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_check_tells_a_stale_page(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "fortythieves" / "man").mkdir(parents=True)
    script = shutil.copy(TOP / "scripts" / "man.py", tmp_path / "scripts")
    page = tmp_path / "fortythieves" / "man" / "fortythieves.1"
    check = [sys.executable, script, "--check"]
    for content in (None, PAGE.read_text() + "\n"):
        if content is not None:
            page.write_text(content)
        done = subprocess.run(check, capture_output=True, text=True, check=False)
        assert done.stderr == "scripts/man: the man page is stale: run scripts/man\n"
        assert (done.stdout, done.returncode) == ("", 1)
    subprocess.run(check[:-1], check=True)
    assert page.read_bytes() == PAGE.read_bytes()
    assert subprocess.run(check, check=False).returncode == 0


def test_every_command_option_and_argument_is_there() -> None:
    assert f'"fortythieves {__version__}"' in PAGE.read_text()
    for command in declared():
        found = part(f'"{command.name} ', "SS") if command.name else part("OPTIONS")
        text = " ".join(plain(found).split())
        for option in command.options:
            if "--help" not in option.names or not command.name:
                names = ", ".join(reversed(option.names))
                assert f"{names} {option.value}".rstrip() in text
                assert option.help in text
        for argument in command.arguments:
            assert f"{argument.name} {argument.help}" in text
        for paragraph in command.help.split("\n\n") if command.name else ():
            assert " ".join(paragraph.split()) in text


def test_the_commands_are_those_of_the_help() -> None:
    shown = run("--help").out.partition("Commands:\n")[2].partition("\n\n")[0]
    commands = re.findall(r"^  (\w+) ", shown, re.MULTILINE)
    assert len(commands) > 10
    assert re.findall(r'^\.SS "(\w+) ', PAGE.read_text(), re.MULTILINE) == commands


def test_games() -> None:
    text = " ".join(plain(part("GAMES")).split())
    for name, rules in GAMES.items():
        assert f"{name} {rules.title}: " in text
        for alias in rules.aliases:
            assert alias in text


def test_it_says_what_the_readme_says() -> None:
    """Of exit codes and moves; both are written by hand."""
    readme = (TOP / "README.md").read_text()
    moves = plain(part("MOVES"))
    table = readme.partition("## Moves")[2].partition("## Games")[0]
    for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE):
        assert row.replace("`", "") in moves
    status = plain(part("EXIT STATUS"))
    words = readme.partition("In words: ")[2].partition("\n\n")[0]
    codes = {*re.findall(r"\b\d+\b", words), "130"}
    assert codes >= {"0", "1", "2", "3", "141"}
    for code in codes:
        assert re.search(rf"^{code}\b", status, re.MULTILINE), code


def test_examples(tmp_path: Path) -> None:
    """Run one after the other, as a reader would; what they leave is seen at the end."""
    examples = re.findall(r"^\.EX\n(.*?)^\.EE", part("EXAMPLES"), re.MULTILINE | re.DOTALL)
    assert len(examples) > 4
    program = tmp_path / "bin" / "fortythieves"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m fortythieves "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    for example in examples:
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", plain(example)],
            env={**os.environ, "PATH": path},
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.stderr, done.returncode) == ("", 0), example
    log = "game: forty-thieves\ndeal: 12345\n8-f 5-3\n"
    assert run("log", "game.json", cwd=tmp_path).out == log


@pytest.mark.parametrize("checker", ["groff -man -Tutf8 -ww", "mandoc -T lint -W warning"])
def test_it_is_clean(checker: str) -> None:
    command = checker.split()
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([*command, str(PAGE)], capture_output=True, text=True, check=False)
    told = done.stderr if command[0] == "groff" else done.stdout
    # The page has no date, so that it is the same whenever it is made.
    assert [line for line in told.splitlines() if "missing date" not in line] == []


def test_it_is_installed() -> None:
    with open(TOP / "pyproject.toml", "rb") as file:
        installed = tomllib.load(file)["tool"]["setuptools"]["data-files"]
    assert installed == {"share/man/man1": [str(PAGE.relative_to(TOP))]}
    assert PAGE.is_file()
