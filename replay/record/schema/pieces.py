"""The pieces that a schema is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from dealproof.replay.json_schema.value_schema import Integer, Schema

ANY_SEATS: Final = 999
"""A number of seats that no table has: a list of that length has one entry per seat."""


def ref(name: str) -> Schema:
    """A reference to the definition of this name."""
    return {"$ref": f"#/$defs/{name}"}


def or_null(schema: Schema, description: str) -> Schema:
    """Null, or a value of the schema."""
    return {"description": description, "anyOf": [{"type": "null"}, schema]}


def exactly(properties: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": [key for key in properties if key not in optional],
        "additionalProperties": False,
    }


def where(path: str, schema: Schema) -> Schema:
    """A condition on the value at a path such as `header/match`, if there is one."""
    for key in reversed(path.split("/")):
        schema = {"properties": {key: schema}}
    return schema


def entries(count: int) -> Schema:
    """A list of exactly this length."""
    return {"minItems": count, "maxItems": count}


def text(pattern: str, least: int, most: int, description: str) -> Schema:
    """A text of `least` to `most` characters that matches a pattern."""
    return {
        "description": description,
        "type": "string",
        "minLength": least,
        "maxLength": most,
        "pattern": pattern,
    }


def with_references(value: Any, names: Mapping[str, Schema]) -> Any:
    """A JSON Schema for readers: each part that has a name becomes a reference, and lists with one entry per seat have
    no length, which `seats-4` and the like set."""
    if isinstance(value, list):
        return [with_references(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    for name, schema in names.items():
        if value == schema:
            return ref(name)
    if value.get("minItems") == ANY_SEATS:
        return {"description": "One entry a seat.", "type": "array", "items": value["items"]}
    return {key: with_references(each, names) for key, each in value.items()}


def inside(schema: Schema, names: Mapping[str, Schema]) -> Schema:
    """`with_references` for a schema that has a name itself."""
    return {key: with_references(each, names) for key, each in schema.items()}


def whole_numbers() -> dict[str, Schema]:
    """The definition of whole numbers, by its name."""
    return {"integer": Integer().schema()}


def if_(condition: Schema, then: str) -> Schema:
    """If the condition is met, the definition `then` applies too."""
    return {"if": condition, "then": ref(then)}


def by_length(numbers: Iterable[int]) -> list[Schema]:
    """The number of seats in the header is the number at the table."""
    return [if_(where("header/seats", entries(seats)), f"seats-{seats}") for seats in numbers]


def by_rules(numbers: Iterable[int]) -> list[Schema]:
    """The number of seats in the rules is the number at the table."""
    return [if_(where("rules/seats", {"const": seats}), f"seats-{seats}") for seats in numbers]


def a_seat(schema: Any) -> list[str]:
    """The members of the schema of an object, for `ANY_SEATS`, that have one entry a seat."""
    return [key for key, each in schema["properties"].items() if each.get("minItems") == ANY_SEATS]
