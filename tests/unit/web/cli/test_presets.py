"""Presets: house rules of this project's own, for tables that the Gulan Parish article names and leaves open."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import canonical
from dealproof.web.cli.terminal import width
from tests.unit.web.conftest import Run

PRESETS = tuple(rulesets.presets())
SEATS = {"house-28-six": (6, 36), "house-56-four": (4, 48), "house-56-eight": (8, 48)}

each = pytest.mark.parametrize("id", PRESETS)


@cache
def records(id: str) -> list[dict[str, Any]]:
    """Simulated hands; each brings its rules."""
    return [hand.record for hand in simulate(rulesets.presets()[id], "presets", 24)]


@each
def test_a_preset_is_for_its_seats_and_deals_its_whole_pack(id: str) -> None:
    """The Gulan Parish article, "Different Games": 28 for six, 56 for four or eight."""
    game = rulesets.presets()[id]
    seats, cards = SEATS[id]
    assert list(game.seats) == [seats]
    assert len(game.deck(seats)) == cards
    assert cards % seats == 0


@each
def test_a_preset_is_no_built_in_rule_set(id: str) -> None:
    assert rulesets.builtin(id) is None
    record = {**records(id)[0], "rules": None}
    verdict = audit(json.dumps(record).encode())
    assert verdict.verdict == "malformed"


@each
def test_a_record_that_brings_a_preset_is_verified_and_its_digest_bound(id: str) -> None:
    for record in records(id):
        verdict = audit(canonical(record))
        assert verdict.verdict == "verified"
        assert verdict.checks["rules-digest"] == "passed"
    changed = json.loads(canonical(records(id)[0]))
    changed["rules"]["jodi"]["min_cards"] = 1
    assert audit(canonical(changed)).checks["rules-digest"] == "failed"


@each
def test_a_preset_is_printed_as_the_json_of_its_digest(run: Run, id: str) -> None:
    printed = run("rules", id, "--json").stdout_bytes.strip()
    assert sha256(printed).hexdigest() == rulesets.presets()[id].digest == records(id)[0]["header"]["rules_digest"]


@each
def test_a_preset_is_told_in_words_and_marked_as_our_own(run: Run, id: str) -> None:
    told = run("rules", id).stdout
    assert "this project’s own" in told
    assert max(map(width, told.split("\n"))) <= 80


def test_other_rules_by_the_name_of_a_preset_are_not_marked_so(run: Run) -> None:
    other = json.loads(run("rules", "house-28-six", "--json").stdout)
    other["jodi"]["min_cards"] = 1
    Path("other.json").write_bytes(canonical(other))
    assert "this project’s own" not in run("rules", "other.json").stdout


@each
def test_simulate_check_and_show_take_a_preset(run: Run, id: str) -> None:
    run("simulate", id, "--count", "2", "--seed", "presets", "--out", "hands.jsonl")
    assert run("check", "hands.jsonl").exit_code == 0
    shown = run("show", "hands.jsonl:1")
    assert shown.exit_code == 0
    assert id in shown.stdout


@each
def test_a_match_is_followed_under_a_preset(run: Run, id: str) -> None:
    first = next(
        record for record in records(id) if record["header"]["match"] and record["header"]["match"]["number"] == 1
    )
    Path("first.hand.json").write_bytes(canonical(first))
    result = run("match", "first.hand.json")
    assert result.exit_code == 0, result.stdout
    assert "1 verified" in result.stdout


@each
def test_mutated_hands_of_a_preset_bring_its_rules_too(run: Run, id: str) -> None:
    run("simulate", id, "--count", "20", "--mutate", "--out", "mutated.jsonl")
    assert run("check", "mutated.jsonl").exit_code == 1


def test_a_house_plays_by_the_rules_that_it_made(run: Run, tmp_path: Path) -> None:
    """README, A house's own rules: set an option, make hands up under them, and check those."""
    own = run("rules", "28-standard", "--set", "jodi.enabled=true", "--id", "our-28").stdout
    (tmp_path / "our-28.json").write_text(own, encoding="utf-8")
    made = run("simulate", str(tmp_path / "our-28.json"), "--count", "3").stdout
    record = json.loads(made.split("\n")[0])
    assert record["rules"] == json.loads(own)
    assert record["header"]["rules_digest"] == rulesets.read(record["rules"], "our-28", "").digest
    assert "3 hands: 3 verified." in run("check", "-", stdin=made.encode()).stdout
    assert run("simulate", str(tmp_path / "none.json")).exit_code == 2
