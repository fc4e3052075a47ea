"""Simulated void and imported hands are judged as they were made, and with one thing changed as the slow references
judge them (RECORD.md, "Void records" and "Imported hands")."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from dealproof.replay import rulesets
from dealproof.replay.record import imported as imports
from dealproof.replay.record import void
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.mutations import Mutated, mutate
from dealproof.replay.simulation.records import Simulated, random_source, simulate
from dealproof.replay.simulation.void_hands import given_up
from dealproof.verifier.encoding import canonical
from dealproof.web.cli.main import main
from tests.support.judging import import_by_product, import_by_reference, void_by_product, void_by_reference

pytestmark = pytest.mark.slow

SEED = "tests"
RULES = rulesets.ids()


def imported_hands(rules: str, count: int) -> list[Simulated]:
    return [imported(hand) for hand in simulate(rulesets.games()[rules], SEED, count)]


def void_hands(rules: str, count: int) -> list[Simulated]:
    game = rulesets.games()[rules]
    hands = enumerate(simulate(game, SEED, count), 1)
    return [given_up(hand, random_source(game, SEED, number, "void")) for number, hand in hands]


def mutations(rules: str, hands: list[Simulated]) -> Iterator[Mutated]:
    game = rulesets.games()[rules]
    return (mutate(hand, random_source(game, SEED, number, "mutation")) for number, hand in enumerate(hands, 1))


@pytest.mark.parametrize("rules", RULES)
def test_every_imported_hand_is_verified_by_the_product_and_by_the_reference(rules: str) -> None:
    for hand in imported_hands(rules, 40):
        product = import_by_product(hand.record)
        assert product["verdict"] == "verified", (hand.record["hand"], hand.goal)
        assert product == import_by_reference(hand.record)


@pytest.mark.parametrize("rules", RULES)
def test_an_imported_hand_with_one_thing_changed_is_judged_as_the_reference_judges_it(rules: str) -> None:
    for mutated in mutations(rules, imported_hands(rules, 60)):
        where = mutated.record["hand"], mutated.mutation
        assert import_by_product(mutated.record) == import_by_reference(mutated.record), where


@pytest.mark.parametrize("rules", RULES)
def test_every_void_hand_is_void_by_the_product_and_by_the_reference(rules: str) -> None:
    for hand in void_hands(rules, 40):
        product = void_by_product(hand.record)
        assert product["all"] == ["void"], (hand.record["header"]["hand"], hand.record["reason"])
        assert product == void_by_reference(hand.record)


@pytest.mark.parametrize("rules", RULES)
def test_a_void_hand_with_one_thing_changed_is_judged_as_the_reference_judges_it(rules: str) -> None:
    for mutated in mutations(rules, void_hands(rules, 60)):
        where = mutated.record["header"]["hand"], mutated.mutation, mutated.hidden
        assert void_by_product(mutated.record) == void_by_reference(mutated.record), where


def test_changed_imported_hands_show_every_verdict_and_every_way_to_change_them() -> None:
    found, names = Counter[str](), Counter[str]()
    for rules in ("28-standard", "40-gulan", "kazhutha", "rummy-13", "seating-56"):
        for mutated in mutations(rules, imported_hands(rules, 100)):
            found[import_by_product(mutated.record)["verdict"]] += 1
            names[mutated.mutation] += 1
    assert set(found) == {"malformed", "illegal", "incomplete", "mismatch", "verified"}
    assert {"cards exchanged", "card doubled", "deal missing", "deal added", "first seat"} < set(names)
    assert not {"server seed", "log head", "signature", "rules digest"} & set(names)


def test_void_hands_are_given_up_for_every_reason_before_and_after_the_deal() -> None:
    hands = [hand.record for rules in ("28-standard", "rummy-13") for hand in void_hands(rules, 60)]
    shown = {(record["reason"], record["log_head"] is None, bool(record["events"])) for record in hands}
    assert ("seed-missing", True, False) in shown
    for reason in ("players-left", "server-fault", "misdeal"):
        assert {(reason, True, False), (reason, False, True)} <= shown
    assert {None in record["player_seeds"] for record in hands} == {True, False}


def test_changed_void_hands_show_every_verdict() -> None:
    found = {
        tuple(void_by_product(mutated.record)["all"])
        for rules in ("28-gulan", "kazhutha")
        for mutated in mutations(rules, void_hands(rules, 150))
    }
    assert found == {("void",), ("void", "illegal"), ("tampered", "void"), ("tampered", "void", "illegal")}


def test_the_command_writes_records_of_each_kind() -> None:
    for option, hands, read in (
        ("--import", imported_hands("kazhutha", 3), imports.parse),
        ("--void", void_hands("kazhutha", 3), void.parse),
    ):
        result = CliRunner().invoke(main, ["simulate", "kazhutha", option, "--count", "3", "--seed", SEED])
        assert result.exit_code == 0, result.output
        lines = result.stdout_bytes.splitlines()
        assert lines == [canonical(hand.record) for hand in hands]
        assert [read(line).game.id for line in lines] == ["kazhutha"] * 3
        changed = CliRunner().invoke(main, ["simulate", "kazhutha", option, "--count", "3", "--seed", SEED, "--mutate"])
        expected: list[Any] = [mutated.record for mutated in mutations("kazhutha", hands)]
        assert [json.loads(line) for line in changed.stdout_bytes.splitlines()] == expected


def test_a_hand_is_of_one_kind() -> None:
    result = CliRunner().invoke(main, ["simulate", "28-gulan", "--void", "--import"])
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr
