"""Games to draw, and what there is to see on their pictures: in the source, and in a browser."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fortythieves import GAMES, Game
from fortythieves.cardart import BACK, BLACK, RED
from fortythieves.cards import CARD_NAMES, KING, RANKS, SUITS, is_red, parse_card
from fortythieves.catalogue import WON, entries, winning_line
from fortythieves.picture import FELT_EDGE, WASTE_SHOWN, Layout
from fortythieves.position import Position
from fortythieves.rules import Rules

SVG = "{http://www.w3.org/2000/svg}"

Use = tuple[str, float, float]


def walked(rules: str | Rules, number: int, steps: int) -> Game:
    """A game after a random walk that takes cards home when it can."""
    choose = random.Random(number)
    game = Game.deal(rules, number)
    for _ in range(steps):
        moves = game.legal_moves()
        if not moves:
            break
        home = [move for move in moves if str(move).endswith("-f")]
        game.push(choose.choice(home or moves))
    return game


def winning(name: str, part: float = 1.0) -> Game:
    """A game that is won, or the first part of it."""
    rules = GAMES[name]
    entry = next(entry for entry in entries(rules) if entry.verdict == WON)
    moves = winning_line(rules, entry)
    game = Game.deal(rules, entry.deal)
    game.push_all(moves[: int(len(moves) * part)])
    return game


def uses(root: ElementTree.Element) -> Iterator[Use]:
    """What is drawn of the definitions, and where; in the order of drawing."""
    for element in root:
        if element.tag == f"{SVG}use" and "x" in element.attrib:
            yield (
                element.attrib["href"][1:],
                float(element.attrib["x"]),
                float(element.attrib["y"]),
            )


def named(cards: list[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def with_hidden_cards_shuffled(position: Position) -> Position:
    """A position that differs in what its player has not seen, and in nothing else."""
    other = position.copy()
    backs = [
        (cards, row)
        for column, cards in enumerate(other.columns)
        for row in range(len(cards))
        if other.is_face_down(column, row)
    ]
    hidden = [*other.stock, *(cards[row] for cards, row in backs)]
    random.Random(5).shuffle(hidden)
    for cards, row in backs:
        cards[row] = hidden.pop()
    other.stock[:] = hidden
    return other


def are_down(position: Position) -> list[list[bool]]:
    """For each column which of its cards lie face down, from the bottom."""
    return [
        [position.is_face_down(column, row) for row in range(len(cards))]
        for column, cards in enumerate(position.columns)
    ]


def tops(position: Position) -> list[list[str]]:
    """For each suit the top cards of the foundations that have any."""
    base = position.rules.base
    return [
        [
            RANKS[(base + height - 2) % KING] + SUITS[suit]
            for height in position.foundation_heights(suit)
            if height
        ]
        for suit in range(4)
    ]


def layout_for(positions: list[Position]) -> Layout:
    columns = [backs for position in positions for backs in are_down(position)]
    shapes = {(sum(backs), len(backs) - sum(backs)) for backs in columns}
    return Layout(positions[0].rules, shapes)


def expected(position: Position, layout: Layout) -> list[list[Use]]:
    """Pile by pile, from below, what must be drawn of a position, and where."""
    piles: list[list[Use]] = [[("back", *layout.stock)] if position.stock else []]
    fan = position.waste[-WASTE_SHOWN:]
    piles.append([(f"card-{CARD_NAMES[card]}", *layout.waste(at)) for at, card in enumerate(fan)])
    for suit, names in enumerate(tops(position)):
        for pile, name in enumerate(names):
            piles.append([(f"card-{name}", *layout.foundation(suit, pile))])
    for column, backs in enumerate(are_down(position)):
        names = named(position.columns[column])
        piles.append(
            [
                (
                    "back" if back else f"card-{names[row]}",
                    *layout.column(column, sum(backs[:row]), row - sum(backs[:row])),
                )
                for row, back in enumerate(backs)
            ]
        )
    return piles


def assert_drawn(drawn: list[Use], position: Position, layout: Layout) -> None:
    """Whether every pile is drawn as it lies, each card upon those beneath it, and nothing else."""
    drawn = [use for use in drawn if use[0] == "back" or use[0].startswith("card-")]
    rank = {use: at for at, use in enumerate(drawn)}
    piles = expected(position, layout)
    assert Counter(drawn) == Counter(use for pile in piles for use in pile)
    for pile in piles:
        order = [rank[use] for use in pile]
        assert order == sorted(order)


class Image:
    """A PNG's pixels: 8 bits a channel, RGB or RGBA, which is what browsers write."""

    def __init__(self, data: bytes) -> None:
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        at, packed = 8, b""
        while at < len(data):
            length = int.from_bytes(data[at : at + 4], "big")
            kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
            if kind == b"IHDR":
                width, depth, colour, interlaced = body[:4], body[8], body[9], body[12]
                assert depth == 8
                assert colour in (2, 6)
                assert not interlaced
                self.size = 3 if colour == 2 else 4
                stride = int.from_bytes(width, "big") * self.size
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        raw = zlib.decompress(packed)
        self.rows: list[bytearray] = []
        above = bytearray(stride)
        for start in range(0, len(raw), stride + 1):
            above = self._row(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above)
            self.rows.append(above)

    def _row(self, kind: int, row: bytearray, above: bytearray) -> bytearray:
        size = self.size
        if kind == 1:
            for i in range(size, len(row)):
                row[i] = (row[i] + row[i - size]) & 255
        elif kind == 2:
            for i in range(len(row)):
                row[i] = (row[i] + above[i]) & 255
        elif kind:
            for i in range(len(row)):
                left, corner = (row[i - size], above[i - size]) if i >= size else (0, 0)
                if kind == 3:
                    guess = (left + above[i]) // 2
                else:
                    near = left + above[i] - corner
                    guess = min((left, above[i], corner), key=lambda value: abs(near - value))
                row[i] = (row[i] + guess) & 255
        return row

    def near(self, x: float, y: float, colour: str, most: int = 24) -> bool:
        """Whether a pixel has a colour, or nearly."""
        start = int(x) * self.size
        pixel = self.rows[int(y)][start : start + 3]
        wanted = bytes.fromhex(colour[1:])
        return all(abs(a - b) <= most for a, b in zip(pixel, wanted, strict=True))


