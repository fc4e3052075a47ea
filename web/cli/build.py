"""Which dealproof runs: its version, and whether modules of it are compiled."""

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


def version() -> str:
    """Returns the version of dealproof that is installed."""
    # Loaded here, where alone it is needed: it reads metadata as e-mail, which is a tenth of what a check would load.
    from importlib.metadata import version as installed

    return installed("dealproof")
