"""The JSON Schema (2020-12) of the hand record, for those who write records in other languages (RECORD.md).

All that `replay.record.parse` accepts this schema accepts. What only the parser refuses is a closed list with an
example each (fixtures/schema/parser-only): bytes and JSON (duplicate keys, a fraction of nought, half characters,
a text too long), values that depend on each other (equal names, time going back, a seed's bytes), and rules of
one's own that contradict themselves.

How it is put together, so that each part reads by itself:

- the root says what every record has; one condition a rule set then adds `$defs/<rule set>`, or
  `$defs/own-rules` where the header names none of the built-in ones;
- `seats-4` says what having four seats means, wherever there is one entry a seat;
- `family-gulan` says which events and what kind of claim the family has, `match-points` what a standing looks like;
- `own-gulan` says what rules of a house's own that are of this family ask of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from replay import rulesets
from replay.record import FORMAT, MAX_EVENTS
from replay.schema import events, families, header
from replay.schema.pieces import exactly, if_, or_null, ref, where
from replay.shape import Schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
ID: Final = "https://dealproof.example/" + FORMAT.removeprefix("dealproof/")


def record_schema() -> Schema:
    """The whole schema, as a JSON value."""
    return {
        "$schema": DIALECT,
        "$id": ID,
        "title": f"A hand record, {FORMAT}",
        "description": "One hand, from its seeds to its result: enough to deal it again and judge every event.",
        **exactly(
            {
                "header": ref("header"),
                "rules": {"description": "null for a built-in rule set, else the whole rule set."},
                "server_seed": or_null(ref("hex-32"), "The opened server seed, or null while the hand is hidden."),
                "player_seeds": {"type": "array", "items": ref("player-seed")},
                "events": {"type": "array", "items": {"type": "object"}, "maxItems": MAX_EVENTS},
                "log_head": ref("hex-32"),
                "claim": {"description": "The result that the operator recorded, or null."},
            }
        ),
        "allOf": list(_conditions()),
        "$defs": {
            **header.texts(),
            **header.header(),
            **events.events(),
            **{f"seats-{number}": header.seats(number) for number in families.seat_numbers()},
            **families.standings(),
            **families.families(),
            **families.rules(),
            **families.rule_sets(),
        },
    }


def _conditions() -> Iterator[Schema]:
    """What the rule set that the header names asks of the whole record."""
    for id in rulesets.ids():
        yield if_(where("header/rules", {"const": id}), id)
    yield {"if": where("header/rules", {"enum": list(rulesets.ids())}), "else": ref("own-rules")}
