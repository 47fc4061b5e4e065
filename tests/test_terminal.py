"""What a board is drawn on: width, symbols and colour by the stream and the environment."""

from __future__ import annotations

import io
import os
import pty
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest
from cli import run

from fortythieves import Game, UsageError
from fortythieves.gamejson import encode_game
from fortythieves.terminal import screen_for

VARIABLES = ("COLUMNS", "NO_COLOR", "TERM", "LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def terminal() -> Iterator[TextIO]:
    main, side = pty.openpty()
    with open(side, "w", encoding="utf-8") as stream:
        yield stream
    os.close(main)


def stream(encoding: str) -> TextIO:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


def test_a_pipe_is_eighty_columns_wide_and_plain() -> None:
    screen = screen_for(stream("utf-8"))
    assert (screen.width, screen.symbols, screen.colour) == (80, True, False)


@pytest.mark.parametrize(
    ("told", "width"),
    [("40", 40), ("200", 200), ("1", 30), ("0", 80), ("-5", 80), ("abc", 80), ("٤٠", 80)],
)
def test_columns(told: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", told)
    assert screen_for(stream("utf-8")).width == width


def test_a_terminal_tells_its_width(terminal: TextIO) -> None:
    import fcntl
    import struct
    import termios

    fcntl.ioctl(terminal.fileno(), termios.TIOCSWINSZ, struct.pack("HHHH", 24, 111, 0, 0))
    assert screen_for(terminal).width == 111


def test_colour(terminal: TextIO, monkeypatch: pytest.MonkeyPatch) -> None:
    assert screen_for(terminal).colour
    assert not screen_for(terminal, "never").colour
    assert screen_for(stream("utf-8"), "always").colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not screen_for(terminal).colour
    assert screen_for(terminal, "always").colour
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not screen_for(terminal).colour
    with pytest.raises(UsageError, match="auto, always, never are the choices"):
        screen_for(terminal, "pink")


@pytest.mark.parametrize(
    ("encoding", "symbols"),
    [("utf-8", True), ("ascii", False), ("cp1252", False), ("utf-16", True)],
)
def test_symbols_where_the_encoding_has_them(encoding: str, symbols: bool) -> None:
    assert screen_for(stream(encoding)).symbols is symbols


@pytest.mark.parametrize(
    ("variables", "symbols"),
    [
        ({"LC_ALL": "C"}, False),
        ({"LANG": "POSIX"}, False),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, False),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "C"}, True),
        ({"LC_ALL": "C.UTF-8"}, True),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, True),
        ({}, True),
    ],
    ids=str,
)
def test_symbols_by_the_locale(
    variables: dict[str, str], symbols: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert screen_for(stream("utf-8")).symbols is symbols


def test_the_command_in_the_c_locale(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(encode_game(Game.deal("maria", 3)))
    ran = run("show", "g.json", cwd=tmp_path, LC_ALL="C", PYTHONIOENCODING="")
    assert ran == (str(Game.deal("maria", 3)) + "\n", "", 0)
