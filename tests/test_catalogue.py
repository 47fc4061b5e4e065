"""scripts/catalogue: nothing known is lost, and nothing is believed that was not found twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fortythieves import GAMES, Game
from fortythieves import catalogue as reader
from fortythieves.catalogue import UNDECIDED, UNWINNABLE, WON, Entry, entries
from fortythieves.movelog import read_log, replay
from fortythieves.solver import Limits, solve
from fortythieves.solver.survey import DealResult, encode_result
from fortythieves.solver.surveyfile import SurveyFile, read_results
from scripts import load_script

RULES = GAMES["little-forty"]
LIMITS = Limits(seconds=None, nodes=1000)


script = load_script("catalogue")


@pytest.fixture
def seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty catalogue, in place of the real one."""
    folder = tmp_path / "seeds"
    folder.mkdir()
    monkeypatch.setattr(script, "SEEDS", folder)
    monkeypatch.setattr(reader, "_FOLDER", str(folder))
    return folder


@pytest.fixture(scope="module")
def win() -> tuple[str, ...]:
    """A win of little-forty's deal 1."""
    solution = solve(Game.deal(RULES, 1).position, Limits(seconds=None, nodes=100_000))
    assert solution.verdict == WON
    return tuple(map(str, solution.moves))


def run(tmp_path: Path, *arguments: str) -> int:
    given = [*arguments, "--games", RULES.name, "--results", str(tmp_path / "results")]
    code: int = script.main(given)
    return code


def won(deal: int, line: tuple[str, ...] | None) -> DealResult:
    return DealResult(RULES, deal, WON, len(line or "123"), 50, 0.1, 104, line=line, limits=LIMITS)


def lost(deal: int, nodes: int, seed: int) -> DealResult:
    limits = LIMITS._replace(seed=seed)
    return DealResult(RULES, deal, UNWINNABLE, None, nodes, 0.1, 20, limits=limits)


def open_(deal: int, nodes: int, home: int) -> DealResult:
    return DealResult(RULES, deal, UNDECIDED, None, nodes, 0.1, home, limits=LIMITS)


def results(tmp_path: Path, *found: DealResult, name: str = "a") -> None:
    (tmp_path / "results").mkdir(exist_ok=True)
    text = "".join(f"{encode_result(result)}\n" for result in found)
    (tmp_path / "results" / f"{name}.ndjson").write_text(text)


def known(*found: DealResult) -> Any:
    deal = script.Known()
    for result in found:
        deal.add(result)
    return deal


def test_the_shortest_win_stays() -> None:
    deal = known(won(1, ("a", "b", "c")))
    assert (deal.verdict, deal.is_settled) == (WON, True)
    deal.add(won(1, ("a", "d")))
    deal.add(won(1, ("e", "f", "g", "h")))
    deal.add(open_(1, 10**9, 90))
    assert (deal.verdict, deal.line) == (WON, ("a", "d"))
    # A win whose moves nobody has is none.
    assert known(won(1, None)).verdict == UNDECIDED


def test_what_one_run_has_proved_stays_undecided() -> None:
    deal = known(lost(1, 700, seed=0), lost(1, 900, seed=0))
    assert (deal.verdict, deal.is_settled, deal.nodes) == (UNDECIDED, False, 900)
    deal.add(lost(1, 800, seed=3))
    assert (deal.verdict, deal.is_settled, deal.confirmed) == (UNWINNABLE, True, (700, 800))


def test_the_longest_search_of_an_undecided_deal_is_told() -> None:
    deal = known(open_(1, 500, 60), open_(1, 9000, 41), open_(1, 200, 7))
    assert (deal.verdict, deal.nodes, deal.cards_home) == (UNDECIDED, 9000, 60)
    assert known(open_(1, 5, 5)._replace(error="out of memory")).verdict == ""


