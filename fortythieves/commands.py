"""What each command does, as a function of plain strings that prints its result.

Those that may find fault with some of many games return the exit code. Modules that only some
commands need are imported in them, so that one move costs no more than what it uses.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator

from .board import board_text
from .errors import FortyThievesError, InvalidGameError, UsageError, quote
from .files import (
    STANDARD_INPUT,
    change_game,
    display_name,
    read_game,
    read_games,
    read_text,
    reason,
    write_new_file,
    write_new_game,
)
from .game import Game, moves_in_words
from .gamejson import encode_game, encode_line
from .moves import parse_count
from .records import TYPE_CHECKING
from .rules import DEFAULT_GAME, Rules, find_rules
from .terminal import screen_for

if TYPE_CHECKING:
    from typing import TextIO

STYLES = ("board", "words", "svg")
REPLAY_STYLES = ("board", "svg")


def new(
    game: str | None = None,
    rules: str | None = None,
    deal: str | None = None,
    deals: str | None = None,
    output: str | None = None,
    force: bool = False,
    quiet: bool = False,
    as_json: bool = False,
    winnable: bool = False,
    time: str | None = None,
) -> None:
    """Deal a game into a file, or games as JSON to standard output."""
    from .deals import parse_deal_number

    if time is not None and not winnable:
        raise UsageError("--time is how long --winnable may search, and goes with that only")
    if winnable and deals is not None:
        raise UsageError(
            "--winnable deals one game; which of many deals can be won tells "
            "solve --game GAME --deals N-M --json"
        )

    if output is None:
        if deals is None and sys.stdout.isatty():
            raise UsageError("say where to keep the game: -o FILE, or -o - to print it as JSON")
        output = STANDARD_INPUT
    played = chosen_rules(game, rules)
    if deals is None:
        number = None if deal is None else parse_deal_number(deal)
        if winnable:
            from .winning import deal_winnable, dealing_seconds

            dealt = deal_winnable(played, number, dealing_seconds(time))
        else:
            dealt = Game.deal(played, number)
        if as_json and output == STANDARD_INPUT:
            print(encode_line(dealt))
        else:
            keep_or_print(dealt, output, force, quiet, as_json)
            if winnable and output != STANDARD_INPUT and not (quiet or as_json):
                print("This game can be won.")
        return
    if deal is not None or output != STANDARD_INPUT:
        raise UsageError(
            "--deals prints its games, one a line, and goes with neither --deal nor -o"
        )
    for numbers in deal_numbers(deals):
        for number in numbers:
            print(encode_line(Game.deal(played, number)))


def chosen_rules(game: str | None, file: str | None) -> Rules:
    """The rules of a game by its name, or of a TOML file."""
    if file is None:
        return find_rules(game or DEFAULT_GAME)
    if game is not None:
        raise UsageError("--rules says what game it is; no other game goes with it")
    from .customrules import MAX_TOML, rules_from_toml

    try:
        return rules_from_toml(read_text(file, MAX_TOML))
    except InvalidGameError as error:
        raise error.at(display_name(file)) from None


def deal_numbers(text: str) -> Iterator[range]:
    """The numbers of ``--deals``, from standard input if it is ``-``, as far as they are needed."""
    from .deals import parse_deal_numbers

    if text != STANDARD_INPUT:
        if not text.strip(" ,"):
            raise UsageError("--deals: numbers or ranges of them are needed, such as 1-1000,2003")
        yield from parse_deal_numbers(text)
        return
    try:
        for number, line in enumerate(_lines(STANDARD_INPUT), 1):
            try:
                yield from parse_deal_numbers(line)
            except UsageError as error:
                raise error.at(f"standard input, line {number}") from None
    except InvalidGameError as error:
        raise error.at("standard input") from None


def move(file: str, *moves: str, quiet: bool = False, as_json: bool = False) -> None:
    """Make moves, all or none, and print the board."""
    game = change_game(file, lambda game: game.push_all(moves))
    print_changed(file, game, quiet, as_json)


def undo(file: str, count: str = "1", quiet: bool = False, as_json: bool = False) -> None:
    """Take moves back, and print the board."""
    number = parse_count(count)
    game = change_game(file, lambda game: game.undo(number or len(game.moves) or 1))
    print_changed(file, game, quiet, as_json)


def redo(file: str, count: str = "1", quiet: bool = False, as_json: bool = False) -> None:
    """Make moves again that were taken back, and print the board."""
    number = parse_count(count)
    game = change_game(file, lambda game: game.redo(number or len(game.undone) or 1))
    print_changed(file, game, quiet, as_json)


def show(
    file: str,
    reveal: bool = False,
    color: str = "auto",
    style: str = "board",
    as_json: bool = False,
) -> int:
    """Print the board, or what a player sees as JSON, in words, or as a picture."""
    if style not in STYLES:
        raise UsageError(f"--as {quote(style)}: {', '.join(STYLES)} are the choices")
    screen = screen_for(sys.stdout, color, reveal)
    shown = 0

    def print_game(game: Game) -> None:
        nonlocal shown
        if as_json:
            _print_seen(game, reveal)
            return
        if shown:
            print()
        shown += 1
        if style == "words":
            from .words import board_words

            print(board_words(game.position, game.deal_number, reveal))
        elif style == "svg":
            from .picture import board_svg

            _print_svg(board_svg(game.position, game.deal_number, reveal))
        else:
            print(board_text(game.position, game.deal_number, screen))

    return _for_each_game(file, print_game)


def moves(file: str, as_json: bool = False) -> int:
    """Print the legal moves, one a line; as JSON, those of a game on one line."""

    listed = 0

    def print_moves(game: Game) -> None:
        nonlocal listed
        legal = [str(move) for move in game.legal_moves()]
        if as_json:
            print_json({"legal_moves": legal, "status": game.status})
        else:
            print(("\n" if listed else "") + "".join(f"{move}\n" for move in legal), end="")
        listed += 1

    return _for_each_game(file, print_moves)


def log(file: str, as_json: bool = False) -> None:
    """Print the moves made as a move log."""
    from .movelog import format_log

    game = read_game(file)
    try:
        text = format_log(game)
    except InvalidGameError as error:
        raise error.at(display_name(file)) from None
    if as_json:
        moves = [str(move) for move in game.moves]
        print_json({"game": game.rules.name, "deal": str(game.deal_number), "moves": moves})
    else:
        print(text, end="")


def replay(
    file: str,
    boards: bool = False,
    to: str | None = None,
    output: str | None = None,
    force: bool = False,
    quiet: bool = False,
    style: str = "board",
    as_json: bool = False,
) -> None:
    """Play the games of a log from their deals, checking every move, and print the boards."""
    stop = None if to is None else _stop(to)
    if style not in REPLAY_STYLES:
        raise UsageError(f"--as {quote(style)}: {' and '.join(REPLAY_STYLES)} are the choices")
    if style == "svg" and (boards or as_json or quiet):
        raise UsageError("--as svg is one picture; --boards, --json and --quiet don't go with it")
    to_file = output not in (None, STANDARD_INPUT)
    game = None
    replayed = _replayed(file, stop, boards, one_game=to_file or style == "svg")
    for number, game in enumerate(replayed):
        if style == "svg" or (quiet and output is None):
            continue
        if output == STANDARD_INPUT:
            print(encode_line(game))
        elif boards or not to_file:
            if number and not as_json:
                print()
            _print_game(game, quiet, as_json)
    if game is not None and style == "svg":
        from .film import film_svg

        if output is None or output == STANDARD_INPUT:
            _print_svg(film_svg(game))
        else:
            write_new_file(output, film_svg(game), force)
    elif game is not None and output is not None and to_file:
        keep_or_print(game, output, force, quiet or boards, as_json)


def _stop(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UsageError(f"--to {quote(text)}: a whole number of moves is needed")
    return int(text)


def _replayed(file: str, stop: int | None, every: bool, one_game: bool) -> Iterator[Game]:
    """The games of a log, each at its end, or at its deal and after every move."""
    from .movelog import read_log
    from .movelog import replay as played

    number = 0
    try:
        for number, logged in enumerate(read_log(_lines(file)), 1):
            if one_game and number > 1:
                raise UsageError(
                    f"{display_name(file)}: only one game can be kept in a file or a picture, and "
                    "this log holds several"
                )
            for game in played(logged, stop):
                if every:
                    yield game
            if not every:
                yield logged.game
        if not number:
            raise InvalidGameError("holds no game; one begins with a line 'game: NAME'")
    except InvalidGameError as error:
        raise error.at(display_name(file)) from None


def check(*files: str, quiet: bool = False, as_json: bool = False) -> int:
    """Check game files: each one's history, position, and deal."""
    code = 0
    for file in files:
        for place, game in _read_all(file):
            fault = game if isinstance(game, FortyThievesError) else _fault_of_deal(game, place)
            if fault is not None:
                code = fault.exit_code
                if as_json:
                    print_json({"file": place, "valid": False, "message": str(fault)})
                else:
                    complain(fault)
            elif not quiet:
                assert isinstance(game, Game)
                _print_good(place, game, as_json)
    return code


