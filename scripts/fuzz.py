"""Throws mutated inputs at everything that reads what a stranger may have written.

Each target has one function that takes any bytes. Nothing but the package's own errors may come
out of it, with a message of one printable line; what it accepts must be sound and survive a round
trip; and no input may cost much time or memory. The inputs come from a mutator of our own, which
keeps what drew a message not seen before; or, with --atheris, from libFuzzer, which is guided by
the code that it reaches: atheris is no dependency of the project, so run that with the Python of
any virtual environment that has it and typer:

    PYTHONPATH=. other/bin/python scripts/fuzz.py --atheris --target json --count 100000
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import hashlib
import importlib
import io
import itertools
import json
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from fortythieves import Game
from fortythieves.boardtext import format_board, parse_board
from fortythieves.cards import CARD_NAMES, CARDS, parse_card
from fortythieves.catalogue import WON, entries
from fortythieves.customrules import rules_from_toml, rules_to_toml
from fortythieves.deals import MAX_DEAL, parse_deal_number, parse_deal_numbers, shuffled_pack
from fortythieves.errors import FortyThievesError, IllegalMoveError, UsageError
from fortythieves.files import GameFile
from fortythieves.gamejson import decode_game, encode_game, encode_line, parse_json
from fortythieves.movelog import MAX_LINE, LoggedGame, format_log, read_log, replay
from fortythieves.moves import AS_FITS, Move, parse_move
from fortythieves.observation import observe
from fortythieves.play import Session
from fortythieves.position import Position
from fortythieves.rulebook import describe
from fortythieves.rules import GAMES, UNLIMITED, Rules
from fortythieves.solvitaire import (
    from_solvitaire,
    from_solvitaire_rules,
    to_solvitaire,
    to_solvitaire_rules,
)

# One input may take so many seconds of the processor, and all of them so many bytes more than at
# the start.
MOST_SECONDS = 1.0
MOST_MEMORY = 200_000_000


class FaultError(AssertionError):
    """Something was accepted that should not be, or refused in a way that it should not."""


class SlowError(BaseException):
    """An input has had its time."""


def expect(right: bool, what: str) -> None:
    if not right:
        raise FaultError(what)


def refused(error: FortyThievesError) -> str:
    """An error as it should be; returns its shape: the message without what varies in it."""
    text = str(error)
    expect(text.isprintable(), f"a message that is not one printable line: {text!r}")
    expect(0 < len(text) <= 1000, f"a message of {len(text)} characters")
    expect(error.exit_code in (1, 2, 3), f"exit code {error.exit_code}")
    expect(re.fullmatch(r"[a-z]+(-[a-z]+)*", error.code) is not None, f"code {error.code!r}")
    bare = re.sub(r"""(['"]).*\1""", "_", text)
    return "refused: " + re.sub(r"\d+|\b[A2-9TJQK][CDHS]\b", "_", bare)


# --- what must be so of what was accepted


def expect_all_cards(position: Position) -> None:
    packs = position.rules.packs
    cards = Counter(itertools.chain(position.stock, position.waste, *position.columns))
    for card in CARDS:
        there = cards[card] + position.home[card]
        expect(there == packs, f"{CARD_NAMES[card]} stands {there} times, not {packs}")
    expect(sum(cards.values()) + position.cards_home == 52 * packs, "too many or too few cards")
    hidden = zip(position.down, position.columns, strict=True)
    expect(all(0 <= down < max(1, len(cards)) for down, cards in hidden), "a hidden top card")


def state(game: Game) -> tuple[object, ...]:
    position = game.position
    piles = (position.stock, position.waste, position.columns, position.down, position.home)
    return repr(piles), position.redeals, tuple(game.moves), tuple(game.undone)


def expect_sound(game: Game) -> None:
    """A game holds every card, and its moves lead from its opening to its position."""
    expect_all_cards(game.opening)
    expect_all_cards(game.position)
    again = Game(game.opening, game.deal_number)
    for move in game.moves:
        again.push(move)
    expect(again.position == game.position, "the moves don't lead to the position")
    end = game.position.copy()
    for move in game.kept_line:
        end.push(move)
    expect(end.won or not game.kept_line, "a kept line that does not win")
    legal = game.legal_moves()
    expect(all(game.position.refusal(move) is None for move in legal), "a legal move is refused")
    expect((game.status == "playing") == bool(legal) or game.won, "the status")
    before = state(game)
    if game.undone:
        count = len(game.undone)
        game.redo(count)
        game.undo(count)
    expect(state(game) == before, "redo and undo lead elsewhere")


def expect_round_trip(game: Game) -> None:
    text = encode_game(game)
    for written in (text, encode_line(game)):
        again = decode_game(written.encode())
        expect(state(again) == state(game), "read again, it is another game")
        expect(encode_game(again) == text, "written again, it is another text")
    str(game), json.dumps(observe(game))


def positions() -> list[Game]:
    """Games of every kind, at several points between deal and end."""
    games = []
    for name in GAMES:
        number, moves = a_game_of(name)
        whole = Game.deal(name, number)
        whole.push_all(moves)
        for part in (0, 0.1, 0.5, 0.8, 1):
            game = Game.deal(name, number)
            game.push_all(moves[: int(part * len(moves))])
            if 0 < part < 1:
                game.undo(len(game.moves) // 4)
            if part == 0.8 and whole.won:
                game.keep(whole.moves[len(game.moves) :])
            games.append(game)
    return games


def a_game_of(name: str) -> tuple[int | None, list[str]]:
    """A deal and moves in it: a won game if the catalogue has one, else any."""
    for entry in entries(GAMES[name]):
        if entry.verdict == WON:
            return entry.deal, entry.moves.split()
    game, dice = Game.deal(name, 1), random.Random(name)
    while len(game.moves) < 150 and (legal := game.legal_moves()):
        game.push(dice.choice(legal))
    return 1, list(map(str, game.moves))


POSITIONS = positions()
# What games, moves and logs are made of.
WORDS = [
    *"sw wf hf d r s f w h x - > 1 2 9 10 11 12 99 100 0 00 x0 x1 x2 x4 x13 x99 x999".split(),
    *"s-w w-s w-f s-f s-1 w-1 1-f 1-2 2-1 1-10 3-7x4 12 110 1-1 f-1 w-w 10-10x10".split(),
    *"undo redo moves show help quit AS 10H TH kd 10♥ ♠ AX 1C".split(),
    *"[ ] { } : , \" \\ \\u0000 \\ud800 null true NaN -Infinity 1e999 -0 0.1 \\n".split(),
    *"game: deal: game deal stock waste tableau down up moves undone opening format status".split(),
    *"forty-thieves indian limited little-forty lucas maria number-ten rank-and-file".split(),
    *"streets playing won stuck fortythieves version redeals_left foundations".split(),
    *["\n", " ", "\r\n", "\t", "#", "\0", "\x1b[31m", "\u202e", "\u2028", "\x85", "\ufeff"],
    *["\x7f", "\x9b", "\udcff", "İ", "K", "ſ", "²", "①", "٣", "１", "𝟏", "é" * 9, "9" * 25],
    "9" * 5000, "[" * 999, "]" * 999, "1-2 " * 99, "s-w " * 70, "a: b\n" * 101, "x" * 9999,
]  # fmt: skip
TOKENS = [word.encode("utf-8", "surrogatepass") for word in WORDS]


# --- the targets: from any bytes to a shape, or a fault


class Choices:
    """Bytes as a row of choices; when they are used up, always the first."""

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)

    def below(self, count: int) -> int:
        number = next(self._data, 0)
        if count > 255:
            number = 256 * number + next(self._data, 0)
        return number % count

    def of(self, values: list[Any]) -> Any:
        return values[self.below(len(values))]

    def rest(self) -> bytes:
        return bytes(self._data)


def fuzz_json(data: bytes) -> str:
    """The text of a game file."""
    try:
        game = decode_game(data)
    except FortyThievesError as error:
        return refused(error)
    expect_sound(game)
    expect_round_trip(game)
    return "a game"


VALUES: list[Any] = [
    None, True, False, 0, 1, 2, -1, 13, 14, 100, 10**30, -(10**30), 1.0, 0.5, float("inf"),
    float("nan"), "", "TH", "AS", "th", "10H", "s-w", "1-2", "3-7x2", "d", "w-s", "1", "99", "0",
    "1" * 21, "playing", "won", "stuck", "lucas", "fortythieves", "x" * 500, "\x1b[31m\u202e\n",
    "\ud800", [], {}, [[]], [{}], {"": 0}, {"down": [], "up": []}, {"down": ["AS"], "up": []},
    [0, 0], [13, 13], [0, 13], [1, 0], ["TH"] * 3, ["s-w"] * 65, [["TH"]],
]  # fmt: skip
NEST: list[Any] = []
for _ in range(100):
    NEST = [NEST, {"a": NEST}][:1]
VALUES.append(NEST)


def fuzz_object(data: bytes) -> str:
    """The object of a game's file, with some values replaced, moved, copied or left out."""
    choices = Choices(data)
    game = made_up_game(choices) if choices.below(2) else None
    there = json.loads(encode_game(game) if game else choices.of(GAME_TEXTS))
    changes = choices.below(4)
    alike = choices.below(4) == 0
    for _ in range(changes):
        mutate_object(there["opening"] if alike else there, choices)
    if alike:
        # The same in the opening and in the position, between which there are no moves then.
        there |= {**there["opening"], "moves": [], "undone": []}
        changes += 1
    text = json.dumps(there)
    shape = fuzz_json(text.encode("utf-8", "surrogatepass"))
    expect(changes > 0 or shape == "a game", f"a game as it was written is {shape}")
    return shape


def made_up_game(choices: Choices) -> Game:
    """A game from an opening that nobody would deal, with some moves made and taken back."""
    rules = choices.of(list(GAMES.values()))
    if choices.below(4) == 0:
        rules = rules._replace(name="my-own", title="My Own", aliases=())
    home = [0] * 64
    cards = []
    for suit in (0, 16, 32, 48):
        home[suit] = left = rules.packs
        for step in range(13):
            card = suit + (rules.base - 1 + step) % 13 + 1
            # Few cards are at home, or most.
            left = home[card] = 0 if choices.below(3) else left
            cards += [card] * (rules.packs - left)
    random.Random(choices.below(65536)).shuffle(cards)
    piles: list[list[int]] = [[] for _ in range(rules.columns + 2)]
    used = choices.below(len(piles)) + 1
    for number, card in enumerate(cards):
        piles[number * number % used].append(card)
    piles = piles[(start := choices.below(len(piles))) :] + piles[:start]
    stock, waste, *columns = piles
    # Under a card that lies face down there may be others; it is the last that counts.
    hidden = [0, *(number for number, face in enumerate(rules.rows, 1) if face == "d")]
    down = [choices.of([n for n in hidden if n < max(1, len(cards))]) for cards in columns]
    redeals = UNLIMITED if rules.redeals == UNLIMITED else choices.below(rules.redeals + 1)
    game = Game(
        Position(
            rules, stock=stock, waste=waste, columns=columns, down=down, home=home, redeals=redeals
        )
    )
    for _ in range(choices.below(60)):
        if legal := game.legal_moves():
            game.push(choices.of(legal))
    if game.moves:
        game.undo(1 + choices.below(len(game.moves)))
    return game


def mutate_object(there: Any, choices: Choices) -> None:
    key: Any = None
    while True:
        keys = list(there) if isinstance(there, dict) else list(range(len(there)))
        if not keys:
            return
        key = keys[choices.below(len(keys))]
        below = there[key]
        # Seldom stop at a pile: most of it lies deeper.
        if not (isinstance(below, dict | list) and below and choices.below(8)):
            break
        there = below
    other = keys[choices.below(len(keys))]
    match choices.below(8):
        case 0:
            del there[key]
        case 1:
            there[key], there[other] = there[other], there[key]
        case 2:
            there[key] = copy.deepcopy(there[other])
        case 3 if isinstance(there, list):
            there.insert(key, copy.deepcopy(there[other]))
        case 4 if isinstance(there, dict):
            there[choices.of(WORDS)] = there.pop(key)
        case 5 if isinstance(there, list):
            there.append(there.pop(key))
        case 6 if type(there[key]) is int:
            there[key] += choices.of([-1, 1, 10])
        case _:
            there[key] = copy.deepcopy(choices.of(VALUES))


def fuzz_log(data: bytes) -> str:
    """A move log, read as `replay` reads it."""
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", errors="replace")
    lines = iter(lambda: stream.readline(MAX_LINE + 1), "")
    shape = "no game"
    try:
        # Games of many headers and no moves may follow one another without end.
        for logged in itertools.islice(read_log(lines), 20):
            game = played(logged)
            expect_sound(game)
            again = played(next(read_log(io.StringIO(format_log(game)))))
            expect(state(again) == state(game), "logged and replayed, it is another game")
            shape = "a log"
    except FortyThievesError as error:
        return refused(error)
    return shape


def played(logged: LoggedGame) -> Game:
    for _ in replay(logged):
        pass
    return logged.game


def fuzz_move(data: bytes) -> str:
    """A move as it is written, in one of the positions."""
    game = POSITIONS[data[0] % len(POSITIONS)] if data else POSITIONS[0]
    text = data[1:].decode("utf-8", "surrogateescape")
    try:
        move = parse_move(text)
    except UsageError as error:
        return refused(error)
    written = str(move)
    if move.source < 100 and move.target < 100 and move.cards == 1:
        move = Move(move.source, move.target, AS_FITS)  # x1 is not written
    expect(parse_move(written) == move, f"{text!r} is written {written}, which is another move")
    expect(re.fullmatch(r"[swf\d]+-[swf\d]+(x\d+)?", written) is not None, f"written {written}")
    before, undone = state(game), game.undone[:]
    legal = game.is_legal(text)
    expect(state(game) == before, "is_legal has changed the game")
    try:
        plain = game.push(text)
    except IllegalMoveError as error:
        expect(not legal, "is_legal says yes, push says no")
        expect(state(game) == before, "a refused move has changed the game")
        return refused(error)
    expect(legal, "is_legal says no, push says yes")
    expect(0 < len(plain) == len(game.moves) - len(before[2]), "the plain moves")  # type: ignore[arg-type]
    expect_all_cards(game.position)
    for _ in plain:
        game.position.pop()
    game.undone = undone
    expect(state(game) == before, "taken back, it is another game")
    return f"played {len(plain)}"


def fuzz_card(data: bytes) -> str:
    """A card."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        card = parse_card(text)
    except UsageError as error:
        return refused(error)
    expect(card in CARDS and parse_card(CARD_NAMES[card]) == card, f"{text!r} is {card}")
    expect(len(text) in (2, 3), f"{text!r} is {CARD_NAMES[card]}")
    return "a card"


def fuzz_deal(data: bytes) -> str:
    """A deal's number, and a list of them."""
    text = data.decode("utf-8", "surrogateescape")
    shape = ""
    try:
        ranges = list(itertools.islice(parse_deal_numbers(text), 100))
        numbers = [number for found in ranges for number in (found[0], found[-1])]
        expect(all(1 <= number <= MAX_DEAL for number in numbers), f"{text!r}: {numbers}")
        shape = "numbers " if numbers else "none "
    except UsageError as error:
        shape = refused(error)
    try:
        number = parse_deal_number(text)
    except UsageError as error:
        return shape + refused(error)
    expect(str(number) == text.lstrip("0") and number in numbers, f"{text!r} is {number}")
    expect(Counter(shuffled_pack(number)) == Counter(CARDS * 2), f"deal {number}")
    return "a deal"


def fuzz_rules(data: bytes) -> str:
    """Rules of one's own, in TOML."""
    try:
        rules = rules_from_toml(data.decode("utf-8", "replace"))
    except FortyThievesError as error:
        return refused(error)
    expect(rules_from_toml(rules_to_toml(rules)) == rules, "written and read, they are others")
    expect(describe(rules).isprintable() or "\n" in describe(rules), "their description")
    game = Game.deal(rules, 12345)
    for _ in range(20):
        if legal := game.legal_moves():
            game.push(legal[-1])
    expect_sound(game)
    expect_round_trip(game)
    return "rules"


def fuzz_import(data: bytes) -> str:
    """Boards and rules in the forms of other programs."""
    choices = Choices(data)
    form, rules = choices.below(3), choices.of(list(GAMES.values()))
    text = choices.rest().decode("utf-8", "replace")
    try:
        if form == 0:
            game = parse_board(text, rules)
        elif form == 1:
            game = from_solvitaire(parse_json(text), rules)
        else:
            fields = from_solvitaire_rules(parse_json(text))
            read = Rules(name="own-game", title="Own Game", **fields)
            expect(
                rules_from_toml(rules_to_toml(read)) == read, "written and read, they are others"
            )
            return "rules"
    except FortyThievesError as error:
        return refused(error)
    expect_sound(game)
    expect_round_trip(game)
    if form == 0:
        again = parse_board(format_board(game.position), rules)
        expect(again.position == game.position, "written and read, it is another board")
    return f"a board {form}"


class InMemory(GameFile):
    """A game file that is none."""

    def __init__(self, game: Game) -> None:
        self._given = game

    def game(self) -> Game:
        return self._given

    def change(self, change: Callable[[Game], object]) -> Game:
        change(self._given)
        return self._given


def fuzz_play(data: bytes) -> str:
    """Lines of a session of play."""
    choices = Choices(data)
    game = decode_game(choices.of(GAME_TEXTS))
    session = Session(InMemory(game), save_each=bool(choices.below(2)))
    shapes = []
    for line in choices.rest().split(b"\n")[:12]:
        before = state(game)
        answer = session.answer(line.decode(errors="replace") + "\n")
        json.dumps(answer)
        expect(answer["status"] == game.status, "the status")
        expect(answer["moves_made"] == len(game.moves), "the number of moves")
        if answer["ok"]:
            shapes.append(answer["command"])
        else:
            expect(state(game) == before, "a refused line has changed the game")
            expect(answer["code"] not in ("", "error"), "no code")
            expect(answer["message"].isprintable(), f"a message: {answer['message']!r}")
            shapes.append(answer["code"])
    expect_sound(game)
    return " ".join(sorted(set(shapes)))


GAME_TEXTS = [encode_game(game) for game in POSITIONS]


def seeds_of_games() -> list[bytes]:
    """Games, and what is meant to take long or much."""
    keys = "".join(f'"{number}":0,' for number in range(40_000))
    hostile = [
        "[" * 990 + "]" * 990,
        '{"a":' * 1990,
        "9" * 1_900_000,
        "0." + "1" * 1_900_000,
        "1e" + "1" * 1_900_000,
        '"' + "\\u0000" * 300_000 + '"',
        "[" + "0," * 900_000 + "0]",
        "[" + '"",' * 600_000 + '""]',
        "{" + keys + '"z":0}',
        "{" + keys + '"z":0,"z":0}',
    ]
    # As deep as can be read may be too deep for what comes after.
    own = GAMES["maria"]._replace(name="my-own", title="My Own", aliases=())
    text = encode_line(Game.deal(own, 1))
    hostile += (
        text.replace('"packs":2', f'"packs":{"[" * depth}{"]" * depth}')
        for depth in range(940, 1000)
    )
    lines = map(encode_line, POSITIONS[::9])
    return [text.encode() for text in (*GAME_TEXTS, *lines, *hostile)]


def seeds_of_objects() -> list[bytes]:
    dice = random.Random(1)
    return [dice.randbytes(200) for _ in range(100)]


def seeds_of_logs() -> list[bytes]:
    logs = [format_log(game).encode() for game in POSITIONS]
    return [*logs, b"\n".join(logs[::4]), b"# a comment\ngame: maria\ndeal: 3\nby: me\n\ns-w # d\n"]


def seeds_of_rules() -> list[bytes]:
    texts = [rules_to_toml(rules) for rules in GAMES.values()]
    hostile = "[" * 900, "0x" + "F" * 9000, "1" * 9000, "1e999", "nan", "1979-05-27"
    return [
        *(text.replace('name = "', 'name = "my-').encode() for text in texts),
        *(f'name = "a"\ntitle = "A"\npacks = {value}\n'.encode() for value in hostile),
    ]


def seeds_of_imports() -> list[bytes]:
    numbers = {rules: number for number, rules in enumerate(GAMES.values())}
    seeds = []
    for game in POSITIONS:
        number = numbers[game.rules]
        written: list[Callable[[], str]] = [
            lambda game=game: format_board(game.position),  # type: ignore[misc]
            lambda game=game: json.dumps(to_solvitaire(game.position)),  # type: ignore[misc]
            lambda game=game: json.dumps(to_solvitaire_rules(game.rules)),  # type: ignore[misc]
        ]
        for form, write in enumerate(written):
            # Not every game can be written so.
            with contextlib.suppress(FortyThievesError):
                seeds.append(bytes([form, number]) + write().encode())
    return seeds


def seeds_of_play() -> list[bytes]:
    lines = b"s-w\n1-2 1-f\nundo 2\nredo\nmoves\nshow\nhelp\nUNDO 1 2\nw-f\nquit"
    return [bytes([number, number % 2]) + lines for number in range(len(POSITIONS))]


def seeds_of_moves() -> list[bytes]:
    return [
        bytes([number]) + str(move).encode()
        for number, game in enumerate(POSITIONS)
        for move in game.legal_moves()
    ]


class Target(NamedTuple):
    """Something that reads; ``share`` is its part of all inputs, in hundredths."""

    fuzz_one: Callable[[bytes], str]
    share: int
    seeds: Callable[[], list[bytes]]


TARGETS = {
    "json": Target(fuzz_json, 20, seeds_of_games),
    "object": Target(fuzz_object, 20, seeds_of_objects),
    "log": Target(fuzz_log, 10, seeds_of_logs),
    "move": Target(fuzz_move, 20, seeds_of_moves),
    "card": Target(fuzz_card, 5, lambda: [b"TH", b"10h", "10♥".encode(), b"as"]),
    "deal": Target(fuzz_deal, 5, lambda: [b"1", b"12345", b"100000000000000000000", b"1-9,77 5"]),
    "rules": Target(fuzz_rules, 5, seeds_of_rules),
    "import": Target(fuzz_import, 5, seeds_of_imports),
    "play": Target(fuzz_play, 10, seeds_of_play),
}


# --- one input, in its bounds


def memory() -> int:
    """The most bytes that this process has had so far."""
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return kilobytes if sys.platform == "darwin" else 1024 * kilobytes


@contextlib.contextmanager
def bounded(most_memory: int) -> Iterator[None]:
    """What is done in it may take MOST_SECONDS of the processor, and memory up to a bound."""

    def stop(_: int, __: FrameType | None) -> None:
        raise SlowError(f"more than {MOST_SECONDS} seconds")

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    expect(memory() <= most_memory, f"{memory() >> 20} MB of memory")


def fault_of(target: Target, data: bytes, most_memory: int) -> tuple[str, BaseException | None]:
    """An input's shape, and what is wrong, if anything."""
    try:
        with bounded(most_memory):
            return target.fuzz_one(data), None
    except (Exception, SlowError) as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}", error


def reduced(target: Target, data: bytes, shape: str, seconds: float = 10) -> bytes:
    """A shorter input with the same fault, as far as a few seconds of trying lead."""
    end = time.monotonic() + seconds
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data) and time.monotonic() < end:
            shorter = data[:at] + data[at + size :]
            if fault_of(target, shorter, sys.maxsize)[0] == shape:
                data = shorter
            else:
                at += size
        size //= 2
    return data


