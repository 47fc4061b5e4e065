"""Makes the catalogue of deals in seeds/: searches the deals, and writes what is known of them.

search   searches every deal that is not decided yet, within the limits given; later, with larger
         ones, those that are left. A deal that one run has proved unwinnable is searched once
         more, with other hash keys (another --seed) and twice the limits: it counts as unwinnable
         when both runs say so.
shorten  looks for shorter wins of the deals won.
status   says how far each game is.
write    writes seeds/GAME.log of each game, from all results and what it held before.

Results are kept in build/catalogue, as lines of `fortythieves solve --deals --lines --json`. What
is there is not done again: any run can be broken off (Ctrl-C), and the same command goes on.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path

from fortythieves import GAMES, Game
from fortythieves.catalogue import UNDECIDED, UNWINNABLE, WON, entries
from fortythieves.commands import deal_numbers
from fortythieves.errors import FortyThievesError, InvalidGameError, UsageError
from fortythieves.files import write_new_file
from fortythieves.limits import parse_limits
from fortythieves.movelog import format_log
from fortythieves.rules import Rules
from fortythieves.solver import Limits
from fortythieves.solver.shorten import Shortener
from fortythieves.solver.survey import DealResult, Task
from fortythieves.solver.surveyfile import SurveyFile, read_results
from fortythieves.surveying import solve_deals

TOP = Path(__file__).parent.parent
SEEDS = TOP / "seeds"
RESULTS = TOP / "build" / "catalogue"
# How many deals of each game, from 1 on; the longest work comes last.
DEALS = {name: 100 for name in list(GAMES)[:9] if name != "forty-thieves"} | {"forty-thieves": 1000}


@dataclass
class Known:
    """What is known of a deal.

    Attributes:
        line: the shortest win, as moves; empty if none is known.
        proofs: the nodes of each run that has proved it unwinnable, by its seed.
        confirmed: the nodes of two such runs with different seeds.
        nodes: of the longest search for it.
        cards_home: the most that any search has brought home.
    """

    line: tuple[str, ...] = ()
    proofs: dict[int, int] = field(default_factory=dict)
    confirmed: tuple[int, ...] = ()
    nodes: int = 0
    cards_home: int = 0

    @property
    def verdict(self) -> str:
        """The verdict, or nothing if the deal was never searched."""
        if self.line:
            return WON
        if self.confirmed:
            return UNWINNABLE
        return UNDECIDED if self.nodes else ""

    @property
    def is_settled(self) -> bool:
        return self.verdict in (WON, UNWINNABLE)

    @property
    def is_contradictory(self) -> bool:
        return bool(self.line and (self.proofs or self.confirmed))

    def add(self, result: DealResult) -> None:
        if result.error:
            return
        self.nodes = max(self.nodes, result.nodes)
        self.cards_home = max(self.cards_home, result.cards_home)
        if result.line and (not self.line or len(result.line) < len(self.line)):
            self.line = result.line
        if result.verdict == UNWINNABLE and result.limits is not None:
            self.proofs.setdefault(result.limits.seed, result.nodes)
            if len(self.proofs) > 1 and not self.confirmed:
                self.confirmed = tuple(self.proofs.values())


def knowledge(rules: Rules, folder: Path) -> dict[int, Known]:
    """What the catalogue and all results say of a game's deals, by their numbers."""
    known = {number: Known() for number in range(1, DEALS[rules.name] + 1)}
    for entry in entries(rules):
        if entry.deal in known:
            nodes = max(entry.nodes, default=0)
            confirmed = entry.nodes if entry.verdict == UNWINNABLE else ()
            line = tuple(entry.moves.split())
            known[entry.deal] = Known(line, {}, confirmed, nodes, entry.cards_home)
    for path in sorted(folder.glob("*.ndjson")):
        for number, result in read_results(str(path)):
            if isinstance(result, InvalidGameError):
                say(f"{path}, line {number} is left out: {result}")
            elif result.rules == rules and result.deal in known:
                known[result.deal].add(result)
    return known