def _read_all(file: str) -> Iterator[tuple[str, Game | InvalidGameError]]:
    """The games of a file; the file's own fault, if it can't be read, in the place of a game."""
    try:
        yield from read_games(file)
    except InvalidGameError as error:
        yield display_name(file), error


def _fault_of_deal(game: Game, place: str) -> InvalidGameError | None:
    if game.is_as_dealt():
        return None
    return InvalidGameError(
        f"{place}: opening: these are not the cards of deal {game.deal_number} of "
        f"{game.rules.title}"
    )


def _print_good(place: str, game: Game, as_json: bool) -> None:
    made = len(game.moves)
    if as_json:
        deal = None if game.deal_number is None else str(game.deal_number)
        about = {"game": game.rules.name, "deal": deal, "moves_made": made}
        print_json({"file": place, "valid": True, **about, "status": game.status})
    else:
        dealt = "set up by hand" if game.deal_number is None else f"deal {game.deal_number}"
        told = f"{game.rules.title}, {dealt}, {moves_in_words(made)} made, {game.status}"
        print(f"{place}: good: {told}")


def games(as_json: bool = False) -> None:
    """Print the games, one a line: name and rules in short."""
    from .rulebook import summary
    from .rules import GAMES

    width = max(map(len, GAMES))
    for name, record in GAMES.items():
        if as_json:
            print_json(record._asdict())
        else:
            print(f"{name:<{width}}  {summary(record)}")


