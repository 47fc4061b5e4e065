"""Completion as it happens: real shells, a key Tab, and what comes of it."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import naive
import pytest
from cli import run

from fortythieves import GAMES, Game
from fortythieves.__main__ import is_plain
from fortythieves.completion import MOVES, OFFERS, SHELLS, declared, script
from fortythieves.errors import UsageError
from fortythieves.gamejson import encode_game

BAD = "bad name.json"  # no game
GAME = "my game's.json"  # Forty Thieves, deal 12345

# Before a line each; {script} is the file of the script, and {out} where the harness listens.
BASH = r"""
source {script}
_capture() {{
    _fortythieves "$@" 2>>{out}/errors
    printf '%s\n' "${{COMPREPLY[@]}}" end >{out}/offers
}}
complete -o default -o bashdefault -F _capture fortythieves
fortythieves() {{ printf '%s\n' "$@" end >{out}/words; }}
bind 'set bell-style none'
bind 'set completion-query-items 0'
"""
ZSH = r"""
autoload -Uz compinit && compinit -D -u
zstyle ':completion:*' completer _complete
zstyle ':completion:*' list-prompt ''
unsetopt beep
source {script}
compadd() {{
    local -a hits
    if (( ! ${{@[(I)-[OAD]*]}} )); then
        builtin compadd -O hits "$@"
        (( $#hits )) && print -rl -- $hits >>{out}/hits
    fi
    builtin compadd "$@"
}}
_capture() {{
    : >|{out}/hits
    _fortythieves "$@" 2>>{out}/errors
    local result=$?
    {{ cat {out}/hits; echo end; }} >|{out}/offers
    return result
}}
compdef _capture fortythieves
fortythieves() {{ print -rl -- "$@" end >|{out}/words }}
"""


class Folder:
    """A folder with games in it, and the program on the PATH, which notes how it is called."""

    def __init__(self, path: Path) -> None:
        self.path = path / "games"
        self.out = path / "out"
        self.home = path / "home"
        for folder in (self.path, self.out, self.home, path / "bin"):
            folder.mkdir()
        self.calls = self.out / "calls"
        program = path / "bin" / "fortythieves"
        program.write_text(
            f"#!/bin/sh\nIFS='\t'\nprintf '%s\\n' \"$*\" >>{shlex.quote(str(self.calls))}\n"
            f'exec {shlex.quote(sys.executable)} -m fortythieves "$@"\n'
        )
        program.chmod(0o755)
        kept = {"PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
        self.environment = {key: value for key, value in os.environ.items() if key in kept} | {
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "INPUTRC": "/dev/null",
            "HISTFILE": "/dev/null",
            "PS1": "$ ",
        }

        (self.path / GAME).write_text(encode_game(Game.deal("forty-thieves", 12345)))
        (self.home / "home.json").write_text(encode_game(Game.deal("maria", 3)))
        (self.path / BAD).write_text("{}")
        (self.path / "folder").mkdir()
        os.mkfifo(self.path / "pipe")
        for game in GAMES:
            (self.path / f"{game}.json").write_text(encode_game(Game.deal(game, 12345)))

    def look(self) -> dict[str, bytes]:
        """All that is in the folder."""
        return {
            path.name: path.read_bytes() if path.is_file() else b""
            for path in sorted(self.path.iterdir())
        }

    def errors(self) -> str:
        found = self.out / "errors"
        return found.read_text() if found.exists() else ""


class Terminal:
    """A shell at a terminal, to which keys are sent."""

    def __init__(self, folder: Folder, command: list[str], setup: str) -> None:
        self._folder = folder
        ready = folder.out / "ready"
        begin = folder.out / "begin"
        begin.write_text(f"{setup}\n: >{shlex.quote(str(ready))}\n")
        self._process, self._terminal = pty.fork()
        if not self._process:
            try:
                os.chdir(folder.path)
                os.execvpe(command[0], command, folder.environment)
            finally:
                os._exit(127)
        self._send(f" source {shlex.quote(str(begin))}\n")
        self._wait(ready, "")

    def offers(self, line: str) -> list[str]:
        """What is offered at the end of a line."""
        return self._answer(line + "\t", "offers")

    def words(self, line: str) -> list[str]:
        """What the program would be called with; a Tab in the line is pressed as a key."""
        return self._answer(f"{line}\n", "words")

    def close(self) -> None:
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._terminal)

    def _answer(self, keys: str, name: str) -> list[str]:
        answer = self._folder.out / name
        answer.unlink(missing_ok=True)
        self._send("\x05\x15" + keys)  # to the end of the line, and away with it
        return self._wait(answer, "end\n").removesuffix("end\n").split()  if name == "offers" else self._wait(answer, "end\n").split("\n")[:-2]

    def _send(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def _wait(self, file: Path, end: str) -> str:
        """What is in a file once it ends so. What the terminal shows is read, lest it fill up."""
        shown = b""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if select.select([self._terminal], [], [], 0.005)[0]:
                shown += os.read(self._terminal, 65536)
            elif file.exists() and (text := file.read_text()).endswith(end):
                return text
        raise AssertionError(f"the shell does not answer; it shows {shown.decode(errors='replace')!r}")
