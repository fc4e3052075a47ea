"""What each family adds to the record: its events, its results, and a rule set in JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, is_dataclass, replace
from types import ModuleType
from typing import Final, get_args, get_type_hints

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.games import gulan, kazhutha, rummy, seating
from dealproof.replay.games.gulan import ruleset
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.variants import STANDARD_28
from dealproof.replay.record.schema.pieces import (
    ANY_SEATS,
    entries,
    if_,
    inside,
    or_null,
    ref,
    told,
    where,
    whole_numbers,
)
from dealproof.replay.shapes import dataclass_json
from dealproof.replay.shapes.shape import Integer, Schema


@dataclass(frozen=True, slots=True)
class Family:
    """One family: `title` and `result` are for people, `tables` the module with the dataclasses of its rule sets,
    whose definitions have names that begin with `prefix`."""

    name: str
    title: str
    result: str
    game: Game
    tables: ModuleType
    prefix: str


FAMILIES: Final = (
    Family("gulan", "The Gulan family: 28, 40 and 56", "28, 40 or 56", Gulan(STANDARD_28), ruleset, "rules"),
    Family("seating", "Seating by aces", "a seating", seating.GAMES[0], seating.ruleset, "seating-rules"),
    Family("kazhutha", "Kazhutha", "Kazhutha", kazhutha.GAMES[0], kazhutha.ruleset, "kazhutha-rules"),
    Family("rummy", "Thirteen-card rummy", "rummy", rummy.GAMES[0], rummy.ruleset, "rummy-rules"),
)


def families() -> dict[str, Schema]:
    """What every family asks of a record, by name."""
    return {name: schema for family in FAMILIES for name, schema in _family(family)}


def _family(family: Family) -> Iterator[tuple[str, Schema]]:
    game = family.game
    result = told(game.result_shape(ANY_SEATS).schema(), whole_numbers())
    if "match" in result["properties"]:
        result["properties"]["match"] = {"description": "The standing after the hand, or null without a match."}
    events: Schema = {"anyOf": [ref(f"event-{do}") for do in game.words]}
    dealer: Schema = Integer(0).schema() if game.has_dealer else {"type": "null"}
    no_match = [] if game.standing_shape(ANY_SEATS) else [where("header/match", {"type": "null"})]
    yield f"result-{family.name}", {"description": f"The result of a hand of {family.result}.", **result}
    yield (
        f"family-{family.name}",
        {
            "title": family.title,
            "allOf": [
                where("header/dealer", dealer),
                *no_match,
                where("events", {"items": events}),
                where("claim", or_null(ref(f"result-{family.name}"), "The result as the operator recorded it.")),
            ],
        },
    )


def rules() -> dict[str, Schema]:
    """The JSON of a rule set of each family, each table in it under its own name."""
    found: dict[str, type] = {}
    for family in FAMILIES:
        own = [each for each in vars(family.tables).values() if is_dataclass(each) and isinstance(each, type)]
        found |= {f"{family.prefix}-{table.__name__.lower()}": table for table in own if table not in found.values()}
    names = {name: dataclass_json.schema(table) for name, table in found.items()} | whole_numbers()
    return {
        name: {"description": " ".join((table.__doc__ or "").split()), **inside(names[name], names)}
        for name, table in found.items()
    }


# Matches


def methods() -> dict[str, Gulan]:
    """For each way of counting a match, a rule set that has it."""
    known = get_args(get_type_hints(ruleset.Match)["method"])
    return {method: Gulan(replace(STANDARD_28, match=ruleset.Match(method))) for method in known}


def standings() -> dict[str, Schema]:
    """The standing of each method, and what a match counted by it asks of header and claim."""
    found: dict[str, Schema] = {}
    matches: dict[str, Schema] = {}
    for method, game in methods().items():
        shape = game.standing_shape(ANY_SEATS)
        assert shape is not None
        found[f"standing-{method}"] = inside(shape.schema(), whole_numbers())
        standing = ref(f"standing-{method}")
        matches[f"match-{method}"] = {
            "title": f"Matches counted by {method}",
            "allOf": [
                where("header/match/before", standing),
                where("claim/match", or_null(standing, "The standing after the hand, or null without a match.")),
            ],
        }
    return found | matches


# Rule sets


def seat_numbers() -> list[int]:
    """Every number of seats that some table has."""
    (least, most), (fewest, utmost) = gulan.consistency.SEATS, rummy.consistency.SEATS
    built_in = (seats for game in rulesets.BUILT_IN.values() for seats in game.seats)
    return sorted({*range(least, most + 1, 2), *range(fewest, utmost + 1), *built_in})


def rule_sets() -> dict[str, Schema]:
    """What each built-in rule set asks of the whole record, and what rules of a house's own ask."""
    return {
        **{game.id: _built_in(game) for game in rulesets.BUILT_IN.values()},
        "own-rules": _own_rules(),
        **{f"own-{family.name}": OWN[family.name](family) for family in FAMILIES},
    }


