"""Writes the man page fortythieves/man/fortythieves.1; scripts/man runs it.

Commands, options and their explanations come from `fortythieves.cli`, the games from their table.
What else the page says stands here, as text in which `backquotes` make bold.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from pathlib import Path

from fortythieves import GAMES, __version__
from fortythieves.completion import Command, declared
from fortythieves.rulebook import summary

PAGE = Path(__file__).parent.parent / "fortythieves" / "man" / "fortythieves.1"

DESCRIPTION = """\
`fortythieves` plays Forty Thieves and its relatives: solitaire (patience) games for two packs of
cards. A command loads a game from a file, makes moves written in a short notation, saves the
game, and prints the board, so that games can be scripted, replayed from move logs, and piped into
other programs. Deals are numbered as in PySolFC: a number is the same board here and there.

Where a command takes a game's FILE, `-` is standard input; a command that changes the game then
prints the changed game, as JSON, in place of the board. What changes a file writes it whole or
not at all, and commands that change one file at the same time take turns.

Results go to standard output. All else goes to standard error, a line each, and nothing if all
went well.
"""

MOVES = """\
A move is `SOURCE-TARGET`: `s` is the stock, `w` the waste, `f` a foundation, and `1`, `2`, ... the
columns from the left.
"""

MOVE_FORMS = {
    "s-w": "draw from the stock onto the waste",
    "w-s": "redeal: turn the waste over to be the stock, in a game that has redeals",
    "w-3, w-f": "the waste's top card to column 3, to its foundation",
    "3-f, 3-7": "column 3's top card to its foundation, to column 7",
    "3-7x4": "the run of four cards at the end of column 3 to column 7",
    "s-3, s-f": "draw, and play the card drawn; where a draw turns one card",
}

MORE_MOVES = """\
Read as the same: `d` for `s-w`, `r` for `w-s`, `w3`, `3>7` and `37` for `w-3` and `3-7`, `h` for
`f`, and capitals. A shell takes `>` for itself, so it has to be quoted.

In a game where one card moves at a time, `3-7x4` stands for the single moves that carry a run
over by way of empty columns: with one empty column two cards, with two four, and so on; half as
many onto an empty column. Where runs may be moved, `3-7` moves as many cards as fit, and one card
onto an empty column. Such shorthands are done whole or refused whole, and what is kept and logged
are the plain moves.
"""

GAMES_BEFORE = """\
Names may be written with blanks, underscores and capitals too. `fortythieves rules GAME` prints
a game's rules in full. In short: columns x cards in each, how columns build, and what moves.
"""

FILES = {
    "FILE": """\
A game: one JSON object, in UTF-8. `format` is "fortythieves" and `version` is 1; `game` and
`deal` are the game's name and the deal's number, as a string; `opening` holds the piles as they
were dealt; `moves` and `undone` the moves made and those taken back. The rest is the present
position: `stock`, the card to be drawn next first; `waste`, the top card last; `foundations`, for
each suit how high its two piles stand; `tableau`, for each column the cards that lie face `down`
and face `up`, the top card last; `redeals_left`; and `status`, "playing", "won" or "stuck".
`kept_line` holds the moves of a win, if `hint --keep` has kept one. A card is a rank of
A23456789TJQK and a suit of CDHS. `fortythieves schema` prints the JSON Schema.
A file of many games has one a line.""",
    "LOG": """\
A move log, as `log` prints it: the lines `game: NAME` and `deal: NUMBER`, then moves with blanks
or newlines between them. `#` begins a comment, and another `game:` another game.""",
    ".FILE.lock, .FILE.tmp": """\
Beside a game's file while a command changes it: the turn, and the game as it will be.""",
}

EXIT_STATUS = {
    "0": "Done.",
    "1": "The rules say no: an illegal move, more to undo or redo than there is, no win.",
    "2": "Wrong usage: an unknown command, option or game, or a text that is no move or number.",
    "3": "A file or log that can't be read or written, or is not valid.",
    "4": "Not decided within the limits.",
    "70": "A fault of this program that it has found itself.",
    "130": "Interrupted by Ctrl-C.",
    "128 + N": "`play` was ended by signal N.",
    "141": "The reader of the output has gone.",
}

ENVIRONMENT = {
    "COLUMNS": "How wide boards may be; else as wide as the terminal, or 80 columns.",
    "NO_COLOR": "If set and not empty, there is no colour but with `--color always`.",
    "TERM": "If it is `dumb`, the same.",
    "LC_ALL, LC_CTYPE, LANG": "In the locale `C` or `POSIX` suits are letters, C D H S, not signs.",
}

EXAMPLES = {
    "Deal a game into a file, and list the legal moves:": [
        "fortythieves new forty-thieves --deal 12345 -o game.json",
        "fortythieves moves game.json",
    ],
    "Make two moves, take them back, and make them again:": [
        "fortythieves move game.json 8-f 5-3",
        "fortythieves undo game.json 2",
        "fortythieves redo game.json all",
    ],
    "Write the game as a log, and play that log as far as its first move, showing each board:": [
        "fortythieves log game.json >game.log",
        "fortythieves replay game.log --to 1 --boards",
    ],
    "Play without a file:": [
        "fortythieves new maria --deal 3 | fortythieves move - s-w | fortythieves show -",
    ],
    "Deal a game that can be won, ask for a hint, and let the program win it:": [
        "fortythieves new little-forty --winnable -o easy.json",
        "fortythieves hint easy.json",
        "fortythieves solve easy.json --apply",
    ],
    "Deal a hundred games, and check them:": [
        "fortythieves new streets --deals 1-100 | fortythieves check - --quiet",
    ],
    "Complete commands, games and legal moves in bash:": [
        'eval "$(fortythieves completion bash)"',
    ],
}


