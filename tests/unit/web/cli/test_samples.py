"""The sample hands of `dealproof serve --demo`: what their table says of them is so, and their generator made them."""

import json

import pytest

from dealproof.replay.audit import audit, audit_record, audited
from dealproof.replay.judge import judged
from dealproof.replay.match import JudgedRecord, compare
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.record import parse
from dealproof.verifier.tlog.appends import check_append
from dealproof.verifier.tlog.policy import Policy, parse_policy
from dealproof.verifier.tlog.receipt import parse_receipt
from dealproof.web.cli.serve import samples
from tests.generate import samples as generate_samples
from tests.support.paths import SAMPLES

TABLE = {
    cells[1].strip("` "): (cells[2].strip(), cells[3].strip())
    for cells in (line.split("|") for line in (SAMPLES / "README.md").read_text(encoding="utf-8").splitlines())
    if len(cells) > 4 and cells[1].startswith(" `")
}

PLAYED = [name for name in TABLE if "format" not in json.loads((SAMPLES / name).read_bytes())]
"""The samples that are records of hands that were played and sealed."""


def test_the_table_names_every_sample_in_reading_order() -> None:
    assert list(TABLE) == sorted(each.name for each in samples())


@pytest.mark.parametrize("name", TABLE)
def test_a_sample_has_the_rules_and_the_verdict_that_the_table_gives(name: str) -> None:
    rules, wanted = TABLE[name]
    read, verdict = judged((SAMPLES / name).read_bytes())
    assert read is not None
    assert (read.header["rules"], verdict.verdict) == (rules, wanted)
    assert name.endswith(f"-{verdict.hand}.hand.json")


@pytest.mark.parametrize("name", [name for name in PLAYED if TABLE[name][1] == "verified"])
def test_a_good_sample_has_grade_c_with_every_seed_committed_and_its_result_compared(name: str) -> None:
    verdict = audit((SAMPLES / name).read_bytes())
    passed = {check for check, state in verdict.checks.items() if state == "passed"}
    assert verdict.grade == "C"
    assert passed - {"signatures"} == {"commitment", "player-seeds", "rules-digest", "log-head", "legal", "result"}


def test_what_went_wrong_is_the_one_thing_that_the_table_says() -> None:
    verdicts = {TABLE[name][1]: audit((SAMPLES / name).read_bytes()) for name in PLAYED}
    failed = {
        verdict: [check for check, state in found.checks.items() if state == "failed"]
        for verdict, found in verdicts.items()
    }
    assert failed["tampered"][:2] == ["player-seeds", "log-head"]
    assert failed["illegal"] == ["legal"]
    assert failed["mismatch"] == ["result"]
    assert failed["incomplete"] == failed["hidden"] == []
    fault = verdicts["illegal"].fault
    assert fault is not None
    assert fault.rule == "must-follow-suit"


def test_one_sample_is_signed() -> None:
    assert any(audit((SAMPLES / name).read_bytes()).checks["signatures"] == "passed" for name in PLAYED)


def test_a_void_and_an_imported_sample_show_what_is_known_of_their_cards() -> None:
    void, imported = (judged((SAMPLES / name).read_bytes())[1] for name in TABLE if name not in PLAYED)
    assert (void.grade, list(void.decks or {})) == ("C", ["deal/0"])
    assert (imported.grade, imported.imported, imported.checks["result"]) == (None, True, "passed")


def test_samples_of_one_match_follow_from_one_another() -> None:
    """A match keeps its table and seats, and the next dealer starts from the standing carried over (RECORD.md)."""
    records = sorted((parse((SAMPLES / name).read_bytes()) for name in PLAYED), key=lambda each: each.header["number"])
    before: dict[str, JudgedRecord] = {}
    for hand in (JudgedRecord(record, audit_record(record, "")) for record in records if record.header["match"]):
        match = hand.record.header["match"]["id"] if hand.record else ""
        assert match not in before or compare(1, before[match], hand) is None
        before[match] = hand


def test_the_generator_writes_the_same_bytes_again() -> None:
    assert generate_samples.files() == {each.name: each.read_bytes() for each in SAMPLES.iterdir()}


@pytest.mark.parametrize(
    ("name", "grade", "publication"),
    [
        ("20-28-published-before-play", "A", None),
        ("21-28-published-late", "F", "published-late"),
    ],
)
def test_two_samples_have_a_receipt_under_the_demo_policy(name: str, grade: str, publication: str | None) -> None:
    found_record, verdict = audited((SAMPLES / f"{name}.hand.json").read_bytes())
    assert found_record is not None
    receipt = (SAMPLES / f"{found_record.hand}.receipt.json").read_bytes()
    policy = parse_policy((SAMPLES / "demo.policy").read_bytes())
    found = with_receipt(found_record, verdict, receipt, policy, 1_800_000_000)
    assert (found.grade, found.publication, found.remarks) == (grade, publication, ())
    if grade == "A":
        assert found.published is not None
        assert (found.published["by"], found.published["seats"]) == ("policy", [0, 1, 2, 3])
        of_seats = with_receipt(found_record, verdict, receipt, Policy(policy.logs), 1_800_000_000)
        assert of_seats.published is not None
        assert (of_seats.grade, of_seats.published["by"]) == ("A", "seats")


def test_the_leaves_of_the_demo_log_keep_to_the_rules_of_a_log() -> None:
    """LOG.md, "Leaves"; and nobody trusts its keys by default."""
    number = None
    for hand in ("28-published-before-play", "28-published-late"):
        found = parse_receipt((SAMPLES / f"{hand}.receipt.json").read_bytes())
        progress = None
        for entry in found.entries:
            progress = check_append(entry.leaf, progress, number)
        number = found.commit.leaf["number"]
    assert b"demo keys" in (SAMPLES / "demo.policy").read_bytes()
