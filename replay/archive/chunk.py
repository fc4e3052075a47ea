"""One chunk of an archive: records in, counts, rows and failures out. Pure, so that any engine may run it anywhere, in
any order, once or again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from dealproof.replay.archive.counts import Counts
from dealproof.replay.archive.decks import dealt
from dealproof.replay.archive.facts import Facts, facts_of
from dealproof.replay.archive.seats import Worths, count_seats
from dealproof.replay.archive.statistics.deck_statistic import DeckStatistic
from dealproof.replay.judge import AnyRecord, judged
from dealproof.replay.verdict import ERROR, VERDICTS, Verdict

OUTCOMES: Final = (*VERDICTS, ERROR)
"""The rows of the table `verdicts`."""

FINE: Final = frozenset({"verified", "void", "hidden", "incomplete"})
"""Verdicts that are no failures of a record."""


class Piece(NamedTuple):
    """The bytes of one record, and where they were found."""

    source: str
    data: bytes


class Failure(NamedTuple):
    """A record with something wrong: where it is, its hand ID or None, the verdict, and the rule, check, field or
    pointer that is wrong, without names and values of players."""

    source: str
    hand: str | None
    verdict: str
    what: str


class ChunkResult(NamedTuple):
    """What a chunk came to: tables of counts, a row of facts for each readable record, sorted, and failures in the
    order of the records. `keys` are the lines of what must not come twice (`Facts.keys`), sorted. `worths` is what the
    cards are worth that the tables of seats count."""

    counts: dict[str, list[int]]
    rows: tuple[bytes, ...]
    keys: tuple[bytes, ...]
    failures: tuple[Failure, ...]
    worths: Worths


DECKS: Final = "decks"
"""The statistic whose table has one cell, the number of decks."""

FIRST_SEAT: Final = "first-seat"
"""The statistic whose table counts first seats, one cell a seat; the number of cards in its name is that of seats."""


MOST_NAMES: Final = 4096
"""Names of tables that are remembered."""


@lru_cache(MOST_NAMES)
def table_name(rules: str, label: str, cards: int, statistic: str) -> str:
    """The name of a table of counts. The pack of some games depends on the number of players.

    >>> table_name("rummy-13", "deal/0", 106, "position-card")
    'rummy-13 deal/0 106 position-card'
    """
    return f"{rules} {label} {cards} {statistic}"


Publish = Callable[[AnyRecord, Verdict, str], Verdict]
"""Adds to the verdict on a record what its receipt shows; the text is the record's source."""


def alone(record: AnyRecord, verdict: Verdict, source: str) -> Verdict:
    """The verdict on a record without a receipt."""
    return verdict


def audit_chunk(pieces: Iterable[Piece], statistics: Sequence[DeckStatistic], publish: Publish = alone) -> ChunkResult:
    """Judges the records of a chunk and counts. Never raises for any bytes."""
    counts = Counts()
    rows: list[bytes] = []
    keys: list[bytes] = []
    failures: list[Failure] = []
    worths: Worths = {}
    outcomes = counts.table("verdicts", len(OUTCOMES))
    for piece in pieces:
        record, verdict = judged(piece.data, piece.source)
        if record is not None:
            verdict = publish(record, verdict, piece.source)
            facts = counted(record, facts_of(record, verdict), statistics, counts, worths)
            rows.append(facts.format())
            keys += facts.keys()
        outcomes[OUTCOMES.index(verdict.verdict)] += 1
        if verdict.verdict not in FINE:
            failures.append(Failure(piece.source, verdict.hand, verdict.verdict, what_is_wrong(verdict)))
    return ChunkResult(counts.to_json(), tuple(sorted(rows)), tuple(sorted(keys)), tuple(failures), worths)


def counted(
    record: AnyRecord, facts: Facts, statistics: Sequence[DeckStatistic], counts: Counts, worths: Worths
) -> Facts:
    """Counts a hand, and adds to its facts what its seats were dealt."""
    if facts.first_seat is not None:
        seats = len(record.seats)
        counts.table(table_name(facts.rules, FIRST_SEAT, seats, FIRST_SEAT), seats)[facts.first_seat] += 1
    if not facts.decks:
        return facts
    count_decks(facts, statistics, counts)
    hands = [dealt(record, order) for _, order in facts.decks]
    for (label, order), cards in zip(facts.decks, hands, strict=True):
        count_seats(record.game, cards, table_name(facts.rules, label, len(order), ""), counts, worths)
    return facts.with_cards(record.game, hands[0])


def count_decks(facts: Facts, statistics: Sequence[DeckStatistic], counts: Counts) -> None:
    """Adds the decks of a hand to the tables of its rule set."""
    for label, order in facts.decks:
        counts.table(table_name(facts.rules, label, len(order), DECKS), 1)[0] += 1
        for statistic in statistics:
            name = table_name(facts.rules, label, len(order), statistic.name)
            statistic.count(order, counts.table(name, statistic.size(len(order))))


def what_is_wrong(verdict: Verdict) -> str:
    """The rule, check, field or pointer behind a verdict."""
    if verdict.malformed is not None:
        return verdict.malformed.pointer
    if verdict.fault is not None and verdict.verdict == "illegal":
        return f"{verdict.fault.rule} at event {verdict.fault.event + 1}"
    if verdict.verdict == "tampered":
        return ", ".join(failed(verdict.checks))
    return ", ".join(each.field for each in verdict.differences)


def failed(checks: Mapping[str, Any]) -> list[str]:
    """The names of the checks that failed."""
    return [name for name, outcome in checks.items() if outcome == "failed"]
