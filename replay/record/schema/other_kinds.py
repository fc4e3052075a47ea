"""The JSON Schemas of void records and of imported hands (RECORD.md, "Void records" and "Imported hands").

Both are made from the schema of the hand record. A void record has the same header, with other keys beside it. An
imported hand has no header: what the conditions say of the header holds for the record itself, and its `rule_set` is
what a hand record calls `rules`. What only the parser finds in addition to the faults of a hand record: a list of cards
that is not what was dealt, and a number of lists that is not that of the deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dealproof.replay.json_schema.value_schema import Integer, Schema
from dealproof.replay.record import imported, void
from dealproof.replay.record.imported import MAX_ORIGIN
from dealproof.replay.record.opening import FIRST_SEAT
from dealproof.replay.record.record import MAX_EVENTS
from dealproof.replay.record.schema import DIALECT, families, record_schema
from dealproof.replay.record.schema.pieces import exactly, or_null, ref, where
from dealproof.verifier.tlog.leaf import REASONS, SEED_MISSING

HOST: Final = "https://dealproof.example/"
DEFINITION: Final = "#/$defs/"
CONDITIONS: Final = ("family-", "match-", "own-", "seats-")
"""How the names of the definitions begin that are conditions on a whole record, those of built-in rule sets aside."""

SEALS: Final = frozenset({"rules_digest", "player_commitments", "seat_keys", "player_seeds"})
"""The members of a hand record, or of its header, in conditions that an imported hand does not have."""


def void_schema() -> Schema:
    """The schema of a void record, as a JSON value."""
    whole: Any = record_schema()
    hand = whole["properties"]
    seeds: Schema = {
        "type": "array",
        "items": or_null(ref("player-seed"), "null where the seat did not open its seed."),
    }
    members: dict[str, Schema] = {
        "format": {"const": void.FORMAT},
        **{key: hand[key] for key in ("header", "rules")},
        "server_seed": {"description": "The server seed; it is always open.", **ref("hex-32")},
        "player_seeds": seeds,
        "events": hand["events"],
        "log_head": or_null(ref("hex-32"), "null if the hand was not dealt."),
        "reason": {"description": "Why the hand was given up.", "enum": list(REASONS)},
    }
    missing = where("player_seeds", {"contains": {"type": "null"}})
    return _schema(
        void.FORMAT,
        "A void record",
        "A hand that was started and given up.",
        exactly(members),
        [
            *whole["allOf"],
            {
                "if": missing,
                "then": {"allOf": [where("log_head", {"type": "null"}), where("reason", {"const": SEED_MISSING})]},
                "else": where("reason", {"not": {"const": SEED_MISSING}}),
            },
            {"if": where("log_head", {"type": "null"}), "then": where("events", {"maxItems": 0})},
        ],
        whole["$defs"],
    )


def import_schema() -> Schema:
    """The schema of the record of an imported hand, as a JSON value."""
    whole: Any = record_schema()
    header = whole["$defs"]["header"]["properties"]
    deal: Schema = {"description": "The cards of one deal, the top card first.", "type": "array", "items": ref("card")}
    members: dict[str, Schema] = {
        "format": {"const": imported.FORMAT},
        **{key: header[key] for key in ("hand", "table", "number", "rules", "seats", "dealer")},
        FIRST_SEAT: {"description": "The seat that was drawn to get the first card.", **Integer(0).schema()},
        "match": header["match"],
        "rule_set": whole["properties"]["rules"],
        "deals": {"type": "array", "items": deal, "minItems": 1, "maxItems": 1 + MAX_EVENTS},
        "events": whole["properties"]["events"],
        "claim": {"description": "The result that the origin recorded, or null."},
        "origin": {
            "description": "Where the log came from.",
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_ORIGIN,
        },
    }
    return _schema(
        imported.FORMAT,
        "An imported hand",
        "The cards and moves of a hand without seeds: nothing is known of how the cards came about.",
        exactly(members, optional=(FIRST_SEAT,)),
        [_unsealed(each) for each in whole["allOf"]],
        dict(_without_seals(whole["$defs"])),
    )


def _without_seals(definitions: dict[str, Any]) -> Iterator[tuple[str, Schema]]:
    """The definitions of a hand record for one without header and signatures."""
    built_in = {id for family, _ in families.described() for id in family.games}
    for name, schema in definitions.items():
        if name.startswith("event-"):
            kept = {key: each for key, each in schema["properties"].items() if key != "sig"}
            yield name, {**schema, "properties": kept}
        elif name in built_in or name.startswith(CONDITIONS):
            yield name, _with_first_seat(name, _unsealed(schema))
        else:
            yield name, schema


def _unsealed(schema: Any) -> Any:
    """A condition on a hand record as one on an imported hand: the header's members are the record's own, and what
    belongs to seeds, hashes and keys is left out."""
    if isinstance(schema, list):
        return [made for each in schema if (made := _unsealed(each)) != {"properties": {}}]
    if not isinstance(schema, dict):
        return schema
    made = {key: _unsealed(each) for key, each in schema.items() if key != "properties"}
    if "properties" in schema:
        members = {"rule_set" if key == "rules" else key: each for key, each in schema["properties"].items()}
        members = members.pop("header", {}).get("properties", {}) | members
        made["properties"] = {key: each for key, each in members.items() if key not in SEALS}
    return made


def _with_first_seat(name: str, schema: Schema) -> Schema:
    """Adds who gets the first card: below the number of seats, and there if and only if the rule set draws it."""
    kind, _, key = name.partition("-")
    if kind == "seats":
        return _also(schema, where(FIRST_SEAT, {"maximum": int(key) - 1}))
    draws = {family.name: next(iter(family.games.values())).draws_first_seat for family, _ in families.described()}
    if kind != "family":
        return schema
    return _also(schema, {"required": [FIRST_SEAT]} if draws[key] else {"not": {"required": [FIRST_SEAT]}})


def _also(schema: Any, condition: Schema) -> Schema:
    return {**schema, "allOf": [*schema["allOf"], condition]}


def _schema(
    format: str, title: str, description: str, members: Schema, conditions: list[Schema], definitions: Any
) -> Schema:
    """A whole schema, with the definitions that it uses."""
    bare: dict[str, Any] = {
        "$schema": DIALECT,
        "$id": HOST + format.removeprefix("dealproof/"),
        "title": f"{title}, {format}",
        "description": description,
        **members,
        "allOf": conditions,
    }
    used: list[str] = []
    waiting = [*_references(bare)]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.append(name)
            waiting.extend(_references(definitions[name]))
    return {**bare, "$defs": {name: each for name, each in definitions.items() if name in used}}


def _references(schema: Any) -> Iterator[str]:
    """The names of the definitions that a schema refers to."""
    if isinstance(schema, list):
        for each in schema:
            yield from _references(each)
    elif isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(DEFINITION)
        for each in schema.values():
            yield from _references(each)
