"""Fit what `fortythieves.solver.estimate` knows from surveys, and write estimates.json.

    fortythieves solve --game maria --deals 12001-12080 --json --nodes 3M >maria.ndjson
    scripts/calibrate maria.ndjson ...

The deals are above 10,000, so that numbered deals 1-1000 can be used to check the estimates:

    scripts/calibrate --check catalogue.ndjson ...

prints, by game, how many of the deals that were open after 10,000, 100,000, ... nodes were won
later, and how many the estimates would have expected among them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from fortythieves.solver.estimate import FILE, Effort, fit

Lines = dict[str, list[dict[str, Any]]]


def main() -> int:
    parser = argparse.ArgumentParser(
        "scripts/calibrate", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("files", nargs="+", type=Path, help="lines of solve --deals --json")
    options = parser.parse_args()
    games: Lines = defaultdict(list)
    for path in options.files:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            for number, text in enumerate(lines, 1):  # noqa: B007 (told if it fails)
                line = json.loads(text)
                if not {"game", "deal", "verdict", "nodes"} <= line.keys():
                    raise ValueError("a key is missing")
                games[line["game"]].append(line)
        except OSError as error:
            parser.error(f"{path}: {error.strerror}")
        except (ValueError, AttributeError):
            parser.error(
                f"{path}: line {number} is not a line of fortythieves solve --deals --json"
            )
    if options.check:
        check(games)
        return 0
    return write(games)


def write(games: Lines) -> int:
    known = json.loads(Path(FILE).read_text(encoding="utf-8"))
    for game, lines in sorted(games.items()):
        deals = [int(line["deal"]) for line in lines]
        if min(deals) <= 10_000:
            print(f"{game}: deals up to 10000 are for checking, not for fitting", file=sys.stderr)
            return 2
        nodes = {
            verdict: [line["nodes"] for line in lines if line["verdict"] == verdict]
            for verdict in ("won", "unwinnable", "undecided")
        }
        effort = fit(nodes["won"], len(nodes["unwinnable"]), nodes["undecided"])
        known["games"][game] = {
            **{field: round(value, 4) for field, value in effort._asdict().items()},
            "from": f"deals {min(deals)}-{max(deals)}: {len(nodes['won'])} won, "
            f"{len(nodes['unwinnable'])} proved lost, {len(nodes['undecided'])} open after "
            f"{max(nodes['undecided'], default=max(nodes['won'])):,} nodes",
        }
        print(game, known["games"][game])
    entries = ",\n".join(
        f"    {json.dumps(game)}: {json.dumps(known['games'][game])}"
        for game in sorted(known["games"])
    )
    text = f'{{\n  "note": {json.dumps(known["note"])},\n  "games": {{\n{entries}\n  }}\n}}\n'
    Path(FILE).write_text(text, encoding="utf-8")
    return 0


def check(games: Lines) -> None:
    known = json.loads(Path(FILE).read_text(encoding="utf-8"))["games"]
    for game, lines in sorted(games.items()):
        if game not in known:
            print(f"{game}: no estimate is known", file=sys.stderr)
            continue
        effort = Effort(**{field: known[game][field] for field in Effort._fields})
        for exponent in range(4, 8):
            after = 10**exponent
            still_open = [line for line in lines if line["nodes"] > after]
            if not still_open:
                continue
            won = sum(line["verdict"] == "won" for line in still_open)
            expected = len(still_open) * effort.chance(after)
            later = sum(
                effort.chance(line["nodes"])
                for line in still_open
                if line["verdict"] == "undecided"
            )
            print(
                f"{game}: {len(still_open)} open after {after:,} nodes, expected winnable "
                f"{expected:.1f}; won later {won}, and of those still open {later:.1f} expected"
            )


if __name__ == "__main__":
    sys.exit(main())
