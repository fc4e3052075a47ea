"""fixtures/live/: hands in play, call by call, against the generator and against the slow reference.

`replay.live` made them; what follows from seeds, header and events alone is computed again by `tests.reference`.
"""

import base64
import json
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from dealproof.replay import live, rulesets
from dealproof.replay.audit import audit
from dealproof.replay.live import ServerSeed
from dealproof.replay.void import audit_void
from tests.generate import live_vectors
from tests.reference import protocol
from tests.support.live_hands import NOW, POLICY, proof_of

VECTORS: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(live_vectors.FOLDER.glob("*.json"))
}
each_vector = pytest.mark.parametrize("name", VECTORS)


def digest(value: Any) -> str:
    return protocol.digest(rfc8785.dumps(value))


def salt_of(vector: dict[str, Any]) -> bytes:
    return protocol.salt(vector["header"], [each["seed"] for each in vector["seeds"]])


@pytest.mark.slow
def test_the_committed_vectors_are_what_the_generator_writes() -> None:
    committed = {path.name: path.read_text(encoding="utf-8") for path in live_vectors.FOLDER.glob("*.json")}
    assert committed == live_vectors.files()


@each_vector
def test_header_leaves_and_receipts_follow_from_draft_and_seeds(name: str) -> None:
    """PROTOCOL.md, "Header"; LOG.md, "Leaves" and "Seed receipts"."""
    vector = VECTORS[name]
    header, secret = vector["header"], bytes.fromhex(vector["server_seed"])
    assert header == vector["draft"] | {"format": "dealproof/hand/1", "server_commitment": protocol.digest(secret)}
    commit = vector["commit_leaf"]
    assert commit == {
        "type": "commit",
        "hand": header["hand"],
        "time": commit["time"],
        "table": header["table"],
        "number": header["number"],
        "header": digest(header),
        "server_commitment": header["server_commitment"],
    }
    for each in vector["seeds"]:
        lines = [
            "dealproof/seed-receipt/1",
            header["hand"],
            each["seat"],
            protocol.digest(each["seed"].encode()),
            each["time"],
        ]
        assert each["receipt"] == "".join(f"{line}\n" for line in lines)


@each_vector
def test_deck_and_log_hashes_are_those_of_the_slow_reference(name: str) -> None:
    """PROTOCOL.md, "The random stream" and "Event log hash"."""
    vector = VECTORS[name]
    if "deck" not in vector:
        assert "steps" not in vector
        assert vector["record"]["log_head"] is None
        return
    salt = salt_of(vector)
    assert vector["deal_leaf"]["salt"] == salt.hex()
    label = "seating" if vector["header"]["rules"].startswith("seating") else "deal/0"
    deck = rulesets.games()[vector["header"]["rules"]].deck(len(vector["seeds"]))
    reader = protocol.Reader(protocol.stream(bytes.fromhex(vector["server_seed"]), salt, label))
    assert vector["deck"] == [deck[place] for place in protocol.shuffle(reader, [*range(len(deck))])]
    events = [step["event"] for step in vector["steps"]]
    hashes = [vector["log_hash"], *(step["log_hash"] for step in vector["steps"])]
    assert hashes == [protocol.log_hash(salt, events[:count]).hex() for count in range(len(events) + 1)]
    assert vector["record"]["log_head"] == hashes[-1]


@each_vector
def test_signatures_are_over_the_log_hash_with_their_event(name: str) -> None:
    """PROTOCOL.md, "Signatures"."""
    vector = VECTORS[name]
    keys = vector["header"]["seat_keys"] or []
    signed = [step for step in vector.get("steps", []) if "sig" in step["event"]]
    assert bool(signed) or name != "a-seat-signs"
    for step in signed:
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(keys[step["event"]["seat"]]))
        key.verify(base64.b64decode(step["event"]["sig"]), bytes.fromhex(step["log_hash"]))


@each_vector
def test_the_record_is_judged_as_it_should_be_and_bound_by_its_leaf(name: str) -> None:
    vector = VECTORS[name]
    record, leaf = vector["record"], vector["close_leaf"]
    data = json.dumps(record).encode()
    verdict = audit_void(data) if name.startswith("void") else audit(data)
    assert verdict.all == (("void",) if name.startswith("void") else ("verified",))
    expected: dict[str, Any] = {
        "hand": record["header"]["hand"],
        "server_seed": record["server_seed"],
        "time": leaf["time"],
    }
    if name.startswith("void"):
        missing = [seat for seat, seed in enumerate(record["player_seeds"]) if seed is None]
        expected |= {"type": "void", "reason": vector["reason"], "missing": missing, "record": digest(record)}
    else:
        expected |= {"type": "result", "log_head": record["log_head"], "result": digest(verdict.result)}
    assert leaf == expected


@each_vector
def test_a_dealer_that_reads_the_file_comes_to_the_same(name: str) -> None:
    """Each file says all that a dealer needs: nothing of the generator is used."""
    vector = VECTORS[name]
    hand = live.open(vector["draft"], ServerSeed(bytes.fromhex(vector["server_seed"])), vector["rules"])
    hand.published(proof_of(hand.commit_leaf(vector["commit_leaf"]["time"])), POLICY, NOW)
    for each in vector["seeds"]:
        assert hand.seed(each["seat"], each["seed"], each["time"]) == each["receipt"]
    if "deck" in vector:
        assert [*hand.deal().deck] == vector["deck"]
        steps = vector["steps"]
        for index in range(len(steps) + 1):
            if str(index) in vector["views"]:
                for seat, view in enumerate(vector["views"][str(index)]):
                    assert hand.view(seat) == {**view, "header": hand.header}
            if index in vector["declined"]:
                hand.skip_cut()
            if index < len(steps):
                moved = hand.event(steps[index]["event"])
                assert (moved.log_hash.hex(), [*moved.to_act], moved.over) == (
                    steps[index]["log_hash"],
                    steps[index]["to_act"],
                    steps[index]["over"],
                )
    data = hand.void(vector["reason"]) if "reason" in vector else hand.close()
    assert data == rfc8785.dumps(vector["record"])
    assert hand.close_leaf(vector["close_leaf"]["time"]) == vector["close_leaf"]


def test_there_is_a_vector_of_every_rule_set_and_of_every_way_to_end() -> None:
    assert {vector["header"]["rules"] for vector in VECTORS.values()} >= set(live_vectors.RULE_SETS)
    assert {vector.get("reason") for vector in VECTORS.values()} == {
        None,
        "seed-missing",
        "players-left",
        "server-fault",
        "misdeal",
    }