# --- our own mutator


WORD = re.compile(rb'"[^"\n]*"|[^\s",:]+')


def mutated(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """Bytes with one to a few things done to them."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        at = dice.randrange(len(data) + 1)
        # Short pieces mostly; now and then long ones.
        end = min(len(data), at + dice.choice((1, 1, 2, 4, 16, 64, 4096)))
        match dice.randrange(10):
            case 0:
                piece = b""
            case 9 if len(data) < 30_000 and (words := list(WORD.finditer(data))):
                # One of its words in the place of another, so that it is still of the same form.
                at, end = dice.choice(words).span()
                piece = dice.choice(words)[0]
            case 1 | 2:
                piece = dice.choice(TOKENS)
            case 3:
                piece = dice.choice(TOKENS) + data[at:end]
            case 4:
                piece = bytes([dice.randrange(256)])
            case 5:
                piece = data[at:end] * dice.choice((2, 2, 3, 50))
            case 6:
                other = dice.choice(others)
                cut = dice.randrange(len(other) + 1)
                piece = other[cut : cut + end - at]
            case 7:
                piece = dice.randbytes(end - at)
            case _:
                cut = dice.randrange(len(data) + 1)
                piece = data[cut : cut + end - at]
        data = (data[:at] + piece + data[end:])[:100_000]
    return data


class Outcome(NamedTuple):
    """How many inputs were accepted, how many shapes there were, and the faults by their shape."""

    accepted: int
    shapes: int
    faults: dict[str, tuple[bytes, BaseException]]


def run(name: str, count: int, seed: int) -> Outcome:
    """Throw inputs at a target."""
    target = TARGETS[name]
    dice = random.Random(f"{seed} {name}")
    seeds = target.seeds()
    kept = seeds[:]
    shapes: set[str] = set()
    faults: dict[str, tuple[bytes, BaseException]] = {}
    accepted = 0
    most = memory() + MOST_MEMORY
    for number in range(count):
        if number < len(seeds):
            data = seeds[number]
        else:
            data = mutated(dice.choice(dice.choice((seeds, kept))), kept, dice)
        shape, fault = fault_of(target, data, most)
        accepted += fault is None and not shape.startswith("refused: ")
        if shape not in shapes:
            shapes.add(shape)
            kept.append(data)
            if fault is not None:
                if not isinstance(fault, SlowError):
                    data = reduced(target, data, shape)
                faults[shape] = data, fault
                most = memory() + MOST_MEMORY
    return Outcome(accepted, len(shapes), faults)


def run_atheris(name: str, count: int, seed: int) -> None:
    """Let libFuzzer find inputs. It ends the process: with 77 where it found a fault."""
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        sys.exit("fuzz: this Python has no atheris; see scripts/fuzz.py on how to run it with one")
    folder = Path(tempfile.mkdtemp(prefix=f"fortythieves-fuzz-{name}-"))
    print(f"what is found is kept in {folder}", flush=True)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, data in enumerate(TARGETS[name].seeds()):
        (corpus / f"seed-{number}").write_bytes(data)
    words = {token for token in TOKENS if len(token) < 60}
    lines = ['"' + "".join(f"\\x{byte:02x}" for byte in word) + '"\n' for word in words]
    (folder / "words").write_text("".join(lines))
    atheris.instrument_all()
    fuzz_one = TARGETS[name].fuzz_one

    def fuzz(data: bytes) -> None:
        began = time.process_time()
        fuzz_one(data)
        expect(time.process_time() - began < 5 * MOST_SECONDS, "slow")

    options = [f"-runs={count}", f"-seed={seed}", "-timeout=20", "-rss_limit_mb=600",
               "-max_len=20000", f"-dict={folder / 'words'}", "-print_final_stats=1",
               f"-artifact_prefix={folder}/fault-"]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(corpus)], fuzz)
    atheris.Fuzz()


# --- the command


def tell_fault(name: str, data: bytes, fault: BaseException) -> None:
    digest = hashlib.sha256(data).hexdigest()[:12]
    path = Path(tempfile.gettempdir()) / f"fortythieves-fuzz-{name}-{digest}"
    path.write_bytes(data)
    print("".join(traceback.format_exception(fault)[-6:]))
    shown = repr(data)
    print(f"{name}: {shown[:500]}{'…' * (len(shown) > 500)}")
    print(f"again: scripts/fuzz --target {name} --input {path}\n")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20_000, help="inputs in all (20000)")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    parser.add_argument("--target", choices=TARGETS, help="this one alone")
    parser.add_argument("--input", metavar="FILE", help="throw this one input at the target")
    parser.add_argument("--atheris", action="store_true", help="inputs by libFuzzer")
    options = parser.parse_args()
    if options.input or options.atheris:
        if not options.target:
            parser.error("--input and --atheris need a --target")
        if options.input:
            data = Path(options.input).read_bytes()
            shape, fault = fault_of(TARGETS[options.target], data, memory() + MOST_MEMORY)
            print(shape)
            if fault is not None:
                tell_fault(options.target, data, fault)
            return 1 if fault else 0
        run_atheris(options.target, options.count, options.seed)
    found = 0
    print(f"{'':8} {'inputs':>9} {'accepted':>9} {'shapes':>7} {'faults':>7} {'seconds':>8}")
    for name, target in TARGETS.items():
        if options.target in (None, name):
            count = options.count if options.target else options.count * target.share // 100
            began = time.monotonic()
            accepted, shapes, faults = run(name, count, options.seed)
            took = time.monotonic() - began
            print(
                f"{name:8} {count:9} {accepted:9} {shapes:7} {len(faults):7} {took:8.1f}",
                flush=True,
            )
            for data, fault in faults.values():
                tell_fault(name, data, fault)
            found += len(faults)
    print(f"at most {memory() >> 20} MB of memory, load average {os.getloadavg()[0]:.2f}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
