"""Fits the weights of the solver's evaluation to a kind of game; writes them if they do better.

GAMES are one or more games of one kind, such as forty-thieves or maria,streets. Their deals are
looked through for those that can be won, and weights are sought with which narrow beams win these
with few nodes. At the end the new weights and the present ones are tried on other deals, and the
new ones are written into the file only if they are clearly better there.

Ctrl-C ends the search for weights, and the best so far go on to that comparison; a second one ends
all. From the same beginning, the same seed and number of generations give the same weights.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fortythieves.deals import deal, parse_deal_numbers
from fortythieves.errors import FortyThievesError, InvalidGameError, UsageError
from fortythieves.files import display_name, read_text, write_new_file
from fortythieves.rules import Rules, find_rules
from fortythieves.solver.beam import Beam
from fortythieves.solver.board import Board
from fortythieves.solver.layout import layout_of
from fortythieves.solver.weights import FEATURES, FILE, kind_of

# Deals up to this one are for measuring the solver: nothing is fitted to them.
LAST_MEASURED = 10_000
DEALS, HELD_OUT = "10001-10150", 60
_MOST_DEALS = 10_000
SECONDS = 600.0
# Pairs of opposite samples a generation; how much the logarithms of weights vary at first, and how
# much at least and at most.
_PAIRS, _SPREAD, _LEAST_SPREAD, _MOST_SPREAD = 7, 0.3, 0.05, 0.6
# Deals on which a generation's weights are tried; generations between trials on all deals.
_SAMPLE, _CHECK_EVERY = 24, 5
# Beams that find out which deals can be won, by the widest of the fitting.
_WIDER = (3, 10)
# Far from where a value would overflow what the compiled board has for it.
_MOST_WEIGHT = 20_000
# Nodes between looks for Ctrl-C; nodes of a beam by its width, which only endless redeals reach.
_STEP, _MOST_NODES = 20_000, 20_000
_TABLE_BITS = 22
_MOST_CHARACTERS = 1_000_000

# As they were set by hand, from what is known about the games.
BY_HAND = {
    "home": 1000, "lower": 300, "empty": 3000, "empty2": 2500, "empty3": 2000, "waste": -800,
    "proper": 400, "ordered": 500, "king": 500, "single": 800, "down": -700, "over_own": -500,
    "over_any": -150, "waste_over": -200, "placeable": 200, "soon": 200, "need": 333, "need2": 160,
    "need3": 93, "need4": 27, "drawn": 300,
}  # fmt: skip
_DRAWN_WITH_RUNS = 1200

Weights = list[int]


# --- the strategy


class Evolution:
    """A separable natural evolution strategy (Wierstra et al., JMLR 15, 2014), for a minimum.

    Points are drawn from a normal distribution in pairs, opposite each other; their scores, by
    rank alone, move its mean and stretch or shrink its spread along each axis.
    """

    def __init__(self, size: int, generator: random.Random) -> None:
        self.mean = [0.0] * size
        self.spread = [_SPREAD] * size
        self._generator = generator
        self._draws: list[list[float]] = []
        self._rate = (3 + math.log(size)) / (10 * math.sqrt(size))
        count = 2 * _PAIRS
        raw = [max(0.0, math.log(count / 2 + 1) - math.log(rank + 1)) for rank in range(count)]
        self._utilities = [one / sum(raw) - 1 / count for one in raw]

    def ask(self) -> list[list[float]]:
        """The points of the next generation."""
        self._draws = []
        for _ in range(_PAIRS):
            draw = [self._generator.gauss(0, 1) for _ in self.mean]
            self._draws += [draw, [-z for z in draw]]
        return [
            [m + s * z for m, s, z in zip(self.mean, self.spread, draw, strict=True)]
            for draw in self._draws
        ]

    def tell(self, scores: Sequence[float]) -> None:
        """Take the scores of these points, the lowest the best."""
        ranked = [draw for _, draw in sorted(zip(scores, self._draws, strict=True))]
        for axis, spread in enumerate(self.spread):
            pull = stretch = 0.0
            for utility, draw in zip(self._utilities, ranked, strict=True):
                pull += utility * draw[axis]
                stretch += utility * (draw[axis] ** 2 - 1)
            self.mean[axis] += spread * pull
            spread *= math.exp(self._rate * stretch)
            self.spread[axis] = min(_MOST_SPREAD, max(_LEAST_SPREAD, spread))


# --- what weights are worth


class Trial(NamedTuple):
    """How a search for a win went.

    Attributes:
        won: whether it found one.
        effort: the logarithm of the nodes until then; if there was none, of all nodes, and more,
            the fewer cards came home.
    """

    won: bool
    effort: float


class Trials:
    """Searches by beams by draws, one after another, each wider than the one before."""

    def __init__(self, widths: Sequence[int]) -> None:
        self.widths = widths

    def run(self, board: Board, weights: Weights) -> Trial:
        board.nodes = 0
        board.set_weights(weights)
        most_home = 0
        for width in self.widths:
            # As `search.BeamSearch` prunes.
            beam = Beam(board, width, True, board.runs, _TABLE_BITS)
            stop = board.nodes + width * _MOST_NODES
            while board.nodes < stop and beam.step(_STEP):
                pass
            most_home = max(most_home, beam.best_home)
            if beam.won >= 0:
                return Trial(True, math.log(max(1, board.nodes)))
        missing = 1 - most_home / board.total
        return Trial(False, math.log(max(1, board.nodes)) + 1 + 2 * missing)

    def effort(self, boards: Sequence[Board], weights: Weights) -> float:
        return statistics.fmean(self.run(board, weights).effort for board in boards)


class Comparison(NamedTuple):
    """The new weights and the present ones on the same deals, of which either wins some.

    Attributes:
        deals: how many deals were tried.
        present, new: the trials on those that either wins.
    """

    deals: int
    present: list[Trial]
    new: list[Trial]

    @property
    def ratio(self) -> tuple[float, float, float]:
        """How much effort the new ones take, the present ones' being 1; less and more than that
        by one standard error."""
        gains = [n.effort - p.effort for n, p in zip(self.new, self.present, strict=True)]
        if len(gains) < 2:
            return 1.0, 0.0, math.inf
        mean, error = statistics.fmean(gains), statistics.stdev(gains) / math.sqrt(len(gains))
        return math.exp(mean), math.exp(mean - error), math.exp(mean + error)

    @property
    def is_better(self) -> bool:
        return self.ratio[2] < 1

    def lines(self) -> list[str]:
        """The table for people."""
        told = [f"of {self.deals} other deals either wins {len(self.new)}"]
        for name, trials in (("present", self.present), ("new", self.new)):
            if trials:
                told.append(
                    f"  {name:8}{sum(t.won for t in trials):5} won {nodes_of(trials):>12} nodes"
                )
        ratio, low, high = self.ratio
        if len(self.new) > 1:
            told.append(
                f"the new weights take {ratio:.2f} times the nodes ({low:.2f} to {high:.2f}, one "
                "standard error either way)"
            )
        return told


def nodes_of(trials: Sequence[Trial]) -> str:
    """The geometric mean of the nodes; deals that were not won count as more than they took."""
    return f"{math.exp(statistics.fmean(trial.effort for trial in trials)):,.0f}"


def compare(boards: Sequence[Board], present: Weights, new: Weights, trials: Trials) -> Comparison:
    pairs = [(trials.run(board, present), trials.run(board, new)) for board in boards]
    pairs = [(one, other) for one, other in pairs if one.won or other.won]
    return Comparison(len(boards), [one for one, _ in pairs], [other for _, other in pairs])


# --- the fitting


class Fit(NamedTuple):
    """Weights that were found; their mean effort on the deals fitted to, after how many
    generations and seconds."""

    weights: Weights
    effort: float
    generation: int
    seconds: float


def winnable(boards: Sequence[Board], weights: Weights, widths: Sequence[int]) -> list[Board]:
    """Those of the boards that beams win, wider ones than are fitted being the last."""
    trials = Trials([*widths, *(widths[-1] * times for times in _WIDER)])
    found = []
    for number, board in enumerate(boards, 1):
        if trials.run(board, weights).won:
            found.append(board)
        if number % 25 == 0 or number == len(boards):
            say(f"{number} of {len(boards)} deals looked through, {len(found)} of them won")
    return found


def fit(
    boards: Sequence[Board],
    start: Weights,
    trials: Trials,
    seed: int,
    is_over: Callable[[int, float], bool],
) -> Fit | None:
    """Look for better weights until it is over, by generations and seconds, or Ctrl-C.

    Returns:
        The best of those that were tried on all boards; None if it ended before any were.
    """
    generator = random.Random(seed)
    evolution = Evolution(len(start), generator)
    best: Fit | None = None
    begun = time.monotonic()
    generation = 0
    try:
        say(f"at first: {math.exp(trials.effort(boards, start)):,.0f} nodes a deal")
        over = is_over(0, 0.0)
        while not over:
            sample = generator.sample(list(boards), min(_SAMPLE, len(boards)))
            points = evolution.ask()
            evolution.tell([trials.effort(sample, scaled(start, point)) for point in points])
            generation += 1
            over = is_over(generation, time.monotonic() - begun)
            if over or generation % _CHECK_EVERY == 0:
                weights = scaled(start, evolution.mean)
                effort = trials.effort(boards, weights)
                seconds = time.monotonic() - begun
                say(f"generation {generation}, {seconds:.0f} s: {math.exp(effort):,.0f} nodes")
                if best is None or effort < best.effort:
                    best = Fit(weights, effort, generation, seconds)
    except KeyboardInterrupt:
        say(f"stopped in generation {generation + 1}")
    return best


def scaled(weights: Weights, logarithms: Sequence[float]) -> Weights:
    """Weights times factors, of which the logarithms are given."""
    return [
        max(-_MOST_WEIGHT, min(_MOST_WEIGHT, round(weight * math.exp(logarithm))))
        for weight, logarithm in zip(weights, logarithms, strict=True)
    ]


# --- the file


def read_weights(path: str) -> dict[str, Any]:
    """The data of a file of weights.

    Raises:
        InvalidGameError: it can't be read, or is not one.
    """
    try:
        data = json.loads(read_text(path, _MOST_CHARACTERS))
        is_one = isinstance(data["note"], list) and all(
            list(weights) == list(FEATURES) and all(type(w) is int for w in weights.values())
            for weights in data["kinds"].values()
        )
    except InvalidGameError as error:
        raise error.at(display_name(path)) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        is_one = False
    if not is_one:
        raise InvalidGameError(f"{display_name(path)}: not a file of weights, such as {FILE} is")
    found: dict[str, Any] = data
    return found


def encode_weights(data: dict[str, Any]) -> str:
    """The text of such a file: a line of the note, and a kind, on each line."""
    note = ",\n".join(f"    {json.dumps(line, ensure_ascii=False)}" for line in data["note"])
    kinds = ",\n".join(
        f"    {json.dumps(kind)}: {json.dumps(weights)}" for kind, weights in data["kinds"].items()
    )
    return f'{{\n  "note": [\n{note}\n  ],\n  "kinds": {{\n{kinds}\n  }}\n}}\n'


def write_weights(path: str, kind: str, weights: Weights, how: str) -> None:
    """Put one kind's weights, and how they were got, in place of those in a file."""
    # Anew: another run may have written another kind's since.
    data = read_weights(path)
    data["kinds"][kind] = dict(zip(FEATURES, weights, strict=True))
    line = f"{kind}: {how}"
    places = [i for i, told in enumerate(data["note"]) if str(told).startswith(f"{kind}: ")]
    if places:
        data["note"][places[0]] = line
    else:
        data["note"].append(line)
    write_new_file(path, encode_weights(data), overwrite=True)


