"""Films: where each card is at which time, read from the source, is compared with the game."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from drawings import (
    SVG,
    Use,
    assert_drawn,
    assert_looks,
    layout_for,
    look,
    walked,
    winning,
    with_hidden_cards_shuffled,
)

from fortythieves import GAMES, Game, UsageError
from fortythieves.cards import CARD_NAMES
from fortythieves.deals import deal
from fortythieves.film import film_svg
from fortythieves.moves import REDEAL, STOCK, WASTE, Move
from fortythieves.picture import WASTE_SHOWN
from fortythieves.position import Position
from fortythieves.rules import UNLIMITED, Rules


class Span(NamedTuple):
    """When an animation is at work, in milliseconds."""

    begin: int
    end: int


def span(element: ElementTree.Element) -> Span:
    begin = re.fullmatch(r"t\.begin\+([\d.]+)s", element.attrib["begin"])
    duration = re.fullmatch(r"([\d.]+)s", element.attrib["dur"])
    assert begin
    assert duration
    start = round(float(begin[1]) * 1000)
    return Span(start, start + round(float(duration[1]) * 1000))


class Shown:
    """An element of a film: where it is at which time, read from the source."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.element = element
        self.hidden = element.attrib.get("display") == "none"
        self.sets = [span(child) for child in element.iter(f"{SVG}set")]
        for child in element.iter(f"{SVG}set"):
            assert child.attrib["attributeName"] == "display"
            assert child.attrib["to"] == ("inline" if self.hidden else "none")
        self.moves = [
            (child.tag.removeprefix(SVG), span(child), child.attrib)
            for child in element
            if child.tag in (f"{SVG}animate", f"{SVG}animateTransform")
        ]

    def at(self, time: int) -> bool:
        """Whether it is shown."""
        return any(begin <= time < end for begin, end in self.sets) == self.hidden

    def place(self, time: int) -> Use:
        """Where it is."""
        x, y = float(self.element.attrib["x"]), float(self.element.attrib["y"])
        away = 0.0, 0.0
        for tag, (begin, end), given in self.moves:
            if not begin <= time < end:
                continue
            part = (time - begin) / (end - begin)
            if tag == "animateTransform":
                came = [float(value) for value in given["values"].split(";")[0].split()]
                assert given["values"].endswith(";0 0")
                # It slows down, which is left out of account here.
                away = came[0] * (1 - part), came[1] * (1 - part)
            else:
                # Times are rounded, which is a part of a pixel here.
                x = round(between(part, given["keyTimes"], given["values"]))
        return self.element.attrib["href"][1:], x + away[0], y + away[1]


def between(part: float, key_times: str, key_values: str) -> float:
    times = [float(time) for time in key_times.split(";")]
    values = [float(value) for value in key_values.split(";")]
    assert (times[0], times[-1]) == (0, 1)
    assert times == sorted(times)
    at = max(i for i, time in enumerate(times[:-1]) if time <= part)
    if times[at + 1] == times[at]:
        return values[at + 1]
    share = (part - times[at]) / (times[at + 1] - times[at])
    return values[at] + share * (values[at + 1] - values[at])


def positions_of(game: Game) -> list[Position]:
    position = game.opening.copy()
    positions = [position.copy()]
    for move in game.moves:
        position.push(move)
        positions.append(position.copy())
    return positions


class Film:
    """A film's source, and the game that it must show."""

    def __init__(self, game: Game, seconds: float) -> None:
        root = ElementTree.fromstring(film_svg(game, seconds))
        captions = [e for e in root if e.tag == f"{SVG}g" and "font-size" in e.attrib]
        self.lines = [Shown(text) for group in captions for text in group]
        self.cards = [
            Shown(e) for e in root if re.match("#(back$|card-)", e.attrib.get("href", ""))
        ]
        (clock,) = [e for e in root.iter() if e.attrib.get("id") == "t"]
        assert clock.attrib["begin"] == "0s;t.end"
        self.total = round(float(clock.attrib["dur"].removesuffix("s")) * 1000)
        self.game = game
        self.positions = positions_of(game)
        self.layout = layout_for(self.positions)
        assert root.attrib["height"] == str(self.layout.height)
        # When each move begins; when the last has had its time.
        self.times = [round(1500 + 1000 * seconds * at) for at in range(len(self.positions))]

    def drawn(self, time: int) -> list[Use]:
        """The cards that are shown at a time, and where."""
        places = [card.place(time) for card in self.cards if card.at(time)]
        return [(part, round(x, 1), round(y, 1)) for part, x, y in places]

    def said(self, time: int) -> list[str]:
        """The captions that are shown at a time."""
        return ["".join(line.element.itertext()) for line in self.lines if line.at(time)]


