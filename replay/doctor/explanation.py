"""What the doctor says of one mistake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dealproof.verifier.encoding import Json

SITE: Final = "site"
WRITER: Final = "writer"
SEAT: Final = "seat"
UNCLEAR: Final = "open"
BY: Final = (SITE, WRITER, SEAT, UNCLEAR)
"""Whose mistake it would be: the site's while the hand was played, the writer's of the record, that of the seat or its
program, or one of these."""


TEXT_CODES: Final = (
    *("newline", "blanks", "quotes", "json-escaped"),
    *("nfc", "nfd", "upper-case", "lower-case", "number-off-by-one"),
)
"""Mistakes in the text of a seed."""
SALT_CODES: Final = (*TEXT_CODES, "dealer-off-by-one", "another-rule-set", "seeds-exchanged", "nfc-names", "nfd-names")
"""Mistakes in header or seeds that show in the log head alone, since it binds both through the salt."""
HASH_CODES: Final = (
    *TEXT_CODES,
    *("hex-text", "prefix", "json-form", "base64-text", "decoded-hex", "decoded-base64", "encoding", "reversed-bytes"),
    *("double-hash", "hash-of-commitment", "not-hashed", "seed-of-a-seat", "seed-of-another-seat", "seeds-exchanged"),
    *("commitment-opened-elsewhere", "seed-of-another-hand", "commitment-of-another-hand", "another-rule-set"),
    *("all-options", "hash-of-name", "signatures-left-in", "without-salt", "salt-as-text", "salt-last", "json-lines"),
    *("events-swapped", "events-reversed", "events-by-seat", "events-by-time", "event-left-out", "times-left-out"),
    *("seats-from-one", "fewer-events", "log-head-of-another-hand", "salt-json-form"),
)
"""Mistakes in what was hashed."""


class Explanation(NamedTuple):
    """One mistake that would explain a check that fails: its code, the check, a JSON pointer to the value that it is
    about, whose mistake it would be (`BY`), and the other checks that it would explain. `values` are what a sentence
    needs, such as the seat or the ID of another hand."""

    code: str
    check: str
    pointer: str
    by: str = UNCLEAR
    also: tuple[str, ...] = ()
    values: Mapping[str, Json] = {}

    @property
    def in_salt(self) -> bool:
        """Whether it is about a value that the log head binds through the salt, and not about the log head itself."""
        return self.check == "log-head" and self.pointer not in {"/log_head", "/events"}

    def to_json(self) -> dict[str, Json]:
        """The explanation as an object, key by key as above."""
        return {
            "code": self.code,
            "check": self.check,
            "pointer": self.pointer,
            "by": self.by,
            "also": list(self.also),
            "values": dict(self.values),
        }


class Patch(NamedTuple):
    """What a record would be without a mistake: the keys of its header, and the player seeds and their commitments by
    seat, that would differ."""

    header: Mapping[str, Any] = {}
    seeds: Mapping[int, str] = {}
    commitments: Mapping[int, str] = {}


class Guess(NamedTuple):
    """An explanation before it is known whose mistake it would be: `by` of the explanation is then whose it is if the
    log head agrees with the record as it is. `patches` are the records that could have been meant."""

    explanation: Explanation
    patches: tuple[Patch, ...] = ()
