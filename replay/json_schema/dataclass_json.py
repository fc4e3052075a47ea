"""Frozen dataclasses to JSON and back, and their JSON Schema, from nothing but their types.

A rule set is a dataclass of whole numbers, texts, truth values, `Literal`s, `None`, tuples, mappings of text and
further dataclasses. Each has one JSON form; reading is strict, and names the first fault by pointer.

>>> from dataclasses import dataclass, field
>>> @dataclass(frozen=True)
... class Cut:
...     seat: int
...     at: int | None = None
>>> write(Cut(3))
{'seat': 3, 'at': None}
>>> read(Cut, {"seat": 3, "at": 7}, "")
Cut(seat=3, at=7)

A field with the metadata `LATER` was added after values had been published. It is left out where it has its default, so
that their JSON and its digest stay what they were.

>>> @dataclass(frozen=True)
... class Play:
...     card: int
...     signed: bool = field(default=False, metadata=LATER)
>>> write(Play(3)), write(Play(3, signed=True))
({'card': 3}, {'card': 3, 'signed': True})
>>> read(Play, {"card": 3}, "")
Play(card=3, signed=False)
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from functools import lru_cache
from typing import Any, Final, Literal, Union, get_args, get_origin

from dealproof.replay.json_schema.value_schema import (
    Boolean,
    Integer,
    ListOf,
    Object,
    Schema,
    Text,
    ValueSchema,
    below,
    shown,
    wrong_type,
)
from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import Malformed

LATER: Final = {"later": True}
"""Metadata of a field with a default that was added to a dataclass whose values had been published."""


def write(value: Any, *, complete: bool = False) -> Any:
    """The JSON form of a dataclass or of a value in one; `complete` includes later fields that have their default."""
    if is_dataclass(value):
        named = [(each, getattr(value, each.name)) for each in fields(value)]
        return {
            each.name: write(field, complete=complete)
            for each, field in named
            if complete or not (_is_later(each) and field == each.default)
        }
    if isinstance(value, tuple):
        return [write(each, complete=complete) for each in value]
    if isinstance(value, Mapping):
        return {key: write(each, complete=complete) for key, each in value.items()}
    return value


def shortened(expected: Any, value: Any) -> Any:
    """The JSON `value` of the type `expected` without later fields that have their default. Nothing is checked."""
    if not is_dataclass(expected) or type(value) is not dict:
        return value
    hints, defaults = _types(typing.cast(type, expected)), _later(expected)
    return {
        key: shortened(hints.get(key), each)
        for key, each in value.items()
        if key not in defaults or type(each) is not type(defaults[key]) or each != defaults[key]
    }


def _is_later(field: Field[Any]) -> bool:
    return field.metadata.get("later") is True


def _later(cls: Any) -> dict[str, Any]:
    """The JSON of the defaults of later fields, by name."""
    return {each.name: write(each.default, complete=True) for each in fields(cls) if _is_later(each)}


@lru_cache(maxsize=64)
def _types(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def read(expected: Any, value: Json, pointer: str) -> Any:
    """A value of the type `expected` from its JSON form. Raises `Malformed` at the first fault."""
    if is_dataclass(expected):
        return _read_dataclass(expected, value, pointer)
    origin = get_origin(expected)
    if origin is Literal:
        return _read_literal(get_args(expected), value, pointer)
    if origin in (Union, types.UnionType):
        return _read_union(get_args(expected), value, pointer)
    if origin is tuple:
        ListOf(_Anything()).check(value, pointer)
        assert isinstance(value, list)
        return tuple(read(get_args(expected)[0], each, f"{pointer}/{index}") for index, each in enumerate(value))
    if origin is Mapping:
        return _read_mapping(value, pointer)
    plain: dict[Any, ValueSchema] = {int: Integer(), bool: Boolean(), str: Text()}
    plain[expected].check(value, pointer)
    return value


class _Anything:
    def check(self, value: Json, pointer: str) -> None:
        """Accepts every value."""

    def schema(self) -> Schema:
        return {}


def _read_dataclass(cls: Any, value: Json, pointer: str) -> Any:
    hints = _types(cls)
    if later := _later(cls):
        hints = {
            name: hint
            for name, hint in hints.items()
            if name not in later or (isinstance(value, dict) and name in value)
        }
    Object(dict.fromkeys(hints, _Anything())).check(value, pointer)
    assert isinstance(value, dict)
    found = {name: read(hint, value[name], below(pointer, name)) for name, hint in hints.items()}
    for name in found.keys() & later.keys():
        if value[name] == later[name]:
            reason = f"{name!r} is left out where it is {canonical(value[name]).decode()}."
            raise Malformed(below(pointer, name), "without-effect", reason)
    return cls(**found)


def _read_literal(allowed: tuple[Any, ...], value: Json, pointer: str) -> Any:
    if type(value) is str and value in allowed:
        return value
    if type(value) is not str:
        raise wrong_type(pointer, value, f"one of {', '.join(allowed)}")
    raise Malformed(pointer, "unknown-option", f"{shown(value)} is not one of {', '.join(allowed)}.")


def _read_union(options: tuple[Any, ...], value: Json, pointer: str) -> Any:
    """`X | None`, or an integer or one word: the type of the value decides between the alternatives."""
    if value is None and type(None) in options:
        return None
    if type(value) is str and any(get_origin(option) is Literal for option in options):
        return read(next(option for option in options if get_origin(option) is Literal), value, pointer)
    return read(next(option for option in options if option is not type(None)), value, pointer)


def _read_mapping(value: Json, pointer: str) -> Mapping[str, str]:
    if type(value) is not dict:
        raise wrong_type(pointer, value, "an object")
    for key, each in value.items():
        Text().check(each, below(pointer, key))
    return value


def schema(expected: Any) -> Schema:
    """The JSON Schema of the JSON form of a type."""
    if is_dataclass(expected):
        later = _later(expected)
        members = {name: schema(hint) for name, hint in _types(typing.cast(type, expected)).items()}
        members |= {name: {**members[name], "not": {"const": default}} for name, default in later.items()}
        required: list[Json] = [name for name in members if name not in later]
        return {"type": "object", "properties": members, "required": required, "additionalProperties": False}
    origin = get_origin(expected)
    if origin is Literal:
        return {"enum": list(get_args(expected))}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(option) for option in get_args(expected)]}
    if origin is tuple:
        return {"type": "array", "items": schema(get_args(expected)[0])}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": {"type": "string"}}
    plain: dict[Any, Schema] = {
        int: Integer().schema(),
        bool: Boolean().schema(),
        str: Text().schema(),
        type(None): {"type": "null"},
    }
    return plain[expected]
