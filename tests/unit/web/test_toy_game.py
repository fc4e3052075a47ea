"""A game is added with one `Family` and one `GamePresentation`, and nothing else changes: it is checked, shown in the
terminal and on a page, simulated and described by the schema."""

import html
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from dealproof.replay.games import FAMILIES
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from dealproof.web.presentation.games import PRESENTATIONS
from tests.support import toy_game
from tests.unit.web.conftest import Run


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, "toy", toy_game.FAMILY)
    monkeypatch.setitem(PRESENTATIONS, "toy", toy_game.PRESENTATION)


def hands(run: Run, *more: str) -> list[dict[str, Any]]:
    """Simulated hands, as `dealproof simulate` prints them."""
    return [json.loads(line) for line in run("simulate", "highest-of-five", "--count", "12", *more).stdout.splitlines()]


@pytest.fixture
def played(run: Run) -> dict[str, Any]:
    """A hand of four seats without signatures and times, which a test may change: its log has no hash to hold."""
    found = next(hand for hand in hands(run) if len(hand["header"]["seats"]) == 4 and hand["claim"])
    assert not found["header"]["seat_keys"]
    return found


def changed(hand: dict[str, Any], change: Callable[[dict[str, Any]], None]) -> str:
    """The hand after a change, its log hashed again."""
    change(hand)
    hand["log_head"] = log_head(salt(hand["header"], hand["player_seeds"]), hand["events"])
    return json.dumps(hand)


def words(text: str) -> str:
    return " ".join(text.split())


def test_simulated_hands_are_verified_and_changed_ones_are_judged(run: Run) -> None:
    fair = run("simulate", "highest-of-five", "--count", "12").stdout
    assert run("check", "-", stdin=fair.encode()).stdout.endswith("12 hands: 12 verified.\n")
    mutated = run("simulate", "highest-of-five", "--count", "40", "--mutate").stdout
    judged = run("check", "--format", "json", "-", stdin=mutated.encode()).stdout
    verdicts = {json.loads(line)["verdict"] for line in judged.splitlines()}
    assert {"illegal", "mismatch", "tampered"} <= verdicts
    assert "error" not in verdicts


def test_a_broken_rule_is_named_and_the_legal_cards_are_listed(run: Run, played: dict[str, Any]) -> None:
    def anothers_card(hand: dict[str, Any]) -> None:
        hand["events"][1]["card"] = hand["events"][0]["card"]

    text = changed(played, anothers_card)
    checked = words(run("check", "-", stdin=text.encode()).stdout)
    assert "illegal" in checked
    assert "(not-my-card)" in checked
    shown = words(run("show", "-", stdin=text.encode()).stdout)
    assert "Biju (seat 2) played" in shown
    assert "✗Biju (seat 2) played" in shown
    assert "Biju (seat 2) may: play" in shown


def test_a_wrong_result_is_said_by_key_with_both_values(run: Run, played: dict[str, Any]) -> None:
    winner = played["claim"]["winner"]
    played["claim"]["winner"] = (winner + 1) % 4
    seats = played["header"]["seats"]
    recorded, computed = (f"{seats[seat]} (seat {seat + 1})" for seat in (played["claim"]["winner"], winner))
    checked = words(run("check", "-", stdin=json.dumps(played).encode()).stdout)
    assert f"Winner: the operator recorded {recorded}; the moves give {computed}." in checked


def test_the_hand_is_shown_in_the_terminal_and_on_its_page(
    run: Run, client: FlaskClient, played: dict[str, Any]
) -> None:
    """No layout of its own: its deal, its moves in order, its result by key, the cards that are left."""
    winner = played["header"]["seats"][played["claim"]["winner"]]
    data = json.dumps(played).encode()
    client.application.extensions["hands"].take_in([("toy", data)])
    shown = words(run("show", "-", stdin=data).stdout)
    answer = client.get(f"/hands/{played['header']['hand']}")
    assert answer.status_code == 200
    page = words(html.unescape(answer.get_data(as_text=True)))
    assert "1. Ammu (seat 1) played" in shown
    assert f"Winner {winner} (seat " in shown
    assert '<li id="e1"><a class="move" href="#e1"><span class="unseen">Move </span>1</a>' in page
    assert '<span class="did">Ammu (seat 1) played' in page
    for text in (shown, page):
        assert "Moves" in text
        assert "Still in hand" in text
        assert "Played to the last card." in text
        assert f"takes-it-all seat {winner} (seat {played['claim']['winner'] + 1})" in text


def test_a_game_without_a_presentation_is_shown_too(
    run: Run, monkeypatch: pytest.MonkeyPatch, played: dict[str, Any]
) -> None:
    monkeypatch.delitem(PRESENTATIONS, "toy")
    shown = run("show", "-", stdin=json.dumps(played).encode())
    assert shown.exit_code == 0
    assert f"Winner {played['claim']['winner']}" in words(shown.stdout)


def test_its_rules_are_printed_and_changed(run: Run) -> None:
    printed = run("rules", "highest-of-five").stdout
    assert "own rule set" not in printed
    assert "3 seats: 52 cards." in printed
    assert "cards=5" in printed
    house = run("rules", "highest-of-five", "--set", "cards=7").stdout
    assert json.loads(house) == {"cards": 7, "family": "toy", "id": "house-highest-of-five"}


def test_the_schema_accepts_its_records_and_no_others(run: Run, played: dict[str, Any]) -> None:
    schema = Draft202012Validator(json.loads(run("schema").stdout))
    for hand in hands(run):
        schema.validate(hand)
    played["claim"]["winner"] = "Ammu"
    assert not schema.is_valid(played)
