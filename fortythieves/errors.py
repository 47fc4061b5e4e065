"""The errors that fortythieves raises, and the exit code each one means on the command line.

Every message is written for the person who meets it: what was given, where, and what would be
accepted.
"""

from __future__ import annotations

from .records import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


class FortyThievesError(Exception):
    """The base of them all; never raised itself.

    Attributes:
        code: a stable word for programs, such as ``"does-not-fit"``.
        exit_code: what the command line exits with.
    """

    code = "error"
    exit_code = 3

    def at(self, place: str) -> Self:
        """The same error, told with its place in front, such as a file's name."""
        self.args = (f"{place}: {self}",)
        return self


class UsageError(FortyThievesError, ValueError):
    """A text that cannot be read: not a move, a card, a deal number, a count, a game's name."""

    code = "usage"
    exit_code = 2


class IllegalMoveError(FortyThievesError):
    """The rules say no: the move is well written, but it may not be made here."""

    exit_code = 1

    def __init__(self, code: str, reason: str, move: object = None) -> None:
        super().__init__(reason if move is None else f"{move}: {reason}")
        self.code = code
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return _refused_again, (self.code, self.reason, self.args)

    def about(self, move: object) -> IllegalMoveError:
        """The same refusal, told of the shorthand that a player wrote."""
        return IllegalMoveError(self.code, self.reason, move)


def _refused_again(code: str, reason: str, args: tuple[object, ...]) -> IllegalMoveError:
    """The same error in another process, or as a copy."""
    error = IllegalMoveError(code, reason)
    error.args = args
    return error


class InvalidGameError(FortyThievesError):
    """A game file or a move log that cannot be read, written, or believed."""

    code = "invalid"


class UnwinnableError(FortyThievesError):
    """It is proved that no line of moves wins."""

    code = "unwinnable"
    exit_code = 1


class UndecidedError(FortyThievesError):
    """A search has come to its limits without a verdict."""

    code = "undecided"
    exit_code = 4


class InternalError(FortyThievesError):
    """A fault of this program, found before it could mislead anybody."""

    code = "internal"
    exit_code = 70  # as sysexits.h has it


def quote(text: object, limit: int = 40) -> str:
    """Quote what a stranger wrote, so that it is safe to print: escaped, and cut to ``limit``."""
    shown = text if isinstance(text, str) else str(text)
    if len(shown) > limit:
        shown = shown[: limit - 1] + "…"
    return repr(shown)


def shown(value: object) -> str:
    """A value of JSON or TOML as it may be shown in a message: safe to print, and short."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int) and abs(value) > 10**30:
        return "a number of so many digits"
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return quote(value).strip("'")
