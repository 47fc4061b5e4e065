"""Tries faults for real on game files; scripts/torture runs it.

Every row of the table is one kind of fault, tried in a folder of its own, bounded in number and in
time. Lost is a game file that can't be read or is not what was played: a move that was acknowledged
(exit 0, a line of answer) and is not in it, or one that is in it and was not asked for. Wrong is
all else that should not be: another exit code than the README gives, a traceback, a file left
behind. Both must be 0. Run by the Python of a virtual environment that has fortythieves installed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import select
import shlex
import signal
import stat
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fortythieves import GAMES, Game
from fortythieves.catalogue import WON, entries
from fortythieves.deals import deal
from fortythieves.errors import FortyThievesError
from fortythieves.files import read_game
from fortythieves.gamejson import encode_game
from fortythieves.moves import STOCK

COMMAND = [sys.executable, "-m", "fortythieves"]
# What takes longer hangs.
PATIENCE = 60.0
# Another user, where this is root.
NOBODY = 65534


class HungError(Exception):
    """A child did not come to its end, or to its answer."""


class Trial:
    """One row: its folder, its dice, its bounds, and what it found.

    Args:
        folder: an empty one.
        seed: of the dice.
        scale: by which the numbers of rounds are multiplied.
        seconds: after which no more rounds begin.
    """

    def __init__(self, folder: Path, seed: str, scale: float, seconds: float) -> None:
        self.folder = folder
        self.dice = random.Random(seed)
        self.scale = scale
        self.end = time.monotonic() + seconds
        self.tried = 0
        self.lost: list[str] = []
        self.wrong: list[str] = []
        self.note = ""

    def rounds(self, count: int, least: int = 1) -> Iterator[int]:
        """Numbers from 0: ``count`` of them by the scale, fewer if the time is up."""
        for number in range(max(least, round(count * self.scale))):
            if time.monotonic() > self.end:
                return
            self.tried += 1
            yield number

    def each(self, cases: list[Any]) -> Iterator[Any]:
        """All of some cases, whatever the scale."""
        for case in cases:
            self.tried += 1
            yield case

    def keep(self, kept: bool, what: str) -> None:
        """Something is lost unless it was kept."""
        if not kept:
            self.lost.append(what)

    def expect(self, right: bool, what: str) -> None:
        """Something is wrong unless it is right."""
        if not right:
            self.wrong.append(what)

    def expect_plain_failure(self, ran: Ran, code: int, what: str) -> None:
        """A command failed with this code, and said why in one line."""
        said = ran.err.startswith("fortythieves: ") and ran.err.count("\n") == 1
        self.expect(ran.code == code and said, f"{what}: exit {ran.code}, {tail(ran.err)}")

    def game(self, path: Path) -> Game | None:
        """The game of a file, gone over as ``check`` does; None, and lost, if it is not good."""
        try:
            game = read_game(str(path))
        except FortyThievesError as error:
            self.lost.append(str(error))
            return None
        number = game.deal_number
        self.keep(number is None or deal(game.rules, number) == game.opening, f"{path}: the deal")
        return game

    def moves(self, path: Path) -> list[str]:
        """The moves made in a file's game."""
        game = self.game(path)
        return [] if game is None else list(map(str, game.moves))

    def expect_files(self, *names: str) -> None:
        """Nothing else lies in the folder."""
        there = sorted(os.listdir(self.folder))
        self.expect(there == sorted(names), f"files left behind: {there}")


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def tail(text: str) -> str:
    """The last line of what was said, short."""
    return repr(text.strip().rpartition("\n")[2][:120])


def run(*words: str | Path, **options: Any) -> Ran:
    """Run ``fortythieves`` to its end."""
    return ended([*COMMAND, *map(str, words)], **options)


