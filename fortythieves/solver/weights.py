"""How much each feature of a position counts, by kind of game: the data are in weights.json."""

from __future__ import annotations

import json
import os

from ..rules import Rules

# In the order in which `Board.set_weights` takes them.
FEATURES = (
    "home", "lower", "empty", "empty2", "empty3", "waste", "proper", "ordered", "king", "single",
    "down", "over_own", "over_any", "waste_over", "placeable", "soon", "need", "need2", "need3",
    "need4", "drawn",
)  # fmt: skip

FILE = os.path.join(os.path.dirname(__file__), "weights.json")


def kind_of(rules: Rules) -> str:
    """The kind of game, a key of the data: what its search is like depends on this most."""
    return f"{rules.build}, {'runs' if rules.runs else 'one card'}"


def weights_for(rules: Rules) -> list[int]:
    """The weights for a game, in thousandths of a card home, in the order of FEATURES."""
    with open(FILE, encoding="utf-8") as file:
        weights = json.load(file)["kinds"][kind_of(rules)]
    return [weights[feature] for feature in FEATURES]
