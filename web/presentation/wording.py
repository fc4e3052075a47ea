"""The words that a verdict has in English and the replayer does not know: who did what at the illegal event, and what
was brought in place of a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dealproof.replay.judge import AnyRecord
from dealproof.replay.verdict import Verdict
from dealproof.web.intake.lookalikes import kind
from dealproof.web.presentation.names import event_by_name
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.presentation.visible_text import distinct_names

MOST_NAMED: Final = 1
"""The depth of pointers at which a text may be something else than a record; further down it is one, with a fault."""


def with_wording(verdict: Verdict, record: AnyRecord | None, data: bytes) -> Verdict:
    """Returns the verdict with `fault.did` set, and with a `malformed.reason` that names what the bytes are where they
    are known to be something else than a record. `record` is None where there is none."""
    if record is not None and (fault := verdict.fault) is not None:
        did = event_by_name(record.json["events"][fault.event], distinct_names(record.seats), sentences(ENGLISH))
        return verdict._replace(fault=replace(fault, did=did))
    misreading = verdict.malformed
    if misreading is None or misreading.code == "too-large" or misreading.pointer.count("/") > MOST_NAMED:
        return verdict
    if (code := kind(data)) is None:
        return verdict
    return verdict._replace(malformed=replace(misreading, reason=sentences(ENGLISH).say("lookalikes", code)))
