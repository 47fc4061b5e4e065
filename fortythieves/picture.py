"""A position as a picture: one SVG that needs no font, script or file from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from .cardart import GOLD, HEIGHT, WIDTH, card_part, definitions, number, use
from .cards import SUIT_NAMES, SUITS, rank_of, suit_of
from .moves import STOCK, WASTE
from .position import Position
from .rules import UNLIMITED, Rules

FELT, FELT_EDGE = "#2b7a55", "#1c5a3d"
INK, PALE = "#fff", "#b9dcc8"
CAPTION_STYLE = f'font-size="15" fill="{PALE}"'
AT_END = ' text-anchor="end"'

# How many of the waste's last cards are fanned.
WASTE_SHOWN = 4

_MARGIN, _GAP, _NARROW = 24, 16, 8
_WASTE_STEP = 34
_PILES_TOP = 82
_TITLE_Y, _CAPTIONS_Y = 42, _PILES_TOP - 9
_COLUMNS_TOP = _PILES_TOP + HEIGHT + 50
# How much is seen of a covered card: wanted, and at least, so that rank and suit can be read.
_UP, _UP_LEAST = 22, 18
_DOWN, _DOWN_LEAST = 10, 4
# How far down a column's last card begins: a short column leaves as much room, and beyond the most
# columns are compressed as long as they can be read.
_DEPTH_LEAST, _DEPTH_MOST = 6 * _UP, 20 * _UP

_RANK_WORDS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


class Layout:
    """Where every card of a picture lies; it is the same for all positions it was made for.

    Attributes:
        width, height: the picture's size.
        right: where the columns end.
        stock_caption, waste_caption, home_caption, redeals_caption: where these begin.
    """

    def __init__(self, rules: Rules, shapes: Iterable[tuple[int, int]]) -> None:
        """A layout for a game.

        Args:
            rules: the game's rules.
            shapes: for every column that is to fit, how many of its cards lie face down and up
                (`column_shapes`).
        """
        piles = 4 * rules.packs
        left = 2 * (WIDTH + _GAP) + (WASTE_SHOWN - 1) * _WASTE_STEP + _NARROW
        full = WIDTH + _GAP
        inner = max(rules.columns * full - _GAP, left + piles * (WIDTH + _NARROW) - _NARROW)
        # The foundations stand above the last columns where there is room, else closer together.
        self._pile_step = min(full, (inner - left - WIDTH) // (piles - 1))
        self._first_pile = _MARGIN + inner - WIDTH - self._pile_step * (piles - 1)
        self._packs = rules.packs
        self._step = min(104.0, (inner - WIDTH) / max(1, rules.columns - 1))
        self._first = _MARGIN + (inner - WIDTH - self._step * (rules.columns - 1)) / 2
        self._up, self._down = float(_UP), float(_DOWN)
        shapes = list(shapes)
        depth = self._depth(shapes)
        if depth > _DEPTH_MOST:
            part = _DEPTH_MOST / depth
            self._up = max(_UP_LEAST, _UP * part)
            self._down = max(_DOWN_LEAST, _DOWN * part)
            depth = self._depth(shapes)
        self.width = inner + 2 * _MARGIN
        self.height = round(_COLUMNS_TOP + max(depth, _DEPTH_LEAST) + HEIGHT + _MARGIN)
        self.right = _MARGIN + inner
        self.stock_caption = (_MARGIN, _CAPTIONS_Y)
        self.waste_caption = (self.waste(0)[0], _CAPTIONS_Y)
        self.home_caption = (self.foundation(0, 0)[0], _CAPTIONS_Y)
        self.redeals_caption = (_MARGIN, _PILES_TOP + HEIGHT + 18)

    def moves_caption(self, status: str) -> tuple[float, float]:
        """Where the caption that tells of moves ends: beside the badge if there is one."""
        return self.right - (0 if status == "playing" else 90), _TITLE_Y

    def _depth(self, shapes: list[tuple[int, int]]) -> float:
        """How far below the columns' top the lowest card begins."""
        depths = [
            down * self._down + (up - 1) * self._up if up else (down - 1) * self._down
            for down, up in shapes
        ]
        return max([0.0, *depths])

    @property
    def stock(self) -> tuple[float, float]:
        """The place of the stock."""
        return _MARGIN, _PILES_TOP

    def waste(self, place: int) -> tuple[float, float]:
        """The place of a card of the waste's fan, counted from 0."""
        return _MARGIN + WIDTH + _GAP + place * _WASTE_STEP, _PILES_TOP

    def foundation(self, suit: int, pile: int) -> tuple[float, float]:
        """The place of a suit's foundation; the piles of a suit are counted from 0."""
        return self._first_pile + self._pile_step * (suit * self._packs + pile), _PILES_TOP

    def column(self, column: int, down: int = 0, up: int = 0) -> tuple[float, float]:
        """The place of a card in a column, by how many cards lie beneath it face down and up."""
        return (
            round(self._first + column * self._step, 1),
            round(_COLUMNS_TOP + down * self._down + up * self._up, 1),
        )

    def cards(
        self, position: Position, column: int, reveal: bool = False
    ) -> list[tuple[float, float]]:
        """The places of a column's cards, the lowest first; if ``reveal``, all lie face up."""
        places = []
        down = 0
        for row in range(len(position.columns[column])):
            places.append(self.column(column, down, row - down))
            down += position.is_face_down(column, row) and not reveal
        return places


