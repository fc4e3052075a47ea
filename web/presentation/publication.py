"""What a receipt shows, in words: who logged the hand, when, and who witnessed it; and the deck of a void hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.receipt import parse_receipt
from dealproof.web.presentation.names import player
from dealproof.web.presentation.translations import Sentences

ENTRIES: Final = ("commit", "deal", "close")
"""The entries of a hand in the log, in order."""
LAST_TIME: Final = 253_402_300_799
"""The last second that a date of four digits can name."""

Facts = Iterator[tuple[str, str]]
"""Headings, each with its value."""


def published_facts(published: Mapping[str, Any] | None, seats: Sequence[str], sentences: Sentences) -> Facts:
    """The key `published` of a verdict (LOG.md, "What is shown"), a heading and a value each; none where it is null."""
    if published is None:
        return
    say = sentences.say
    yield say("published", "log"), published["log"]
    for name in ENTRIES:
        if (entry := published[name]) is not None:
            code = "entry" if entry["witnessed_at"] is None else "entry-witnessed"
            values = {"index": entry["index"], "size": entry["size"], "time": moment(entry["witnessed_at"] or 0)}
            yield say("published", name), say("published", code, **values)
    yield say("published", "by"), say("published", f"by-{published['by'] or 'nobody'}")
    if published["witnesses"]:
        yield say("published", "witnesses"), ", ".join(published["witnesses"])
    if published["seats"]:
        yield say("published", "seats"), ", ".join(player(seats, seat, sentences) for seat in published["seats"])


def describe_receipt(data: bytes, sentences: Sentences) -> Facts:
    """What a receipt says of itself, without any of it being checked."""
    say = sentences.say
    try:
        receipt = parse_receipt(data)
    except MalformedLog as fault:
        yield say("receipts", "receipt"), say("receipts", "unread", reason=fault.reason)
        return
    yield say("published", "log"), receipt.commit.proof.checkpoint.origin
    for name, entry in zip(ENTRIES, (receipt.commit, receipt.deal, receipt.close), strict=True):
        if entry is not None:
            values = {"index": entry.proof.index, "size": entry.proof.checkpoint.size}
            yield say("published", name), say("published", "entry", **values)
    signers = sorted({line.name for line in receipt.commit.proof.note.signatures})
    yield say("published", "signers"), ", ".join(signers)


def moment(seconds: int) -> str:
    """A time in seconds since 1970, in words; one that no date can name stays a number.

    >>> moment(1790000000), moment(1 << 50)
    ('2026-09-21 14:13:20 UTC', '1125899906842624')
    """
    if not 0 <= seconds <= LAST_TIME:
        return str(seconds)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"
