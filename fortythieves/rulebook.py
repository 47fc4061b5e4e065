"""The rules of a game in words, made from its record, so that they can't drift from play."""

from __future__ import annotations

import textwrap

from .rules import BUILDS, Rules


def summary(rules: Rules) -> str:
    """One line on a game: its layout, build, moves, stock and what else is its own."""
    rows = f"{rules.down + rules.up}"
    if rules.down:
        rows += f" ({rules.down} face down)"
    parts = [
        f"{rules.columns} x {rows}",
        BUILDS[rules.build][0],
        "runs move" if rules.runs else "one card moves",
    ]
    if rules.draw > 1:
        parts.append(f"draw {rules.draw}")
    if rules.redeals:
        parts.append(f"{rules.redeals} redeals")
    if rules.aces_home:
        parts.append("aces begin the foundations")
    return ", ".join(parts)


def describe(rules: Rules) -> str:
    """The rules of a game in full, for people, made from its record."""
    cards = 52 * rules.packs
    aces = 4 * rules.packs
    dealt = rules.columns * (rules.down + rules.up)
    stock = cards - dealt - (aces if rules.aces_home else 0)
    lines = [rules.title, "=" * len(rules.title), ""]
    if rules.aliases:
        others = (_as_title(alias) for alias in rules.aliases)
        lines += [*textwrap.wrap(f"Also known as {', '.join(others)}.", 78), ""]

    def say(topic: str, text: str) -> None:
        lines.extend(
            textwrap.wrap(
                f"{topic + ':':<13} {text}", 78, subsequent_indent=" " * 14, break_on_hyphens=False
            )
        )

    say("Pack", f"{_number(rules.packs)} packs, {cards} cards. Ace is low, king is high.")
    say(
        "Goal",
        f"{_number(aces)} foundations, each built up in suit from ace to king; the game is won "
        "when all are complete.",
    )
    layout = f"{dealt} cards dealt row by row to {rules.columns} columns of "
    layout += _number(rules.down + rules.up) + ". "
    if rules.down:
        layout += f"The {_bottom(rules.down)} of each column lie{'s' * (rules.down == 1)} face "
        layout += "down; each is turned up as soon as it becomes its column's top card. "
    else:
        layout += "All lie face up. "
    if rules.aces_home:
        layout += f"The {_number(aces)} aces are taken out before the deal and begin the "
        layout += "foundations. "
    layout += f"The other {stock} are the stock, face down; the waste begins empty."
    say("Layout", layout)
    say(
        "Columns",
        f"built {BUILDS[rules.build][0]}, each card one rank lower than the card it is laid on. "
        "A king goes only to an empty column. ",
    )
    if rules.runs:
        say(
            "Moving",
            "face-up cards at the end of a column that already follow one another by the "
            "column's build rule are a run; a run, or any part of its end, may be moved as one "
            "to a column where its highest card fits.",
        )
    else:
        say(
            "Moving",
            "one card at a time, the top card of a column. (A run may be asked for, and is then "
            "carried over card by card by way of empty columns.)",
        )
    first = "" if rules.aces_home else "an ace to an empty one and then "
    say(
        "Foundations",
        f"a column's top card or the waste's top card may go to a foundation, {first}one rank "
        "higher in suit. A card on a foundation stays there.",
    )
    empty = "any card that may be moved may be moved there"
    say("Empty column", empty + (", and a run of any length." if rules.runs else "."))
    if rules.draw == 1:
        draw = "its top card may be drawn at any time, to the waste or at once to where it fits."
    else:
        draw = (
            f"a draw turns {_number(rules.draw)} cards one after another onto the waste, or as "
            "many as are left, at any time."
        )
    say("Stock", draw + " The waste's top card may be played at any time; no other of the waste.")
    if rules.redeals:
        say(
            "Redeals",
            f"{_number(rules.redeals)}: when the stock is empty the waste may be turned over to "
            f"be the stock again, order kept ({_number(rules.redeals + 1)} passes in all).",
        )
    else:
        say("Redeals", "none.")
    return "\n".join(lines)


def _number(number: int) -> str:
    words = ("no one two three four five six seven eight nine ten eleven twelve").split()
    return words[number] if number < len(words) else str(number)


def _bottom(rows: int) -> str:
    return "bottom card" if rows == 1 else f"bottom {_number(rows)}"


def _as_title(name: str) -> str:
    small = {"at", "le", "and"}
    words = [word if word in small else word.capitalize() for word in name.split("-")]
    return " ".join([words[0].capitalize(), *words[1:]])
