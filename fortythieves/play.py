"""A game played in one process: a move or a command a line, and an answer to each.

For programs the answers are JSON, a line each, flushed at once; for people there is a prompt.
"""

from __future__ import annotations

import os
import signal
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from .board import board_text
from .errors import FortyThievesError, InvalidGameError, UsageError, quote
from .files import GameFile
from .game import Game, moves_in_words
from .moves import Move, parse_count
from .observation import observe
from .terminal import screen_for
from .words import board_words

SAVE_CHOICES = ("each", "end")
PLAY_STYLES = ("board", "words")
COMMANDS = ("undo", "redo", "moves", "show", "hint", "help", "quit")
_OTHER_NAMES = {"q": "quit", "exit": "quit", "?": "help"}
PROMPT = "move> "
# More than any line of moves that a person or a program would write.
_MAX_LINE = 10_000

HELP = """\
A line is one move or several, all or none, or a command.

s-w          draw                     w-s   redeal
w-3, w-f     the waste's top card to column 3, to its foundation
3-7, 3-f     column 3's top card to column 7, to its foundation
3-7x4        the run of four cards at the end of column 3 to column 7
s-3, s-f     draw, and play the card drawn

undo [N]     take back the last move, or N moves, or all
redo [N]     make them again
moves        the legal moves
show         the board
hint [N]     the next move of a win, or N moves, or all: searched for with all cards known;
             Ctrl-C stops the search
quit         leave; so does the end of input"""


class Session:
    """A game file and what is said to it.

    Args:
        file: the game file.
        save_each: whether the file is written after every change; else it is for the caller to
            take the turn and to write it.
    """

    def __init__(self, file: GameFile, save_each: bool, signals: _Signals | None = None) -> None:
        self._file = file
        self._save_each = save_each
        self.signals = signals or _Signals()
        self.game = file.game()
        # Moves from the opening to a win, as the last hint found them.
        self._win: list[Move] = []

    def answer(self, line: str) -> dict[str, Any]:
        """Do what a line says, or say why not.

        Returns:
            ``ok``; then ``command`` and what it gave (``moves``, ``legal_moves``,
            ``observation``; for a hint see `fortythieves.winning.hint_to_dict`), or ``code``, a
            stable word, and ``message``; and how the game stands: ``status``, ``cards_home``,
            ``moves_made``.
        """
        try:
            answer = {"ok": True, **self._do(line)}
        except FortyThievesError as error:
            answer = {"ok": False, "code": error.code, "message": str(error)}
        answer["status"] = self.game.status
        answer["cards_home"] = self.game.position.cards_home
        answer["moves_made"] = len(self.game.moves)
        return answer

    def _do(self, line: str) -> dict[str, Any]:
        if len(line) > _MAX_LINE:
            raise UsageError(f"a line may be of {_MAX_LINE} characters")
        words = line.split()
        if not words:
            raise UsageError("an empty line; a move or a command is needed")
        command = _OTHER_NAMES.get(words[0].lower(), words[0].lower())
        if command not in COMMANDS:
            return {"command": "move", "moves": self._change(lambda game: game.push_all(words))}
        if command in ("undo", "redo"):
            count = _count(words)
            if command == "undo":
                made = self._change(lambda game: game.undo(count or len(game.moves) or 1))
            else:
                made = self._change(lambda game: game.redo(count or len(game.undone) or 1))
            return {"command": command, "moves": made}
        if command == "hint":
            return {"command": command, **self._hint(_count(words))}
        if len(words) > 1:
            raise UsageError(f"{command} stands alone; {quote(words[1])} follows it")
        self._look()
        if command == "moves":
            return {"command": command, "legal_moves": list(map(str, self.game.legal_moves()))}
        if command == "show":
            return {"command": command, "observation": observe(self.game)}
        return {"command": command}

    def _hint(self, count: int) -> dict[str, Any]:
        from .solver import WON, Limits
        from .winning import find_hint, hint_to_dict

        self._look()
        answer = find_hint(self.game, Limits(), self._win)
        if answer.solution.verdict == WON:
            self._win = [*self.game.moves, *answer.solution.moves]
        return hint_to_dict(self.game.position, answer, count)

    def _look(self) -> None:
        """See what others have done to the file meanwhile."""
        if self._save_each:
            self.game = self._file.game()

    def _change(self, change: Callable[[Game], Any]) -> list[str]:
        made: list[str] = []

        def keep(game: Game) -> None:
            self.signals.hold()
            made.extend(map(str, change(game)))

        try:
            if self._save_each:
                self.game = self._file.change(keep)
            else:
                keep(self.game)
        except FortyThievesError:
            if self._save_each:
                self.game = self._file.game()  # as it is without the change
            raise
        finally:
            self.signals.release()
        return made


def _count(words: list[str]) -> int:
    if len(words) > 2:
        raise UsageError(f"{words[0].lower()} takes one number; {quote(words[2])} follows it")
    return parse_count(words[1]) if len(words) == 2 else 1


class _Stopped(BaseException):
    """A signal asked the session to end."""


