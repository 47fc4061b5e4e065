"""Whether a game can be won, and how: by its kept line, by a search, or by the catalogue.

All cards are looked at, those face down and the stock too. Every line is replayed through the
rules engine before it is given out. While a search runs, a terminal is shown how far it has come,
and Ctrl-C ends the search, not the program.
"""

from __future__ import annotations

import os
import signal
import sys
from time import monotonic

from .catalogue import entries, known, winning_line
from .deals import random_deal_number
from .errors import (
    FortyThievesError,
    IllegalMoveError,
    InternalError,
    UndecidedError,
    UnwinnableError,
)
from .game import Game, moves_in_words
from .limits import parse_limits
from .moves import Move
from .records import TYPE_CHECKING, NamedTuple
from .rules import Rules
from .solver import UNDECIDED, UNWINNABLE, WON, Limits, Progress, Solution, solve
from .words import move_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType
    from typing import Any

    from .position import Position

# Where an answer comes from.
SEARCH, KEPT, CATALOGUE = "search", "kept", "catalogue"
# How long a winnable deal is looked for, and which part of that one random deal may take.
_DEALING_SECONDS, _PART = "60", 10


class Answer(NamedTuple):
    """Whether a game can be won: where the answer comes from, and the solution.

    Where it comes from elsewhere than a search, the solution's nodes and seconds are those of the
    search that was tried before.
    """

    source: str
    solution: Solution


def find_win(game: Game, limits: Limits) -> Answer:
    """Search for a win from a game's present position; if that does not decide, say what is known.

    Raises:
        InternalError: the search gave a line that does not win.
    """
    solution = _search(game.position, limits)
    if solution.verdict == WON:
        if limits.shorten and 0 < len(game.kept_line) < len(solution.moves):
            return _known_win(KEPT, game.kept_line, solution)
    elif solution.verdict == UNDECIDED:
        return _otherwise_known(game, solution) or Answer(SEARCH, solution)
    return Answer(SEARCH, solution)


def find_hint(game: Game, limits: Limits, win: Sequence[Move] = ()) -> Answer:
    """As `find_win`, but a line that is kept in the game needs no search.

    Args:
        game: the game.
        limits: of the search.
        win: moves from the opening to a win, as found for an earlier hint; if the game has
            followed them so far, they need no search either.
    """
    line = game.kept_line or _rest(win, game.moves)
    if line:
        return _known_win(KEPT, line, Solution(WON))
    return find_win(game, limits)


def dealing_seconds(time: str | None) -> float | None:
    """How long `deal_winnable` may search, as it is written on the command line.

    Raises:
        UsageError: it is no number of seconds.
    """
    return parse_limits(_DEALING_SECONDS if time is None else time).seconds


def deal_winnable(rules: Rules, number: int | None, seconds: float | None) -> Game:
    """Deal a game that can be won: as the catalogue knows, or else as a search finds.

    Args:
        rules: the game's.
        number: the deal; None for a random one of those that can be won.
        seconds: how long searches may take in all; None without end.

    Raises:
        UnwinnableError: the deal can't be won.
        UndecidedError: no deal was found, or not decided, in that time.
    """
    if number is not None:
        return _winnable(rules, number, seconds)
    won = [entry for entry in entries(rules) if entry.verdict == WON]
    if won:
        from random import SystemRandom

        entry = SystemRandom().choice(won)
        winning_line(rules, entry)
        return Game.deal(rules, entry.deal)
    return _random_winnable(rules, seconds)


def _winnable(rules: Rules, number: int, seconds: float | None) -> Game:
    game = Game.deal(rules, number)
    entry = known(rules, number)
    if entry is not None and entry.verdict == WON:
        winning_line(rules, entry)
        return game
    if entry is not None and entry.verdict == UNWINNABLE:
        raise UnwinnableError(f"deal {number} of {rules.title} is known to be unwinnable")
    error = verdict_error(game.position, find_win(game, Limits(seconds)))
    if error is not None:
        raise error.at(f"deal {number} of {rules.title}")
    return game


