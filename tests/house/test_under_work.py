"""The exception for rule sets under work ends by itself: once there are records, the ID must leave the list."""

from dealproof.replay import rulesets
from tests.generate.golden import HANDS
from tests.support.paths import ROOT
from tests.support.under_work import UNDER_WORK


def test_a_rule_set_under_work_is_built_in_and_has_no_records_by_others_yet() -> None:
    assert set(rulesets.ids()) >= UNDER_WORK
    assert {id for id in UNDER_WORK if (ROOT / "fixtures" / "records" / f"{id}.jsonl").exists()} == set()
    assert {name.rpartition("-")[0] for name in HANDS} & UNDER_WORK == set()