def test_what_is_written_can_be_read_and_stays(
    tmp_path: Path, seeds: Path, win: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    results(tmp_path, won(1, win), open_(2, 1000, 43), lost(4, 5, 0), lost(6, 7, 0))
    results(tmp_path, lost(4, 6, 1), name="b")
    assert run(tmp_path, "write") == 0
    expected = [
        Entry(1, WON, " ".join(win)),
        Entry(2, UNDECIDED, "", (1000,), 43),
        Entry(4, UNWINNABLE, "", (5, 6)),
        Entry(6, UNDECIDED, "", (7,), 20),
    ]
    assert entries(RULES) == expected
    assert capsys.readouterr().out == (
        f"little-forty: 100 deals: 1 won (median {len(win)} moves), 1 unwinnable, 2 undecided "
        "(1 of them proved unwinnable by one run only), 96 not searched\n"
    )
    with open(seeds / "little-forty.log") as file:
        for logged in read_log(file):
            *_, game = replay(logged)
            assert game.won == (game.deal_number == 1)
    # Without those results, and with others that say less.
    results(tmp_path, open_(1, 10, 10), open_(2, 10, 44), open_(4, 99, 9))
    results(tmp_path, name="b")
    assert run(tmp_path, "write") == 0
    expected[1] = Entry(2, UNDECIDED, "", (1000,), 44)
    assert entries(RULES) == expected
    assert [path.name for path in seeds.glob("[!.]*")] == ["little-forty.log"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ([won(2, ("s-w",))], "little-forty, deal 2: its moves do not win; nothing is written"),
        ([won(2, ("1-f",))], "little-forty, deal 2: 1-f: "),
        ([won(2, ("one",))], "little-forty, deal 2: "),
        ([lost(1, 5, 0)], "proved unwinnable, and won all the same: deal 1; "),
    ],
)
def test_what_is_wrong_is_not_written(
    tmp_path: Path,
    seeds: Path,
    win: tuple[str, ...],
    wrong: list[DealResult],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    results(tmp_path, won(1, win))
    assert run(tmp_path, "write") == 0
    before = (seeds / "little-forty.log").read_bytes()
    capsys.readouterr()
    results(tmp_path, *wrong)
    assert run(tmp_path, "write") == 1
    assert told in capsys.readouterr().err
    assert (seeds / "little-forty.log").read_bytes() == before


def test_results_that_cannot_be_read_are_told(
    tmp_path: Path, seeds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results(tmp_path, open_(2, 1000, 43))
    path = tmp_path / "results" / "a.ndjson"
    path.write_text(path.read_text() + '{"game":"little-fo')
    assert run(tmp_path, "write") == 0
    assert f"{path}, line 2 is left out: not a deal's result" in capsys.readouterr().err
    assert [entry.deal for entry in entries(RULES)] == [2]


@pytest.mark.usefixtures("seeds")
@pytest.mark.parametrize("codes", [[0, 0, 0], [4, 0, 0], [0, 130]])
def test_a_search_goes_on_with_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, codes: list[int]
) -> None:
    """And searches once more, by other hash keys, what one run has proved; until it is stopped."""
    calls = []
    found = {2: lost(2, 9, 0), 3: lost(3, 9, 0), 5: open_(5, 9, 9), 7: lost(7, 9, 0)}
    left = [*codes]

    def solve_deals(
        game: str, rules: None, deals: str, limits: Limits, jobs: str, resume: str, **_: Any
    ) -> int:
        calls.append((game, deals, limits.seed, limits.nodes))
        with SurveyFile(resume) as file:
            for deal in map(int, deals.split(",")):
                file.add(found[deal]._replace(limits=limits))
        return left.pop(0)

    monkeypatch.setattr(script, "solve_deals", solve_deals)
    results(tmp_path, won(1, ("1-f",)), lost(3, 9, 4), lost(6, 8, 0), lost(6, 8, 1))
    options = ("search", "--nodes", "1000", "--deals", "1-3,5-7")
    assert run(tmp_path, *options) == max(codes)
    expected = [
        ("little-forty", "2,5,7", 0, 1000),
        ("little-forty", "2,7", 1, 2000),
        ("little-forty", "3", 0, 2000),
    ]
    assert calls == expected[: len(codes)]
    calls.clear()
    left = [0, 0]
    assert run(tmp_path, *options) == 0
    unfinished = [] if len(codes) == 3 else expected[2:]
    assert calls == [("little-forty", "5", 0, 1000), *unfinished]


def test_it_is_found_shortened_and_written(tmp_path: Path, seeds: Path) -> None:
    options = ("--deals", "1-2")
    assert run(tmp_path, "search", "--nodes", "100k", "--jobs", "2", *options) == 0
    path = tmp_path / "results" / "little-forty.ndjson"
    found = {r.deal: r for _, r in read_results(str(path)) if isinstance(r, DealResult)}
    assert set(found) == {1, 2}
    before = path.read_bytes()
    assert run(tmp_path, "search", "--nodes", "100k", *options) == 0
    assert path.read_bytes() == before
    assert run(tmp_path, "shorten", "--time", "0.05", *options) == 0
    assert run(tmp_path, "shorten", "--time", "0.05", *options) == 0
    shorter = tmp_path / "results" / "little-forty.shorter.ndjson"
    assert len(shorter.read_bytes().splitlines()) == 2
    assert run(tmp_path, "write") == 0
    for entry in entries(RULES):
        game = Game.deal(RULES, entry.deal)
        game.push_all(entry.moves.split())
        assert game.won
        assert len(game.moves) <= (found[entry.deal].moves or 0)
    assert (seeds / "little-forty.log").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("shorten", "--nodes", "5"), "wins are shortened for so many seconds each: --time"),
        (("search", "--deals", "90-101"), "the catalogue has deals 1 to 100 of little-forty"),
        (("search", "--deals", "x"), "'x'"),
        (("search", "--time", "x"), "--time 'x': a number of seconds above 0 is needed"),
    ],
)
@pytest.mark.usefixtures("seeds")
def test_what_it_refuses(
    tmp_path: Path, arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, *arguments) == 2
    assert told in capsys.readouterr().err
