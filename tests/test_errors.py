"""Errors that go from one process to another, and what is shown of strange values."""

from __future__ import annotations

import copy
import pickle

import pytest

from fortythieves import Game, IllegalMoveError
from fortythieves.errors import quote, shown


def refused() -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        Game.deal("forty-thieves", 12345).push("1-f")
    return caught.value


def test_a_refusal_can_be_copied_and_sent() -> None:
    error = refused()
    for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(again) is IllegalMoveError
        assert (str(again), again.code, again.reason) == (str(error), error.code, error.reason)


@pytest.mark.parametrize(
    ("value", "text"),
    [("a", "'a'"), (True, "true"), (None, "null"), (1.5, "1.5"), (7, "7"), ([1], "a list"),
     ({}, "an object"), (10**5000, "a number of so many digits"), ("\x1b[2J", r"'\x1b[2J'")],
    ids=lambda value: repr(value)[:20] if not isinstance(value, int) else "number",
)  # fmt: skip
def test_shown(value: object, text: str) -> None:
    assert shown(value) == text


def test_what_is_quoted_is_cut() -> None:
    assert quote("x" * 100) == "'" + "x" * 39 + "…'"
