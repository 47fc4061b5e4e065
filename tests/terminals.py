"""The command line at a pseudo-terminal, as a person has it."""

from __future__ import annotations

import os
import pty
import signal
import sys
import time


class Terminal:
    """``fortythieves`` with some arguments at a pseudo-terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": "80"}
        for name in ("NO_COLOR", "LC_ALL", "PYTHONIOENCODING", "INPUTRC"):
            environment.pop(name, None)
        command = [sys.executable, "-m", "fortythieves", *arguments]
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(sys.executable, command, environment)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def expect(self, text: str) -> str:
        """Read until a text has come; returns what came up to and with it."""
        end = time.monotonic() + 20
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not come; there was {self.seen!r}"
            try:
                self.seen += os.read(self.terminal, 65536).decode()
            except OSError:  # the other side has ended
                assert text in self.seen, f"{text!r} did not come; there was {self.seen!r}"
        found, _, self.seen = self.seen.partition(text)
        return found + text

    def end(self) -> int:
        """Read to the end, into ``seen``; returns the exit code."""
        try:
            while more := os.read(self.terminal, 65536):
                self.seen += more.decode()
        except OSError:
            pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def kill(self) -> None:
        """End it, if it has not ended."""
        try:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
