"""Running the command line as a person or a script does, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


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
