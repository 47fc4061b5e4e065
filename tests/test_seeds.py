"""Every line in seeds/ wins its deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from fortythieves import GAMES
from fortythieves.movelog import format_log, read_log, replay

SEEDS = Path(__file__).parent.parent / "seeds"


def test_there_is_a_log_for_every_game() -> None:
    assert {path.stem for path in SEEDS.glob("*.log")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
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