def _random_winnable(rules: Rules, seconds: float | None) -> Game:
    begun, tried = monotonic(), 0
    while seconds is None or monotonic() < begun + seconds:
        game = Game.deal(rules, random_deal_number())
        tried += 1
        limits = Limits((seconds or float(_DEALING_SECONDS)) / _PART)
        solution = _search(game.position, limits, f"deal {tried}: ")
        if solution.verdict == WON:
            return game
        if solution.stopped:
            break
    deals = "one deal" if tried == 1 else f"{tried} deals"
    error = UndecidedError(
        f"{rules.title}: no deal was found that can be won: {deals} tried in "
        f"{monotonic() - begun:.0f} s"
    )
    error.exit_code = 130 if solution.stopped else error.exit_code
    raise error


def _search(position: Position, limits: Limits, label: str = "") -> Solution:
    """Search, watched; a win has been replayed."""
    try:
        with Watch(label) as watch:
            solution = solve(position, limits, watch)
        if solution.verdict == WON:
            check_line(position, solution.moves)
    except MemoryError:
        raise UndecidedError(
            "not decided: there is less memory than the search was allowed to take"
        ) from None
    except (AssertionError, IllegalMoveError) as error:
        raise InternalError(
            "a fault of this program: the search came to a line that does not win, which is not "
            f"shown ({error}); please report it, with the game and this message"
        ) from error
    return solution


def check_line(position: Position, line: Sequence[Move]) -> None:
    """Replay a line that is said to win from a position.

    Raises:
        IllegalMoveError: a move of it can't be made.
        AssertionError: it does not end in a win.
    """
    end = position.copy()
    for move in line:
        end.push(move)
    if not end.won:
        raise AssertionError(f"{end.cards_home} cards are home at its end")


def _otherwise_known(game: Game, solution: Solution) -> Answer | None:
    """What is known of a game that a search did not decide."""
    if game.kept_line:
        return _known_win(KEPT, game.kept_line, solution)
    if game.deal_number is None or not game.is_as_dealt():
        return None
    entry = known(game.rules, game.deal_number)
    if entry is None or entry.verdict == UNDECIDED:
        return None
    if entry.verdict == UNWINNABLE:
        # Nor then can any position be won to which the deal leads.
        return Answer(CATALOGUE, solution._replace(verdict=UNWINNABLE, moves=(), chance=None))
    rest = _rest(winning_line(game.rules, entry), game.moves)
    return _known_win(CATALOGUE, rest, solution) if rest else None


def _rest(win: Sequence[Move], made: Sequence[Move]) -> Sequence[Move]:
    """What is to come of moves to a win; nothing where others were made."""
    return win[len(made) :] if list(win[: len(made)]) == list(made) else ()


def _known_win(source: str, line: Sequence[Move], solution: Solution) -> Answer:
    won = solution._replace(verdict=WON, moves=tuple(line), chance=None, saved=0)
    return Answer(source, won)


# An answer in words, and as data.


def verdict_error(position: Position, answer: Answer) -> FortyThievesError | None:
    """The answer as an error, with how far the search came; None for a win."""
    source, solution = answer
    if solution.verdict == WON:
        return None
    nodes = f"{solution.nodes:,} nodes"
    if solution.verdict == UNWINNABLE:
        how = "as the catalogue knows" if source == CATALOGUE else nodes
        if position.stuck:
            how = "it is stuck"
        return UnwinnableError(f"proved unwinnable: no line of moves wins from here ({how})")
    what = "stopped without a verdict" if solution.stopped else "not decided within the limits"
    error = UndecidedError(
        f"{what}: {solution.seconds:.1f} s, {nodes}, at most {solution.cards_home} of "
        f"{52 * position.rules.packs} cards home{_chance(solution.chance)}"
    )
    if solution.stopped:
        error.exit_code = 130  # as of anything that Ctrl-C ends
    return error