def rules(
    game: str | None = None, file: str | None = None, as_json: bool = False, toml: bool = False
) -> None:
    """Print the rules of a game, in words or as a record."""
    from .customrules import rules_to_toml
    from .rulebook import describe

    if as_json and toml:
        raise UsageError("--json and --toml don't go together")
    record = chosen_rules(game, file)
    if toml:
        print(rules_to_toml(record), end="")
    elif as_json:
        print_json(record._asdict())
    else:
        print(describe(record))


def play(
    file: str,
    save: str = "each",
    as_json: bool = False,
    color: str = "auto",
    style: str = "board",
) -> int:
    """Play a game by the lines of standard input."""
    from .play import play as played

    if file == STANDARD_INPUT:
        raise UsageError("play reads the moves from standard input, so the game must be a file")
    return played(file, save, as_json, color, style)


def solve(file: str) -> int:
    """Search for a win, and print it as a log."""
    from .solving import solve as solved

    return solved(file)


def hint(file: str) -> int:
    """Print the next move of a win."""
    from .solving import hint as hinted

    return hinted(file)


def schema(kind: str) -> None:
    """Print the JSON Schema of a game file or of what a player sees."""
    from .schemas import schema_text

    print(schema_text(kind), end="")


def completion(shell: str) -> None:
    """Print the script that completes the command line in a shell."""
    from .completion import script

    print(script(shell), end="")


def complain(error: FortyThievesError | str) -> None:
    """Say on standard error what went wrong, in one line; if that can't be written, so be it."""
    try:
        print(f"fortythieves: {error}", file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


# What several commands do.


def _for_each_game(file: str, do: Callable[[Game], None]) -> int:
    """Do something with each valid game of a file, and complain of the others."""
    code = 0
    for _, game in read_games(file):
        if isinstance(game, InvalidGameError):
            complain(game)
            code = game.exit_code
        else:
            do(game)
    return code


def print_changed(file: str, game: Game, quiet: bool, as_json: bool) -> None:
    """After a change: the board, or the changed game itself where it came by standard input."""
    if file == STANDARD_INPUT:
        print(encode_game(game), end="")
    else:
        _print_game(game, quiet, as_json)


def keep_or_print(game: Game, output: str, force: bool, quiet: bool, as_json: bool) -> None:
    if output == STANDARD_INPUT:
        print(encode_game(game), end="")
    else:
        write_new_game(output, game, force)
        _print_game(game, quiet, as_json)


def _print_game(game: Game, quiet: bool, as_json: bool) -> None:
    if as_json:
        _print_seen(game)
    elif not quiet:
        print(board_text(game.position, game.deal_number, screen_for(sys.stdout)))


def _print_svg(picture: str) -> None:
    # In any encoding it is the same picture.
    print(picture.encode("ascii", "xmlcharrefreplace").decode(), end="")


def _print_seen(game: Game, reveal: bool = False) -> None:
    from .observation import observe

    print_json(observe(game, reveal))


def print_json(value: object) -> None:
    print(json.dumps(value, separators=(",", ":")))


def _lines(file: str) -> Iterator[str]:
    """The lines of a text file, none longer in memory than a log's may be."""
    from .movelog import MAX_LINE

    try:
        with _open_text(file) as stream:
            number = 0
            while line := stream.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise InvalidGameError(f"line {number}: longer than {MAX_LINE} characters")
                yield line
    except (OSError, ValueError) as error:
        raise InvalidGameError(f"can't be read: {reason(error)}") from None


def _open_text(file: str) -> TextIO:
    source: str | int = 0 if file == STANDARD_INPUT else file
    return open(source, encoding="utf-8-sig", errors="replace", closefd=source != 0)
