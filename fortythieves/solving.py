"""The commands `solve` and `hint`.

What `solve` prints on standard output as text is always a win, so that whatever reads it may
replay it; a verdict without one goes to standard error, and is the exit code.
"""

from __future__ import annotations

from collections.abc import Callable

from .commands import print_changed, print_json
from .errors import FortyThievesError, IllegalMoveError, InvalidGameError, UsageError
from .files import STANDARD_INPUT, change_game, display_name, read_game
from .game import Game, moves_in_words
from .movelog import format_log, wrapped_moves
from .moves import parse_count
from .solver import UNDECIDED, WON, Limits
from .winning import (
    CATALOGUE,
    KEPT,
    Answer,
    answer_to_dict,
    find_hint,
    find_win,
    hint_lines,
    hint_to_dict,
    verdict_error,
)


def solve(
    file: str,
    limits: Limits | None = None,
    apply: bool = False,
    best: bool = False,
    quiet: bool = False,
    as_json: bool = False,
) -> int:
    """Search for a win from a game's present position, and print it as a log or play it.

    Args:
        file: the game.
        limits: of the search.
        apply: whether to play the winning line into the file.
        best: whether to print, where there is no verdict, the line that came furthest.
        quiet: whether to print no log and no board.
        as_json: whether to print the answer as an object.

    Returns:
        The exit code, where it is told in JSON; else a verdict that is no win is raised.

    Raises:
        UnwinnableError, UndecidedError: there is no win, or none was found.
        InvalidGameError: the file can't be read or written, or was changed meanwhile.
    """
    if apply and best:
        raise UsageError("--apply plays a win only, --best prints what is none: one or the other")
    game = read_game(file)
    answer = _found(file, lambda: find_win(game, limits or Limits()))
    solution = answer.solution
    error = verdict_error(game.position, answer)
    changed = game
    if apply and solution.moves and error is None:
        changed = _change(file, game, "played", answer, lambda now: now.push_all(solution.moves))
    if as_json and not (apply and file == STANDARD_INPUT):
        deal = None if game.deal_number is None else str(game.deal_number)
        print_json({"game": game.rules.name, "deal": deal, **answer_to_dict(answer)})
        return error.exit_code if error else 0
    if error is not None:
        if best and not quiet and solution.verdict == UNDECIDED and solution.moves:
            print(_line_text(game, answer), end="")
        raise error.at(display_name(file))
    if apply:
        print_changed(file, changed, quiet, False)
    elif not quiet:
        print(_line_text(game, answer), end="")
    return 0


def check_options(file: str | None, of_many: dict[str, object], of_one: dict[str, object]) -> None:
    """Refuse options of `solve` that contradict one another.

    Args:
        file: the game, if one is to be solved.
        of_many: the options for solving many deals, by name; false where not given.
        of_one: those for solving one game.

    Raises:
        UsageError: in which words.
    """
    many = [name for name, value in of_many.items() if value not in (None, False)]
    one = [name for name, value in of_one.items() if value]
    if file is not None:
        if many:
            raise UsageError(f"{many[0]} is for solving many deals, and goes with no FILE")
        return
    if "--deals" not in many:
        if many:
            raise UsageError(f"{many[0]} is for solving many deals: --deals N-M says which")
        raise UsageError("say what to solve: FILE, or --game GAME --deals N-M")
    if one:
        raise UsageError(f"{one[0]} is for the game of a FILE, and does not go with --deals")


def hint(
    file: str,
    limits: Limits | None = None,
    moves: str = "1",
    keep: bool = False,
    quiet: bool = False,
    as_json: bool = False,
) -> int:
    """Print the next move of a win; undecided, the one that looks most promising.

    Args:
        file: the game.
        limits: of the search; a line that is kept in the file needs none.
        moves: how many moves to print: a number, or ``all``.
        keep: whether to put the winning line into the file.
        quiet: whether to print the moves alone, a line each.
        as_json: whether to print the answer as an object.

    Returns:
        The exit code, where it is told in JSON; else a verdict that is no win is raised.

    Raises:
        UnwinnableError, UndecidedError: there is no win, or none was found; the promising moves
            have been printed.
        UsageError: a number of moves that is none.
        InvalidGameError: the file can't be read or written, or was changed meanwhile.
    """
    count = parse_count(moves)
    game = read_game(file)
    answer = _found(file, lambda: find_hint(game, limits or Limits()))
    position = game.position
    line = answer.solution.moves
    error = verdict_error(position, answer)
    if game.won:
        error = IllegalMoveError("game-won", "the game is won: no move is left to make")
    if keep and error is None and not game.kept_line:
        game = _change(file, game, "kept", answer, lambda now: now.keep(line))
    if keep and file == STANDARD_INPUT:
        if error is None:
            print_changed(file, game, quiet, as_json)
    elif as_json:
        print_json(hint_to_dict(position, answer, count))
        return error.exit_code if error else 0
    else:
        lines = line[: count or None] if quiet else hint_lines(position, answer, count)
        print("".join(f"{line}\n" for line in lines), end="")
    if error is not None:
        raise error.at(display_name(file))
    return 0


def _found(file: str, find: Callable[[], Answer]) -> Answer:
    try:
        return find()
    except FortyThievesError as error:
        raise error.at(display_name(file)) from None


def _change(
    file: str, searched: Game, done: str, answer: Answer, change: Callable[[Game], object]
) -> Game:
    """Change the file's game, which others may change while a search runs, if it is still that."""
    if file == STANDARD_INPUT:
        change(searched)
        return searched

    def change_if_same(now: Game) -> None:
        if now.position != searched.position:
            raise InvalidGameError(f"{display_name(file)}: was changed while the search ran")
        change(now)

    try:
        return change_game(file, change_if_same)
    except InvalidGameError as error:
        moves = " ".join(map(str, answer.solution.moves))
        raise InvalidGameError(f"{error}, so that its line was not {done}: {moves}") from None


_SOURCES = {
    KEPT: "the line kept in the game",
    CATALOGUE: "known from the catalogue",
}


def _line_text(game: Game, answer: Answer) -> str:
    """The game with the moves of an answer as a log; where none can tell it, the moves alone."""
    source, solution = answer
    whole = game.copy()
    for move in solution.moves:
        whole.position.push(move)
    what = moves_in_words(len(solution.moves))
    what += f" after the {len(game.moves)} made" if game.moves else " from the opening"
    how = _SOURCES.get(source, f"{solution.nodes:,} nodes")
    if solution.saved:
        how += f"; {solution.saved} fewer than the first win found"
    if game.won:
        about = ["# Won already."]
    elif solution.verdict == WON:
        about = [f"# Won by {what} ({how})."]
    else:
        home = whole.position.cards_home
        about = [f"# NOT A WIN: {what} bring {home} cards home; no verdict ({how})."]
    try:
        return "\n".join([*about, format_log(whole, {"verdict": solution.verdict})])
    except InvalidGameError as error:
        about.append(f"# These moves alone, for the command move: {error}.")
        return "\n".join([*about, *wrapped_moves(solution.moves), ""])
