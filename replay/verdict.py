"""What the replayer says of a record (RECORD.md, "Verdict").

A verdict never says merely "valid". It names every check of PROTOCOL.md as passed, failed or not shown,
the first illegal event with the rule it broke and what would have been legal in its place, the result as
recomputed, and each field in which the recorded claim differs from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from dealproof.verifier.encoding import Json

PASSED: Final = "passed"
FAILED: Final = "failed"
NOT_SHOWN: Final = "not shown"

NO_RECEIPT: Final = "no-receipt"
"""The `publication` of a record alone (LOG.md, "What is shown")."""

PUBLISHED: Final = "published-before-play"
"""The check that only a receipt can pass."""

CHECKS: Final = (
    "commitment",
    "player-seeds",
    "rules-digest",
    "log-head",
    "signatures",
    PUBLISHED,
    "legal",
    "result",
)
"""The checks by name, in the order of PROTOCOL.md, "What a check answers"."""

VOID: Final = "void"
VERDICTS: Final = ("malformed", "hidden", "tampered", VOID, "illegal", "incomplete", "mismatch", "verified")
"""Every verdict; where several hold, the first in this order names the hand."""

IMPORTED: Final = "imported"
"""The remark on every imported hand: nothing is known of how its cards came about."""

ERROR: Final = "error"
"""The word in place of a verdict if judging a record failed. It is not a verdict of RECORD.md: it says nothing about
the hand, and is never combined with one of `VERDICTS`."""

JUDGE: Final = 1
"""The version of the judge, counted up whenever a record gets another verdict, grade, fault or computed result than
before. What was stored by an older version is judged again (`web.store.summary`)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first illegal event: its index in the log, the seat it names (or None), the ID of the rule it
    breaks, and every event that would have been legal in its place, as JSON (bids and cuts as ranges).

    `card` is the card that the event names, or None. `did` says in a few words who did what; the replayer has no words
    and leaves it None for its caller to set.
    """

    event: int
    seat: int | None
    rule: str
    legal: tuple[dict[str, Json], ...]
    card: str | None = None
    did: str | None = None

    def to_json(self) -> dict[str, Json]:
        """As RECORD.md, "As JSON", prints it, with `did` and `card` in addition."""
        return {
            "event": self.event,
            "seat": self.seat,
            "rule": self.rule,
            "legal": list(self.legal),
            "did": self.did,
            "card": self.card,
        }


@dataclass(frozen=True, slots=True)
class ReadingFault:
    """Why a record cannot be read: a JSON pointer, a code and an English sentence."""

    pointer: str
    code: str
    reason: str

    def to_json(self) -> dict[str, Json]:
        """As RECORD.md, "As JSON", prints it."""
        return {"pointer": self.pointer, "code": self.code, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Difference:
    """One leaf in which the claim is not what was computed; `field` is a JSON pointer into the claim."""

    field: str
    claimed: Json
    computed: Json

    def to_json(self) -> dict[str, Json]:
        """As RECORD.md, "As JSON", prints it."""
        return {"field": self.field, "claimed": self.claimed, "computed": self.computed}


@dataclass(frozen=True, slots=True)
class Remark:
    """Something notable that is no fault; `event` and `seat` are None if it is about no single one."""

    event: int | None
    remark: str
    seat: int | None = None

    def to_json(self) -> dict[str, Json]:
        """As RECORD.md, "As JSON", prints it."""
        seat: dict[str, Json] = {} if self.seat is None else {"seat": self.seat}
        return {"event": self.event, "remark": self.remark, **seat}


class Verdict(NamedTuple):
    """The verdict on one record.

    `checks` is empty and `grade` None where the record could not be read. `rulings` are the IDs of the
    rulings that took part in this hand. Where judging failed, `verdict` is `ERROR` and `error` a sentence that says
    how; everywhere else `error` is None.

    `publication` says why `published-before-play` is not passed (None where it is), and `published` what the receipt
    shows, or None. `decks` are the cards of a void hand by the label of their draw, or None.
    """

    source: str
    verdict: str
    all: tuple[str, ...]
    hand: str | None
    checks: Mapping[str, str]
    grade: str | None = None
    fault: Fault | None = None
    malformed: ReadingFault | None = None
    differences: tuple[Difference, ...] = ()
    result: dict[str, Json] | None = None
    remarks: tuple[Remark, ...] = ()
    rulings: tuple[str, ...] = ()
    publication: str | None = NO_RECEIPT
    published: dict[str, Json] | None = None
    decks: dict[str, list[str]] | None = None
    error: str | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong and nothing is missing: verified, or void with no illegal event."""
        return self.all in (("verified",), (VOID,))

    @property
    def imported(self) -> bool:
        """Whether the hand is imported: nothing is known of how its cards came about."""
        return any(each.remark == IMPORTED for each in self.remarks)

    def to_json(self) -> dict[str, Json]:
        """The verdict as RECORD.md, "As JSON", prints it; if judging failed, with the additional key `error`."""
        failure: dict[str, Json] = {} if self.error is None else {"error": self.error}
        return {
            "hand": self.hand,
            "source": self.source,
            "verdict": self.verdict,
            "all": list(self.all),
            "checks": dict(self.checks),
            "grade": self.grade,
            "fault": None if self.fault is None else self.fault.to_json(),
            "malformed": None if self.malformed is None else self.malformed.to_json(),
            "differences": [each.to_json() for each in self.differences],
            "result": self.result,
            "remarks": [each.to_json() for each in self.remarks],
            "rulings": list(self.rulings),
            "publication": self.publication,
            "published": self.published,
            "decks": self.decks,
            **failure,
        }
