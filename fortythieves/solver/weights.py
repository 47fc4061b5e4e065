"""How much each feature of a position counts, by kind of game, in thousandths of a card home."""

from __future__ import annotations

from ..rules import Rules

# In the order in which `Board.set_weights` takes them.
FEATURES = (
    "home", "lower", "empty", "empty2", "empty3", "waste", "proper", "ordered", "king", "single",
    "down", "over_own", "over_any", "waste_over", "placeable", "soon", "need", "need2", "need3",
    "need4", "drawn",
)  # fmt: skip

_START = {
    "home": 1000,
    "lower": 300,
    "empty": 3000,
    "empty2": 2500,
    "empty3": 2000,
    "waste": -800,
    "proper": 400,
    "ordered": 500,
    "king": 500,
    "single": 800,
    "down": -700,
    "over_own": -500,
    "over_any": -150,
    "waste_over": -200,
    "placeable": 200,
    "soon": 200,
    "need": 333,
    "need2": 160,
    "need3": 93,
    "need4": 27,
    "drawn": 300,
}


def weights_for(rules: Rules) -> list[int]:
    """The weights for a game, in the order of FEATURES."""
    weights = dict(_START)
    if rules.runs:
        weights["drawn"] = 1200
    return [weights[feature] for feature in FEATURES]
