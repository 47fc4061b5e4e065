"""Where the searches of a survey run: processes of this machine, or the workers of a Dask cluster.

Both take calls as the executors of `concurrent.futures` do. A worker that dies takes down nothing
but the call that it was at, whose future tells of it; other calls find other workers.
"""

from __future__ import annotations

import os
import pickle
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from typing import IO, Any, Protocol, TypeVar

from ..errors import InvalidGameError, UsageError, quote

T = TypeVar("T")

# What a process runs; it finds the package where this one did.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"
_READY = b"ready\n"
_ADDRESS = r"(tcp|tls|ws|wss|ucx)://([^\s/:\[\]]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}"
_CONNECT_SECONDS = 10
_LOOK_SECONDS = 1


class WorkerDiedError(Exception):
    """The process that ran a call has died; the message says how."""


class NoWorkersError(InvalidGameError):
    """Workers can't be started, or can't be reached, or can't do what is asked of them."""


class Workers(Protocol):
    """What a survey needs of those who search for it.

    Attributes:
        attempts: how often a call is made whose workers die, before it is given up.
    """

    attempts: int

    def slots(self) -> int:
        """How many calls keep all workers busy; 0 while there is none. May change.

        Raises:
            NoWorkersError: there won't be any more.
        """

    def submit(self, call: Callable[..., T], *args: object) -> Future[T]:
        """Let a worker call a function of a module.

        Where its worker died, the future raises what `death` knows. Where it was cancelled, though
        not by `close`, the call has to be submitted again.
        """

    def death(self, error: BaseException) -> str:
        """How the worker died, by what a future raised.

        Raises:
            NoWorkersError: none died; it is something that every other worker would fail in too.
        """

    def close(self) -> None:
        """End the workers, or let go of them, whatever they are at."""


