"""Solving many deals: a result for each, as it comes, and its line of JSON."""

from __future__ import annotations

import json
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import Any, NamedTuple, TypeGuard

from .. import __version__
from ..customrules import rules_from_dict, rules_to_dict
from ..deals import deal as dealt
from ..deals import parse_deal_number
from ..errors import InvalidGameError, UsageError, shown
from ..rules import GAMES, Rules, is_own_game
from .solve import UNDECIDED, UNWINNABLE, WON, Limits, solve
from .workers import Workers

VERDICTS = (WON, UNWINNABLE, UNDECIDED)
_TICK_SECONDS = 0.2


class Task(NamedTuple):
    """A deal to be solved: by which rules, within which limits, and whether the line is wanted."""

    rules: Rules
    deal: int
    limits: Limits
    lines: bool = False


class DealResult(NamedTuple):
    """What came of one deal.

    Attributes:
        rules: of the game.
        deal: its number.
        verdict: WON, UNWINNABLE or UNDECIDED.
        moves: how many moves win it; None if it is not won.
        nodes: positions generated.
        seconds: time taken.
        cards_home: the most cards home on any line.
        chance: if undecided, the estimated chance of a win, where one is known.
        error: why the deal could not be searched to its limits; mostly empty.
        line: the moves that win it, where they were asked for.
        limits: of the search; None where they aren't known.
    """

    rules: Rules
    deal: int
    verdict: str
    moves: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    cards_home: int = 0
    chance: float | None = None
    error: str = ""
    line: tuple[str, ...] | None = None
    limits: Limits | None = None


def solve_deal(task: Task, stopped: Callable[[], bool] | None = None) -> DealResult:
    """Solve one deal; what goes wrong in its search becomes part of the result."""
    rules, deal, limits, lines = task
    try:
        found = solve(dealt(rules, deal), limits, None if stopped is None else lambda _: stopped())
    except MemoryError:
        return failed(task, "out of memory")
    except Exception as error:
        return failed(task, f"{type(error).__name__}: {error}")
    won = found.verdict == WON
    return DealResult(
        rules,
        deal,
        found.verdict,
        len(found.moves) if won else None,
        found.nodes,
        round(found.seconds, 3),
        found.cards_home,
        found.chance,
        line=tuple(map(str, found.moves)) if won and lines else None,
        limits=limits,
    )


def failed(task: Task, why: str) -> DealResult:
    """The result of a deal that could not be searched."""
    return DealResult(task.rules, task.deal, UNDECIDED, error=why, limits=task.limits)


def survey(
    tasks: Iterable[Task], workers: Workers, stopped: Callable[[], bool] = lambda: False
) -> Iterator[DealResult | None]:
    """Solve deals with all workers at once; gives one result a deal, as each is done.

    A deal whose worker dies is done again; if that happens time after time, its result is
    UNDECIDED, with the reason as its ``error``.

    Args:
        tasks: the deals; taken one by one as there is a worker for them.
        workers: who solves them; it is for the caller to close them.
        stopped: asked several times a second; if true, what is done is still given, and no more.

    Yields:
        Results; and None when there has been none for a while, so that a caller can show that
        time passes.

    Raises:
        NoWorkersError: nobody is left to solve them.
    """
    fresh = iter(tasks)
    again: deque[Task] = deque()
    deaths: Counter[Task] = Counter()
    at: dict[Future[DealResult], Task] = {}
    exhausted = False
    while at or again or not exhausted:
        ending = stopped()
        slots = 0 if ending else workers.slots()
        while len(at) < slots and (again or not exhausted):
            task = again.popleft() if again else next(fresh, None)
            if task is None:
                exhausted = True
            else:
                at[workers.submit(solve_deal, task)] = task
        if not at and not exhausted and not ending:
            time.sleep(_TICK_SECONDS)
        done, _ = wait(at, 0 if ending else _TICK_SECONDS, FIRST_COMPLETED)
        for future in done:
            task = at.pop(future)
            try:
                yield future.result()
            except CancelledError:
                again.append(task)
            except Exception as error:
                how = workers.death(error)
                deaths[task] += 1
                if deaths[task] < workers.attempts:
                    again.append(task)
                else:
                    times = f" {workers.attempts} times" if workers.attempts > 1 else ""
                    yield failed(task, f"its worker died{times}: {how}")
        if ending:
            return
        if not done:
            yield None


