"""The scripts of the checkout as modules, for tests of what is in them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any


def load_script(name: str) -> Any:
    """scripts/NAME.py as a module."""
    path = Path(__file__).parent.parent / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{name}_script", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
