"""What seating by aces adds to the JSON Schema of the record."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.family import SchemaParts
from dealproof.replay.games.gulan import consistency
from dealproof.replay.games.seating import ruleset
from dealproof.replay.record.schema.pieces import by_rules

LEAST, MOST = consistency.SEATS
SIZES: Final = range(LEAST, MOST + 1, 2)


def parts() -> SchemaParts:
    """What the family adds to the JSON Schema of the record."""
    return SchemaParts(
        title="Seating by aces",
        result="a seating",
        tables=ruleset,
        prefix="seating-rules",
        sizes=SIZES,
        own=by_rules(SIZES),
    )