class _Signals:
    """Ends a session at a signal, wherever it waits, but never in the middle of a change."""

    def __init__(self) -> None:
        self.number = 0
        self._busy = False

    def listen(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._heard)

    def _heard(self, number: int, _: FrameType | None) -> None:
        self.number = number
        if not self._busy:
            self._busy = True  # the end is not interrupted again
            raise _Stopped

    def hold(self) -> None:
        """From here on a signal waits."""
        self._busy = True

    def release(self) -> None:
        """A signal that has waited is heard now."""
        if self.number:
            raise _Stopped
        self._busy = False


def play(
    path: str,
    save: str = "each",
    as_json: bool = False,
    colour: str = "auto",
    style: str = "board",
) -> int:
    """Play a game file by the lines of standard input; returns the exit code.

    Args:
        path: the game file.
        save: ``each`` to write the file after every change; ``end`` to write it once, at the end
            of input, at ``quit`` or at a signal, and to let others wait until then.
        as_json: answer in JSON, a line each; otherwise in text, with a prompt on a terminal.
        colour: see `fortythieves.terminal.screen_for`.
        style: ``board``, or ``words`` for the board in sentences.

    Raises:
        UsageError, InvalidGameError: before the first line is read.
    """
    if save not in SAVE_CHOICES:
        raise UsageError(f"--save {quote(save)}: {', '.join(SAVE_CHOICES)} are the choices")
    if style not in PLAY_STYLES:
        raise UsageError(f"--as {quote(style)}: {', '.join(PLAY_STYLES)} are the choices")
    screen_for(sys.stdout, colour)
    signals = _Signals()
    draw = partial(_board, colour=colour, style=style)
    with GameFile(path) as file:
        file.game()
        if save == "each":
            return _ended(Session(file, True, signals), as_json, draw)
        with file.turn():
            session = Session(file, False, signals)
            file.write()  # so that a file that can't be written is told at once
            try:
                return _ended(session, as_json, draw)
            finally:
                _save_at_end(file, session)


def _ended(session: Session, as_json: bool, draw: Callable[[Game], str]) -> int:
    """Play to the end of a session, after which signals wait; returns the exit code."""
    try:
        try:
            _played(session, as_json, draw)
        finally:
            session.signals.hold()
    except _Stopped:
        if not as_json and sys.stdin is not None and sys.stdin.isatty():
            print(flush=True)  # away from the prompt
        # An answer that nobody takes must not hold up the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + session.signals.number
    return 0


def _save_at_end(file: GameFile, session: Session) -> None:
    try:
        file.write()
    except InvalidGameError as error:
        moves = " ".join(map(str, session.game.moves))
        error.args = (f"{error}; its moves were to be: {moves}",)
        raise


def _played(session: Session, as_json: bool, draw: Callable[[Game], str]) -> None:
    if as_json:
        show: Callable[[dict[str, Any]], None] = _print_json
    else:

        def show(answer: dict[str, Any]) -> None:
            print(_in_words(answer, session.game, draw), flush=True)

    talk = not as_json and sys.stdin is not None and sys.stdin.isatty()
    read = _prompt(session) if talk else _read_line
    session.signals.listen()
    if not as_json:
        print(draw(session.game), flush=True)
    if talk:
        print("A move such as s-w or 3-7, or help, or quit:")
    while line := read():
        answer = session.answer(line)
        show(answer)
        if answer.get("command") == "quit":
            break
    else:
        if talk:
            print()


def _print_json(answer: dict[str, Any]) -> None:
    import json

    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _read_line() -> str:
    """A line of standard input, cut where it is too long; empty at its end."""
    if sys.stdin is None:
        return ""
    line = sys.stdin.buffer.readline(_MAX_LINE + 2)
    rest = line
    while rest and len(rest) > _MAX_LINE and not rest.endswith(b"\n"):
        rest = sys.stdin.buffer.readline(_MAX_LINE + 2)
    return line.decode(errors="replace")


def _prompt(session: Session) -> Callable[[], str]:
    """Reads a line at a prompt, with editing, history, and completion of the legal moves."""
    # What is no character of the terminal's is no move either; it must not be the end.
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        import readline
    except ImportError:  # a Python that was built without it
        pass
    else:

        def complete(text: str, state: int) -> str | None:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            words = [*map(str, session.game.legal_moves()), *COMMANDS]
            if before:  # what a move turns up is not told before it is made
                words = ["all"] if before in (["undo"], ["redo"], ["hint"]) else []
            found = [word for word in words if word.startswith(text.lower())]
            return f"{found[state]} " if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")

    def read() -> str:
        while True:
            try:
                line = input(PROMPT)
            except EOFError:
                return ""
            if line.strip():
                return line + "\n"

    return read


def _in_words(answer: dict[str, Any], game: Game, draw: Callable[[Game], str]) -> str:
    """An answer as text for people."""
    if not answer["ok"]:
        more = " (help tells what can be typed)" if answer["code"] == "usage" else ""
        return f"{answer['message']}{more}"
    command = answer["command"]
    if command == "help":
        return HELP
    if command == "quit":
        return f"{game.rules.title}: {moves_in_words(len(game.moves))} made, {game.status}."
    if command == "moves":
        width = screen_for(sys.stdout).width
        return textwrap.fill(" ".join(answer["legal_moves"]), width) or "None."
    if command == "hint":
        return str(answer["message"])
    return draw(game)


def _board(game: Game, colour: str, style: str) -> str:
    if style == "words":
        return board_words(game.position, game.deal_number)
    return board_text(game.position, game.deal_number, screen_for(sys.stdout, colour))