def encode_result(result: DealResult) -> str:
    """A result as a line of JSON, without the newline."""
    about: dict[str, Any] = {
        "game": result.rules.name,
        "deal": str(result.deal),
        "verdict": result.verdict,
        "moves": result.moves,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "cards_home": result.cards_home,
    }
    if result.verdict == UNDECIDED:
        about["chance"] = None if result.chance is None else round(result.chance, 4)
    if result.error:
        about["error"] = result.error
    if result.line is not None:
        about["line"] = result.line
    about["limits"] = None if result.limits is None else result.limits._asdict()
    if is_own_game(result.rules):
        about["rules"] = rules_to_dict(result.rules)
    about["version"] = __version__
    return json.dumps(about, separators=(",", ":"))


def decode_result(text: str | bytes) -> DealResult:
    """Read a line that `encode_result` wrote; other keys than those that are known may be there.

    Raises:
        InvalidGameError: it is not such a line; the message says why.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if type(data) is not dict:
        raise InvalidGameError("not a deal's result: an object of JSON in one line is needed")
    for key in ("game", "deal", "verdict", "nodes", "seconds"):
        if key not in data:
            raise InvalidGameError(f"not a deal's result: it has no {key!r}")
    verdict, moves = data["verdict"], data.get("moves")
    if verdict not in VERDICTS:
        raise _wrong("verdict", verdict, f"one of {', '.join(VERDICTS)}")
    if moves is None if verdict == WON else moves is not None:
        raise _wrong("moves", moves, "a number if the deal is won, and else null")
    chance = data.get("chance")
    if chance is not None and not (_is_number(chance) and 0 <= chance <= 1):
        raise _wrong("chance", chance, "a number from 0 to 1, or null")
    line = data.get("line")
    if line is not None and type(line) is not list:
        raise _wrong("line", line, "a list of moves, or null,")
    return DealResult(
        _rules(data),
        _deal(data["deal"]),
        verdict,
        None if moves is None else _whole("moves", moves),
        _whole("nodes", data["nodes"]),
        _seconds(data["seconds"]),
        _whole("cards_home", data.get("cards_home", 0)),
        chance,
        str(data.get("error") or ""),
        None if line is None else tuple(map(str, line)),
        _limits(data.get("limits")),
    )


def _wrong(key: str, value: object, needed: str) -> InvalidGameError:
    return InvalidGameError(f"{key}: {shown(value)}: {needed} is needed")


def _rules(data: dict[str, Any]) -> Rules:
    own = data.get("rules")
    rules = GAMES.get(str(data["game"])) if own is None else rules_from_dict(own)
    if rules is None or rules.name != data["game"]:
        raise _wrong("game", data["game"], "the name of a game, or with 'rules' of one's own,")
    return rules


def _deal(value: object) -> int:
    try:
        return parse_deal_number(value if type(value) is str else "")
    except UsageError:
        raise _wrong("deal", value, "the number of a deal, as a string,") from None


# More than any search will ever count.
_MOST = 10**18


def _whole(key: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= _MOST:
        raise _wrong(key, value, "a whole number, from 0 to 10^18,")
    return value


def _seconds(value: object) -> float:
    if not _is_number(value) or value > _MOST:
        raise _wrong("seconds", value, "a number, from 0 to 10^18,")
    return float(value)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and type(value) is not bool and 0 <= value < math.inf


def _limits(value: object) -> Limits | None:
    """Limits as another version of this program may have written them."""
    if type(value) is not dict:
        return None
    known = {key: value[key] for key in Limits._fields if key in value}
    if not all(number is None or isinstance(number, int | float) for number in known.values()):
        return None
    return Limits(**known)