def assert_film(game: Game, seconds: float) -> None:
    """Whether a film shows, before and after each move, what the player saw."""
    film = Film(game, seconds)
    count = len(game.moves)
    assert film.total == film.times[-1] + 5000
    for thing in film.cards + film.lines:
        for begin, end in [*thing.sets, *[when for _, when, _ in thing.moves]]:
            assert 0 <= begin < end <= film.total
        for (_, end), (begin, _) in pairwise(thing.sets):
            assert end < begin
    for made, position in enumerate(film.positions):
        ends = film.times[made] - 1 if made < count else film.total - 1
        assert_drawn(film.drawn(ends), position, film.layout)
        said = film.said(ends)
        assert f"Stock {len(position.stock)}" in said
        assert f"Waste {len(position.waste)}" in said
        assert f"{position.cards_home} of {52 * game.rules.packs} home" in said
        if made and (made < count or game.status == "playing"):
            assert f"move {made} of {count}: {game.moves[made - 1]}" in said
        assert len(said) == 4 + bool(game.rules.redeals)
    for made, move in enumerate(game.moves):
        assert_glides(film, made, move, seconds)


def assert_glides(film: Film, made: int, move: Move, seconds: float) -> None:
    """Whether a move begins where the cards lay, and shows no card more often than there is."""
    begins = film.times[made]
    before, now = film.drawn(begins - 1), film.drawn(begins)
    if move.target == STOCK:
        place = film.layout.waste(min(WASTE_SHOWN, len(film.positions[made].waste)) - 1)
        assert ("back", *place) in now
    else:
        filled_from = filler(film.positions[made], film.positions[made + 1], move)
        if filled_from is not None:
            fan = film.layout.waste(min(WASTE_SHOWN, len(film.positions[made].waste)) - 1)
            wanted = film.layout.stock if filled_from == STOCK else fan
            card = CARD_NAMES[film.positions[made + 1].columns[move.source][0]]
            assert (f"card-{card}", *wanted) in starts(film, begins, begins + 1000 * seconds)
        faces = Counter(use for use in before if use[0] != "back")
        assert not faces - Counter(now)
        if move.source == STOCK:
            drawn = film.positions[made].stock[-1]
            assert (f"card-{CARD_NAMES[drawn]}", *film.layout.stock) in now
    for part in (0, 0.1, 0.5, 0.75):
        shown = Counter(name for name, _, _ in film.drawn(begins + int(part * 1000 * seconds)))
        del shown["back"]
        assert max(shown.values(), default=0) <= film.game.rules.packs


def filler(before: Position, after: Position, move: Move) -> int | None:
    """From which pile a card filled the column that a move emptied; None if none did."""
    if not 0 <= move.source < STOCK or len(before.columns[move.source]) > move.cards:
        return None
    if not after.columns[move.source]:
        return None
    return WASTE if len(after.waste) < len(before.waste) else STOCK


