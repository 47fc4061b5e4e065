"""Games as JSON text: every mistake is told by its place.

A text is trusted in nothing. Its position must be the one to which its moves lead from its
opening, so a game that could be read is a game that could have been played.
"""

from __future__ import annotations

import json

from .cards import CARD_NAMES, CARDS, KING, SUITS, parse_card
from .deals import MAX_DEAL
from .errors import InvalidGameError, UsageError, quote, shown
from .game import MAX_KEPT, MAX_MOVES, Game
from .moves import AS_FITS, Move, parse_move
from .position import Position
from .records import TYPE_CHECKING
from .rules import UNLIMITED, Rules, find_rules, is_own_game

if TYPE_CHECKING:
    from typing import Any, NoReturn

FORMAT, VERSION = "fortythieves", 1

# A game of MAX_MOVES moves takes 1.3 MB. What is larger, or has more brackets than a game could
# need, is refused before it is parsed, since hostile JSON can take up fifty times its size.
MAX_BYTES = 2_000_000
_MAX_BRACKETS = 2_000

_PILES = ("stock", "waste", "foundations", "tableau", "redeals_left")
_NOT_ALWAYS = ("rules", "kept_line")
_KEYS = ("format", "version", "game", "deal", "opening", "moves", "undone", *_PILES, "status")


