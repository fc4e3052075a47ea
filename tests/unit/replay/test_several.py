"""What several hands say about each other: S7, and RECORD.md, "Findings over several hands"."""

import json
from typing import Any

import pytest

from dealproof.replay.record.record import parse
from dealproof.replay.several import EQUIVOCATION, MOST_OTHERS, OPENED_ELSEWHERE, SEED_REUSED, Trace, findings, trace
from tests.support.paths import ROOT

SEVERAL = ROOT / "fixtures" / "several"


def lines(name: str) -> list[bytes]:
    return (SEVERAL / name).read_bytes().splitlines()


def traced(*records: bytes) -> list[Trace | None]:
    return [trace(parse(each), each) for each in records]


def named(*records: bytes) -> dict[int, dict[str, tuple[int, ...]]]:
    found = findings(traced(*records))
    return {index: {each.name: each.others for each in some} for index, some in found.items()}


HIDDEN, OPENED, OTHER = (lines(f"{name}.hand.json")[0] for name in ("hidden-secret-1", "opened-secret-1", "opened-2"))


def changed(record: bytes, **values: Any) -> bytes:
    return json.dumps(json.loads(record) | values).encode()


def test_one_server_seed_in_two_hands_is_remarked_on_both() -> None:
    """S7."""
    assert named(*lines("one-seed-in-two-hands.hands.jsonl")) == {0: {SEED_REUSED: (1,)}, 1: {SEED_REUSED: (0,)}}


def test_two_records_of_one_hand_with_other_bytes_are_remarked_on_both() -> None:
    """S7."""
    assert named(*lines("two-records-of-one-hand.hands.jsonl")) == {0: {EQUIVOCATION: (1,)}, 1: {EQUIVOCATION: (0,)}}


def test_a_hidden_hand_whose_seed_another_hand_opens_says_so() -> None:
    """S7."""
    assert named(HIDDEN, OTHER) == {0: {SEED_REUSED: (1,), OPENED_ELSEWHERE: (1,)}, 1: {SEED_REUSED: (0,)}}


@pytest.mark.parametrize("records", [(HIDDEN, OPENED), (OPENED, HIDDEN)])
def test_a_hidden_record_beside_its_opened_form_is_no_equivocation(records: tuple[bytes, bytes]) -> None:
    assert named(*records) == {records.index(HIDDEN): {OPENED_ELSEWHERE: (records.index(OPENED),)}}


def test_a_shorter_log_of_a_hidden_hand_is_no_equivocation_and_another_log_is() -> None:
    events = json.loads(HIDDEN)["events"]
    shorter = changed(HIDDEN, events=events[:20], log_head="0" * 64)
    for pair in ((shorter, HIDDEN), (HIDDEN, shorter)):
        assert named(*pair) == {}
    for record in (HIDDEN, OPENED):
        other = changed(HIDDEN, log_head="0" * 64)
        assert EQUIVOCATION in named(record, other)[0]
        assert EQUIVOCATION in named(other, record)[0]


def test_the_same_record_twice_is_nothing_to_remark_on() -> None:
    assert named(OPENED, OPENED + b"\n", b" " + OPENED) == {}


def test_other_bytes_of_the_same_values_are_other_bytes() -> None:
    """RECORD.md compares bytes."""
    assert EQUIVOCATION in named(OPENED, changed(OPENED))[1]


def test_a_seed_that_was_not_committed_to_is_found_as_well() -> None:
    told = json.loads(lines("one-seed-in-two-hands.hands.jsonl")[0])
    told["server_seed"] = json.loads(OTHER)["server_seed"]
    assert SEED_REUSED in named(json.dumps(told).encode(), OTHER)[1]


def test_what_cannot_be_read_is_left_out_and_indexes_stay() -> None:
    one, two = traced(*lines("one-seed-in-two-hands.hands.jsonl"))
    assert list(findings([None, one, None, two])) == [1, 3]


def test_a_finding_names_a_few_others_and_says_that_there_are_more() -> None:
    """A bound on the work too: of many hands with one seed each names as many."""
    (one,) = traced(OPENED)
    assert one is not None
    many = [one._replace(hand=f"h{index}") for index in range(2000)]
    found = findings(many)
    assert len(found) == 2000
    assert all(each.others and len(each.others) == MOST_OTHERS and each.more for (each,) in found.values())
    assert found[1][0].others == (0, 2, 3)
    versions = [one._replace(digest=index.to_bytes(32)) for index in range(2000)]
    assert all(len(each.others) == MOST_OTHERS and each.more for (each,) in findings(versions).values())
