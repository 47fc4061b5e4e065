"""Writes the tables of games in README.md anew from the games' records; scripts/readme runs it.

With --check it writes nothing, and fails where the README is not what it would write.
"""

import re
import sys
from pathlib import Path

from fortythieves import GAMES
from fortythieves.rulebook import games_table

README = Path(__file__).parent.parent / "README.md"
FIRST_GAMES = 9  # those of the project's own rules; the others are PySolFC's


def fresh(readme: str) -> str:
    """The README with its tables as the records have them now."""
    games = list(GAMES.values())
    for part, rows in (("games", games[:FIRST_GAMES]), ("family", games[FIRST_GAMES:])):
        pattern = rf"(<!-- {part}: .*? -->\n).*?(<!-- /{part} -->)"
        table = games_table(rows)
        readme, found = re.subn(pattern, rf"\1{table}\2", readme, flags=re.DOTALL)
        if found != 1:
            raise SystemExit(
                f"readme: README.md has {found} places for the table '{part}', not one"
            )
    return readme


def main() -> int:
    before = README.read_text(encoding="utf-8")
    after = fresh(before)
    if "--check" in sys.argv[1:]:
        if before != after:
            print("README.md is stale: run scripts/readme", file=sys.stderr)
        return int(before != after)
    README.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
