"""Game files: read whatever they hold, written whole or not at all.

A file is written beside itself, flushed to the disk, and renamed over the old one, so that a
reader, a crash or a full disk meets the old game or the new one. Those who change one file at the
same time take turns, by a lock on a file beside it (never on the file itself, which is replaced).
"""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from collections.abc import Callable, Iterator

from .errors import InvalidGameError, quote
from .game import Game
from .gamejson import MAX_BYTES, decode_game, encode_game
from .records import TYPE_CHECKING

if TYPE_CHECKING:
    from io import BufferedReader

STANDARD_INPUT = "-"
# Shorter than a game in one line, longer than the first line of one in several.
_SHORT = 500
# So that a file of nothing else is soon put away.
_MAX_EMPTY = 10_000
# What stands beside a file while it is changed; the names are ours, and no game is kept in them.
_LOCK, _TEMPORARY = "fortythieves-lock", "fortythieves-tmp"


def read_game(path: str | os.PathLike[str]) -> Game:
    """Read the one game of a file; ``-`` is standard input.

    Raises:
        InvalidGameError: it can't be read, or is not a valid game; the message begins with the
            file's name.
    """
    path = os.fspath(path)
    return _read(path, display_name(path))


def _read(source: str | int, name: str) -> Game:
    try:
        with _open(source) as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _failure(name, "read", error) from None
    return _decode(data, name)


def read_games(path: str | os.PathLike[str]) -> Iterator[tuple[str, Game | InvalidGameError]]:
    """Read the games of a file, one a line, or one in any layout; one is in memory at a time.

    Args:
        path: the file; ``-`` is standard input.

    Yields:
        For each game its place, as in ``games.json, line 3``, and the game, or the error that
        says that it is not valid.

    Raises:
        InvalidGameError: the file can't be read.
    """
    path = os.fspath(path)
    name = display_name(path)
    try:
        with _open(path) as file:
            found, empty = False, 0
            for number, line in enumerate(iter(lambda: file.readline(MAX_BYTES + 1), b""), 1):
                if not line.strip():
                    empty += 1
                    if empty > _MAX_EMPTY:
                        raise InvalidGameError(f"{name}: more than {_MAX_EMPTY} empty lines")
                    continue
                place = f"{name}, line {number}"
                if not found and not line.strip().endswith(b"}") and len(line) < _SHORT:
                    # The first line of a game that is laid out over several.
                    line += file.read(MAX_BYTES + 1 - len(line))
                    place = name
                elif not found and path != STANDARD_INPUT and not file.peek(1):
                    place = name  # its only line
                found = True
                yield place, _decoded_or_error(line, place)
                while place != name and len(line) > MAX_BYTES and not line.endswith(b"\n"):
                    line = file.readline(MAX_BYTES + 1)
            if not found:
                yield name, _decoded_or_error(b"", name)
    except (OSError, ValueError) as error:
        raise _failure(name, "read", error) from None


def _open(source: str | int) -> BufferedReader:
    """Open a file to read from by its path or number; a number, or standard input, stays open."""
    file = 0 if source == STANDARD_INPUT else source
    return open(file, "rb", closefd=isinstance(file, str))


def _decode(data: bytes, name: str) -> Game:
    try:
        return decode_game(data)
    except InvalidGameError as error:
        raise error.at(name) from None


def _decoded_or_error(data: bytes, name: str) -> Game | InvalidGameError:
    try:
        return _decode(data, name)
    except InvalidGameError as error:
        return error


def read_text(path: str, limit: int) -> str:
    """Read a text file of at most ``limit`` characters; ``-`` is standard input.

    Raises:
        InvalidGameError: it can't be read, or is longer, or is not UTF-8; the file is not named.
    """
    try:
        with _open(path) as file:
            data = file.read(4 * limit + 1)
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidGameError(f"not UTF-8 text: byte {error.start + 1} can't be read") from None
    except (OSError, ValueError) as error:
        raise InvalidGameError(f"can't be read: {reason(error)}") from None
    if len(text) > limit:
        raise InvalidGameError(f"too long: more than {limit} characters")
    return text


def write_new_game(path: str | os.PathLike[str], game: Game, overwrite: bool = False) -> None:
    """Write a game to a file that must not be there yet, unless ``overwrite``.

    Raises:
        InvalidGameError: the file is there, or can't be written.
    """
    write_new_file(path, encode_game(game), overwrite)


def write_new_file(path: str | os.PathLike[str], text: str, overwrite: bool = False) -> None:
    """Write a text to a file that must not be there yet, unless ``overwrite``.

    Raises:
        InvalidGameError: the file is there, or can't be written.
    """
    path = os.fspath(path)
    target = _plain_file(path)
    with _Turn(path, target):
        if not overwrite and os.path.lexists(target):
            raise InvalidGameError(f"{display_name(path)}: is there already; --force overwrites it")
        _replace(path, target, text)


def change_game(path: str | os.PathLike[str], change: Callable[[Game], object]) -> Game:
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
    with GameFile(path) as file:
        return file.change(change)


