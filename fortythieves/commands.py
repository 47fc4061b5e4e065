"""What each command does, as a function of plain strings that prints its result.

Every module that a command needs beyond `files` is imported inside it, so that one move costs no
more than what it uses.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from .board import Screen, board_text
from .errors import FortyThievesError, IllegalMoveError, InvalidGameError, UsageError, quote
from .files import STANDARD_INPUT, change_game, printable, read_game, write_new_game
from .game import Game
from .gamejson import encode_game
from .records import TYPE_CHECKING
from .rules import DEFAULT_GAME
from .terminal import screen_for

if TYPE_CHECKING:
    from typing import TextIO


def new(
    game: str = DEFAULT_GAME,
    deal: str | None = None,
    output: str = STANDARD_INPUT,
    force: bool = False,
    quiet: bool = False,
) -> None:
    """Deal a game into a file, or as JSON to standard output."""
    from .deals import parse_deal_number

    dealt = Game.deal(game, None if deal is None else parse_deal_number(deal))
    _keep_or_print(dealt, output, force, quiet)


def move(file: str, *moves: str, quiet: bool = False) -> None:
    """Make moves, all or none, and print the board."""

    _print_changed(file, change_game(file, lambda game: game.push_all(moves)), quiet)


def undo(file: str, count: str = "1", quiet: bool = False) -> None:
    """Take moves back, and print the board."""
    number = _count(count)

    def take_back(game: Game) -> None:
        _enough(number, len(game.moves), "nothing-to-undo", "taken back", "made")
        for _ in range(number):
            game.pop()

    _print_changed(file, change_game(file, take_back), quiet)


def redo(file: str, count: str = "1", quiet: bool = False) -> None:
    """Make moves again that were taken back, and print the board."""
    number = _count(count)

    def make_again(game: Game) -> None:
        _enough(number, len(game.undone), "nothing-to-redo", "made again", "taken back")
        for _ in range(number):
            game.redo()

    _print_changed(file, change_game(file, make_again), quiet)


def show(file: str, reveal: bool = False, color: str = "auto") -> None:
    """Print the board."""
    screen = screen_for(sys.stdout, color, reveal)
    _print_board(read_game(file), screen)


def moves(file: str) -> None:
    """Print the legal moves, one a line."""
    for legal in read_game(file).legal_moves():
        print(legal)


def log(file: str) -> None:
    """Print the moves made as a move log."""
    from .movelog import format_log

    game = read_game(file)
    try:
        print(format_log(game), end="")
    except InvalidGameError as error:
        raise InvalidGameError(f"{printable(file)}: {error}") from None


def replay(
    file: str,
    boards: bool = False,
    to: str | None = None,
    output: str | None = None,
    force: bool = False,
    quiet: bool = False,
) -> None:
    """Play the games of a log from their deals, checking every move, and print the boards."""
    stop = None if to is None else _count(to, least=0)
    game = None
    replayed = _replayed(file, stop, boards, one_game=output is not None)
    for number, game in enumerate(replayed):
        if not quiet and (boards or output is None):
            if number:
                print()
            _print_board(game)
    if game is not None and output is not None:
        _keep_or_print(game, output, force, quiet or boards)


def _replayed(file: str, stop: int | None, every: bool, one_game: bool) -> Iterator[Game]:
    """The games of a log, each at its end, or at its deal and after every move."""
    from .movelog import read_log
    from .movelog import replay as played

    name = "standard input" if file == STANDARD_INPUT else printable(file)
    stream = _open_text(file, name)
    number = 0
    try:
        for number, logged in enumerate(read_log(_lines(stream)), 1):
            if one_game and number > 1:
                raise UsageError(f"{name}: -o keeps one game, and this log holds several")
            for game in played(logged, stop):
                if every:
                    yield game
            if not every:
                yield logged.game
        if not number:
            raise InvalidGameError("holds no game; one begins with a line 'game: NAME'")
    except InvalidGameError as error:
        error.args = (f"{name}: {error}",)
        raise
    except OSError as error:
        raise InvalidGameError(f"{name}: can't be read: {error.strerror}") from None
    finally:
        stream.close()


def check(*files: str, quiet: bool = False) -> int:
    """Check game files: each one's history, position, and deal; returns the exit code."""
    code = 0
    for file in files:
        try:
            game = read_game(file)
            _check_deal(game, file)
        except FortyThievesError as error:
            complain(error)
            code = error.exit_code
            continue
        if not quiet:
            dealt = "set up by hand" if game.deal_number is None else f"deal {game.deal_number}"
            print(
                f"{printable(file)}: good: {game.rules.title}, {dealt}, "
                f"{_moves(len(game.moves))} made, {game.status}"
            )
    return code


def _check_deal(game: Game, file: str) -> None:
    if game.deal_number is not None:
        from .deals import deal

        if deal(game.rules, game.deal_number) != game.opening:
            raise InvalidGameError(
                f"{printable(file)}: opening: these are not the cards of deal {game.deal_number} "
                f"of {game.rules.title}"
            )


def games() -> None:
    """Print the games, one a line: name and rules in short."""
    from .rulebook import summary
    from .rules import GAMES

    width = max(map(len, GAMES))
    for name, rules in GAMES.items():
        print(f"{name:<{width}}  {summary(rules)}")


def rules(game: str = DEFAULT_GAME) -> None:
    """Print the rules of a game."""
    from .rulebook import describe
    from .rules import find_rules

    print(describe(find_rules(game)))


def complain(error: FortyThievesError) -> None:
    """Say on standard error what went wrong, in one line."""
    print(f"fortythieves: {error}", file=sys.stderr)


# What several commands do.


def _print_changed(file: str, game: Game, quiet: bool) -> None:
    """After a change: the board, or the changed game itself where it came by standard input."""
    if file == STANDARD_INPUT:
        print(encode_game(game), end="")
    elif not quiet:
        _print_board(game)


def _keep_or_print(game: Game, output: str, force: bool, quiet: bool) -> None:
    if output == STANDARD_INPUT:
        print(encode_game(game), end="")
        return
    write_new_game(output, game, force)
    if not quiet:
        _print_board(game)


def _print_board(game: Game, screen: Screen | None = None) -> None:
    print(board_text(game.position, game.deal_number, screen or screen_for(sys.stdout)))


def _count(text: str, least: int = 1) -> int:
    """Read how many moves are meant."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        raise UsageError(f"{quote(text)} is not a number of moves: {least}, {least + 1}, … are")
    return int(text)


def _enough(wanted: int, there: int, code: str, verb: str, done: str) -> None:
    if wanted > there:
        if there:
            raise IllegalMoveError(code, f"only {_moves(there)} can be {verb}, not {wanted}")
        raise IllegalMoveError(code, f"no move can be {verb}: none has been {done}")


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _open_text(file: str, name: str) -> TextIO:
    try:
        if file == STANDARD_INPUT:
            return open(sys.stdin.fileno(), encoding="utf-8-sig", errors="replace", closefd=False)
        return open(file, encoding="utf-8-sig", errors="replace")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InvalidGameError(f"{name}: can't be read: {reason}") from None


def _lines(stream: TextIO) -> Iterator[str]:
    """The lines of a stream, none longer in memory than a log's may be."""
    from .movelog import MAX_LINE

    while line := stream.readline(MAX_LINE + 1):
        yield line
