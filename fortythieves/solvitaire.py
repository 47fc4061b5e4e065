"""Deals and rules in the JSON of Solvitaire (https://github.com/thecharlieblake/Solvitaire).

Solvitaire writes deals in one form (`solvitaire --deal-only`) and reads them in another:

- ``"tableau piles"``: its columns, the bottom card first; ``"stock"``: the next card last;
  ``"waste"``: the top card last. Ranks are ``A 2 … 10 J Q K``. In games with hidden cards a small
  suit letter, ``"10h"``, is a card that lies face down.
- Read: ``"foundations"`` is one list of all the cards on them. Every card goes to the first
  foundation of its suit, so that it can't be told of two foundations of a suit that are both
  begun. Without that key they are empty, or begun by the aces where the rules say so.
- Written: ``"foundations"`` is a list of piles, in the order C D H S C D H S for two packs; an
  empty pile of any kind is ``""``; and a card that lies face down is ``"##"``, which nothing reads.
"""

from __future__ import annotations

from typing import Any

from .boardtext import Pile, set_up
from .cards import KING, RANKS, SUIT_NAMES, SUITS, parse_card, rank_of, suit_of
from .errors import InvalidGameError, UsageError, quote, shown
from .game import Game
from .position import Position
from .rules import BUILDS, UNLIMITED, Rules

_TABLEAU, _HOME, _STOCK, _WASTE = "tableau piles", "foundations", "stock", "waste"
_HIDDEN = "##"
# What it also has in deals of other games; of ours, all these are empty.
_OTHER_PILES = ("cells", "reserve", "hole", "sequences", "accordion")
# No pile of any game has more cards.
_MOST = 4 * 52


def to_solvitaire(position: Position, as_printed: bool = False) -> dict[str, Any]:
    """A position as the object of a deal.

    Args:
        position: the position.
        as_printed: in the form that Solvitaire writes, which hides the cards that lie face down;
            else in the form that it reads.

    Raises:
        InvalidGameError: the form has no way to say this position; the message tells what of it.
    """
    rules = position.rules
    lacks = []
    if rules.packs > 2:
        lacks.append(f"game of {rules.packs} packs")
    if position.redeals != rules.redeals:
        lacks.append("count of the redeals used")
    if any("u" in rules.rows[:down] for down in position.down):
        lacks.append("card that lies face up below one that lies face down")
    begun = [sum(map(bool, position.foundation_tops(suit))) for suit in range(4)]
    as_dealt = rules.base_home and rules.base == 1 and position.cards_home == 4 * rules.packs
    if not as_printed and not as_dealt and max(begun) > 1:
        suit = begun.index(max(begun))
        lacks.append(f"deal with more than one foundation of {SUIT_NAMES[suit]} begun")
    if lacks:
        raise InvalidGameError(f"Solvitaire has no {', and no '.join(lacks)}")
    piles = [_foundation(position, suit, pile) for pile in range(rules.packs) for suit in range(4)]
    columns = [
        [_name(card, position.is_face_down(column, row)) for row, card in enumerate(cards)]
        for column, cards in enumerate(position.columns)
    ]
    stock = [_name(card) for card in position.stock]
    waste = [_name(card) for card in position.waste]
    if as_printed:
        return {
            _TABLEAU: [
                [_HIDDEN if name[-1].islower() else name for name in column] or ""
                for column in columns
            ],
            _HOME: [pile or "" for pile in piles],
            _STOCK: stock or "",
            _WASTE: waste or "",
        }
    home = {} if as_dealt else {_HOME: [name for pile in piles for name in pile]}
    return {_TABLEAU: columns, **home, _STOCK: stock, _WASTE: waste}


def _name(card: int, down: bool = False) -> str:
    rank, suit = RANKS[rank_of(card) - 1], SUITS[suit_of(card)]
    return ("10" if rank == "T" else rank) + (suit.lower() if down else suit)


def _foundation(position: Position, suit: int, pile: int) -> list[str]:
    """The cards of one of a suit's foundations, the first first."""
    base = position.rules.base
    height = position.foundation_heights(suit)[pile]
    return [_name(16 * suit + (base - 1 + step) % KING + 1) for step in range(height)]


