"""The commands that read and write the boards and rules of other programs."""

from __future__ import annotations

import json

from .commands import chosen_rules, keep_or_print
from .errors import InvalidGameError, UsageError, quote
from .files import STANDARD_INPUT, display_name, read_game, read_text
from .gamejson import MAX_BYTES, parse_json
from .rules import Rules

IMPORTS = ("text", "solvitaire", "solvitaire-rules")
EXPORTS = ("text", "opening", "solvitaire", "solvitaire-rules")


def import_(
    file: str,
    game: str | None = None,
    rules: str | None = None,
    form: str = "text",
    output: str = STANDARD_INPUT,
    force: bool = False,
    quiet: bool = False,
    as_json: bool = False,
) -> None:
    """Read a board of another program, and keep it as a game."""
    if form not in IMPORTS:
        raise UsageError(f"--as {quote(form)}: {', '.join(IMPORTS)} are the choices")
    try:
        if form == "solvitaire-rules":
            if game is not None or rules is not None or output != STANDARD_INPUT:
                raise UsageError(f"--as {form} prints the rules as TOML; nothing else goes with it")
            print(_toml_from_solvitaire(read_text(file, MAX_BYTES)), end="")
            return
        played = chosen_rules(game, rules)
        if form == "text":
            from .boardtext import MAX_LENGTH, parse_board

            found = parse_board(read_text(file, MAX_LENGTH), played)
        else:
            from .solvitaire import from_solvitaire

            found = from_solvitaire(parse_json(read_text(file, MAX_BYTES)), played)
    except InvalidGameError as error:
        raise error.at(display_name(file)) from None
    keep_or_print(found, output, force, quiet, as_json)


def _toml_from_solvitaire(text: str) -> str:
    from .customrules import rules_to_toml
    from .solvitaire import from_solvitaire_rules

    fields = from_solvitaire_rules(parse_json(text))
    return rules_to_toml(Rules(name="own-game", title="Own Game", **fields))


def export(file: str, form: str = "text") -> None:
    """Print a board as other programs read it."""
    if form not in EXPORTS:
        raise UsageError(f"--as {quote(form)}: {', '.join(EXPORTS)} are the choices")
    game = read_game(file)
    try:
        if form in ("text", "opening"):
            from .boardtext import format_board, format_opening

            print(format_board(game.position) if form == "text" else format_opening(game), end="")
        else:
            from .solvitaire import to_solvitaire, to_solvitaire_rules

            deal = form == "solvitaire"
            data = to_solvitaire(game.position) if deal else to_solvitaire_rules(game.rules)
            print(json.dumps(data, indent=2))
    except InvalidGameError as error:
        raise error.at(display_name(file)) from None
