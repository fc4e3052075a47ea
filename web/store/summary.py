"""Summaries of hands for lists, judged once and stored beside the record (`web.store.models.Summary`).

A list reads summaries and judges nothing. Each has the version of the judge that made it; `web.store.rejudging` judges
hands again whose summary is missing or from an older version. Until then lists show such hands as not judged yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from dealproof.replay import rulesets
from dealproof.replay.core.rulings import provisional
from dealproof.replay.judge import AnyRecord
from dealproof.replay.judge import judged as judge
from dealproof.replay.record.identifiers import HEX_32, ID
from dealproof.replay.record.imported import is_imported
from dealproof.replay.verdict import JUDGE, Verdict
from dealproof.verifier.commitment import commit
from dealproof.verifier.encoding import canonical
from dealproof.web.intake.box import Reader
from dealproof.web.intake.comparison import object_of
from dealproof.web.store.receipts import applied

Values = dict[str, Any]


def summary(data: bytes, record: AnyRecord | None, verdict: Verdict) -> Values:
    """Returns the columns of the summary of a record, `hand_id` aside. `record` is None where the bytes are malformed
    or judging them failed; then the header is shown as far as it can be read."""
    root = object_of(data) if record is None else record.json
    header = mapping(root if is_imported(root) else root.get("header"))
    fault = verdict.fault
    match, result = mapping(header.get("match")), mapping(verdict.result)
    event: Mapping[str, Any] = {} if record is None or fault is None else record.json["events"][fault.event]
    return {
        "judge": JUDGE,
        "digest": sha256(data).hexdigest(),
        "opened": commitment(root.get("server_seed")),
        "rules": id_of(header.get("rules")),
        "provisional": is_provisional(record, id_of(header.get("rules"))),
        "seats": names(header.get("seats")),
        "dealer": header.get("dealer") if record else None,
        "verdict": verdict.verdict,
        "grade": verdict.grade,
        "result": "" if verdict.result is None else sha256(canonical(verdict.result)).hexdigest(),
        "fault_event": fault and fault.event,
        "fault_seat": fault and fault.seat,
        "fault_rule": fault and fault.rule,
        "fault_card": event.get("card"),
        # PostgreSQL holds no text with this character; a key may be written with it.
        "pointer": verdict.malformed and verdict.malformed.pointer.replace("\0", "\\u0000"),
        "before": match.get("before") if record else None,
        "after": result.get("match"),
        "opening": opens_match(record, match) if record and match else None,
    }


def mapping(value: object) -> Mapping[str, Any]:
    """Returns the value if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def id_of(value: object) -> str:
    """Returns the value if it is an ID, else ""."""
    return value if isinstance(value, str) and ID.fullmatch(value) else ""


def names(value: object) -> list[str]:
    """Returns the strings in a list; none if the value is no list."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def commitment(seed: object) -> str | None:
    """Returns the commitment to a server seed in hex; None if the seed is hidden or is no seed."""
    return commit(bytes.fromhex(seed)) if isinstance(seed, str) and HEX_32.fullmatch(seed) else None


def is_provisional(record: AnyRecord | None, rules: str) -> bool:
    """Whether a source calls a part of the rules of a hand unconfirmed."""
    game = rulesets.builtin(rules) if record is None else record.game
    return game is not None and provisional(game.rulings)


def opens_match(record: AnyRecord, match: Mapping[str, Any]) -> bool:
    """Whether the standing before a hand is the one at the start of a match."""
    return bool(match["before"] == record.game.first_standing(len(record.seats)))


def judged(data: bytes, receipt: bytes | None, reader: Reader) -> Values:
    """Returns the summary of a stored record together with its receipt."""
    record, verdict = judge(data)
    return summary(data, record, applied(record, verdict, receipt, reader))
