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

from .records import TYPE_CHECKING

if TYPE_CHECKING:
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

# Loaded when asked for, so that the command is in its own hands, and can be interrupted without
# a traceback, before it loads the rest.
_MODULES = ("errors", "moves", "rules", "position", "game")


def __getattr__(name: str) -> object:
    if name in __all__:
        from importlib import import_module

        for module in _MODULES:
            found = getattr(import_module(f".{module}", __name__), name, None)
            if found is not None:
                globals()[name] = found
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
