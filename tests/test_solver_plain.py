"""The solver gives the same answers node for node, compiled or as the plain Python it is."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from small_games import random_position

from fortythieves import GAMES, Game, Position, solver
from fortythieves.solver import Limits, board

PLAIN = "fortythieves.plain_solver"
# Modules that are compiled where there is a compiler.
COMPILED = ("keytable", "board", "beam", "proof")
# Games of the family with rules that the nine have not.
OTHERS = ("courtyard", "interchange", "triple-line")

pytestmark = pytest.mark.skipif(
    str(board.__file__).endswith(".py"),
    reason="the solver is not compiled here: there was no C compiler when it was installed",
)


class PlainFinder:
    """Finds the modules of `fortythieves.solver` once more as `fortythieves.plain_solver`.

    Of each only the .py file is looked at. What they import of each other they find here too.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != PLAIN and not name.startswith(PLAIN + "."):
            return None
        folder = Path(str(solver.__file__)).parent
        file = folder / (name[len(PLAIN) + 1 :] or "__init__")
        source = str(file.with_suffix(".py"))
        return spec_from_file_location(
            name,
            source,
            loader=SourceFileLoader(name, source),
            submodule_search_locations=[] if name == PLAIN else None,
        )


@pytest.fixture(scope="module")
def plain() -> Iterator[Any]:
    """The solver as plain Python."""
    sys.meta_path.insert(0, PlainFinder)
    try:
        yield importlib.import_module(PLAIN)
    finally:
        sys.meta_path.remove(PlainFinder)
        for name in [name for name in sys.modules if name.startswith(PLAIN)]:
            del sys.modules[name]


def test_the_one_is_compiled_and_the_other_is_not(plain: Any) -> None:
    for name in COMPILED:
        module = importlib.import_module(f"{PLAIN}.{name}")
        twin = importlib.import_module(f"fortythieves.solver.{name}")
        assert module.__file__ == str(Path(str(solver.__file__)).parent / f"{name}.py")
        assert isinstance(module.__loader__, SourceFileLoader)
        assert not isinstance(twin.__loader__, SourceFileLoader)
    assert plain.solve is not solver.solve


def both_solve(plain: Any, position: Position, nodes: int, seed: int) -> str:
    """Fail unless all of both solutions but the time is the same; returns the verdict."""
    limits = Limits(seconds=None, nodes=nodes, memory=50_000_000, seed=seed)
    one = solver.solve(position, limits)
    other = plain.solve(position, limits)
    assert one._replace(seconds=0) == tuple(other._replace(seconds=0))
    return one.verdict


@pytest.mark.parametrize("name", [*list(GAMES)[:9], *OTHERS])
def test_deals_are_searched_alike(plain: Any, name: str) -> None:
    """Long enough for the search for a proof to give way to the one for a win."""
    both_solve(plain, Game.deal(name, 10_019).position, 2300, seed=len(name))


def test_small_positions_are_solved_alike(plain: Any) -> None:
    verdicts = [
        both_solve(plain, random_position(seed), 20_000, seed)
        for seed in range(3_000_000, 3_000_150)
    ]
    assert verdicts.count(solver.WON) > 50
    assert verdicts.count(solver.UNWINNABLE) > 30


@pytest.mark.parametrize(
    "name",
    ["forty-thieves", "rank-and-file", "little-forty", "courtyard", "pluto", "eighty-thieves"],
)
def test_keys_and_values_are_alike(plain: Any, name: str) -> None:
    """At each step of a walk, where a C number that overflows otherwise would show."""
    position = Game.deal(name, 10_020).position
    layout = solver.layout.layout_of(position)
    boards = [board.Board(layout), importlib.import_module(f"{PLAIN}.board").Board(layout)]
    rng = random.Random(name)
    weights = [rng.randint(-3000, 3000) for _ in range(21)]
    for each in boards:
        each.set_weights(weights)
    for _ in range(150):
        found = {each.generate(True, False) for each in boards}
        assert len(found) == 1
        (count,) = found
        if count == 0:
            break
        moves = {tuple(each.move[:count]) for each in boards}
        assert len(moves) == 1
        code = rng.choice(sorted(moves.pop()))
        for each in boards:
            each.make(code)
            each.settle()
        assert len({(each.key, each.evaluate(), each.cards_home) for each in boards}) == 1