def game_to_dict(game: Game) -> dict[str, Any]:
    """A game as the object that its file holds."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.rules.name,
        **_own_rules(game.rules),
        "deal": None if game.deal_number is None else str(game.deal_number),
        "opening": _piles_to_dict(game.opening),
        "moves": [str(move) for move in game.moves],
        "undone": [str(move) for move in game.undone],
        **({"kept_line": [str(move) for move in game.kept_line]} if game.kept_line else {}),
        **_piles_to_dict(game.position),
        "status": game.status,
    }


def _own_rules(rules: Rules) -> dict[str, Any]:
    """The rules in full, so that the file stands alone; none for a game of the table."""
    if not is_own_game(rules):
        return {}
    from .customrules import rules_to_dict

    return {"rules": rules_to_dict(rules)}


def _piles_to_dict(position: Position) -> dict[str, Any]:
    names = CARD_NAMES
    return {
        "stock": [names[card] for card in reversed(position.stock)],
        "waste": [names[card] for card in position.waste],
        "foundations": {
            SUITS[suit]: position.foundation_heights(suit) for suit in range(len(SUITS))
        },
        "tableau": [
            {"down": [names[c] for c in cards[:down]], "up": [names[c] for c in cards[down:]]}
            for cards, down in zip(position.columns, position.down, strict=True)
        ],
        "redeals_left": None if position.redeals == UNLIMITED else position.redeals,
    }


def encode_game(game: Game) -> str:
    """A game as the text of its file, a key or a column a line. Same game, same text."""
    lines = []
    for key, value in game_to_dict(game).items():
        text = json.dumps(value)
        if key == "tableau":
            text = "[\n    " + ",\n    ".join(json.dumps(column) for column in value) + "\n  ]"
        lines.append(f'  "{key}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def encode_line(game: Game) -> str:
    """A game as one line of JSON, for files and streams of many games."""
    return json.dumps(game_to_dict(game), separators=(",", ":"))


def decode_game(text: str | bytes) -> Game:
    """Read a game from the text of its file, or its bytes in UTF-8.

    Raises:
        InvalidGameError: anything is wrong with it, told with its place.
    """
    return game_from_dict(parse_json(text))


def parse_json(text: str | bytes) -> Any:
    """Read JSON of the size of a game, more strictly than Python does.

    Raises:
        InvalidGameError: it is no JSON, or has a key twice, NaN, or more of anything than a game.
    """
    if len(text) > MAX_BYTES:
        raise InvalidGameError(f"too long for a game: more than {MAX_BYTES} bytes")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidGameError(
                f"not UTF-8 text: byte {error.start + 1} can't be read"
            ) from None
    if text.count("[") + text.count("{") > _MAX_BRACKETS:
        raise InvalidGameError("not a game: more brackets than a game could have")
    if not text.strip():
        raise InvalidGameError("empty: a game in JSON is needed")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InvalidGameError(_not_json(text, error)) from None
    except RecursionError:
        raise InvalidGameError("not a game: nested too deeply") from None
    except ValueError:
        # Python won't convert a whole number of thousands of digits.
        raise InvalidGameError("not a game: a number of too many digits") from None


def _not_json(text: str, error: json.JSONDecodeError) -> str:
    place = f"line {error.lineno}, column {error.colno}"
    if error.msg == "Extra data":
        return f"something follows the game, from {place} on: one game is needed here"
    if text.lstrip().startswith(("game:", "#")):
        return "this is a move log, where a game file is needed"
    return f"not JSON: {place}: {error.msg}"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidGameError(f"the key {quote(key)} stands twice in one object")
        found[key] = value
    return found


def _no_constant(text: str) -> NoReturn:
    raise InvalidGameError(f"{text} is not JSON")


def game_from_dict(data: Any) -> Game:
    """Read a game from the object that its file holds.

    Raises:
        InvalidGameError: anything is wrong with it, told with its place.
    """
    some = tuple(key for key in _NOT_ALWAYS if isinstance(data, dict) and key in data)
    _check_keys(data, (*_KEYS, *some), "the game")
    if data["format"] != FORMAT:
        raise InvalidGameError(f"format: {shown(data['format'])} is not {quote(FORMAT)}")
    if type(data["version"]) is not int or data["version"] != VERSION:
        raise InvalidGameError(
            f"version: {shown(data['version'])}; this program reads version {VERSION}"
        )
    rules = _rules(data)
    game = Game(_piles_from_dict(data["opening"], rules, "opening."), _deal_number(data["deal"]))
    moves = _moves(data["moves"], "moves")
    undone = _moves(data["undone"], "undone")
    if len(moves) + len(undone) > MAX_MOVES:
        raise InvalidGameError(f"moves: more than {MAX_MOVES} in all")
    position = game.position
    for number, move in enumerate(moves):
        refused = position.refusal(move)
        if refused is not None:
            raise InvalidGameError(f"moves[{number}]: {refused}")
        position.push(move)
    _check_undone(game, undone)
    stored = _piles_from_dict({key: data[key] for key in _PILES}, rules, "")
    if stored != position:
        raise InvalidGameError(_difference(stored, position))
    if data["status"] != game.status:
        raise InvalidGameError(
            f"status: {shown(data['status'])}, where the position is {quote(game.status)}"
        )
    if "kept_line" in data:
        _keep(game, _moves(data["kept_line"], "kept_line"))
    return game


def _rules(data: dict[str, Any]) -> Rules:
    name = _string(data["game"], "game")
    if "rules" in data:
        from .customrules import rules_from_dict

        rules = rules_from_dict(data["rules"])
        if rules.name != name:
            raise InvalidGameError(f"game: {quote(name)}, where rules.name is {quote(rules.name)}")
        return rules
    try:
        return find_rules(name)
    except UsageError as error:
        raise InvalidGameError(f"game: {error}") from None


def _check_undone(game: Game, undone: list[Move]) -> None:
    """Undone moves must be playable one after the other from here; else redo could fail."""
    position = game.position
    for number, move in reversed(list(enumerate(undone))):
        refused = position.refusal(move)
        if refused is not None:
            raise InvalidGameError(f"undone[{number}]: {refused}")
        position.push(move)
    for _ in undone:
        position.pop()
    game.undone = undone


def _keep(game: Game, line: list[Move]) -> None:
    """Keep a line, which must win from here; else a hint could mislead."""
    if len(line) > MAX_KEPT or len(game.moves) + len(line) > MAX_MOVES:
        raise InvalidGameError(
            f"kept_line: more than {MAX_KEPT} moves, or {MAX_MOVES} with those made"
        )
    end = game.position.copy()
    for number, move in enumerate(line):
        refused = end.refusal(move)
        if refused is not None:
            raise InvalidGameError(f"kept_line[{number}]: {refused}")
        end.push(move)
    if not end.won:
        raise InvalidGameError(
            f"kept_line: it does not win: {end.cards_home} cards are home at its end"
        )
    game.kept_line = line


def _check_keys(data: Any, keys: tuple[str, ...], place: str) -> None:
    if type(data) is not dict:
        raise InvalidGameError(f"{place}: an object is needed, not {shown(data)}")
    missing = [key for key in keys if key not in data]
    if missing:
        raise InvalidGameError(f"{place}: {quote(missing[0])} is missing")
    unknown = [key for key in data if key not in keys]
    if unknown:
        raise InvalidGameError(f"{place}: there is no {quote(unknown[0])} in a game file")


def _string(value: Any, place: str) -> str:
    if type(value) is not str:
        raise InvalidGameError(f"{place}: a string is needed, not {shown(value)}")
    return value


def _list(value: Any, place: str) -> list[Any]:
    if type(value) is not list:
        raise InvalidGameError(f"{place}: a list is needed, not {shown(value)}")
    return value


def _deal_number(value: Any) -> int | None:
    if value is None:
        return None
    text = _string(value, "deal")
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 21 else 0
    if not 1 <= number <= MAX_DEAL or str(number) != text:
        raise InvalidGameError(f"deal: {quote(text)} is not a whole number from 1 to 10^20")
    return number


def _moves(value: Any, place: str) -> list[Move]:
    moves = []
    for number, text in enumerate(_list(value, place)):
        where = f"{place}[{number}]"
        try:
            move = parse_move(_string(text, where))
        except UsageError as error:
            raise InvalidGameError(f"{where}: {error}") from None
        if move.cards == AS_FITS:
            move = Move(move.source, move.target)
        if str(move) != text:
            raise InvalidGameError(f"{where}: {quote(text)} is written {move} in a game file")
        moves.append(move)
    return moves


def _cards(value: Any, place: str) -> list[int]:
    cards = []
    for number, text in enumerate(_list(value, place)):
        where = f"{place}[{number}]"
        try:
            cards.append(parse_card(_string(text, where)))
        except UsageError as error:
            raise InvalidGameError(f"{where}: {error}") from None
    return cards


def _piles_from_dict(data: Any, rules: Rules, place: str) -> Position:
    """Read the piles of a position, and check that they hold every card as often as the packs."""
    _check_keys(data, _PILES, place.rstrip(".") or "the game")
    stock = _cards(data["stock"], f"{place}stock")
    waste = _cards(data["waste"], f"{place}waste")
    home = _home(data["foundations"], rules, f"{place}foundations")
    tableau = _list(data["tableau"], f"{place}tableau")
    if len(tableau) != rules.columns:
        raise InvalidGameError(
            f"{place}tableau: {len(tableau)} columns, where {rules.title} has {rules.columns}"
        )
    columns, down = [], []
    for number, column in enumerate(tableau):
        where = f"{place}tableau[{number}]"
        _check_keys(column, ("down", "up"), where)
        hidden = _cards(column["down"], f"{where}.down")
        shown = _cards(column["up"], f"{where}.up")
        if hidden and not shown:
            raise InvalidGameError(f"{where}: its top card lies face down; it would be turned up")
        if hidden and (len(hidden) > len(rules.rows) or rules.rows[len(hidden) - 1] != "d"):
            raise InvalidGameError(
                f"{where}.down: {len(hidden)} cards face down, where {rules.title} deals "
                f"{rules.down or 'none'} so"
            )
        columns.append(hidden + shown)
        down.append(len(hidden))
    redeals = _redeals(data["redeals_left"], rules, f"{place}redeals_left")
    counts = home[:]
    for pile in (stock, waste, *columns):
        for card in pile:
            counts[card] += 1
    for card in CARDS:
        if counts[card] != rules.packs:
            raise InvalidGameError(
                f"{place.rstrip('.') or 'the position'}: {_NUMBERS[rules.packs]} of each card are "
                f"needed: {CARD_NAMES[card]} stands {_times(counts[card])}"
            )
    return Position(
        rules,
        stock=stock[::-1],
        waste=waste,
        columns=columns,
        down=down,
        home=home,
        redeals=redeals,
    )


def _redeals(value: Any, rules: Rules, place: str) -> int:
    if rules.redeals == UNLIMITED and value is None:
        return UNLIMITED
    if type(value) is not int or not 0 <= value <= rules.redeals:
        has = "no end of them, written null" if rules.redeals == UNLIMITED else rules.redeals
        raise InvalidGameError(f"{place}: {shown(value)}, where {rules.title} has {has}")
    return value


_NUMBERS = ("no", "one", "two", "three", "four")


def _times(number: int) -> str:
    if number < len(_NUMBERS):
        return ("nowhere", "once", "twice", "three times", "four times")[number]
    return f"{number} times"


def _home(data: Any, rules: Rules, place: str) -> list[int]:
    """The foundations' heights as a count for every card."""
    _check_keys(data, tuple(SUITS), place)
    home = [0] * 64
    for suit, letter in enumerate(SUITS):
        where = f"{place}.{letter}"
        heights = _list(data[letter], where)
        if len(heights) != rules.packs:
            raise InvalidGameError(
                f"{where}: {len(heights)} heights, where {rules.packs} are needed"
            )
        for height in heights:
            if type(height) is not int or not 0 <= height <= KING:
                raise InvalidGameError(
                    f"{where}: {shown(height)} is not a height: 0 for empty to 13 for complete"
                )
        if heights != sorted(heights, reverse=True):
            raise InvalidGameError(f"{where}: the higher foundation is written first")
        home[16 * suit] = rules.packs
        for step in range(KING):
            rank = (rules.base - 1 + step) % KING + 1
            home[16 * suit + rank] = sum(height > step for height in heights)
    return home


def _difference(stored: Position, played: Position) -> str:
    """Where a stored position departs from the one that its moves lead to."""
    is_stored, is_played = _piles_to_dict(stored), _piles_to_dict(played)
    for key in _PILES:
        place, one, other = key, is_stored[key], is_played[key]
        while one != other:
            if isinstance(one, dict):
                part = next(k for k in one if one[k] != other[k])
                place, one, other = f"{place}.{part}", one[part], other[part]
            elif isinstance(one, list) and len(one) == len(other):
                index = next(i for i in range(len(one)) if one[i] != other[i])
                place, one, other = f"{place}[{index}]", one[index], other[index]
            elif isinstance(one, list):
                return (
                    f"{place}: {len(one)} cards, where the moves from the opening lead to "
                    f"{len(other)}"
                )
            else:
                return f"{place}: {one}, where the moves from the opening lead to {other}"
    raise AssertionError("called for equal positions")
