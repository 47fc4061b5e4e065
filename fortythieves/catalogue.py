"""What is known of numbered deals: the catalogue in seeds/, which ships with the package.

A file a game, in the format of move logs, with the line ``verdict:`` behind those of the game and
the deal: ``won``, and then the moves that win; ``unwinnable`` or ``undecided``, and then none, but
``nodes:`` and ``cards_home:``. A deal without a verdict is won by its moves. Nothing is believed
that the rules can check: a line is replayed before it is given out.
"""

from __future__ import annotations

import os

from .errors import IllegalMoveError, InvalidGameError, UsageError
from .game import Game
from .moves import Move
from .records import NamedTuple
from .rules import Rules, is_own_game

WON, UNWINNABLE, UNDECIDED = "won", "unwinnable", "undecided"
_FOLDER = os.path.join(os.path.dirname(__file__), "seeds")


class Entry(NamedTuple):
    """What is known of a deal.

    Attributes:
        deal: its number.
        verdict: WON, UNWINNABLE or UNDECIDED.
        moves: those that win it, as text.
        nodes: positions generated: by each of the two runs that have proved it unwinnable, or by
            the longest search that has not decided it.
        cards_home: the most that any search has brought home, if it is undecided.
    """

    deal: int
    verdict: str
    moves: str = ""
    nodes: tuple[int, ...] = ()
    cards_home: int = 0


def entries(rules: Rules) -> list[Entry]:
    """What is known of a game's deals, in the order of the catalogue; none for another game."""
    if is_own_game(rules):
        return []
    try:
        with open(os.path.join(_FOLDER, f"{rules.name}.log"), encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return []
    return [_entry(part) for part in f"\n{text}".split("\ngame:")[1:]]


def _entry(text: str) -> Entry:
    headers: dict[str, str] = {}
    moves = []
    for line in text.splitlines()[1:]:
        said = line.partition("#")[0]
        key, colon, value = said.partition(":")
        if colon:
            headers[key] = value.strip()
        elif said:
            moves.append(said)
    return Entry(
        int(headers["deal"]),
        headers.get("verdict", WON),
        " ".join(moves),
        tuple(map(int, headers.get("nodes", "").split())),
        int(headers.get("cards_home", 0)),
    )


def known(rules: Rules, number: int) -> Entry | None:
    """What is known of a deal; None where nothing is."""
    return next((entry for entry in entries(rules) if entry.deal == number), None)


def winning_line(rules: Rules, entry: Entry) -> tuple[Move, ...]:
    """The moves that win a deal from its opening, replayed here by the rules.

    Raises:
        InvalidGameError: they don't win, so that something is wrong with the catalogue.
    """
    game = Game.deal(rules, entry.deal)
    try:
        game.push_all(entry.moves.split())
    except (UsageError, IllegalMoveError) as error:
        fault = str(error)
    else:
        if game.won:
            return tuple(game.moves)
        fault = "they do not win"
    raise InvalidGameError(
        f"the catalogue's moves of deal {entry.deal} of {rules.title}: {fault}"
    ) from None
