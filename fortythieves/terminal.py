"""What the output is like: how wide, whether it can show suit symbols, whether it wants colour."""

from __future__ import annotations

import os

from .board import Screen
from .cards import SUIT_SYMBOLS
from .errors import UsageError, quote
from .records import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

COLOUR_CHOICES = ("auto", "always", "never")
_NARROWEST, _DEFAULT_WIDTH = 30, 80


def screen_for(stream: TextIO, colour: str = "auto", reveal: bool = False) -> Screen:
    """The screen that a stream is.

    Args:
        stream: where a board will be printed.
        colour: ``auto`` for colour on a terminal, unless NO_COLOR is set or TERM is ``dumb``;
            ``always`` or ``never``.
        reveal: whether to show face-down cards and the stock.

    Raises:
        UsageError: another word for the colour.
    """
    if colour not in COLOUR_CHOICES:
        raise UsageError(f"--color {quote(colour)}: {', '.join(COLOUR_CHOICES)} are the choices")
    terminal = stream.isatty()
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Screen(
        width=_width(stream, terminal),
        symbols=_has_symbols(stream),
        colour=colour == "always" or (colour == "auto" and terminal and not plain),
        reveal=reveal,
    )


def _width(stream: TextIO, terminal: bool) -> int:
    told = os.environ.get("COLUMNS", "")
    width = int(told) if told.isascii() and told.isdigit() and len(told) < 6 else 0
    if not width and terminal:
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except OSError:
            width = 0
    return max(_NARROWEST, width or _DEFAULT_WIDTH)


def _has_symbols(stream: TextIO) -> bool:
    # Python writes UTF-8 in the C locale too, where a terminal may show ASCII only.
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    if locale in ("C", "POSIX") and not os.environ.get("PYTHONIOENCODING"):
        return False
    try:
        SUIT_SYMBOLS.encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
