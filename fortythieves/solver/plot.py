"""A picture of a survey: how many deals are decided by how much searching, game by game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from ..cardart import number
from ..picture import escaped
from .solve import UNWINNABLE, WON
from .statistics import Summary, short, summarise
from .survey import DealResult

# A panel a game, and within it the plot with its margins.
_WIDTH, _HEIGHT = 400, 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 20, 52, 50
_ACROSS = _WIDTH - _LEFT - _RIGHT
_DOWN = _HEIGHT - _TOP - _BOTTOM
_HEAD = 92
_NARROWEST = 480

# Okabe and Ito's blue and vermilion: told apart by everybody, and in grey; the hatch does it too.
_WON, _LOST = "#0072B2", "#D55E00"
_INK, _PALE, _PAPER = "#222", "#ccc", "#fff"
_SOLID = 0.75


def survey_svg(games: Sequence[Iterable[DealResult]]) -> str:
    """A picture of the results of some games, as an SVG document that refers to nothing outside it.

    Over the nodes searched, on a logarithmic axis that is the same for all games, the share of
    deals won by then rises from below, and that of the deals proved unwinnable comes down from
    above; what lies between is undecided, and so is how many deals can be won.

    Args:
        games: the results of each, at least one a game, and no deal twice.
    """
    panels = [_Panel(results) for results in games]
    columns = {1: 1, 2: 2, 4: 2}.get(len(panels), 3)
    rows = -(-len(panels) // columns)
    width, height = max(columns * _WIDTH, _NARROWEST), _HEAD + rows * _HEIGHT
    axis = _Axis(nodes for panel in panels for nodes in panel.all_nodes)
    title = "Deals decided, by nodes searched"
    told = f"{title}. " + " ".join(panel.words() for panel in panels)
    parts = []
    for at, panel in enumerate(panels):
        left = (at % columns) * _WIDTH + (width - columns * _WIDTH) / 2
        top = _HEAD + at // columns * _HEIGHT
        drawn = "\n".join(panel.svg(axis))
        parts.append(f'<g transform="translate({number(left)} {number(top)})">\n{drawn}\n</g>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc"'
            ' style="max-width:100%;height:auto" font-family="Helvetica,Arial,sans-serif"'
            f' font-size="12" fill="{_INK}">',
            f'<title id="title">{escaped(title)}</title><desc id="desc">{escaped(told)}</desc>',
            '<pattern id="lost" width="7" height="7" patternUnits="userSpaceOnUse"'
            f' patternTransform="rotate(45)"><rect width="7" height="7" fill="{_LOST}"'
            f' fill-opacity=".3"/><path d="M0 0V7" stroke="{_LOST}" stroke-width="3"/></pattern>',
            f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
            f'<text x="{width / 2:g}" y="34" text-anchor="middle" font-size="18">{title}</text>',
            *_legend(width),
            *parts,
            "</svg>\n",
        ]
    )


def _legend(width: float) -> Iterator[str]:
    entries = (("won", _WON), ("undecided", _PAPER), ("proved unwinnable", "url(#lost)"))
    x = width / 2 - 160
    for words, fill in entries:
        yield (
            f'<rect x="{number(x)}" y="56" width="22" height="14" fill="{fill}"'
            f' fill-opacity="{_SOLID}" stroke="{_INK}"/>'
            f'<text x="{number(x + 29)}" y="67">{words}</text>'
        )
        x += 58 + 6 * len(words)


class _Axis:
    """The axis of nodes: whole powers of ten, from one below the fewest to one above the most."""

    def __init__(self, nodes: Iterable[int]) -> None:
        counts = [max(1, count) for count in nodes]
        self.first = math.floor(math.log10(min(counts)))
        self.last = max(self.first + 1, math.ceil(math.log10(max(counts))))

    def x(self, nodes: int) -> float:
        """Where so many nodes are in a panel."""
        part = (math.log10(max(1, nodes)) - self.first) / (self.last - self.first)
        return _LEFT + part * _ACROSS

    def svg(self) -> Iterator[str]:
        # As many labels as fit.
        step = -(-(self.last - self.first) // 7)
        for power in range(self.first, self.last + 1):
            x = number(self.x(10**power))
            yield (
                f'<path d="M{x} {_TOP}v{_DOWN}" stroke="{_PALE}" stroke-width=".7"/>'
                f'<path d="M{x} {_TOP + _DOWN}v5" stroke="{_INK}"/>'
            )
            if (power - self.first) % step == 0:
                yield (
                    f'<text x="{x}" y="{_TOP + _DOWN + 18}" text-anchor="middle">'
                    f"{short(10**power)}</text>"
                )
        yield (
            f'<text x="{number(_LEFT + _ACROSS / 2)}" y="{_TOP + _DOWN + 36}"'
            ' text-anchor="middle">nodes searched</text>'
        )


class _Panel:
    """The plot of one game."""

    def __init__(self, results: Iterable[DealResult]) -> None:
        results = list(results)
        self.summary: Summary = summarise(results[0].rules, results)
        self.all_nodes = [result.nodes for result in results]
        self.won = sorted(result.nodes for result in results if result.verdict == WON)
        self.lost = sorted(result.nodes for result in results if result.verdict == UNWINNABLE)

    def words(self) -> str:
        """The panel in words, for who can't see it."""
        found = self.summary
        low, high = found.share
        told = (
            f"{found.rules.title}: of {found.deals} deals {found.won} won, {found.unwinnable} "
            f"proved unwinnable, {found.undecided} undecided, so that {low:.1%} to {high:.1%} can "
            "be won."
        )
        if found.nodes is not None:
            told += (
                f" Half of the decided took at most {found.nodes.median:,} nodes, all at most "
                f"{found.nodes.max:,}."
            )
        return told

    def svg(self, axis: _Axis) -> Iterator[str]:
        found = self.summary
        yield (
            f'<text x="{_LEFT}" y="{_TOP - 26}" font-size="14" font-weight="bold">'
            f"{escaped(found.rules.title)}</text>"
            f'<text x="{_LEFT}" y="{_TOP - 9}">{found.deals:,} deals: {found.won:,} won, '
            f"{found.unwinnable:,} proved unwinnable, {found.undecided:,} undecided</text>"
        )
        won = self._steps(axis, self.won, from_above=False)
        lost = self._steps(axis, self.lost, from_above=True)
        right, bottom = _LEFT + _ACROSS, _TOP + _DOWN
        if won:
            area = f"M{_LEFT} {bottom}{won}V{bottom}Z"
            yield f'<path d="{area}" fill="{_WON}" fill-opacity="{_SOLID}"/>'
        if lost:
            yield f'<path d="M{_LEFT} {_TOP}{lost}V{_TOP}Z" fill="url(#lost)"/>'
        yield from axis.svg()
        for percent in range(0, 101, 20):
            y = number(bottom - percent / 100 * _DOWN)
            yield (
                f'<path d="M{_LEFT} {y}h{_ACROSS}" stroke="{_PALE}" stroke-width=".7"/>'
                f'<path d="M{_LEFT} {y}h-5" stroke="{_INK}"/>'
                f'<text x="{_LEFT - 9}" y="{y}" dy=".35em" text-anchor="end">{percent}%</text>'
            )
        yield (
            f'<text transform="translate(14 {number(_TOP + _DOWN / 2)}) rotate(-90)"'
            ' text-anchor="middle">share of deals</text>'
        )
        for curve, start, colour in ((won, bottom, _WON), (lost, _TOP, _LOST)):
            if curve:
                yield (
                    f'<path d="M{_LEFT} {start}{curve}" fill="none" stroke="{colour}"'
                    ' stroke-width="2"/>'
                )
        yield f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="{_INK}"/>'

    def _steps(self, axis: _Axis, nodes: list[int], from_above: bool) -> str:
        """A curve that goes a step with each deal that is decided; empty if none is."""
        if not nodes:
            return ""
        # Thousands of deals may lie within one pixel.
        ends: dict[str, str] = {}
        for at, count in enumerate(nodes, 1):
            height = at / self.summary.deals * _DOWN
            y = _TOP + height if from_above else _TOP + _DOWN - height
            ends[number(axis.x(count))] = number(y)
        return "".join(f"H{x}V{y}" for x, y in ends.items()) + f"H{_LEFT + _ACROSS}"
