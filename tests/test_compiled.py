"""That what is compiled of the solver is made of its present source, and that it can be told."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest
from cli import run

import fortythieves.solver

SOLVER = Path(fortythieves.solver.__file__).parent
TYPES = sorted(SOLVER.glob("*.pxd"))


def made_of(name: str) -> Path:
    """The file that a module of the solver is loaded from."""
    path = importlib.import_module(f"fortythieves.solver.{name}").__file__
    assert path
    return Path(path)


@pytest.mark.parametrize("types", TYPES, ids=lambda path: path.stem)
def test_compiled_module_is_newer_than_its_source(types: Path) -> None:
    made = made_of(types.stem)
    source = types.with_suffix(".py")
    if made == source:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{source} is not compiled")
        pytest.skip("not compiled here")
    # Modules see one another's types.
    newest = max(path.stat().st_mtime for path in (source, *TYPES))
    assert made.stat().st_mtime >= newest, "scripts/test, or any script, compiles it anew"


def test_version_tells_whether_the_solver_is_compiled() -> None:
    compiled = {made_of(types.stem).suffix != ".py" for types in TYPES}
    assert len(compiled) == 1, "all or none"
    how = "compiled" if compiled == {True} else "not compiled"
    assert run("--version").out == f"fortythieves {fortythieves.__version__} (solver {how})\n"
