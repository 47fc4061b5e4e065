"""The limits of a search as they are written on the command line."""

from __future__ import annotations

import re

from .errors import UsageError, quote
from .solver import Limits

_UNITS = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}
_NONE = "none"
# What a search needs for itself, and what no machine has.
_LEAST_MEMORY, _MOST = 1_000_000, 10**15


def parse_limits(
    time: str | None = None,
    nodes: str | None = None,
    memory: str | None = None,
    seed: str | None = None,
    shorten: bool = False,
) -> Limits:
    """Read the limits of a search; what is not given is as in ``Limits()``.

    Args:
        time: seconds, such as ``10`` or ``0.5``, or ``none``. Where it is not given but nodes are,
            there is no limit of time, so that the answer is the same on every machine.
        nodes: how many positions, such as ``5000`` or ``5M``, or ``none``.
        memory: bytes, such as ``500M`` or ``1G``.
        seed: a whole number.
        shorten: see `Limits`.

    Raises:
        UsageError: any of them is something else.
    """
    limits = Limits(shorten=shorten)
    if nodes is not None:
        limits = limits._replace(nodes=_nodes(nodes))
        if limits.nodes is not None:
            limits = limits._replace(seconds=None)
    if time is not None:
        limits = limits._replace(seconds=_seconds(time))
    if memory is not None:
        limits = limits._replace(memory=_memory(memory))
    if seed is not None:
        limits = limits._replace(seed=_seed(seed))
    return limits


def _seconds(text: str) -> float | None:
    if text == _NONE:
        return None
    seconds = float(text) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?", text) else 0.0
    if seconds <= 0:
        raise UsageError(
            f"--time {quote(text)}: a number of seconds above 0 is needed, such as 10 or 0.5, or "
            f"{_NONE}"
        )
    return seconds


def _nodes(text: str) -> int | None:
    if text == _NONE:
        return None
    nodes = _amount(text)
    if not nodes:
        raise UsageError(
            f"--nodes {quote(text)}: a number of positions from 1 up is needed, such as 5000 or "
            f"5M, or {_NONE}"
        )
    return nodes


def _memory(text: str) -> int:
    memory = _amount(text.removesuffix("B").removesuffix("b"))
    if memory < _LEAST_MEMORY:
        raise UsageError(
            f"--memory {quote(text)}: a number of bytes from 1M up is needed, such as 500M or 1G"
        )
    return memory


def _seed(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise UsageError(f"--seed {quote(text)}: a whole number of at most 18 digits is needed")
    return int(text)


def _amount(text: str) -> int:
    """A number with K, M or G behind it, or without; 0 for what is none."""
    found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)([KMG]?)", text.upper())
    if found is None:
        return 0
    # By whole numbers, since 0.3 * 1000 isn't one.
    number, unit = found.groups()
    whole, _, part = number.partition(".")
    amount = int(whole) * _UNITS[unit] + int(part or 0) * _UNITS[unit] // 10 ** len(part)
    return amount if amount <= _MOST else 0
