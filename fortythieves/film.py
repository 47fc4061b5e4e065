"""A game as a film: one animated SVG of it, from its opening through its moves, over and over.

There is one element for each stay of a card in a place, in order of time, so that the newest lies
on top. All are timed by one clock, ``t``, which begins anew at its end; so a page may hold but one
film among its own elements, and any number as images. Where nothing is animated, the opening is
seen.
"""

from __future__ import annotations

from .cardart import GOLD, card_part, definitions, number
from .cards import suit_of
from .errors import UsageError
from .game import Game
from .moves import STOCK, WASTE, Move
from .picture import (
    AT_END,
    CAPTION_STYLE,
    WASTE_SHOWN,
    Layout,
    badge,
    caption,
    column_shapes,
    counted,
    document,
    escaped,
    heading,
    home_words,
    redeals_words,
    table,
    title_words,
)

# All times are whole milliseconds. How long the opening is seen before the first move, and the end
# after the last; and how long a card glides.
_OPENING, _END = 1500, 5000
_GLIDE_MOST = 450
_FASTEST, _SLOWEST = 0.05, 60.0


def film_svg(game: Game, seconds_per_move: float = 0.6) -> str:
    """A film of the game's moves, from its opening, as one animated SVG document.

    It shows at each time what the player saw then: a face-down card is a back until it is turned
    up, and a card that never was is not in the source.

    Args:
        game: the game; moves taken back are not shown.
        seconds_per_move: from 0.05 to 60.

    Returns:
        The document; nothing in it refers to anything outside it, and it holds no script.

    Raises:
        UsageError: seconds_per_move is not within its bounds.
    """
    if not _FASTEST <= seconds_per_move <= _SLOWEST:
        raise UsageError(
            f"{seconds_per_move!r} seconds a move: from {_FASTEST:g} to {_SLOWEST:g} are possible"
        )
    return _Film(game, seconds_per_move).svg()


class _Stay:
    """A card, or a back, that lies in a pile for a time.

    Attributes:
        part: what is drawn: a card's face, or a back.
        begin: when it comes.
        times: when it is shown, when hidden, when shown again, and so on.
        x, y: its place; ``x`` changes while the waste's fan is moved along.
        came: from how far away it glides here; None if it just appears.
        slides: when it begins to slide sideways, and to which x.
    """

    def __init__(self, part: str, begin: int, place: tuple[float, float]) -> None:
        self.part = part
        self.begin = begin
        self.times = [begin]
        self.x, self.y = self.first_x, _ = place
        self.came: tuple[float, float] | None = None
        self.slides: list[tuple[int, float]] = []

    def show(self, at: int, shown: bool) -> None:
        """From a time on, show it or hide it, if that is not so already."""
        if len(self.times) % 2 != shown:
            self.times.append(at)

    def come_from(self, other: _Stay) -> None:
        """Let it glide here from where another stay is."""
        self.came = other.x - self.x, other.y - self.y

    def slide(self, at: int, x: float) -> None:
        """Let it slide sideways."""
        if x != self.x:
            self.x = x
            self.slides.append((at, x))

    def svg(self, total: int, glide: int) -> str:
        """Its element, in a film of so many milliseconds."""
        place = f'x="{number(self.first_x)}" y="{number(self.y)}"'
        animated = ""
        if self.came is not None:
            x, y = self.came
            animated += (
                f'<animateTransform attributeName="transform" type="translate"'
                f' values="{number(x)} {number(y)};0 0" {_from(self.begin, glide)}'
                ' calcMode="spline" keyTimes="0;1" keySplines=".3 0 .2 1"/>'
            )
        if self.slides:
            animated += self._slides(total if len(self.times) % 2 else self.times[-1], glide)
        return f'<use href="#{self.part}" {place}{_shown(self.times, total)}{animated}</use>'

    def _slides(self, end: int, glide: int) -> str:
        """One animation of x for the whole stay: none is left over when the film begins anew."""
        values, times = [number(self.first_x)], ["0"]
        for at, x in self.slides:
            values += [values[-1], number(x)]
            times += [_part(moment - self.begin, end - self.begin) for moment in (at, at + glide)]
        values.append(values[-1])
        times.append("1")
        return (
            f'<animate attributeName="x" values="{";".join(values)}" keyTimes="{";".join(times)}"'
            f" {_from(self.begin, end - self.begin)}/>"
        )


class _Line:
    """A caption that says other things at other times."""

    def __init__(self, place: tuple[float, float], more: str = "") -> None:
        self.opening = (
            f'<g transform="translate({number(place[0])} {number(place[1])})"'
            f" {CAPTION_STYLE}{more}>"
        )
        self.words: list[tuple[int, str]] = []

    def say(self, at: int, words: str) -> None:
        """From a time on, say this."""
        if not self.words or self.words[-1][1] != words:
            self.words.append((at, words))

    def svg(self, total: int) -> str:
        """Its elements, in a film of so many milliseconds."""
        times = [at for at, _ in self.words]
        texts = [
            f"<text{_shown(times[at : at + 2], total)}{escaped(words)}</text>"
            for at, (_, words) in enumerate(self.words)
        ]
        return f"{self.opening}{''.join(texts)}</g>"


class _Film:
    """Plays a game through, and notes who stays where and when."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game = game
        self.position = game.opening.copy()
        self.layout = layout = _layout_for(game)
        self.times = [round(_OPENING + 1000 * seconds * at) for at in range(len(game.moves) + 1)]
        self.total = self.times[-1] + _END
        self.glide = min(_GLIDE_MOST, round(700 * seconds))
        # Cards of one draw follow one another within the time that the glide leaves.
        self.lag = round(1000 * seconds - self.glide) // (game.rules.draw + 1)
        self.seen: set[int] = set()
        self.stays: list[_Stay] = []
        self.stock: _Stay | None = None
        self.waste: list[_Stay] = []
        # The uppermost card of each foundation, by its place.
        self.tops: dict[tuple[float, float], _Stay] = {}
        self.columns: list[list[_Stay]] = []
        self.lines = {
            "stock": _Line(layout.stock_caption),
            "waste": _Line(layout.waste_caption),
            "home": _Line(layout.home_caption),
            "redeals": _Line(layout.redeals_caption),
            "moves": _Line(layout.moves_caption("playing"), AT_END),
        }

    def svg(self) -> str:
        """The whole film as a document."""
        game, layout, total = self.game, self.layout, self.total
        made = counted(len(game.moves), "move")
        self._open()
        self._say(0, made)
        for at, move in enumerate(game.moves):
            self._make(move, self.times[at])
            self._say(self.times[at], f"move {at + 1} of {len(game.moves)}: {move}")
        ended = self.times[-1]
        status = self.position.status
        verdict = ""
        if status != "playing":
            # The badge stands where the caption ended.
            self.lines["moves"].say(ended, "")
            made_caption = caption(*layout.moves_caption(status), made, AT_END)
            verdict = f"<g{_shown([ended], total)}{badge(layout, status)}{made_caption}</g>"
        return document(
            layout.width,
            layout.height,
            f"{title_words(game.rules, game.deal_number)}: a film of {made}",
            f"From the opening through {made}, over and over. At the end "
            f"{home_words(self.position)}, {status}.",
            [
                definitions(self.seen),
                heading(game.rules, game.deal_number, layout),
                *table(layout, game.rules),
                self._progress(),
                *[line.svg(total) for line in self.lines.values() if line.words],
                *[stay.svg(total, self.glide) for stay in self.stays],
                verdict,
            ],
        )

    def _progress(self) -> str:
        """A bar that grows with the moves; it holds the clock."""
        total, width = self.total, self.layout.width - 48
        at = f'x="24" y="{self.layout.height - 14}" height="4" rx="2"'
        times = ";".join(["0", _part(self.times[0], total), _part(self.times[-1], total), "1"])
        return (
            f'<rect {at} width="{width}" fill="#000" fill-opacity=".25"/>'
            f'<rect {at} width="0" fill="{GOLD}"><animate id="t" attributeName="width"'
            f' values="0;0;{width};{width}" keyTimes="{times}" dur="{_seconds(total)}"'
            ' begin="0s;t.end"/></rect>'
        )

    def _say(self, at: int, moves: str) -> None:
        """Let the captions say what is so now."""
        position = self.position
        self.lines["moves"].say(at, moves)
        self.lines["stock"].say(at, f"Stock {len(position.stock)}")
        self.lines["waste"].say(at, f"Waste {len(position.waste)}")
        self.lines["home"].say(at, home_words(position))
        if position.rules.redeals:
            self.lines["redeals"].say(at, redeals_words(position))

    def _stay(self, card: int | None, at: int, place: tuple[float, float]) -> _Stay:
        """A new stay of a card, or of a back."""
        if card is not None:
            self.seen.add(card)
        stay = _Stay("back" if card is None else card_part(card), at, place)
        self.stays.append(stay)
        return stay

    def _open(self) -> None:
        """All cards where they lie before the first move."""
        position, layout = self.position, self.layout
        if position.stock:
            self.stock = self._stay(None, 0, layout.stock)
        for beneath, card in enumerate(position.waste):
            stay = self._stay(card, 0, self._fan_place(beneath))
            if beneath < len(position.waste) - WASTE_SHOWN:
                stay.times.clear()
            self.waste.append(stay)
        for suit in range(4):
            for pile, top in enumerate(position.foundation_tops(suit)):
                if top:
                    place = layout.foundation(suit, pile)
                    self.tops[place] = self._stay(top, 0, place)
        for column, cards in enumerate(position.columns):
            places = layout.cards(position, column)
            self.columns.append(
                [
                    self._stay(None if position.is_face_down(column, row) else card, 0, places[row])
                    for row, card in enumerate(cards)
                ]
            )

    def _fan_place(self, at: int) -> tuple[float, float]:
        """Where a card of the waste lies, by how many lie beneath it."""
        squared = max(0, len(self.position.waste) - WASTE_SHOWN)
        return self.layout.waste(max(0, at - squared))

    def _make(self, move: Move, at: int) -> None:
        before = len(self.position.waste)
        self.position.push(move)
        if move.source == STOCK:
            self._draw(before, at)
        elif move.target == STOCK:
            self._redeal(at)
        else:
            self._carry(move, at)
        fanned = max(0, len(self.waste) - WASTE_SHOWN)
        for beneath, stay in enumerate(self.waste):
            stay.slide(at, self._fan_place(beneath)[0])
            # What lies beneath the fan need not be drawn, once the fan has moved over it.
            covered = max(at, self.waste[fanned].begin) + self.glide
            stay.show(at if beneath >= fanned else covered, beneath >= fanned)

    def _draw(self, before: int, at: int) -> None:
        assert self.stock is not None
        for beneath in range(before, len(self.position.waste)):
            stay = self._stay(self.position.waste[beneath], at, self._fan_place(beneath))
            stay.come_from(self.stock)
            self.waste.append(stay)
            at += self.lag
        if not self.position.stock:
            self.stock.show(at - self.lag, False)

    def _redeal(self, at: int) -> None:
        self.stock = self._stay(None, at, self.layout.stock)
        self.stock.come_from(self.waste[-1])
        for stay in self.waste:
            stay.show(at, False)
        self.waste = []

    def _carry(self, move: Move, at: int) -> None:
        position, layout = self.position, self.layout
        source, target, count = move
        pile = self.waste if source == WASTE else self.columns[source]
        going = pile[-count:]
        del pile[-count:]
        home = position.last_home
        if home is not None:
            place = layout.foundation(suit_of(home), position.home[home] - 1)
            stay = self._stay(home, at, place)
            stay.come_from(going[0])
            if place in self.tops:
                self.tops[place].show(at + self.glide, False)
            self.tops[place] = stay
        else:
            cards, places = position.columns[target], layout.cards(position, target)
            for row in range(-count, 0):
                stay = self._stay(cards[row], at, places[row])
                stay.come_from(going[row])
                self.columns[target].append(stay)
        for stay in going:
            stay.show(at, False)
        if source == WASTE:
            return
        if pile and pile[-1].part == "back":
            self._turn_up(source, at + self.glide)
        elif not pile and position.columns[source]:
            self._fill(source, at + self.lag)

    def _turn_up(self, column: int, at: int) -> None:
        """The last card of a column, once nothing lies upon it, in place of its back."""
        back = self.columns[column].pop()
        back.show(at, False)
        card = self.position.columns[column][-1]
        self.columns[column].append(self._stay(card, at, (back.x, back.y)))

    def _fill(self, column: int, at: int) -> None:
        """The waste's top card, or else the stock's next, in a column that the move emptied."""
        came = self.waste.pop() if self.waste else self.stock
        assert came is not None
        stay = self._stay(self.position.columns[column][0], at, self.layout.column(column))
        stay.come_from(came)
        self.columns[column].append(stay)
        if came is not self.stock or not self.position.stock:
            came.show(at, False)


def _layout_for(game: Game) -> Layout:
    """A layout that every position of the game fits."""
    position = game.opening.copy()
    shapes = set(column_shapes(position))
    for move in game.moves:
        position.push(move)
        shapes.update(column_shapes(position))
    return Layout(game.rules, shapes)


def _shown(times: list[int], total: int) -> str:
    """What shows an element from the first time to the second, from the third to the fourth, …

    It closes the element's tag. Without animation, what is there from the opening on is seen.
    """
    ends = [*times, total]
    if times[:1] == [0]:
        tag, display, first = ">", "none", 1
    else:
        tag, display, first = ' display="none">', "inline", 0
    return tag + "".join(
        f'<set attributeName="display" to="{display}" {_from(begin, end - begin)}/>'
        for begin, end in zip(ends[first::2], ends[first + 1 :: 2], strict=False)
    )


def _from(begin: int, duration: int) -> str:
    return f'begin="t.begin+{_seconds(begin)}" dur="{_seconds(duration)}"'


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}".rstrip("0").rstrip(".") + "s"


def _part(time: int, total: int) -> str:
    """A time as a part of another, as keyTimes are written: to a tenth of a millisecond."""
    return f"{time / total:.{len(str(total)) + 1}f}".rstrip("0").rstrip(".")
