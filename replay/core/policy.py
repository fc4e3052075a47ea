"""What a family provides for the simulation of its hands (`replay.simulation.play`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from dealproof.replay.core.events import Event
from dealproof.replay.core.random_source import RandomSource
from dealproof.verifier.encoding import Json

H = TypeVar("H", contravariant=True)


class Policy(Protocol[H]):
    """How simulated hands of one rule set are played.

    `goals` are the endings that a hand can be steered to, by name, each with its weight. A hand that misses its goal is
    still a legal hand. At least one of the `proposals` is legal. The standings are None if the rule set has no
    matches.
    """

    goals: Mapping[str, int]

    def suits(self, hand: H, goal: str) -> bool:
        """Whether a fresh deal can reach the goal."""

    def tries(self, goal: str) -> int:
        """How many deals are looked at for one that suits."""

    def proposals(self, hand: H, goal: str, random: RandomSource) -> Iterator[Event]:
        """Events to try now, in order of preference; none if the log should end here."""

    def pace(self, do: str, spent: int, random: RandomSource) -> int | None:
        """Returns how many ms an event with this action follows the last event that has a time, when `spent` ms of its
        turn have passed; None for no time. Legality does not depend on it."""

    def first(self) -> dict[str, Json] | None:
        """The standing before a match's first hand."""

    def standing(self, random: RandomSource) -> dict[str, Json] | None:
        """A standing that hands may have led to, at random."""


class AnyDeal:
    """The base of policies that accept any deal, in games without matches."""

    def suits(self, hand: object, goal: str) -> bool:
        """True: every deal is accepted."""
        return True

    def tries(self, goal: str) -> int:
        """One deal is enough."""
        return 1

    def first(self) -> None:
        """None: nothing carries over from hand to hand."""

    def standing(self, random: RandomSource) -> None:
        """None: nothing carries over from hand to hand."""
