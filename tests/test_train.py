"""The solver's weights, and scripts/train, which fits them and changes those of one kind."""

from __future__ import annotations

import json
import math
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from fortythieves import GAMES
from fortythieves.solver.weights import FEATURES, FILE, kind_of, weights_for
from scripts import load_script

KIND = "suit, runs"
# The narrowest beams win these.
GAME = "courtyard"
OPTIONS = (GAME, "--deals", "10002-10004", "--held-out", "10011-10012", "--widths", "1,2")
BUILDS = ("suit", "alternate", "other-suit", "rank")


script = load_script("train")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the solver's weights."""
    return Path(shutil.copy(FILE, tmp_path / "weights.json"))


def run(copy: Path, *options: str) -> int:
    code: int = script.main([*OPTIONS, "--weights", str(copy), *options])
    return code


def test_every_kind_has_a_whole_number_for_every_feature() -> None:
    data = json.loads(Path(FILE).read_text(encoding="utf-8"))
    kinds = {f"{build}, {one}" for build in BUILDS for one in ("one card", "runs")}
    assert set(data["kinds"]) == kinds
    assert {kind_of(rules) for rules in GAMES.values()} <= kinds
    for weights in data["kinds"].values():
        assert tuple(weights) == FEATURES
        assert {type(weight) for weight in weights.values()} == {int}
        assert all(abs(weight) <= script._MOST_WEIGHT for weight in weights.values())
    rules = GAMES["maria"]
    assert weights_for(rules) == list(data["kinds"]["alternate, one card"].values())


def test_the_note_names_the_kinds_that_are_not_set_by_hand() -> None:
    data = json.loads(Path(FILE).read_text(encoding="utf-8"))
    by_kind = {kind_of(rules): rules for rules in GAMES.values()}
    told = {kind for kind in data["kinds"] for line in data["note"] if line.startswith(f"{kind}: ")}
    trained = {
        kind
        for kind, rules in by_kind.items()
        if list(data["kinds"][kind].values()) != script.by_hand(rules)
    }
    assert told == trained


def test_the_strategy_finds_the_minimum_of_a_bowl() -> None:
    target = [0.9, -0.6, 0.0, 0.4, -0.2]
    evolution = script.Evolution(len(target), random.Random(1))
    for _ in range(60):
        points = evolution.ask()
        evolution.tell([math.dist(point, target) for point in points])
    assert math.dist(evolution.mean, target) < 0.1


def test_it_changes_one_kind_alone(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def others(text: str) -> tuple[list[str], list[str]]:
        """What is not of this kind: lines of the note, without their commas, and all else."""
        note, kinds = text.split('  "kinds"')
        told = [x.rstrip(",") for x in note.splitlines() if not x.startswith(f'    "{KIND}: ')]
        return told, [x for x in kinds.splitlines() if not x.startswith(f'    "{KIND}": ')]

    before = copy.read_text(encoding="utf-8")
    assert run(copy, "--generations", "1", "--force", "--by-hand") == 0
    assert "of 2 other deals either wins " in capsys.readouterr().out
    after = copy.read_text(encoding="utf-8")
    assert others(after) == others(before)
    how = f"{GAME} --deals 10002-10004 --widths 1,2 --seed 0 --generations 1 --by-hand"
    (line,) = (line for line in json.loads(after)["note"] if line.startswith(f"{KIND}: "))
    assert line.startswith(f"{KIND}: scripts/train {how}")
    new = json.loads(after)["kinds"][KIND]
    old = script.by_hand(GAMES[GAME])
    assert tuple(new) == FEATURES
    for weight, start in zip(new.values(), old, strict=True):
        assert type(weight) is int
        assert weight * start > 0
    assert list(new.values()) != old
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_the_same_seed_gives_the_same_weights(copy: Path) -> None:
    found = []
    for seed in "334":
        assert run(copy, "--generations", "1", "--force", "--by-hand", "--seed", seed) == 0
        data = json.loads(copy.read_text(encoding="utf-8"))
        found.append(data["kinds"][KIND])
    assert found[0] == found[1] != found[2]
    # The later run's line of the note took the place of the earlier one's.
    assert len([line for line in data["note"] if line.startswith(f"{KIND}: ")]) == 1


@pytest.mark.parametrize(
    ("gains", "better"),
    [([-0.5, -0.3, -0.4], True), ([-0.9, 0.5, 0.3], False), ([0.1, 0.2], False), ([-3.0], False)],
)
def test_new_weights_are_better_only_beyond_chance(gains: list[float], better: bool) -> None:
    present = [script.Trial(True, 9.0) for _ in gains]
    new = [script.Trial(True, 9.0 + gain) for gain in gains]
    assert script.Comparison(9, present, new).is_better == better


def test_what_is_no_better_is_not_written(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nothing varies, so that the new weights are the present ones.
    monkeypatch.setattr(script, "scaled", lambda weights, _: list(weights))
    assert run(copy, "--generations", "1") == 1
    told = capsys.readouterr().out
    assert "take 1.00 times the nodes (1.00 to 1.00" in told
    assert "not clearly better: nothing is written" in told
    assert copy.read_bytes() == Path(FILE).read_bytes()


@pytest.mark.parametrize(
    ("stop_in", "code", "told"), [(3, 0, "stopped in generation 3"), (1, 130, "nothing is written")]
)
def test_the_best_so_far_outlives_an_interrupt(
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stop_in: int,
    code: int,
    told: str,
) -> None:
    asked = []
    ask = script.Evolution.ask

    def interrupted(evolution: Any) -> Any:
        asked.append(1)
        if len(asked) == stop_in:
            raise KeyboardInterrupt
        return ask(evolution)

    monkeypatch.setattr(script, "_CHECK_EVERY", 1)
    monkeypatch.setattr(script.Evolution, "ask", interrupted)
    assert run(copy, "--force") == code
    assert told in capsys.readouterr().err
    assert (copy.read_bytes() != Path(FILE).read_bytes()) == (code == 0)


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--deals", "10000-10003"], 2, "--deals: deals up to 10000 are for measuring"),
        (["--held-out", "7"], 2, "--held-out: deals up to 10000 are for measuring"),
        (["--held-out", "10003"], 2, "other deals than those of --deals are needed, not 10003"),
        (["--deals", "10001-99999999999"], 2, "--deals: at most 10000 deals"),
        (["--deals", " "], 2, "--deals: numbers or ranges of them are needed"),
        (["--deals", "x"], 2, "--deals: 'x' is not a deal number"),
        (["--widths", "30,,5"], 2, "--widths '30,,5': numbers from 1 to 10000 are needed"),
        (["--seconds", "nan"], 2, "--seconds: a number above 0 is needed"),
        (["--generations", "0"], 2, "--generations: at least 1 is needed"),
        (["--weights", "/nowhere/at all"], 3, "/nowhere/at all: can't be read: No such file"),
        (["--weights", __file__], 3, "test_train.py: not a file of weights"),
    ],
)
def test_what_it_refuses(
    copy: Path, options: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(copy, *options) == code
    assert told in capsys.readouterr().err
    assert copy.read_bytes() == Path(FILE).read_bytes()


def test_games_of_two_kinds_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["maria,number-ten"]) == 2
    assert "maria is alternate, one card; number-ten is alternate, runs" in capsys.readouterr().err
    assert script.main(["nothing"]) == 2
    assert "no game is called 'nothing'" in capsys.readouterr().err
