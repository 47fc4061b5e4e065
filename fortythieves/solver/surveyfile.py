"""Files of results, a line of JSON a deal: read, and added to by one run at a time."""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from collections.abc import Iterator
from typing import BinaryIO

from ..errors import InvalidGameError
from ..files import STANDARD_INPUT, display_name, reason
from ..rules import Rules
from .solve import WON
from .survey import DealResult, Task, decode_result, encode_result

# Longer than any line of ours, with its winning moves.
_MAX_LINE = 1_000_000
# How every line of ours begins, so that one that was cut is known from another's file.
_BEGINNING = b'{"game":"'


def read_results(path: str) -> Iterator[tuple[int, DealResult | InvalidGameError]]:
    """Read the results of a file line by line; ``-`` is standard input.

    Yields:
        The number of each line that is not blank, and its result, or why it is none.

    Raises:
        InvalidGameError: the file can't be read.
    """
    source: str | int = 0 if path == STANDARD_INPUT else path
    try:
        with open(source, "rb", closefd=source != 0) as file:
            for number, line in _lines(file):
                if line.strip():
                    yield number, _result_or_error(line)
    except (OSError, ValueError) as error:
        raise InvalidGameError(f"{display_name(path)}: can't be read: {reason(error)}") from None


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers, the beginning only of one that is too long."""
    number = 0
    while line := file.readline(_MAX_LINE):
        number += 1
        rest = line
        while len(rest) == _MAX_LINE and not rest.endswith(b"\n"):
            rest = file.readline(_MAX_LINE)
        yield number, line


def _result_or_error(line: bytes) -> DealResult | InvalidGameError:
    try:
        return decode_result(line)
    except InvalidGameError as error:
        return error


class SurveyFile:
    """A file of results that one run reads, and then adds to; others are refused meanwhile.

    Nothing that is in the file is changed, but a last line that a broken run left unfinished: that
    is cut off when the first new one is added. Used in a ``with`` statement.

    Attributes:
        name: of the file, as it may be printed.

    Raises:
        InvalidGameError: it can't be read or written; another run is adding to it; it holds what
            is no result of a deal, and so may be some other file.
    """

    def __init__(self, path: str) -> None:
        self.name = display_name(path)
        self._results: dict[tuple[Rules, int], list[DealResult]] = {}
        # How long the file is but for a last line that was cut, how long that one is, and what has
        # to be written before the next one.
        self._whole = 0
        self._cut = 0
        self._newline = b""
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            self._handle = os.open(path, flags, 0o666)
        except (OSError, ValueError) as error:
            raise self._failure("opened", error) from None
        try:
            self._take()
            self._read()
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> SurveyFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def find(self, task: Task) -> DealResult | None:
        """What came of a deal searched within the same limits, with its line if that is wanted."""
        for found in self._results.get((task.rules, task.deal), ()):
            lacks_line = task.lines and found.verdict == WON and found.line is None
            if found.limits == task.limits and not found.error and not lacks_line:
                return found
        return None

    def has_otherwise(self, task: Task) -> bool:
        """Whether a deal was searched, but not as the task says."""
        found = self._results.get((task.rules, task.deal), ())
        return any(not result.error for result in found) and self.find(task) is None

    def add(self, result: DealResult) -> None:
        """Write a result at the end, whole or not at all.

        Raises:
            InvalidGameError: it can't be written.
        """
        line = self._newline + encode_result(result).encode() + b"\n"
        try:
            size = os.fstat(self._handle).st_size
            if self._cut:
                if size != self._whole + self._cut:
                    raise OSError(0, "another program has changed it")
                size = self._whole
                os.ftruncate(self._handle, size)
                self._cut = 0
            if os.write(self._handle, line) != len(line):
                os.ftruncate(self._handle, size)
                raise OSError(0, "the disk is full")
        except OSError as error:
            raise self._failure("written", error) from None
        self._newline = b""

    def is_output(self) -> bool:
        """Whether standard output goes to the same file."""
        try:
            return os.path.samestat(os.fstat(self._handle), os.fstat(sys.stdout.fileno()))
        except (OSError, ValueError):
            return False

    def _take(self) -> None:
        if not stat.S_ISREG(os.fstat(self._handle).st_mode):
            raise InvalidGameError(f"{self.name}: not a plain file, as results are kept in")
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidGameError(f"{self.name}: another run is adding to it") from None
        except OSError as error:
            raise self._failure("locked", error) from None

    def _read(self) -> None:
        try:
            with open(self._handle, "rb", closefd=False) as file:
                for number, line in _lines(file):
                    found = _result_or_error(line) if line.strip() else None
                    if isinstance(found, InvalidGameError):
                        if not line.endswith(b"\n") and (
                            line.startswith(_BEGINNING) or _BEGINNING.startswith(line)
                        ):
                            self._cut = len(line)
                            return
                        raise found.at(f"{self.name}, line {number}")
                    if found is not None:
                        self._results.setdefault((found.rules, found.deal), []).append(found)
                    self._whole += len(line)
                    self._newline = b"" if line.endswith(b"\n") else b"\n"
        except OSError as error:
            raise self._failure("read", error) from None

    def _failure(self, verb: str, error: Exception) -> InvalidGameError:
        return InvalidGameError(f"{self.name}: can't be {verb}: {reason(error)}")