def _chance(chance: float | None) -> str:
    if chance is None:
        return ""
    return f"; chance of a win {'below 1%' if chance < 0.01 else f'about {chance:.0%}'}"


def hint_lines(position: Position, answer: Answer, count: int) -> list[str]:
    """The first moves of an answer in words, a line each; none where no move is to be told.

    Args:
        position: where the moves begin.
        answer: found for that position.
        count: how many moves; 0 for all.
    """
    solution = answer.solution
    here = position.copy()
    lines = []
    for move in solution.moves[: count or None]:
        lines.append(f"{move}: {move_words(here, move)}")
        here.push(move)
    if lines and solution.verdict == WON:
        lines[0] += f"; it begins a win in {moves_in_words(len(solution.moves))}"
    elif lines:
        lines[0] += "; it looks most promising, but no win is known"
    return lines


def hint_message(position: Position, answer: Answer, count: int) -> str:
    """All that is to be said of a hint."""
    if position.won:
        return "The game is won: no move is left to make."
    lines = hint_lines(position, answer, count)
    error = verdict_error(position, answer)
    return "\n".join([*lines, f"({error})"] if error else lines)


def hint_to_dict(position: Position, answer: Answer, count: int) -> dict[str, Any]:
    """A hint as an object for JSON: `answer_to_dict` with the first moves only.

    ``moves_to_win`` says how many there are in all, if they win; ``message`` all that in words.
    """
    data = answer_to_dict(answer)
    moves = list(map(str, answer.solution.moves))
    data.pop("best_line", None)
    data["moves"] = moves[: count or None]
    data["moves_to_win"] = len(moves) if answer.solution.verdict == WON else None
    data["message"] = hint_message(position, answer, count)
    return data


def answer_to_dict(answer: Answer) -> dict[str, Any]:
    """An answer as an object for JSON.

    Returns:
        ``verdict``; ``moves``, which win, and are none where the verdict is another; ``found_by``
        (search, kept or catalogue); what the search took and reached: ``nodes``, ``seconds``,
        ``cards_home``, ``chance``, ``saved``, ``stopped``; and, undecided, ``best_line``.
    """
    source, solution = answer
    moves = list(map(str, solution.moves))
    undecided = solution.verdict == UNDECIDED
    return {
        "verdict": solution.verdict,
        "moves": [] if undecided else moves,
        "found_by": source,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "cards_home": solution.cards_home,
        "chance": solution.chance,
        "saved": solution.saved,
        "stopped": solution.stopped,
        **({"best_line": moves} if undecided else {}),
    }


class Watch:
    """Watches a search: tells a terminal how far it has come, and stops it at Ctrl-C.

    Used in a ``with`` statement, and given to the search as its ``progress``. A second Ctrl-C does
    what it would do without.
    """

    def __init__(self, label: str = "") -> None:
        self._label = label
        self._stop = False
        self._shown = 0.0
        self._tell = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Watch:
        self._before = signal.getsignal(signal.SIGINT)
        if self._before != signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before != signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._before)
        if self._shown:
            self._write("")

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if self._stop and callable(self._before):
            self._before(number, frame)
        self._stop = True

    def __call__(self, progress: Progress) -> bool:
        if self._tell and progress.seconds >= self._shown + 0.2:
            self._shown = progress.seconds
            self._write(
                f"{self._label}{progress.seconds:.1f} s, {progress.nodes:,} nodes, at most "
                f"{progress.cards_home} cards home"
            )
        return self._stop

    def _write(self, text: str) -> None:
        try:
            # In one line, so that it can be taken away again.
            width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            sys.stderr.write(f"\r\x1b[K{text[: width - 1]}")
            sys.stderr.flush()
        except OSError:
            self._tell = False
