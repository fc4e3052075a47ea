"""The rulings of seating by aces (seating/RULES.md)."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.rulings import UNIFORM_SHUFFLE, Ruling

RULINGS: Final = (
    UNIFORM_SHUFFLE,
    Ruling(
        "places-in-old-order",
        "Both teams fill the remaining places in their old order, counted from eldest to the right.",
        "ruled",
    ),
)
"""The rulings of the family; both take part in every draw."""
