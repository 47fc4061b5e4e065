"""The commands that survey many deals: `solve --deals`, and `survey`, which sums up its lines."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

from .commands import chosen_rules, complain, deal_numbers
from .errors import InvalidGameError, UsageError, quote
from .files import STANDARD_INPUT, display_name, write_new_file
from .game import Game, moves_in_words
from .movelog import format_log
from .rules import Rules, is_own_game
from .solver import UNWINNABLE, WON, Limits
from .solver.statistics import Collection, summarise, summary_lines, summary_to_dict
from .solver.survey import VERDICTS, DealResult, Task, encode_result
from .solver.survey import survey as searched
from .solver.surveyfile import SurveyFile, read_results
from .solver.workers import Cluster, Processes, Workers
from .terminal import screen_for

_ALL = "all"
_MOST_JOBS = 1024
_MOST_COMPLAINTS = 10
_REDRAW_SECONDS = 0.2
_BAR = 20


def solve_deals(
    game: str | None,
    rules: str | None,
    deals: str,
    limits: Limits,
    jobs: str | None = None,
    resume: str | None = None,
    scheduler: str | None = None,
    lines: bool = False,
    as_json: bool = False,
    quiet: bool = False,
) -> int:
    """Solve many deals of a game, and print a line for each as it is done.

    Args:
        game: its name, or None for the default game or where ``rules`` says it.
        rules: a TOML file of rules.
        deals: numbers and ranges, such as ``1-1000,2003``; ``-`` reads them from standard input.
        limits: of each search; with several jobs each may take the memory that they allow.
        jobs: how many processes: a whole number, 1 if None; 0 or ``all`` for one a core.
        resume: a file of earlier lines; deals that it has are left out, new lines are added to it.
        scheduler: the address of a Dask scheduler whose workers do the searches.
        lines: whether to print the winning moves too.
        as_json: whether to print a line of JSON a deal.
        quiet: whether to print nothing, which makes sense with ``resume``.

    Returns:
        The exit code: 0 when every deal has its line, whatever the verdicts; 4 where some deal
        could not be searched; 128 + the number of a signal that ended it.

    Raises:
        UsageError: what can't be asked for.
        InvalidGameError: a file that can't be read or written, workers that can't be reached.
    """
    if quiet and resume is None:
        raise UsageError("--quiet goes with --resume FILE, which keeps what is found")
    if scheduler is not None and jobs not in (None, "1"):
        raise UsageError("--jobs is for this machine; a cluster has the workers that it has")
    if rules == deals == STANDARD_INPUT:
        raise UsageError("only one of --rules and --deals can be read from standard input")
    count = _job_count(jobs)
    played = chosen_rules(game, rules)
    if lines and not as_json and is_own_game(played):
        raise UsageError("--lines as a log can't tell a game of your own rules; add --json")
    # All of them before the first search, so that a slip in the last is told at once.
    numbers = list(deal_numbers(deals))
    with ExitStack() as stack:
        file = None
        if resume is not None:
            file = stack.enter_context(SurveyFile(resume))
            if file.is_output():
                raise UsageError(
                    f"standard output goes to {display_name(resume)}, which --resume writes: one "
                    "of them"
                )
        run = _Run(played, numbers, limits, lines, file)
        run.printing = "" if quiet else "json" if as_json else "log" if lines else "text"
        signals = stack.enter_context(_Signals())
        workers: Workers = Cluster(scheduler) if scheduler is not None else Processes(count)
        stack.callback(workers.close)
        stack.callback(run.progress.erase)
        run.go(workers, signals)
        failures = run.failures
    if signals.number:
        told = f"stopped after {run.progress.done:,} of {run.progress.total:,} deals"
        complain(told + ("; the same command goes on from there" if file else ""))
        return 128 + signals.number
    if failures:
        complain(f"{failures:,} of {run.progress.total:,} deals could not be searched")
    return 4 if failures else 0


def _job_count(jobs: str | None) -> int:
    if jobs is None:
        return 1
    if jobs in (_ALL, "0"):
        cores = getattr(os, "sched_getaffinity", None)
        return len(cores(0)) if cores else os.cpu_count() or 1
    if not (jobs.isascii() and jobs.isdigit() and int(jobs[:5]) <= _MOST_JOBS):
        raise UsageError(
            f"--jobs {quote(jobs)}: a whole number from 1 to {_MOST_JOBS} is needed, or {_ALL}, "
            "for one a core"
        )
    return int(jobs)


class _Run:
    """One run over many deals: what is done with each result."""

    def __init__(
        self,
        rules: Rules,
        numbers: list[range],
        limits: Limits,
        lines: bool,
        file: SurveyFile | None,
    ) -> None:
        self._rules = rules
        self._numbers = numbers
        self._limits = limits
        self._lines = lines
        self._file = file
        self._found = Collection()
        self.printing = "text"
        self.failures = 0
        self.progress = _Progress(sum(part.stop - part.start for part in numbers))

    def go(self, workers: Workers, signals: _Signals) -> None:
        """Search, until there is no deal left or a signal ends it."""
        for result in searched(self._tasks(), workers, lambda: bool(signals.number)):
            if result is not None:
                if self._file is not None:
                    self._file.add(result)
                self._count(result, True)
                self._print(result)
            self.progress.draw()
        self.progress.erase()
        if self.printing in ("text", "log") and self.progress.total > 1:
            self._print_summary()

    def _tasks(self) -> Iterator[Task]:
        """What is to be searched: each deal once, and none that the file has."""
        seen = set()
        told = False
        for deal in (deal for part in self._numbers for deal in part):
            task = Task(self._rules, deal, self._limits, self._lines)
            earlier = None if self._file is None else self._file.find(task)
            if deal in seen:
                self.progress.skip()
            elif earlier is not None:
                self._count(earlier, False)
            else:
                if self._file is not None and not told and self._file.has_otherwise(task):
                    told = True
                    self.progress.erase()
                    complain(
                        f"{self._file.name}: has deal {deal}, and perhaps others, but not searched "
                        "as now; such deals are searched again"
                    )
                yield task
            seen.add(deal)

    def _count(self, result: DealResult, searched: bool) -> None:
        self.progress.add(result, searched)
        self.failures += bool(result.error)
        if self.printing in ("text", "log"):
            self._found.add(result, "")

    def _print(self, result: DealResult) -> None:
        if not self.printing:
            return
        self.progress.erase()
        if self.printing == "json":
            text = encode_result(result)
        elif self.printing == "text":
            text = result_in_words(result)
        else:
            text = f"# {result_in_words(result)}"
            if result.line is not None:
                game = Game.deal(result.rules, result.deal)
                game.push_all(result.line)
                text += f"\n{format_log(game)}"
        print(text, flush=True)

    def _print_summary(self) -> None:
        summaries = [summarise(rules, found.values()) for rules, found in self._found.games.items()]
        if summaries:
            mark = "# " if self.printing == "log" else ""
            print()
            for line in summary_lines(summaries):
                print(f"{mark}{line}".rstrip())


def result_in_words(result: DealResult) -> str:
    """A result as a line for people."""
    told = f"{result.rules.name} {result.deal}: "
    if result.error:
        return f"{told}not searched: {result.error}"
    if result.verdict == WON:
        told += f"won in {moves_in_words(result.moves or 0)}"
    elif result.verdict == UNWINNABLE:
        told += "proved unwinnable"
    else:
        told += f"undecided, {result.cards_home} of {52 * result.rules.packs} cards home at best"
        if result.chance is not None:
            told += f", chance of a win about {result.chance:.0%}"
    return f"{told}; {result.nodes:,} nodes, {result.seconds:.2f} s"


class _Signals:
    """Signals that end a run: the first lets it keep what is done, the second ends it at once."""

    def __init__(self) -> None:
        self.number = 0
        self._before = {
            number: signal.getsignal(number)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        }

    def __enter__(self) -> _Signals:
        for number, handler in self._before.items():
            if handler != signal.SIG_IGN:
                signal.signal(number, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _heard(self, number: int, _: object) -> None:
        self.number = number
        self.__exit__()


class _Progress:
    """A line on standard error that says how far a run is, if that is a terminal."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self._verdicts: Counter[str] = Counter()
        self._searched = 0
        self._begun = time.monotonic()
        self._drawn = 0.0
        self._there = False
        self._shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._width = screen_for(sys.stderr).width - 1

    def skip(self) -> None:
        """A deal needs no search."""
        self.done += 1

    def add(self, result: DealResult, searched: bool) -> None:
        """A deal is done, by a search now or earlier."""
        self.done += 1
        self._searched += searched
        self._verdicts[result.verdict] += 1

    def draw(self) -> None:
        """Draw the line, if it is time."""
        now = time.monotonic()
        if not self._shown or (self._there and now - self._drawn < _REDRAW_SECONDS):
            return
        self._drawn, self._there = now, True
        told = f"{self.done:,} of {self.total:,} deals"
        told += "".join(f", {self._verdicts[verdict]:,} {verdict}" for verdict in VERDICTS)
        if self._searched:
            left = (now - self._begun) / self._searched * (self.total - self.done)
            told += f"; about {_duration(left)} left"
        filled = round(_BAR * self.done / max(1, self.total))
        bar = f"[{'#' * filled:-<{_BAR}}] "
        if len(bar) + len(told) > self._width:
            bar = ""
        print(f"\r\x1b[K{bar}{told[: self._width]}", end="", file=sys.stderr, flush=True)

    def erase(self) -> None:
        """Make place for other output."""
        if self._there:
            self._there = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def survey(*files: str, as_json: bool = False, svg: str | None = None, force: bool = False) -> int:
    """Sum up the lines that `solve --deals --json` printed.

    Args:
        files: of such lines; ``-`` is standard input.
        as_json: whether to print an object a game instead of tables.
        svg: where to write a picture; ``-`` prints it, and nothing else.
        force: whether to overwrite that file.

    Returns:
        The exit code: 3 where a line is not such a line, or contradicts another.

    Raises:
        InvalidGameError: a file can't be read, or there is no such line in any.
    """
    if svg == STANDARD_INPUT and as_json:
        raise UsageError("--svg - prints a picture; --json does not go with it")
    if svg in files and svg != STANDARD_INPUT:
        raise UsageError(f"--svg {quote(svg)}: is read as a survey; name another file")
    found = Collection()
    code = 0
    for file in files:
        code = max(code, _collect(file, found))
    if not found.games:
        if code:
            return code
        names = ", ".join(map(display_name, files))
        raise InvalidGameError(
            f"{names}: no deal's result; solve --game GAME --deals N-M --json prints them"
        )
    games = [list(results.values()) for results in found.games.values()]
    if svg is not None:
        from .solver.plot import survey_svg

        picture = survey_svg(games)
        if svg == STANDARD_INPUT:
            # In any encoding it is the same picture.
            print(picture.encode("ascii", "xmlcharrefreplace").decode(), end="")
            return code
        write_new_file(svg, picture, force)
    summaries = [summarise(results[0].rules, results) for results in games]
    if as_json:
        for summary in summaries:
            print(json.dumps(summary_to_dict(summary), separators=(",", ":")))
    else:
        print("\n".join(summary_lines(summaries)))
    return code


def _collect(file: str, found: Collection) -> int:
    """Take in the results of a file, and complain of what is wrong; returns the exit code."""
    name = display_name(file)
    faults = repeats = 0
    first_repeat = ""
    for number, result in read_results(file):
        place = f"{name}, line {number}"
        if isinstance(result, InvalidGameError):
            fault = f"{place}: {result}"
        else:
            clash = found.add(result, place)
            if clash is None:
                continue
            about = f"deal {result.deal} of {result.rules.name}"
            if not clash.contradicts:
                repeats += 1
                first_repeat = first_repeat or f"line {number}: {about} is in {clash.place} too"
                continue
            fault = f"{place}: {about} is {result.verdict} here, but not in {clash.place}"
        faults += 1
        if faults <= _MOST_COMPLAINTS:
            complain(fault)
    if faults > _MOST_COMPLAINTS:
        complain(f"{name}: {faults - _MOST_COMPLAINTS:,} more lines are wrong")
    if repeats:
        more = f", and {repeats - 1:,} more such" if repeats > 1 else ""
        complain(f"{name}, {first_repeat}{more}; each deal counts once, decided if it ever was")
    return 3 if faults else 0
