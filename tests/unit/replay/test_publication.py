"""What a receipt changes in a verdict, and what it does not (LOG.md, "What is shown"; PROTOCOL.md, "Grades")."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay import publication
from dealproof.replay.audit import audited
from dealproof.replay.publication import alone, facts, with_receipt
from dealproof.replay.record.record import Record
from dealproof.replay.verdict import Verdict
from dealproof.verifier.encoding import canonical
from dealproof.verifier.tlog.policy import Policy, parse_policy
from tests.support.paths import ROOT

VECTORS = {
    each["name"]: each
    for each in map(json.loads, (ROOT / "fixtures" / "log" / "receipts.jsonl").read_bytes().splitlines())
}
GOOD: dict[str, Any] = VECTORS["good-quorum-1-of-1"]
POLICY = parse_policy(GOOD["policy"].encode())
RECEIPT = json.dumps(GOOD["receipt"]).encode()


def judged(record: dict[str, Any]) -> tuple[Record, Verdict]:
    hand, verdict = audited(json.dumps(record).encode())
    assert hand is not None
    return hand, verdict


def shown(record: dict[str, Any], receipt: bytes | None = RECEIPT, policy: Policy = POLICY) -> Verdict:
    return with_receipt(*judged(record), receipt, policy, GOOD["now"])


def test_a_passed_check_changes_check_grade_and_publication_and_nothing_else() -> None:
    alone, with_it = judged(GOOD["record"])[1], shown(GOOD["record"])
    assert with_it._replace(checks=alone.checks, grade="C", publication="no-receipt", published=None) == alone._replace(
        grade="C"
    )
    assert (alone.grade, with_it.grade) == ("C", "A")
    assert (with_it.publication, with_it.checks["published-before-play"]) == (None, "passed")


def test_without_receipt_or_policy_the_verdict_is_that_of_the_record_alone() -> None:
    alone = judged(GOOD["record"])[1]
    assert shown(GOOD["record"], None) == alone
    for receipt in (RECEIPT, b"no receipt"):
        assert shown(GOOD["record"], receipt, Policy()) == alone._replace(publication="no-policy")


def test_a_hidden_hand_keeps_its_grade_and_a_wrong_receipt_makes_it_f() -> None:
    record = {**GOOD["record"], "server_seed": None, "claim": None}
    passed = shown(record)
    assert (passed.verdict, passed.grade, passed.publication) == ("hidden", None, None)
    failed = shown(record, b"no receipt")
    assert (failed.all, failed.grade, failed.publication) == (("hidden", "tampered"), "F", "bad-receipt")


def test_a_record_that_was_changed_keeps_grade_f_whatever_the_receipt_shows() -> None:
    record = {**GOOD["record"], "events": GOOD["record"]["events"][:-1]}
    verdict = shown(record)
    assert (verdict.publication, verdict.grade) == (None, "F")
    assert verdict.all == ("tampered", "incomplete")


def test_a_wrong_claim_is_no_matter_of_the_receipt() -> None:
    claim = {**GOOD["record"]["claim"], "bid": 28}
    verdict = shown({**GOOD["record"], "claim": claim})
    assert (verdict.verdict, verdict.grade, verdict.publication) == ("mismatch", "A", None)
    failed = shown({**GOOD["record"], "claim": claim}, b"")
    assert failed.all == ("tampered", "mismatch")


def test_the_close_of_an_open_hand_needs_its_result_and_that_of_a_hidden_one_only_the_log_head() -> None:
    hand, verdict = judged(GOOD["record"])
    assert set(facts(hand, verdict).close) == {"type", "log_head", "server_seed", "result"}
    hand, verdict = judged({**GOOD["record"], "server_seed": None})
    assert set(facts(hand, verdict).close) == {"type", "log_head"}


def test_a_verdict_that_failed_stays_and_where_the_check_fails_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    hand, verdict = judged(GOOD["record"])
    failed = verdict._replace(verdict="error", all=("error",))
    assert with_receipt(hand, failed, RECEIPT, POLICY, 0) is failed

    def failing(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(publication, "published", failing)
    assert shown(GOOD["record"]).verdict == "error"


WHOLE = canonical(GOOD["receipt"])


@given(st.integers(0, len(WHOLE) - 1), st.binary(max_size=2), st.integers(0, 2))
def test_whatever_is_done_to_a_receipt_it_never_passes_unless_it_names_the_same_leaves(
    place: int, put: bytes, left_out: int
) -> None:
    """A line of a key that nobody knows is not read (LOG.md, "Signed notes"): with it a witness and its time may go."""
    changed = WHOLE[:place] + put + WHOLE[place + left_out :]
    verdict, whole = shown(GOOD["record"], changed), shown(GOOD["record"])
    assert verdict.verdict in ("verified", "tampered")
    if verdict.publication is None:
        assert verdict._replace(published=None, remarks=()) == whole._replace(published=None, remarks=())
        assert [leaves(verdict), verdict.published["log"]] == [leaves(whole), whole.published["log"]]


def leaves(verdict: Verdict) -> list[tuple[int, int] | None]:
    """Index and size of tree of each published leaf."""
    found = [verdict.published[name] for name in ("commit", "deal", "close")]
    return [each and (each["index"], each["size"]) for each in found]


@pytest.mark.parametrize("name", [name for name, each in VECTORS.items() if each["receipt"] and each["policy"]])
def test_a_receipt_alone_shows_what_it_shows_with_its_record_but_for_what_only_the_record_refutes(name: str) -> None:
    vector = VECTORS[name]
    text = vector.get("receipt_text") or json.dumps(vector["receipt"])
    receipt = text.encode().ljust(vector.get("pad_to", 0))
    expected = vector["expect"]
    found = alone(receipt, parse_policy(vector["policy"].encode()), vector["now"])
    if expected["publication"] in {"wrong-hand", "wrong-leaf"}:
        assert found[0] != "bad-receipt"  # the receipt can be read, and without the record more of it may hold
    else:
        assert found == (expected["publication"], expected["published"])


def test_a_receipt_alone_whose_header_cannot_be_read_is_a_bad_one() -> None:
    for header in ({}, {**GOOD["receipt"]["header"], "seat_keys": ["x"]}, {**GOOD["receipt"]["header"], "hand": 7}):
        receipt = canonical({**GOOD["receipt"], "header": header})
        assert alone(receipt, POLICY, GOOD["now"]) == ("bad-receipt", None)
