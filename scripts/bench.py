"""Times fortythieves against yardsticks measured beside it; scripts/bench runs it.

Run by the Python of a virtual environment that has fortythieves installed, and measures that copy.
The section `solver`, which takes an hour or two, is run only by name.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from bench_solver import HEADING, LONGER, TARGETS, Bench, first_answer

from fortythieves import GAMES, Game
from fortythieves.catalogue import WON, entries
from fortythieves.commands import deal_numbers
from fortythieves.errors import UsageError

BIN = Path(sys.executable).parent
PYTHON = str(BIN / "python")
FORTYTHIEVES = str(BIN / "fortythieves")


class Row(NamedTuple):
    """A line of the table; a limit is of the figure, or of its ratio to the yardstick if any."""

    name: str
    figure: float
    unit: str
    yardstick: float | None = None
    limit: float | None = None

    @property
    def ratio(self) -> float | None:
        return None if self.yardstick is None else self.figure / self.yardstick

    @property
    def is_over(self) -> bool:
        measure = self.figure if self.ratio is None else self.ratio
        return self.limit is not None and measure > self.limit


# --- startup: what one call of the command costs

PLAIN_LIMIT = 3.0  # × a bare Python: calls without options, which need no typer
OTHER_LIMIT = 1.25  # × a typer hello-world

HELLO = """\
#!{python}
import typer

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def hello() -> None:
    print("hello")


