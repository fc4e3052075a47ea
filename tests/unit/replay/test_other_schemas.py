"""The JSON Schemas of void records and imported hands: all that a check accepts they accept, and what only a check
refuses is a closed list (RECORD.md, "Void records" and "Imported hands")."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dealproof.replay import rulesets
from dealproof.replay.imported import audit_import
from dealproof.replay.record.schema.other_kinds import import_schema, void_schema
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.mutations import mutate
from dealproof.replay.simulation.records import random_source, simulate
from dealproof.replay.simulation.void_hands import given_up
from dealproof.replay.void import audit_void
from tests.unit.replay.test_imported import MALFORMED as MALFORMED_IMPORTS
from tests.unit.replay.test_imported import changed
from tests.unit.replay.test_void import GOOD as GOOD_VOIDS
from tests.unit.replay.test_void import MALFORMED as MALFORMED_VOIDS

SCHEMAS: dict[str, Any] = {"import": import_schema(), "void": void_schema()}
VALIDATORS = {kind: Draft202012Validator(schema) for kind, schema in SCHEMAS.items()}
JUDGES = {"import": audit_import, "void": audit_void}

ONLY_A_CHECK = {"wrong-cards", "missing-deal", "unused-deal", "equal-names", "time-goes-back", "other-name"}
"""What a schema cannot say: how many of each card, how often the events deal, and values that depend on each other."""


def check_agree(kind: str, record: Any) -> None:
    malformed = JUDGES[kind](json.dumps(record).encode()).malformed
    if VALIDATORS[kind].is_valid(record):
        assert malformed is None or malformed.code in ONLY_A_CHECK, malformed
    else:
        assert malformed is not None


@pytest.mark.parametrize("kind", SCHEMAS)
def test_each_is_a_schema_of_2020_12_under_its_own_name_without_idle_definitions(kind: str) -> None:
    schema = SCHEMAS[kind]
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"https://dealproof.example/{kind}/1"
    text = json.dumps(schema)
    assert [name for name in schema["$defs"] if f'"#/$defs/{name}"' not in text] == []


@pytest.mark.parametrize(("record", "pointer", "code"), MALFORMED_IMPORTS.values(), ids=MALFORMED_IMPORTS)
def test_a_malformed_import_is_refused_by_the_schema_but_for_the_list(record: Any, pointer: str, code: str) -> None:
    check_agree("import", record)
    if code not in ONLY_A_CHECK:
        assert not VALIDATORS["import"].is_valid(record)


@pytest.mark.parametrize(("record", "pointer", "code"), MALFORMED_VOIDS.values(), ids=MALFORMED_VOIDS)
def test_a_malformed_void_record_is_refused_by_the_schema(record: Any, pointer: str, code: str) -> None:
    assert not VALIDATORS["void"].is_valid(record)


@pytest.mark.parametrize("record", GOOD_VOIDS, ids=lambda record: record["header"]["hand"])
def test_a_void_record_of_the_vectors_is_accepted(record: Any) -> None:
    assert VALIDATORS["void"].is_valid(record)


@pytest.mark.slow
@pytest.mark.parametrize("rules", rulesets.ids())
def test_both_say_the_same_of_simulated_hands_of_every_rule_set(rules: str) -> None:
    game = rulesets.games()[rules]
    for number, hand in enumerate(simulate(game, "schemas", 6), 1):
        random = random_source(game, "schemas", number, "other kinds")
        for kind, made in (("import", imported(hand)), ("void", given_up(hand, random))):
            assert VALIDATORS[kind].is_valid(made.record)
            check_agree(kind, made.record)
            check_agree(kind, mutate(made, random).record)


@pytest.mark.parametrize("preset", rulesets.presets())
def test_rules_of_a_houses_own_are_accepted_where_the_record_has_them(preset: str) -> None:
    game = rulesets.presets()[preset]
    record = imported(next(simulate(game, "schemas", 1))).record
    assert VALIDATORS["import"].is_valid(record)
    for wrong in ({"rule_set": None}, {"seats": record["seats"][1:]}, {"rule_set": {}}, {"first_seat": 0}):
        assert not VALIDATORS["import"].is_valid(changed(record, **wrong))
        check_agree("import", changed(record, **wrong))
