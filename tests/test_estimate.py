"""The chance that an undecided deal can be won."""

from __future__ import annotations

import json
import random
from math import log10
from pathlib import Path

import pytest

from fortythieves import Game
from fortythieves.rules import GAMES
from fortythieves.solver import estimate
from fortythieves.solver.estimate import Effort, chance_of_win, fit


def test_chance_is_what_bayes_says() -> None:
    # Half of the deals can be won, half of those by 1000 nodes; a fifth of the lost are proved.
    effort = Effort(winnable=0.5, mean=3.0, deviation=1.0, proved=0.2)
    assert effort.chance(1000) == pytest.approx(0.25 / (0.25 + 0.4))
    assert effort.chance(10**9) < 1e-6
    assert Effort(1.0, 3.0, 1.0, 0.0).chance(10**5) == 1.0


def test_chance_falls_with_effort() -> None:
    effort = Effort(winnable=0.6, mean=4.5, deviation=0.9, proved=0.1)
    chances = [effort.chance(10**exponent) for exponent in range(2, 9)]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("winnable", [0.5, 0.8, 0.97])
def test_fit_finds_the_efforts_that_deals_were_drawn_by(winnable: float) -> None:
    rng = random.Random(f"efforts {winnable}")
    limit = 3_000_000
    won: list[int] = []
    still_open: list[int] = []
    lost = 0
    for _ in range(2000):
        nodes = round(10 ** rng.gauss(4.5, 0.8))
        if rng.random() < winnable:
            (won if nodes <= limit else still_open).append(min(nodes, limit))
        elif rng.random() < 0.25:
            lost += 1
        else:
            still_open.append(limit)
    effort = fit(won, lost, still_open)
    assert effort.winnable == pytest.approx(winnable, abs=0.04)
    assert effort.mean == pytest.approx(4.5, abs=0.1)
    assert effort.deviation == pytest.approx(0.8, abs=0.1)
    assert effort.proved == pytest.approx(0.25, abs=0.15)


def test_fit_needs_wins() -> None:
    with pytest.raises(ValueError, match="three won deals"):
        fit([1000, 2000], 5, [10_000])


def test_every_core_game_has_an_estimate_from_other_deals_than_the_catalogue_s() -> None:
    known = json.loads(Path(estimate.FILE).read_text())["games"]
    assert set(known) == set(list(GAMES)[:9])
    for game, fields in known.items():
        assert 0 < fields["winnable"] <= 1, game
        assert 1 < fields["mean"] < log10(3e8), game
        first = int(fields["from"].split()[1].partition("-")[0])
        assert first > 10_000, game


def test_only_openings_of_games_that_were_searched_have_a_chance() -> None:
    game = Game.deal("forty-thieves", 1)
    chance = chance_of_win(game.position, 10**6)
    assert chance is not None
    assert 0 < chance < 1
    game.push("s-w")
    assert chance_of_win(game.position, 10**6) is None
    assert chance_of_win(Game.deal("corona", 1).position, 10**6) is None
