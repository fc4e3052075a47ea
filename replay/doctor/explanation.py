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
