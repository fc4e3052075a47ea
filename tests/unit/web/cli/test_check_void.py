"""Void hands on the command line (RECORD.md, "Void records")."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.unit.web.conftest import Run

VECTORS: dict[str, dict[str, Any]] = {
    each["name"]: each for each in map(json.loads, (ROOT / "fixtures" / "log" / "void.jsonl").read_bytes().splitlines())
}


def written(name: str) -> None:
    Path("a.hand.json").write_text(json.dumps(VECTORS[name]["record"]), "utf-8")


@pytest.mark.parametrize("name", VECTORS)
def test_check_answers_every_vector_of_void_hands(run: Run, name: str) -> None:
    written(name)
    result = run("check", "a.hand.json", "--format", "json")
    verdict, expected = json.loads(result.stdout), VECTORS[name]["expect"]
    assert (verdict["verdict"], verdict["all"]) == (expected["verdict"], expected["all"])
    assert (verdict["decks"], verdict["result"]) == (expected["decks"], None)
    assert (verdict["malformed"] or {}).get("pointer") == expected["pointer"]
    assert result.exit_code == (0 if expected["all"] == ["void"] else 1)


@pytest.mark.parametrize("name", VECTORS)
def test_every_format_and_show_have_a_word_for_every_void_hand(run: Run, name: str) -> None:
    written(name)
    sound = VECTORS[name]["expect"]["all"] == ["void"]
    for form in ("text", "junit", "github", "sarif"):
        assert run("check", "a.hand.json", "--format", form).exit_code == (0 if sound else 1)
    shown = run("show", "a.hand.json")
    assert shown.exit_code == (0 if sound else 1)
    assert ("Given up because" in shown.stdout) == (VECTORS[name]["expect"]["pointer"] is None)


def test_show_prints_the_cards_that_were_thrown_away(run: Run) -> None:
    written("players-left-28")
    (deck,) = VECTORS["players-left-28"]["expect"]["decks"].values()
    shown = run("show", "a.hand.json").stdout.replace("10", "T")
    for letter, shape in zip("shdc", "♠♥♦♣", strict=True):
        shown = shown.replace(shape, letter)
    assert " ".join(deck) in " ".join(shown.partition("Cards thrown away")[2].split())
    written("seed-missing-one")
    shown = run("show", "a.hand.json").stdout
    assert "Cards thrown away" not in shown
    assert "never opened" in shown
    assert "nobody can know the deck" in " ".join(shown.split())


def test_an_illegal_move_of_a_void_hand_is_a_failure_and_names_its_rule(run: Run) -> None:
    written("illegal-event")
    result = run("check", "a.hand.json", "--format", "sarif")
    (found,) = json.loads(result.stdout)["runs"][0]["results"]
    assert (found["level"], found["ruleId"]) == ("error", "call-out-of-turn")
    assert "Move 5 breaks a rule" in found["message"]["text"]
    assert run("check", "a.hand.json").stdout.splitlines()[-1] == "1 hand: 1 void."


def test_void_cannot_be_allowed_since_a_sound_one_is_no_failure(run: Run) -> None:
    written("players-left-28")
    assert run("check", "a.hand.json", "--allow", "void").exit_code == 2


def test_a_void_hand_is_stored_once_and_found_by_its_id(run: Run) -> None:
    written("players-left-rummy")
    hand = VECTORS["players-left-rummy"]["record"]["header"]["hand"]
    assert "1 stored" in run("import", "a.hand.json").stdout
    assert "stored already" in run("import", "a.hand.json").stdout
    shown = run("show", hand)
    assert shown.exit_code == 0
    assert "Given up because" in shown.stdout


@pytest.mark.parametrize("name", ["players-left-28", "players-left-rummy", "dealt-no-event"])
def test_the_void_record_of_a_hidden_hand_takes_its_place_and_never_the_reverse(run: Run, name: str) -> None:
    void = VECTORS[name]["record"]
    hidden = {key: void[key] for key in ("header", "rules", "player_seeds", "events", "log_head")}
    hidden = {**hidden, "server_seed": None, "claim": None}
    Path("hidden.hand.json").write_text(json.dumps(hidden), "utf-8")
    written(name)
    assert run("import", "hidden.hand.json").exit_code == 0
    assert void["header"]["hand"] in run("import", "a.hand.json").stdout
    assert run("show", void["header"]["hand"]).stdout.startswith("… Void")
    assert "stored already" in run("import", "hidden.hand.json").stdout
    assert run("show", void["header"]["hand"]).stdout.startswith("… Void")


def test_a_hand_that_is_void_and_played_is_two_records_of_one_hand(run: Run) -> None:
    void = VECTORS["given-up-after-the-last-card"]["record"]
    played = {key: value for key, value in void.items() if key not in {"format", "reason"}} | {"claim": None}
    Path("both.hands.jsonl").write_text(f"{json.dumps(void)}\n{json.dumps(played)}\n", "utf-8")
    found = [json.loads(line) for line in run("check", "both.hands.jsonl", "--format", "json").stdout.splitlines()]
    assert [each["verdict"] for each in found] == ["void", "verified"]
    assert all("equivocation" in [remark["remark"] for remark in each["remarks"]] for each in found)
    assert run("import", "both.hands.jsonl").exit_code == 1


def test_a_receipt_in_place_of_a_record_is_named(run: Run) -> None:
    line = (ROOT / "fixtures" / "log" / "receipts.jsonl").read_bytes().splitlines()[0]
    Path("a.receipt.json").write_text(json.dumps(json.loads(line)["receipt"]), "utf-8")
    assert "This is the receipt of a hand" in run("check", "a.receipt.json").stdout
