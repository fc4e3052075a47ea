"""A deck that is not proven accuses nobody, and a grade is about the deck (issue 10, 2)."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.replay.verdict import FAILED
from dealproof.web.judging import judged
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.presentation.verdict import Judgement
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, Run, hand_id, record

RECORDS = sorted((ROOT / "fixtures" / "records").glob("*.jsonl"))
CHANGED = (SAMPLES / "10-28-seed-changed-afterwards.hand.json").read_bytes()
"""A player's seed was changed afterwards: with the cards that it gives, an honest move looks illegal."""


def judgement(told: Any) -> Judgement:
    hand, verdict = judged(told if isinstance(told, bytes) else json.dumps(told).encode(), "here")
    return Judgement(verdict.to_json(), sentences(ENGLISH), hand)


def tampered() -> list[Judgement]:
    """Every fixture hand with a failing hash, and the sample."""
    lines = [json.loads(line) for path in RECORDS for line in path.read_bytes().splitlines()]
    found = [judgement(line["record"]) for line in lines if line["expect"]["verdict"] == "tampered"]
    return [*found, judgement(CHANGED)]


def page(client: FlaskClient, data: bytes) -> str:
    hands: Hands = client.application.extensions["hands"]
    hands.take_in([("x", data)])
    id = json.loads(data)["header"]["hand"]
    return html.unescape(client.get(f"/hands/{id}").get_data(as_text=True))


def test_no_sentence_about_a_hand_with_a_failing_hash_names_a_player_or_seat() -> None:
    met = set()
    for each in tampered():
        told = " ".join(each.reasons())
        assert not re.search(r"\bseat \d|\bSeat \d| may ", told), told
        for name in each.seats:
            assert len(name) < 3 or name not in told
        assert "does not match" in told or "does not carry" in told
        met |= set(each.verdict["all"])
    assert met >= {"tampered", "illegal"}


def test_a_page_says_what_the_hashes_say_first_and_the_rest_as_what_would_follow(client: FlaskClient) -> None:
    shown = page(client, CHANGED)
    verdict = shown[shown.index('<section class="verdict bad">') : shown.index("</section>")]
    assert "This record does not match what was committed before the hand." in verdict
    assert sentences(ENGLISH).say("check-plain-failed", "player-seeds") in verdict
    assert "illegal" not in verdict
    assert "Biju" not in verdict
    assert 'class="fault"' not in shown
    assert "The rule broken" not in shown
    below = shown[shown.index('<section class="if">') :]
    below = below[: below.index("</section>")]
    assert "would be illegal" in below
    assert "Biju" not in below
    assert shown.index('<section class="verdict') < shown.index('<section class="if">')


def test_the_checks_of_the_play_do_not_fail_in_red_where_the_seeds_are_not_proven() -> None:
    for each in tampered():
        for check in each.checks:
            if check.name in {"legal", "result"} and each.verdict["checks"][check.name] == FAILED:
                assert check.state == "open"
                assert check.shows.startswith("If the seeds")


def test_reports_of_a_hand_with_a_failing_hash_accuse_nobody(run: Run) -> None:
    Path("a.hand.json").write_bytes(CHANGED)
    for form in ("text", "junit", "sarif", "github"):
        told = " ".join(run("check", "--format", form, "a.hand.json").stdout.split())
        assert "may conceal" not in told
        assert "Biju" not in told
        assert "no evidence against a player" in told
    shown = run("show", "a.hand.json").stdout
    assert "The rule broken" not in shown
    assert "What was legal" not in shown


def changed(name: str, **values: Any) -> dict[str, Any]:
    return {**record(GOOD), **values}


def test_what_does_not_match_is_said_by_what_was_to_bind_it() -> None:
    """What is committed before the hand, the log that is closed after it, and signatures, each in its own words."""
    log = changed(GOOD, log_head="0" * 64)
    assert judgement(log).sentence.startswith("This record does not match the hash that closed its log of moves.")
    seed = changed(GOOD, server_seed="0" * 64)
    assert judgement(seed).sentence.startswith("This record does not match what was committed before the hand.")
    lines = [json.loads(line)["record"] for path in RECORDS for line in path.read_bytes().splitlines()]
    signed = next(each for each in lines if isinstance(each, dict) and each.get("header", {}).get("seat_keys"))
    event = next(each for each in signed["events"] if "sig" in each)
    event["sig"] = "A" * 86 + "=="
    assert judgement(signed).sentence.startswith("A move in this record does not carry the signature of its player.")


def test_a_hidden_hand_with_a_failing_hash_looks_bad_and_says_what_fails(client: FlaskClient) -> None:
    told = judgement({**record(HIDDEN), "log_head": "0" * 64})
    assert told.verdict["all"] == ["hidden", "tampered"]
    assert told.state == "bad"
    assert told.what_now == sentences(ENGLISH).say("what-now", "tampered")
    assert any("Log of moves" in each for each in told.also)


@pytest.mark.parametrize("name", [ILLEGAL, MISMATCH, GOOD])
def test_a_grade_says_that_it_is_about_the_deck_and_is_no_praise_beside_a_failed_check(
    client: FlaskClient, run: Run, name: str
) -> None:
    data = json.dumps(record(name)).encode()
    shown = html.unescape(client.get(f"/hands/{hand_id(name)}").get_data(as_text=True))
    for output in (shown, " ".join(run("show", "-", stdin=data).stdout.split())):
        assert "Deck: grade C" in output
        assert "Nothing fails" not in output
        assert ("This grade is only about the deck" in output) == (name != GOOD)
