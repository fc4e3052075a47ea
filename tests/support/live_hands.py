"""Hands in play for tests: simulated hands taken through `replay.live`, and a log with one leaf in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any

from dealproof.replay import live, rulesets
from dealproof.replay.live import CUTTING, LiveHand, Moved, ServerSeed
from dealproof.replay.simulation.records import Simulated, can_simulate, simulate
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint
from dealproof.verifier.tlog.leaf import Leaf, format_leaf
from dealproof.verifier.tlog.note_signature import note_key, sign_note
from dealproof.verifier.tlog.policy import Log, Policy
from dealproof.verifier.tlog.proof_text import ProofText, format_proof_text
from dealproof.verifier.tlog.tree import leaf_hash
from tests.support.under_work import UNDER_WORK

Json = dict[str, Any]
NOW = 1_790_000_000
MS = NOW * 1000
SECRET = sha256(b"the log of hands in play").digest()
KEY = note_key("log.example/live", SECRET)
POLICY = Policy((Log(KEY),))
HIDDEN_KEYS = ("format", "server_commitment")

RULE_SETS = tuple(id for id in rulesets.ids() if id not in UNDER_WORK and can_simulate(rulesets.games()[id]))


def proof_of(leaf: Leaf, secret: bytes = SECRET, name: str = KEY.name) -> str:
    """The proof text of a leaf that is alone in its log."""
    root = leaf_hash(format_leaf(leaf))
    checkpoint = Checkpoint(name, 1, root)
    note = sign_note(format_checkpoint(checkpoint), note_key(name, secret), secret)
    return format_proof_text(ProofText(0, (), note, checkpoint)).decode()


@cache
def simulated(rules: str, count: int = 8, seed: str = "hands in play") -> tuple[Simulated, ...]:
    """Simulated hands of a rule set, all of them over."""
    return tuple(simulate(rulesets.games()[rules], seed, count))


def draft_of(record: Mapping[str, Any]) -> Json:
    """The draft of the header of a record."""
    return {key: value for key, value in record["header"].items() if key not in HIDDEN_KEYS}


def seed_of(record: Mapping[str, Any]) -> ServerSeed:
    """A new object with the server seed of a record."""
    return ServerSeed(bytes.fromhex(record["server_seed"]))


def opened(record: Mapping[str, Any]) -> LiveHand:
    """The hand of a record, opened."""
    return live.open(draft_of(record), seed_of(record), record["rules"])


def published(record: Mapping[str, Any]) -> LiveHand:
    """The same, its commit leaf published."""
    hand = opened(record)
    hand.published(proof_of(hand.commit_leaf(MS)), POLICY, NOW)
    return hand


def seeded(record: Mapping[str, Any]) -> LiveHand:
    """The same, every player seed open."""
    hand = published(record)
    for seat, seed in enumerate(record["player_seeds"]):
        hand.seed(seat, seed, MS + seat)
    return hand


def dealt(record: Mapping[str, Any]) -> LiveHand:
    """The same, dealt."""
    hand = seeded(record)
    hand.deal()
    return hand


def played(record: Mapping[str, Any], events: int | None = None) -> LiveHand:
    """The same, with the first `events` of the record, or all."""
    hand = dealt(record)
    for event in record["events"][:events]:
        move(hand, event)
    return hand


def move(hand: LiveHand, event: Json) -> Moved:
    """Plays an event of a record, in which nothing says that a cut was declined."""
    if hand.phase == CUTTING and event["do"] != "cut":
        hand.skip_cut()
    return hand.event(event)


def unchanged(hand: LiveHand) -> Json:
    """Everything that a hand shows: two hands at the same point have equal ones."""
    seats: Any = hand.header["seats"]
    return {
        "snapshot": json.loads(hand.snapshot()),
        "views": [hand.view(seat) for seat in range(len(seats))],
        "phase": hand.phase,
        "missing": hand.missing,
    }
