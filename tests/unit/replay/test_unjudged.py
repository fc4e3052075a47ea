"""Where judging fails the answer is one verdict, `error`, and the hands beside it are still judged (S1)."""

import json

import pytest

from dealproof.replay.audit import audit, audited
from dealproof.replay.match import JudgedRecord, follow
from dealproof.replay.record.record import from_json
from dealproof.replay.verdict import CHECKS, ERROR, VERDICTS
from dealproof.web.judging import judged
from tests.unit.replay.test_record import FIXTURES, check_sentence, full, records

HANDS = [json.dumps(record).encode() for record in records(FIXTURES / "records" / "28-standard.jsonl")][:3]
FAILURES = [
    RuntimeError("secret"),
    AssertionError("secret"),
    RecursionError("secret"),
    MemoryError(),
    KeyError("secret"),
]


def name(data: bytes) -> str:
    """The ID of a hand."""
    return str(json.loads(data)["header"]["hand"])


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_any_failure_of_the_judge_is_the_verdict_error_for_its_hand_alone(failure, judging_fails):
    before = [audit(data) for data in HANDS]
    judging_fails(name(HANDS[1]), failure)
    first, second, third = [audit(data, "here") for data in HANDS]
    assert [first._replace(source=""), third._replace(source="")] == [before[0], before[2]]
    assert (second.verdict, second.all, second.hand, second.source) == (ERROR, (ERROR,), name(HANDS[1]), "here")
    assert (second.checks, second.grade, second.result) == ({}, None, None)
    assert second.error is not None
    check_sentence(second.error)
    assert type(failure).__name__ in second.error
    assert "secret" not in second.error
    assert "Traceback" not in second.error


def test_error_is_no_word_of_the_contract():
    assert ERROR not in VERDICTS
    assert "error" not in audit(HANDS[0]).to_json()


def test_the_verdict_error_has_a_sentence_under_error(judging_fails):
    judging_fails(name(HANDS[0]))
    told = audit(HANDS[0]).to_json()
    assert isinstance(told.pop("error"), str)
    assert told == {
        "hand": name(HANDS[0]),
        "source": "",
        "verdict": "error",
        "all": ["error"],
        "checks": {},
        "grade": None,
        "fault": None,
        "malformed": None,
        "differences": [],
        "result": None,
        "remarks": [],
        "rulings": [],
        "publication": "no-receipt",
        "published": None,
        "decks": None,
    }


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_a_failure_of_the_reader_is_the_verdict_error_too(failure, monkeypatch):
    def fail(*_):
        raise failure

    monkeypatch.setattr("dealproof.replay.rulesets.builtin", fail)
    record, verdict = audited(HANDS[0])
    assert (record, verdict.verdict, verdict.hand) == (None, ERROR, name(HANDS[0]))


def test_a_failure_of_bytes_without_a_hand_id_names_none(monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr("dealproof.replay.audit.read", fail)
    verdict = audit(b"[")
    assert (verdict.verdict, verdict.hand) == (ERROR, None)


def test_a_hand_that_cannot_be_published_has_the_verdict_error(monkeypatch):
    def fail(*_):
        raise RecursionError

    monkeypatch.setattr("dealproof.web.judging.narrator_of", fail)
    hand, verdict = judged(HANDS[0], "here")
    assert (hand, verdict.verdict, verdict.hand) == (None, ERROR, name(HANDS[0]))


def test_a_match_does_not_follow_on_a_hand_that_could_not_be_judged(judging_fails):
    game = from_json(full(None)).header
    judging_fails(game["hand"])
    match = follow([JudgedRecord(*audited(json.dumps(full(None)).encode()))])
    assert match.broken is not None
    assert (match.broken.why, match.broken.pointers) == (("error",), ("",))
    assert match.to_json()["rows"][0]["verdict"] == "error"


def test_the_sentence_names_the_place_in_the_program(monkeypatch):
    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("dealproof.replay.core.engine.play_out", fail)
    assert "ZeroDivisionError in dealproof.replay.audit, line " in str(audit(HANDS[0]).error)


def test_whatever_is_judged_has_checks_and_no_error():
    for data in HANDS:
        verdict = audit(data)
        assert tuple(verdict.checks) == CHECKS
        assert verdict.error is None
