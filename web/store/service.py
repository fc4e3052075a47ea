"""Operations on stored hands, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine

from dealproof.replay.judge import AnyRecord, parse
from dealproof.replay.judge import judged as judge
from dealproof.replay.record.identifiers import ID
from dealproof.replay.verdict import ERROR, Verdict
from dealproof.web.intake.box import NOBODY, Reader
from dealproof.web.intake.budget import Budget
from dealproof.web.intake.comparison import differences, extends, is_hidden, known, object_of, opens, same
from dealproof.web.judging import judged, retried
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.wording import with_wording
from dealproof.web.published.hand import PublicHand, Retrial
from dealproof.web.published.lists import Entry, HandList, Latest
from dealproof.web.published.neighbours import Around, Match
from dealproof.web.store import lookup, pages, queries
from dealproof.web.store.clock import now
from dealproof.web.store.clues.rows import put as put_clues
from dealproof.web.store.engine import migrate, writing
from dealproof.web.store.errors import translated
from dealproof.web.store.glance import Glance, glance
from dealproof.web.store.lookup import Answer
from dealproof.web.store.match import MOST, matched
from dealproof.web.store.pages import PAGE
from dealproof.web.store.queries import Filters, Values
from dealproof.web.store.receipts import NO_RECEIPTS, Receipts, judged_under, put, stored, unfit
from dealproof.web.store.summary import judged as summarised
from dealproof.web.store.summary import summary

LATEST: Final = 30
"""Hands on the front page."""

EVERY: Final = 250
"""Hands of a page that nobody looks at."""
ANY: Final = Filters()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record that was not stored, and the reason as a sentence."""

    source: str
    reason: str


@dataclass(slots=True)
class ImportReport:
    """The outcome of storing one file: how many records were stored, which hidden hands were replaced by their revealed
    form (`opened`), which hands were stored already (`present`: the same record, see `web.intake.comparison.same`, or
    its revealed form), and which records were refused.
    """

    stored: int = 0
    opened: list[str] = field(default_factory=list)
    present: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

    @property
    def total(self) -> int:
        """The number of records in the file."""
        return self.stored + len(self.opened) + len(self.present) + len(self.refused)


@dataclass(slots=True)
class Ready:
    """Whether the tables have been migrated."""

    known: bool = False


