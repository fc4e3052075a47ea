"""How the desk compares names of players: without regard to case, and to how a letter is composed.

>>> folded("ANU Straße") == folded("anu STRASSE")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import normalize

LONGEST: Final = 192
"""Characters of a folded name; a name has at most 64, and folding makes up to three of one."""

MOST: Final = 16
"""Names of one hand. Only a malformed record has more."""


def folded(name: str) -> str:
    """Returns the form of a name in which equal names are equal."""
    return storable(normalize("NFC", normalize("NFC", name).casefold()))


def storable(name: str) -> str:
    """Returns a name as a database can hold it: PostgreSQL has no NUL, and neither database half a surrogate pair."""
    return name.replace("\0", "\ufffd").encode("utf-8", "replace").decode()[:LONGEST]


def by_folded(seats: Iterable[str]) -> dict[str, str]:
    """Returns the names at the seats of a hand by their folded form."""
    return {folded(name): storable(name) for name in [*seats][:MOST]}
