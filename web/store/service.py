"""What can be done with stored hands: each use case opens its own transaction."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine

from dealproof.replay.audit import audited
from dealproof.replay.record.identifiers import ID
from dealproof.replay.record.record import Record, parse
from dealproof.replay.verdict import ERROR, Verdict
from dealproof.web.intake.budget import Budget
from dealproof.web.intake.comparison import differences, extends, known, object_of, opens, same
from dealproof.web.judging import judged, retried
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.presentation.wording import worded
from dealproof.web.published.hand import PublicHand, Retrial
from dealproof.web.published.lists import Entry, HandList, Latest
from dealproof.web.published.neighbours import Around, Match
from dealproof.web.store import lookup, pages, queries
from dealproof.web.store.engine import migrate, writing
from dealproof.web.store.errors import translated
from dealproof.web.store.glance import Glance, glance
from dealproof.web.store.lookup import Answer
from dealproof.web.store.match import MOST, matched
from dealproof.web.store.pages import PAGE
from dealproof.web.store.queries import Filters, Values
from dealproof.web.store.summary import summary

LATEST: Final = 30
"""Hands on the front page."""

ANY: Final = Filters()

SHARERS: Final = 100
"""Hands named at most where several have one commitment."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record that was not stored, and the sentence why."""

    source: str
    reason: str


@dataclass(slots=True)
class Receipt:
    """What became of the records of one file: how many were stored, which hidden hands were replaced by their opened
    form, which hands were there already (the same record, see `web.intake.comparison.same`, or a later one of the same
    hand), and which records were refused.
    """

    stored: int = 0
    opened: list[str] = field(default_factory=list)
    present: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Records met."""
        return self.stored + len(self.opened) + len(self.present) + len(self.refused)


@dataclass(slots=True)
class Ready:
    """Whether the tables are known to be in their newest form."""

    known: bool = False


@dataclass(frozen=True, slots=True)
class Hands:
    """The stored hands of one database. Its tables are looked at when it is first used, so that a site can start, and
    answer that it has no database yet, before there is one.
    """

    database: Engine
    ready: Ready = field(default_factory=Ready)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from. Raises `web.store.errors.StoreError`, also for what fails over it."""
        self.prepare()
        with translated(self.database), self.database.connect() as connection:
            yield connection

    def prepare(self) -> None:
        """Brings the tables to their newest form, once. Raises `DatabaseUnusable`."""
        if not self.ready.known:
            migrate(self.database)
            self.ready.known = True

    def take_in(self, records: Iterable[tuple[str, bytes]]) -> Receipt:
        """Judges and stores records, each with the name of its source, in one transaction: if reading them fails half
        way, or the program is killed, none is kept. A stored hand is never replaced, unless it is hidden and the record
        is its opened form (`web.intake.comparison.opens`). Raises `web.store.errors.StoreError`.
        """
        self.prepare()
        receipt = Receipt()
        with translated(self.database), writing(self.database) as connection:
            for source, data in records:
                store_record(connection, source, data, receipt)
        return receipt

    def find(self, hand: str) -> tuple[PublicHand | None, Verdict] | None:
        """A hand and the verdict on it; None where no such hand is stored. The hand is None where its record
        can no longer be read.
        """
        data = self.raw_record(hand)
        return None if data is None else judged(data, f"/hands/{hand}")

    def latest(self, filters: Filters = ANY, before: int | None = None, most: int = PAGE) -> Latest:
        """A page of the hands that pass the filters, the last received first: those below the ID `before`."""
        with self.reading() as connection:
            rows = queries.listing(connection, filters, before, most + 1)
        shown = tuple(map(pages.entry, rows[:most]))
        return Latest(shown, shown[-1].id if len(rows) > most else None)

    def record(self, hand: str) -> bytes | None:
        """The record of a hand, byte for byte as it was received; None where its server seed is not open."""
        data = self.raw_record(hand)
        if data is None or object_of(data).get("server_seed") is None:
            return None
        return data

    def raw_record(self, hand: str) -> bytes | None:
        """The stored bytes of a hand, which may be hidden: not for anybody outside."""
        if not ID.fullmatch(hand):
            return None
        with self.reading() as connection:
            found = queries.record(connection, hand)
        return None if found is None else found[1]

    def glance(self, hand: str) -> Glance | None:
        """A stored hand at a glance, None where there is none."""
        self.prepare()
        with translated(self.database):
            return glance(self.database, hand) if ID.fullmatch(hand) else None

    def under(self, hand: str, rules: str) -> Retrial | None:
        """A stored hand under other rules; None where there is no such hand, or these rules are not for its cards and
        seats, or its server seed is not open.
        """
        data = self.raw_record(hand)
        return None if data is None else retried(data, rules)

    def look_up(self, data: bytes, budget: Budget | None = None) -> Answer:
        """What was put into the box (`web.intake.box`), looked up or judged within the budget of work. Nothing of it is
        stored. Raises `web.intake.budget.TooMuchWork` and what `web.store.lookup` raises.
        """
        return lookup.look_up(self, data, budget or Budget())

    def committed(self, commitment: str) -> tuple[str, ...]:
        """The IDs of hands with this server commitment, in hex, in the order of their arrival."""
        with self.reading() as connection:
            return tuple(queries.committed(connection, commitment, SHARERS))

    def table(self, table: str, start: int) -> HandList | None:
        """The hands of a table from the number `start` on; None where no hand of it is stored."""
        return self.listed(table, queries.of_table(table), start)

    def match(self, match: str, start: int) -> HandList | None:
        """The hands of a match from the number `start` on; None where no hand of it is stored."""
        return self.listed(match, queries.of_match(match), start)

    def chain(self, match: str) -> Match:
        """The hands of a match, each compared with the one before."""
        with self.reading() as connection:
            return self.matched(connection, match)

    def matched(self, connection: Connection, match: str) -> Match:
        """The same, over an open connection."""
        rows = queries.numbered(connection, queries.of_match(match), 1, MOST + 1)
        return matched(match, map(pages.entry, rows))

    def around(self, seen: Glance) -> Around:
        """The neighbours of a stored hand."""
        with self.reading() as connection:
            id = queries.match_of(connection, seen.hand) if seen.match else None
            match = None if id is None else self.matched(connection, id)
        hands = [link.hand for link in match.chain.links] if match else []
        return Around(seen.previous, seen.next, match, hands.index(seen.hand) if seen.hand in hands else None)

    def listed(self, name: str, listed: queries.Numbered, start: int) -> HandList | None:
        """A page of a list of hands."""
        if not ID.fullmatch(name):
            return None
        with self.reading() as connection:
            whole = queries.extent(connection, listed)
            rows = queries.numbered(connection, listed, start, PAGE + 1)
            before = queries.last_before(connection, listed, start)
        if not whole.hands:
            return None
        shown, more = whole_numbers([(numbered(listed, row), pages.entry(row)) for row in rows])
        last = None if before is None else (numbered(listed, before), pages.entry(before))
        return HandList(name, tuple(pages.with_gaps(shown, last)), more, whole)

    def answers(self) -> bool:
        """Returns True where the database answers; raises `web.store.errors.StoreError` where it does not."""
        with self.reading() as connection:
            return queries.answers(connection)