SEE_ALSO = """\
`jq`(1) reads game files. PySolFC, whose deals these are: https://pysolfc.sourceforge.io/
"""


def page() -> str:
    """The page, in roff."""
    program, *commands = declared()
    lines = [
        '.\\" Made by scripts/man, and to be changed there or in fortythieves/cli.py.',
        f'.TH FORTYTHIEVES 1 "" "fortythieves {__version__}" "User Commands"',
        ".SH NAME",
        f"fortythieves \\- {roff(program.help[0].lower() + program.help[1:].rstrip('.'))}",
        ".SH SYNOPSIS",
        r"\fBfortythieves\fR \fICOMMAND\fR [\fIOPTION\fR]... [\fIARGUMENT\fR]...",
        ".SH DESCRIPTION",
        *paragraphs(DESCRIPTION),
        ".SH OPTIONS",
        *options(program),
        ".SH COMMANDS",
    ]
    for command in commands:
        lines += [usage(command), *paragraphs(command.help)]
        for argument in command.arguments:
            lines += item(f"\\fI{roff(argument.name)}\\fR", argument.help)
        lines += options(command)
    lines += [".SH MOVES", *paragraphs(MOVES), *items(MOVE_FORMS), ".PP", *paragraphs(MORE_MOVES)]
    lines += [".SH GAMES", *paragraphs(GAMES_BEFORE)]
    for name, rules in GAMES.items():
        about = f"{rules.title}: {summary(rules)}."
        if rules.aliases:
            about += f" Also called {', '.join(f'`{alias}`' for alias in rules.aliases)}."
        lines += item(f"\\fB{roff(name)}\\fR", about)
    lines += [".SH FILES", *items(FILES)]
    lines += [".SH EXIT STATUS", *items(EXIT_STATUS)]
    lines += [".SH ENVIRONMENT", *items(ENVIRONMENT)]
    lines += [".SH EXAMPLES"]
    for text, example in EXAMPLES.items():
        lines += [
            ".PP",
            *paragraphs(text),
            ".PP",
            ".RS 4",
            ".EX",
            *map(roff, example),
            ".EE",
            ".RE",
        ]
    lines += [".SH SEE ALSO", *paragraphs(SEE_ALSO)]
    # What follows a heading is a paragraph anyway.
    return re.sub(r"^(\.S[HS] .*\n)\.PP\n", r"\1", "\n".join(lines) + "\n", flags=re.MULTILINE)


def usage(command: Command) -> str:
    """The heading of a command: how it is called."""
    words = [command.name, "[OPTION]..."]
    for argument in command.arguments:
        word = argument.name + "..." * argument.many
        words.append(word if argument.required else f"[{word}]")
    return f'.SS "{roff(" ".join(words))}"'


def options(command: Command) -> list[str]:
    """The options of a command; that for help is said once, of the program."""
    lines = []
    for option in command.options:
        if "--help" not in option.names or not command.name:
            names = ", ".join(f"\\fB{roff(name)}\\fR" for name in reversed(option.names))
            value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
            lines += item(names + value, option.help)
    return lines


def items(texts: dict[str, str]) -> list[str]:
    return [line for name, text in texts.items() for line in item(f"\\fB{roff(name)}\\fR", text)]


def item(tag: str, text: str) -> list[str]:
    """A line of roff for a tag, and a text set in behind it."""
    return [".TP", tag, *paragraphs(text)]


def paragraphs(text: str) -> list[str]:
    """Text as lines of roff, with .PP between its paragraphs."""
    lines: list[str] = []
    for paragraph in text.strip().split("\n\n"):
        lines += [".PP"] * bool(lines)
        marked = re.sub(r"`(.*?)`", r"\\fB\1\\fR", roff(paragraph, keep="`"), flags=re.DOTALL)
        for line in textwrap.wrap(marked, 78, break_long_words=False, break_on_hyphens=False):
            lines.append(f"\\&{line}" if line[0] in ".'" else line)
    return lines


# ASCII letters that roff would show as others, or not at all.
_ROFF = {
    "\\": r"\e",
    "-": r"\-",
    "'": r"\(aq",
    "`": r"\(ga",
    "^": r"\(ha",
    "~": r"\(ti",
    '"': r"\(dq",
}


def roff(text: str, keep: str = "") -> str:
    """Text as roff shows it letter by letter."""
    return "".join(
        letter
        if letter in keep
        else _ROFF.get(letter, letter if letter.isascii() else f"\\[u{ord(letter):04X}]")
        for letter in text
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/man", description="Write the man page.")
    parser.add_argument("--check", action="store_true", help="only say whether it is fresh")
    made = page()
    if not parser.parse_args().check:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(made, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != made:
        print("scripts/man: the man page is stale: run scripts/man", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
