"""The README's shell sessions and its Python session, run as they stand there."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