def column_shapes(position: Position) -> list[tuple[int, int]]:
    """For each column how many of its cards lie face down, and how many face up."""
    shapes = []
    for column, cards in enumerate(position.columns):
        down = sum(position.is_face_down(column, row) for row in range(position.down[column]))
        shapes.append((down, len(cards) - down))
    return shapes


def board_svg(position: Position, deal: int | None = None, reveal: bool = False) -> str:
    """A picture of the board as one SVG document: title, deal, moves made, cards home, piles.

    What the last move moved has a golden edge. Face-down cards and the stock are backs, and what
    they are is nowhere in the source.

    Args:
        position: what to draw.
        deal: the deal's number for the title; None for a position that was set up otherwise.
        reveal: show the face-down cards, shaded, and below the board the stock and the waste.

    Returns:
        The document; nothing in it refers to anything outside it.
    """
    rules = position.rules
    shapes = [(0, len(cards)) for cards in position.columns]
    layout = Layout(rules, shapes if reveal else column_shapes(position))
    board = _Board(position, layout, reveal)
    board.draw()
    height = layout.height
    if reveal:
        height = board.draw_list("Stock, the next card first", position.stock[::-1], height)
        height = board.draw_list("Waste, the top card last", position.waste, height)
    status = position.status
    made = counted(len(position.moves), "move")
    captions = [
        heading(rules, deal, layout),
        caption(*layout.stock_caption, f"Stock {len(position.stock)}"),
        caption(*layout.waste_caption, f"Waste {len(position.waste)}"),
        caption(*layout.home_caption, home_words(position)),
        caption(*layout.moves_caption(status), made, AT_END),
        badge(layout, status),
    ]
    if rules.redeals:
        captions.append(caption(*layout.redeals_caption, redeals_words(position)))
    return document(
        layout.width,
        height,
        title_words(rules, deal),
        f"{made} made, {_told(position, status)}",
        [definitions(board.shown), *table(layout, rules), *captions, *board.parts],
    )