def from_solvitaire(data: Any, rules: Rules) -> Game:
    """Read a deal in either form, as a game that begins there and has no deal number.

    Foundations may also be told by their top cards alone, as people write them: with all the other
    cards on the board, only one of the ways can be meant.

    Args:
        data: the object, as `json.loads` gives it.
        rules: those of the game, which the deal itself does not name.

    Raises:
        InvalidGameError: it is no such deal, told with its place; or it is none of this game, as
            `fortythieves.boardtext.parse_board` says it.
    """
    if type(data) is not dict:
        raise InvalidGameError(f"a deal is an object, not {shown(data)}")
    for key, value in data.items():
        if key in _OTHER_PILES and value not in ("", []):
            raise InvalidGameError(f"{key}: fortythieves has none")
        if key not in (_TABLEAU, _HOME, _STOCK, _WASTE, *_OTHER_PILES):
            raise InvalidGameError(f"there is no {quote(key)} in a deal")
    if _TABLEAU not in data:
        raise InvalidGameError(f"{_TABLEAU}: missing")
    columns = [
        _pile(value, f"{_TABLEAU}[{number}]", "d" in rules.rows)
        for number, value in enumerate(_list(data[_TABLEAU], _TABLEAU))
    ]
    if len(columns) != rules.columns:
        raise InvalidGameError(
            f"{_TABLEAU}: {len(columns)} columns, where {rules.title} has {rules.columns}"
        )
    stock = _pile(data.get(_STOCK, []), _STOCK).cards
    waste = _pile(data.get(_WASTE, []), _WASTE).cards
    if _HOME in data:
        lying = sum(map(len, [stock, waste, *(column.cards for column in columns)]))
        tops = _tops(data[_HOME], rules, lying)
    else:
        tops = [16 * suit + rules.base for suit in range(4)] * rules.packs * rules.base_home
    return set_up(
        rules, stock=stock, waste=waste, columns=columns, tops=tops, redeals=rules.redeals
    )


def _list(value: Any, place: str) -> list[Any]:
    if value == "":
        return []
    if type(value) is not list:
        raise InvalidGameError(f"{place}: a list is needed, not {shown(value)}")
    if len(value) > _MOST:
        raise InvalidGameError(f"{place}: {len(value)} are more than any game has")
    return value


def _pile(value: Any, place: str, faces: bool = False) -> Pile:
    """Read a pile; ``faces`` says whether small letters mean that a card lies face down."""
    cards, down = [], []
    for number, text in enumerate(_list(value, place)):
        cards.append(_card(text, f"{place}[{number}]"))
        down.append(faces and text[-1:].islower())
    return Pile(place, cards, down)


def _card(text: Any, place: str) -> int:
    if type(text) is not str:
        raise InvalidGameError(f"{place}: a card is needed, not {shown(text)}")
    if text == _HIDDEN:
        raise InvalidGameError(f"{place}: {_HIDDEN!r} hides a card, so that the deal is not known")
    try:
        return parse_card(text)
    except UsageError as error:
        raise InvalidGameError(f"{place}: {error}") from None


def _tops(value: Any, rules: Rules, lying: int) -> list[int]:
    """The top card of each foundation that is begun, where ``lying`` cards lie elsewhere."""
    piles = _list(value, _HOME)
    if any(type(pile) is list for pile in piles):
        tops: list[int] = []
        for number, pile in enumerate(piles):
            read = _pile(pile, f"{_HOME}[{number}]")
            built = _built(read.cards, read.place, rules)
            if len(built) > 1:
                raise InvalidGameError(f"{read.place}: more than one pile")
            tops += built
        return tops
    cards = [_card(text, f"{_HOME}[{number}]") for number, text in enumerate(piles) if text != ""]
    # Top cards alone, or all that lie there? One of the two makes up the packs.
    needed = 52 * rules.packs - lying
    under = sum((rank_of(card) - rules.base) % KING + 1 for card in cards)
    if abs(needed - under) <= abs(needed - len(cards)):
        return cards
    return _built(cards, _HOME, rules)


