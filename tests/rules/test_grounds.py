"""What each rule rests on: the tables of all families against the rule books, the rules that an independent
implementation found that a hand can break, and the marks T and R in the docstrings of the rules."""

import ast
import re
from collections.abc import Iterator

import pytest

from dealproof.replay import rulesets
from dealproof.replay.core.grounds import Ground
from dealproof.replay.games.gulan import grounds as gulan
from dealproof.replay.games.gulan.rulings import C, G, K
from dealproof.replay.games.kazhutha import grounds as kazhutha
from dealproof.replay.games.rummy import grounds as rummy
from dealproof.replay.games.seating import grounds as seating
from tests.support.paths import ROOT
from tests.support.rule_ids import RULE_IDS, in_book, reached

TABLES = {
    "gulan": [row.rule for row in gulan.ROWS],
    "kazhutha": [row[0] for row in kazhutha.ROWS],
    "rummy": [row[0] for row in rummy.ROWS],
    "seating": [row[0] for row in seating.ROWS],
}
NEVER_SEEN = {"rummy-13": {"stock-empty"}}
"""Rules that a hand can break though no hand of the fixtures does."""
LETTERS = {"G": G, "K": K, "C": C}
MARK = re.compile(r"\b([TR])(?:: ([GKC](?:, [GKC])*))?(?=[;)])")


def grounds(rules: str) -> dict[str, Ground]:
    return {each.rule: each for each in rulesets.grounds(rulesets.games()[rules])}


@pytest.mark.parametrize("family", RULE_IDS)
def test_every_rule_of_a_family_has_one_row(family: str) -> None:
    assert len(set(TABLES[family])) == len(TABLES[family])
    assert set(TABLES[family]) == RULE_IDS[family]


@pytest.mark.parametrize("rules", rulesets.ids())
def test_a_rule_set_lists_the_rules_that_a_hand_can_break(rules: str) -> None:
    """fixtures/rule_ids.json, as an independent implementation found them."""
    assert set(grounds(rules)) == reached(rules) | NEVER_SEEN.get(rules, set())
    assert set(grounds(rules)) <= in_book(rules)


@pytest.mark.parametrize("rules", rulesets.ids())
def test_rules_of_one_part_stand_together_and_sentences_in_order(rules: str) -> None:
    parts = [each.part for each in grounds(rules).values()]
    changes = [part for before, part in zip(["", *parts], parts, strict=False) if part != before]
    assert len(set(changes)) == len(changes)
    for each in grounds(rules).values():
        for numbers in each.sentences.values():
            assert numbers
            assert list(numbers) == sorted(set(numbers))
            assert numbers[0] > 0


@pytest.mark.parametrize("rules", rulesets.presets())
def test_presets_list_their_rules(rules: str) -> None:
    game = rulesets.presets()[rules]
    listed = {each.rule for each in rulesets.grounds(game)}
    alike = {"house-28-six": "28-gulan", "house-56-four": "56-gulan", "house-56-eight": "56-gulan"}
    assert listed == set(grounds(alike[rules]))


def marked(module: str) -> Iterator[tuple[str, str, str]]:
    """The rules of a module of the Gulan family with what their docstrings say: the rule ID, T or R, and the letters of
    the sources, "" for all of them. Read from the source, as compiled functions have no docstrings."""
    tree = ast.parse((ROOT / "replay" / "games" / "gulan" / f"{module}.py").read_bytes())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            text = " ".join((ast.get_docstring(node) or "").split())
            for mark in MARK.finditer(text):
                yield node.name.replace("_", "-"), mark[1], mark[2] or ""


MARKED = [*marked("rules"), *marked("promises")]


def test_the_marks_are_found() -> None:
    assert len(MARKED) > 45


@pytest.mark.parametrize(("rule", "mark", "letters"), MARKED)
def test_a_rule_that_a_text_says_has_its_sentences_and_a_ruled_one_has_none(rule: str, mark: str, letters: str) -> None:
    """gulan/RULES.md, "Sources and marks"."""
    (row,) = [row for row in gulan.ROWS if row.rule == rule]
    for letter in filter(None, letters.split(", ")):
        assert (LETTERS[letter] in row.sentences) == (mark == "T"), letter
    if not letters and mark == "T":
        assert {G, C} <= set(row.sentences)
        assert K in row.sentences or row.part == "promise"  # K has promises only by an option, then as in G.
