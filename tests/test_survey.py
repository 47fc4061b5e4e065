"""Surveys: many deals solved, their lines kept, gone on with, summed up and drawn."""

from __future__ import annotations

import fcntl
import json
import math
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar
from xml.etree import ElementTree

import pytest
from cli import Running, run

from fortythieves import GAMES, Game
from fortythieves.errors import InvalidGameError
from fortythieves.solver import Limits
from fortythieves.solver.plot import survey_svg
from fortythieves.solver.statistics import (
    Collection,
    Quantiles,
    quantiles,
    short,
    summarise,
    wilson,
)
from fortythieves.solver.survey import (
    DealResult,
    Task,
    decode_result,
    encode_result,
    survey,
)
from fortythieves.solver.workers import NoWorkersError, Processes, WorkerDiedError

T = TypeVar("T")
MARIA, LUCAS = GAMES["maria"], GAMES["lucas"]
OWN = MARIA._replace(name="wide-maria", title="Wide Maria", columns=12, aliases=())
# A search too short to win, so that it costs nothing.
SHORT = Limits(seconds=None, nodes=50)
SOLVE = ["solve", "--game", "maria", "--nodes", "50"]


def won(deal: int, nodes: int = 1000, moves: int = 200, **more: Any) -> DealResult:
    return DealResult(MARIA, deal, "won", moves, nodes, nodes / 1000, 104, **more)


def lost(deal: int, nodes: int = 1000) -> DealResult:
    return DealResult(MARIA, deal, "unwinnable", None, nodes, nodes / 1000, 20)


def undecided(deal: int, nodes: int = 1000, **more: Any) -> DealResult:
    return DealResult(MARIA, deal, "undecided", None, nodes, nodes / 1000, 50, **more)


def text_of(*results: DealResult) -> str:
    return "".join(f"{encode_result(result)}\n" for result in results)


def deals_of(text: str) -> list[int]:
    return [int(json.loads(line)["deal"]) for line in text.splitlines()]


# --- The line of a deal.


@pytest.mark.parametrize(
    "result",
    [
        won(7, limits=Limits(), line=("s-w", "3-7x4")),
        lost(10**20),
        undecided(1, chance=0.25, limits=Limits(None, 5, 6, 7, True)),
        undecided(2, error="out of memory"),
        DealResult(OWN, 3, "undecided"),
    ],
)
def test_a_result_is_read_as_it_was_written(result: DealResult) -> None:
    line = encode_result(result)
    assert "\n" not in line
    assert decode_result(line) == result
    assert json.loads(line)["deal"] == str(result.deal)


def test_what_a_line_holds() -> None:
    line = json.loads(encode_result(won(7, 1234, 250, limits=Limits(seed=3))))
    assert line.pop("version")
    assert line == {
        "game": "maria",
        "deal": "7",
        "verdict": "won",
        "moves": 250,
        "nodes": 1234,
        "seconds": 1.234,
        "cards_home": 104,
        "limits": {"seconds": 10.0, "nodes": None, "memory": 10**9, "seed": 3, "shorten": False},
    }
    assert json.loads(encode_result(undecided(7)))["chance"] is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "whist"}, "game: 'whist'"),
        ({"game": ["maria"]}, "game: a list"),
        ({"deal": 7}, "deal: 7"),
        ({"deal": "0"}, "deal: '0'"),
        ({"verdict": "lost"}, "verdict: 'lost': one of won, unwinnable, undecided is needed"),
        ({"moves": None}, "moves: null"),
        ({"moves": 2.5}, "moves: 2.5"),
        ({"verdict": "undecided"}, "moves: 200"),
        ({"nodes": -1}, "nodes: -1"),
        ({"nodes": True}, "nodes: true"),
        ({"seconds": "1"}, "seconds: '1'"),
        ({"seconds": math.inf}, "seconds: inf"),
        ({"chance": 1.5}, "chance: 1.5"),
        ({"line": "s-w"}, "line: 's-w'"),
        ({"rules": {"name": "maria"}}, "rules.title: is missing"),
    ],
)
def test_a_line_that_is_wrong(change: dict[str, object], told: str) -> None:
    line = json.loads(encode_result(won(7))) | change
    with pytest.raises(InvalidGameError) as caught:
        decode_result(json.dumps(line))
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("text", ["", "hello", "[]", "{", "1" * 5000, "[" * 5000, b"\xff"])
def test_what_is_no_line(text: str | bytes) -> None:
    with pytest.raises(InvalidGameError, match="not a deal's result: an object of JSON"):
        decode_result(text)
    with pytest.raises(InvalidGameError, match="not a deal's result: it has no 'game'"):
        decode_result('{"format":"fortythieves"}')