def _built_in(game: Game) -> Schema:
    match = [ref(f"match-{game.rules.match.method}")] if isinstance(game, Gulan) else []
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
    return [where("header/seats", {"anyOf": [entries(seats) for seats in game.seats]}), *_by_length(game.seats)]


def _by_length(numbers: Iterable[int]) -> list[Schema]:
    """The number of seats in the header is the number at the table."""
    return [if_(where("header/seats", entries(seats)), f"seats-{seats}") for seats in numbers]


def _own_rules() -> Schema:
    """A house's own rules stand in the record, their digest in the header; what they say holds."""
    return {
        "title": "Hands under rules of a house's own",
        "properties": {
            "rules": {
                "type": "object",
                "properties": {"family": {"enum": [family.name for family in FAMILIES]}},
                "required": ["family"],
            }
        },
        "allOf": [
            where("header/rules", ref("id")),
            where("header/rules_digest", ref("hex-32")),
            *(if_(where("rules/family", {"const": family.name}), f"own-{family.name}") for family in FAMILIES),
        ],
    }


def _own(family: Family, *more: Schema) -> Schema:
    return {
        "title": f"Own rules: {family.title}",
        "properties": {"rules": ref(f"{family.prefix}-ruleset")},
        "allOf": [ref(f"family-{family.name}"), *more],
    }


def _own_gulan(family: Family) -> Schema:
    by_method = (if_(where("rules/match/method", {"const": method}), f"match-{method}") for method in methods())
    return _own(family, *_by_rules(gulan.consistency.SEATS), *by_method)


def _own_seating(family: Family) -> Schema:
    return _own(family, *_by_rules(gulan.consistency.SEATS))


def _by_rules(limits: tuple[int, int]) -> list[Schema]:
    """The number of seats in the rules is the number at the table."""
    numbers = range(limits[0], limits[1] + 1, 2)
    return [if_(where("rules/seats", {"const": seats}), f"seats-{seats}") for seats in numbers]


def _own_kazhutha(family: Family) -> Schema:
    least, most = kazhutha.ruleset.SEATS
    numbers = range(least, most + 1)
    bounds: list[Schema] = [
        {"if": where(f"rules/{key}", {"const": seats}), "then": where("header/seats", {bound: seats})}
        for key, bound in (("least_seats", "minItems"), ("most_seats", "maxItems"))
        for seats in numbers
    ]
    return _own(family, *bounds, *_by_length(numbers))


def _own_rummy(family: Family) -> Schema:
    least, most = rummy.consistency.SEATS
    numbers = range(least, most + 1)
    there: list[Schema] = [
        {
            "if": where("header/seats", entries(seats)),
            "then": where("rules/tables", {"contains": where("seats", {"const": seats})}),
        }
        for seats in numbers
    ]
    bounds = where("header/seats", {"minItems": least, "maxItems": most})
    return _own(family, bounds, *there, *_by_length(numbers))


OWN: Final[dict[str, Callable[[Family], Schema]]] = {
    "gulan": _own_gulan,
    "seating": _own_seating,
    "kazhutha": _own_kazhutha,
    "rummy": _own_rummy,
}
"""What rules of a house's own ask of the record, by family."""