def search(rules: Rules, numbers: list[int], limits: Limits, jobs: int, folder: Path) -> int:
    """Search deals that are not settled, then those again that one run has proved unwinnable."""
    code = 0
    for confirming in (False, True):
        known = knowledge(rules, folder)
        batches: dict[int, list[int]] = {}
        for number in numbers:
            deal = known[number]
            if not deal.is_settled and bool(deal.proofs) == confirming:
                seed = limits.seed
                while seed in deal.proofs:
                    seed += 1
                batches.setdefault(seed, []).append(number)
        # The same proof by other keys may take somewhat longer.
        given = doubled(limits) if confirming else limits
        for seed, deals in batches.items():
            seconds = "any time" if given.seconds is None else f"{given.seconds:g} s"
            nodes = "" if given.nodes is None else f", {given.nodes:,} nodes"
            why = ", to confirm a proof" if confirming else ""
            say(f"{rules.name}, {len(deals)} left: {seconds}{nodes} a deal, seed {seed}{why}")
            ended = solve_deals(
                rules.name,
                None,
                ",".join(map(str, deals)),
                given._replace(seed=seed),
                str(jobs),
                str(folder / f"{rules.name}.ndjson"),
                lines=True,
                quiet=True,
            )
            code = max(code, ended)
            if code > 128:
                return code
    return code


def doubled(limits: Limits) -> Limits:
    return limits._replace(
        seconds=None if limits.seconds is None else 2 * limits.seconds,
        nodes=None if limits.nodes is None else 2 * limits.nodes,
    )


def shorten(rules: Rules, numbers: list[int], limits: Limits, jobs: int, folder: Path) -> int:
    """Look for shorter wins of deals won, each once with the same limits."""
    known = knowledge(rules, folder)
    with SurveyFile(str(folder / f"{rules.name}.shorter.ndjson")) as file:
        wins = []
        for number in numbers:
            line = known[number].line
            if line and file.find(Task(rules, number, limits, True)) is None:
                wins.append((rules.name, number, line, limits))
        say(f"{rules.name}, {len(wins)} left to shorten: {limits.seconds:g} s each")
        saved = 0
        with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            for result in pool.imap_unordered(shortened, wins):
                file.add(result)
                saved += len(known[result.deal].line) - (result.moves or 0)
    say(f"{rules.name}: {saved} moves saved")
    return 0


def shortened(win: tuple[str, int, tuple[str, ...], Limits]) -> DealResult:
    """A shorter win than the one given, or the same."""
    name, number, texts, limits = win
    game = Game.deal(name, number)
    line = tuple(game.push_all(texts))
    begun = time.monotonic()
    stop = begun + (limits.seconds or 0.0)
    opening = Game.deal(name, number)
    shortener = Shortener(opening.position, line, limits.seed, lambda: time.monotonic() >= stop)
    shortener.run()
    opening.push_all(shortener.line)
    assert opening.won
    seconds = round(time.monotonic() - begun, 3)
    moves = tuple(map(str, shortener.line))
    nodes, home = shortener.nodes, opening.position.cards_home
    return DealResult(
        GAMES[name], number, WON, len(moves), nodes, seconds, home, line=moves, limits=limits
    )


def status(rules: Rules, known: dict[int, Known]) -> str:
    """How far a game is, in words."""
    piles: dict[str, list[Known]] = {WON: [], UNWINNABLE: [], UNDECIDED: [], "": []}
    for deal in known.values():
        piles[deal.verdict].append(deal)
    told = f"{rules.name}: {len(known)} deals: {len(piles[WON])} won"
    if piles[WON]:
        told += f" (median {statistics.median(len(deal.line) for deal in piles[WON]):g} moves)"
    told += f", {len(piles[UNWINNABLE])} unwinnable, {len(piles[UNDECIDED])} undecided"
    once = sum(bool(deal.proofs) for deal in piles[UNDECIDED])
    told += f" ({once} of them proved unwinnable by one run only)" if once else ""
    return told + f", {len(piles[''])} not searched"


