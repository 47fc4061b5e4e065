"""The JSON Schemas (2020-12) that ship with the package, a file each beside this module."""

from __future__ import annotations

import os

from ..errors import UsageError, quote

SCHEMAS = ("game", "observation", "rules")


def schema_text(kind: str) -> str:
    """A schema as the text of its file.

    Args:
        kind: ``game`` for a game file, ``observation`` for what `fortythieves.observation` gives,
            ``rules`` for a record of rules.

    Raises:
        UsageError: there is no such schema.
    """
    if kind not in SCHEMAS:
        raise UsageError(f"no schema is called {quote(kind)}: there are {', '.join(SCHEMAS)}")
    with open(os.path.join(os.path.dirname(__file__), f"{kind}.json"), encoding="utf-8") as file:
        return file.read()