# --- the command


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("games", metavar="GAMES", help="with commas between them")
    add("--seconds", metavar="N", type=float, help=f"fit for so long ({SECONDS:g})")
    add("--generations", metavar="N", type=int, help="fit for so many; then, no limit of seconds")
    add("--deals", metavar="NUMBERS", default=DEALS, help="fit to these (%(default)s)")
    add("--held-out", metavar="NUMBERS", help=f"compare on these (the next {HELD_OUT} deals)")
    add("--widths", metavar="NUMBERS", default="30,100", help="of the beams (%(default)s)")
    add("--seed", metavar="N", type=int, default=0, help="of random numbers (0)")
    add("--by-hand", action="store_true", help="begin with the weights first set by hand")
    add("--force", action="store_true", help="write the new weights even if they are no better")
    add("--weights", metavar="FILE", default=FILE, help="to change instead of the solver's")
    options = parser.parse_args(arguments)
    try:
        return train(options)
    except FortyThievesError as error:
        say(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        say("stopped; nothing is written")
        return 130


def train(options: argparse.Namespace) -> int:
    """Do all that was asked for; returns the exit code: 1 where nothing is written."""
    games = [find_rules(name) for name in options.games.split(",")]
    kind = the_kind(games)
    widths = beam_widths(options.widths)
    is_over = end_of(options.seconds, options.generations)
    numbers, held_out = the_deals(options.deals, options.held_out)
    kinds = read_weights(options.weights)["kinds"]
    if kind not in kinds:
        raise InvalidGameError(f"{display_name(options.weights)}: has no weights for {kind}")
    present = list(kinds[kind].values())
    start = by_hand(games[0]) if options.by_hand else present

    names = ", ".join(rules.name for rules in games)
    say(f"{names} ({kind}): looking for deals that can be won")
    boards = winnable(boards_of(games, numbers), start, widths)
    if not boards:
        say("no deal was won; give more, or wider beams. Nothing is written")
        return 1
    trials = Trials(widths)
    found = fit(boards, start, trials, options.seed, is_over)
    if found is None:
        say("no weights were tried on all deals yet; nothing is written")
        return 130
    say(f"comparing those of generation {found.generation} on deals {ranges(held_out)}")
    comparison = compare(boards_of(games, held_out), present, found.weights, trials)
    print("\n".join(comparison.lines()), flush=True)
    if not comparison.is_better and not options.force:
        print("not clearly better: nothing is written (--force writes them all the same)")
        return 1
    ratio, low, high = comparison.ratio
    how = (
        f"scripts/train {','.join(rules.name for rules in games)} --deals {ranges(numbers)} "
        f"--widths {options.widths} --seed {options.seed} --generations {found.generation}"
        f"{' --by-hand' if options.by_hand else ''} ({found.seconds:.0f} s), begun with those "
        f"{'set by hand' if options.by_hand else 'before'}; on deals {ranges(held_out)} "
        f"{ratio:.2f} ({low:.2f} to {high:.2f}) times the nodes of those before, "
        f"{sum(t.won for t in comparison.present)} -> {sum(t.won for t in comparison.new)} won."
    )
    write_weights(options.weights, kind, found.weights, how)
    print(f"written to {display_name(options.weights)}")
    return 0


def the_kind(games: Sequence[Rules]) -> str:
    """The kind of all these games."""
    kinds = {kind_of(rules): rules for rules in games}
    if len(kinds) > 1:
        told = "; ".join(f"{rules.name} is {kind}" for kind, rules in kinds.items())
        raise UsageError(f"games of one kind are needed: {told}")
    return kind_of(games[0])


def by_hand(rules: Rules) -> Weights:
    """The weights that were set by hand for such games."""
    return list((BY_HAND | ({"drawn": _DRAWN_WITH_RUNS} if rules.runs else {})).values())


def beam_widths(text: str) -> list[int]:
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and 0 < int(part[:6]) <= 10_000 for part in parts):
        raise UsageError(f"--widths {text!r}: numbers from 1 to 10000 are needed, such as 30,100")
    return sorted(map(int, parts))