@dataclass(frozen=True, slots=True)
class Hands:
    """The stored hands of one database. Its tables are migrated at first use, so that a site can start while the
    database is out of reach.
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
        """Migrates the tables, once. Raises `DatabaseUnusable`."""
        if not self.ready.known:
            migrate(self.database)
            self.ready.known = True

    def take_in(self, records: Iterable[tuple[str, bytes]], receipts: Receipts = NO_RECEIPTS) -> ImportReport:
        """Judges and stores records, each with the name of its source, and their `receipts`, in one transaction: if
        reading them fails or the program is killed, none is stored. A stored hand is only replaced if it is hidden and
        the record is its revealed form (`web.intake.comparison.opens`). Raises `web.store.errors.StoreError`.
        """
        self.prepare()
        report = ImportReport()
        with translated(self.database), writing(self.database) as connection:
            for source, data in records:
                hand = store_record(connection, source, data, report)
                if hand is not None:
                    store_receipt(connection, source, hand, receipts, report)
        return report

    def find(self, hand: str) -> tuple[PublicHand | None, Verdict] | None:
        """Returns a hand and the verdict on it; None if it is not stored. The hand is None if its record cannot be
        read.
        """
        data = self.raw_record(hand)
        return None if data is None else judged(data, f"/hands/{hand}")

    def latest(self, filters: Filters = ANY, before: int | None = None, most: int = PAGE) -> Latest:
        """Returns a page of the hands that match the filters, the last received first, below the database ID
        `before`."""
        with self.reading() as connection:
            rows = queries.listing(connection, filters, before, most + 1)
        shown = tuple(map(pages.entry, rows[:most]))
        return Latest(shown, shown[-1].id if len(rows) > most else None)

    def record(self, hand: str) -> bytes | None:
        """Returns the record of a hand, byte for byte as received; None if it is hidden or not stored."""
        data = self.raw_record(hand)
        if data is None or is_hidden(object_of(data)):
            return None
        return data

    def raw_record(self, hand: str) -> bytes | None:
        """Returns the stored bytes of a hand, None if there is none. It may be hidden, so the bytes must not be
        published."""
        if not ID.fullmatch(hand):
            return None
        with self.reading() as connection:
            found = queries.record(connection, hand)
        return None if found is None else found[1]

    def every(self) -> Iterator[tuple[str, bytes]]:
        """Yields the ID and the stored bytes of every hand, in the order of arrival, a page at a time. They may be
        hidden, so the bytes must not be published. Raises `web.store.errors.StoreError`."""
        after = 0
        while True:
            with self.reading() as connection:
                rows = queries.following(connection, after, EVERY)
            yield from ((row.hand, row.record) for row in rows)
            if len(rows) < EVERY:
                return
            after = rows[-1].id

    def receipt(self, hand: str) -> bytes | None:
        """Returns the receipt of a hand, byte for byte as received; None if none is stored or the hand is hidden."""
        if self.record(hand) is None:
            return None
        with self.reading() as connection:
            return stored(connection, hand)

    def glance(self, hand: str) -> Glance | None:
        """Returns a stored hand at a glance, None if there is none."""
        self.prepare()
        with translated(self.database):
            return glance(self.database, hand) if ID.fullmatch(hand) else None

    def under(self, hand: str, rules: str) -> Retrial | None:
        """Returns a stored hand judged under other rules; None if it is not stored or hidden, or if the rules are not
        for its cards and seats.
        """
        data = self.raw_record(hand)
        return None if data is None else retried(data, rules)

    def look_up(self, data: bytes, budget: Budget | None = None, reader: Reader = NOBODY) -> Answer:
        """Looks up or judges the input of the search box (`web.intake.box`) within the budget; what a receipt shows
        depends on the `reader`. Stores nothing. Raises `web.intake.budget.TooMuchWork` and what `web.store.lookup`
        raises.
        """
        return lookup.look_up(self, data, budget or Budget(), reader)

    def table(self, table: str, start: int) -> HandList | None:
        """Returns a page of the hands of a table from the number `start` on; None if no hand of it is stored."""
        return self.listed(table, queries.of_table(table), start)

    def match(self, match: str, start: int) -> HandList | None:
        """Returns a page of the hands of a match from the number `start` on; None if no hand of it is stored."""
        return self.listed(match, queries.of_match(match), start)

    def chain(self, match: str) -> Match:
        """Returns the hands of a match, each compared with the one before."""
        with self.reading() as connection:
            return self.matched(connection, match)

    def matched(self, connection: Connection, match: str) -> Match:
        """Does what `chain` does, with an open connection."""
        rows = queries.numbered(connection, queries.of_match(match), 1, MOST + 1)
        return matched(match, map(pages.entry, rows))

    def around(self, seen: Glance) -> Around:
        """Returns the neighbours of a stored hand."""
        with self.reading() as connection:
            id = queries.match_of(connection, seen.hand) if seen.match else None
            match = None if id is None else self.matched(connection, id)
        hands = [link.hand for link in match.chain.links] if match else []
        return Around(seen.previous, seen.next, match, hands.index(seen.hand) if seen.hand in hands else None)

    def listed(self, name: str, listed: queries.Numbered, start: int) -> HandList | None:
        """Returns a page of a list of hands, None if it has none."""
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
    """Returns the number of a row in a list."""
    number: int = getattr(row, listed.number.key)
    return number


def whole_numbers(hands: list[tuple[int, Entry]]) -> tuple[list[tuple[int, Entry]], int | None]:
    """Returns the hands of one page, each with its number, and the number at which the next page starts, None for the
    last. Hands with the same number stay on one page, unless they fill a page alone.
    """
    if len(hands) <= PAGE:
        return hands, None
    following = hands[PAGE][0]
    shown = [hand for hand in hands if hand[0] < following]
    return (shown, following) if shown else (hands[:PAGE], following + 1)


def store_record(connection: Connection, source: str, data: bytes, report: ImportReport) -> str | None:
    """Stores one record and returns its hand ID, or adds the reason for a refusal to the report and returns None."""
    record, verdict = judge(data, source)
    if fault := with_wording(verdict, record, data).malformed:
        report.refused.append(Refusal(source, f"{fault.reason} ({fault.pointer or spoken().say('on-file', 'whole')})"))
        return None
    read = record or reread(data)
    if read is None:
        report.refused.append(Refusal(source, verdict.error or ""))
        return None
    hand = columns(data, read)
    if (id := queries.add(connection, hand)) is not None:
        queries.summarise(connection, id, summary(data, record, verdict))
        put_clues(connection, id, data)
        report.stored += 1
    elif (there := queries.record(connection, hand["hand"])) is not None:
        refused = len(report.refused)
        merge(connection, source, Version(data, record, verdict), there, report)
        return None if len(report.refused) > refused else read.hand
    return read.hand


def store_receipt(connection: Connection, source: str, hand: str, receipts: Receipts, report: ImportReport) -> None:
    """Stores the receipt of a stored hand, if there is one, and judges the hand together with it."""
    found = receipts.of(hand)
    if found is None and stored(connection, hand) is None:
        return
    if (there := queries.record(connection, hand)) is None:
        return
    id, record = there
    if found is not None and (reason := unfit(found, record)):
        report.refused.append(Refusal(source, spoken().say("import", "receipt", hand=hand, reason=reason)))
        return
    if found is not None:
        put(connection, id, found)
    queries.summarise(connection, id, summarised(record, stored(connection, hand), receipts.reader))
    judged_under(connection, [id], receipts.reader.policy)


class Version(NamedTuple):
    """One record of a hand: its bytes, the record (None if reading failed), and the verdict."""

    data: bytes
    record: AnyRecord | None
    verdict: Verdict


def merge(connection: Connection, source: str, new: Version, there: tuple[int, bytes], report: ImportReport) -> None:
    """Compares a record with the stored one of its hand: skips the same record, stores the revealed form, and refuses
    any other."""
    id, old = there
    hand = str(new.verdict.hand)
    if same(new.data, old) or opens(new.data, old):
        report.present.append(hand)
    elif not opens(old, new.data) or new.verdict.verdict in {ERROR, "tampered"}:
        code = differing(old, new.data) if not opens(old, new.data) else "opened-tampered"
        report.refused.append(Refusal(source, spoken().say("import", code, hand=hand)))
    else:
        queries.replace(connection, id, new.data, now())
        queries.summarise(connection, id, summary(*new))
        put_clues(connection, id, new.data)
        report.opened.append(hand)


def differing(old: bytes, new: bytes) -> str:
    """Returns why a record does not replace another of the same hand: the code of a sentence (section `import`)."""
    stored, given = object_of(old), object_of(new)
    if not is_hidden(stored):
        return "same-values" if not any(differences(given, stored)) else "equivocation"
    if any(differences(known(given), known(stored))):
        return "hidden-other-header"
    if is_hidden(given):
        return "hidden-still"
    return "hidden-other-log" if not extends(stored, given) else "hidden-other-seed"


def columns(data: bytes, record: AnyRecord) -> Values:
    """Returns the columns of a record (`web.store.models.StoredHand`). An imported hand has no commitment."""
    header = record.header
    match = header["match"] or {"id": None, "number": None}
    return {
        "hand": header["hand"],
        "table_id": header["table"],
        "number": header["number"],
        "commitment": header.get("server_commitment", ""),
        "match_id": match["id"],
        "match_number": match["number"],
        "record": data,
        "received": now(),
    }


def reread(data: bytes) -> AnyRecord | None:
    """Reads a record whose judging failed; None if reading it fails too."""
    try:
        return parse(data)
    except Exception:  # noqa: BLE001  # the verdict names what failed
        return None
