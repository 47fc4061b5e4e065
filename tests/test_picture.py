"""Pictures: what their sources show is compared with where the cards lie, and what a browser makes
of them is looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drawings import (
    SVG,
    are_down,
    assert_drawn,
    assert_looks,
    layout_for,
    look,
    named,
    tops,
    uses,
    walked,
    winning,
    with_hidden_cards_shuffled,
)

from fortythieves import GAMES, Game
from fortythieves.cardart import GOLD
from fortythieves.cards import CARD_NAMES, SUIT_NAMES
from fortythieves.deals import deal
from fortythieves.film import film_svg
from fortythieves.moves import REDEAL
from fortythieves.picture import WASTE_SHOWN, Layout, board_svg
from fortythieves.position import Position
from fortythieves.rules import Rules


def cards_of(svg: str) -> Counter[str]:
    """The cards whose faces a picture draws."""
    drawn = uses(ElementTree.fromstring(svg))
    return Counter(part[5:] for part, _, _ in drawn if part.startswith("card-"))


def all_tops(position: Position) -> list[str]:
    return [name for names in tops(position) for name in names]


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_shows_what_the_player_sees(name: str) -> None:
    game = walked(name, 40, 200)
    position = game.opening.copy()
    for steps, move in enumerate([*game.moves, None]):
        if steps in (0, 12, 60) or not move:
            assert_shows_what_the_player_sees(position)
        if move:
            position.push(move)


def assert_shows_what_the_player_sees(position: Position) -> None:
    svg = board_svg(position, 40)
    root = ElementTree.fromstring(svg)
    layout = layout_for([position])
    assert root.attrib["height"] == str(layout.height)
    assert_drawn(list(uses(root)), position, layout)
    seen = cards_of(svg)
    fan = named(position.waste[-WASTE_SHOWN:])
    columns = [
        [None if back else name for name, back in zip(named(cards), backs, strict=True)]
        for cards, backs in zip(position.columns, are_down(position), strict=True)
    ]
    up = [name for cards in columns for name in cards if name]
    assert seen == Counter([*up, *fan, *all_tops(position)])
    assert set(re.findall(r'id="card-(..)"', svg)) == set(seen)
    assert len(svg) < 60_000
    # In words it tells of the same, but for the covered cards of the waste.
    told = root.findtext(f"{SVG}desc")
    assert told is not None
    assert [cards_told(words) for words in re.findall(r"Column \d+: ([^.]+)", told)] == columns
    assert cards_told(re.findall(r"Waste \d+(?:, on top )?([^.]*)", told)[0]) == fan[-1:]
    told_home = re.findall(r"Foundations? of (\w+): ([^.]+)", told)
    assert [suit for suit, _ in told_home] == list(SUIT_NAMES)
    for (suit, words), names in zip(told_home, tops(position), strict=True):
        piles = words.split(", ")
        assert len(piles) == position.rules.packs
        there = [f"{rank} of {suit}" for rank in piles if rank != "empty"]
        assert cards_told(", ".join(there)) == names


def cards_told(words: str) -> list[str | None]:
    """Cards by their names in words: ``king of hearts, 2 face down, 10 of clubs``."""
    ranks = {"ace": "A", "10": "T", "jack": "J", "queen": "Q", "king": "K"}
    cards: list[str | None] = []
    for part in words.split(", ") if words not in ("", "empty") else ():
        count, _, suit = part.partition(" of ")
        if suit:
            cards.append(ranks.get(count, count) + suit[0].upper())
        else:
            cards += [None] * int(part.removesuffix(" face down"))
    return cards


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("steps", [0, 60])
def test_hidden_cards_make_no_difference(name: str, steps: int) -> None:
    position = walked(name, 7, steps).position
    other = with_hidden_cards_shuffled(position)
    assert board_svg(position.copy(), 7) == board_svg(other, 7)
    assert position.stock
    assert board_svg(position.copy(), 7, reveal=True) != board_svg(other, 7, reveal=True)


@pytest.mark.parametrize("name", GAMES)
def test_reveal_shows_all(name: str) -> None:
    position = walked(name, 9, 40).position
    svg = board_svg(position, 9, reveal=True)
    columns = [card for cards in position.columns for card in named(cards)]
    fan = position.waste[-WASTE_SHOWN:]
    rest = named([*fan, *position.waste, *position.stock])
    assert cards_of(svg) == Counter([*columns, *rest, *all_tops(position)])
    drawn = [part for part, _, _ in uses(ElementTree.fromstring(svg))]
    assert drawn.count("veil") == sum(map(sum, are_down(position)))
    assert drawn.count("back") == bool(position.stock)
    assert len(svg) < 60_000


def documents() -> Iterator[str]:
    for name in GAMES:
        game = walked(name, 3, 30)
        yield board_svg(game.opening, 3)
        yield board_svg(game.position, 3)
        yield board_svg(game.position, None, reveal=True)
        yield film_svg(game)


def test_nothing_comes_from_elsewhere() -> None:
    allowed = set(
        "svg title desc defs g path rect use text tspan pattern radialGradient stop".split()
    )
    animated = {"set", "animate", "animateTransform"}
    for svg in documents():
        root = ElementTree.fromstring(svg)
        names = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(names)
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in allowed | animated
            for key, value in element.attrib.items():
                assert not key.startswith("on")
                if key.endswith("href"):
                    assert value[0] == "#"
                    assert value[1:] in names
                for url in re.findall(r"url\((.*?)\)", value):
                    assert url[0] == "#"
                    assert url[1:] in names
        assert svg.count("http") == 1
        assert root.attrib["role"] == "img"
        width, height = root.attrib["width"], root.attrib["height"]
        assert root.attrib["viewBox"] == f"0 0 {width} {height}"
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc")


@pytest.mark.parametrize("name", GAMES)
def test_openings_are_small(name: str) -> None:
    assert len(board_svg(deal(GAMES[name], 1), 1).encode()) < 40_000


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def test_titles_and_captions() -> None:
    game = winning("little-forty", 0.5)
    position = game.position
    shown = texts(board_svg(position, 2001))
    assert "Little Fortydeal 2001" in shown
    assert f"{len(game.moves)} moves" in shown
    assert f"Stock {len(position.stock)}" in shown
    assert f"Waste {len(position.waste)}" in shown
    assert f"{position.cards_home} of 104 home" in shown
    assert f"{position.redeals} redeals left" in shown
    assert "Little Fortyset up by hand" in texts(board_svg(position))
    assert not {"Won", "Stuck"} & set(shown)
    assert "Won" in texts(board_svg(winning("maria").position))
    stuck = next(game for n in range(1, 99) if (game := walked("limited", n, 400)).stuck)
    assert "Stuck" in texts(board_svg(stuck.position))


def test_captions_of_redeals() -> None:
    game = winning("little-forty")
    position = game.opening.copy()
    for move in game.moves:
        position.push(move)
        if move == REDEAL:
            break
    assert "2 redeals left" in texts(board_svg(position))
    for name, shown in (("forty-and-eight", "1 redeal left"), ("unlimited", "redeals without end")):
        assert shown in texts(board_svg(deal(GAMES[name], 1)))
    assert not any("redeal" in text for text in texts(board_svg(deal(GAMES["maria"], 1))))


@pytest.mark.parametrize("name", GAMES)
def test_piles_lie_side_by_side_on_the_table(name: str) -> None:
    rules = GAMES[name]
    layout = Layout(rules, [(rules.rows.count("d"), rules.rows.count("u"))])
    piles = [layout.foundation(suit, pile) for suit in range(4) for pile in range(rules.packs)]
    for row in (
        [layout.stock, *map(layout.waste, range(0, WASTE_SHOWN, WASTE_SHOWN - 1)), *piles],
        [layout.column(column) for column in range(rules.columns)],
    ):
        lefts = [x for x, _ in row]
        assert lefts[0] >= 24
        assert all(right - left >= 72 + 8 for left, right in pairwise(lefts))
        assert lefts[-1] + 72 <= layout.right == layout.width - 24
    assert layout.width < 1700


def test_the_last_move_is_marked() -> None:
    game = winning("rank-and-file")
    position = game.opening.copy()
    marks = set()
    for move in game.moves:
        position.push(move)
        root = ElementTree.fromstring(board_svg(position))
        (mark,) = [e for e in root.iter(f"{SVG}rect") if e.attrib.get("stroke") == GOLD]
        x, y = float(mark.attrib["x"]) + 1, float(mark.attrib["y"]) + 1
        moved = [part for part, *place in uses(root) if place == [x, y] and part != "slot"]
        if str(move) == "s-w":
            wanted = CARD_NAMES[position.waste[-1]]
        elif position.last_home is not None:
            wanted = CARD_NAMES[position.last_home]
        else:
            wanted = CARD_NAMES[position.columns[move.target][-move.cards]]
            assert float(mark.attrib["height"]) == 102 + 22 * (move.cards - 1)
        assert moved == [f"card-{wanted}"]
        marks.add(str(move)[2:])
    assert len(marks) > 10
    assert f'stroke="{GOLD}"' not in board_svg(game.opening)


@pytest.mark.parametrize("count", [20, 40, 90])
def test_long_columns_are_compressed_and_can_be_read(count: int) -> None:
    position = deal(GAMES["number-ten"], 5)
    pack = [*position.stock, *(card for column in position.columns[1:] for card in column)]
    position.columns[0] += pack[:count]
    root = ElementTree.fromstring(board_svg(position))
    first = Layout(position.rules, []).column(0)[0]
    column = [(y, part) for part, x, y in uses(root) if x == first and part.startswith("card-")]
    steps = [below - above for (above, _), (below, _) in pairwise(column)]
    assert len(column) == count + 2
    assert 17.9 <= min(steps) <= max(steps) <= 22.1
    height = float(root.attrib["height"])
    assert column[-1][0] + 100 < height < (850 if count < 25 else 560 + 18 * count)


def test_texts_are_escaped() -> None:
    rules = Rules("odd", "<b>&\x01\ud800\"'</b> " + "long " * 50)
    # Dealt otherwise, such rules would be refused.
    game = Game(deal(rules, 10**20), 10**20)
    game.push("s-w")
    for svg in (board_svg(game.position, 10**20), film_svg(game)):
        root = ElementTree.fromstring(svg.encode())
        assert (root.findtext(f"{SVG}title") or "").startswith("<b>&\ufffd\ufffd\"'</b> long")
        assert any(text.startswith("<b>&") and "…" in text for text in texts(svg))


@pytest.mark.parametrize(
    "rules", [Rules("one", "One", columns=1, packs=1), Rules("many", "Many", columns=30, packs=4)]
)
def test_other_rules_are_drawn_too(rules: Rules) -> None:
    game = Game.deal(rules, 11)
    game.push("s-w")
    layout = layout_for([game.position])
    root = ElementTree.fromstring(board_svg(game.position, 11))
    assert_drawn(list(uses(root)), game.position, layout)
    for part, x, _ in uses(root):
        if not part.startswith("glyph"):
            assert 0 < x <= layout.width - 72
    ElementTree.fromstring(film_svg(game))


@pytest.mark.parametrize("part", [0.4, 1.0])
def test_a_picture_in_a_browser(part: float, tmp_path: Path) -> None:
    assert_picture_looks(winning("rank-and-file", part), tmp_path)


@pytest.mark.parametrize("name", ["malmaison", "triple-interchange"])
def test_large_pictures_in_a_browser(name: str, tmp_path: Path) -> None:
    assert_picture_looks(walked(name, 1, 100), tmp_path)


def assert_picture_looks(game: Game, tmp_path: Path) -> None:
    layout = layout_for([game.position])
    svg = board_svg(game.position, game.deal_number)
    image = look(svg, "svg", (layout.width, layout.height), tmp_path)
    assert_looks(image, game.position, layout)
