"""The command `fortythieves`.

Every move in a script is a process of its own, so that a plain call (a file and words, no
options) goes straight to its function; only a call with options loads the option parser.
"""

from __future__ import annotations

import os
import sys

# Calls that need no option parser: how many words may follow the command.
_PLAIN = {
    "move": range(2, 1_000_000),
    "show": range(1, 2),
    "moves": range(1, 2),
    "undo": range(1, 3),
    "redo": range(1, 3),
    "hint": range(1, 2),
    "solve": range(1, 2),
}


def main() -> None:
    """Run the command line, and exit with its code."""
    try:
        _prepare_streams()
        try:
            code = run(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except OSError as error:
        # Files are looked after where they are read and written: this is standard output. What is
        # still unwritten goes nowhere, without a word at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the reader has gone
            code = 141
        else:
            from .commands import complain

            complain(f"standard output: can't be written: {error.strerror}")
            code = 3
    sys.exit(code)


def _prepare_streams() -> None:
    # Python leaves out a stream that whoever started it has closed: what is written to it fails.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115  # it stays open
            setattr(sys, name, nowhere)
    # A file's name may hold what the output's encoding has not.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def run(arguments: list[str]) -> int:
    """Run one command line; returns its exit code."""
    from . import commands
    from .errors import FortyThievesError

    try:
        if is_plain(arguments):
            return getattr(commands, arguments[0])(*arguments[1:]) or 0
        from .cli import run as run_with_options

        return run_with_options(arguments)
    except FortyThievesError as error:
        commands.complain(error)
        return error.exit_code


def is_plain(arguments: list[str]) -> bool:
    """Whether a command line has no options and so can do without the option parser."""
    if not arguments or arguments[0] not in _PLAIN:
        return False
    words = arguments[1:]
    return len(words) in _PLAIN[arguments[0]] and not any(
        word.startswith("-") and word != "-" for word in words
    )


if __name__ == "__main__":
    main()
