"""The slow reference of the Gulan family against the record vectors (fixtures/records) and itself."""

import ast
import json
import random
import sys

import pytest

from tests.reference.gulan.game import Game
from tests.reference.gulan.replay import start, verdict
from tests.reference.gulan.tables import GULAN, SEATING
from tests.reference.gulan.walk import order_of, universe, walk
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

RECORDS = ROOT / "fixtures" / "records"


def vectors(rules_id):
    """The well-formed vectors of a rule set."""
    lines = (RECORDS / f"{rules_id}.jsonl").read_bytes().splitlines()
    found = [json.loads(line) for line in lines]
    return [vector for vector in found if vector["expect"]["verdict"] != "malformed"]


# The vectors


@pytest.mark.parametrize("rules_id", [*GULAN, *SEATING])
def test_every_well_formed_vector_gets_the_verdict_expected(rules_id):
    for vector in vectors(rules_id):
        expect = {key: vector["expect"][key] for key in vector["expect"] if key != "pointer"}
        assert verdict(vector["record"]) == expect, vector["name"]


def keyed(events):
    return sorted(json.dumps(event, sort_keys=True) for event in events)


def both_descriptions_agree(game, tried):
    assert keyed(event for event in tried if not game.faults(event)) == keyed(game.legal())


@pytest.mark.parametrize("rules_id", GULAN)
def test_what_is_listed_as_legal_is_what_breaks_no_rule_at_every_step_of_a_vector(rules_id):
    verified = [vector["record"] for vector in vectors(rules_id) if vector["expect"]["verdict"] == "verified"]
    for record in verified[::10]:
        game = start(record)
        tried = universe(game)
        for event in record["events"]:
            both_descriptions_agree(game, tried)
            game.apply(event)
        both_descriptions_agree(game, tried)


OPTIONS = [
    ("28-gulan", {"rounds": 1, "self_reveal": "concealed-card", "jodi_below_honors": True}),
    ("28-gulan", {"no_jack_discard": True, "thani_partners": "sit-out", "thani_trump": "first-led"}),
    ("28-gulan", {"jodi_min_cards": 3, "no_points_in_hand": True}),
    ("28-gulan", {"jodi_asked_of_declarer": True, "jodi_min_cards": 3}),
    ("28-standard", {"jodi": True, "four_jacks_in_eight": True, "no_jack_discard": True}),
    ("28-kerala-house", {"jodi": True, "no_points_in_hand": True, "no_jack_discard": True}),
    ("40-gulan", {"rounds": 1, "jodi_min_cards": 3, "no_jack_discard": True}),
    ("56-gulan", {"self_reveal": "concealed-card", "thani_partners": "sit-out"}),
    ("56-support", {"no_jack_discard": True, "thani_trump": "first-led", "jodi_score": "double"}),
]


@pytest.mark.parametrize(("rules_id", "options"), [*((rules_id, {}) for rules_id in GULAN), *OPTIONS])
@pytest.mark.parametrize("seed", range(2))
def test_the_two_descriptions_agree_in_hands_at_random_under_options_too(rules_id, options, seed):
    rng = random.Random(f"{rules_id} {options} {seed}")
    seats = GULAN[rules_id]["seats"]
    game = Game(rules_id, seats, rng.randrange(seats), order_of(rng.random()), options)
    tried = universe(game)
    for _ in walk(game, rng):
        both_descriptions_agree(game, tried)
    told = game.result()
    assert sum(told["tricks"]) == len(game.tricks)
    assert sum(told["card_points"]) <= game.rules["total"]


def test_the_reference_imports_the_standard_library_alone():
    for path in (ROOT / "tests" / "reference" / "gulan").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                assert all(alias.name in sys.stdlib_module_names for alias in node.names), path
            if isinstance(node, ast.ImportFrom):
                assert node.level == 1, path
