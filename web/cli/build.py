"""Which build of dealproof runs: pure Python, or with modules that mypyc compiled."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Final

COMPILED: Final = "compiled"
PURE: Final = "pure Python"


def running() -> str:
    """Returns `COMPILED` or `PURE`, by where Python finds a module that each compiled build compiles."""
    found = find_spec("dealproof.verifier.stream")
    return COMPILED if found and str(found.origin).endswith(tuple(EXTENSION_SUFFIXES)) else PURE
