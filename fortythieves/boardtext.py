"""A board as text, out and in: for bug reports, other programs, and positions set up by hand.

The form is that of the boards which Freecell Solver reads and pysol_cards writes, with the piles
added that only our games have::

    # Number Ten (number-ten), deal 7
    Stock: 9H QC …
    Waste: 5S KD
    Foundations: C-2 C-A H-4
    <8D> <KS> TH 9S
    :

Then one column a line, its bottom card first, a card that lies face down as ``<8D>``, an empty
column as ``:``. The stock's next card comes first, the waste's top card last, and of a foundation
its top card is told. ``Redeals: 2`` says how many redeals are left where some have been used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import (
    CARD_NAMES,
    CARDS,
    KING,
    RANKS,
    SUIT_NAMES,
    SUITS,
    parse_card,
    rank_of,
    suit_of,
)
from .errors import InvalidGameError, UsageError, quote
from .game import Game
from .position import Position
from .records import NamedTuple
from .rules import UNLIMITED, Rules

# The board of four packs takes a thousand; the rest is for comments.
MAX_LENGTH = 20_000

_KEYS = {
    "stock": "Stock",
    "talon": "Stock",
    "waste": "Waste",
    "foundations": "Foundations",
    "founds": "Foundations",
    "redeals": "Redeals",
}


class Pile(NamedTuple):
    """A pile as it was read: where, its cards, and for each whether it lies face down."""

    place: str
    cards: list[int]
    down: list[bool]


def format_board(position: Position) -> str:
    """A position as text; `parse_board` reads the same position from it.

    Nothing is hidden: the stock's order and the cards that lie face down are told.
    """
    lines = [
        _line("Stock", (CARD_NAMES[card] for card in reversed(position.stock))),
        _line("Waste", (CARD_NAMES[card] for card in position.waste)),
        _line(
            "Foundations",
            (
                f"{SUITS[suit]}-{RANKS[rank_of(top) - 1]}"
                for suit in range(len(SUITS))
                for top in position.foundation_tops(suit)
                if top
            ),
        ),
    ]
    if position.redeals != position.rules.redeals:
        lines.append(f"Redeals: {position.redeals}")
    for column, cards in enumerate(position.columns):
        names = [
            f"<{CARD_NAMES[card]}>" if position.is_face_down(column, row) else CARD_NAMES[card]
            for row, card in enumerate(cards)
        ]
        lines.append(" ".join(names) or ":")
    return "\n".join(lines) + "\n"


def format_opening(game: Game) -> str:
    """How a game began, for a bug report: its name and deal as comments, then its first board."""
    rules = game.rules
    if game.deal_number is None:
        dealt = "set up by hand"
    elif game.is_as_dealt():
        dealt = f"deal {game.deal_number}"
    else:
        dealt = f"called deal {game.deal_number}, which lies otherwise"
    return f"# {rules.title} ({rules.name}), {dealt}\n{format_board(game.opening)}"


def _line(name: str, words: Iterable[str]) -> str:
    return " ".join([f"{name}:", *words])


def parse_board(text: str, rules: Rules) -> Game:
    """Read a board, as a game that begins there and has no deal number.

    What `format_board` writes, what pysol_cards and Freecell Solver write, and what people do:
    columns may begin with ``:`` or their number, ``3:``; ``Talon:`` is the stock, ``Founds:`` the
    foundations, of which each is told as ``H-4`` or ``4H``, an empty one as ``H-0`` or not at all;
    an empty pile may be written ``-``. Cards are read as everywhere: ``TH``, ``10h``, ``10♥``.
    The order of lines other than columns doesn't matter. ``#`` begins a comment; blank lines
    mean nothing.

    Args:
        text: the board.
        rules: those of the game, which the text itself does not name.

    Raises:
        InvalidGameError: the text is no board, told with its line; or it is none of this game:
            cards are missing or there too often, the columns are not as many as they should be,
            or cards lie face down that were not dealt so.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidGameError(f"too long for a board: more than {MAX_LENGTH} characters")
    if text.lstrip().startswith("{"):
        raise InvalidGameError(
            "this is JSON, where a board as text is needed; --as solvitaire reads a deal of "
            "Solvitaire, and a game file needs no import"
        )
    columns: list[Pile] = []
    found: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        place = f"line {number}"
        before, colon, after = line.partition("#")[0].partition(":")
        key = before.strip() if colon else ""
        if not colon and not before.strip():
            continue
        if key == "" or (key.isascii() and key.isdecimal()):
            if key not in ("", str(len(columns) + 1)):
                raise InvalidGameError(
                    f"{place}: column {quote(key)}, where column {len(columns) + 1} comes next"
                )
            columns.append(_pile(after if colon else before, place))
            continue
        name = _KEYS.get(key.lower())
        if name is None:
            raise InvalidGameError(
                f"{place}: {quote(key)} is no pile: Stock (or Talon), Waste, Foundations, columns "
                "by their numbers, and Redeals are known"
            )
        if name in found:
            raise InvalidGameError(f"{place}: {name} stands twice")
        found[name] = (after, place)
    if len(columns) != rules.columns:
        raise InvalidGameError(
            f"{len(columns)} columns, where {rules.title} has {rules.columns}; an empty one is "
            "written ':'"
        )
    waste = _pile(*found.get("Waste", ("", "")))
    if any(waste.down):
        raise InvalidGameError(f"{waste.place}: a card of the waste lies face up")
    return set_up(
        rules,
        # Whether it is marked as lying face down, as it does, makes no difference.
        stock=_pile(*found.get("Stock", ("", ""))).cards[::-1],
        waste=waste.cards,
        columns=columns,
        tops=_foundations(*found.get("Foundations", ("", "")), rules),
        redeals=_redeals(*found["Redeals"], rules) if "Redeals" in found else rules.redeals,
    )


