"""Whatever comes in gets a whole verdict: audit never raises. Source: RECORD.md, "Malformed records" and "As JSON"."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay.audit import audit
from dealproof.replay.verdict import CHECKS, VERDICTS
from tests.generate.schema_fixtures import house_rules, sound
from tests.unit.replay.test_record import FIXTURES, check_sentence, full, objects, records

pytestmark = pytest.mark.slow

VERDICT_KEYS = (
    "hand source verdict all checks grade fault malformed differences result remarks rulings "
    "publication published decks"
).split()
"""RECORD.md, "As JSON": every key of a verdict, in order."""


def check_verdict(data: bytes) -> None:
    """audit says something whole of any bytes: exactly the keys of RECORD.md, in their order, and it is JSON."""
    told = audit(data, "here").to_json()
    assert list(told) == VERDICT_KEYS
    assert json.loads(json.dumps(told)) == told
    assert told["source"] == "here"
    every = told["all"]
    assert isinstance(every, list)
    assert told["verdict"] == every[0]
    assert every == sorted(every, key=VERDICTS.index)
    malformed = told["malformed"]
    assert (malformed is not None) == (told["verdict"] == "malformed")
    if isinstance(malformed, dict):
        assert (told["checks"], told["grade"], told["fault"], told["result"]) == ({}, None, None, None)
        check_sentence(str(malformed["reason"]))
    else:
        assert tuple(told["checks"]) == CHECKS


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(), max_size=8)
KEYS = st.sampled_from([*sound(), *sound()["header"], *sound()["events"][1], "x"])
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_get_a_verdict(data: bytes) -> None:
    check_verdict(data)


@settings(max_examples=200, deadline=None)
@given(ANYTHING)
def test_any_json_gets_a_verdict(value: Any) -> None:
    check_verdict(json.dumps(value).encode())


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_record_with_any_value_anywhere_gets_a_verdict(data: st.DataObject) -> None:
    record = full(data.draw(st.sampled_from([None, house_rules()])))
    for _ in range(data.draw(st.integers(1, 3))):
        holders = [inner for _, inner in objects(record) if inner]
        inner = data.draw(st.sampled_from(holders))
        inner[data.draw(st.sampled_from(sorted(inner)))] = data.draw(ANYTHING)
    check_verdict(json.dumps(record).encode())


WHOLE = FIXTURES / "records" / "28-standard.jsonl"
HANDS = [json.dumps(record).encode() for record in records(WHOLE)][:12]


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(HANDS), st.lists(st.tuples(st.integers(0, 20_000), st.binary(max_size=3)), min_size=1, max_size=4)
)
def test_a_record_with_bytes_changed_gets_a_verdict(data: bytes, changes: list[tuple[int, bytes]]) -> None:
    for at, new in changes:
        data = data[: at % len(data)] + new + data[at % len(data) + 1 :]
    check_verdict(data)


@pytest.mark.parametrize("data", HANDS[:3])
def test_a_record_cut_off_anywhere_is_malformed(data: bytes) -> None:
    for end in range(0, len(data), 97):
        assert audit(data[:end]).malformed is not None
    check_verdict(data)
