"""Shorthands: moves as people write them, expanded to the plain moves that are played and logged.

- ``3-7`` without a count, where runs may be moved: as many cards as fit (the fewer where two
  numbers fit, as where runs go round the corner); onto an empty column one.
- ``3-7x4`` in a one-card game: a super-move, the single moves that carry the run over by way of
  empty columns.
- ``s-3`` and ``s-f``: draw, and play the card drawn.

A shorthand is done whole or refused whole.
"""

from __future__ import annotations

from .errors import IllegalMoveError
from .moves import AS_FITS, DRAW, FOUNDATION, STOCK, WASTE, Move
from .position import Position


def plain_moves(position: Position, move: Move) -> tuple[Move, ...]:
    """The plain moves that a move stands for in a position.

    They are legal one after the other if the move is a super-move; whether any other may be made
    is for `Position.push` to say.

    Raises:
        IllegalMoveError: a shorthand that can't be carried out here.
    """
    source, target, count = move
    if source < STOCK and target < STOCK:
        if count == AS_FITS:
            return (Move(source, target, _fitting_count(position, source, target)),)
        if count > 1 and not position.rules.runs:
            return _super_move(position, move)
    elif source == STOCK and (target < STOCK or target == FOUNDATION):
        return _draw_and_play(position, move)
    return (move,)


def _fitting_count(position: Position, source: int, target: int) -> int:
    """How many cards of a column go to another; 1 where none or only one could."""
    columns = position.columns
    if position.rules.runs and max(source, target) < len(columns) and columns[target]:
        for count in range(1, position.run_length(source) + 1):
            if position.refusal(Move(source, target, count)) is None:
                return count
    return 1


def _draw_and_play(position: Position, move: Move) -> tuple[Move, ...]:
    draw = position.rules.draw
    if draw != 1:
        raise IllegalMoveError(
            "draws-more", f"a draw turns {draw} cards in this game: draw with s-w, then play", move
        )
    refused = position.refusal(DRAW)
    if refused is not None:
        raise refused.about(move)
    play = Move(WASTE, move.target)
    position.push(DRAW)
    refused = position.refusal(play)
    position.pop()
    if refused is None:
        return DRAW, play
    if refused.code == "no-such-pile":
        raise refused.about(move)
    # The card has not been seen yet, so it is not named.
    raise IllegalMoveError("does-not-fit", "the stock's next card does not fit there", move)


def _super_move(position: Position, move: Move) -> tuple[Move, ...]:
    """A run carried over card by card: with e empty columns 2**e cards, half onto an empty one."""
    source, target, count = move
    columns = position.columns
    # What is wrong with the piles themselves is wrong with any single card too.
    refused = position.refusal(Move(source, target))
    if refused is not None and refused.code != "does-not-fit":
        raise refused.about(move)
    run = position.run_length(source)
    spare = []
    filled = position.rules.empty == "waste" and (position.stock or position.waste)
    if position.rules.empty != "king" and not filled:
        spare = [i for i, cards in enumerate(columns) if not cards and i != target]
    most = min(run, 2 ** len(spare))
    if count > most:
        raise IllegalMoveError(
            "too-many",
            f"only {_cards(most)} could go, since "
            + (
                f"the run at the end of column {source + 1} is of {_cards(run)}"
                if run == most
                else f"one card moves at a time, with {_columns(len(spare))} to go by"
            ),
            move,
        )
    card = columns[source][-count]
    if columns[target]:
        refused = position.refusal_to_lay(move, card)
        if refused is not None:
            raise refused
    return tuple(_carry(source, target, count, spare))


def _carry(source: int, target: int, count: int, spare: list[int]) -> list[Move]:
    """The single moves that bring ``count`` cards over by way of the spare columns, order kept."""
    if count == 1:
        return [Move(source, target)]
    by_way, others = spare[0], spare[1:]
    # As few as can be are put aside, since each of them is moved twice.
    aside = max(1, count - 2 ** len(others))
    return [
        *_carry(source, by_way, aside, others),
        *_carry(source, target, count - aside, others),
        *_carry(by_way, target, aside, others),
    ]


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def _columns(number: int) -> str:
    return {0: "no empty column", 1: "one empty column"}.get(number, f"{number} empty columns")
