"""A game: how it was dealt, the moves made, and the moves taken back that may be made again."""

from __future__ import annotations

from collections.abc import Sequence

from .board import board_text
from .deals import check_deal_number, deal, random_deal_number
from .errors import IllegalMoveError, UsageError
from .moves import Move, parse_move
from .position import Position
from .rules import DEFAULT_GAME, Rules, find_rules, is_own_game
from .shorthand import plain_moves

# A game is kept whole in memory and in its file; a bound keeps both small.
MAX_MOVES = 100_000
# Lines that win take a few hundred moves; one of that length costs a file a tenth more.
MAX_KEPT = 10_000


class Game:
    """One game being played.

    Attributes:
        opening: the position as dealt.
        deal_number: the number of its deal; None for a position that was set up otherwise.
        position: the present position. It changes only by ``push``, ``pop`` and ``redo``.
        undone: the moves taken back, the next for ``redo`` last.
        kept_line: moves that win from the present position, kept for hints; empty if none are. A
            move that follows the line leaves the rest of it, any other drops it; a move taken back
            goes before it.
    """

    def __init__(self, opening: Position, deal_number: int | None = None) -> None:
        """A game that begins from a position; of that, a copy is kept."""
        if deal_number is not None:
            check_deal_number(deal_number)
        self.opening = opening.copy()
        self.deal_number = deal_number
        self.position = opening.copy()
        self.undone: list[Move] = []
        self.kept_line: list[Move] = []

    @classmethod
    def deal(cls, game: str | Rules = DEFAULT_GAME, number: int | None = None) -> Game:
        """Deal a game.

        Args:
            game: the name of a game, such as ``"forty-thieves"``, or its rules.
            number: the deal, from 1 to 10**20, as in PySolFC; None for a random one.

        Raises:
            UsageError: no game is called so, or there is no such deal.
            InvalidGameError: no game can be played by such rules.
        """
        rules = find_rules(game) if isinstance(game, str) else game
        if is_own_game(rules):
            from .customrules import check_rules

            check_rules(rules)
        if number is None:
            number = random_deal_number()
        return cls(deal(rules, number), number)

    def copy(self) -> Game:
        """The same game, which is then played apart from this one."""
        other = Game(self.opening, self.deal_number)
        for move in self.moves:
            other.position.push(move)
        other.undone = self.undone[:]
        other.kept_line = self.kept_line[:]
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        dealt = "set up by hand" if self.deal_number is None else f"deal {self.deal_number}"
        return f"<Game {self.rules.name}, {dealt}, {len(self.moves)} moves, {self.status}>"

    def __str__(self) -> str:
        """The board as text, in ASCII."""
        return board_text(self.position, self.deal_number)

    def _repr_svg_(self) -> str:
        """The board as a picture; notebooks show it."""
        from .picture import board_svg

        return board_svg(self.position, self.deal_number)

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.opening.rules

    @property
    def moves(self) -> list[Move]:
        """The moves made since the deal, shorthands expanded: the list itself, not a copy."""
        return self.position.moves

    @property
    def won(self) -> bool:
        """Whether all foundations are complete."""
        return self.position.won

    @property
    def stuck(self) -> bool:
        """Whether no move at all is left, and the game is not won."""
        return self.position.stuck

    @property
    def status(self) -> str:
        """``"playing"``, ``"won"`` or ``"stuck"``."""
        return self.position.status

    def is_as_dealt(self) -> bool:
        """Whether the opening is that of the deal number; true where there is no number."""
        return self.deal_number is None or deal(self.rules, self.deal_number) == self.opening

    def legal_moves(self) -> list[Move]:
        """Every legal move; none when the game is won or stuck. ``str(move)`` is its notation."""
        return self.position.legal_moves()

    def is_legal(self, move: Move | str) -> bool:
        """Whether ``push`` would accept a move, shorthands included.

        Raises:
            UsageError: a text that is not a move.
        """
        try:
            for _ in self._play(move):
                self.position.pop()
        except IllegalMoveError:
            return False
        return True

    def push(self, move: Move | str) -> tuple[Move, ...]:
        """Make a move, and return the plain moves that were made: one, but for a shorthand.

        Args:
            move: a `Move`, or its notation, such as ``"s-w"``, ``"w-3"``, ``"3-7x4"``, ``"s-f"``.

        Raises:
            UsageError: a text that is not a move.
            IllegalMoveError: the rules say no. Nothing has changed then.
        """
        made = self._play(move)
        self.undone.clear()
        self._follow(made)
        return made

    def push_all(self, moves: Sequence[Move | str]) -> tuple[Move, ...]:
        """Make moves one after another, all or none; returns the plain moves that were made.

        Args:
            moves: what ``push`` takes, each.

        Raises:
            UsageError, IllegalMoveError: as ``push`` does. Nothing has changed then, and the
                message says which of the moves it was.
        """
        before = len(self.moves)
        number, turned = 1, False
        try:
            for move in moves:
                made = len(self.moves)
                self._play(move)
                turned = turned or self.position.turned_up_since(made)
                number += 1
        except BaseException as error:
            while len(self.moves) > before:
                self.position.pop()
            if len(moves) > 1 and isinstance(error, UsageError | IllegalMoveError):
                if turned and isinstance(error, IllegalMoveError):
                    # Taken back, these moves must not have shown what they would turn up.
                    error = IllegalMoveError(
                        "not-told",
                        "it can't be made; why is not told, since moves before it turn up cards",
                        move,
                    )
                told = f"{error} (move {number} of {len(moves)}; none of them was made)"
                error.args = (told,)
                raise error from None
            raise
        self.undone.clear()
        made_all = tuple(self.moves[before:])
        self._follow(made_all)
        return made_all

    def _play(self, move: Move | str) -> tuple[Move, ...]:
        if isinstance(move, str):
            move = parse_move(move)
        elif not isinstance(move, Move):
            raise TypeError(f"a Move or its notation is needed, not {move!r}")
        position = self.position
        plain = plain_moves(position, move)
        if len(position.moves) + len(plain) > MAX_MOVES:
            raise IllegalMoveError("too-long", f"a game may have at most {MAX_MOVES} moves", move)
        before = len(position.moves)
        try:
            for single in plain:
                position.push(single)
        except BaseException:
            while len(position.moves) > before:
                position.pop()
            raise
        return plain

    def pop(self) -> Move:
        """Take back the last move, and return it; ``redo`` makes it again.

        The inverse of one ``push`` of a plain move; `undo` takes back several.

        Raises:
            IllegalMoveError: no move has been made.
        """
        move = self.position.pop()
        self.undone.append(move)
        if self.kept_line:
            self.kept_line.insert(0, move)
            if len(self.kept_line) > MAX_KEPT:
                self.kept_line.clear()
        return move

    def undo(self, count: int = 1) -> list[Move]:
        """Take back moves, and return them, the last one first; ``redo`` makes them again.

        Raises:
            IllegalMoveError: fewer have been made. Nothing has changed then.
        """
        _check_count(count, len(self.moves), "nothing-to-undo", "taken back", "made")
        return [self.pop() for _ in range(count)]

    def redo(self, count: int = 1) -> list[Move]:
        """Make again moves that were taken back, and return them.

        Raises:
            IllegalMoveError: fewer have been taken back since the last ``push``. Nothing has
                changed then.
        """
        _check_count(count, len(self.undone), "nothing-to-redo", "made again", "taken back")
        for _ in range(count):
            self.position.push(self.undone[-1])
            self._follow((self.undone.pop(),))
        return self.moves[len(self.moves) - count :]

    def keep(self, line: Sequence[Move]) -> None:
        """Keep a line that wins from the present position; an empty one to keep none.

        Args:
            line: plain moves.

        Raises:
            IllegalMoveError: they can't be made one after another, or don't end in a win. Nothing
                has changed then.
        """
        if line:
            end = self.position.copy()
            for move in line:
                end.push(move)
            if not end.won:
                raise IllegalMoveError("no-win", "a line that does not end in a win is not kept")
            if len(line) > MAX_KEPT or len(self.moves) + len(line) > MAX_MOVES:
                raise IllegalMoveError(
                    "too-long",
                    f"a line of {moves_in_words(len(line))} is not kept: at most {MAX_KEPT} are, "
                    f"and {MAX_MOVES} with those made",
                )
        self.kept_line = list(line)

    def _follow(self, made: Sequence[Move]) -> None:
        """After moves, keep what of the kept line is still to come."""
        if self.kept_line:
            followed = self.kept_line[: len(made)] == list(made)
            self.kept_line = self.kept_line[len(made) :] if followed else []


def moves_in_words(number: int) -> str:
    """How many moves: ``1 move``, ``5 moves``."""
    return "1 move" if number == 1 else f"{number} moves"


def _check_count(wanted: int, there: int, code: str, verb: str, done: str) -> None:
    if wanted < 1:
        raise UsageError(f"{wanted} is not a number of moves: 1, 2, … are")
    if wanted > there:
        if not there:
            raise IllegalMoveError(code, f"no move can be {verb}: none has been {done}")
        raise IllegalMoveError(code, f"only {moves_in_words(there)} can be {verb}, not {wanted}")
