"""The leaf that a request publishes: what its body says, and the time at which it came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from dealproof.replay.judge import judged
from dealproof.replay.publication import facts
from dealproof.replay.record.record import read_header
from dealproof.replay.record.void import VoidRecord
from dealproof.verifier.commitment import check_rules_digest
from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import Malformed, MalformedLog, Refuted
from dealproof.verifier.tlog.leaf import check_leaf, format_leaf, parse_leaf
from dealproof.web.intake.budget import REQUEST, check_weight
from dealproof.web.operators.bodies import TIME, malformed, read_body, read_time
from dealproof.web.operators.errors import CONFLICT, MALFORMED, Refusal


@dataclass(frozen=True, slots=True)
class Submission:
    """A leaf that is to be published: its `fields`, and whether their time is that of the request (`timed` is false) or
    the operator's. `header` is that of a commit, `record` that of a void leaf, both canonical JSON."""

    fields: Mapping[str, Any]
    timed: bool
    header: bytes | None = None
    record: bytes | None = None

    @property
    def leaf(self) -> bytes:
        """The leaf."""
        return format_leaf(self.fields)

    @property
    def hand(self) -> str:
        """The ID of its hand."""
        return str(self.fields["hand"])

    @property
    def place(self) -> str:
        """Its place among the leaves of a hand: `commit`, `deal` or `close`."""
        type = str(self.fields["type"])
        return type if type in {"commit", "deal"} else "close"

    def is_said_by(self, leaf: bytes) -> bool:
        """Whether a leaf says the same; at any time, if the operator named none."""
        other = dict(parse_leaf(leaf))
        return other == (dict(self.fields) if self.timed else {**self.fields, TIME: other[TIME]})


def commit(hand: str, body: bytes, now: int) -> Submission:
    """Reads a commit: a header, and its rules where they are not built in. Raises `Refusal`."""
    given = read_body(body, ("header",), ("rules", TIME))
    try:
        header, game, _ = read_header(given["header"], {"rules": given.get("rules")})
        if header["rules_digest"] is not None:
            check_rules_digest(game.digest, header["rules_digest"])
    except Malformed as fault:
        raise malformed(fault) from None
    except Refuted:
        raise Refusal(MALFORMED, "rules-digest", rules=header["rules"]) from None
    check_same_hand(hand, header)
    text = canonical(header)
    named = {key: header[key] for key in ("table", "number", "server_commitment")}
    return submission("commit", hand, given, now, {**named, "header": sha256(text).hexdigest()}, header=text)


def deal(hand: str, body: bytes, now: int) -> Submission:
    """Reads a deal. Raises `Refusal`."""
    given = read_body(body, ("salt",), (TIME,))
    return submission("deal", hand, given, now, {"salt": given["salt"]})


def result(hand: str, body: bytes, now: int) -> Submission:
    """Reads a result. Raises `Refusal`."""
    names = ("log_head", "server_seed", "result")
    given = read_body(body, names, (TIME,))
    return submission("result", hand, given, now, {name: given[name] for name in names})


def void(hand: str, body: bytes, now: int) -> Submission:
    """Reads a void record, from which the leaf follows. Raises `Refusal`, and `TooMuchWork` if judging it takes too
    much."""
    given = read_body(body, ("record",), (TIME,))
    if not isinstance(given["record"], dict):
        raise Refusal(MALFORMED, "not-void")
    text = canonical(given["record"])
    check_weight(text, REQUEST)
    record, verdict = judged(text)
    if verdict.malformed is not None:
        fault = verdict.malformed
        raise Refusal(MALFORMED, "malformed", reason=fault.reason, pointer=f"/record{fault.pointer}")
    if not isinstance(record, VoidRecord):
        raise Refusal(MALFORMED, "not-void")
    check_same_hand(hand, record.header)
    if "tampered" in verdict.all:
        # A leaf cannot be taken back, and this one would bind the hand to a record that contradicts it.
        raise Refusal(CONFLICT, "void-tampered", hand=hand)
    close = {key: value for key, value in facts(record, verdict).close.items() if key != "type"}
    return submission("void", hand, given, now, close, record=text)


def check_same_hand(hand: str, header: Mapping[str, Any]) -> None:
    """Raises `Refusal` unless a header is that of the hand in the address."""
    if header["hand"] != hand:
        raise Refusal(MALFORMED, "other-hand", hand=hand, other=header["hand"])


def submission(
    type: str,
    hand: str,
    given: Mapping[str, Any],
    now: int,
    fields: Mapping[str, Json],
    header: bytes | None = None,
    record: bytes | None = None,
) -> Submission:
    """Returns what is to be published. Raises `Refusal` if it is no leaf."""
    try:
        leaf = check_leaf({"type": type, "hand": hand, TIME: read_time(given, now), **fields})
    except MalformedLog as fault:
        raise Refusal(MALFORMED, fault.code, reason=fault.reason) from None
    return Submission(leaf, TIME in given, header, record)