def end_of(seconds: float | None, generations: int | None) -> Callable[[int, float], bool]:
    """Whether the fitting is over after so many generations and seconds."""
    if seconds is not None and not seconds > 0:
        raise UsageError("--seconds: a number above 0 is needed")
    if generations is not None and generations < 1:
        raise UsageError("--generations: at least 1 is needed")
    if seconds is None:
        seconds = SECONDS if generations is None else math.inf
    most = math.inf if generations is None else generations
    return lambda generation, passed: generation >= most or passed >= seconds


def the_deals(fitted: str, held_out: str | None) -> tuple[list[int], list[int]]:
    """The deals to fit to, and those to compare on, none of them twice."""
    deals = read_deals("--deals", fitted)
    others = (
        list(range(max(deals) + 1, max(deals) + 1 + HELD_OUT))
        if held_out is None
        else read_deals("--held-out", held_out)
    )
    both = sorted({*deals} & {*others})
    if both:
        raise UsageError(f"--held-out: other deals than those of --deals are needed, not {both[0]}")
    return deals, others


def read_deals(option: str, text: str) -> list[int]:
    deals: set[int] = set()
    try:
        for part in parse_deal_numbers(text):
            if part.start <= LAST_MEASURED:
                raise UsageError(
                    f"deals up to {LAST_MEASURED} are for measuring; from {LAST_MEASURED + 1} on "
                    "any will do"
                )
            if part.stop - part.start + len(deals) > _MOST_DEALS:
                raise UsageError(f"at most {_MOST_DEALS} deals can be taken")
            deals.update(part)
    except UsageError as error:
        raise error.at(option) from None
    if not deals:
        raise UsageError(f"{option}: numbers or ranges of them are needed, such as {DEALS}")
    return sorted(deals)


def ranges(numbers: Sequence[int]) -> str:
    """Numbers in their order as they are given on the command line."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    return ",".join("-".join(map(str, part)) for part in parts)


def boards_of(games: Sequence[Rules], numbers: Sequence[int]) -> list[Board]:
    return [Board(layout_of(deal(rules, number))) for rules in games for number in numbers]


def say(text: str) -> None:
    print(f"train: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
