"""A position in words, for screen readers and for reading aloud."""

from __future__ import annotations

from .cards import RANK_NAMES, SUIT_NAMES, rank_of, suit_of
from .moves import FOUNDATION, PILE_WORDS, STOCK, WASTE, Move
from .position import Position
from .rules import UNLIMITED

_NUMBERS = ("no", "one", *RANK_NAMES[1:10])


def card_words(card: int) -> str:
    """A card's name in full: ``"nine of hearts"``."""
    return f"{RANK_NAMES[rank_of(card) - 1]} of {SUIT_NAMES[suit_of(card)]}"


def board_words(position: Position, deal: int | None = None, reveal: bool = False) -> str:
    """The board in sentences, a pile a line; no newline at its end.

    Args:
        position: what to tell.
        deal: the deal's number; None for a position that was set up otherwise.
        reveal: tell the face-down cards and the stock too.
    """
    rules = position.rules
    dealt = "set up by hand" if deal is None else f"deal {deal}"
    made = len(position.moves)
    lines = [
        f"{rules.title}, {dealt}. {_count(made, 'move').capitalize()} made, "
        f"{position.cards_home} of {52 * rules.packs} cards home."
    ]
    if position.moves:
        lines.append(f"last move: {_last_move(position)}")
    stock = f"stock: {_count(len(position.stock), 'card')}"
    if rules.redeals:
        without_end = position.redeals == UNLIMITED
        stock += (
            ", redeals without end"
            if without_end
            else (f", {_count(position.redeals, 'redeal')} left")
        )
    if reveal and position.stock:
        stock += ", the next first: " + _cards(position.stock[::-1])
    lines.append(stock)
    waste = f"waste: {_count(len(position.waste), 'card')}"
    if position.waste:
        shown = position.waste if reveal else position.waste[-5:]
        waste += f", {_from_top(shown, len(shown) < len(position.waste))}"
    lines.append(waste)
    for suit, name in enumerate(SUIT_NAMES):
        tops = [
            f"up to the {RANK_NAMES[rank_of(top) - 1]}" if top else "empty"
            for top in position.foundation_tops(suit)
        ]
        lines.append(f"{name}: {' and '.join(tops)}")
    for number, (cards, down) in enumerate(zip(position.columns, position.down, strict=True), 1):
        if not cards:
            lines.append(f"column {number}: empty")
            continue
        text = f"column {number}: {_count(len(cards), 'card')}, {_from_top(cards[down:], False)}"
        if down:
            text += f", then {_buried(position, number - 1, reveal)}"
        lines.append(text)
    if position.status == "won":
        lines.append("The game is won.")
    elif position.status == "stuck":
        lines.append("The game is stuck: no legal move is left.")
    return "\n".join(lines)


def move_words(position: Position, move: Move) -> str:
    """What a legal move will do: ``nine of hearts from column 1 to column 6``."""
    source, target, count = move
    if target == WASTE:
        turned = min(position.rules.draw, len(position.stock))
        return f"draw {_count(turned, 'card')}"
    if target == STOCK:
        return "turn the waste over to be the stock"
    cards = position.waste if source == WASTE else position.columns[source]
    moved = card_words(cards[-count])
    if count > 1:
        moved += f" and {_count(count - 1, 'card')} on it"
    to = "home" if target == FOUNDATION else f"to {PILE_WORDS[target]}"
    return f"{moved} from {PILE_WORDS[source]} {to}"


def _last_move(position: Position) -> str:
    """What the last move did: ``nine of hearts from column 1 to column 6``."""
    source, target, count = position.moves[-1]
    if target == WASTE:
        return f"a draw, {card_words(position.waste[-1])} on top"
    if target == STOCK:
        return "a redeal"
    home = position.last_home
    if home is not None:
        return f"{card_words(home)} from {PILE_WORDS[source]} home"
    cards = position.columns[target][-count:]
    moved = card_words(cards[0]) + (f" and {_count(count - 1, 'card')} on it" if count > 1 else "")
    return f"{moved} from {PILE_WORDS[source]} to {PILE_WORDS[target]}"


def _buried(position: Position, column: int, reveal: bool) -> str:
    """The cards that can't move yet, from the top down."""
    down = position.down[column]
    if "u" not in position.rules.rows[:down] and not reveal:
        return f"{_count(down, 'card')} face down"
    words = []
    for row, card in reversed(list(enumerate(position.columns[column][:down]))):
        if not position.is_face_down(column, row):
            words.append(card_words(card))
        else:
            words.append(f"{card_words(card)} face down" if reveal else "a card face down")
    return ", ".join(words)


def _from_top(cards: list[int], more: bool) -> str:
    """Cards from the top down: ``nine of hearts on top, then ten of clubs and two of spades``."""
    text = f"{card_words(cards[-1])} on top"
    if len(cards) > 1:
        text += f", then {_cards(cards[-2::-1])}"
    return text + (", then more" if more else "")


def _cards(cards: list[int]) -> str:
    return ", ".join(map(card_words, cards))


def _count(number: int, thing: str) -> str:
    """``four cards``, ``one card``, ``12 cards``."""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {thing}{'s' * (number != 1)}"