# --- Numbers.


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # As published: Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_as_published(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("trials", [1, 2, 7, 100, 5000])
def test_wilsons_interval_by_its_definition(trials: int) -> None:
    """Its ends are the probabilities that the rate found is just so improbable for."""
    for successes in {0, 1, trials // 3, trials - 1, trials}:
        low, high = wilson(successes, trials)
        assert 0 <= low <= successes / trials <= high <= 1
        for end in (low, high):
            if end not in (0, 1):
                distance = abs(successes / trials - end)
                assert distance / math.sqrt(end * (1 - end) / trials) == pytest.approx(1.959964)


def test_quantiles_by_their_definition() -> None:
    for count in range(1, 31):
        values = [(7 * number) % 31 for number in range(count)]
        expected = [
            min(value for value in values if sum(v <= value for v in values) >= part * count)
            for part in (0.5, 0.9, 1)
        ]
        assert quantiles(values) == tuple(expected)
    assert quantiles([]) is None


def test_a_summary() -> None:
    results = [won(deal, nodes=100 * deal, moves=200 + deal) for deal in range(1, 6)]
    results += [lost(6, 600), undecided(7, chance=0.5), undecided(8, chance=0.25)]
    found = summarise(MARIA, results)
    assert found[:6] == (MARIA, 8, 5, 1, 2, 0)
    assert found.share == (5 / 8, 7 / 8)
    # Lost if undecided, below; won if undecided, above.
    assert found.interval == (wilson(5, 8)[0], wilson(7, 8)[1])
    assert found.estimate == (5 + 0.5 + 0.25) / 8
    assert found.nodes == Quantiles(300, 600, 600)
    assert found.seconds == Quantiles(0.3, 0.6, 0.6)
    assert found.moves == Quantiles(203, 205, 205)
    found = summarise(MARIA, [undecided(1, chance=0.5), undecided(2, error="it died")])
    assert (found.failed, found.estimate, found.nodes, found.moves) == (1, None, None, None)
    assert found.share == (0, 1)


def test_a_deal_counts_once() -> None:
    found = Collection()
    assert found.add(undecided(1, error="it died"), "a") is None
    assert found.add(undecided(1, 5), "b") == ("a", False)
    assert found.add(undecided(1, 6), "c") == ("b", False)
    assert found.games[MARIA][1].nodes == 5
    assert found.add(won(1), "d") == ("b", False)
    assert found.add(undecided(1), "e") == ("d", False)
    assert found.add(lost(1), "f") == ("d", True)
    assert found.games[MARIA] == {1: won(1)}
    # Another game's deal of the same number is another deal.
    assert found.add(DealResult(OWN, 1, "undecided"), "g") is None


def test_numbers_in_three_digits() -> None:
    numbers = (0, 950, 1000, 1234, 99_949, 999_499, 999_500, 4_050_000, 10**9)
    assert [short(number) for number in numbers] == [
        "0", "950", "1k", "1.23k", "99.9k", "999k", "1M", "4.05M", "1G",
    ]  # fmt: skip


# --- The loop, with workers that do what a test wants.


class Staged:
    """Workers that answer at once, or fail as they are told, deal by deal."""

    attempts = 3

    def __init__(self, failures: dict[int, list[Exception | None]] | None = None) -> None:
        self.failures = failures or {}
        self.calls: Counter[int] = Counter()

    def slots(self) -> int:
        return 2

    def submit(self, call: Callable[..., T], *args: object) -> Future[T]:
        (task,) = args
        assert isinstance(task, Task)
        self.calls[task.deal] += 1
        future: Future[T] = Future()
        left = self.failures.get(task.deal)
        if not left:
            future.set_result(call(*args))
        elif (error := left.pop(0)) is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(error)
        return future

    def death(self, error: BaseException) -> str:
        if isinstance(error, WorkerDiedError):
            return str(error)
        raise NoWorkersError("none")

    def close(self) -> None:
        pass


def tasks(*deals: int) -> Iterator[Task]:
    return (Task(MARIA, deal, SHORT) for deal in deals)


def test_no_deal_is_lost_or_doubled_when_workers_die() -> None:
    died = WorkerDiedError("killed")
    workers = Staged({2: [died, None, died], 3: [None], 4: [died] * 9})
    results = [result for result in survey(tasks(1, 2, 3, 4, 5), workers) if result]
    assert sorted(result.deal for result in results) == [1, 2, 3, 4, 5]
    assert workers.calls == {1: 1, 2: 4, 3: 2, 4: 3, 5: 1}
    errors = {result.deal: result.error for result in results if result.error}
    assert errors == {4: "its worker died 3 times: killed"}


def test_what_every_worker_would_fail_in_ends_the_survey() -> None:
    results = survey(tasks(1, 2, 3), Staged({2: [ValueError()]}))
    with pytest.raises(NoWorkersError):
        list(results)


def test_when_it_is_stopped_what_is_done_is_still_given() -> None:
    given: list[int] = []
    for result in survey(tasks(*range(1, 100)), Staged(), lambda: bool(given)):
        assert result is not None
        given.append(result.deal)
    # Two were at work.
    assert sorted(given) == [1, 2]


def test_a_search_that_fails_is_told_in_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("fortythieves.solver.survey.solve", out_of_memory)
    (result,) = [found for found in survey(tasks(1), Staged()) if found]
    assert (result.verdict, result.error) == ("undecided", "out of memory")


# --- Processes of this machine.


def test_a_process_that_dies_takes_down_its_own_call_alone() -> None:
    workers = Processes(2)
    try:
        both = [workers.submit(os.getpid) for _ in range(2)]
        pids = {future.result(60) for future in both}
        assert len(pids) == 2
        waiting = workers.submit(time.sleep, 60)
        pids.remove(workers.submit(os.getpid).result(60))
        os.kill(pids.pop(), signal.SIGKILL)
        with pytest.raises(WorkerDiedError, match=r"^killed by SIGKILL, as for want of memory$"):
            waiting.result(60)
        assert workers.submit(os.getpid).result(60)
        with pytest.raises(NoWorkersError, match="ZeroDivisionError"):
            workers.submit(divmod, 1, 0).result(60)
    finally:
        workers.close()


def test_processes_end_with_their_master() -> None:
    """Idle and busy, when it is killed without a chance to end them itself."""
    script = (
        "import os, time; from fortythieves.solver.workers import Processes\n"
        "workers = Processes(2); workers.submit(os.getpid).result(); "
        "workers.submit(time.sleep, 600); workers.submit(os.getpid).result(); "
        "print('ready', flush=True); time.sleep(600)"
    )
    master = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert master.stdout is not None
    assert master.stdout.readline() == b"ready\n"
    master.kill()
    master.wait()
    master.stdout.close()
    assert group_ends(master.pid)


def group_ends(group: int) -> bool:
    """Whether all processes of a group end."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    return False


# --- solve --deals.


def same(text: str) -> list[dict[str, Any]]:
    """The lines of a run, in order of deals and without what differs from run to run."""
    lines = [json.loads(line) for line in text.splitlines()]
    return sorted(({**line, "seconds": 0} for line in lines), key=lambda line: int(line["deal"]))


def test_the_answers_are_the_same_whoever_finds_them() -> None:
    arguments = ["solve", "--game", "lucas", "--nodes", "100000", "--json", "--lines", "--deals"]
    one = run(*arguments, "1-4")
    assert (one.err, one.code) == ("", 0)
    two = run(*arguments, "-", "--jobs", "2", stdin="4\n1-2, 2 3\n")
    assert (two.err, two.code) == ("", 0)
    assert same(two.out) == same(one.out)
    assert deals_of(one.out) == [1, 2, 3, 4]
    for line in map(json.loads, one.out.splitlines()):
        assert line["verdict"] == "won"
        game = Game.deal("lucas", int(line["deal"]))
        game.push_all(line["line"])
        assert game.won
        assert line["moves"] == len(line["line"])


def test_as_text() -> None:
    ran = run("solve", "--game", "lucas", "--nodes", "100000", "--deals", "2,3")
    assert (ran.err, ran.code) == ("", 0)
    deals, _, summary = ran.out.partition("\n\n")
    number = r"[\d,]+"
    for line, deal in zip(deals.splitlines(), (2, 3), strict=True):
        assert re.fullmatch(rf"lucas {deal}: won in {number} moves; {number} nodes, [\d.]+ s", line)
    rows = [line.split("  ") for line in summary.splitlines()]
    assert [cell.strip() for cell in rows[1] if cell][:6] == ["lucas", "2", "2", "0", "0", "100.0%"]


def test_the_lines_as_a_log(tmp_path: Path) -> None:
    ran = run("solve", "--game", "lucas", "--nodes", "100000", "--deals", "2,3", "--lines")
    played = run("replay", "-", "-o", "-", stdin=ran.out)
    assert (played.err, played.code) == ("", 0)
    games = [json.loads(line) for line in played.out.splitlines()]
    assert [(game["deal"], game["status"]) for game in games] == [("2", "won"), ("3", "won")]


def test_rules_of_ones_own(tmp_path: Path) -> None:
    toml = run("rules", "maria", "--toml").out.replace('"maria"', '"wide-maria"')
    (tmp_path / "my.toml").write_text(toml.replace("columns = 9", "columns = 12"))
    solve = ["solve", "--rules", "my.toml", "--deals", "5", "--nodes", "50"]
    ran = run(*solve, "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    result = decode_result(ran.out)
    assert (result.rules.name, result.rules.columns, result.deal) == ("wide-maria", 12, 5)
    ran = run(*solve, "--lines", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert "a log can't tell" in ran.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--deals", "1", "--jobs", "x"], "--jobs 'x': a whole number"),
        (["--deals", "1", "--jobs", "1025"], "--jobs '1025': a whole number"),
        (["--deals", "1", "--quiet"], "--quiet goes with --resume FILE"),
        (["--deals", "1", "--jobs", "2", "--scheduler", "tcp://a:1"], "--jobs is for this machine"),
        (["--deals", "1", "--scheduler", "a:1"], "--scheduler 'a:1': the address of"),
        (["--deals", "1-3,x", "--resume", "new"], "'x' is not a deal number"),
        (["--deals", "-", "--resume", "new"], "standard input, line 2: '0' is not a deal number"),
    ],
)
def test_what_cant_be_asked_for(arguments: list[str], told: str, tmp_path: Path) -> None:
    ran = run(*SOLVE, *arguments, stdin="1\n0\n", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert ran.err.startswith(f"fortythieves: {told}")
    assert len(ran.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_no_deals_are_no_fault() -> None:
    assert run(*SOLVE, "--deals", "-") == ("", "", 0)


# --- --resume.


def test_a_broken_run_goes_on(tmp_path: Path) -> None:
    solve = [*SOLVE, "--json", "--resume", "f", "--deals"]
    first = run(*solve, "1-3", cwd=tmp_path)
    file = tmp_path / "f"
    assert file.read_text() == first.out
    whole = first.out.splitlines(keepends=True)
    for left in (1, 9, 30, len(whole[2]) - 1):
        file.write_text("".join(whole[:2]) + whole[2][:left])
        ran = run(*solve, "1-4", "--jobs", "2", cwd=tmp_path)
        assert (ran.err, ran.code) == ("", 0)
        kept = left == len(whole[2]) - 1  # only the end of the line was missing
        assert sorted(deals_of(ran.out)) == ([4] if kept else [3, 4])
        assert file.read_text() == "".join(whole[: 2 + kept]) + ran.out
    before = file.read_bytes()
    assert run(*solve, "4,1-3", cwd=tmp_path) == ("", "", 0)
    assert run(*solve, "1-4", "--quiet", cwd=tmp_path) == ("", "", 0)
    ran = run(*SOLVE, "--resume", "f", "--deals", "1-4", cwd=tmp_path)
    assert ran.out.splitlines()[2].split()[:2] == ["maria", "4"]
    assert file.read_bytes() == before


def test_other_limits_are_another_search(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_text(
        text_of(
            undecided(1, limits=SHORT),
            undecided(2, limits=SHORT._replace(seed=1)),
            undecided(3, error="it died", limits=SHORT),
            DealResult(LUCAS, 4, "undecided", limits=SHORT),
        )
    )
    ran = run(*SOLVE, "--json", "--resume", "f", "--deals", "1-4", cwd=tmp_path)
    assert deals_of(ran.out) == [2, 3, 4]
    assert ran.code == 0
    assert ran.err == (
        "fortythieves: f: has deal 2, and perhaps others, but not searched as now; such deals are "
        "searched again\n"
    )


def test_lines_that_are_wanted_are_searched_for_again(tmp_path: Path) -> None:
    (tmp_path / "f").write_text(text_of(DealResult(LUCAS, 1, "won", 9, limits=Limits())))
    ran = run("solve", "--game", "lucas", "--deals", "1", "--json", "--lines", "--resume", "f",
              cwd=tmp_path)  # fmt: skip
    assert deals_of(ran.out) == [1]
    assert "line" in json.loads(ran.out)


@pytest.mark.parametrize(
    "content",
    [
        b"Dear Sir,\n",
        b"Dear Sir",  # without a newline it could be mistaken for a line that was cut
        b'{"format":"fortythieves"}\n',
        b'{"game":"maria","deal":"1","verd\n{"game":"maria"\n',
        b'{"game":"whist","deal":"1"}\n',
        b"\xff\xfe",
    ],
)
def test_another_file_is_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(content)
    ran = run(*SOLVE, "--json", "--resume", "f", "--deals", "1", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 3)
    assert ran.err.startswith("fortythieves: f, line 1: ")
    assert file.read_bytes() == content


def test_a_file_that_cant_be_used(tmp_path: Path) -> None:
    solve = [*SOLVE, "--json", "--deals", "1", "--resume"]
    for name, told in (
        (".", "can't be opened: Is a directory"),
        ("no/f", "can't be opened: No such file or directory"),
        ("/dev/null", "not a plain file, as results are kept in"),
    ):
        ran = run(*solve, name, cwd=tmp_path)
        assert ran == ("", f"fortythieves: {name}: {told}\n", 3)
    with open(tmp_path / "f", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        ran = run(*solve, "f", cwd=tmp_path)
        assert ran == ("", "fortythieves: f: another run is adding to it\n", 3)
    arguments = [sys.executable, "-m", "fortythieves", *solve, "f"]
    with open(tmp_path / "f", "w") as file:
        done = subprocess.run(
            arguments, stdout=file, stderr=subprocess.PIPE, cwd=tmp_path, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("fortythieves: standard output goes to f, which --resume writes")
    assert (tmp_path / "f").read_bytes() == b""


def test_a_full_disk_leaves_no_half_line(tmp_path: Path) -> None:
    line = len(text_of(undecided(1, limits=SHORT)))
    # A limit on the size of files stands for the disk.
    script = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({line * 3 // 2},) * 2); "
        "sys.argv[0] = 'x'; from fortythieves.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *SOLVE, "--resume", "f", "--deals", "1-3", "--quiet"],
        capture_output=True, text=True, cwd=tmp_path, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 3
    assert re.fullmatch(r"fortythieves: f: can't be written: .+\n", done.stderr)
    assert deals_of((tmp_path / "f").read_text()) == [1]


# --- Ctrl-C, and what is seen on a terminal.


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_loses_nothing_and_leaves_nobody(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    solve = ["solve", "--game", "forty-thieves", "--time", "none", "--json", "--resume", "f"]
    # Deal 2 is won at once; many others take hours.
    arguments = [*solve, "--jobs", "2", "--deals", "2,1-1000"]
    running = Running(*arguments, cwd=tmp_path)
    first = running.line()
    if number == signal.SIGINT:
        os.killpg(running.process.pid, number)  # as a terminal does: to all of them
    else:
        running.process.send_signal(number)
    out, err, ended = running.end()
    assert ended == code
    assert group_ends(running.process.pid)
    assert re.fullmatch(
        "fortythieves: stopped after [0-9]+ of 1,001 deals; the same command goes on from there\n",
        err,
    )
    assert (tmp_path / "f").read_text() == first + out
    deals = deals_of(first + out)
    assert len(set(deals)) == len(deals)
    again = run(*solve, "--deals", ",".join(map(str, deals)), cwd=tmp_path)
    assert again == ("", "", 0)


def test_progress_on_a_terminal() -> None:
    here, there = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "fortythieves", *SOLVE, "--deals", "1-3"],
        stdout=subprocess.PIPE, stderr=there, check=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )  # fmt: skip
    os.close(there)
    seen = os.read(here, 100_000).decode()
    os.close(here)
    assert "\r\x1b[K[#######-------------] 1 of 3 deals, 0 won, 0 unwinnable, 1 undecided" in seen
    assert seen.endswith("\r\x1b[K")
    assert done.stdout.count(b"undecided, ") == 3


# --- The command survey.


LINES = text_of(
    *(won(deal, nodes=10**deal, moves=200 + deal) for deal in range(1, 6)),
    lost(6, 20_000_000),
    undecided(7, 10**8),
    undecided(8, 10**8),
    DealResult(LUCAS, 1, "won", 210, 950, 0.02, 104),
)


def test_survey_as_text() -> None:
    ran = run("survey", "-", stdin=LINES)
    assert (ran.err, ran.code) == ("", 0)
    # By the formula for 5 and for 7 of 8, and for 1 of 1.
    assert ran.out == (
        "game   deals  won  unwinnable  undecided     can be won    95% interval\n"
        "maria      8    5           1          2  62.5 to 87.5%   30.6 to 97.8%\n"
        "lucas      1    1           0          0         100.0%  20.7 to 100.0%\n"
        "\n"
        "game   of the decided  median     90%     max\n"
        "maria  nodes               1k     20M     20M\n"
        "maria  seconds           1.00  20,000  20,000\n"
        "maria  moves in a win     203     205     205\n"
        "lucas  nodes              950     950     950\n"
        "lucas  seconds           0.02    0.02    0.02\n"
        "lucas  moves in a win     210     210     210\n"
    )


def test_survey_as_json(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(LINES[: LINES.index("\n") + 1])
    (tmp_path / "b").write_text(LINES[LINES.index("\n") + 1 :])
    ran = run("survey", "a", "b", "--json", cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    maria, lucas = map(json.loads, ran.out.splitlines())
    low, high = maria.pop("winnable")["interval"]
    assert (low, high) == pytest.approx((0.305742, 0.977591), abs=1e-4)
    assert maria == {
        "game": "maria", "deals": 8, "won": 5, "unwinnable": 1, "undecided": 2, "failed": 0,
        "nodes": {"median": 1000, "p90": 20_000_000, "max": 20_000_000},
        "seconds": {"median": 1.0, "p90": 20_000.0, "max": 20_000.0},
        "moves": {"median": 203, "p90": 205, "max": 205},
    }  # fmt: skip
    assert (lucas["deals"], lucas["winnable"]["share"]) == (1, [1, 1])


def test_chances_of_the_undecided() -> None:
    lines = text_of(won(1), undecided(2, chance=0.25), undecided(3, chance=0.25))
    ran = run("survey", "-", stdin=lines)
    head, row = (re.split("  +", line) for line in ran.out.splitlines()[:2])
    assert (head[-1], row[-1]) == ("estimate", "50.0%")


def test_survey_tells_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(text_of(won(1), lost(2)) + "\nhello\n" + text_of(undecided(1)))
    (tmp_path / "b").write_text(text_of(won(2), undecided(1), won(3)) + '{"game":"maria"')
    ran = run("survey", "a", "b", "--json", cwd=tmp_path)
    assert ran.code == 3
    assert ran.err.splitlines() == [
        "fortythieves: a, line 4: not a deal's result: an object of JSON in one line is needed",
        "fortythieves: a, line 5: deal 1 of maria is in a, line 1 too; each deal counts once, "
        "decided if it ever was",
        "fortythieves: b, line 1: deal 2 of maria is won here, but not in a, line 2",
        "fortythieves: b, line 4: not a deal's result: an object of JSON in one line is needed",
        "fortythieves: b, line 2: deal 1 of maria is in a, line 1 too; each deal counts once, "
        "decided if it ever was",
    ]
    found = json.loads(ran.out)
    assert (found["deals"], found["won"], found["unwinnable"]) == (3, 2, 1)


def test_repeats_alone_are_no_fault() -> None:
    ran = run("survey", "-", stdin=LINES + LINES)
    assert ran.code == 0
    assert ran.out == run("survey", "-", stdin=LINES).out
    assert re.fullmatch(
        "fortythieves: standard input, line 10: deal 1 of maria is in standard input, line 1 too, "
        "and 8 more such; .+\n",
        ran.err,
    )


def test_survey_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hello\n" * 1000)
    ran = run("survey", "a", cwd=tmp_path)
    assert (ran.out, ran.code) == ("", 3)
    told = ran.err.splitlines()
    assert told[-1] == "fortythieves: a: 990 more lines are wrong"
    assert len(told) == 11
    ran = run("survey", "-", stdin="\n")
    assert (ran.out, ran.code) == ("", 3)
    assert ran.err.startswith("fortythieves: standard input: no deal's result; solve --game")
    ran = run("survey", "b", cwd=tmp_path)
    assert ran == ("", "fortythieves: b: can't be read: No such file or directory\n", 3)


# --- The picture.

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_of_a_survey(tmp_path: Path) -> None:
    ran = run("survey", "-", "--svg", "p.svg", stdin=LINES, cwd=tmp_path)
    assert (ran.err, ran.code) == ("", 0)
    picture = (tmp_path / "p.svg").read_text()
    assert run("survey", "-", "--svg", "-", stdin=LINES).out == picture
    again = run("survey", "-", "--svg", "p.svg", stdin=LINES, cwd=tmp_path)
    assert again.code == 3
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Deals decided, by nodes searched"
    told = root.findtext(f"{SVG}desc") or ""
    assert "Maria: of 8 deals 5 won, 1 proved unwinnable, 2 undecided, so that 62.5% to" in told
    panels = [group for group in root.iter(f"{SVG}g") if "transform" in group.attrib]
    assert [panel.findtext(f"{SVG}text") for panel in panels] == ["Maria", "Lucas"]


def test_the_curves_stand_where_the_axes_say() -> None:
    results = [decode_result(line) for line in LINES.splitlines()[:8]]
    root = ElementTree.fromstring(survey_svg([results]))
    (panel,) = root.findall(f"{SVG}g")
    label: dict[str, tuple[float, float]] = {
        element.text or "": (float(element.attrib["x"]), float(element.attrib["y"]))
        for element in panel.iter(f"{SVG}text")
        if "x" in element.attrib
    }
    # The axes as their labels say: nodes by powers of ten, shares in percent.
    left, right = label["10"][0], label["100M"][0]
    bottom, top = label["0%"][1], label["100%"][1]
    curves = {
        element.attrib["stroke"]: [
            (float(x), float(y)) for x, y in re.findall(r"H([\d.]+)V([\d.]+)", element.attrib["d"])
        ]
        for element in panel.iter(f"{SVG}path")
        if element.get("stroke-width") == "2"
    }

    def point(nodes: int, share: float) -> Any:
        x = left + (math.log10(nodes) - 1) / 7 * (right - left)
        return pytest.approx((x, bottom + share * (top - bottom)), abs=0.06)

    won_curve, lost_curve = curves.values()
    assert won_curve == [point(10**deal, deal / 8) for deal in range(1, 6)]
    assert lost_curve == [point(20_000_000, 7 / 8)]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 9])
def test_panels_lie_side_by_side(count: int) -> None:
    games = [[DealResult(rules, 1, "undecided")] for rules in list(GAMES.values())[:count]]
    root = ElementTree.fromstring(survey_svg(games))
    places = [re.findall(r"[\d.]+", group.attrib["transform"]) for group in root.findall(f"{SVG}g")]
    corners = {(float(x), float(y)) for x, y in places}
    assert len(corners) == count
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(x + 400 <= width and y + 280 <= height for x, y in corners)