def ended(argv: list[str], stdin: str = "", patience: float = PATIENCE, **options: Any) -> Ran:
    """Run any command to its end."""
    try:
        done = subprocess.run(
            argv, input=stdin.encode(), capture_output=True, timeout=patience, check=False,
            **options,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise HungError(" ".join(argv)[-100:]) from None
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@contextlib.contextmanager
def started(argv: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A child that is surely gone afterwards."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **options}
    with subprocess.Popen(argv, stderr=subprocess.PIPE, **options) as child:
        try:
            yield child
        finally:
            if child.poll() is None:
                child.kill()


def finish(child: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Wait for a child that prints little; its exit code and what it said on standard error."""
    try:
        _, err = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise HungError(f"{child.args!r}"[-100:]) from None
    return child.returncode, err.decode()


def kill_after(child: subprocess.Popen[bytes], seconds: float, number: int) -> None:
    """Send a signal to a child at a moment of its life, unless it is over by then."""
    try:
        child.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        child.send_signal(number)


class Player(contextlib.AbstractContextManager["Player"]):
    """A running ``play --json``, and its answers so far."""

    def __init__(self, path: Path, *words: str, **options: Any) -> None:
        argv = [*COMMAND, "play", str(path), "--json", *words]
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(
            argv, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **options
        )
        self.answers: list[dict[str, Any]] = []
        self._rest = b""

    def __exit__(self, *_: object) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.__exit__(None, None, None)  # closes the pipes and waits

    def say(self, *lines: str) -> bool:
        """Send lines; False if nobody is there to read them."""
        assert self.child.stdin is not None
        try:
            self.child.stdin.write("".join(f"{line}\n" for line in lines).encode())
        except BrokenPipeError:
            return False
        return True

    def hear(self, count: int = 1, patience: float = PATIENCE) -> bool:
        """Wait until so many answers more have come; False if the output ends before."""
        assert self.child.stdout is not None
        wanted = len(self.answers) + count
        end = time.monotonic() + patience
        while len(self.answers) < wanted:
            if not select.select([self.child.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise HungError("play does not answer")
            data = os.read(self.child.stdout.fileno(), 65536)
            if not data:
                return False
            *lines, self._rest = (self._rest + data).split(b"\n")
            self.answers += map(json.loads, lines)
        return True

    def close_input(self) -> None:
        assert self.child.stdin is not None
        self.child.stdin.close()

    def end(self, patience: float = PATIENCE) -> tuple[int, str]:
        """Take in the answers that are left, and wait for the end."""
        while self.hear(patience=patience):
            pass
        assert self.child.stderr is not None
        err = self.child.stderr.read()
        return self.child.wait(timeout=PATIENCE), err.decode()

    def done(self) -> list[str]:
        """The moves that were answered for."""
        return [
            move
            for answer in self.answers
            if answer["ok"] and answer["command"] == "move"
            for move in answer["moves"]
        ]


class Endless(NamedTuple):
    """A game file whose game goes on for ever: a card goes there and back."""

    path: Path
    there: str
    back: str

    def plan(self, game: Game, count: int, dice: random.Random) -> list[str]:
        """Moves that can be made one after the other, now and then a draw."""
        game = copy_of(game)
        planned = []
        for _ in range(count):
            move = self.there if game.is_legal(self.there) else self.back
            if game.position.stock and dice.random() < 0.05:
                move = "s-w"
            game.push(move)
            planned.append(move)
        return planned


def copy_of(game: Game) -> Game:
    """The same game; pushing to it leaves the other as it is."""
    copy = Game(game.opening, game.deal_number)
    copy.push_all(game.moves)
    return copy


def endless(folder: Path, before: int = 0) -> Endless:
    """Lay such a game, with so many moves of it made before."""
    game, there, back = endless_game()
    for number in range(before):
        game.push((there, back)[number % 2])
    path = folder / "game.json"
    path.write_text(encode_game(game))
    return Endless(path, there, back)


def endless_game() -> tuple[Game, str, str]:
    """From a won game: a position in which a card may go to an empty column and back."""
    rules = GAMES["forty-thieves"]
    entry = next(entry for entry in entries(rules) if entry.verdict == WON)
    game = Game.deal(rules, entry.deal)
    for text in entry.moves.split():
        game.push(text)
        for move in game.legal_moves() if len(game.position.stock) > 30 else []:
            source, target, _ = move
            if source < STOCK and target < STOCK:
                there, back = f"{source + 1}-{target + 1}", f"{target + 1}-{source + 1}"
                game.push(there)
                returns = game.is_legal(back)
                game.pop()
                if returns:
                    return copy_of(game), there, back
    raise AssertionError("the log has no such position")


def new_game(folder: Path, name: str = "game.json") -> Path:
    """Lay a game just dealt."""
    path = folder / name
    path.write_text(encode_game(Game.deal("forty-thieves", 12345)))
    return path


def sidecars(folder: Path, name: str = "game.json") -> list[str]:
    """What lies in a folder beside a game file, which a killed run may have left."""
    return sorted(set(os.listdir(folder)) - {name})


LOCK, TEMPORARY = ".game.json.fortythieves-lock", ".game.json.fortythieves-tmp"
POSSIBLY_LEFT: tuple[list[str], ...] = ([], [LOCK], [LOCK, TEMPORARY])


# --- kills


def kills_of_move(t: Trial) -> None:
    """SIGKILL at a random moment of the life of `move`, often while it has the turn."""
    game = endless(t.folder)
    lock = t.folder / LOCK
    lives = []
    for _ in range(5):
        began = time.monotonic()
        run("move", game.path, *game.plan(read_game(str(game.path)), 1, t.dice))
        lives.append(time.monotonic() - began)
    life = statistics.median(lives)
    ends: Counter[str] = Counter()
    for _ in t.rounds(1000):
        before = t.game(game.path)
        if before is None:
            return
        moves = game.plan(before, 1, t.dice)
        aimed = t.dice.random() < 0.5
        for name in sidecars(t.folder) if aimed else []:
            (t.folder / name).unlink()
        with started([*COMMAND, "move", str(game.path), *moves]) as child:
            if aimed:
                while child.poll() is None and not lock.exists():
                    time.sleep(0.0002)
                kill_after(child, t.dice.uniform(0, 0.02), signal.SIGKILL)
            else:
                kill_after(child, t.dice.uniform(0, 1.2 * life), signal.SIGKILL)
            code, err = finish(child)
        t.expect(code in (0, -signal.SIGKILL), f"exit {code}, {tail(err)}")
        there = t.moves(game.path)[len(before.moves) :]
        t.keep(there == moves or (not there and code != 0), f"exit {code} and {there}, not {moves}")
        left = sidecars(t.folder)
        t.expect(left in (POSSIBLY_LEFT if code else ([],)), f"exit {code} left {left}")
        ends["acknowledged" if code == 0 else "killed before" if not there else "after"] += 1
        ends["having the turn"] += aimed and left != []
    t.note = ", ".join(f"{ends[how]} {how}" for how in sorted(ends))


def kills_of_play(t: Trial) -> None:
    """SIGKILL at a random moment of `play --json`, moves given one by one or all at once."""
    game = endless(t.folder)
    startup, each = times_of_play(game.path)
    asked = made = unanswered = 0
    for _ in t.rounds(180):
        before = t.game(game.path)
        if before is None:
            return
        moves = game.plan(before, t.dice.randint(1, 25), t.dice)
        with Player(game.path) as player:
            # At any moment, or while it plays.
            moment = t.dice.uniform(0, 1.2 * startup)
            if t.dice.random() < 0.8:
                player.say("moves")
                player.hear()
                moment = t.dice.uniform(0, 1.5 * each * len(moves))
            killer = threading.Timer(moment, player.child.kill)
            killer.start()
            if t.dice.random() < 0.5:
                player.say(*moves)
            else:
                for move in moves:
                    if not (player.say(move) and player.hear()):
                        break
            player.close_input()
            player.end()
            killer.join()
        answered = len(player.done())
        there = t.moves(game.path)[len(before.moves) :]
        good = there == moves[: len(there)] and answered <= len(there) <= answered + 1
        t.keep(good, f"{answered} moves answered of {moves}, and {there} in the file")
        t.expect(sidecars(t.folder) in POSSIBLY_LEFT, f"left {sidecars(t.folder)}")
        asked += len(moves)
        made += len(there)
        unanswered += len(there) - answered
    run("move", game.path, *game.plan(read_game(str(game.path)), 1, t.dice))
    t.expect_files("game.json")
    t.note = f"{asked} moves asked for, {made} made, {unanswered} of them not answered for"


def times_of_play(path: Path) -> tuple[float, float]:
    """How long play takes to begin, and for a change, here and now."""
    starts, changes = [], []
    for _ in range(3):
        began = time.monotonic()
        with Player(path) as player:
            player.say("moves")
            player.hear()
            starts.append(time.monotonic() - began)
            player.say(*["undo", "redo"] * 10)
            player.hear(20)
            changes.append((time.monotonic() - began - starts[-1]) / 20)
    return statistics.median(starts), statistics.median(changes)


# Runs a command line and, at the Nth line of files.py that is run, or at the Nth call out of it to
# the system, does what a fault would do: KIND is kill, interrupt or error.
FAULTY = r"""
import builtins, fcntl, os, signal, sys
from fortythieves import files
kind, left = sys.argv[1], int(sys.argv[2])
sys.argv[1:3] = []

def is_due():
    global left
    left -= 1
    return left == 0

def trace(frame, event, _):
    if frame.f_code.co_filename != files.__file__:
        return None
    if event == "line" and is_due():
        if kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise KeyboardInterrupt
    return trace

def faulty(call):
    def called(*args, **options):
        if sys._getframe(1).f_code.co_filename == files.__file__ and is_due():
            raise OSError(5, f"Input/output error in {call.__name__}")
        return call(*args, **options)
    return called

if kind == "error":
    for name in ("open", "fstat", "stat", "unlink", "replace", "fsync", "fchmod", "fchown"):
        setattr(os, name, faulty(getattr(os, name)))
    fcntl.flock = faulty(fcntl.flock)
    files.open = faulty(open)
else:
    sys.settrace(trace)
from fortythieves.__main__ import main
main()
"""


def faulty(kind: str, number: int, *words: str | Path) -> Ran:
    argv = [sys.executable, "-c", FAULTY, kind, str(number), *map(str, words)]
    return ended(argv)


def kills_at_every_line(t: Trial) -> None:
    """SIGKILL before each line of files.py that `move` runs; nothing piles up meanwhile."""
    game = endless(t.folder)
    lines = t.dice.randrange(1, 100) if t.scale < 1 else 1
    for _ in t.rounds(200):
        before = t.game(game.path)
        if before is None:
            return
        moves = game.plan(before, 1, t.dice)
        ran = faulty("kill", lines, "move", game.path, *moves)
        there = t.moves(game.path)[len(before.moves) :]
        kept = there == moves or (not there and ran.code != 0)
        t.keep(kept, f"line {lines}: exit {ran.code} and {there}, not {moves}")
        t.expect(ran.code in (0, -9), f"line {lines}: exit {ran.code}, {tail(ran.err)}")
        t.expect(sidecars(t.folder) in POSSIBLY_LEFT, f"line {lines}: {sidecars(t.folder)}")
        # With exit 0 there was no such line any more.
        lines = 1 if ran.code == 0 else lines + (1 if t.scale >= 1 else t.dice.randrange(1, 12))
    run("move", game.path, *game.plan(read_game(str(game.path)), 1, t.dice))
    t.expect_files("game.json")


def interrupts_at_every_line(t: Trial) -> None:
    """Ctrl-C before each line of files.py that `move` runs: 130, no traceback, old or new."""
    at_every_step(t, "interrupt", 130)


def errors_at_every_call(t: Trial) -> None:
    """An input/output error at each call to the system in `move`: 3, one line, old or new."""
    at_every_step(t, "error", 3)


def at_every_step(t: Trial, kind: str, code: int) -> None:
    game = endless(t.folder)
    step = 1 if t.scale >= 1 else t.dice.randrange(1, 6)
    for _ in t.rounds(150):
        before = t.game(game.path)
        if before is None:
            return
        moves = game.plan(before, 1, t.dice)
        ran = faulty(kind, step, "move", game.path, *moves)
        there = t.moves(game.path)[len(before.moves) :]
        kept = there == moves or (not there and ran.code != 0)
        t.keep(kept, f"{kind} {step}: exit {ran.code} and {there}, not {moves}")
        t.expect(sidecars(t.folder) in POSSIBLY_LEFT, f"{kind} {step}: {sidecars(t.folder)}")
        if ran.code == 0:
            break
        if kind == "error":
            t.expect_plain_failure(ran, code, f"error {step}")
        else:
            quiet = ran.code == code and not ran.err
            t.expect(quiet, f"interrupt {step}: exit {ran.code}, {tail(ran.err)}")
        step += 1 if t.scale >= 1 else t.dice.randrange(1, 8)
    run("move", game.path, *game.plan(read_game(str(game.path)), 1, t.dice))
    t.expect_files("game.json")


def signals_to_play(t: Trial) -> None:
    """SIGTERM, SIGINT, SIGHUP at a random moment of `play --save end`: all answered is saved."""
    game = endless(t.folder)
    saved = 0
    for _ in t.rounds(200, least=6):
        before = t.game(game.path)
        if before is None:
            return
        moves = game.plan(before, t.dice.randint(1, 60), t.dice)
        numbers = t.dice.sample((signal.SIGTERM, signal.SIGINT, signal.SIGHUP), 2)
        with Player(game.path, "--save", "end") as player:
            player.say(moves[0])
            if not player.hear():
                break
            player.say(*moves[1:])
            if t.dice.random() < 0.5:
                player.hear(len(moves) - 1)
            else:
                time.sleep(t.dice.uniform(0, 0.00005 * len(moves)))
            # Sometimes a second one follows at once, as when a machine goes down.
            for number in numbers[: t.dice.choice((1, 2, 2))]:
                player.child.send_signal(number)
                time.sleep(t.dice.choice((0, t.dice.uniform(0, 0.0006))))
            try:
                code, err = player.end(patience=5)
            except HungError:
                t.wrong.append(f"{numbers} not heeded until the input ends")
                player.close_input()
                code, err = player.end()
        answered = len(player.done())
        there = t.moves(game.path)[len(before.moves) :]
        good = there == moves[: len(there)] and answered <= len(there) <= answered + 1
        t.keep(good, f"{answered} moves answered, and {len(there)} in the file")
        # When Python itself is ending, it heeds signals no more.
        codes = [code for number in numbers for code in (128 + number, -number)]
        t.expect(code in codes, f"exit {code}")
        t.expect(err == "", tail(err))
        t.expect_files("game.json")
        saved += answered
    t.note = f"{saved} moves answered and saved"


def ignored_signals(t: Trial) -> None:
    """What whoever started play told it not to heed, as nohup does, it does not heed."""
    for number in t.each([signal.SIGHUP, signal.SIGINT, signal.SIGTERM]):
        path = new_game(t.folder)

        def ignore(number: int = number) -> None:
            signal.signal(number, signal.SIG_IGN)

        with Player(path, "--save", "end", preexec_fn=ignore) as player:
            player.say("s-w")
            player.hear()
            player.child.send_signal(number)
            time.sleep(0.1)
            answers = player.say("s-w") and player.hear()
            player.close_input()
            code, err = player.end()
        t.expect((answers, code, err) == (True, 0, ""), f"{number.name} was heeded: exit {code}")
        t.keep(len(t.moves(path)) == len(player.done()), "an answered move")


# --- many at once


class Readers(contextlib.AbstractContextManager["Readers"]):
    """Reads a file again and again, in a thread and by commands, while others write it."""

    def __init__(self, t: Trial, path: Path) -> None:
        self._t, self._path = t, path
        self._stop = threading.Event()
        self.reads = 0
        self._threads = [threading.Thread(target=work) for work in (self._look, self._ask)]
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _look(self) -> None:
        while not self._stop.is_set():
            self._t.game(self._path)
            self.reads += 1
            time.sleep(0.002)

    def _ask(self) -> None:
        while not self._stop.is_set():
            for command in ("check", "show"):
                ran = run(command, self._path)
                self._t.keep(ran.code == 0, f"{command}: exit {ran.code}, {tail(ran.err)}")
                self.reads += 1


def movers_at_once(t: Trial) -> None:
    """64 processes move on one file at once: what was accepted is in it, once each."""
    reads = 0
    for _ in t.rounds(3):
        game = endless(t.folder)
        before = t.moves(game.path)
        with Readers(t, game.path) as readers, contextlib.ExitStack() as stack:
            children = {}
            for number in range(64):
                move = ("s-w", game.there, "s-w", game.back)[number % 4] if number < 60 else "1-1"
                argv = [*COMMAND, "move", str(game.path), move]
                children[stack.enter_context(started(argv))] = move
            codes = {child: finish(child)[0] for child in children}
        reads += readers.reads
        accepted = Counter(move for child, move in children.items() if codes[child] == 0)
        there = Counter(t.moves(game.path)[len(before) :])
        t.keep(accepted == there, f"accepted {accepted}, in the file {there}")
        t.expect(set(codes.values()) <= {0, 1}, f"exit codes {Counter(codes.values())}")
        t.expect_files("game.json")
    t.note = f"read {reads} times meanwhile"


def mixed_at_once(t: Trial) -> None:
    """move, undo, redo and play on one file at once: as many moves as were accepted."""
    reads = 0
    for _ in t.rounds(3):
        game = endless(t.folder, before=100)
        before = len(t.moves(game.path))
        with Readers(t, game.path) as readers, contextlib.ExitStack() as stack:
            players = [stack.enter_context(Player(game.path)) for _ in range(4)]
            for player in players:
                lines = t.dice.choices(("s-w", game.there, "undo", "redo", "moves", "1-f"), k=30)
                player.say(*lines)
                player.close_input()
            children = {}
            for _ in range(24):
                words = t.dice.choice((["move", "s-w"], ["move", game.back], ["undo"], ["redo"]))
                argv = [*COMMAND, words[0], str(game.path), *words[1:]]
                children[stack.enter_context(started(argv))] = words[0]
            codes = [(command, finish(child)[0]) for child, command in children.items()]
            ends = [player.end() for player in players]
        reads += readers.reads
        change = Counter(command for command, code in codes if code == 0)
        for player in players:
            for answer in player.answers:
                if answer["ok"]:
                    change[answer["command"]] += len(answer.get("moves", ()))
        wanted = before + change["move"] + change["redo"] - change["undo"]
        made = len(t.moves(game.path))
        t.keep(made == wanted, f"{made} moves in the file, where {wanted} were accepted")
        t.expect({code for _, code in codes} <= {0, 1}, f"exit codes {codes}")
        t.expect(all(end == (0, "") for end in ends), f"play ended with {ends}")
        t.expect(all(len(player.answers) == 30 for player in players), "lines without an answer")
        t.expect_files("game.json")
    t.note = f"read {reads} times meanwhile"


def new_at_once(t: Trial) -> None:
    """16 processes make one new file at once: one does, and the others say that it is there."""
    path = t.folder / "game.json"
    for _ in t.rounds(3):
        path.unlink(missing_ok=True)
        with contextlib.ExitStack() as stack:
            children = [
                stack.enter_context(
                    started([*COMMAND, "new", "--deal", str(number), "-o", str(path)])
                )
                for number in range(1, 17)
            ]
            codes = [finish(child)[0] for child in children]
        t.expect(sorted(codes) == [0] + [3] * 15, f"exit codes {codes}")
        game = t.game(path)
        if game is not None and 0 in codes:
            t.keep(game.deal_number == codes.index(0) + 1, "another game than the one accepted")
        t.expect_files("game.json")


# --- disks and permissions


@contextlib.contextmanager
def small_disk(folder: Path, options: str) -> Iterator[Path | None]:
    """A file system of its own, unmounted afterwards; None where this user may mount none."""
    disk = folder / "disk"
    disk.mkdir()
    argv = ["mount", "-t", "tmpfs", "-o", options, "fortythieves-torture", str(disk)]
    try:
        mounted = os.geteuid() == 0 and ended(argv).code == 0
    except FileNotFoundError:
        mounted = False
    try:
        yield disk if mounted else None
    finally:
        if mounted:
            ended(["umount", "-l", str(disk)])
        disk.rmdir()


def full_disk(t: Trial) -> None:
    """A disk with little room left, or none: the file stays, exit 3, nothing is left behind."""
    with small_disk(t.folder, "size=256k") as disk:
        if disk is None:
            full_by_limit(t)
            return
        refused = 0
        for number in t.rounds(40, least=8):
            game = endless(disk, before=1500)
            before = t.game(game.path)
            if before is None:
                return
            room = (number % 8) * 4096
            fill(disk / "filler", room)
            moves = game.plan(before, 1, t.dice)
            old = game.path.read_bytes()
            if number % 3 == 2:
                code, err, answers = play_one(game.path, moves[0])
                t.expect((code, err) == (0, ""), f"play: exit {code}, {tail(err)}")
                done = answers[0]["ok"]
                t.expect(done or answers[0]["code"] == "invalid", f"play: {answers[0]}")
            else:
                ran = run("move", game.path, *moves)
                done = ran.code == 0
                if not done:
                    t.expect_plain_failure(ran, 3, f"{room} bytes left")
                    t.expect("No space left" in ran.err, tail(ran.err))
            refused += not done
            if done:
                t.keep(t.moves(game.path)[len(before.moves) :] == moves, "an accepted move")
            else:
                t.keep(game.path.read_bytes() == old, f"{room} bytes left: the file is another")
                ran = run("new", "-o", disk / "new.json", "--deal", "1")
                left = os.path.lexists(disk / "new.json")
                t.expect((ran.code == 0) == left, f"new: exit {ran.code}, a file: {left}")
            # The filler goes last, so that what a new file took is free again too.
            (disk / "new.json").unlink(missing_ok=True)
            (disk / "filler").unlink()
            t.expect(os.listdir(disk) == ["game.json"], f"left {os.listdir(disk)}")
            if not done:
                t.keep(run("move", game.path, *moves).code == 0, "a move with room again")
        t.note = f"a tmpfs of 256 KB; refused {refused} times"
    for _ in t.each([1]):
        with small_disk(t.folder, "size=256k,nr_inodes=3") as disk:
            if disk is not None:
                game = endless(disk)
                (disk / "filler").touch()
                old = game.path.read_bytes()
                ran = run("move", game.path, game.there)
                t.expect_plain_failure(ran, 3, "no inode left")
                t.keep(game.path.read_bytes() == old, "no inode left: the file is another")


def fill(filler: Path, room: int) -> None:
    """Fill a small disk up, but for so many bytes."""
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
        file.truncate(max(0, file.tell() - room))


def play_one(path: Path, move: str) -> tuple[int, str, list[dict[str, Any]]]:
    with Player(path) as player:
        player.say(move)
        player.close_input()
        code, err = player.end()
    return code, err, player.answers


def full_by_limit(t: Trial) -> None:
    """In the place of a full disk: a limit on the size of files."""
    t.note = "by RLIMIT_FSIZE"
    game = endless(t.folder, before=1500)
    old = game.path.read_bytes()
    for _ in t.rounds(40, least=8):
        size = t.dice.randrange(len(old))

        def limit(size: int = size) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        ran = run("move", game.path, game.there, preexec_fn=limit, restore_signals=False)
        t.expect_plain_failure(ran, 3, f"at most {size} bytes")
        t.keep(game.path.read_bytes() == old, f"at most {size} bytes: the file is another")
        t.expect(sidecars(t.folder) in ([], ["disk"]), f"left {sidecars(t.folder)}")


# Loads all that a command may need, since the other user may not be able to, and gives up root.
AS_OTHER = r"""
import importlib, os, pkgutil, sys
import fortythieves
for module in pkgutil.iter_modules(fortythieves.__path__, "fortythieves."):
    importlib.import_module(module.name)
b"-".decode("utf-8-sig")
user = int(sys.argv.pop(1))
os.setgroups([])
os.setgid(user)
os.setuid(user)
if len(sys.argv) > 1:
    fortythieves.__main__.main()
"""


def run_unprivileged(*words: str | Path) -> Ran:
    """Run a command as a user who is not root: as another one, where this is root."""
    if os.geteuid() != 0:
        return run(*words)
    return ended([sys.executable, "-c", AS_OTHER, str(NOBODY), *map(str, words)])


def write_protected(t: Trial) -> None:
    """Folders and files that may not be written, for a user who is not root: exit 3, unchanged."""
    if run_unprivileged("games").code != 0:
        t.note = "not tried: root can't be another user here"
        return
    mine = os.geteuid() if os.geteuid() != 0 else NOBODY
    open_up(t.folder)
    # What the folder and the file are like, whose they are, and whether a move may be made.
    cases = [
        (0o555, mine, 0o644, mine, False),
        (0o755, mine, 0o444, mine, False),
        (0o755, mine, 0o000, mine, False),
        (0o000, mine, 0o644, mine, False),
        (0o755, mine, 0o644, mine, True),
    ]
    if os.geteuid() == 0:
        cases += [
            (0o755, 0, 0o666, mine, False),
            (0o755, mine, 0o644, 0, False),
            (0o755, mine, 0o666, 0, True),
            (0o1777, 0, 0o666, 0, False),  # in a sticky folder a file of root's can't be replaced
            (0o1777, 0, 0o644, mine, True),
        ]
    for folder_mode, folder_owner, mode, owner, may in t.each(cases):
        folder = t.folder / f"{t.tried}"
        folder.mkdir()
        path = new_game(folder)
        old = path.read_bytes()
        if os.geteuid() == 0:
            os.chown(path, owner, -1)
            os.chown(folder, folder_owner, -1)
        path.chmod(mode)
        folder.chmod(folder_mode)
        what = f"folder {folder_mode:o} of {folder_owner}, file {mode:o} of {owner}"
        ran = run_unprivileged("move", path, "s-w")
        undo = run_unprivileged("undo", path) if may else None
        for again in (ran, undo):
            if may:
                good = again is None or again.code == 0
                t.expect(good, f"{what}: exit {again and again.code}, {again and tail(again.err)}")
            elif again is not None:
                t.expect_plain_failure(again, 3, what)
        folder.chmod(0o755)
        path.chmod(0o644)
        t.keep(may or path.read_bytes() == old, f"{what}: the file is another")
        t.expect(sidecars(folder) == [], f"{what}: left {sidecars(folder)}")


def open_up(folder: Path) -> None:
    """Let other users into a folder of a temporary folder."""
    for each in (folder, folder.parent):
        each.chmod(0o755)


def read_only_disk(t: Trial) -> None:
    """A disk that is mounted read-only."""
    with small_disk(t.folder, "size=256k") as disk:
        if disk is None:
            t.note = "not tried: may not mount"
            return
        path = new_game(disk)
        old = path.read_bytes()
        ended(["mount", "-o", "remount,ro", str(disk)])
        for words in t.each([["move", path, "s-w"], ["new", "-o", disk / "b.json"]]):
            t.expect_plain_failure(run(*words), 3, f"{words[0]}")
            t.keep(path.read_bytes() == old, f"{words[0]}: the file is another")


def left_by_another_user(t: Trial) -> None:
    """In a sticky folder such as /tmp: another user's killed run has left its lock behind."""
    if os.geteuid() != 0 or run_unprivileged("games").code != 0:
        t.note = "not tried: needs root, who can be another user"
        return
    open_up(t.folder)
    path = new_game(t.folder)
    os.chown(path, NOBODY, NOBODY)
    t.folder.chmod(0o1777)
    for name in t.each([LOCK, TEMPORARY]):
        (t.folder / name).touch()
        before = len(t.moves(path))
        ran = run_unprivileged("move", path, "s-w")
        made = len(t.moves(path)) - before
        t.keep(made == (ran.code == 0), f"{name}: exit {ran.code} and {made} moves")
        if ran.code != 0:
            t.expect_plain_failure(ran, 3, name)
        (t.folder / name).unlink(missing_ok=True)


def links(t: Trial) -> None:
    """A file by a link: the link stays, the file that it leads to is replaced."""
    path = new_game(t.folder)
    away = t.folder / "away"
    away.mkdir()
    (away / "relative").symlink_to("../game.json")
    (away / "absolute").symlink_to(path)
    (away / "chain").symlink_to("relative")
    (away / "dots").symlink_to("../away/../away/chain")
    (t.folder / "folder").symlink_to(away)
    for name in t.each(["away/relative", "away/absolute", "away/chain", "away/dots",
                        "folder/relative", "folder/chain"]):  # fmt: skip
        link = t.folder / name
        target = os.readlink(link)
        before = len(t.moves(path))
        code = run("move", link, "s-w").code
        code = code or play_one(link, "s-w")[0]
        t.expect(code == 0, f"{name}: exit {code}")
        t.expect(link.is_symlink() and os.readlink(link) == target, f"{name}: the link has gone")
        t.keep(len(t.moves(path)) == before + 2, f"{name}: {len(t.moves(path)) - before} moves")
        t.expect(len(os.listdir(away)) == 4, f"{name}: left {os.listdir(away)}")
        t.expect(not path.is_symlink(), f"{name}: the file is a link now")
    dangling, loop = t.folder / "dangling", t.folder / "loop"
    dangling.symlink_to("away/new.json")
    loop.symlink_to("loop")
    for _ in t.each([1]):
        t.expect(run("new", "-o", dangling, "--deal", "1").code == 0, "new by a dangling link")
        t.expect(dangling.is_symlink(), "the dangling link has gone")
        t.keep(t.moves(away / "new.json") == [], "the new game")
        t.expect_plain_failure(run("new", "-o", dangling), 3, "new where a link leads to a file")
        t.expect(run("new", "-f", "-o", dangling).code == 0, "new --force by a link")
        t.expect(dangling.is_symlink(), "new --force has replaced the link")
        t.expect_plain_failure(run("new", "-f", "-o", loop), 3, "new by a loop")
        t.expect_plain_failure(run("move", loop, "s-w"), 3, "move by a loop")


def modes_and_owners(t: Trial) -> None:
    """Permissions, owner and group are kept, in a set-group-ID folder too."""
    is_root = os.geteuid() == 0
    owners = (
        [(0, 0), (NOBODY, NOBODY), (1234, 2345), (0, 2345), (1234, 0)] if is_root else [(-1,) * 2]
    )
    modes = [0o600, 0o640, 0o644, 0o664, 0o666, 0o660, 0o755, 0o4755, 0o2755]
    cases = [(mode, owner, setgid) for mode in modes for owner in owners for setgid in (1, 0)]
    for number in t.rounds(len(cases), least=10):
        mode, owner, setgid = cases[number % len(cases)]
        folder = t.folder / f"{number}"
        folder.mkdir()
        if is_root:
            os.chown(folder, -1, 3456)
        if setgid:
            folder.chmod(0o2775)
        path = new_game(folder)
        if is_root:
            os.chown(path, *owner)
        path.chmod(mode)
        before = path.stat()
        code = run("move", path, "s-w").code or run("undo", path).code
        after = path.stat()
        what = f"mode {mode:o}, owner {owner}{', set-group-ID folder' * setgid}"
        t.expect(code == 0, f"{what}: exit {code}")
        was, is_now = ((s.st_uid, s.st_gid, oct(s.st_mode)) for s in (before, after))
        t.expect(is_now == was, f"{what}: {is_now}, not {was}")
    for mask in t.each([0o000, 0o022, 0o077]):
        path = t.folder / f"new-{mask:o}.json"
        run("new", "-o", path, "--deal", "1", umask=mask)
        mode = stat.S_IMODE(path.stat().st_mode)
        t.expect(mode == 0o666 & ~mask, f"umask {mask:o}: a new file of mode {mode:o}")


def planted(t: Trial) -> None:
    """Something else lies where the lock or the temporary file would: no hang, no harm."""
    victim = t.folder / "victim"
    victim.write_text("precious")
    kinds: dict[str, Callable[[Path], object]] = {
        "folder": Path.mkdir,
        "fifo": os.mkfifo,
        "link": lambda there: there.symlink_to(victim),
        "dangling link": lambda there: there.symlink_to("nowhere"),
        "write-protected file": lambda there: there.touch(0o000),
    }
    for name, kind in t.each([(name, kind) for name in (LOCK, TEMPORARY) for kind in kinds]):
        path = new_game(t.folder)
        there = t.folder / name
        kinds[kind](there)
        what = f"a {kind} in the place of {name}"
        try:
            ran = run("move", path, "s-w", patience=5)
        except HungError:
            t.wrong.append(f"{what}: hangs")
        else:
            if ran.code != 0:
                t.expect_plain_failure(ran, 3, what)
            t.keep(len(t.moves(path)) == (ran.code == 0), f"{what}: exit {ran.code}")
        t.keep(victim.read_text() == "precious", f"{what}: what it leads to is written over")
        if kind == "folder":
            there.rmdir()
        else:
            there.unlink(missing_ok=True)
        left = sorted(os.listdir(t.folder))
        t.expect(left == ["game.json", "victim"], f"{what}: left {left}")


# --- clocks


def clocks(t: Trial) -> None:
    """Times of files far in the past and the future: play still sees what others do."""
    ages = [0, -86_400, 1, 2**31 - 1, 2**31, 2**32 + 1, 2**33, int(time.time()) + 10**8]
    for age in t.each(ages):
        path = new_game(t.folder)
        os.utime(path, (age, age))
        with Player(path) as player:
            player.say("s-w")
            player.hear()
            os.utime(path, (age, age))
            t.expect(run("move", path, "8-f").code == 0, f"time {age}")
            os.utime(path, (age, age))
            player.say("s-w")
            player.hear()
        t.keep(t.moves(path) == ["s-w", "8-f", "s-w"], f"time {age}: {t.moves(path)}")


def replaced_unseen(t: Trial) -> None:
    """Another game takes the file's place, of the same size and time: play must see it."""
    for how in t.each(["a command", "rename", "rename back", "in place"]):
        path = new_game(t.folder)
        with Player(path) as player:
            player.say("s-w", "s-w")
            player.hear(2)
            # Another game of the same size, whose time is set to be the same.
            seen, size = path.stat(), path.stat().st_size
            other = Game.deal("forty-thieves", 12345)
            other.push_all(["8-f", "5-3"])
            text = encode_game(other)
            text = text if how == "a command" else text.rstrip() + " " * (size - len(text)) + "\n"
            if how == "a command":
                run("undo", path, "2", "-q")
                run("move", path, "8-f", "5-3")
            elif how == "in place":
                path.write_text(text)
            else:
                beside = t.folder / "beside"
                beside.write_text(text)
                os.utime(beside, ns=(seen.st_atime_ns, seen.st_mtime_ns))
                if how == "rename back":  # and the first comes back under another number
                    path.rename(t.folder / "old")
                beside.rename(path)
            os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
            same = how == "a command" or path.stat().st_size == size
            t.expect(same, f"{how}: the trial itself: sizes differ")
            player.say("s-w")
            player.hear()
        there = t.moves(path)
        t.keep(there == ["8-f", "5-3", "s-w"], f"replaced by {how}, same time and size: {there}")


def gone_meanwhile(t: Trial) -> None:
    """The file, its folder or its lock goes while play has it: answers that say so, no crash."""
    for how in t.each(["gone", "broken", "no folder"]):
        folder = t.folder / f"some-{t.tried}"
        folder.mkdir()
        path = new_game(folder)
        with Player(path) as player:
            player.say("s-w")
            player.hear()
            if how == "broken":
                path.write_text("{}")
            else:
                path.unlink()
            if how == "no folder":
                folder.rmdir()
            player.say("s-w", "moves", "s-w")
            player.close_input()
            code, err = player.end()
        told = [answer.get("code") for answer in player.answers]
        t.expect(told == [None] + ["invalid"] * 3, f"the file {how}: answers {told}")
        if how == "broken":
            t.keep(path.read_text() == "{}", "what stood in the file meanwhile is written over")
        t.expect((code, err) == (0, ""), f"the file {how}: exit {code}, {tail(err)}")
    for save in t.each(["each", "end"]):
        path = new_game(t.folder)
        with Player(path, "--save", save) as player:
            player.say("s-w")
            player.hear()
            for name in sidecars(t.folder):
                if name == LOCK:  # somebody tidies up
                    (t.folder / name).unlink()
            player.say("s-w")
            player.close_input()
            code, err = player.end()
        t.expect((code, err) == (0, ""), f"the lock gone, {save}: exit {code}, {tail(err)}")
        t.keep(t.moves(path) == ["s-w"] * 2, f"the lock gone, {save}: {t.moves(path)}")


# --- streams

# A shell's text, in which f is the command and $F the file; the exit codes that it may have; how
# many moves must be saved.
STREAMS: list[tuple[str, set[int], int]] = [
    (r'f move "$F" s-w <&-', {0}, 1),
    (r'f move "$F" s-w >&-', {3}, 1),
    (r'f move "$F" s-w 2>&-', {0}, 1),
    (r'f move "$F" s-w <&- >&- 2>&-', {3}, 1),
    (r'f move "$F" 1-f 2>&-', {1}, 0),
    (r'f move "$F" bogus 2>&-', {2}, 0),
    (r'f show "$F" >&-', {3}, 0),
    (r'f check "$F" >&- 2>&-', {3}, 0),
    (r'f move - s-w <&-', {3}, 0),
    (r'f replay - <&-', {3}, 0),
    (r'f check - <&- 2>&-', {3}, 0),
    (r'f play "$F" --json <&-', {0}, 0),
    (r'f play "$F" <&-', {0}, 0),
    (r'f play "$F" <&- >&- 2>&-', {3}, 0),
    (r'printf "s-w\ns-w" | f play "$F" --json', {0}, 2),
    (r'printf s-w | f play "$F" --json >&-', {3}, 1),
    (r'printf s-w | f play "$F" --json --save end >&- 2>&-', {3}, 1),
    (r'head -c 300 "$F" | f move - s-w', {3}, 0),
    (r'f move "$F" s-w >/dev/full', {3}, 1),
    (r'f move "$F" s-w --json >/dev/full', {3}, 1),
    (r'f move "$F" s-w >/dev/full 2>&1', {3}, 1),
    (r'f move "$F" 1-f 2>/dev/full', {1}, 0),
    (r'f move "$F" bogus 2>/dev/full', {2}, 0),
    (r'f show "$F" >/dev/full', {3}, 0),
    (r'f check "$F" >/dev/full', {3}, 0),
    (r'f games >/dev/full', {3}, 0),
    (r'f new >/dev/full', {3}, 0),
    (r'f log "$F" >/dev/full', {3}, 0),
    (r'printf s-w | f play "$F" --json >/dev/full', {3}, 1),
    (r'printf s-w | f play "$F" --json --save end >/dev/full', {3}, 1),
    (r'printf s-w | f play "$F" >/dev/full', {3}, 0),
    (r'f play "$F" --json 0>/dev/null', {0, 3}, 0),
    (r'{ f move "$F" s-w; echo $? >&3; } | true', {0, 141}, 1),
    (r'{ f move "$F" 1-f 2>&1; echo $? >&3; } | true', {1, 141}, 0),
    (r'{ f show "$F"; echo $? >&3; } | true', {0, 141}, 0),
    (r'{ f new --deals 1-100000; echo $? >&3; } | head -n 1 >/dev/null', {141}, 0),
    (r'{ yes s-w | f play "$F"; echo $? >&3; } | head -n 1 >/dev/null', {0, 141}, 0),
]  # fmt: skip


def streams(t: Trial) -> None:
    """Streams closed, full, or with nobody at the other end: exit codes, and no traceback."""
    define_f = f'exec 3>&1; f() {{ {shlex.join(COMMAND)} "$@" 3>&-; }}'
    for text, codes, saved in t.each(STREAMS):
        path = new_game(t.folder)
        given = {**os.environ, "F": str(path)}
        ran = ended(["sh", "-c", f"{define_f}\n{text}"], env=given)
        code = int(ran.out) if "echo $?" in text and ran.out.strip().isdigit() else ran.code
        t.expect(code in codes, f"{text}: exit {code}, {tail(ran.err)}")
        t.expect("Traceback" not in ran.err, f"{text}: a traceback, {tail(ran.err)}")
        t.expect("Exception ignored" not in ran.err, f"{text}: {tail(ran.err)}")
        made = len(t.moves(path))
        t.keep(made >= saved if "play" in text else made == saved, f"{text}: {made} moves saved")
        t.expect_files("game.json")


def slow_and_gone_readers(t: Trial) -> None:
    """play into a pipe that is full: it waits; and when the reader goes away, all is saved."""
    for save in t.each(["each", "end"] * 2):
        path = new_game(t.folder)
        goes = t.tried > 2
        with Player(path, "--save", save) as player:
            # An answer to show is of 2 kB; a pipe holds 64 kB, and as much is read at once.
            player.say(*["s-w", "show"] * 64, *["show"] * 200)
            player.hear(3)
            time.sleep(0.5)
            if goes:
                assert player.child.stdout is not None
                player.child.stdout.close()
                player.child.wait(timeout=PATIENCE)
                code, err = player.child.returncode, ""
            else:
                player.close_input()
                code, err = player.end()
        answers = len([answer for answer in player.answers if answer["command"] == "move"])
        t.expect(goes or answers == 64, f"{answers} of 64 answered")
        t.expect((code, err) == (141 if goes else 0, ""), f"exit {code}, {tail(err)}")
        t.keep(len(t.moves(path)) >= answers, f"{len(t.moves(path))} of {answers} saved")
        t.expect_files("game.json")


# --- the table

ROWS: dict[str, tuple[Callable[[Trial], None], float]] = {
    # by name; with the seconds that a row may take before it begins no more rounds
    "kill move": (kills_of_move, 60),
    "kill play": (kills_of_play, 40),
    "kill at each line": (kills_at_every_line, 25),
    "interrupt at each line": (interrupts_at_every_line, 20),
    "error at each call": (errors_at_every_call, 10),
    "signals to play": (signals_to_play, 30),
    "ignored signals": (ignored_signals, 5),
    "64 movers": (movers_at_once, 30),
    "mixed at once": (mixed_at_once, 20),
    "new at once": (new_at_once, 10),
    "full disk": (full_disk, 15),
    "write-protected": (write_protected, 10),
    "read-only disk": (read_only_disk, 5),
    "another's lock": (left_by_another_user, 5),
    "links": (links, 10),
    "modes and owners": (modes_and_owners, 20),
    "planted files": (planted, 15),
    "clocks": (clocks, 10),
    "replaced unseen": (replaced_unseen, 10),
    "gone meanwhile": (gone_meanwhile, 10),
    "streams": (streams, 15),
    "slow readers": (slow_and_gone_readers, 10),
}


def tried(name: str, seed: int, scale: float) -> Trial:
    """Try one row, in a new folder that is removed afterwards."""
    row, seconds = ROWS[name]
    with tempfile.TemporaryDirectory(prefix="fortythieves-torture-") as top:
        # One more, so that nobody is let into the folder of temporary files itself.
        folder = Path(top) / "row"
        folder.mkdir()
        t = Trial(folder, f"{seed} {name}", scale, seconds)
        try:
            row(t)
        except HungError as error:
            t.wrong.append(f"hung: {error}")
        except Exception as error:  # the row's own fault, or one that it did not foresee
            t.wrong.append(f"{type(error).__name__}: {error}")
    return t


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/torture", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the rounds")
    parser.add_argument("--only", metavar="ROW", action="append", choices=ROWS, help="only this")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    options = parser.parse_args()
    began = time.monotonic()
    faults: list[str] = []
    print(f"{'':24} {'tried':>6} {'lost':>5} {'wrong':>5} {'seconds':>8}")
    for name in options.only or ROWS:
        since = time.monotonic()
        t = tried(name, options.seed, 0.1 if options.quick else 1.0)
        took = time.monotonic() - since
        print(
            f"{name:24} {t.tried:6} {len(t.lost):5} {len(t.wrong):5} {took:8.1f}  {t.note}",
            flush=True,
        )
        faults += [f"{name}: lost: {fault}" for fault in t.lost]
        faults += [f"{name}: wrong: {fault}" for fault in t.wrong]
    print(f"{time.monotonic() - began:.0f} seconds, load average {os.getloadavg()[0]:.2f}")
    for fault, count in Counter(faults).most_common():
        print(f"{fault} ({count} times)" if count > 1 else fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
