"""Searching for a win: with all cards known, can this position be won, and how?

>>> from fortythieves import Game
>>> from fortythieves.solver import Limits, solve
>>> solution = solve(Game.deal("little-forty", 1).position, Limits(nodes=100_000))
>>> solution.verdict
'won'
"""

try:
    from . import beam, board, keytable, proof  # noqa: F401
except (ImportError, ValueError) as error:
    # Made for another Python, cut short, or some of them alone.
    from ..errors import InternalError

    raise InternalError(
        f"the compiled modules of the solver can't be loaded ({error}); install fortythieves "
        "again, or remove fortythieves/solver/*.so, to do without"
    ) from None

from .solve import UNDECIDED, UNWINNABLE, WON, Limits, Progress, Solution, solve

__all__ = [
    "UNDECIDED",
    "UNWINNABLE",
    "WON",
    "Limits",
    "Progress",
    "Solution",
    "solve",
]
