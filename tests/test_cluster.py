"""A survey on a Dask cluster of real processes: a scheduler and two workers, one of them killed."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli import Running, run

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="Dask is not installed"
)
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
DEALS = range(1, 17)
# Some of the deals are won at once; the others take their time.
SOLVE = ["solve", "--game", "forty-thieves", "--time", "0.4", "--json", "--deals", "1-16"]


def started(kind: str, *arguments: str) -> subprocess.Popen[bytes]:
    module = f"distributed.cli.dask_{kind}"
    return subprocess.Popen(
        [sys.executable, "-m", module, "--no-dashboard", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    about = tmp_path / "scheduler.json"
    processes = [
        started("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(about))
    ]
    # They wait for the scheduler's file.
    options = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--scheduler-file", str(about)]
    options += ["--local-directory", str(tmp_path)]
    processes += [started("worker", *options) for _ in range(2)]
    try:
        deadline = time.monotonic() + 60
        address = None
        while address is None and time.monotonic() < deadline:
            time.sleep(0.1)
            if about.exists() and about.read_text():
                address = json.loads(about.read_text())["address"]
        assert address is not None
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()


@needs_dask
def test_a_killed_worker_loses_no_deal_and_doubles_none(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    running = Running(*SOLVE, "--scheduler", address, "--resume", "f", cwd=tmp_path)
    lines = [running.line() for _ in range(4)]
    assert running.process.poll() is None
    workers[0].kill()
    ran = running.end()
    lines += ran.out.splitlines(keepends=True)
    found = [json.loads(line) for line in lines]
    assert ran.code == 0
    assert ran.err in ("", f"fortythieves: {address}: waiting for workers\n")
    assert sorted(int(result["deal"]) for result in found) == list(DEALS)
    assert not any("error" in result for result in found)
    assert (tmp_path / "f").read_text() == "".join(lines)
    assert workers[1].poll() is None

    # The one that is left wins deal 2 at once and is long at others, until nobody waits for them.
    endless = [
        *SOLVE[:3],
        "--time",
        "none",
        "--deals",
        "2,1-1000",
        "--scheduler",
        address,
        "--json",
    ]
    running = Running(*endless, cwd=tmp_path)
    assert running.line()
    running.process.send_signal(signal.SIGINT)
    ran = running.end()
    assert ran.code == 130
    assert ran.err.startswith("fortythieves: stopped after ")
    short = ["solve", "--game", "maria", "--deals", "1-2", "--nodes", "50", "--json"]
    here, there = run(*short), run(*short, "--scheduler", address)
    assert (there.err, there.code) == ("", 0)
    assert answers(there.out) == answers(here.out)


def answers(text: str) -> dict[str, tuple[str, int]]:
    lines = [json.loads(line) for line in text.splitlines()]
    return {line["deal"]: (line["verdict"], line["nodes"]) for line in lines}


def test_without_dask_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError")
    ran = run(*SOLVE, "--scheduler", "tcp://127.0.0.1:1", PYTHONPATH=str(tmp_path))
    assert (ran.out, ran.code) == ("", 2)
    assert ran.err == (
        "fortythieves: --scheduler needs Dask, which is not installed here: pip install "
        "'fortythieves[cluster]'\n"
    )
