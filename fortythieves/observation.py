"""What a player may see of a game, as data: for agents that are to play fairly.

It holds neither the face-down cards nor the order of the stock, nor the number of the deal, by
which anyone could look them up.
"""

from __future__ import annotations

from .cards import CARD_NAMES, SUITS
from .game import Game
from .records import TYPE_CHECKING
from .rules import UNLIMITED

if TYPE_CHECKING:
    from typing import Any


def observe(game: Game, reveal: bool = False) -> dict[str, Any]:
    """What a player sees, as an object for JSON; described by the schema ``observation``.

    Args:
        game: the game.
        reveal: tell all the same: the deal's number, the cards of the stock, the next to be
            drawn first, and those that lie face down in place of their number.

    Returns:
        Keys ``game``, ``tableau`` (for each column ``down``, how many cards lie face down, and
        ``up``, the cards from there on, the top card last; where some of those below were dealt
        face up, ``down`` lists them, with None for one that lies face down), ``stock`` (how many
        cards), ``waste`` (the top card last), ``foundations`` (for each suit how high its piles
        stand), ``redeals_left``, ``moves_made``, ``cards_home``, ``status`` and ``legal_moves``.
    """
    position = game.position
    legal = [str(move) for move in position.legal_moves()]
    tableau: list[dict[str, Any]] = []
    for number, (cards, down) in enumerate(zip(position.columns, position.down, strict=True)):
        names = [CARD_NAMES[card] for card in cards]
        tableau.append({"down": names[:down] if reveal else down, "up": names[down:]})
        if not reveal and "u" in game.rules.rows[:down]:
            # Rows of both kinds: those that were dealt face up are known.
            hidden = enumerate(names[:down])
            tableau[-1]["down"] = [
                None if position.is_face_down(number, row) else name for row, name in hidden
            ]
    seen: dict[str, Any] = {
        "game": game.rules.name,
        "tableau": tableau,
        "stock": len(position.stock),
        "waste": [CARD_NAMES[card] for card in position.waste],
        "foundations": {
            letter: position.foundation_heights(suit) for suit, letter in enumerate(SUITS)
        },
        "redeals_left": None if position.redeals == UNLIMITED else position.redeals,
        "moves_made": len(game.moves),
        "cards_home": position.cards_home,
        "status": game.status,
        "legal_moves": legal,
    }
    if reveal:
        seen["stock"] = [CARD_NAMES[card] for card in reversed(position.stock)]
        seen["deal"] = None if game.deal_number is None else str(game.deal_number)
    return seen
