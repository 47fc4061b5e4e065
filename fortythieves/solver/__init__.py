"""Searching for a win: with all cards known, can this position be won, and how?

>>> from fortythieves import Game
>>> from fortythieves.solver import Limits, solve
>>> solution = solve(Game.deal("little-forty", 1).position, Limits(nodes=100_000))
>>> solution.verdict
'won'
"""

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
