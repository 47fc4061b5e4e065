"""Every line in seeds/ wins its deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from fortythieves import GAMES
from fortythieves.film import film_svg
from fortythieves.movelog import format_log, read_log, replay

SEEDS = Path(__file__).parent.parent / "seeds"


FIRST_GAMES = set(list(GAMES)[:9])


def test_there_is_a_log_for_each_of_the_nine_games() -> None:
    assert {path.stem for path in SEEDS.glob("*.log")} == FIRST_GAMES


@pytest.mark.parametrize("name", sorted(FIRST_GAMES))
def test_each_line_wins_and_is_written_as_we_write_it(name: str) -> None:
    written = ""
    with open(SEEDS / f"{name}.log") as file:
        for logged in read_log(file):
            for _ in replay(logged):
                pass
            game = logged.game
            assert game.rules.name == name
            assert game.won
            written += format_log(game) + "\n"
    words = (SEEDS / f"{name}.log").read_text().split()
    assert words
    assert words == written.split()


def test_the_picture_shows_the_first_game_of_its_log() -> None:
    with open(SEEDS / "rank-and-file.log") as file:
        logged = next(read_log(file))
        for _ in replay(logged):
            pass
    assert (SEEDS / "rank-and-file.svg").read_text() == film_svg(logged.game)
