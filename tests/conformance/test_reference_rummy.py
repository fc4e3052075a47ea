"""The slow reference of rummy against the record vectors (fixtures/records) and itself."""

import ast
import json
import random
import sys

import pytest

from tests.reference.rummy.arrangement import best_arrangement, is_wild
from tests.reference.rummy.game import Game, pack
from tests.reference.rummy.replay import judge
from tests.reference.rummy.walk import choose, source_of, universe
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

VECTORS = [json.loads(line) for line in (ROOT / "fixtures" / "records" / "rummy-13.jsonl").read_bytes().splitlines()]
JUDGED = [vector for vector in VECTORS if vector["expect"]["verdict"] not in ("malformed", "hidden")]


@pytest.mark.parametrize("vector", JUDGED, ids=lambda vector: vector["name"])
def test_a_vector_gets_the_faults_and_the_result_expected(vector):
    judged, expect = judge(vector["record"]), vector["expect"]
    assert (judged["event"], judged["rules"]) == (expect["event"], expect["rules"])
    assert judged["result"] == expect["result"]
    assert judged["remarks"] == [remark for remark in expect["remarks"] if remark["event"] is not None]


def test_hands_have_the_points_and_melds_expected():
    lines = (ROOT / "fixtures" / "rummy" / "hands.jsonl").read_bytes().splitlines()
    # Those with many wild cards take seconds each.
    hands = [json.loads(line) for line in lines if line.count(b"Jk") < 3]
    few = [hand for hand in hands if sum(is_wild(card, hand["wild"]) for card in hand["cards"]) < 4]
    for hand in few[::25]:
        expect = hand["points"], hand["melds"], hand["arranged"]
        assert best_arrangement(hand["cards"], hand["wild"]) == expect, hand


OPTIONS = [{}, {"open_discard": False}, {"wild_from_discards": False, "return_taken_card": False, "missed_turns": 2}]


@pytest.mark.parametrize("seats", [4, 6, 8])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_listed_as_legal_is_what_breaks_no_rule_at_every_step(seats, options):
    rng = random.Random(seats)
    game = Game(seats, *source_of(seats), options)
    tried, whole = universe(seats), sorted(pack(seats))
    for _ in range(60):
        free = [event for event in tried if not game.faults(event)]
        assert sorted(map(str, free)) == sorted(map(str, game.legal()))
        assert game.all_cards() == whole
        if game.over:
            break
        game.apply(choose(game, rng))


def test_the_reference_imports_nothing_but_the_standard_library_and_other_references():
    for path in (ROOT / "tests" / "reference" / "rummy").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= sys.stdlib_module_names, path
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert node.module.split(".")[0] in sys.stdlib_module_names or node.module == "tests.reference.gulan"
