"""Move logs: text that says how games were dealt and what was played in them.

``key: value`` lines (``game:`` first, then ``deal:``; others may follow and are kept), then moves
separated by blanks or newlines; ``#`` begins a comment. A new ``game:`` line begins a new game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from .deals import parse_deal_number
from .errors import FortyThievesError, IllegalMoveError, InvalidGameError, UsageError, quote
from .game import Game
from .moves import Move
from .records import NamedTuple
from .rules import is_own_game

_WIDTH = 100
_MAX_HEADERS = 100
# Empty lines and comments in a row, so that a file of nothing else is soon put away.
_MAX_EMPTY = 10_000
# No line of a log needs to be longer; whoever hands a file over must cut it there at the latest.
MAX_LINE = 100_000


class LogMistakeError(InvalidGameError):
    """A log that can't be replayed to its end: by line, move number, text and reason.

    ``exit_code`` is 1 where the rules refuse a move, 3 where the text can't be read.
    """

    def __init__(self, message: str, cause: FortyThievesError | None = None) -> None:
        super().__init__(message)
        if isinstance(cause, IllegalMoveError):
            self.exit_code, self.code = cause.exit_code, cause.code


class LoggedMove(NamedTuple):
    """A move of a log as it is written there, and its line, counted from 1."""

    text: str
    line: int


def format_log(game: Game, headers: Mapping[str, str] | None = None) -> str:
    """A game as a log, in plain moves.

    Args:
        game: a game.
        headers: more ``key: value`` lines, to stand behind those of the game and the deal.

    Raises:
        InvalidGameError: the game was not dealt by its number, so that a log can't say how it
            began.
    """
    if game.deal_number is None:
        raise InvalidGameError("this game was not dealt by number, so that no log can tell it")
    if is_own_game(game.rules):
        raise InvalidGameError("a log can't tell the rules of a game of one's own; its file does")
    if not game.is_as_dealt():
        raise InvalidGameError(
            f"this game does not begin as deal {game.deal_number} does, so that no log can tell it"
        )
    lines = [f"game: {game.rules.name}", f"deal: {game.deal_number}"]
    lines += [f"{key}: {value}" for key, value in (headers or {}).items()]
    return "\n".join([*lines, *wrapped_moves(game.moves)]) + "\n"


def wrapped_moves(moves: Iterable[Move]) -> list[str]:
    """Moves as the lines of a log."""
    lines: list[str] = []
    line = ""
    for move in map(str, moves):
        if line and len(line) + 1 + len(move) > _WIDTH:
            lines.append(line)
            line = move
        else:
            line = f"{line} {move}" if line else move
    return [*lines, line] if line else lines


class LoggedGame(NamedTuple):
    """One game of a log, dealt, with no move made yet; ``moves`` is to be read to its end once."""

    game: Game
    headers: dict[str, str]
    moves: Iterator[LoggedMove]


def read_log(lines: Iterable[str]) -> Iterator[LoggedGame]:
    """Read the games of a log one after another.

    The log may be longer than memory: a game's moves are read while they are asked for.

    Args:
        lines: the lines of the log, such as an open file.

    Raises:
        LogMistakeError: the log is not one; the message says in which line.
    """
    reader = _Reader(lines)
    while reader.line is not None:
        yield reader.game()
        for _ in reader.moves():
            pass  # those that nobody asked for


def replay(logged: LoggedGame, to: int | None = None) -> Iterator[Game]:
    """Make the moves of a logged game, checking each; yields the game as dealt and after each.

    Args:
        logged: a game from `read_log`.
        to: how many moves of the log to make; None for all.

    Raises:
        LogMistakeError: a move that can't be read or is not legal: by line, number and reason.
    """
    game = logged.game
    yield game
    if to == 0:
        return
    for number, (text, line) in enumerate(logged.moves, 1):
        try:
            game.push(text)
        except (UsageError, IllegalMoveError) as error:
            raise LogMistakeError(
                f"line {line}, move {number}, {quote(text)}: {error}", error
            ) from None
        yield game
        if number == to:
            return


class _Reader:
    """The lines of a log, one in hand: its words and header without comment and blank lines."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._number = 0
        self.line: str | None = None
        self._advance()

    def _advance(self) -> None:
        """Take the next line that says something in hand."""
        for empty, line in enumerate(self._lines):
            self._number += 1
            if empty > _MAX_EMPTY:
                raise LogMistakeError(
                    f"line {self._number}: more than {_MAX_EMPTY} lines without a word"
                )
            if len(line) > MAX_LINE:
                raise LogMistakeError(f"line {self._number}: longer than {MAX_LINE} characters")
            self.line = line.partition("#")[0].strip()
            if self.line:
                return
        self.line = None

    def game(self) -> LoggedGame:
        headers: dict[str, str] = {}
        first = self._number
        places: dict[str, int] = {}
        while self.line is not None and ":" in self.line:
            key, _, value = self.line.partition(":")
            value = value.strip()
            if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", key):
                raise LogMistakeError(
                    f"line {self._number}: before a colon a word is needed, as in 'game: NAME', "
                    f"not {quote(key)}"
                )
            if key in headers:
                if key == "game":
                    break
                raise LogMistakeError(f"line {self._number}: {quote(key)} stands twice")
            if not headers and key != "game":
                break
            if len(headers) >= _MAX_HEADERS:
                raise LogMistakeError(
                    f"line {self._number}: more than {_MAX_HEADERS} lines before the first move"
                )
            headers[key] = value
            places[key] = self._number
            self._advance()
        if not headers and self.line is not None and self.line.startswith("{"):
            raise LogMistakeError("this is a game file, where a move log is needed")
        for key in ("game", "deal"):
            if key not in headers:
                raise LogMistakeError(
                    f"line {first}: a game of a log begins with the lines 'game: NAME' and "
                    f"'deal: NUMBER'; {quote(key + ':')} is missing"
                )
        part = "deal"
        try:
            number = parse_deal_number(headers["deal"])
            part = "game"
            game = Game.deal(headers["game"], number)
        except UsageError as error:
            raise LogMistakeError(f"line {places[part]}: {error}") from None
        return LoggedGame(game, headers, self.moves())

    def moves(self) -> Iterator[LoggedMove]:
        while self.line is not None and not self.line.startswith("game:"):
            if ":" in self.line:
                raise LogMistakeError(
                    f"line {self._number}: {quote(self.line)} stands among the moves; lines with "
                    "a colon come before a game's first move, and 'game: NAME' begins a new game"
                )
            # Advance before the words are given out, so that a reader may stop in mid-line.
            words, number = self.line.split(), self._number
            self._advance()
            for word in words:
                yield LoggedMove(word, number)