def _built(cards: list[int], place: str, rules: Rules) -> list[int]:
    """Lay cards on foundations one after another; returns the top cards."""
    tops: list[int] = []
    for card in cards:
        below = 16 * suit_of(card) + (rank_of(card) - 2) % KING + 1
        if rank_of(card) == rules.base:
            tops.append(card)
        elif below in tops:
            tops[tops.index(below)] = card
        else:
            raise InvalidGameError(
                f"{place}: {_name(card)} has no {_name(below)} before it to lie on"
            )
    return tops


# Rules. What Solvitaire takes for granted of every key that a file of rules leaves out; that a
# value must be of the same type follows from it.
_DEFAULTS: dict[str, Any] = {
    _TABLEAU: {
        "count": 8,
        "build policy": "any-suit",
        "spaces policy": "any",
        "diagonal deal": False,
        "move built group": "no",
        "move built group policy": "same-as-build",
        "face up cards": "all",
    },
    _HOME: {
        "present": True,
        "initial cards": "none",
        "base card": "A",
        "removable": False,
        "only complete pile moves": False,
    },
    "hole": {"present": False, "base card": "AS", "build loops": True},
    "cells": {"count": 0, "pre-filled": 0},
    _STOCK: {"size": 0, "deal type": "waste", "deal count": 1, "redeal": False},
    "reserve": {"size": 0, "stacked": False},
    "accordion": {"size": 0, "moves": [], "build policies": []},
    "sequences": {"count": 0, "direction": "L", "build policy": "same-suit", "fixed suit": False},
    "max rank": 13,
    "two decks": False,
}
# Our values for its words; those of its words that are not here, we have nothing for.
_OURS: dict[str, dict[str, Any]] = {
    "build policy": {"same-suit": "suit", "red-black": "alternate", "any-suit": "rank"},
    "spaces policy": {"any": "any", "kings": "king", "auto-waste-then-stock": "waste"},
    "move built group": {"no": False, "yes": True},
    "face up cards": {"all": "u", "top": "d"},
    "initial cards": {"none": False, "all": True},
}
# And its words for them.
_THEIRS = {key: {ours: word for word, ours in words.items()} for key, words in _OURS.items()}


def to_solvitaire_rules(rules: Rules) -> dict[str, Any]:
    """A game's rules as Solvitaire reads them (`solvitaire --custom-rules FILE`).

    Raises:
        InvalidGameError: Solvitaire has no such games; the message tells all that it lacks.
    """
    lacks = []
    if rules.packs > 2:
        lacks.append(f"games of {rules.packs} packs")
    if rules.build not in _THEIRS["build policy"]:
        lacks.append(f"columns that build {BUILDS[rules.build][0]}")
    if rules.runs not in ("", rules.build):
        # It lays a group by the rule that the group follows, not by the one for single cards.
        lacks.append("runs that follow another rule than the columns")
    if rules.runs and rules.empty == "waste":
        lacks.append("runs to empty columns that the waste has filled before")
    if rules.base != 1:
        # With twos for a base, say, its columns go from king to ace and end with the two.
        lacks.append("columns that go on below the card that foundations begin with")
    elif rules.wrap:
        lacks.append("kings on aces")
    if rules.rows.count("d") not in (0, len(rules.rows) - 1):
        faces = ", ".join("down" if row == "d" else "up" for row in rules.rows)
        lacks.append(f"columns dealt face {faces}")
    if rules.redeals > 0:
        lacks.append("redeals that are counted")
    if lacks:
        raise InvalidGameError(f"Solvitaire has no {', and no '.join(lacks)}")
    dealt = rules.columns * len(rules.rows) + 4 * rules.packs * rules.base_home
    return {
        _TABLEAU: {
            "count": rules.columns,
            "build policy": _THEIRS["build policy"][rules.build],
            "spaces policy": _THEIRS["spaces policy"][rules.empty],
            "move built group": _THEIRS["move built group"][bool(rules.runs)],
            "face up cards": _THEIRS["face up cards"][rules.rows[0]],
        },
        _HOME: {"initial cards": _THEIRS["initial cards"][rules.base_home]},
        _STOCK: {
            "size": 52 * rules.packs - dealt,
            "deal count": rules.draw,
            "redeal": rules.redeals == UNLIMITED,
        },
        "two decks": rules.packs == 2,
    }


