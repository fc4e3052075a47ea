"""Pieces of a description in OpenAPI 3.1."""

from __future__ import annotations

from typing import Any, Final

from dealproof.replay.record.identifiers import PATTERN

Schema = dict[str, Any]

ID: Final[Schema] = {"type": "string", "pattern": f"^{PATTERN}$"}
OPEN: Final[Schema] = {"type": "object", "additionalProperties": True}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
SEAT: Final[Schema] = {"type": ["integer", "null"], "minimum": 0}
MAYBE_OPEN: Final[Schema] = {"type": ["object", "null"], "additionalProperties": True}
TEXT_OR_NULL: Final[Schema] = {"type": ["string", "null"]}


def closed(**properties: Schema) -> Schema:
    """An object with exactly these members."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def many(schema: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": schema}


def ref(name: str) -> Schema:
    """A schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def named(name: str, schema: Schema = ID) -> Schema:
    """A parameter in the path."""
    return {"name": name, "in": "path", "required": True, "schema": schema}


def body(schema: Schema) -> Schema:
    """A JSON body."""
    return {"application/json": {"schema": schema}}


def get(summary: str, gives: str, *parameters: Schema, refuses: tuple[int, ...] = ()) -> Schema:
    """An operation that reads."""
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses(ref(gives), refuses)}}


def responses(schema: Schema, refuses: tuple[int, ...], status: str = "200") -> Schema:
    """What is answered: this, or an error."""
    return {
        status: {"description": "What was asked for.", "content": body(schema)},
        **{str(status): {"$ref": f"#/components/responses/{status}"} for status in refuses},
        "default": {"$ref": "#/components/responses/default"},
    }
