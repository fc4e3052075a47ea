"""The audit against fixtures/records: every verdict, check, fault, result and remark as expected there."""

import json

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from tests.support.paths import ROOT

RECORDS = ROOT / "fixtures" / "records"
VECTORS = [
    pytest.param(vector["record"], vector["expect"], id=f"{path.stem}/{vector['name']}")
    for path in sorted(RECORDS.glob("*.jsonl"))
    if rulesets.builtin(path.stem)
    for vector in map(json.loads, path.read_bytes().splitlines())
]


def has_no_time_of_its_own(record, remark):
    """A time-out without a time after an event with one. Its turn cannot be measured, so it is remarked on
    (RECORD.md, "Small print"); the vectors look at the event before alone, and allow for more."""
    events = [{"t": 0}, *record["events"]]
    return remark["event"] is not None and "t" in events[remark["event"]] and "t" not in events[remark["event"] + 1]


@pytest.mark.parametrize(("record", "expect"), VECTORS)
def test_a_record_gets_the_verdict_expected(record, expect):
    verdict = audit(json.dumps(record).encode()).to_json()
    assert verdict["verdict"] == expect["verdict"]
    assert verdict["all"] == expect["all"]
    assert verdict["grade"] == expect["grade"]
    assert verdict["checks"] == expect["checks"]
    assert [remark for remark in verdict["remarks"] if not has_no_time_of_its_own(record, remark)] == expect["remarks"]
    assert verdict["result"] == expect["result"]
    assert (verdict["malformed"] or {}).get("pointer") == expect["pointer"]
    # The first rule is the one to print; the file lists every rule that the event breaks.
    fault = verdict["fault"] or {"event": None, "rule": None}
    assert (fault["event"], fault["rule"]) == (expect["event"], next(iter(expect["rules"]), None))
