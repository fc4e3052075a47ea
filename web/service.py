"""What can be done with stored hands: each use case opens its own transaction."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Engine
from sqlmodel import Session

from replay.record import Record, parse
from replay.verdict import Verdict
from verifier.errors import Malformed
from web import store
from web.public import HAND_ID, PublicHand, judged
from web.tables import StoredHand

LATEST: Final = 30
"""Hands on the front page."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record that was not stored, and the sentence why."""

    source: str
    reason: str


@dataclass(slots=True)
class Receipt:
    """What became of the records of one file: how many were stored, which hands were there already with the same
    bytes, and which records were refused.
    """

    stored: int = 0
    present: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Records met."""
        return self.stored + len(self.present) + len(self.refused)


@dataclass(frozen=True, slots=True)
class Hands:
    """The stored hands of one database."""

    database: Engine

    def take_in(self, records: Iterable[tuple[str, bytes]]) -> Receipt:
        """Stores records, each with the name of its source, in one transaction: if reading them fails half way,
        none is kept. A stored hand is never replaced.
        """
        receipt = Receipt()
        with Session(self.database) as session, session.begin():
            for source, data in records:
                take(session, source, data, receipt)
        return receipt

    def find(self, hand: str) -> tuple[PublicHand | None, Verdict] | None:
        """A hand and the verdict on it; None where no such hand is stored. The hand is None where its record
        can no longer be read.
        """
        data = self.bytes(hand)
        return None if data is None else judged(data, f"/hands/{hand}")

    def latest(self) -> list[tuple[PublicHand | None, Verdict]]:
        """The hands received last, judged."""
        with Session(self.database) as session:
            records = store.latest(session, LATEST)
        return [judged(data, "") for data in records]

    def record(self, hand: str) -> bytes | None:
        """The record of a hand, byte for byte as it was received; None where its server seed is not open."""
        data = self.bytes(hand)
        if data is None or parse(data).server_seed is None:
            return None
        return data

    def bytes(self, hand: str) -> bytes | None:
        """The stored bytes of a hand, which may be hidden: not for anybody outside."""
        if not HAND_ID.fullmatch(hand):
            return None
        with Session(self.database) as session:
            return store.record(session, hand)


def take(session: Session, source: str, data: bytes, receipt: Receipt) -> None:
    """Stores one record, or notes why not."""
    try:
        record = parse(data)
    except Malformed as fault:
        receipt.refused.append(Refusal(source, f"{fault.reason} ({fault.pointer or 'the whole text'})"))
        return
    row = stored(record, data)
    if store.add(session, row):
        receipt.stored += 1
    elif store.record(session, row.hand) == data:
        receipt.present.append(row.hand)
    else:
        receipt.refused.append(Refusal(source, f"Another record of hand {row.hand} is stored already; it was kept."))


def stored(record: Record, data: bytes) -> StoredHand:
    """The row of a record."""
    header = record.header
    now = time.time_ns() // 1_000_000
    return StoredHand(hand=header["hand"], table_id=header["table"], number=header["number"], record=data, received=now)
