"""What Kazhutha adds to the JSON Schema of the record."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.family import SchemaParts
from dealproof.replay.games.kazhutha import ruleset
from dealproof.replay.json_schema.value_schema import Schema
from dealproof.replay.record.schema.pieces import by_length, where

LEAST, MOST = ruleset.SEATS
SIZES: Final = range(LEAST, MOST + 1)


def parts() -> SchemaParts:
    """All of it. The numbers of seats in own rules bound the number at the table."""
    bounds: list[Schema] = [
        {"if": where(f"rules/{key}", {"const": seats}), "then": where("header/seats", {bound: seats})}
        for key, bound in (("least_seats", "minItems"), ("most_seats", "maxItems"))
        for seats in SIZES
    ]
    return SchemaParts(
        title="Kazhutha",
        result="Kazhutha",
        tables=ruleset,
        prefix="kazhutha-rules",
        sizes=SIZES,
        own=[*bounds, *by_length(SIZES)],
    )
