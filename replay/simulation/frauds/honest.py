"""An honest archive. Its void hands were given up for reasons that have nothing to do with their cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from dealproof.replay.simulation.frauds.operator import Operator
from dealproof.replay.simulation.records import Json
from dealproof.verifier.tlog.leaf import SEED_MISSING

RARELY: Final = 200
"""One hand in so many is void after the deal, and one in so many lacks a seed."""

FAULT: Final = "server-fault"


def honest(operator: Operator) -> Iterator[Json]:
    """Hands with seeds, of which a few are void."""
    for played in count(1):
        opening, random = operator.opening(played, played), operator.random(played, "void")
        if random.one_in(RARELY):
            yield operator.given_up(opening, FAULT)
        elif random.one_in(RARELY):
            yield operator.given_up(opening, SEED_MISSING, random.uniform(len(opening.player_seeds)))
        else:
            yield operator.record(opening, played)