class _Board:
    """Collects the cards of a picture, and which of them are shown."""

    def __init__(self, position: Position, layout: Layout, reveal: bool) -> None:
        self.position = position
        self.layout = layout
        self.reveal = reveal
        self.shown: list[int] = []
        self.parts: list[str] = []

    def draw(self) -> None:
        """The piles, and the mark of the last move."""
        position, layout = self.position, self.layout
        if position.stock:
            self.parts.append(use("back", *layout.stock))
        for at, card in enumerate(position.waste[-WASTE_SHOWN:]):
            self._face(card, *layout.waste(at))
        for suit in range(4):
            for pile, top in enumerate(position.foundation_tops(suit)):
                if top:
                    self._face(top, *layout.foundation(suit, pile))
        for column, cards in enumerate(position.columns):
            places = layout.cards(position, column, self.reveal)
            for row, (card, place) in enumerate(zip(cards, places, strict=True)):
                down = position.is_face_down(column, row)
                if self.reveal or not down:
                    self._face(card, *place)
                if down:
                    self.parts.append(use("veil" if self.reveal else "back", *place))
        self._mark()

    def _face(self, card: int, x: float, y: float) -> None:
        self.shown.append(card)
        self.parts.append(use(card_part(card), x, y))

    def _mark(self) -> None:
        """A golden edge around what the last move moved."""
        position, layout = self.position, self.layout
        if not position.moves:
            return
        _, target, count = position.moves[-1]
        deep = 0.0
        home = position.last_home
        if home is not None:
            x, y = layout.foundation(suit_of(home), position.home[home] - 1)
        elif target == WASTE:
            x, y = layout.waste(min(WASTE_SHOWN, len(position.waste)) - 1)
        elif target == STOCK:
            x, y = layout.stock
        else:
            places = layout.cards(position, target, self.reveal)
            x, y = places[-count]
            deep = places[-1][1] - y
        self.parts.append(
            f'<rect x="{number(x - 1)}" y="{number(y - 1)}" width="{WIDTH + 2}"'
            f' height="{number(HEIGHT + 2 + deep)}" rx="7.5" fill="none" stroke="{GOLD}"'
            ' stroke-width="3"/>'
        )

    def draw_list(self, words: str, cards: list[int], top: int) -> int:
        """All cards of a pile in rows below the board; returns where the picture then ends."""
        if not cards:
            return top
        self.parts.append(caption(_MARGIN, top, words))
        step = 36
        in_row = int((self.layout.right - _MARGIN - WIDTH) // step) + 1
        for at, card in enumerate(cards):
            row, place = divmod(at, in_row)
            self._face(card, _MARGIN + place * step, top + 12 + row * _UP)
        return top + 12 + (len(cards) - 1) // in_row * _UP + HEIGHT + _MARGIN


def document(width: int, height: int, title: str, told: str, parts: Iterable[str]) -> str:
    """An SVG document on felt, with a title and a description for who can't see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img"'
        ' style="max-width:100%;height:auto"'
        " font-family=\"Georgia,'Times New Roman',serif\">"
        f"<title>{escaped(title)}</title><desc>{escaped(told)}</desc>"
        f'<radialGradient id="felt" r=".75"><stop offset=".1" stop-color="{FELT}"/>'
        f'<stop offset="1" stop-color="{FELT_EDGE}"/></radialGradient>'
        f'<rect width="{width}" height="{height}" rx="12" fill="url(#felt)"/>'
        + "\n".join(parts)
        + "</svg>\n"
    )


def table(layout: Layout, rules: Rules) -> Iterator[str]:
    """The empty table: places for all piles, and the columns' numbers."""
    yield use("slot", *layout.stock)
    yield use("slot", *layout.waste(0))
    if rules.redeals:
        x, y = layout.stock
        yield (
            f'<path transform="translate({number(x + WIDTH / 2)} {number(y + HEIGHT / 2)})"'
            ' d="M12.5-5.5A14 14 0 1 0 13.6 3M13.6-13V-5H5.6" fill="none" stroke="#fff"'
            ' stroke-opacity=".3" stroke-width="3"/>'
        )
    for suit in range(4):
        for pile in range(rules.packs):
            x, y = layout.foundation(suit, pile)
            yield use("slot", x, y)
            yield (
                f'<use href="#{SUITS[suit]}" fill="none" stroke="#fff" stroke-opacity=".4"'
                f' stroke-width=".6" transform="translate({number(x + WIDTH / 2)}'
                f' {number(y + HEIGHT / 2)})scale(2.5)"/>'
            )
    for column in range(rules.columns):
        yield use("slot", *layout.column(column))
    yield f'<g fill="none" stroke="{PALE}" stroke-width="2.2" stroke-linejoin="round">'
    for column in range(rules.columns):
        x, y = layout.column(column)
        name = str(column + 1)
        digits = "".join(use(f"glyph-{digit}", 12 * at, 0) for at, digit in enumerate(name))
        left = x + WIDTH / 2 - 0.8 * (6 * len(name) - 1)
        yield f'<g transform="translate({number(left)} {number(y - 18)})scale(.8)">{digits}</g>'
    yield "</g>"


def heading(rules: Rules, deal: int | None, layout: Layout) -> str:
    """The game's title and the deal, drawn; a title too long for the picture is cut."""
    dealt = _deal_words(deal)
    room = max(8, int((layout.right - 170 - 9 * len(dealt)) / 13))
    title = rules.title if len(rules.title) <= room else rules.title[: room - 1] + "…"
    return (
        f'<text x="{_MARGIN}" y="{_TITLE_Y}" font-size="25" fill="{INK}">{escaped(title)}'
        f'<tspan dx="12" font-size="16" fill="{PALE}">{dealt}</tspan></text>'
    )


def title_words(rules: Rules, deal: int | None) -> str:
    """The game's title and the deal."""
    return f"{rules.title}, {_deal_words(deal)}"


def _deal_words(deal: int | None) -> str:
    return f"deal {deal}" if deal is not None else "set up by hand"


def caption(x: float, y: float, words: str, more: str = "") -> str:
    """A line of small text."""
    return f'<text x="{number(x)}" y="{number(y)}" {CAPTION_STYLE}{more}>{escaped(words)}</text>'


def counted(count: int, what: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{count} {what}{'s' * (count != 1)}"


def redeals_words(position: Position) -> str:
    """How many redeals are left."""
    if position.redeals == UNLIMITED:
        return "redeals without end"
    return f"{counted(position.redeals, 'redeal')} left"


def home_words(position: Position) -> str:
    """How many cards are home."""
    return f"{position.cards_home} of {52 * position.rules.packs} home"


def badge(layout: Layout, status: str) -> str:
    """``Won`` or ``Stuck`` at the upper right corner, nothing while the game goes on.

    A won board is empty, and says it largely in its middle too.
    """
    if status == "playing":
        return ""
    right = layout.right
    text = (
        f'<rect x="{number(right - 76)}" y="{_TITLE_Y - 20}" width="76" height="29" rx="14.5"'
        f' fill="{GOLD}"/><text x="{number(right - 38)}" y="{_TITLE_Y}" font-size="17"'
        f' fill="#3a2c00" text-anchor="middle">{status.capitalize()}</text>'
    )
    if status == "won":
        middle = (_COLUMNS_TOP + 1.5 * HEIGHT + layout.height) / 2
        text += (
            f'<text x="{number(layout.width / 2)}" y="{number(middle)}" font-size="52"'
            f' fill="{GOLD}" text-anchor="middle">All home!</text>'
        )
    return text


def escaped(text: str) -> str:
    """A text as XML holds it; what no XML may hold becomes U+FFFD."""
    legal = "".join(
        "\ufffd" if letter < " " or "\ud800" <= letter <= "\udfff" or letter in "\ufffe\uffff"
        else letter
        for letter in text
    )  # fmt: skip
    return legal.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _rank(card: int) -> str:
    return _RANK_WORDS.get(rank_of(card), str(rank_of(card)))


def _words(cards: Iterable[int]) -> str:
    return ", ".join(f"{_rank(card)} of {SUIT_NAMES[suit_of(card)]}" for card in cards)


def _told(position: Position, status: str) -> str:
    """What the picture shows in words, and no more than it shows."""
    told = [f"{home_words(position)}, {status}. Stock {len(position.stock)}"]
    waste = position.waste
    told.append(f"Waste {len(waste)}" + (f", on top {_words(waste[-1:])}" if waste else ""))
    for suit in range(4):
        tops = [_rank(top) if top else "empty" for top in position.foundation_tops(suit)]
        told.append(f"Foundation{'s' * (len(tops) > 1)} of {SUIT_NAMES[suit]}: {', '.join(tops)}")
    for column, cards in enumerate(position.columns):
        shown = []
        for down, group in groupby(range(len(cards)), partial(position.is_face_down, column)):
            rows = list(group)
            words = _words(cards[row] for row in rows)
            shown.append(f"{len(rows)} face down" if down else words)
        told.append(f"Column {column + 1}: {', '.join(shown) or 'empty'}")
    return ". ".join(told) + "."
