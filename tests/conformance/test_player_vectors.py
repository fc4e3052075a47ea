"""fixtures/player/: what a player's client does at a table, step by step, and what Python finds in it.

`tests/unit/web/http/test_javascript.py` and `test_player_client.py` hold `web/http/static/player.js` to the same files.
"""

import base64
import json
import re
from collections import Counter
from typing import Any

import pytest

from dealproof.verifier.encoding import parse_base64
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.signature import check_signature
from dealproof.verifier.tlog.cosignature import cosigned_at, seat_key
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.proof_text import parse_proof_text
from dealproof.web.log.forks import check_fork
from tests.generate import player_vectors
from tests.generate.demo_log import LOG
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "player"
STATIC = ROOT / "web" / "http" / "static"
CLIENT, SEEN = ((STATIC / name).read_text(encoding="utf-8") for name in ("player.js", "seen_log.js"))
NAMES = sorted(path.name for path in FOLDER.glob("*.json"))
Json = dict[str, Any]
WITHOUT_A_VECTOR = {"bad-seed", "bad-policy", "bad-kept", "changed-elsewhere", "no-webcrypto", "no-ed25519"}
"""Codes of what is around a client: `player.test.mjs` has a test of each."""


def read(name: str) -> Json:
    vector: Json = json.loads((FOLDER / name).read_bytes())
    return vector


def steps(do: str) -> list[tuple[Json, Json]]:
    """Every step of a name in every file, with its file, that was not refused."""
    vectors = map(read, NAMES)
    return [(vector, step) for vector in vectors for step in vector["steps"] if step["do"] == do and "gives" in step]


def codes() -> set[str]:
    """The codes at the head of player.js."""
    head = CLIENT.partition("import * as")[0].partition("//   code ")[2]
    return set(re.findall(r"^//   ([a-z0-9-]+) {2,}", head, re.MULTILINE))


def test_the_committed_files_are_what_the_generator_writes() -> None:
    assert {name: (FOLDER / name).read_text(encoding="utf-8") for name in NAMES} == player_vectors.files()


def test_each_code_of_the_client_is_at_its_head_and_has_a_vector() -> None:
    found = {step["refused"] for name in NAMES for step in read(name)["steps"] if "refused" in step}
    assert codes() == found | WITHOUT_A_VECTOR


def test_each_code_that_the_client_names_is_at_its_head() -> None:
    body = CLIENT.partition("import * as")[2] + SEEN
    named = set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', body))
    others = {"rules-digest", "published-before-play", "not-a-record"}
    assert named - others <= codes()


def test_seeds_are_opened_only_behind_a_commit_and_by_seats_with_a_key_behind_a_cosignature() -> None:
    """LOG.md, "Cosignatures of seats"."""
    for vector, step in steps("openSeed"):
        done = [each["do"] for each in vector["steps"][: vector["steps"].index(step)] if "gives" in each]
        assert "checkCommit" in done
        assert vector["key"] is None or "cosign" in done
    assert len(steps("openSeed")) > 20


def test_each_cosignature_is_one_of_the_seat_over_the_checkpoint_of_its_commit() -> None:
    for vector, step in steps("cosign"):
        commit = next(each for each in vector["steps"] if each["do"] == "checkCommit")["with"][0]
        note = parse_proof_text(commit["proof"].encode()).note
        signed = parse_note(f"{note.text}\n{step['gives']}\n".encode())
        assert cosigned_at(signed, seat_key(parse_base64(vector["key"], 32))) == step["with"][0]
    assert steps("cosign")


def test_each_signature_of_a_move_is_one_over_the_hash_that_was_given() -> None:
    count = 0
    for vector, step in steps("signMove"):
        if "hash" in step["with"][1]:
            key, sig = parse_base64(vector["key"], 32), base64.b64decode(step["gives"]["sig"])
            check_signature(key, sig, bytes.fromhex(step["with"][1]["hash"]), event=0)
            count += 1
    assert count > 10


def test_the_evidence_of_two_roots_is_a_proof_of_the_fork_for_anybody() -> None:
    """LOG.md, "Monitoring"."""
    forks = [step["evidence"] for name in NAMES for step in read(name)["steps"] if step.get("refused") == "forked-log"]
    assert forks
    for each in forks:
        check_fork(each, LOG)
        with pytest.raises((LogRefuted, MalformedLog)):
            check_fork({**each, "second": each["first"]}, LOG)


def test_a_seed_that_the_operator_had_received_and_dropped_is_seen() -> None:
    """LOG.md, "Seed receipts": the client adds its own to the receipt that the operator gives."""
    (end,) = [step for step in read("given-up-and-a-received-seed-dropped.json")["steps"] if step["do"] == "checkAll"]
    assert [each["remark"] for each in end["gives"]["remarks"]] == ["seed-was-received"]
    assert end["gives"]["own"]["seed"] == "failed"


def test_whole_hands_come_to_grade_a_and_what_was_changed_does_not() -> None:
    grades = Counter(
        (step["gives"]["grade"], "failed" in step["gives"]["own"].values()) for _, step in steps("checkAll")
    )
    assert grades[("A", False)] >= 4
    assert grades[("F", True)] >= 2
    assert grades[("A", True)] >= 2, "what only the player sees: a hash of another move, moves that were not made"
