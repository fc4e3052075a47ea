"""A game is described once, in its `Family` object: one entry in the registry makes the program know it."""

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from dealproof.replay import games, rulesets
from dealproof.replay.audit import audit, narrate
from dealproof.replay.core.family import by_id
from dealproof.replay.games import kazhutha
from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.replay.games.kazhutha.variants import KAZHUTHA
from dealproof.replay.record.record import from_json
from dealproof.replay.record.schema import record_schema
from dealproof.replay.simulation.mutations import mutate
from dealproof.replay.simulation.play import policy
from dealproof.replay.simulation.records import can_simulate, random_source, simulate


class Toy(Kazhutha):
    """Kazhutha under another name."""

    family = "toy"


GAME = Toy(replace(KAZHUTHA, id="toy-1"))
PARTS = replace(kazhutha.FAMILY.schema(), title="A toy", result="a toy", prefix="toy-rules")
FAMILY = replace(kazhutha.FAMILY, name="toy", games=by_id([GAME]), schema=lambda: PARTS)


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(games.FAMILIES, "toy", FAMILY)


@pytest.mark.usefixtures("toy")
def test_one_entry_makes_a_game_known_to_check_show_simulate_and_schema():
    validator = Draft202012Validator(record_schema())
    assert rulesets.builtin("toy-1") is GAME
    assert rulesets.ids()[-1] == "toy-1"
    for number, hand in enumerate(simulate(GAME, "families", 6), 1):
        verdict = audit(json.dumps(hand.record).encode())
        assert (verdict.verdict, verdict.result["rules"]) == ("verified", "toy-1")
        assert narrate(from_json(hand.record)).tricks
        validator.validate(hand.record)
        assert mutate(hand, random_source(GAME, "families", number, "mutation")).record != hand.record


def test_without_the_entry_nothing_knows_it():
    assert rulesets.builtin("toy-1") is None
    assert "toy" not in json.dumps(record_schema())


def test_a_game_without_a_policy_is_judged_and_not_simulated(monkeypatch):
    monkeypatch.setitem(games.FAMILIES, "toy", replace(FAMILY, policy=None))
    assert not can_simulate(GAME)
    with pytest.raises(LookupError, match="the family toy cannot be simulated"):
        policy(GAME)


@pytest.mark.parametrize("name", games.FAMILIES)
def test_a_family_is_named_as_its_rule_sets_name_it(name):
    family = games.FAMILIES[name]
    for id, game in (*family.games.items(), *family.presets.items()):
        assert (game.id, game.family, game.to_json()["family"]) == (id, name, name)


def test_rule_sets_are_alike_where_the_same_cards_go_to_the_same_seats():
    """`show --under`: a log can be judged by other rules where the order of cards means the same under them."""
    own = {**rulesets.builtin("rummy-13").to_json(), "id": "own"}
    assert [each.id for each in rulesets.alike(rulesets.read(own, "own", "/rules"))] == ["rummy-13"]
    own["tables"] = [each | {"jokers": 0} for each in own["tables"]]
    assert rulesets.alike(rulesets.read(own, "own", "/rules")) == ()
    alike = {each.id for each in rulesets.alike(rulesets.builtin("28-gulan"))}
    assert alike >= {"28-standard", "28-kerala-house"}
    assert alike.isdisjoint({"28-gulan", "40-gulan", "kazhutha"})
