"""Game files: read whatever they hold, written whole or not at all.

A file is written beside itself, flushed to the disk, and renamed over the old one, so that a
reader, a crash or a full disk meets the old game or the new one. Those who change one file at the
same time take turns, by a lock on a file beside it (never on the file itself, which is replaced).
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable

from .errors import InvalidGameError, quote
from .game import Game
from .gamejson import MAX_BYTES, decode_game, encode_game

STANDARD_INPUT = "-"


def read_game(path: str) -> Game:
    """Read a game file; ``-`` is standard input.

    Raises:
        InvalidGameError: it can't be read, or is not a valid game; the message begins with the
            file's name.
    """
    if path == STANDARD_INPUT:
        return _read(0, "standard input")
    return _read(path, printable(path))


def _read(source: str | int, name: str) -> Game:
    """Read a game from a file or a file descriptor, which messages call by a name."""
    try:
        with open(source, "rb", closefd=isinstance(source, str)) as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _failure(name, "read", error) from None
    try:
        return decode_game(data)
    except InvalidGameError as error:
        raise InvalidGameError(f"{name}: {error}") from None


def write_new_game(path: str, game: Game, overwrite: bool = False) -> None:
    """Write a game to a file that must not be there yet, unless ``overwrite``.

    Raises:
        InvalidGameError: the file is there, or can't be written.
    """
    target = _plain_file(path)
    with _Turn(path, target):
        if not overwrite and os.path.lexists(target):
            raise InvalidGameError(f"{printable(path)}: is there already; --force overwrites it")
        _replace(path, target, encode_game(game))


def change_game(path: str, change: Callable[[Game], object]) -> Game:
    """Read a game, change it, and write it back, while others who would change it wait.

    If ``change`` raises, the file is left as it was. A link is followed: the file that it leads to
    is replaced, and keeps its permissions and owner. With ``-`` the game is read from standard
    input and not written anywhere.

    Args:
        path: the file.
        change: what to do to the game.

    Returns:
        The game as changed.

    Raises:
        InvalidGameError: the file can't be read or written, or is not a valid game.
    """
    if path == STANDARD_INPUT:
        game = read_game(path)
        change(game)
        return game
    target = _plain_file(path)
    if not os.path.exists(target):
        return read_game(path)  # which says why not
    with _Turn(path, target):
        game = _read(target, printable(path))
        change(game)
        _replace(path, target, encode_game(game))
    return game


def printable(path: str) -> str:
    """A path as it may be printed: as it is if plain, else quoted and escaped."""
    return path if path.isprintable() else quote(path, 200)


def _failure(name: str, verb: str, error: Exception) -> InvalidGameError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InvalidGameError(f"{name}: can't be {verb}: {reason}")


def _plain_file(path: str) -> str:
    """The file that a path leads to, which must be a plain one or not there yet."""
    try:
        target = os.path.realpath(path)
        kind = os.stat(path).st_mode
    except FileNotFoundError:
        return target
    except (OSError, ValueError) as error:
        raise _failure(printable(path), "read", error) from None
    if not stat.S_ISREG(kind):
        what = "a folder" if stat.S_ISDIR(kind) else "not a plain file"
        raise InvalidGameError(f"{printable(path)}: is {what}; a game file is needed")
    return target


class _Turn:
    """The turn to change a file: a lock on ``.NAME.lock`` beside it, which is removed after."""

    def __init__(self, path: str, target: str) -> None:
        folder, name = os.path.split(target)
        self._lock = os.path.join(folder, f".{name}.lock")
        self._path = path

    def __enter__(self) -> None:
        flags = os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        while True:
            try:
                handle = os.open(self._lock, flags, 0o644)
            except (OSError, ValueError) as error:
                raise _failure(printable(self._path), "written", error) from None
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                # Whoever had the turn before has removed the file; then another one counts.
                if os.fstat(handle).st_ino == os.stat(self._lock).st_ino:
                    self._handle = handle
                    return
            except FileNotFoundError:
                pass
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)

    def __exit__(self, *_: object) -> None:
        os.unlink(self._lock)
        os.close(self._handle)


def _replace(path: str, target: str, text: str) -> None:
    """Put a text in the place of a file, whole or not at all. The caller has the turn."""
    folder, name = os.path.split(target)
    # One name, so that what a killed run left behind is taken over and does not pile up.
    beside = os.path.join(folder, f".{name}.tmp")
    try:
        if os.path.exists(target) and not os.access(target, os.W_OK):
            raise PermissionError(0, "it is write-protected")
        if os.path.lexists(beside):
            os.unlink(beside)
        try:
            _write(beside, target, text)
            os.replace(beside, target)
        except BaseException:
            if os.path.lexists(beside):
                os.unlink(beside)
            raise
    except OSError as error:
        raise _failure(printable(path), "written", error) from None


def _write(beside: str, target: str, text: str) -> None:
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    with open(handle, "wb") as file:
        if os.path.exists(target):
            like = os.stat(target)
            if (like.st_uid, like.st_gid) != (os.geteuid(), os.getegid()):
                _keep_owner(handle, like)
            os.fchmod(handle, stat.S_IMODE(like.st_mode))
        file.write(text.encode("ascii"))
        file.flush()
        os.fsync(handle)


def _keep_owner(handle: int, like: os.stat_result) -> None:
    """Give a file the owner and group of another, as far as this user may."""
    for owner in (like.st_uid, -1):
        try:
            os.fchown(handle, owner, like.st_gid)
            return
        except PermissionError:
            continue
