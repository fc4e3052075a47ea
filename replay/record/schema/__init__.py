"""The JSON Schema (2020-12) of the hand record, for programs in other languages (RECORD.md).

The schema accepts every record that `replay.record.record.parse` accepts. The faults that only the parser finds are a
closed list with an example of each (fixtures/schema/parser-only): bytes and JSON (duplicate keys, a fraction of zero,
lone surrogates, a text too long), values that depend on each other (equal names, decreasing times, the bytes of a
seed), and included rules that contradict themselves.

Each part can be read by itself:

- the root describes every record; one condition per rule set then adds `$defs/<rule set>`, or `$defs/own-rules` if
  the header names a rule set that is not built in;
- `seats-4` gives the lengths for four seats, wherever there is one entry per seat;
- `family-gulan` describes the events and the claim of a family, `match-points` a standing;
- `own-gulan` describes what included rules of this family require of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealproof.replay import rulesets
from dealproof.replay.json_schema.value_schema import Schema
from dealproof.replay.record.record import FORMAT, MAX_EVENTS
from dealproof.replay.record.schema import events, families, header
from dealproof.replay.record.schema.pieces import exactly, if_, or_null, ref, where

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
ID: Final = "https://dealproof.example/" + FORMAT.removeprefix("dealproof/")


def record_schema() -> Schema:
    """The whole schema, as a JSON value."""
    paths = families.one_a_seat()
    return {
        "$schema": DIALECT,
        "$id": ID,
        "title": f"A hand record, {FORMAT}",
        "description": "One hand, from its seeds to its result: enough to deal it again and judge every event.",
        **exactly(
            {
                "header": ref("header"),
                "rules": {"description": "null for a built-in rule set, else the whole rule set."},
                "server_seed": or_null(ref("hex-32"), "The revealed server seed, or null while the hand is hidden."),
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
            **{f"seats-{number}": header.seats(number, paths) for number in families.seat_numbers()},
            **families.standings(),
            **families.families(),
            **families.rules(),
            **families.rule_sets(),
        },
    }


def _conditions() -> Iterator[Schema]:
    """The conditions that the rule set named in the header sets for the whole record."""
    for id in rulesets.ids():
        yield if_(where("header/rules", {"const": id}), id)
    yield {"if": where("header/rules", {"enum": list(rulesets.ids())}), "else": ref("own-rules")}