app()
"""


class Call(NamedTuple):
    """A command to time; game.json is laid anew before each run."""

    name: str
    argv: list[str]
    game: bytes = b""


def startup(rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hello = folder / "hello"
        hello.write_text(HELLO.format(python=PYTHON), encoding="utf-8")
        hello.chmod(0o755)
        new, moved, undone = prepare_games(folder)

        def call(words: str, game: bytes) -> Call:
            return Call(words, [FORTYTHIEVES, *words.split()], game)

        bare = Call("python -c pass", [PYTHON, "-c", "pass"])
        hello_world = Call("typer hello-world", [str(hello)])
        plain = [
            call("move game.json s-w", new),
            call("show game.json", moved),
            call("moves game.json", moved),
            call("undo game.json", moved),
            call("redo game.json", undone),
        ]
        other = [
            call("show game.json --help", moved),
            call("new forty-thieves --deal 12345", b""),
        ]
        complete = Call("Tab in bash: legal moves", completing(folder), moved)
        ms = medians([bare, hello_world, *plain, complete, *other], folder, rounds)

    def rows(calls: Iterable[Call], yardstick: Call, limit: float) -> list[Row]:
        return [Row(c.name, ms[c.name], "ms", ms[yardstick.name], limit) for c in calls]

    return [
        Row(bare.name, ms[bare.name], "ms"),
        *rows([*plain, complete], bare, PLAIN_LIMIT),
        Row(hello_world.name, ms[hello_world.name], "ms"),
        *rows(other, hello_world, OTHER_LIMIT),
    ]


def completing(folder: Path) -> list[str]:
    """A command that does what bash does at Tab behind `fortythieves move game.json `."""
    script = subprocess.run(
        [FORTYTHIEVES, "completion", "bash"], capture_output=True, text=True, check=True
    )
    (folder / "completion.bash").write_text(script.stdout, encoding="utf-8")
    line = "fortythieves move game.json "
    command = (
        f"PATH={BIN}:$PATH; . ./completion.bash; COMP_LINE='{line}'; COMP_POINT={len(line)}; "
        "COMP_WORDS=(fortythieves move game.json ''); COMP_CWORD=3; _fortythieves; "
        "[ ${#COMPREPLY[@]} -gt 0 ]"
    )
    return ["bash", "--norc", "-c", command]


def prepare_games(folder: Path) -> list[bytes]:
    """A game just dealt, the same after a draw, and that with the draw undone."""
    states = []
    for words in (
        "new forty-thieves --deal 12345 -o game.json",
        "move game.json s-w",
        "undo game.json",
    ):
        run_checked([FORTYTHIEVES, *words.split()], folder)
        states.append((folder / "game.json").read_bytes())
    return states


def medians(calls: list[Call], folder: Path, rounds: int) -> dict[str, float]:
    """Median milliseconds by name. The calls take turns, so that a busy moment falls on all."""
    times: dict[str, list[float]] = {call.name: [] for call in calls}
    for turn in range(rounds + 1):
        for call in calls:
            (folder / "game.json").unlink(missing_ok=True)
            if call.game:
                (folder / "game.json").write_bytes(call.game)
            if turn == 0:  # not timed: warms the disk's cache and shows what fails
                run_checked(call.argv, folder)
            else:
                times[call.name].append(timed(call.argv, folder))
    return {name: statistics.median(seconds) * 1000 for name, seconds in times.items()}


def timed(argv: list[str], folder: Path, given: BinaryIO | None = None) -> float:
    """Seconds from start to exit."""
    quiet = subprocess.DEVNULL
    began = time.perf_counter()
    subprocess.run(argv, cwd=folder, stdin=given or quiet, stdout=quiet, stderr=quiet, check=True)
    return time.perf_counter() - began


def run_checked(argv: list[str], folder: Path) -> None:
    run = subprocess.run(
        argv, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if run.returncode != 0:
        raise SystemExit(
            f"bench: '{' '.join(argv)}' ended with {run.returncode}:\n{run.stdout}{run.stderr}"
        )


# --- engine: the rules, called as a library

MOVE_LIMIT = 1e6 / 150_000  # microseconds a move, read and checked
LEGAL_MOVES_LIMIT = 20.0  # microseconds for those of a position in the middle of a game


def engine(rounds: int) -> list[Row]:
    games = [
        (name, entry.deal, entry.moves.split())
        for name, rules in GAMES.items()
        for entry in [entry for entry in entries(rules) if entry.verdict == WON][:2]
    ]
    moves = sum(len(texts) for _, _, texts in games)
    replaying, listing = [], []
    for _ in range(rounds):
        dealt = [(Game.deal(name, number), texts) for name, number, texts in games]
        began = time.perf_counter()
        for game, texts in dealt:
            for text in texts:
                game.push(text)
        replaying.append((time.perf_counter() - began) / moves)
        for game, texts in dealt:
            for _ in texts[: len(texts) // 2]:
                game.pop()
        began = time.perf_counter()
        for _ in range(100):
            for game, _ in dealt:
                game.legal_moves()
        listing.append((time.perf_counter() - began) / 100 / len(dealt))
    move, legal = (statistics.median(seconds) * 1e6 for seconds in (replaying, listing))
    return [
        Row(f"a move, read and checked ({1e6 / move:,.0f} a second)", move, "µs", None, MOVE_LIMIT),
        Row("the legal moves in the middle of a game", legal, "µs", None, LEGAL_MOVES_LIMIT),
    ]


# --- stream: many moves in one process, many games in one stream

PLAY_LIMIT = 1e6 / 20_000  # microseconds a move, saved at the end
PLAY_SAVED_LIMIT = 1e6 / 500  # microseconds a move, each saved and flushed to the disk
NEW_LIMIT = 1e6 / 2_000  # microseconds a game


def stream(rounds: int) -> list[Row]:
    """What a move of `play` and a game of `new --deals` cost, without the start of the process."""
    rounds = min(rounds, 7)
    # Draws, and a run of moves to and fro: the price of a move in any part of a game.
    moves = {"end": 20_000, "each": 500}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new = [FORTYTHIEVES, "new", "limited", "--deal", "5", "-o", "game.json", "-q", "--force"]

        def play(save: str, count: int) -> float:
            run_checked(new, folder)
            lines = "".join("s-w\nundo\n" for _ in range(count // 2))
            (folder / "lines").write_text(lines, encoding="utf-8")
            with (folder / "lines").open("rb") as file:
                return timed(
                    [FORTYTHIEVES, "play", "game.json", "--json", "--save", save], folder, file
                )

        def deals(count: int) -> float:
            return timed([FORTYTHIEVES, "new", "--deals", f"1-{count}"], folder)

        def price(run: Callable[[int], float], count: int) -> float:
            """Microseconds for each more than two: the start-up falls out."""
            return statistics.median(run(count + 2) - run(2) for _ in range(rounds)) / count * 1e6

        rows = [
            (
                "a line of play --save end",
                price(lambda n: play("end", n), moves["end"]),
                PLAY_LIMIT,
            ),
            ("a line of play", price(lambda n: play("each", n), moves["each"]), PLAY_SAVED_LIMIT),
            ("a game of new --deals", price(deals, 2_000), NEW_LIMIT),
        ]
    return [
        Row(f"{name} ({1e6 / figure:,.0f} a second)", figure, "µs", None, limit)
        for name, figure, limit in rows
    ]


# --- solver: what it decides of numbered deals, and how fast


def solver(games: list[str], numbers: list[int], longer: list[int], rounds: int) -> int:
    """Print the table of the solver; returns how many floors are missed."""
    print(HEADING)
    missed = []
    first = first_answer(solving_easy_deal(min(rounds, 9)))
    for measure in chain([first], Bench(numbers).measures(games, longer)):
        print(measure, flush=True)
        if measure.is_missed:
            missed.append(measure.name)
    if missed:
        print(f"floors missed: {'; '.join(missed)}")
    return len(missed)


def solving_easy_deal(rounds: int) -> float:
    """Seconds from start to exit of `fortythieves solve FILE`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new = [FORTYTHIEVES, "new", "little-forty", "--deal", "1", "-o", "game.json", "-q"]
        run_checked(new, folder)
        game = (folder / "game.json").read_bytes()
        call = Call("solve", [FORTYTHIEVES, "solve", "game.json"], game)
        return medians([call], folder, rounds)[call.name] / 1000