def _words(text: str) -> list[str]:
    words = text.split()
    return [] if words == ["-"] else words


def _pile(text: str, place: str) -> Pile:
    cards, down = [], []
    for word in _words(text):
        hidden = word.startswith("<") and word.endswith(">")
        try:
            cards.append(parse_card(word[1:-1] if hidden else word))
        except UsageError as error:
            raise InvalidGameError(f"{place}: {error}") from None
        down.append(hidden)
    return Pile(place, cards, down)


def _foundations(text: str, place: str, rules: Rules) -> list[int]:
    """The top cards of the foundations that are begun."""
    tops = []
    piles = [0] * len(SUITS)
    for word in _words(text):
        suit, dash, rank = word.partition("-")
        name = rank + suit if dash else word
        empty = name[:-1] == "0"
        try:
            top = parse_card("A" + name[-1:] if empty else name)
        except UsageError:
            raise InvalidGameError(
                f"{place}: {quote(word)} is no foundation: its suit and how far it is built are, "
                "as in H-4, or H-0 if it is empty"
            ) from None
        piles[suit_of(top)] += 1
        if piles[suit_of(top)] > rules.packs:
            raise InvalidGameError(
                f"{place}: {piles[suit_of(top)]} foundations of {SUIT_NAMES[suit_of(top)]}, where "
                f"{rules.title} has {rules.packs}"
            )
        if not empty:
            tops.append(top)
    return tops


def _redeals(text: str, place: str, rules: Rules) -> int:
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) <= rules.redeals:
        return int(word)
    if rules.redeals == UNLIMITED:
        has = "no end of them, so that none is counted"
    else:
        has = str(rules.redeals or "none")
    raise InvalidGameError(f"{place}: {quote(word)} redeals left, where {rules.title} has {has}")


def set_up(
    rules: Rules,
    *,
    stock: list[int],
    waste: list[int],
    columns: Sequence[Pile],
    tops: Sequence[int],
    redeals: int,
) -> Game:
    """A game that begins with piles that were read from somewhere, after checking them.

    Args:
        rules: those of the game.
        stock: its cards, the next to be drawn last.
        waste: its cards, the top card last.
        columns: as many as the game has; their top cards last.
        tops: the top card of each foundation that is begun.
        redeals: how many are left; UNLIMITED for ever.

    Raises:
        InvalidGameError: cards are missing or there too often, or lie face down otherwise than
            they were dealt.
    """
    home = [0] * 64
    for top in tops:
        # Round the corner where the foundations don't begin with aces.
        for step in range((rank_of(top) - rules.base) % KING + 1):
            home[16 * suit_of(top) + (rules.base - 1 + step) % KING + 1] += 1
    down = [_face_down(column, rules) for column in columns]
    _check_cards(rules, home, [stock, waste, *(column.cards for column in columns)])
    for suit in range(len(SUITS)):
        home[16 * suit] = rules.packs
    return Game(
        Position(
            rules,
            stock=stock,
            waste=waste,
            columns=[column.cards for column in columns],
            down=down,
            home=home,
            redeals=redeals,
        )
    )


def _face_down(column: Pile, rules: Rules) -> int:
    """How many cards of a column, from the bottom, can't move until one is turned up."""
    faces = "".join("d" if down else "u" for down in column.down)
    count = faces.rfind("d") + 1
    if count and "d" not in rules.rows:
        raise InvalidGameError(
            f"{column.place}: a card lies face down, where {rules.title} deals all face up"
        )
    if faces.endswith("d"):
        raise InvalidGameError(
            f"{column.place}: its top card lies face down; it would be turned up"
        )
    if faces[:count] != rules.rows[:count]:
        words = ", ".join("down" if row == "d" else "up" for row in rules.rows)
        raise InvalidGameError(
            f"{column.place}: cards lie face down otherwise than {rules.title} deals them, which "
            f"is, from the bottom, {words}"
        )
    return count


def _check_cards(rules: Rules, home: list[int], piles: Sequence[Sequence[int]]) -> None:
    """Every card must be there as often as there are packs."""
    counts = home[:]
    for pile in piles:
        for card in pile:
            counts[card] += 1
    pack = len(CARDS) * rules.packs
    if sum(counts) > 2 * pack:
        # There is no use in naming them.
        raise InvalidGameError(f"{sum(counts)} cards, where {rules.title} has {pack}")
    wrong = []
    for verb, sign in (("missing", 1), ("doubled", -1)):
        names = [
            CARD_NAMES[card] for card in CARDS for _ in range(sign * (rules.packs - counts[card]))
        ]
        if names:
            wrong.append(f"{verb}: {', '.join(names)}")
    if wrong:
        raise InvalidGameError("; ".join(wrong))