def numbered(listed: queries.Numbered, row: Any) -> int:
    """The number of a row in a list."""
    number: int = getattr(row, listed.number.key)
    return number


def whole_numbers(hands: list[tuple[int, Entry]]) -> tuple[list[tuple[int, Entry]], int | None]:
    """The hands of one page, each with its number, and the number at which the next one starts. Hands that share a
    number stay together, unless they fill a page by themselves.
    """
    if len(hands) <= PAGE:
        return hands, None
    following = hands[PAGE][0]
    shown = [hand for hand in hands if hand[0] < following]
    return (shown, following) if shown else (hands[:PAGE], following + 1)


def store_record(connection: Connection, source: str, data: bytes, receipt: Receipt) -> None:
    """Stores one record, or notes why not."""
    record, verdict = audited(data, source)
    if fault := worded(verdict, record, data).malformed:
        receipt.refused.append(Refusal(source, f"{fault.reason} ({fault.pointer or 'the whole text'})"))
        return
    read = record or reread(data)
    if read is None:
        receipt.refused.append(Refusal(source, verdict.error or ""))
        return
    hand = columns(data, read)
    if (id := queries.add(connection, hand)) is not None:
        queries.summarise(connection, id, summary(data, record, verdict))
        receipt.stored += 1
    elif (there := queries.record(connection, hand["hand"])) is not None:
        merge(connection, source, Version(data, record, verdict), there, receipt)


class Version(NamedTuple):
    """One record of a hand: its bytes, what was read from them, None where that failed, and the verdict."""

    data: bytes
    record: Record | None
    verdict: Verdict


def merge(connection: Connection, source: str, new: Version, there: tuple[int, bytes], receipt: Receipt) -> None:
    """Holds a record against the one that is stored for its hand: it may be the same, its opened form, or refused."""
    id, old = there
    hand = str(new.verdict.hand)
    if same(new.data, old) or opens(new.data, old):
        receipt.present.append(hand)
    elif not opens(old, new.data) or new.verdict.verdict in {ERROR, "tampered"}:
        code = differing(old, new.data) if not opens(old, new.data) else "opened-tampered"
        receipt.refused.append(Refusal(source, sentences(ENGLISH).say("import", code, hand=hand)))
    else:
        queries.replace(connection, id, new.data, now())
        queries.summarise(connection, id, summary(*new))
        receipt.opened.append(hand)


def differing(old: bytes, new: bytes) -> str:
    """Why a record is not taken in place of another of the same hand: the code of a sentence (section `import`)."""
    stored, given = object_of(old), object_of(new)
    if stored.get("server_seed") is not None:
        return "same-values" if not any(differences(given, stored)) else "equivocation"
    if any(differences(known(given), known(stored))):
        return "hidden-other-header"
    if given.get("server_seed") is None:
        return "hidden-still"
    return "hidden-other-log" if not extends(stored, given) else "hidden-other-seed"


def columns(data: bytes, record: Record) -> Values:
    """The columns of a record (`web.store.models.StoredHand`)."""
    header = record.header
    match = header["match"] or {"id": None, "number": None}
    return {
        "hand": header["hand"],
        "table_id": header["table"],
        "number": header["number"],
        "commitment": header["server_commitment"],
        "match_id": match["id"],
        "match_number": match["number"],
        "record": data,
        "received": now(),
    }


def reread(data: bytes) -> Record | None:
    """The record whose judging failed, None if reading it also fails."""
    try:
        return parse(data)
    except Exception:  # noqa: BLE001  # the verdict names what failed
        return None


def now() -> int:
    """Whole milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