def look(page: str, kind: str, size: tuple[int, int], folder: Path) -> Image:
    """Let a browser draw a page, and read the picture."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no browser: neither chromium nor google-chrome is installed")
        pytest.skip("neither chromium nor google-chrome is installed")
    source, target = folder / f"page.{kind}", folder / "page.png"
    source.write_text(page, encoding="utf-8")
    options = (
        "headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking "
        "disable-component-update disable-sync hide-scrollbars force-device-scale-factor=1 "
        f"user-data-dir={folder / 'user'} screenshot={target}"
    ).split()
    # Newer ones take what their own frame needs off the window's height.
    options.append(f"window-size={size[0]},{size[1] + 120}")
    subprocess.run(
        [browser, *[f"--{option}" for option in options], source.as_uri()],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return Image(target.read_bytes())


def assert_looks(image: Image, position: Position, layout: Layout) -> None:
    """Whether felt, faces and backs are where they must be, and faces in their suits' colours."""
    assert image.near(9, 9, FELT_EDGE)
    assert image.near(layout.width - 9, layout.height - 9, FELT_EDGE)
    filled = set()
    for part, x, y in [use for pile in expected(position, layout) for use in pile]:
        filled.add((x, y))
        if part == "back":
            assert image.near(x + 36, y + 5, BACK)
            assert image.near(x + 1, y + 7, "#ffffff")
            continue
        # A card's left edge is seen wherever it lies.
        assert image.near(x + 2, y + 10, "#ffffff")
        ink = RED if is_red(parse_card(part[5:])) else BLACK
        index = [(x + dx, y + dy) for dx in range(4, 20) for dy in range(4, 18)]
        assert any(image.near(*spot, ink) for spot in index)
    places = [layout.stock, layout.waste(0), *map(layout.column, range(len(position.columns)))]
    for x, y in places:
        if (x, y) not in filled:
            assert not image.near(x + 2, y + 10, "#ffffff", 90)
            assert not image.near(x + 36, y + 5, BACK)
