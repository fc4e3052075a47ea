"""The exceptions for work that others have not seen end by themselves: once they have, the ID must leave the list."""

from dealproof.replay import rulesets
from dealproof.replay.games import FAMILIES
from tests.generate.golden import HANDS
from tests.support.paths import ROOT
from tests.support.rule_ids import RECEIVED
from tests.support.under_work import RULES_UNDER_WORK, UNDER_WORK


def test_a_rule_set_under_work_is_built_in_and_has_no_records_by_others_yet() -> None:
    assert set(rulesets.ids()) >= UNDER_WORK
    assert {id for id in UNDER_WORK if (ROOT / "fixtures" / "records" / f"{id}.jsonl").exists()} == set()
    assert {name.rpartition("-")[0] for name in HANDS} & UNDER_WORK == set()
    assert {id for known in RECEIVED.values() for entry in known.values() for id in entry["sets"]} & UNDER_WORK == set()


def test_a_rule_under_work_is_of_a_family_and_not_among_the_rules_received_yet() -> None:
    assert RULES_UNDER_WORK.keys() <= FAMILIES.keys()
    received = {(family, rule) for family, known in RECEIVED.items() for rule in known}
    assert {(family, rule) for family, rules in RULES_UNDER_WORK.items() for rule in rules} & received == set()
