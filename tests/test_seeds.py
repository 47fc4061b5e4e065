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
# How many deals of each game, from 1 on.
DEALS = {name: 1000 if name == "forty-thieves" else 100 for name in list(GAMES)[:9]}


def test_there_is_a_log_for_each_of_the_nine_games() -> None:
    assert {path.stem for path in SEEDS.glob("*.log")} == set(DEALS)


def test_it_stays_small() -> None:
    assert sum(path.stat().st_size for path in SEEDS.glob("*.log")) < 3_000_000


@pytest.mark.parametrize("name", sorted(DEALS))
def test_each_line_wins_and_is_written_as_we_write_it(name: str) -> None:
    written = []
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
            written.append(format_log(game, more))
    assert (SEEDS / f"{name}.log").read_text() == "\n".join(written)
    numbers = [number for number, _, _ in found]
    assert numbers == sorted(set(numbers))
    verdicts = {verdict for _, verdict, _ in found}
    assert WON in verdicts <= {WON, UNWINNABLE, UNDECIDED}
    # What reads it for the commands reads the same.
    assert found == [(e.deal, e.verdict, e.moves.split()) for e in entries(GAMES[name])]


@pytest.mark.parametrize("name", sorted(DEALS))
def test_a_deal_without_a_win_tells_what_was_spent_on_it(name: str) -> None:
    with open(SEEDS / f"{name}.log") as file:
        for logged in read_log(file):
            headers = {**logged.headers}
            del headers["game"], headers["deal"]
            verdict = headers.pop("verdict", WON)
            nodes = headers.pop("nodes", "").split()
            # A proof counts only if two runs have come to it.
            assert len(nodes) == {WON: 0, UNWINNABLE: 2, UNDECIDED: 1}[verdict]
            assert all(int(count) > 0 for count in nodes)
            if verdict == UNDECIDED:
                cards = 52 * logged.game.rules.packs
                assert logged.game.position.cards_home <= int(headers.pop("cards_home")) < cards
            assert not headers


@pytest.mark.parametrize("name", sorted(DEALS))
def test_all_deals_are_there(name: str) -> None:
    numbers = [entry.deal for entry in entries(GAMES[name])]
    assert numbers == list(range(1, DEALS[name] + 1))


def test_the_picture_shows_the_first_game_of_its_log() -> None:
    assert (SEEDS / "rank-and-file.svg").read_text() == film_svg(winning("rank-and-file"))
