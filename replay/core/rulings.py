"""What a ruling is: a point that the source texts leave open, and how it is decided (RECORD.md, "Rulings")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: its ID, its sentence, and its status: `ruled` by the contract, `provisional` (a source calls
    the point unconfirmed), or `ours` (this project filled a silence of the contract). `from_seeds` says that it is
    about what the seeds decide: it takes no part in a hand without seeds."""

    id: str
    sentence: str
    status: Literal["ruled", "provisional", "ours"]
    from_seeds: bool = False


UNIFORM_SHUFFLE: Final = Ruling(
    "uniform-shuffle",
    "Every deal is a uniform shuffle, even though one source prefers a light shuffle.",
    "ruled",
    from_seeds=True,
)
"""A ruling of every family (PROTOCOL.md, "Roles and order")."""


def provisional(rulings: Iterable[Ruling]) -> bool:
    """Whether rules are provisional: at least one of their rulings has the status `provisional`."""
    return any(ruling.status == "provisional" for ruling in rulings)
