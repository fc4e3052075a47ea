"""A rule set for seating by aces: how many sit down, and with which pack (seating/RULES.md, "Seating by aces")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from dealproof.replay.core.cards import SUITS
from dealproof.replay.core.ruleset import Contradiction
from dealproof.replay.games.gulan import consistency, variants
from dealproof.replay.games.gulan.ruleset import Pack
from dealproof.replay.games.gulan.ruleset import RuleSet as Gulan

ACE: Final = "A"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A whole rule set: the number of seats, and the pack from which the aces are dealt."""

    id: str
    seats: int
    pack: Pack
    family: Literal["seating"] = "seating"


def seating(id: str, game: Gulan) -> RuleSet:
    """The seating for a game: its seats and its pack (T)."""
    return RuleSet(id, game.seats, game.pack)


VARIANTS: Final = (
    seating("seating-28", variants.GULAN_28),
    seating("seating-40-gulan", variants.GULAN_40),
    seating("seating-40-cheettukali", variants.CHEETTUKALI_40),
    seating("seating-56", variants.GULAN_56),
)
"""The built-in rule sets. Released ones never change: a change is a new ID."""


def contradictions(rules: RuleSet) -> Iterator[Contradiction]:
    """Every contradiction. Later ones may rest on earlier ones."""
    yield from consistency.seats(rules.seats)
    yield from consistency.pack(rules.pack)
    aces = sum(each.copies for each in rules.pack.ranks if each.rank == ACE) * len(SUITS)
    if aces < rules.seats // 2:
        yield "/pack/ranks", "too-few-aces", f"The pack has {aces} aces, but {rules.seats // 2} seats need one."
