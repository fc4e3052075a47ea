"""Simulated hands that were given up (RECORD.md, "Void records"): before the deal, with a seed missing or not, or after
some of the moves."""

from __future__ import annotations

from typing import Any

from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.record.void import FORMAT
from dealproof.replay.simulation.records import Json, Simulated
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.leaf import REASONS, SEED_MISSING


def given_up(hand: Simulated, random: RandomSource) -> Simulated:
    """The void record of a simulated hand: in one of four a seat did not open its seed, in one of four the hand was not
    dealt for another reason, in the others it ends after any of its moves."""
    record = hand.record
    seeds: list[Any] = [*record["player_seeds"]]
    reason = SEED_MISSING if random.one_in(4) else random.pick([each for each in REASONS if each != SEED_MISSING])
    events: list[Json] | None = None
    if reason == SEED_MISSING:
        seeds[random.uniform(len(seeds))] = None
    elif not random.one_in(3):
        events = record["events"][: random.uniform(len(record["events"]) + 1)]
    made: Json = {
        "format": FORMAT,
        **{key: record[key] for key in ("header", "rules", "server_seed")},
        "player_seeds": seeds,
        "events": events or [],
        "log_head": None if events is None else log_head(salt(record["header"], record["player_seeds"]), events),
        "reason": reason,
    }
    return Simulated(made, hand.goal, hand.secrets)
