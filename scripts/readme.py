"""Writes anew what README.md shows of the games and of the catalogue; scripts/readme runs it.

That is its tables, and the picture on top, seeds/rank-and-file.svg. With --check it writes nothing,
and fails where they are not what it would write.
"""

import re
import sys
from pathlib import Path

from fortythieves import GAMES, Game
from fortythieves.catalogue import WON, entries, winning_line
from fortythieves.film import film_svg
from fortythieves.rulebook import games_table
from fortythieves.rules import Rules
from fortythieves.solver.statistics import summarise
from fortythieves.solver.survey import DealResult

TOP = Path(__file__).parent.parent
README = TOP / "README.md"
PICTURE = TOP / "seeds" / "rank-and-file.svg"
FIRST_GAMES = 9  # those of the project's own rules; the others are PySolFC's


def fresh(readme: str) -> str:
    """The README with its tables as the records have them now."""
    games = list(GAMES.values())
    for part, table in (
        ("games", games_table(games[:FIRST_GAMES])),
        ("family", games_table(games[FIRST_GAMES:])),
        ("winnability", winnability_table(games[:FIRST_GAMES])),
    ):
        pattern = rf"(<!-- {part}: .*? -->\n).*?(<!-- /{part} -->)"
        readme, found = re.subn(pattern, rf"\1{table}\2", readme, flags=re.DOTALL)
        if found != 1:
            raise SystemExit(
                f"readme: README.md has {found} places for the table '{part}', not one"
            )
    return readme


def winnability_table(games: list[Rules]) -> str:
    """How often games can be won, by the catalogue; without those of which it has no sample."""
    lines = [
        "| game | deals | won | proved lost | undecided | can be won | 95% interval |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for rules in games:
        known = entries(rules)
        # All deals from 1 on, not some that were chosen for what they are.
        if [entry.deal for entry in known] != list(range(1, len(known) + 1)) or not known:
            continue
        found = summarise(
            rules,
            [
                DealResult(rules, entry.deal, entry.verdict, 0 if entry.verdict == WON else None)
                for entry in known
            ],
        )
        counts = [found.deals, found.won, found.unwinnable, found.undecided]
        cells = [f"`{rules.name}`", *(f"{count:,}" for count in counts)]
        cells += [percent(*found.share), percent(*found.interval)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def percent(low: float, high: float) -> str:
    first, last = f"{100 * low:.1f}", f"{100 * high:.1f}"
    return f"{last}%" if first == last else f"{first} to {last}%"


def picture() -> str:
    """The first game of Rank and File in the catalogue that is won, as a film."""
    rules = GAMES["rank-and-file"]
    entry = next(entry for entry in entries(rules) if entry.verdict == WON)
    game = Game.deal(rules, entry.deal)
    game.push_all(winning_line(rules, entry))
    return film_svg(game)


def main() -> int:
    check = "--check" in sys.argv[1:]
    code = 0
    for path, make in ((README, fresh), (PICTURE, lambda _: picture())):
        before = path.read_text(encoding="utf-8")
        after = make(before)
        if before != after and check:
            print(f"{path.relative_to(TOP)} is stale: run scripts/readme", file=sys.stderr)
            code = 1
        elif before != after:
            path.write_text(after, encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
