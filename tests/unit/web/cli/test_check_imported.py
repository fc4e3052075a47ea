"""Imported hands on the command line: they never look like hands whose deck is proven (RECORD.md, "Imported hands")."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dealproof.replay import rulesets
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.records import simulate
from tests.unit.web.conftest import Run

Json = dict[str, Any]
UNKNOWN = "nothing is known of how the cards came about"
FAMILIES = ("28-standard", "56-support", "seating-28", "kazhutha", "rummy-13")


def record_of(rules: str) -> Json:
    hands = (imported(hand).record for hand in simulate(rulesets.games()[rules], "cli", 20))
    return next(record for record in hands if record["claim"] and record["events"])


RECORDS = {rules: record_of(rules) for rules in FAMILIES}
KAZHUTHA = RECORDS["kazhutha"]
VERDICTS: dict[str, tuple[Json, int]] = {
    "verified": (KAZHUTHA, 0),
    "illegal": (KAZHUTHA | {"events": [KAZHUTHA["events"][0]] * 2}, 1),
    "incomplete": (KAZHUTHA | {"events": KAZHUTHA["events"][:1]}, 1),
    "mismatch": (KAZHUTHA | {"claim": KAZHUTHA["claim"] | {"donkey": 77}}, 1),
    "malformed": (KAZHUTHA | {"deals": []}, 1),
}


def written(*records: Json) -> None:
    Path("a.hands.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("rules", FAMILIES)
def test_a_good_imported_hand_of_every_family_passes_without_a_tick(run: Run, rules: str) -> None:
    written(RECORDS[rules])
    checked = run("check", "a.hands.jsonl")
    assert checked.exit_code == 0
    assert "✓" not in checked.stdout
    assert UNKNOWN in flat(checked.stdout)
    assert checked.stdout.splitlines()[-1] == "1 hand: 1 imported."
    verdict = json.loads(run("check", "a.hands.jsonl", "--format", "json").stdout)
    assert (verdict["verdict"], verdict["grade"], verdict["hand"]) == ("verified", None, RECORDS[rules]["hand"])
    assert "imported" in [each["remark"] for each in verdict["remarks"]]


@pytest.mark.parametrize("rules", FAMILIES)
def test_show_lays_an_imported_hand_out_and_says_what_is_not_known(run: Run, rules: str) -> None:
    written(RECORDS[rules])
    shown = run("show", "a.hands.jsonl")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("… Moves legal, deck unknown")
    assert UNKNOWN in flat(shown.stdout)
    assert RECORDS[rules]["origin"] in shown.stdout
    assert "Deck: no grade." in shown.stdout
    for never in ("Seeds and hashes", "revealed", "grade C", "drawn from the seeds", "uniform shuffle"):
        assert never not in flat(shown.stdout)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_every_verdict_has_its_exit_status_and_its_words_in_every_format(run: Run, verdict: str) -> None:
    record, status = VERDICTS[verdict]
    written(record)
    for form in ("text", "json", "junit", "github", "sarif"):
        result = run("check", "a.hands.jsonl", "--format", form)
        assert result.exit_code == status
        if verdict != "malformed" and not (form in {"github", "sarif"} and status == 0):
            assert UNKNOWN in flat(result.stdout) or '"imported"' in result.stdout
    assert run("show", "a.hands.jsonl").exit_code == status


def test_a_case_of_junit_that_passes_says_in_its_name_what_is_not_known(run: Run) -> None:
    written(KAZHUTHA)
    suite = ElementTree.fromstring(run("check", "a.hands.jsonl", "--format", "junit").stdout)
    (case,) = suite.iter("testcase")
    assert UNKNOWN in case.attrib["name"]
    assert UNKNOWN in (next(suite.iter("system-out")).text or "")


def test_imported_hands_are_counted_apart_from_verified_ones(run: Run) -> None:
    played = next(simulate(rulesets.games()["kazhutha"], "cli", 1)).record
    written(played, KAZHUTHA)
    checked = run("check", "a.hands.jsonl")
    assert (checked.exit_code, checked.stdout.splitlines()[-1]) == (0, "2 hands: 1 verified, 1 imported.")
    sarif = json.loads(run("check", "a.hands.jsonl", "--format", "sarif").stdout)["runs"][0]["properties"]
    assert (sarif["verified"], sarif["imported"]) == (1, 1)


def test_two_imported_records_of_one_hand_cannot_both_be_true(run: Run) -> None:
    written(KAZHUTHA, KAZHUTHA | {"origin": "somewhere else"}, RECORDS["seating-28"])
    found = [json.loads(line) for line in run("check", "a.hands.jsonl", "--format", "json").stdout.splitlines()]
    told = [[each["remark"] for each in verdict["remarks"]] for verdict in found]
    assert [("equivocation" in remarks, "seed-reused" in remarks) for remarks in told] == [
        (True, False),
        (True, False),
        (False, False),
    ]


def test_an_imported_hand_is_stored_once_and_found_by_its_id(run: Run) -> None:
    written(*RECORDS.values())
    assert "5 stored" in run("import", "a.hands.jsonl").stdout
    assert "stored already" in run("import", "a.hands.jsonl").stdout
    shown = run("show", KAZHUTHA["hand"])
    assert shown.exit_code == 0
    assert shown.stdout.startswith("… Moves legal, deck unknown")
    written(KAZHUTHA | {"origin": "somewhere else"})
    assert run("import", "a.hands.jsonl").exit_code == 1


def test_a_receipt_beside_an_imported_hand_says_nothing_about_it(run: Run) -> None:
    written(KAZHUTHA)
    Path(f"{KAZHUTHA['hand']}.receipt.json").write_text("{}", "utf-8")
    verdict = json.loads(run("check", "a.hands.jsonl", "--format", "json").stdout)
    assert (verdict["verdict"], verdict["publication"]) == ("verified", "no-receipt")
