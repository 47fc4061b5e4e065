"""Rules of one's own: a record as TOML or JSON, read with every mistake told by its key."""

from __future__ import annotations

import re

from .errors import InvalidGameError, quote, shown
from .records import TYPE_CHECKING
from .rules import BUILDS, EMPTIES, GAMES, UNLIMITED, Rules, is_known_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MAX_TOML = 20_000
# From the smallest to the largest that may be written.
_RANGES = {
    "packs": (1, 4),
    "columns": (1, 30),
    "draw": (1, 20),
    "redeals": (0, 99),
    "base": (1, 13),
}
_MAX_ROWS = 20
_MAX_NAME, _MAX_TITLE = 40, 60
_FOREVER = "unlimited"

_COMMENTS = {
    "name": "how the game is called for: small letters, digits, hyphens",
    "title": "how it is written for people",
    "packs": "packs of 52 cards, 1 to 4",
    "columns": "tableau columns, 1 to 30",
    "rows": "how each column is dealt, from the bottom: u face up, d face down; the last is u",
    "build": f"how columns build: {', '.join(BUILDS)} (rank: any suit)",
    "runs": 'which build the cards of a run moved as one must follow; "" for one card at a time',
    "wrap": "whether a king may be laid on an ace",
    "empty": f"what an empty column takes: {', '.join(EMPTIES)} (waste: is filled from there)",
    "draw": "how many cards a draw turns, 1 to 20",
    "redeals": f'how often the waste may be turned over, 0 to 99 or "{_FOREVER}"',
    "base": "the rank that begins the foundations, 1 ace to 13 king",
    "base_home": "whether the cards of that rank lie there before the deal",
}


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """A record as an object for TOML or JSON; other names are left out."""
    record = {key: value for key, value in rules._asdict().items() if key in _COMMENTS}
    if rules.redeals == UNLIMITED:
        record["redeals"] = _FOREVER
    return record


def rules_to_toml(rules: Rules) -> str:
    """A record as a TOML file to be edited, a comment to every key."""
    lines = [f"# The rules of {rules.title}. Change what you like, give it a name of its own, and"]
    lines += ["# play it: fortythieves new --rules FILE -o game.json", ""]
    for key, value in rules_to_dict(rules).items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if isinstance(value, str):
            # What a title may hold needs no escapes but these.
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            text = f'"{escaped}"'
        lines += [f"# {_COMMENTS[key]}", f"{key} = {text}"]
    return "\n".join(lines) + "\n"


def rules_from_toml(text: str) -> Rules:
    """Read a record from a TOML file; what is left out is as in Forty Thieves.

    Raises:
        InvalidGameError: it is not TOML, or no game can be played so, told by its key.
    """
    import tomllib

    if len(text) > MAX_TOML:
        raise InvalidGameError(f"too long for rules: more than {MAX_TOML} characters")
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise InvalidGameError(f"not TOML: {error}") from None
    return rules_from_dict(data, "")


def rules_from_dict(data: Any, place: str = "rules.") -> Rules:
    """Read a record from an object of TOML or JSON; what is left out is as in Forty Thieves.

    Args:
        data: the object.
        place: what stands before a key in messages.

    Raises:
        InvalidGameError: no game can be played so, told by its key and the reason.
    """
    if type(data) is not dict:
        raise InvalidGameError(f"{place.rstrip('.')}: an object is needed")
    for key in data:
        if key not in _COMMENTS:
            raise InvalidGameError(
                f"{place}{quote(key).strip(chr(39))}: there is no such key; there are "
                f"{', '.join(_COMMENTS)}"
            )
    for key in ("name", "title"):
        if key not in data:
            raise InvalidGameError(f"{place}{key}: is missing")
    for key, value in data.items():
        problem = _CHECKS[key](value)
        if problem:
            raise InvalidGameError(f"{place}{key}: {shown(value)}: {problem}")
    record = dict(data)
    if record.get("redeals") == _FOREVER:
        record["redeals"] = UNLIMITED
    rules = Rules(**record)
    _check_cards(rules, place)
    known = GAMES.get(rules.name)
    if known is not None and known._replace(aliases=()) == rules:
        return known
    if is_known_name(rules.name):
        raise InvalidGameError(
            f"{place}name: {rules.name!r} is another game of the table; give it a name of its own"
        )
    return rules


def check_rules(rules: Rules) -> None:
    """Refuse a record of one's own by which no game can be played.

    Raises:
        InvalidGameError: by key and reason.
    """
    rules_from_dict(rules_to_dict(rules))


def _check_cards(rules: Rules, place: str) -> None:
    """There must be cards enough for the columns."""
    cards = 52 * rules.packs - (4 * rules.packs if rules.base_home else 0)
    dealt = rules.columns * len(rules.rows)
    if dealt > cards:
        raise InvalidGameError(
            f"{place}rows: {rules.columns} columns of {len(rules.rows)} take {dealt} cards, and "
            f"there are {cards}"
        )


def _whole(key: str) -> Callable[[Any], str]:
    least, most = _RANGES[key]

    def check(value: Any) -> str:
        if key == "redeals" and value == _FOREVER:
            return ""
        fits = type(value) is int and least <= value <= most
        forever = f' or "{_FOREVER}"' if key == "redeals" else ""
        return "" if fits else f"a whole number from {least} to {most}{forever} is needed"

    return check


def _one_of(choices: list[str]) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        known = type(value) is str and value in choices
        named = ", ".join(choice or '""' for choice in choices)
        return "" if known else f"one of {named} is needed"

    return check


def _yes_or_no(value: Any) -> str:
    return "" if type(value) is bool else "true or false is needed"


def _name(value: Any) -> str:
    fits = type(value) is str and len(value) <= _MAX_NAME
    if fits and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        return ""
    return f"small letters, digits and hyphens are needed, {_MAX_NAME} at most"


def _title(value: Any) -> str:
    fits = type(value) is str and 0 < len(value) <= _MAX_TITLE and value.isprintable()
    return "" if fits and value.strip() == value else f"1 to {_MAX_TITLE} printable characters"


def _rows(value: Any) -> str:
    fits = type(value) is str and 0 < len(value) <= _MAX_ROWS and set(value) <= {"u", "d"}
    if fits and value.endswith("u"):
        return ""
    return f"1 to {_MAX_ROWS} letters u (face up) and d (face down) are needed, the last a u"


_CHECKS: dict[str, Callable[[Any], str]] = {
    "name": _name,
    "title": _title,
    "rows": _rows,
    "build": _one_of(list(BUILDS)),
    "runs": _one_of(["", *BUILDS]),
    "wrap": _yes_or_no,
    "empty": _one_of(list(EMPTIES)),
    "base_home": _yes_or_no,
} | {key: _whole(key) for key in _RANGES}
