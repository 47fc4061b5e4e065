"""A position as text for people."""

from __future__ import annotations

from .cards import CARD_NAMES, RANKS, SUIT_SYMBOLS, SUITS, is_red, rank_of, suit_of
from .moves import WASTE
from .position import Position
from .records import NamedTuple
from .rules import UNLIMITED

_WASTE_SHOWN = 5
_FACE_DOWN = "##"
_RED, _DIM, _PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[0m"


class Screen(NamedTuple):
    """What a board is drawn on.

    Attributes:
        width: columns of text, 30 or more.
        symbols: suits as ♣♦♥♠; otherwise as C D H S.
        colour: red suits in red, and what is face down or empty dimmed, by ANSI escapes.
        reveal: show the face-down cards and the stock too.
    """

    width: int = 80
    symbols: bool = False
    colour: bool = False
    reveal: bool = False


def board_text(position: Position, deal: int | None = None, screen: Screen = Screen()) -> str:
    """The board: title, deal, moves made, cards home, and the piles; no newline at its end.

    Face-down cards are ``##``; what the last move moved is marked ``*``, and the card of the waste
    that may be played stands in brackets.

    Args:
        position: what to draw.
        deal: the deal's number for the title; None for a position that was set up otherwise.
        screen: what it is drawn on; by default 80 columns of plain ASCII.
    """
    return "\n".join(
        [
            *_heading(position, deal, screen),
            "",
            *_piles(position, screen),
            "",
            *_tableau(position, screen),
            *_verdict(position),
        ]
    )


def _heading(position: Position, deal: int | None, screen: Screen) -> list[str]:
    rules = position.rules
    title = rules.title + (f", deal {deal}" if deal is not None else ", set up by hand")
    made = len(position.moves)
    score = f"{made} {'move' if made == 1 else 'moves'}, "
    score += f"{position.cards_home} of {52 * rules.packs} home"
    least = len(title) + 3 + len(score)
    if least > screen.width:
        return [*_wrapped(title.split(), screen), *_wrapped(score.split(), screen)]
    # It ends where the tableau ends, not at the far edge of a wide screen.
    edge = min(screen.width, max(least, 60, _cell_width(position, screen) * rules.columns))
    return [title + score.rjust(edge - len(title))]


def _piles(position: Position, screen: Screen) -> list[str]:
    stock, waste = position.stock, position.waste
    stock_label = f"Stock {len(stock)}"
    if position.rules.redeals:
        left = position.redeals
        if left == UNLIMITED:
            stock_label += " (redeals without end)"
        else:
            stock_label += f" ({left} {'redeal' if left == 1 else 'redeals'} left)"
    waste_label = f"Waste {len(waste)}" + (":" if waste else "")
    shown = waste if screen.reveal else waste[-_WASTE_SHOWN:]
    cards = [_card(card, screen) for card in shown]
    if cards:
        just_drawn = bool(position.moves) and position.moves[-1].target == WASTE
        cards[-1] = f"[{cards[-1]}]{'*' if just_drawn else ''}"
    if len(shown) < len(waste):
        cards.insert(0, "..")
    home = _wrapped(["Home", *_foundations(position, screen)], screen, "    ")
    beside = f"{stock_label}    {' '.join([waste_label, *cards])}"
    if screen.reveal:
        drawn = [_card(card, screen) for card in reversed(stock)]
        lines = _wrapped([*f"{stock_label}:".split(), *drawn], screen)
    elif _length(beside) <= screen.width:
        return [beside, *home]
    else:
        lines = _wrapped(stock_label.split(), screen)
    return [*lines, *_wrapped([*waste_label.split(), *cards], screen), *home]


def _foundations(position: Position, screen: Screen) -> list[str]:
    """For each suit how high its foundations stand, as in ``C 3 A``; ``-`` for an empty one."""
    home = position.last_home
    texts = []
    for suit in range(4):
        tops = position.foundation_tops(suit)
        text = (SUIT_SYMBOLS if screen.symbols else SUITS)[suit]
        for top in tops:
            text += " " + (RANKS[rank_of(top) - 1] if top else "-")
        text += "*" if home is not None and suit_of(home) == suit else ""
        if screen.colour and suit in (1, 2):
            text = f"{_RED}{text}{_PLAIN}"
        texts.append(text)
    return texts


def _cell_width(position: Position, screen: Screen) -> int:
    return max(4, min(6, screen.width // position.rules.columns))


def _tableau(position: Position, screen: Screen) -> list[str]:
    """The columns side by side; in blocks below one another where they don't fit the width."""
    width = _cell_width(position, screen)
    if width * position.rules.columns > screen.width:
        width = 3
    at_once = max(1, screen.width // width)
    lines: list[str] = []
    for first in range(0, len(position.columns), at_once):
        if lines:
            lines.append("")
        lines += _block(position, screen, width, range(first, first + at_once))
    return lines


def _block(position: Position, screen: Screen, width: int, numbers: range) -> list[str]:
    columns = list(enumerate(position.columns))[numbers.start : numbers.stop]
    lines = ["".join(f"{number + 1:>{width - 1}} " for number, _ in columns).rstrip()]
    last = position.moves[-1] if position.moves else None
    for row in range(max(1, *(len(cards) for _, cards in columns)) if columns else 0):
        line = ""
        for number, cards in columns:
            marked = (
                last is not None
                and last.target == number
                and len(cards) - last.cards <= row < len(cards)
            )
            if row < len(cards):
                face_down = position.is_face_down(number, row)
                hidden = face_down and not screen.reveal
                text = _FACE_DOWN if hidden else _name(cards[row], screen)
                style = _DIM if face_down else _style(cards[row])
            else:
                text, style = ("--", _DIM) if row == 0 else ("", "")
            cell = f"{text:>{width - 1}}{'*' if marked else ' '}"
            line += f"{style}{cell}{_PLAIN}" if screen.colour and style else cell
        lines.append(line.rstrip())
    return lines


def _verdict(position: Position) -> list[str]:
    words = {"won": "Won!", "stuck": "Stuck: no legal move is left."}.get(position.status)
    return ["", words] if words else []


def _name(card: int, screen: Screen) -> str:
    name = CARD_NAMES[card]
    return name[0] + SUIT_SYMBOLS[suit_of(card)] if screen.symbols else name


def _style(card: int) -> str:
    return _RED if is_red(card) else ""


def _card(card: int, screen: Screen) -> str:
    style = _style(card)
    name = _name(card, screen)
    return f"{style}{name}{_PLAIN}" if screen.colour and style else name


def _wrapped(words: list[str], screen: Screen, gap: str = " ") -> list[str]:
    """Words in a line, broken where the width is full; what goes on is indented."""
    lines = [words[0]]
    for word in words[1:]:
        if _length(lines[-1] + gap + word) <= screen.width:
            lines[-1] += gap + word
        else:
            lines.append(f"  {word}")
    return lines


def _length(text: str) -> int:
    """How much room a text takes on the screen: escapes take none."""
    return len(text.replace(_RED, "").replace(_PLAIN, ""))
