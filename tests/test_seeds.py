"""The catalogue in seeds/: every line wins its deal, and is written as we write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawings import winning

from fortythieves import GAMES
from fortythieves.catalogue import UNDECIDED, UNWINNABLE, WON, entries
from fortythieves.film import film_svg
from fortythieves.movelog import format_log, read_log, replay

SEEDS = Path(__file__).parent.parent / "seeds"


FIRST_GAMES = set(list(GAMES)[:9])


def test_there_is_a_log_for_each_of_the_nine_games() -> None:
    assert {path.stem for path in SEEDS.glob("*.log")} == FIRST_GAMES


def test_it_stays_small() -> None:
    assert sum(path.stat().st_size for path in SEEDS.glob("*.log")) < 3_000_000


@pytest.mark.parametrize("name", sorted(FIRST_GAMES))
def test_each_line_wins_and_is_written_as_we_write_it(name: str) -> None:
    written = ""
    found = []
    with open(SEEDS / f"{name}.log") as file:
        for logged in read_log(file):
            for _ in replay(logged):
                pass
            game = logged.game
            verdict = logged.headers.get("verdict", WON)
            assert game.rules.name == name
            assert game.won == (verdict == WON)
            # Moves that don't win would say nothing.
            assert game.won == bool(game.moves)
            found.append((int(logged.headers["deal"]), verdict, list(map(str, game.moves))))
            more = {k: v for k, v in logged.headers.items() if k not in ("game", "deal")}
            written += format_log(game, more) + "\n"
    words = (SEEDS / f"{name}.log").read_text().split()
    assert words
    assert words == written.split()
    numbers = [number for number, _, _ in found]
    assert numbers == sorted(set(numbers))
    verdicts = {verdict for _, verdict, _ in found}
    assert WON in verdicts <= {WON, UNWINNABLE, UNDECIDED}
    # What reads it for the commands reads the same.
    assert found == [(e.deal, e.verdict, e.moves.split()) for e in entries(GAMES[name])]


def test_the_picture_shows_the_first_game_of_its_log() -> None:
    assert (SEEDS / "rank-and-file.svg").read_text() == film_svg(winning("rank-and-file"))
