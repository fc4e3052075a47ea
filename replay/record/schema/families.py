"""What each family adds to the record: its events, its results, and a rule set in JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.core.family import Family, SchemaParts
from dealproof.replay.games import FAMILIES
from dealproof.replay.json_schema import dataclass_json
from dealproof.replay.json_schema.value_schema import Integer, Schema
from dealproof.replay.record.schema.header import ONE_A_SEAT
from dealproof.replay.record.schema.pieces import (
    ANY_SEATS,
    a_seat,
    by_length,
    entries,
    if_,
    inside,
    or_null,
    ref,
    where,
    whole_numbers,
    with_references,
)


def described() -> list[tuple[Family, SchemaParts]]:
    """What every family adds to the schema, each with the family."""
    return [(family, family.schema()) for family in FAMILIES.values()]


def families() -> dict[str, Schema]:
    """The conditions of every family on a record, by name."""
    return {name: schema for family, parts in described() for name, schema in _family(family, parts)}


def _family(family: Family, parts: SchemaParts) -> Iterator[tuple[str, Schema]]:
    game = _example(family)
    result = with_references(game.result_schema(ANY_SEATS).schema(), whole_numbers())
    if "match" in result["properties"]:
        result["properties"]["match"] = {"description": "The standing after the hand, or null without a match."}
    events: Schema = {"anyOf": [ref(f"event-{do}") for do in game.actions]}
    dealer: Schema = Integer(0).schema() if game.has_dealer else {"type": "null"}
    no_match = [] if game.standing_schema(ANY_SEATS) else [where("header/match", {"type": "null"})]
    yield f"result-{family.name}", {"description": f"The result of a hand of {parts.result}.", **result}
    yield (
        f"family-{family.name}",
        {
            "title": parts.title,
            "allOf": [
                where("header/dealer", dealer),
                *no_match,
                where("events", {"items": events}),
                where("claim", or_null(ref(f"result-{family.name}"), "The result as the operator recorded it.")),
            ],
        },
    )


def _example(family: Family) -> Game:
    """Any rule set of a family: actions, dealer and result are the same in all."""
    return next(iter(family.games.values()))


def rules() -> dict[str, Schema]:
    """The JSON of a rule set of each family, each table in it under its own name."""
    found: dict[str, type] = {}
    for _, parts in described():
        own = [each for each in vars(parts.tables).values() if _is_table(each, parts)]
        found |= {f"{parts.prefix}-{table.__name__.lower()}": table for table in own}
    names = {name: dataclass_json.schema(table) for name, table in found.items()} | whole_numbers()
    return {
        name: {"description": " ".join((table.__doc__ or "").split()), **inside(names[name], names)}
        for name, table in found.items()
    }


def _is_table(value: Any, parts: SchemaParts) -> bool:
    """Whether a name of the module of tables is a dataclass of that module, not one that it imports."""
    return is_dataclass(value) and isinstance(value, type) and value.__module__ == parts.tables.__name__


# Matches


def standings() -> dict[str, Schema]:
    """The standing of each method, and the conditions of a match counted by it on header and claim."""
    found: dict[str, Schema] = {}
    matches: dict[str, Schema] = {}
    for method, game in _methods():
        schema = game.standing_schema(ANY_SEATS)
        assert schema is not None
        found[f"standing-{method}"] = inside(schema.schema(), whole_numbers())
        standing = ref(f"standing-{method}")
        matches[f"match-{method}"] = {
            "title": f"Matches counted by {method}",
            "allOf": [
                where("header/match/before", standing),
                where("claim/match", or_null(standing, "The standing after the hand, or null without a match.")),
            ],
        }
    return found | matches


def _methods() -> list[tuple[str, Game]]:
    return [each for _, parts in described() for each in parts.methods.items()]


# Seats


def seat_numbers() -> list[int]:
    """Every number of seats that a rule set allows."""
    built_in = (seats for game in rulesets.games().values() for seats in game.seats)
    return sorted({*built_in, *(seats for _, parts in described() for seats in parts.sizes)})


def one_a_seat() -> list[str]:
    """The paths in a record with one entry per seat, including those in the standings and results of the families."""
    standings = (schema for _, game in _methods() if (schema := game.standing_schema(ANY_SEATS)))
    standing = dict.fromkeys(key for schema in standings for key in a_seat(schema.schema()))
    results = (_example(family).result_schema(ANY_SEATS).schema() for family in FAMILIES.values())
    claim = dict.fromkeys(key for result in results for key in a_seat(result))
    return [
        *ONE_A_SEAT,
        *(f"header/match/before/{key}" for key in standing),
        "player_seeds",
        *(f"claim/match/{key}" for key in standing),
        *(f"claim/{key}" for key in claim),
    ]


# Rule sets


def rule_sets() -> dict[str, Schema]:
    """The conditions of each built-in rule set on the whole record, and those of a house's own rules."""
    known = described()
    return {
        **{id: _built_in(game, parts) for family, parts in known for id, game in family.games.items()},
        "own-rules": _own_rules(),
        **{f"own-{family.name}": _own(family, parts) for family, parts in known},
    }


def _built_in(game: Game, parts: SchemaParts) -> Schema:
    method = parts.method_of(game)
    match = [ref(f"match-{method}")] if method else []
    return {
        "title": f"Hands of {game.id}",
        "description": "The rule set is built in: the header names it, the record does not repeat it.",
        "properties": {"rules": {"type": "null"}},
        "allOf": [ref(f"family-{game.family}"), *_tables(game), *match],
    }


def _tables(game: Game) -> list[Schema]:
    """The tables at which a game is played: one, or one of several sizes."""
    if len(game.seats) == 1:
        return [ref(f"seats-{game.seats[0]}")]
    return [where("header/seats", {"anyOf": [entries(seats) for seats in game.seats]}), *by_length(game.seats)]


def _own_rules() -> Schema:
    """A house's own rules are in the record, their digest in the header; what they say holds."""
    return {
        "title": "Hands under rules of a house's own",
        "properties": {
            "rules": {
                "type": "object",
                "properties": {"family": {"enum": list(FAMILIES)}},
                "required": ["family"],
            }
        },
        "allOf": [
            where("header/rules", ref("id")),
            where("header/rules_digest", ref("hex-32")),
            *(if_(where("rules/family", {"const": name}), f"own-{name}") for name in FAMILIES),
        ],
    }


def _own(family: Family, parts: SchemaParts) -> Schema:
    return {
        "title": f"Own rules: {parts.title}",
        "properties": {"rules": ref(f"{parts.prefix}-ruleset")},
        "allOf": [ref(f"family-{family.name}"), *parts.own],
    }
