"""Void records and receipts against fixtures/log: verdicts, checks, grades, decks, remarks, what is published."""

import json
from typing import Any

import pytest

from dealproof.replay.audit import audited
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.record import Record
from dealproof.replay.record.void import VoidRecord, is_void
from dealproof.replay.verdict import Verdict
from dealproof.replay.void import audit_void, audited_void
from dealproof.verifier.tlog.policy import Policy, parse_policy
from tests.conformance.test_log_vectors import bytes_of, named

OF_THE_LOG = {"seed-was-received", "logged-after-play", "void-after-the-end"}


def judged(record: dict[str, Any]) -> tuple[Record | VoidRecord, Verdict]:
    data = json.dumps(record).encode()
    hand: Record | VoidRecord | None
    hand, verdict = audited_void(data) if is_void(record) else audited(data)
    assert hand is not None
    return hand, verdict


def remarks(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in told["remarks"] if each["remark"] in OF_THE_LOG]


@pytest.mark.parametrize("vector", named("void.jsonl"))
def test_a_void_record_gets_the_verdict_expected(vector: dict[str, Any]) -> None:
    expect = vector["expect"]
    told: dict[str, Any] = audit_void(json.dumps(vector["record"]).encode()).to_json()
    assert {key: told[key] for key in ("verdict", "all", "checks", "grade", "decks")} == {
        key: expect[key] for key in ("verdict", "all", "checks", "grade", "decks")
    }
    assert (told["malformed"] or {}).get("pointer") == expect["pointer"]
    assert (told["fault"] or {}).get("event") == expect["event"]
    assert remarks(told) == expect["remarks"]


@pytest.mark.parametrize("vector", named("receipts.jsonl"))
def test_a_record_with_its_receipt_gets_the_publication_expected(vector: dict[str, Any]) -> None:
    expect = vector["expect"]
    policy = Policy() if vector["policy"] is None else parse_policy(vector["policy"].encode())
    hand, alone = judged(vector["record"])
    assert alone.to_json()["publication"] == "no-receipt"
    told: dict[str, Any] = with_receipt(hand, alone, bytes_of(vector), policy, vector["now"]).to_json()
    assert told["checks"]["published-before-play"] == expect["published-before-play"]
    assert {key: told[key] for key in ("publication", "published", "grade")} == {
        key: expect[key] for key in ("publication", "published", "grade")
    }
    assert [each for each in remarks(told) if each["remark"] != "void-after-the-end"] == expect["remarks"]
    assert ("tampered" in told["all"]) == ("tampered" in alone.all or expect["published-before-play"] == "failed")
    assert ("verified" in told["all"]) == ("verified" in alone.all and expect["published-before-play"] != "failed")
    assert told["verdict"] == told["all"][0]
