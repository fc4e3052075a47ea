"""What rummy adds to the JSON Schema of the record."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.family import SchemaParts
from dealproof.replay.games.rummy import consistency, ruleset
from dealproof.replay.json_schema.value_schema import Schema
from dealproof.replay.record.schema.pieces import by_length, entries, where

LEAST, MOST = consistency.SEATS
SIZES: Final = range(LEAST, MOST + 1)


def parts() -> SchemaParts:
    """What the family adds to the JSON Schema of the record. Own rules must have a table for the number of seats in the
    header."""
    there: list[Schema] = [
        {
            "if": where("header/seats", entries(seats)),
            "then": where("rules/tables", {"contains": where("seats", {"const": seats})}),
        }
        for seats in SIZES
    ]
    bounds = where("header/seats", {"minItems": LEAST, "maxItems": MOST})
    return SchemaParts(
        title="Thirteen-card rummy",
        result="rummy",
        tables=ruleset,
        prefix="rummy-rules",
        sizes=SIZES,
        own=[bounds, *there, *by_length(SIZES)],
    )
