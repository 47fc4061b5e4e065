"""Limits of a search, as a person writes them."""

from __future__ import annotations

import pytest

from fortythieves import UsageError
from fortythieves.limits import parse_limits
from fortythieves.solver import Limits


def test_without_any_they_are_those_of_the_library() -> None:
    assert parse_limits() == Limits(10.0, None, 1_000_000_000, 0, False)


@pytest.mark.parametrize(
    ("given", "limits"),
    [
        ({"time": "0.5"}, Limits(seconds=0.5)),
        ({"time": "3600"}, Limits(seconds=3600.0)),
        ({"time": "none"}, Limits(seconds=None)),
        # An answer that nodes alone limit is the same everywhere.
        ({"nodes": "5000"}, Limits(seconds=None, nodes=5000)),
        ({"nodes": "5k"}, Limits(seconds=None, nodes=5000)),
        ({"nodes": "1.5M", "time": "2"}, Limits(seconds=2.0, nodes=1_500_000)),
        ({"nodes": "none"}, Limits()),
        ({"memory": "500M"}, Limits(memory=500_000_000)),
        ({"memory": "0.3G"}, Limits(memory=300_000_000)),
        ({"memory": "2GB"}, Limits(memory=2_000_000_000)),
        ({"memory": "1000000"}, Limits(memory=1_000_000)),
        ({"seed": "7"}, Limits(seed=7)),
    ],
)
def test_what_is_read(given: dict[str, str], limits: Limits) -> None:
    assert parse_limits(**given) == limits  # type: ignore[arg-type]  # shorten is not given


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"time": text}, "a number of seconds above 0")
        for text in ("0", "0.0", "-1", "", "x", "nan", "inf", "1e3", "10s", "1" * 10, "٣")
    ]
    + [
        ({"nodes": text}, "a number of positions from 1 up")
        for text in ("0", "-5", "", "M", "1e6", "5T", "0.1", "9" * 15 + "G", "1.0000000001M")
    ]
    + [
        ({"memory": text}, "a number of bytes from 1M up")
        for text in ("0", "999999", "1K", "", "none", "-1G", "1GiB", "BB")
    ]
    + [({"seed": text}, "a whole number of at most 18 digits") for text in ("", "x", "1.5", "-1")],
)
def test_what_is_refused(given: dict[str, str], told: str) -> None:
    ((name, text),) = given.items()
    with pytest.raises(UsageError) as caught:
        parse_limits(**given)  # type: ignore[arg-type]  # shorten is not given
    assert str(caught.value).startswith(f"--{name} {text!r}: {told}")
