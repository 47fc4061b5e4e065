"""Forty Thieves and its relatives, as a library.

>>> from fortythieves import Game
>>> game = Game.deal("forty-thieves", 12345)
>>> [str(move) for move in game.legal_moves()]
['s-w', '5-3', '8-f']
>>> game.push("8-f")
(Move(source=7, target=102, cards=1),)
>>> str(game.pop())
'8-f'
"""

from .errors import FortyThievesError, IllegalMoveError, InvalidGameError, UsageError
from .game import Game
from .moves import FOUNDATION, STOCK, WASTE, Move, parse_move
from .position import Position
from .rules import GAMES, Rules, find_rules

__version__ = "0.1.0"

__all__ = [
    "FOUNDATION",
    "GAMES",
    "STOCK",
    "WASTE",
    "FortyThievesError",
    "Game",
    "IllegalMoveError",
    "InvalidGameError",
    "Move",
    "Position",
    "Rules",
    "UsageError",
    "find_rules",
    "parse_move",
]
