"""Simulated hands with one thing changed, for tests of what a check must see (`dealproof simulate --mutate`).

In half of them log head and signatures are made right again, as an operator could that holds all keys: then the
hashes hide nothing but what happened, and the rules alone must find it. Imported hands have neither, nor do void hands
that were not dealt.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Final, NamedTuple

from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.simulation.mutations.kinds import of_record
from dealproof.replay.simulation.records import Json, Simulated, signed
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt

UNDONE: Final = frozenset({"log head", "signature"})
"""What making hashes right again would undo."""


class Mutated(NamedTuple):
    """A changed hand, the name of the mutation, and whether log head and signatures were recomputed."""

    record: Json
    mutation: str
    hidden: bool


def mutate(hand: Simulated, random: RandomSource) -> Mutated:
    """A copy of the hand with one thing changed."""
    mutations = of_record(hand.record)
    tried = [name for name, (often, _) in mutations.items() for _ in range(often)]
    start = random.uniform(len(tried))
    for name in tried[start:] + tried[:start]:
        record = deepcopy(hand.record)
        if mutations[name][1](record, random) and record != hand.record:
            break
    hidden = random.one_in(2) and name not in UNDONE and record.get("log_head") is not None
    if hidden:
        hide(replace(hand, record=record))
    return Mutated(record, name, hidden)


def hide(hand: Simulated) -> None:
    """Signs the log again and recomputes its head."""
    record = hand.record
    salted = salt(record["header"], record["player_seeds"])
    for event in record["events"]:
        event.pop("sig", None)
    signed(record["events"], salted, hand.secrets)
    record["log_head"] = log_head(salted, record["events"])
