"""What a family gives so that hands of it can be simulated (`replay.simulation`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from replay.chance import Chance
from replay.events import Event
from verifier.encoding import Json

H = TypeVar("H", contravariant=True)


class Policy(Protocol[H]):
    """How simulated hands of one rule set are played.

    `goals` are what a hand may be steered to, by name, with how often out of the sum each is taken; a hand that
    misses its goal is a legal hand all the same. Of the `proposals` one at least is legal. The standings are None where
    the rule set knows no match.
    """

    goals: Mapping[str, int]

    def suits(self, hand: H, goal: str) -> bool:
        """Whether a fresh deal can reach the goal."""

    def tries(self, goal: str) -> int:
        """How many deals are looked at for one that suits."""

    def proposals(self, hand: H, goal: str, chance: Chance) -> Iterator[Event]:
        """Events for the moment, most wanted first; none where the log is to end."""

    def pace(self, do: str, spent: int, chance: Chance) -> int | None:
        """How many ms an event with this word comes after the last one that has a time, `spent` ms of its turn having
        passed by then; None where it shall have none itself. What is legal does not hang on it."""

    def first(self) -> dict[str, Json] | None:
        """The standing before a match's first hand."""

    def standing(self, chance: Chance) -> dict[str, Json] | None:
        """A standing that hands may have led to, at random."""


class AnyDeal:
    """What policies have in common to which every deal will do, of games that know no matches."""

    def suits(self, hand: object, goal: str) -> bool:
        """Every deal will do."""
        return True

    def tries(self, goal: str) -> int:
        """So one is enough."""
        return 1

    def first(self) -> None:
        """None: nothing carries over from hand to hand."""

    def standing(self, chance: Chance) -> None:
        """None likewise."""
