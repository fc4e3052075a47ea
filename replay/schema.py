"""The JSON Schema (2020-12) of the hand record, for those who write records in other languages (record.md).

All that `replay.record.parse` accepts this schema accepts. What only the parser refuses is a closed list with an
example each (fixtures/schema/parser-only): bytes and JSON (duplicate keys, a fraction of nought, half characters,
a text too long), values that depend on each other (equal names, time going back, a seed's bytes), and rules of
one's own that contradict themselves.

How it is put together, so that each part reads by itself:

- the root says what every record has; one condition a rule set then adds `$defs/<rule set>`, or
  `$defs/own-rules` where the header names none of the built-in ones;
- `seats-4` says what having four seats means, wherever there is one entry a seat;
- `family-gulan` says which events and what kind of claim the family has, `match-points` what a standing looks like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass, replace
from typing import Any, Final, get_args, get_type_hints

from replay import gulan, rulesets, typed
from replay.cards import TEXTS
from replay.gulan import ruleset
from replay.gulan.consistency import SEATS
from replay.gulan.game import Gulan
from replay.gulan.variants import STANDARD_28
from replay.reading import PILES, Word
from replay.record import FORMAT, MAX_EVENTS, MAX_NAME, MAX_SEED_BYTES
from replay.shape import Integer, Schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
ID: Final = "https://dealproof.example/" + FORMAT.removeprefix("dealproof/")

ANY_SEATS: Final = 999
"""A number of seats that no table has: a list of so many entries has one entry a seat."""

MEANINGS: Final[dict[str, str]] = {
    "cut": "The seat entitled to cut moves the top `at` cards to the bottom.",
    "bid": "A bid: a number of card points, or thani.",
    "pass": "A pass.",
    "redeal": "The hand is dealt again, from the next draw; no seat does it.",
    "conceal": "The declarer lays the trump card face down.",
    "show_trump": "The declarer shows the trump card openly and keeps it in hand.",
    "ask_trump": "A seat without the led suit has the trump card turned up; its card follows.",
    "reveal_trump": "The declarer turns up the trump card; its card follows.",
    "play": "A card to the trick.",
    "claim_jodi": "All tricks are promised.",
    "claim_marujodi": "The other side promises that all tricks will be its own.",
    "ask_jodi": "The other side asks whether all tricks are promised.",
    "ask_marujodi": "The declarer's side asks whether all tricks are promised to the other.",
    "decline_jodi": "The answer no.",
    "decline_marujodi": "The answer no.",
}
"""What each word of `do` means."""


def record_schema() -> Schema:
    """The whole schema, as a JSON value."""
    return {
        "$schema": DIALECT,
        "$id": ID,
        "title": f"A hand record, {FORMAT}",
        "description": "One hand, from its seeds to its result: enough to deal it again and judge every event.",
        **_exactly(
            {
                "header": _ref("header"),
                "rules": {"description": "null for a built-in rule set, else the whole rule set."},
                "server_seed": _or_null(_ref("hex-32"), "The opened server seed, or null while the hand is hidden."),
                "player_seeds": {"type": "array", "items": _ref("player-seed")},
                "events": {"type": "array", "items": {"type": "object"}, "maxItems": MAX_EVENTS},
                "log_head": _ref("hex-32"),
                "claim": {"description": "The result that the operator recorded, or null."},
            }
        ),
        "allOf": list(_conditions()),
        "$defs": {
            **_texts(),
            **_header(),
            **_events(),
            **{f"seats-{seats}": _seats(seats) for seats in _seat_numbers()},
            **_standings(),
            **_family(),
            **_rules(),
            **_rule_sets(),
        },
    }


# The pieces that a schema is made of


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(schema: Schema, description: str) -> Schema:
    return {"description": description, "anyOf": [{"type": "null"}, schema]}


def _exactly(properties: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": [key for key in properties if key not in optional],
        "additionalProperties": False,
    }


def _where(path: str, schema: Schema) -> Schema:
    """What holds at a path such as `header/match`, where something stands there."""
    for key in reversed(path.split("/")):
        schema = {"properties": {key: schema}}
    return schema


def _entries(count: int) -> Schema:
    return {"minItems": count, "maxItems": count}


def _text(pattern: str, least: int, most: int, description: str) -> Schema:
    return {
        "description": description,
        "type": "string",
        "minLength": least,
        "maxLength": most,
        "pattern": pattern,
    }


def _told(value: Any, names: Mapping[str, Schema]) -> Any:
    """A schema as a shape gives it, for people: each part that has a name is a reference to it, and of a list
    with one entry a seat no length is told, which `seats-4` and its like do."""
    if isinstance(value, list):
        return [_told(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    for name, schema in names.items():
        if value == schema:
            return _ref(name)
    if value.get("minItems") == ANY_SEATS:
        return {"description": "One entry a seat.", "type": "array", "items": value["items"]}
    return {key: _told(each, names) for key, each in value.items()}


def _inside(schema: Schema, names: Mapping[str, Schema]) -> Schema:
    """`_told` for a schema that has a name itself."""
    return {key: _told(each, names) for key, each in schema.items()}


def _whole_numbers() -> dict[str, Schema]:
    return {"integer": Integer().schema()}


# Texts, numbers and the header


def _texts() -> dict[str, Schema]:
    return {
        **_whole_numbers(),
        # `$` alone lets some readers pass a line feed at the end; where the length is free it is ruled out.
        "id": _text(r"^[A-Za-z0-9._:-]{1,64}$(?!\n)", 1, 64, "The name of a hand, a table, a match or a rule set."),
        "hex-32": _text("^[0-9a-f]{64}$", 64, 64, "32 bytes in lower-case hex."),
        "public-key": _text(
            "^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$", 44, 44, "An Ed25519 public key: base64 of 32 bytes."
        ),
        "signature": _text("^[A-Za-z0-9+/]{85}[AQgw]==$", 88, 88, "An Ed25519 signature: base64 of 64 bytes."),
        "player-name": {"type": "string", "minLength": 1, "maxLength": MAX_NAME},
        "player-seed": {
            "description": f"1 to {MAX_SEED_BYTES} bytes of UTF-8, taken as they are.",
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_SEED_BYTES,
        },
        "card": {"description": "Rank, then suit; Jk is the printed joker.", "enum": list(TEXTS)},
    }


def _header() -> dict[str, Schema]:
    commitment = _or_null(_ref("hex-32"), "The hash of this seat's seed, or null where it was sent openly.")
    key = _or_null(_ref("public-key"), "This seat's key, or null where it signs nothing.")
    header = _exactly(
        {
            "format": {"const": FORMAT},
            "hand": _ref("id"),
            "table": _ref("id"),
            "number": {"description": "This hand's number at its table.", **Integer(1).schema()},
            "rules": {"description": "The rule set, built in or of one's own.", "type": "string"},
            "rules_digest": _or_null(_ref("hex-32"), "The hash of the rule set's canonical JSON."),
            "seats": {"description": "The players in turn order.", "type": "array", "items": _ref("player-name")},
            "dealer": {"description": "The dealer's seat, or null where the game has none."},
            "server_commitment": _ref("hex-32"),
            "player_commitments": {"type": "array", "items": commitment},
            "seat_keys": _or_null({"type": "array", "items": key}, "null where no seat signs."),
            "match": _or_null(_ref("match"), "The match that the hand belongs to, or null."),
        }
    )
    before: Schema = {"description": "The standing before this hand."}
    match = _exactly({"id": _ref("id"), "number": Integer(1).schema(), "before": before})
    return {
        "header": {"description": "What is committed before a card is dealt.", **header},
        "match": {"description": "A match, this hand's place in it, its standing.", **match},
    }


def _seats(seats: int) -> Schema:
    """What a table of so many seats asks of everything that has one entry a seat."""
    lists = ("seats", "player_commitments", "seat_keys", "match/before/kunukku")
    return {
        "title": f"A table of {seats}",
        "allOf": [
            *(_where(f"header/{path}", _entries(seats)) for path in lists),
            *(_where(path, _entries(seats)) for path in ("player_seeds", "claim/match/kunukku")),
            _where("header/dealer", {"maximum": seats - 1}),
            _where("events", {"items": _where("seat", {"maximum": seats - 1})}),
        ],
    }


# Events


def _events() -> dict[str, Schema]:
    known: dict[str, Word] = {}
    for game in rulesets.BUILT_IN.values():
        known |= game.words
    return {f"event-{do}": _event(do, word) for do, word in known.items()}


def _event(do: str, word: Word) -> Schema:
    kinds: dict[str, Schema] = {
        "number": _ref("integer"),
        "bid": {"anyOf": [_ref("integer"), {"const": "thani"}]},
        "text": {"type": "string"},
        "card": _ref("card"),
        "pile": {"enum": list(PILES)},
    }
    seat: dict[str, Schema] = {"seat": Integer(0).schema()} if word.seat else {}
    argument = {word.field: kinds[word.kind]} if word.field else {}
    time: Schema = {"description": "Whole milliseconds since the deal, never falling.", **Integer(0).schema()}
    members: dict[str, Schema] = {**seat, "do": {"const": do}, **argument, "t": time, "sig": _ref("signature")}
    return {"description": MEANINGS[do], **_exactly(members, optional=("t", "sig"))}


# The Gulan family


def _methods() -> dict[str, Gulan]:
    """For each way of counting a match, a rule set that has it."""
    methods = get_args(get_type_hints(ruleset.Match)["method"])
    return {method: Gulan(replace(STANDARD_28, match=ruleset.Match(method))) for method in methods}


def _standings() -> dict[str, Schema]:
    """The standing of each method, and what a match counted by it asks of header and claim."""
    standings: dict[str, Schema] = {}
    matches: dict[str, Schema] = {}
    for method, game in _methods().items():
        shape = game.standing_shape(ANY_SEATS)
        assert shape is not None
        standings[f"standing-{method}"] = _inside(shape.schema(), _whole_numbers())
        standing = _ref(f"standing-{method}")
        matches[f"match-{method}"] = {
            "title": f"Matches counted by {method}",
            "allOf": [
                _where("header/match/before", standing),
                _where("claim/match", _or_null(standing, "The standing after the hand, or null without a match.")),
            ],
        }
    return standings | matches


def _family() -> dict[str, Schema]:
    result = _told(Gulan(STANDARD_28).result_shape(ANY_SEATS).schema(), _whole_numbers())
    result["properties"]["match"] = {"description": "The standing after the hand, or null without a match."}
    events: Schema = {"anyOf": [_ref(f"event-{do}") for do in Gulan.words]}
    return {
        "result-gulan": {"description": "The result of a hand of 28, 40 or 56.", **result},
        "family-gulan": {
            "title": "The Gulan family: 28, 40 and 56",
            "allOf": [
                _where("header/dealer", Integer(0).schema()),
                _where("events", {"items": events}),
                _where("claim", _or_null(_ref("result-gulan"), "The result as the operator recorded it.")),
            ],
        },
    }


def _rules() -> dict[str, Schema]:
    """The JSON of a rule set, each table in it under its own name."""
    tables = [each for each in vars(ruleset).values() if is_dataclass(each) and isinstance(each, type)]
    names = {f"rules-{table.__name__.lower()}": typed.schema(table) for table in tables} | _whole_numbers()
    return {
        name: {"description": " ".join((table.__doc__ or "").split()), **_inside(names[name], names)}
        for name, table in zip(names, tables, strict=False)
    }


# Rule sets


def _rule_sets() -> dict[str, Schema]:
    return {game.id: _built_in(game) for game in gulan.GAMES} | {"own-rules": _own_rules()}


def _built_in(game: Gulan) -> Schema:
    return {
        "title": f"Hands of {game.id}",
        "description": "The rule set is built in: the header names it, the record does not repeat it.",
        "properties": {"rules": {"type": "null"}},
        "allOf": [_ref("family-gulan"), _ref(f"seats-{game.rules.seats}"), _ref(f"match-{game.rules.match.method}")],
    }


def _own_rules() -> Schema:
    """A house's own rules stand in the record, their digest in the header; what they say of seats and match holds."""
    by_seats = [_if(_where("rules/seats", {"const": seats}), f"seats-{seats}") for seats in _seat_numbers()]
    by_method = [_if(_where("rules/match/method", {"const": method}), f"match-{method}") for method in _methods()]
    return {
        "title": "Hands under rules of a house's own",
        "properties": {"rules": _ref("rules-ruleset")},
        "allOf": [
            _where("header/rules", _ref("id")),
            _where("header/rules_digest", _ref("hex-32")),
            _ref("family-gulan"),
            *by_seats,
            *by_method,
        ],
    }


def _seat_numbers() -> range:
    least, most = SEATS
    return range(least, most + 1, 2)


def _if(condition: Schema, then: str) -> Schema:
    return {"if": condition, "then": _ref(then)}


def _conditions() -> Iterator[Schema]:
    """What the rule set that the header names asks of the whole record."""
    for id in rulesets.ids():
        yield _if(_where("header/rules", {"const": id}), id)
    yield {"if": _where("header/rules", {"enum": list(rulesets.ids())}), "else": _ref("own-rules")}