def write(rules: Rules, known: dict[int, Known]) -> int:
    """Write a game's log, whole or not at all; returns the exit code."""
    told = {number: deal for number, deal in known.items() if deal.verdict}
    wrong = [str(number) for number, deal in told.items() if deal.is_contradictory]
    if wrong:
        say(
            f"{rules.name}: proved unwinnable, and won all the same: deal {', '.join(wrong)}; the "
            "search is at fault, and nothing is written"
        )
        return 1
    try:
        log = "\n".join(logged(rules, number, deal) for number, deal in told.items())
        if told:
            write_new_file(SEEDS / f"{rules.name}.log", log, overwrite=True)
    except FortyThievesError as error:
        say(f"{error}; nothing is written")
        return 1
    return 0


def logged(rules: Rules, number: int, deal: Known) -> str:
    """What is known of a deal as a log, the win replayed."""
    game = Game.deal(rules, number)
    headers = {"verdict": deal.verdict}
    if deal.verdict == WON:
        try:
            game.push_all(deal.line)
        except FortyThievesError as error:
            raise error.at(f"{rules.name}, deal {number}") from None
        if not game.won:
            raise InvalidGameError(f"{rules.name}, deal {number}: its moves do not win")
    elif deal.verdict == UNWINNABLE:
        headers["nodes"] = " ".join(map(str, deal.confirmed))
    else:
        headers |= {"nodes": str(deal.nodes), "cards_home": str(deal.cards_home)}
    return format_log(game, headers)


def say(text: str) -> None:
    print(f"catalogue: {text}", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/catalogue",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("action", choices=["search", "shorten", "status", "write"])
    add("--games", metavar="NAMES", help="only these games, with commas between them")
    add("--deals", metavar="NUMBERS", help="search or shorten only these: 1-20,35")
    add("--time", metavar="SECONDS", help="for each deal (10; with --nodes no limit)")
    add("--nodes", metavar="N", help="positions for each deal; so everyone finds the same")
    add("--memory", metavar="BYTES", help="for each deal (1G)")
    add("--seed", metavar="N", help="of hash keys and random numbers (0)")
    add("--jobs", metavar="N", type=int, default=1, help="deals at a time (1)")
    add("--results", metavar="FOLDER", type=Path, default=RESULTS, help="instead of %(default)s")
    options = parser.parse_args(arguments)
    if options.jobs < 1:
        parser.error("--jobs: at least 1 is needed")
    names = list(DEALS) if options.games is None else options.games.split(",")
    for name in names:
        if name not in DEALS:
            parser.error(f"--games: {name!r} is none of {', '.join(DEALS)}")
    try:
        limits = parse_limits(options.time, options.nodes, options.memory, options.seed)
        return sum_up(act(options, GAMES[name], limits) for name in names)
    except FortyThievesError as error:
        say(str(error))
        return error.exit_code
    except OSError as error:
        say(f"{error.filename}: {error.strerror}")
        return 3
    except KeyboardInterrupt:
        say("stopped; the same command goes on from there")
        return 130


def sum_up(codes: Iterable[int]) -> int:
    """The worst exit code; nothing more is begun behind one that is a signal's."""
    worst = 0
    for code in codes:
        worst = max(worst, code)
        if code > 128:
            break
    return worst


def act(options: argparse.Namespace, rules: Rules, limits: Limits) -> int:
    """Do what was asked for with one game."""
    folder = options.results
    folder.mkdir(parents=True, exist_ok=True)
    code = 0
    if options.action == "search":
        code = search(rules, list(chosen(rules, options.deals)), limits, options.jobs, folder)
    elif options.action == "shorten":
        if limits.seconds is None or limits.nodes is not None:
            raise UsageError("wins are shortened for so many seconds each: --time, not --nodes")
        numbers = list(chosen(rules, options.deals))
        code = shorten(rules, numbers, limits._replace(shorten=True), options.jobs, folder)
    known = knowledge(rules, folder)
    if options.action == "write":
        code = write(rules, known)
    print(status(rules, known), flush=True)
    return code


def chosen(rules: Rules, deals: str | None) -> Iterator[int]:
    """The deals of the catalogue that are asked for; all if nothing is said."""
    last = DEALS[rules.name]
    for part in [range(1, last + 1)] if deals is None else deal_numbers(deals):
        if part.stop - 1 > last:
            raise UsageError(
                f"--deals {deals}: the catalogue has deals 1 to {last} of {rules.name}"
            )
        yield from part


if __name__ == "__main__":
    sys.exit(main())
