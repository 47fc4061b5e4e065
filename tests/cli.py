"""Running the command line as a person or a script does, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple


class Ran(NamedTuple):
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int


def run(
    *arguments: str, stdin: str | bytes = "", cwd: Path | None = None, **environment: str
) -> Ran:
    """Run ``fortythieves`` with arguments; by default 80 columns of UTF-8, no terminal."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    clean = {key: value for key, value in os.environ.items() if not key.startswith("LC_")}
    done = subprocess.run(
        [sys.executable, "-m", "fortythieves", *arguments],
        input=given,
        capture_output=True,
        cwd=cwd,
        env={**clean, "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **environment},
        timeout=60,
        check=False,
    )
    return Ran(done.stdout.decode(), done.stderr.decode(), done.returncode)


class Running:
    """A command that runs while a test reads its lines, in a group of processes of its own.

    It is killed where it does not print or end within a minute, so that no test hangs.
    """

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  # closed at the end
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fortythieves", *arguments],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=cwd,
            start_new_session=True,
        )

    def line(self) -> str:
        """The next line that it prints; empty if there is none."""
        return self._read(lambda out: out.readline())

    def end(self) -> Ran:
        """Wait for its end; ``out`` is what had not been read."""
        out = self._read(lambda out: out.read())
        code = self.process.wait(60)
        with self._errors, self.process:
            self._errors.seek(0)
            return Ran(out, self._errors.read(), code)

    def _read(self, read: Callable[[IO[str]], str]) -> str:
        assert self.process.stdout is not None
        timer = threading.Timer(60, os.killpg, (self.process.pid, signal.SIGKILL))
        timer.start()
        try:
            return read(self.process.stdout)
        finally:
            timer.cancel()
