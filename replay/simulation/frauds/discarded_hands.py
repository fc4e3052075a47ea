"""The operator gets rid of the hands whose cards are worst for its seat: unseen, as void, or by a bot that opens no
seed. Every record that is there is as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Final

from dealproof.replay.simulation.frauds.honest import FAULT
from dealproof.replay.simulation.frauds.operator import OPERATOR_SEAT, Operator
from dealproof.replay.simulation.frauds.score import is_worst
from dealproof.replay.simulation.records import Json, Opening
from dealproof.verifier.tlog.leaf import SEED_MISSING

WORST: Final = Fraction(1, 100)
"""The share of hands that are dropped, or given up."""

REFUSED: Final = Fraction(1, 10)
"""The share of hands in which the bot opens no seed."""


def dropper(operator: Operator) -> Iterator[Json]:
    """The worst hands are never published, and the next hand has their number."""
    place = 1
    for played in count(1):
        opening = operator.opening(played, place)
        if not is_bad(operator, opening, played, WORST):
            yield operator.record(opening, played)
            place += 1


def dropper_with_gaps(operator: Operator) -> Iterator[Json]:
    """The worst hands are never published, and their numbers are missing."""
    for played in count(1):
        opening = operator.opening(played, played)
        if not is_bad(operator, opening, played, WORST):
            yield operator.record(opening, played)


def void_worst(operator: Operator) -> Iterator[Json]:
    """The worst hands are given up after the deal."""
    for played in count(1):
        opening = operator.opening(played, played)
        if is_bad(operator, opening, played, WORST):
            yield operator.given_up(opening, FAULT)
        else:
            yield operator.record(opening, played)


def refuser(operator: Operator) -> Iterator[Json]:
    """A bot in the operator's seat, which knows the server seed and sees the other seeds before it opens its own, does
    not open it where its cards would be bad."""
    for played in count(1):
        opening = operator.opening(played, played, bot=True)
        if is_bad(operator, opening, played, REFUSED):
            yield operator.given_up(opening, SEED_MISSING, OPERATOR_SEAT)
        else:
            yield operator.record(opening, played)


def is_bad(operator: Operator, opening: Opening, played: int, share: Fraction) -> bool:
    """Whether a hand is of the worst share for the operator's seat."""
    return is_worst(operator.game, opening, OPERATOR_SEAT, share, operator.random(played, "border"))
