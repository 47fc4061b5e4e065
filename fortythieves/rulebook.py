"""The rules of a game in words, made from its record, so that they can't drift from play."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from .cards import RANK_NAMES
from .rules import BUILDS, EMPTIES, UNLIMITED, Rules


def summary(rules: Rules) -> str:
    """One line on a game: its layout, build, moves, stock and what else is its own."""
    parts = [f"{rules.columns} x {_rows(rules)}", build_words(rules), runs_words(rules)]
    if rules.packs != 2:
        parts.insert(0, f"{rules.packs} pack{'s' * (rules.packs != 1)}")
    if rules.draw > 1:
        parts.append(f"draw {rules.draw}")
    if rules.redeals:
        parts.append(redeals_words(rules))
    if rules.empty != "any":
        parts.append(f"{empty_words(rules)} to empty columns")
    if rules.base_home or rules.base != 1:
        parts.append(f"home from {_base_words(rules)}")
    return ", ".join(parts)


def build_words(rules: Rules) -> str:
    """How columns build, in a few words."""
    return BUILDS[rules.build][0] + (" round the corner" if rules.wrap else "")


def runs_words(rules: Rules) -> str:
    """What may be moved at once, in a few words."""
    if not rules.runs:
        return "one card"
    if rules.runs == rules.build:
        return "runs"
    return f"runs {BUILDS[rules.runs][0].removeprefix('down ')}"


def redeals_words(rules: Rules) -> str:
    """How many redeals there are, in a few words."""
    if rules.redeals == UNLIMITED:
        return "redeals without end"
    return f"{rules.redeals or 'no'} redeal{'s' * (rules.redeals != 1)}"


def empty_words(rules: Rules) -> str:
    """What an empty column takes, in a few words."""
    return {"any": "any card", "king": "only kings", "waste": "the waste"}[rules.empty]


def describe(rules: Rules) -> str:
    """The rules of a game in full, for people, made from its record."""
    lines = [rules.title, "=" * len(rules.title), ""]
    if rules.aliases:
        others = (_as_title(alias) for alias in rules.aliases)
        lines += [*textwrap.wrap(f"Also known as {', '.join(others)}.", 78), ""]
    for topic, text in (
        ("Pack", f"{_packs(rules)}, {52 * rules.packs} cards. {_order(rules)}"),
        ("Goal", _goal(rules)),
        ("Layout", _layout(rules)),
        ("Columns", _columns(rules)),
        ("Moving", _moving(rules)),
        ("Foundations", _foundations(rules)),
        ("Empty column", _empty_column(rules)),
        ("Stock", _stock(rules)),
        ("Redeals", _redeals(rules)),
    ):
        indent = " " * 14
        text = f"{topic + ':':<13} {text}"
        lines += textwrap.wrap(text, 78, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines)


def _order(rules: Rules) -> str:
    if rules.base == 1 and not rules.wrap:
        return "Ace is low, king is high."
    return "After the king comes the ace again."


def _goal(rules: Rules) -> str:
    last = RANK_NAMES[(rules.base - 2) % 13]
    round_the_corner = ", ace after king" if rules.base != 1 else ""
    return (
        f"{_number(4 * rules.packs)} foundations, each built up in suit from "
        f"{RANK_NAMES[rules.base - 1]} to {last}{round_the_corner}; the game is won when all are "
        "complete."
    )


def _layout(rules: Rules) -> str:
    dealt = rules.columns * len(rules.rows)
    base = 4 * rules.packs if rules.base_home else 0
    text = f"{dealt} cards dealt row by row to {rules.columns} columns of "
    text += _number(len(rules.rows)) + ". "
    if not rules.down:
        text += "All lie face up. "
    elif "u" in rules.rows[: rules.down]:
        faces = ", ".join("down" if row == "d" else "up" for row in rules.rows)
        text += f"From the bottom they lie face {faces}; a face-down card "
        text += "is turned up as soon as it becomes its column's top card. "
    else:
        text += f"The {_bottom(rules.down)} of each column lie{'s' * (rules.down == 1)} face "
        text += "down; each is turned up as soon as it becomes its column's top card. "
    if base:
        text += f"The {_number(base)} {_plural(rules.base)} are taken out before the deal and "
        text += "begin the foundations. "
    stock = 52 * rules.packs - dealt - base
    return text + f"The other {stock} are the stock, face down; the waste begins empty."


def _columns(rules: Rules) -> str:
    text = f"built {BUILDS[rules.build][0]}, each card one rank lower than the card it is laid on."
    if rules.wrap:
        return text + " A king may be laid on an ace."
    return text + " A king goes only to an empty column."


def _moving(rules: Rules) -> str:
    if rules.runs:
        return (
            "face-up cards at the end of a column that already follow one another "
            f"{BUILDS[rules.runs][0]} are a run; a run, or any part of its end, may be moved as "
            "one to a column where its highest card fits."
        )
    return (
        "one card at a time, the top card of a column. (A run may be asked for, and is then "
        "carried over card by card by way of empty columns.)"
    )


def _foundations(rules: Rules) -> str:
    base = RANK_NAMES[rules.base - 1]
    first = "" if rules.base_home else f"{'an' if base in 'ace eight' else 'a'} {base} to an "
    first += "" if rules.base_home else "empty one and then "
    return (
        f"a column's top card or the waste's top card may go to a foundation, {first}one rank "
        "higher in suit. A card on a foundation stays there."
    )


def _empty_column(rules: Rules) -> str:
    run = "and a run of any length" if rules.empty != "king" else "or a run that begins with one"
    return EMPTIES[rules.empty] + (f", {run}." if rules.runs else ".")


def _stock(rules: Rules) -> str:
    if rules.draw == 1:
        draw = "its top card may be drawn at any time, to the waste or at once to where it fits."
    else:
        draw = (
            f"a draw turns {_number(rules.draw)} cards one after another onto the waste, or as "
            "many as are left, at any time."
        )
    return draw + " The waste's top card may be played at any time; no other of the waste."


def _redeals(rules: Rules) -> str:
    if not rules.redeals:
        return "none."
    turn = "when the stock is empty the waste may be turned over to be the stock again, order kept"
    if rules.redeals == UNLIMITED:
        return f"without end: {turn}."
    return f"{_number(rules.redeals)}: {turn} ({_number(rules.redeals + 1)} passes in all)."


def _number(number: int) -> str:
    words = "no one two three four five six seven eight nine ten eleven twelve".split()
    return words[number] if number < len(words) else str(number)


def _packs(rules: Rules) -> str:
    return f"{_number(rules.packs)} pack{'s' * (rules.packs != 1)}"


def _rows(rules: Rules) -> str:
    """How many cards a column has, and which of them lie face down."""
    down = rules.rows.count("d")
    where = " in between" if "u" in rules.rows[: rules.down] else ""
    return f"{len(rules.rows)}" + (f" ({down} face down{where})" if down else "")


def _plural(rank: int) -> str:
    return "sixes" if rank == 6 else RANK_NAMES[rank - 1] + "s"


def _bottom(rows: int) -> str:
    return "bottom card" if rows == 1 else f"bottom {_number(rows)}"


def _as_title(name: str) -> str:
    small = {"at", "le", "and", "of"}
    words = [word if word in small else word.capitalize() for word in name.split("-")]
    return " ".join([words[0].capitalize(), *words[1:]])


def games_table(games: Iterable[Rules]) -> str:
    """Games as a Markdown table, a row a game."""
    lines = [
        "| game | packs | layout | columns build | moves | draw | passes | empty column | else |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for rules in games:
        passes = "no end" if rules.redeals == UNLIMITED else rules.redeals + 1
        home = "" if rules.base == 1 and not rules.base_home else f"home from {_base_words(rules)}"
        cells = (
            f"`{rules.name}`",
            rules.packs,
            f"{rules.columns} x {_rows(rules)}",
            build_words(rules),
            runs_words(rules),
            rules.draw,
            passes,
            empty_words(rules),
            home,
        )
        lines.append("| " + " | ".join(map(str, cells)).rstrip() + " |")
    return "\n".join(lines) + "\n"


def _base_words(rules: Rules) -> str:
    return f"{'the ' * rules.base_home}{_plural(rules.base)}"
