"""What every record has alike: texts and numbers, the header, one entry a seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.json_schema.value_schema import Integer, Schema
from dealproof.replay.record.identifiers import HEX_32_PATTERN, PATTERN
from dealproof.replay.record.record import FORMAT, MAX_NAME, MAX_SEED_BYTES
from dealproof.replay.record.schema.pieces import entries, exactly, or_null, ref, text, where, whole_numbers

ONE_A_SEAT: Final = ("header/seats", "header/player_commitments", "header/seat_keys")
"""Where a header has one entry a seat."""


def texts() -> dict[str, Schema]:
    """Texts and numbers by name."""
    return {
        **whole_numbers(),
        # `$` alone lets some readers pass a line feed at the end; where the length is free it is ruled out.
        "id": text(rf"^{PATTERN}$(?!\n)", 1, 64, "The name of a hand, a table, a match or a rule set."),
        "hex-32": text(f"^{HEX_32_PATTERN}$", 64, 64, "32 bytes in lower-case hex."),
        "public-key": text(
            "^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$", 44, 44, "An Ed25519 public key: base64 of 32 bytes."
        ),
        "signature": text("^[A-Za-z0-9+/]{85}[AQgw]==$", 88, 88, "An Ed25519 signature: base64 of 64 bytes."),
        "player-name": {"type": "string", "minLength": 1, "maxLength": MAX_NAME},
        "player-seed": {
            "description": f"1 to {MAX_SEED_BYTES} bytes of UTF-8, taken as they are.",
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_SEED_BYTES,
        },
        "card": {"description": "Rank, then suit; Jk is the printed joker.", "enum": list(TEXTS)},
    }


def header() -> dict[str, Schema]:
    """The header and the match in it."""
    commitment = or_null(ref("hex-32"), "The hash of this seat's seed, or null where it was sent openly.")
    key = or_null(ref("public-key"), "This seat's key, or null where it signs nothing.")
    members = exactly(
        {
            "format": {"const": FORMAT},
            "hand": ref("id"),
            "table": ref("id"),
            "number": {"description": "This hand's number at its table.", **Integer(1).schema()},
            "rules": {"description": "The rule set, built in or of one's own.", "type": "string"},
            "rules_digest": or_null(ref("hex-32"), "The hash of the rule set's canonical JSON."),
            "seats": {"description": "The players in turn order.", "type": "array", "items": ref("player-name")},
            "dealer": {"description": "The dealer's seat, or null where the game has none."},
            "server_commitment": ref("hex-32"),
            "player_commitments": {"type": "array", "items": commitment},
            "seat_keys": or_null({"type": "array", "items": key}, "null where no seat signs."),
            "match": or_null(ref("match"), "The match that the hand belongs to, or null."),
        }
    )
    before: Schema = {"description": "The standing before this hand."}
    match = exactly({"id": ref("id"), "number": Integer(1).schema(), "before": before})
    return {
        "header": {"description": "What is committed before a card is dealt.", **members},
        "match": {"description": "A match, this hand's place in it, its standing.", **match},
    }


def seats(number: int, paths: Iterable[str]) -> Schema:
    """The lengths of the lists at these `paths`, which have one entry per seat, for a number of seats."""
    return {
        "title": f"A table of {number}",
        "allOf": [
            *(where(path, entries(number)) for path in paths),
            where("header/dealer", {"maximum": number - 1}),
            where("events", {"items": where("seat", {"maximum": number - 1})}),
        ],
    }
