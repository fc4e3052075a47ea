"""Schemas of JSON values: one description that checks a value and prints its JSON Schema (2020-12).

Used where speed does not matter or a schema is needed twice: claims, standings, rule sets, the schema of the record.
`check` raises `Malformed` with the pointer of the first fault; a missing key is named by the pointer that it
would have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, Final, Protocol

from dealproof.verifier.encoding import MAX_INTEGER, Json, unholdable
from dealproof.verifier.errors import Malformed

Schema = dict[str, Json]


class ValueSchema(Protocol):
    """The schema of a JSON value. `check` raises `Malformed` at the first fault; `schema` returns the JSON Schema."""

    def check(self, value: Json, pointer: str) -> None: ...

    def schema(self) -> Schema: ...


def kind_of(value: object) -> str:
    """The type of a JSON value, in words for a sentence."""
    if value is None:
        return "null"
    names = {bool: "true or false", int: "an integer", str: "a string", list: "a list", dict: "an object"}
    return names.get(type(value), "a number with a fraction")


def wrong_type(pointer: str, value: object, expected: str) -> Malformed:
    """The error for a value of another type than expected, or of a kind that no record can hold."""
    if (found := unholdable(value)) is not None:
        return Malformed(pointer, found.code, found.reason)
    return Malformed(pointer, "wrong-type", f"This is {kind_of(value)}; it must be {expected}.")


def shown(text: str, most: int = 40) -> str:
    """A text for use in a sentence: in quotes, and shortened if it is long."""
    return repr(text if len(text) <= most else f"{text[:most]}…")


def below(pointer: str, key: str | int) -> str:
    """The JSON pointer (RFC 6901) of a member of the value at `pointer`."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def check_keys(value: Mapping[Any, Json], keys: frozenset[str], pointer: str) -> None:
    """Refuses the first unknown key, then the first missing one."""
    for key in value:
        if unholdable(key):
            raise wrong_type(pointer, key, "")
        if key not in keys:
            expected = ", ".join(sorted(keys))
            raise Malformed(
                below(pointer, key), "unknown-key", f"The key {shown(key)} is unknown. The keys here are {expected}."
            )
    for key in sorted(keys):
        if key not in value:
            raise Malformed(below(pointer, key), "missing-key", f"The key {key!r} is missing.")


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from `least` to `most`; true and false are none."""

    least: int = -MAX_INTEGER
    most: int = MAX_INTEGER

    def check(self, value: Json, pointer: str) -> None:
        if type(value) is not int:
            raise wrong_type(pointer, value, "an integer")
        if not self.least <= value <= self.most:
            raise Malformed(pointer, "out-of-range", f"This is {value}; it must be from {self.least} to {self.most}.")

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Text:
    """A text; where `among` is given, one of those."""

    among: tuple[str, ...] = ()

    def check(self, value: Json, pointer: str) -> None:
        if type(value) is not str:
            raise wrong_type(pointer, value, "a string")
        if self.among and value not in self.among:
            raise Malformed(pointer, "unknown-value", f"{shown(value)} is not one of {', '.join(self.among)}.")

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.among)} if self.among else {"type": "string"}


@dataclass(frozen=True, slots=True)
class Boolean:
    """True or false."""

    def check(self, value: Json, pointer: str) -> None:
        if type(value) is not bool:
            raise wrong_type(pointer, value, "true or false")

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Nullable:
    """Null, or a value of the schema `of`."""

    of: ValueSchema

    def check(self, value: Json, pointer: str) -> None:
        if value is not None:
            self.of.check(value, pointer)

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "null"}, self.of.schema()]}


@dataclass(frozen=True, slots=True)
class NumberOrText:
    """A whole number or a text: `bid` and the points of a result. Where `text` is given, only that text."""

    text: str | None = None

    def check(self, value: Json, pointer: str) -> None:
        if type(value) is not int and type(value) is not str:
            raise wrong_type(pointer, value, "an integer or a string")
        if type(value) is str and self.text not in (None, value):
            raise Malformed(pointer, "unknown-value", f"{shown(value)} is neither an integer nor {self.text!r}.")

    def schema(self) -> Schema:
        text: Schema = {"type": "string"} if self.text is None else {"const": self.text}
        return {"anyOf": [Integer().schema(), text]}


PLAIN: Final[tuple[tuple[ValueSchema, frozenset[type]], ...]] = (
    (Integer(), frozenset({int})),  # integers past the limit have been refused as JSON
    (Text(), frozenset({str})),
    (Boolean(), frozenset({bool})),
    (NumberOrText(), frozenset({int, str})),
)
"""The schemas that check the type and nothing else."""


def enough(schema: ValueSchema) -> frozenset[type]:
    """Returns the types for which a schema checks nothing else; most leaves need no other check."""
    if isinstance(schema, Nullable):
        return enough(schema.of) | {NoneType}
    return next((types for plain, types in PLAIN if plain == schema), frozenset())


class ListOf:
    """A list of values of the schema `of`, from `least` to `most` entries (None: any number)."""

    __slots__ = ("_enough", "least", "most", "of")

    def __init__(self, of: ValueSchema, least: int = 0, most: int | None = None) -> None:
        self.of, self.least, self.most = of, least, most
        self._enough = enough(of)

    def check(self, value: Json, pointer: str) -> None:
        if type(value) is not list:
            raise wrong_type(pointer, value, "a list")
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            count = f"{self.least}" if self.least == self.most else f"{self.least} or more"
            raise Malformed(pointer, "wrong-length", f"There are {len(value)} entries; there must be {count}.")
        if self._enough.issuperset(map(type, value)):
            return
        for index, each in enumerate(value):
            self.of.check(each, f"{pointer}/{index}")

    def schema(self) -> Schema:
        most: Schema = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": self.of.schema(), "minItems": self.least, **most}


class Object:
    """An object with exactly the keys of `members`."""

    __slots__ = ("_checks", "members")

    def __init__(self, members: Mapping[str, ValueSchema]) -> None:
        self.members = members
        self._checks = tuple((key, below("", key), schema.check, enough(schema)) for key, schema in members.items())

    def check(self, value: Json, pointer: str) -> None:
        if type(value) is not dict:
            raise wrong_type(pointer, value, "an object")
        if value.keys() != self.members.keys():
            check_keys(value, frozenset(self.members), pointer)
        for key, step, check, types in self._checks:
            if type(value[key]) not in types:
                check(value[key], pointer + step)

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {key: schema.schema() for key, schema in self.members.items()},
            "required": list(self.members),
            "additionalProperties": False,
        }


def per(count: int, of: ValueSchema) -> ListOf:
    """A list with one entry for each of `count` seats or teams."""
    return ListOf(of, count, count)
