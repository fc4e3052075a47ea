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
from web import box, lists, store
from web.box import Found, Judged, Unknown
from web.comparison import compare, object_of, same
from web.lists import PAGE, HandList
from web.public import HAND_ID, PublicHand, Retrial, judged, retried
from web.tables import StoredHand

LATEST: Final = 30
"""Hands on the front page."""

SHARERS: Final = 100
"""Hands named at most where several have one commitment."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record that was not stored, and the sentence why."""

    source: str
    reason: str


@dataclass(slots=True)
class Receipt:
    """What became of the records of one file: how many were stored, which hands were there already, the same
    record (`web.comparison.same`), and which records were refused.
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
        """Stores records, each with the name of its source, in one transaction: if reading them fails half way, or
        the program is killed, none is kept. A stored hand is never replaced.
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
        data = self.kept(hand)
        return None if data is None else judged(data, f"/hands/{hand}")

    def latest(self) -> list[tuple[PublicHand | None, Verdict]]:
        """The hands received last, judged."""
        with Session(self.database) as session:
            records = store.latest(session, LATEST)
        return [judged(data, "") for data in records]

    def record(self, hand: str) -> bytes | None:
        """The record of a hand, byte for byte as it was received; None where its server seed is not open."""
        data = self.kept(hand)
        if data is None or object_of(data).get("server_seed") is None:
            return None
        return data

    def kept(self, hand: str) -> bytes | None:
        """The stored bytes of a hand, which may be hidden: not for anybody outside."""
        if not HAND_ID.fullmatch(hand):
            return None
        with Session(self.database) as session:
            return store.record(session, hand)

    def under(self, hand: str, rules: str) -> Retrial | None:
        """A stored hand under other rules; None where there is no such hand, or these rules are not for its cards and
        seats, or its server seed is not open.
        """
        data = self.kept(hand)
        return None if data is None else retried(data, rules)

    def look_up(self, data: bytes) -> Found | Judged | Unknown:
        """What was put into the box (`web.box`), looked up or judged. Nothing of it is stored."""
        text = box.text_of(data)
        tried: list[str] = []
        if text and not box.may_be_record(data):
            if found := self.by_name(text, tried) or self.by_hash(text, tried):
                return found
        elif not data.strip():
            return Unknown(("nothing",))
        if box.may_be_record(data):
            return self.judge(data)
        return Unknown((*tried, "no-record" if text else "no-text"))

    def by_name(self, text: str, tried: list[str]) -> Found | None:
        """The stored hand that the text names or links to; else None, and what was tried is noted."""
        link = box.linked(text)
        hand = box.named(text if link is None else link)
        took = "hand-id" if link is None else "link"
        if hand and self.kept(hand) is not None:
            return Found(took, (hand,))
        tried.append(took if hand else f"no-{took}")
        return None

    def by_hash(self, text: str, tried: list[str]) -> Found | None:
        """The stored hands whose commitment the text is, or whose server seed; else None, and what was tried is
        noted.
        """
        digits = box.hashed(text)
        if digits is None:
            tried.append("no-hash")
            return None
        for took, commitment in (("commitment", digits), ("server-seed", box.commitment_of(digits))):
            with Session(self.database) as session:
                hands = store.committed(session, commitment, SHARERS)
            if hands:
                return Found(took, tuple(hands))
            tried.append(took)
        return None

    def judge(self, data: bytes) -> Judged:
        """The verdict on the first record of the bytes, and how it differs from the one on file."""
        first, among = box.first_record(data)
        hand, verdict = judged(first, "")
        stored = self.kept(verdict.hand) if verdict.hand else None
        on_file = compare(first, stored, verdict.hand) if verdict.hand and stored is not None else None
        return Judged(first, verdict, hand, on_file, among)

    def table(self, table: str, start: int) -> HandList | None:
        """The hands of a table from the number `start` on; None where no hand of it is stored."""
        return self.listed(table, store.of_table(table), start)

    def match(self, match: str, start: int) -> HandList | None:
        """The hands of a match from the number `start` on; None where no hand of it is stored."""
        return self.listed(match, store.of_match(match), start)

    def listed(self, name: str, listed: store.Numbered, start: int) -> HandList | None:
        """A page of a list of hands."""
        if not HAND_ID.fullmatch(name):
            return None
        with Session(self.database) as session:
            whole = store.extent(session, listed)
            rows = store.rows(session, listed, start, PAGE + 1)
            before = store.last_before(session, listed, start)
        if not whole.hands:
            return None
        shown, more = whole_numbers(rows)
        hands = [lists.Judged(row.number, *judged(row.record, "")) for row in shown]
        last = lists.Judged(before.number, *judged(before.record, "")) if before else None
        return HandList(name, tuple(lists.with_gaps(hands, last)), more, whole)

    def answers(self) -> bool:
        """Whether the database answers; raises what it raises where it does not."""
        with Session(self.database) as session:
            return store.answers(session)


def whole_numbers(rows: list[store.Row]) -> tuple[list[store.Row], int | None]:
    """The rows of one page and the number at which the next one starts. Hands that share a number stay together,
    unless they fill a page by themselves.
    """
    if len(rows) <= PAGE:
        return rows, None
    following = rows[PAGE].number
    shown = [row for row in rows if row.number < following]
    return (shown, following) if shown else (rows[:PAGE], following + 1)


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
    elif (there := store.record(session, row.hand)) is not None and same(data, there):
        receipt.present.append(row.hand)
    else:
        receipt.refused.append(Refusal(source, f"Another record of hand {row.hand} is stored already; it was kept."))


def stored(record: Record, data: bytes) -> StoredHand:
    """The row of a record."""
    header = record.header
    match = header["match"] or {"id": None, "number": None}
    return StoredHand(
        hand=header["hand"],
        table_id=header["table"],
        number=header["number"],
        commitment=header["server_commitment"],
        match_id=match["id"],
        match_number=match["number"],
        record=data,
        received=time.time_ns() // 1_000_000,
    )
