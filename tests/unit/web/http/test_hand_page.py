"""The page of a hand: what would have been, other rules, who could still have cheated, and why no better grade."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.replay.record.record import parse
from dealproof.web.judging import judged, retried
from dealproof.web.presentation.consequences import consequences
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.presentation.verdict import Judgement
from dealproof.web.published.hand import Choice
from dealproof.web.store.service import Hands
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, hand_id, record, records, text


def page(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return html.unescape(answer.get_data(as_text=True))


def sample(name: str) -> bytes:
    return (SAMPLES / f"{name}.hand.json").read_bytes()


def choices(data: bytes) -> tuple[Choice, ...]:
    hand, _ = judged(data, "")
    assert hand
    return hand.choices


def test_each_legal_choice_is_told_with_who_would_be_winning_the_trick(client: FlaskClient) -> None:
    """In the sample a seat discards a diamond with the seven of spades in hand, while ten of spades led is winning."""
    data = sample("11-28-did-not-follow-suit")
    fault = judged(data, "")[1].fault
    assert fault
    found = choices(data)
    assert [each.event for each in found] == list(fault.legal)
    hand = judged(data, "")[0]
    assert hand
    told = consequences(found, hand.seats, sentences(ENGLISH), "meanings")
    client.application.extensions["hands"].take_in([("x", data)])
    shown = page(client, f"/hands/{hand.hand}")
    assert "How each legal move would have changed the trick" in shown
    for meaning in told:
        assert meaning.sentence in shown


@pytest.mark.parametrize("name", sorted(name for name in records() if name.startswith("illegal-")))
def test_what_a_choice_means_is_what_the_hand_says_when_it_is_made(name: str) -> None:
    """Every choice is tried by putting it in the place of the illegal event: the hand is then legal so far."""
    told = record(name)
    fault = judged(text(name), "")[1].fault
    assert fault
    for choice in choices(text(name)):
        tried = {**told, "events": [*told["events"][: fault.event], choice.event]}
        hand, verdict = judged(json.dumps(tried).encode(), "")
        assert verdict.fault is None
        assert hand
        assert hand.narrative
        trick = hand.narrative.tricks[-1]
        assert choice.winning == trick.winning
        assert choice.over == (trick.winner is not None)
        if choice.over:
            assert choice.winning == trick.winner


def test_a_bid_means_nothing_for_a_trick() -> None:
    names = [name for name in records() if name in {"illegal-bid-too-low", "illegal-bid-not-higher"}]
    assert all(not choices(text(name)) for name in names)


def other(client: FlaskClient, hand: str, rules: str) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/v1/hands/{hand}/under/{rules}").get_json()
    return told


def test_a_hand_under_other_rules_parts_at_an_event_or_goes_through(client: FlaskClient) -> None:
    outcomes = set()
    for path in sorted(SAMPLES.glob("*.hand.json")):
        data = path.read_bytes()
        hand, _ = judged(data, "")
        if hand is None or hand.hidden:
            continue
        client.application.extensions["hands"].take_in([("x", data)])
        for rules in hand.other_rules:
            told = other(client, hand.hand, rules)
            shown = page(client, f"/hands/{hand.hand}?under={rules}")
            if told["event"] is None:
                outcomes.add("through")
                assert f"Under {rules}, every move is legal" in shown
            else:
                outcomes.add("parts")
                assert f">move {told['event'] + 1}</a> is the first illegal one: " in shown
                assert sentences(ENGLISH).say("rules", told["rule"]) in shown
                assert told["result"] is None
    assert "parts" in outcomes


def test_under_its_own_rules_by_another_name_a_hand_is_as_it_was() -> None:
    """28-standard's hands cannot be judged under themselves: the other rules are others."""
    hand, _ = judged(text(GOOD), "")
    assert hand
    assert "28-standard" not in hand.other_rules
    assert set(hand.other_rules) >= {"28-gulan", "28-kerala-house"}
    assert retried(text(GOOD), "28-standard") is None


def test_rules_for_other_cards_or_none_at_all_and_hidden_hands_are_refused(client: FlaskClient) -> None:
    for hand, rules in ((hand_id(GOOD), "56-gulan"), (hand_id(GOOD), "<b>"), (hand_id(HIDDEN), "28-gulan")):
        assert "cannot be judged under" in page(client, f"/hands/{hand}?under={rules}", 404)
    assert client.get(f"/api/v1/hands/{hand_id(HIDDEN)}/under/28-gulan").status_code == 404
    assert "nobody" in page(client, "/hands/nobody?under=28-gulan", 404)


def test_a_record_out_of_the_box_is_judged_under_all_other_rules_at_once(client: FlaskClient) -> None:
    shown = client.post("/find", data={"what": text(GOOD).decode()}).get_data(as_text=True)
    for rules in ("28-gulan", "28-kerala-house"):
        assert f"Under {rules}, " in shown
    assert "?under=" not in shown


def test_each_check_says_who_could_still_have_cheated(client: FlaskClient) -> None:
    for name in (GOOD, ILLEGAL, HIDDEN):
        shown = page(client, f"/hands/{hand_id(name)}")
        verdict = client.get(f"/api/v1/hands/{hand_id(name)}").get_json()
        for check, outcome in verdict["checks"].items():
            assert sentences(ENGLISH).say(f"cheats-{outcome.replace(' ', '-')}", check) in shown


def test_a_grade_says_why_it_is_not_better() -> None:
    told = record(GOOD)
    told["header"]["player_commitments"][1] = None
    hand, verdict = judged(json.dumps(told).encode(), "")
    assert hand
    as_c = {**verdict.to_json(), "grade": "C"}
    name = hand.seats[1]
    assert f"{name} (seat 2) sent a seed openly" in Judgement(as_c, sentences(ENGLISH), hand).grade
    assert "Log of moves" in Judgement(verdict.to_json(), sentences(ENGLISH), hand).grade
    good, fine = judged(text(GOOD), "")
    assert "openly" not in Judgement(fine.to_json(), sentences(ENGLISH), good).grade


def test_everything_is_there_as_json_too(client: FlaskClient) -> None:
    told = client.get(f"/api/v1/hands/{hand_id(ILLEGAL)}/account").get_json()
    assert list(told)[:3] == ["hand", "deals", "calls"]
    assert told["choices"]
    assert client.get(f"/api/v1/hands/{hand_id(GOOD)}/record").data == text(GOOD)
    assert client.get("/api/v1/hands").get_json()["hands"][0].keys() >= {"hand", "verdict", "grade"}


def test_a_hidden_hand_gives_nothing_of_its_log_by_any_address(client: FlaskClient) -> None:
    hand, told = hand_id(HIDDEN), record(HIDDEN)
    table = told["header"]["table"]
    paths = [f"/tables/{table}", f"/api/v1/tables/{table}", "/api/v1/hands?verdict=hidden", f"/api/v1/hands/{hand}"]
    paths += [
        f"/hands/{hand}",
        f"/api/v1/hands/{hand}/account",
        f"/api/v1/hands/{hand}/record",
        f"/hands/{hand}/record",
    ]
    for path in paths:
        shown = client.get(path).get_data(as_text=True)
        assert told["log_head"] not in shown
        assert not re.search(r'"(card|do)":', shown)
    assert "has not been revealed yet" in page(client, f"/hands/{hand}")


def test_what_is_stored_of_a_hidden_hand_holds_no_seed(client: FlaskClient) -> None:
    hands: Hands = client.application.extensions["hands"]
    kept = hands.raw_record(hand_id(HIDDEN))
    assert kept
    assert parse(kept).server_seed is None