def from_solvitaire_rules(data: Any) -> dict[str, Any]:
    """Read rules, such as `solvitaire --describe-game-rules` prints and ``--custom-rules`` reads.

    Args:
        data: the object, as `json.loads` gives it.

    Returns:
        The fields of a `Rules`, without its names: ``Rules("mine", "Mine", **fields)``.

    Raises:
        InvalidGameError: they are no such rules, told with the place; or those of a game that is
            none of this family; the message tells all that we lack.
    """
    read = _with_defaults(data)
    tableau, home, stock = read[_TABLEAU], read[_HOME], read[_STOCK]
    lacks = [
        what
        for what, there in (
            ("hole", read["hole"]["present"]),
            ("cells", read["cells"]["count"]),
            ("reserve", read["reserve"]["size"]),
            ("accordion", read["accordion"]["size"]),
            ("sequences", read["sequences"]["count"]),
            ("packs without kings", read["max rank"] != KING),
            ("games without foundations", not home["present"]),
            ("cards taken back from foundations", home["removable"]),
            ("foundations for whole suits only", home["only complete pile moves"]),
            ("foundations from other cards than aces", home["base card"] not in ("A", "a", "1")),
            ("diagonal deal", tableau["diagonal deal"]),
            ("stock that is dealt to the columns", stock["deal type"] != "waste"),
        )
        if there
    ]

    def ours(section: dict[str, Any], key: str) -> Any:
        word = section[key]
        if word not in _OURS[key]:
            lacks.append(f"{key} {quote(word)}")
        return _OURS[key].get(word)

    build = ours(tableau, "build policy")
    moves_runs = ours(tableau, "move built group")
    group = tableau["move built group policy"]
    if moves_runs and group not in ("same-as-build", tableau["build policy"]):
        lacks.append("runs that follow another rule and are laid by it")
    base_home = ours(home, "initial cards")
    packs = 1 + read["two decks"]
    dealt = 52 * packs - 4 * packs * bool(base_home) - stock["size"]
    columns = tableau["count"]
    if columns < 1 or dealt < columns or dealt % columns:
        lacks.append(f"layout of {dealt} cards in {columns} columns that are dealt alike")
    if stock["deal count"] < 1:
        lacks.append(f"draw of {stock['deal count']} cards")
    fields = {
        "packs": packs,
        "columns": columns,
        "rows": ours(tableau, "face up cards"),
        "build": build,
        "runs": build if moves_runs else "",
        "empty": ours(tableau, "spaces policy"),
        "draw": stock["deal count"],
        "redeals": UNLIMITED if stock["redeal"] else 0,
        "base_home": base_home,
    }
    if lacks:
        raise InvalidGameError(f"fortythieves has no {', and no '.join(lacks)}")
    fields["rows"] = fields["rows"] * (dealt // columns - 1) + "u"
    return fields


def _with_defaults(data: Any) -> dict[str, Any]:
    """The rules with all their keys, the values checked for their types."""
    read = {}
    for key, default in _object(data, _DEFAULTS, "rules").items():
        if type(_DEFAULTS[key]) is not dict:
            read[key] = _of_type(default, _DEFAULTS[key], key)
            continue
        # Its older rules say of a hole only whether there is one.
        value = {"present": default} if key == "hole" and type(default) is bool else default
        read[key] = {
            inner: _of_type(found, _DEFAULTS[key][inner], f"{key}, {inner}")
            for inner, found in _object(value, _DEFAULTS[key], key).items()
        }
    return read


def _object(value: Any, defaults: dict[str, Any], place: str) -> dict[str, Any]:
    if type(value) is not dict:
        raise InvalidGameError(f"{place}: an object is needed, not {shown(value)}")
    for key in value:
        if key not in defaults:
            raise InvalidGameError(f"{place}: there is no {quote(key)}")
    return {**defaults, **value}


def _of_type(value: Any, default: Any, place: str) -> Any:
    kind = {int: "a number to 999", bool: "true or false", str: "a word", list: "a list"}
    if type(value) is not type(default) or (type(value) is int and not 0 <= value < 1000):
        raise InvalidGameError(f"{place}: {kind[type(default)]} is needed, not {shown(value)}")
    return value