class Processes:
    """Processes of this machine, each started when it is first needed.

    (`ProcessPoolExecutor` gives up all its calls when a process dies, and can't tell whose it was.)
    """

    attempts = 3

    def __init__(self, count: int) -> None:
        self._count = count
        self._threads = ThreadPoolExecutor(count)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def slots(self) -> int:
        return self._count

    def submit(self, call: Callable[..., T], *args: object) -> Future[T]:
        return self._threads.submit(self._call, call, args)

    def death(self, error: BaseException) -> str:
        if isinstance(error, WorkerDiedError):
            return str(error)
        raise error

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in list(self._running):
            self._buried(process)

    def _call(self, call: Callable[..., T], args: tuple[object, ...]) -> T:
        """In a thread: send a call to the thread's own process, and wait for what comes of it."""
        process: subprocess.Popen[bytes] = getattr(self._own, "process", None) or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump((call, args), process.stdin)
            process.stdin.flush()
            answer, error = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._own.process = None
            raise WorkerDiedError(self._buried(process)) from None
        if error:
            raise NoWorkersError(f"a search failed: {error}")
        return answer  # type: ignore[no-any-return]

    def _start(self) -> subprocess.Popen[bytes]:
        program = _PROGRAM.format(path=sys.path, module=__name__)
        # Ctrl-C reaches all processes of a terminal. What this thread does not hear, its processes
        # don't hear either, from their very start.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        with self._lock:
            if self._closed:
                raise WorkerDiedError("not wanted any more")
            try:
                process = subprocess.Popen(
                    [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            except OSError as error:
                raise NoWorkersError(f"no process can be started: {error.strerror}") from None
            self._running.add(process)
        assert process.stdout is not None
        if process.stdout.readline() != _READY:
            how = self._buried(process)
            if self._closed:
                raise WorkerDiedError(how)
            raise NoWorkersError(f"a process for the searches ended at its start: {how}")
        self._own.process = process
        return process

    def _buried(self, process: subprocess.Popen[bytes]) -> str:
        """Make sure that a process has ended; returns how it did."""
        try:
            code = process.wait(1)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        with self._lock:
            self._running.discard(process)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):  # something may still have been to be written to it
                pipe.close()
        return _ending(code)


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"killed by {name}" + (", as for want of memory" if -code == signal.SIGKILL else "")


def serve() -> None:
    """What a process does: make the calls that it reads, and write what comes of each."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that nothing else gets among the answers
    answers.write(_READY)
    answers.flush()
    calls: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, calls), daemon=True).start()
    while True:
        call, args = calls.get()
        try:
            answer = call(*args), ""
        except Exception as error:
            answer = None, f"{type(error).__name__}: {error}"
        pickle.dump(answer, answers)
        answers.flush()


def _read(source: IO[bytes], calls: queue.SimpleQueue[Any]) -> None:
    """In a thread: read calls; when whoever sends them has gone, end the process in mid-search."""
    try:
        while True:
            calls.put(pickle.load(source))
    except EOFError:
        os._exit(0)


class Cluster:
    """The workers of a Dask cluster, by the address of its scheduler.

    The scheduler itself gives a call to another worker when one dies, and gives it up after four
    have died (its setting ``allowed-failures``).

    Raises:
        UsageError: that is no address, or Dask is not installed.
        NoWorkersError: there is no scheduler at that address.
    """

    attempts = 1

    def __init__(self, address: str) -> None:
        self._address = quote(address, 80).strip("'")
        if not re.fullmatch(_ADDRESS, address):
            raise UsageError(
                f"--scheduler {quote(address, 80)}: the address of a Dask scheduler is needed, "
                "such as tcp://host:8786"
            )
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise UsageError(
                "--scheduler needs Dask, which is not installed here: pip install "
                "'fortythieves[cluster]'"
            ) from None
        import logging

        # What goes wrong is told by the survey, in its own words.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._killed = distributed.KilledWorker
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of versions that differ here and there
                self._client = distributed.Client(
                    address, timeout=_CONNECT_SECONDS, set_as_default=False
                )
        except (OSError, ValueError, ImportError) as error:
            told = str(error).partition("\n")[0]
            raise NoWorkersError(f"{self._address}: no Dask scheduler answers: {told}") from None
        # Not pure: what another survey asked, with limits of time, is not an answer to this one.
        self._executor = self._client.get_executor(pure=False)
        self._slots = 0
        self._looked = 0.0
        self._alone: float | None = None

    def slots(self) -> int:
        status = self._client.status
        if status == "closed":
            raise NoWorkersError(f"{self._address}: the Dask scheduler has gone")
        now = time.monotonic()
        if status == "running" and now - self._looked > _LOOK_SECONDS:
            self._looked = now
            with suppress(OSError):  # it may come back
                self._slots = sum(self._client.nthreads().values())
        if self._slots:
            self._alone = None
        elif self._alone is None:
            self._alone = now
        elif 3 < now - self._alone < float("inf"):
            self._alone = float("inf")
            print(f"fortythieves: {self._address}: waiting for workers", file=sys.stderr)
        # One more a worker thread, so that it need not wait for the next.
        return 2 * self._slots if status == "running" else 0

    def submit(self, call: Callable[..., T], *args: object) -> Future[T]:
        future: Future[T] = self._executor.submit(_cancellable, call, args)
        return future

    def death(self, error: BaseException) -> str:
        if isinstance(error, self._killed):
            return f"the scheduler gave it up after {error.allowed_failures + 1} of them"
        raise NoWorkersError(
            f"{self._address}: a worker can't search: {type(error).__name__}: {error} (the same "
            "fortythieves must be installed wherever workers run)"
        )

    def close(self) -> None:
        with suppress(Exception):  # whatever a cluster that is gone makes of it
            self._executor.shutdown(wait=False)
            self._client.close()


def _cancellable(call: Callable[..., T], args: tuple[object, ...]) -> T:
    """On a worker of a cluster: a call that ends early when nobody waits for its answer."""
    worker = import_module("distributed").get_worker()
    key = worker.get_current_task()

    def cancelled() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return call(*args, cancelled)