# --- the table

SECTIONS: dict[str, Callable[[int], list[Row]]] = {
    "startup": startup,
    "engine": engine,
    "stream": stream,
}


def print_table(rows: list[Row]) -> None:
    width = max(len(row.name) for row in rows)
    for row in rows:
        line = f"  {row.name:{width}}  {row.figure:10.1f} {row.unit}"
        if row.ratio is not None:
            line += f"  {row.ratio:6.2f} ×"
        if row.limit is not None:
            line += f"  (limit {row.limit:.2f})  {'OVER' if row.is_over else 'ok'}"
        print(line)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    add = parser.add_argument
    add("section", nargs="?", choices=[*SECTIONS, "all", "solver"], default="all")
    add("--rounds", type=int, default=41, help="runs of each command (41)")
    add("--games", metavar="NAMES", help="solver: only these games, with commas between them")
    add("--deals", metavar="NUMBERS", help="solver: other deals of each (1-100)")
    add(
        "--longer",
        type=int,
        choices=LONGER,
        action="append",
        help="solver: Forty Thieves for so many seconds too",
    )
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: at least 1 is needed")
    if options.section != "solver" and (options.games or options.deals or options.longer):
        parser.error("--games, --deals and --longer go with the section solver")

    print(f"Python {sys.version.split()[0]}, load average {os.getloadavg()[0]:.2f}")
    if options.section == "solver":
        games = (options.games or ",".join(TARGETS)).split(",")
        for name in games:
            if name not in TARGETS:
                parser.error(f"--games: {name!r} is none of {', '.join(TARGETS)}")
        try:
            numbers = [n for part in deal_numbers(options.deals or "1-100") for n in part]
        except UsageError as error:
            parser.error(str(error))
        subprocess.run([FORTYTHIEVES, "--version"], check=True)
        return int(solver(games, numbers, options.longer or [], options.rounds) > 0)
    over = 0
    for name, section in SECTIONS.items():
        if options.section in (name, "all"):
            print(f"{name}: medians of {options.rounds} rounds")
            rows = section(options.rounds)
            print_table(rows)
            over += sum(row.is_over for row in rows)
    if over:
        print(f"{over} over the limit")
    return 1 if over else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
