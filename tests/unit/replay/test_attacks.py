"""Records that made an earlier version fail or say what is not so: `fixtures/attacks`, by the row that found each."""

import json
import tracemalloc
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from dealproof.replay.audit import audit
from dealproof.replay.core.ruleset import MAX_CARDS
from dealproof.replay.games import gulan, rummy
from dealproof.replay.games.rummy.ruleset import Table
from dealproof.replay.games.rummy.variants import VARIANTS as RUMMY
from dealproof.replay.simulation.records import simulate
from dealproof.replay.verdict import Verdict
from dealproof.verifier.encoding import MAX_INTEGER, canonical
from dealproof.verifier.errors import Malformed
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import MAX_BYTES, WORD_BYTES
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "attacks"


def verdicts(name: str) -> list[Verdict]:
    """The verdict on every hand of a file."""
    data = (FOLDER / name).read_bytes()
    return [audit(line) for line in (data.splitlines() if name.endswith(".jsonl") else [data])]


def refused(name: str) -> tuple[str, str]:
    """Where and why the one record of a file is malformed."""
    (verdict,) = verdicts(name)
    assert verdict.malformed is not None, verdict
    return verdict.malformed.pointer, verdict.malformed.code


# S1: packs


def test_a_pack_of_too_many_cards_is_malformed_and_the_hands_beside_it_are_judged() -> None:
    """S1: 3,000 jokers ran out of their stream."""
    first, second, third = verdicts("mixed-jokers.hands.jsonl")
    assert (first.verdict, third.verdict) == ("verified", "verified")
    assert second.malformed is not None
    assert (second.malformed.pointer, second.malformed.code) == ("/rules/tables/0/jokers", "too-many-cards")


def test_a_pack_of_too_many_cards_takes_no_memory() -> None:
    """S1: 300,000,000 jokers took 7 GB before anything was said."""
    tracemalloc.start()
    try:
        assert refused("house-rummy-jokers-300000000.hand.json") == ("/rules/tables/0/jokers", "too-many-cards")
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("packs", [1, 2, 3])
def test_the_largest_pack_is_dealt_and_played(packs: int) -> None:
    """1,040 cards are shuffled from one stream; a thousand of its 2,040 words are left for those thrown away."""
    rules = replace(RUMMY[0], id="many", tables=(Table(2, packs, MAX_CARDS - 52 * packs),))
    value: dict[str, Any] = json.loads(canonical(rummy.Rummy(rules).to_json()))
    game = rummy.read(value, "many", "/rules")
    assert len(game.deck(2)) == MAX_CARDS
    assert MAX_BYTES // WORD_BYTES - (MAX_CARDS - 1) > 1_000
    hand = game.start(["A", "B"], None, Draws(bytes(32), bytes(32)))
    assert len(hand.stock) == MAX_CARDS - 2 * 13 - 2
    value["tables"][0]["jokers"] += 1
    with pytest.raises(Malformed, match="1040 cards"):
        rummy.read(value, "many", "/rules")


# S18 and S10: numbers that no record can hold


def test_a_rule_set_whose_results_pass_what_a_record_can_hold_is_malformed() -> None:
    """S18: tokens of 2^53 − 1 a point made results that no claim can hold."""
    assert refused("bigints-2.hand.json") == ("/rules/rate", "out-of-range")


def integers(value: Any) -> list[int]:
    """Every whole number in a value."""
    if isinstance(value, dict):
        return [number for each in value.values() for number in integers(each)]
    if isinstance(value, list):
        return [number for each in value for number in integers(each)]
    return [value] if type(value) is int else []


def test_the_dearest_rummy_that_is_read_has_results_that_a_record_can_hold() -> None:
    """S18: the limits are tight: one token or point more a point is refused (tests/rules/test_rummy.py)."""
    rate = MAX_INTEGER // (130 * 7)
    dearest = replace(RUMMY[0], id="dear", rate=rate, prices=replace(RUMMY[0].prices, wrong_declare=130, leave=130))
    game = rummy.read(rummy.Rummy(dearest).to_json(), "dear", "/rules")
    for hand in simulate(game, "dear", 18):
        result = audit(canonical(hand.record)).result
        assert result is not None
        assert max(map(abs, integers(result))) <= MAX_INTEGER


@pytest.mark.parametrize("method", ["kooli-exchange", "box"])
def test_the_largest_stock_of_kooli_is_simulated_and_verified(method: str) -> None:
    """S10: a stock of 2^53 − 1 was an assertion; the largest that is read has standings at random, each held."""
    value = json.loads(json.dumps(gulan.GAMES[0].to_json())) | {"id": "rich"}
    value["match"] |= {"method": method, "stock": 2**52 - 1}
    game = gulan.read(value, "rich", "/rules")
    found = Counter()
    for hand in simulate(game, "rich", 24):
        verdict = audit(canonical(hand.record))
        found[verdict.verdict] += 1
        assert max(map(abs, integers(verdict.result))) <= MAX_INTEGER
    assert found == {"verified": 24}


# S17: signatures


def test_keys_without_an_event_show_no_signature() -> None:
    (verdict,) = verdicts("keys-and-no-events.hand.json")
    assert verdict.checks["signatures"] == "not shown"