def starts(film: Film, begin: int, end: float) -> list[Use]:
    """Which cards begin to glide within a time, and from where."""
    return [
        card.place(when.begin)
        for card in film.cards
        for kind, when, _ in card.moves
        if kind == "animateTransform" and begin <= when.begin < end
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_film_shows_the_game(name: str) -> None:
    assert_film(walked(name, 3, 50), 0.6)


@pytest.mark.parametrize("name", ["little-forty", "number-ten"])
def test_a_film_of_a_won_game(name: str) -> None:
    assert_film(winning(name), 0.6)


@pytest.mark.parametrize(
    ("name", "number", "redeals"),
    [("courtyard", 1, 0), ("triple-line", 1, 0), ("little-forty-pysolfc", 9, 1)],
)
def test_a_film_of_columns_that_are_filled_at_once(name: str, number: int, redeals: int) -> None:
    game = walked(name, number, 150)
    steps = zip(pairwise(positions_of(game)), game.moves, strict=True)
    assert {filler(*pair, move) for pair, move in steps} == {None, WASTE, STOCK}
    assert game.moves.count(REDEAL) == redeals
    assert_film(game, 0.6)


def test_the_last_card_of_the_stock_fills_a_column() -> None:
    opening = deal(GAMES["courtyard"], 1)
    opening.stock, rest = opening.stock[-1:], opening.stock[:-1]
    opening.columns[0] = rest + opening.columns[0]
    game = Game(opening)
    game.push(next(move for move in game.legal_moves() if move.source != STOCK))
    assert not game.position.stock
    assert_film(game, 0.6)


def test_a_film_of_redeals_without_end() -> None:
    game = walked("unlimited", 2, 150)
    assert game.moves.count(REDEAL) == 2
    assert_film(game, 0.6)


@pytest.mark.parametrize("seconds", [0.05, 60])
def test_a_film_of_rules_that_have_everything(seconds: float) -> None:
    rules = Rules("odd", "Odd", packs=1, columns=6, rows="udu", build="rank", runs="rank",
                  wrap=True, empty="waste", draw=7, redeals=UNLIMITED, base=13,
                  base_home=True)  # fmt: skip
    game = walked(rules, 10, 200)
    assert game.won
    assert REDEAL in game.moves
    assert_film(game, seconds)


@pytest.mark.parametrize("seconds", [0.05, 1 / 3, 2.5, 60])
@pytest.mark.parametrize("name", ["little-forty", "indian"])
def test_a_film_of_any_speed(name: str, seconds: float) -> None:
    assert_film(walked(name, 8, 90), seconds)


def test_a_film_from_a_position_with_a_waste() -> None:
    middle = walked("little-forty", 21, 60)
    assert len(middle.position.waste) > WASTE_SHOWN
    game = Game(middle.position)
    for _ in range(6):
        game.push(game.legal_moves()[-1])
    for _ in range(20):
        game.push(game.legal_moves()[0])
    assert_film(game, 0.6)
    assert_film(Game(middle.position), 0.6)


@pytest.mark.parametrize("name", GAMES)
def test_cards_never_seen_are_not_in_a_film(name: str) -> None:
    game = walked(name, 4, 30)
    still_down = game.position.down
    assert game.position.stock
    assert REDEAL not in game.moves
    opening = game.opening.copy()
    opening.down[:] = still_down
    drawn = opening.stock[len(game.position.stock) :]
    del opening.stock[len(game.position.stock) :]
    opening = with_hidden_cards_shuffled(opening)
    opening.stock += drawn
    opening.down[:] = game.opening.down
    other = Game(opening, 4)
    for move in game.moves:
        other.push(move)
    assert opening != game.opening
    assert film_svg(other) == film_svg(game)


@pytest.mark.parametrize("name", ["little-forty", "lucas", "number-ten", "rank-and-file"])
def test_films_are_small(name: str) -> None:
    game = winning(name)
    assert len(film_svg(game).encode()) < 1_100 * len(game.moves)
    assert len(film_svg(game).encode()) < 250_000


@pytest.mark.parametrize("seconds", [0, -1, 0.01, 61, math.nan, math.inf])
def test_speeds_that_are_none(seconds: float) -> None:
    with pytest.raises(UsageError, match=r"seconds a move: from 0\.05 to 60"):
        film_svg(Game.deal("maria", 1), seconds)


def test_a_film_in_a_browser(tmp_path: Path) -> None:
    game = winning("rank-and-file", 0.5)
    positions = positions_of(game)
    layout = layout_for(positions)
    # After 60 moves; and in its second round, where nothing of the first may be left over.
    round_one = 1.5 + 0.6 * 60 - 0.01
    round_two = round_one + 1.5 + 0.6 * len(game.moves) + 5
    for time in (round_one, round_two):
        page = (
            "<!doctype html><meta charset=utf-8><body style=margin:0>"
            f"{film_svg(game)}<script>const film = document.querySelector('svg');"
            f"film.pauseAnimations(); film.setCurrentTime({time})</script>"
        )
        image = look(page, "html", (layout.width, layout.height), tmp_path)
        assert_looks(image, positions[60], layout)