class GameFile:
    """A game file that one program changes again and again, while others may change it too.

    Used in a ``with`` statement.

    Raises:
        InvalidGameError: at any call, that the file can't be read or written, or is not valid.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._target = _plain_file(self._path)
        self._game: Game | None = None
        # The file that the game was read from or written to, held open so that no other file can
        # get its number, and what it was like.
        self._held: int | None = None
        self._seen: tuple[int, ...] = ()

    def __enter__(self) -> GameFile:
        return self

    def __exit__(self, *_: object) -> None:
        held, self._held = self._held, None  # first, since closing may be interrupted
        if held is not None:
            os.close(held)

    def game(self) -> Game:
        """The game as the file has it now."""
        if self._game is None or self._seen != self._look():
            self._game = None  # which stays so if the file can't be read
            self._game = _read(self._hold(), display_name(self._path))
        return self._game

    def change(self, change: Callable[[Game], object]) -> Game:
        """Change the game and write it, in a turn; ``change`` must do its work whole or raise."""
        with self.turn():
            game = self.game()
            try:
                change(game)
                self.write()
            except BaseException:
                self._game = None  # which is no longer what the file has
                raise
        return game

    def turn(self) -> _Turn:
        """The turn to change the file, for a ``with`` statement; others wait while it lasts."""
        return _Turn(self._path, self._target)

    def write(self) -> None:
        """Write the game as it was changed; only in a turn."""
        if self._game is not None:
            _replace(self._path, self._target, encode_game(self._game))
            self._hold()

    def _hold(self) -> int:
        """Hold the file as it is now, in the place of the one before."""
        self.__exit__()
        try:
            self._held = os.open(self._target, os.O_RDONLY | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            raise _failure(display_name(self._path), "read", error) from None
        self._seen = _marks(os.fstat(self._held))
        return self._held

    def _look(self) -> tuple[int, ...]:
        try:
            return _marks(os.stat(self._target))
        except (OSError, ValueError):
            return ()


def _marks(found: os.stat_result) -> tuple[int, ...]:
    """What tells that a file is another or was written to."""
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size


def display_name(path: str) -> str:
    """A path as it may be printed: as it is if plain, else quoted and escaped."""
    if path == STANDARD_INPUT:
        return "standard input"
    return path if path.isprintable() and path else quote(path, 200)


def reason(error: Exception) -> str:
    """What the system says of a file that it could not open, read or write."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _failure(name: str, verb: str, error: Exception) -> InvalidGameError:
    return InvalidGameError(f"{name}: can't be {verb}: {reason(error)}")


def _plain_file(path: str) -> str:
    """The file that a path leads to, which must be a plain one or not there yet."""
    name = display_name(path)
    try:
        target = os.path.realpath(path)
        kind = os.stat(path).st_mode if os.path.lexists(target) else stat.S_IFREG
    except (OSError, ValueError) as error:
        raise _failure(name, "read", error) from None
    if not stat.S_ISREG(kind) or path.endswith("/"):
        what = "a folder" if stat.S_ISDIR(kind) or path.endswith("/") else "not a plain file"
        raise InvalidGameError(f"{name}: is {what}; a game file is needed")
    if target.endswith((f".{_LOCK}", f".{_TEMPORARY}")):
        raise InvalidGameError(f"{name}: such names are kept for what stands beside a game file")
    return target


class _Turn:
    """The turn to change a file: a lock on ``.NAME.fortythieves-lock``, which is removed after."""

    def __init__(self, path: str, target: str) -> None:
        folder, name = os.path.split(target)
        self._lock = os.path.join(folder, f".{name}.{_LOCK}")
        self._name = display_name(path)

    def __enter__(self) -> None:
        try:
            while not self._taken():
                pass
        except (OSError, ValueError) as error:
            raise _failure(self._name, "written", error) from None

    def _taken(self) -> bool:
        """Wait for the lock; whether it is the one that counts, and not one since removed."""
        flags = os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        handle = os.open(self._lock, flags, 0o644)
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or found.st_size:
                raise OSError(0, f"{display_name(self._lock)} is in the way")
            self._wait(handle)
            if found.st_ino == os.stat(self._lock).st_ino:
                self._handle = handle
                return True
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        return False

    def _wait(self, handle: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            from threading import Timer

            # So that nobody wonders; most waits are over long before.
            told = Timer(3, _say_waiting, (self._name,))
            told.daemon = True
            told.start()
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
            finally:
                told.cancel()

    def __exit__(self, *_: object) -> None:
        try:  # noqa: SIM105  # contextlib is not loaded on the way of a move
            os.unlink(self._lock)
        except OSError:
            pass  # gone, or another's in a folder where only they may remove it
        os.close(self._handle)


def _say_waiting(name: str) -> None:
    print(f"fortythieves: {name}: waiting for another command to end", file=sys.stderr)


def _replace(path: str, target: str, text: str) -> None:
    """Put a text in the place of a file, whole or not at all. The caller has the turn."""
    folder, name = os.path.split(target)
    # One name, so that what a killed run left behind is taken over and does not pile up.
    beside = os.path.join(folder, f".{name}.{_TEMPORARY}")
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
        raise _failure(display_name(path), "written", error) from None


def _write(beside: str, target: str, text: str) -> None:
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    with open(handle, "wb") as file:
        if os.path.exists(target):
            like = os.stat(target)
            made = os.fstat(handle)
            if (like.st_uid, like.st_gid) != (made.st_uid, made.st_gid):
                _keep_owner(handle, like)
            os.fchmod(handle, stat.S_IMODE(like.st_mode))
        file.write(text.encode())
        file.flush()
        os.fsync(handle)


def _keep_owner(handle: int, like: os.stat_result) -> None:
    """Give a file the owner and group of another, as far as this user may."""
    for owner in (like.st_uid, -1):
        try:
            os.fchown(handle, owner, like.st_gid)
            return
        except OSError:
            continue  # not this user's to give, or an owner that this name space doesn't know
