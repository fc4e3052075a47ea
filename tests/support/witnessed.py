"""Hands for attacks on the protocol: dealt, played and signed by honest people, and published in a witnessed log."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from dealproof.replay import rulesets
from dealproof.replay.audit import audited
from dealproof.replay.judge import judged as judged_alone
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.events import event_json
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import FORMAT
from dealproof.replay.simulation.play import goal, play, policy
from dealproof.replay.simulation.records import NAMES, Opening, fresh, random_source, signed
from dealproof.replay.verdict import Verdict
from dealproof.verifier.commitment import commit, commit_player_seed
from dealproof.verifier.encoding import format_base64
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.signature import public_key
from tests.generate.demo_log import BEGAN, POLICY, DemoLog, commit_leaf, deal_leaf, published_first, result_leaf

Json = dict[str, Any]
RULES = "28-kerala-house"
SEATS = range(4)
PACE = 900
"""Milliseconds between two moves."""
NOW = BEGAN + 86_400
SECRETS = tuple(sha256(b"key of seat %d" % seat).digest() for seat in SEATS)
SEEDS = tuple(f"seed of seat {seat}" for seat in SEATS)


def server_seed(word: str) -> bytes:
    """A server seed for each word."""
    return sha256(f"server {word}".encode()).digest()


def sealed(
    seed: bytes, player_seeds: Sequence[str] = SEEDS, secrets: Sequence[bytes | None] = SECRETS, **changed: Any
) -> Json:
    """The record of a hand dealt from these seeds, played by its policy and signed by the seats; `changed` are keys of
    its header."""
    game = rulesets.games()[changed.get("rules", RULES)]
    header = {
        "format": FORMAT,
        "hand": "table.1",
        "table": "table",
        "number": 1,
        "rules": RULES,
        "rules_digest": game.digest,
        "seats": NAMES[: len(SEATS)],
        "dealer": 0,
        "server_commitment": commit(seed),
        "player_commitments": [commit_player_seed(each) for each in player_seeds],
        "seat_keys": [key and format_base64(public_key(key)) for key in secrets] if any(secrets) else None,
        "match": None,
        **changed,
    }
    opening = Opening(seed, tuple(secrets), [*player_seeds], header)
    random, hand = random_source(game, seed.hex(), 1, "play"), fresh(game, opening)
    steering = policy(game)
    moves = play(game, hand, steering, goal(steering, random), random)
    events = [{**event_json(move), "t": PACE * index} for index, move in enumerate(moves, 1)]
    signed(events, opening.salt, opening.secrets)
    return resealed({"header": header, "rules": None, "player_seeds": [*player_seeds], "events": events}, seed)


def resealed(record: Mapping[str, Any], seed: bytes) -> Json:
    """A record with the log head and the claim that follow from everything else in it, as an operator could make them:
    it has no key of a seat, so signatures stay as they are. The claim is None where the events lead to no end."""
    opening = Opening(seed, (), [*record["player_seeds"]], record["header"])
    made = {**record, "server_seed": seed.hex(), "log_head": log_head(opening.salt, record["events"]), "claim": None}
    return {**made, "claim": audited(encoded(made))[1].result}


def encoded(value: Any) -> bytes:
    """A value as JSON."""
    return json.dumps(value).encode()


def receipt(record: Json, log: DemoLog | None = None) -> bytes:
    """The receipt of a hand that was published before it was dealt, cosigned by the witness and the seats."""
    return published_first(log or DemoLog(), record, BEGAN, SECRETS)


def receipt_published_together(record: Json) -> bytes:
    """The receipt of a hand whose commit and deal are first in one checkpoint."""
    log = DemoLog()
    index = log.append(commit_leaf(record, BEGAN))
    deal = log.add(deal_leaf(record, BEGAN + 1), BEGAN + 2, SECRETS)
    close = log.add(result_leaf(record, BEGAN + 60), BEGAN + 62)
    commit = deal._replace(leaf=commit_leaf(record, BEGAN), index=index)
    return log.receipt(record["header"], commit, deal, close)


def judged(record: Json, kept: bytes | None = None) -> Verdict:
    """The verdict of somebody who trusts the witness, with the receipt that the player kept, on a hand that was played
    or a void one."""
    found, verdict = judged_alone(encoded(record))
    if found is None or isinstance(found, ImportedRecord):
        return verdict
    return with_receipt(found, verdict, kept, POLICY, NOW)
