"""Whether an archive is whole: gaps in the numbers of a table, hands that were given up, seats that did not open their
seed, seeds that were never opened, and the time from commit to deal.

Rows come by table and in the order of numbers. A gap is a hand that was taken out or never published: a log gives
every hand of a table the next number (LOG.md, "Order of leaves"). Voids by reason, seat and account show who gives up
hands, and how often; whether the hands given up were bad ones is for `sequential`.

>>> one = Facts("t1.1", "t1", 1, "28-standard", "verified", accounts=("a", "b"))
>>> void = one._replace(hand="t1.4", number=4, verdict="void", reason="seed-missing", missing=(1,))
>>> found = completeness([one, void])
>>> found.gaps, found.missing_numbers, dict(found.reasons), found.refusals["b"]
([Gap(table='t1', first=2, last=3)], 2, {'seed-missing': 1}, Refusals(hands=2, refused=1))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dealproof.replay.archive.facts import Facts

MOST_GAPS: Final = 1000
"""Gaps that are listed; all are counted."""


class Gap(NamedTuple):
    """Numbers of a table that no hand has, from `first` to `last`."""

    table: str
    first: int
    last: int


@dataclass(slots=True)
class Refusals:
    """The hands of a seat or account, and in how many of them it did not open its seed."""

    hands: int = 0
    refused: int = 0


@dataclass(slots=True)
class Delays:
    """Seconds from commit to deal, both as witnessed: how often each number of whole seconds came."""

    seconds: Counter[int] = field(default_factory=Counter)

    def quantile(self, share: float) -> int | None:
        """The least number of seconds that this share of the hands did not exceed; None without any."""
        total, seen = self.seconds.total(), 0
        for seconds in sorted(self.seconds):
            seen += self.seconds[seconds]
            if seen >= share * total:
                return seconds
        return None


@dataclass(slots=True)
class Completeness:
    """What an archive has and lacks. `hidden` are hands whose server seed is not open; `tables` is how many hands each
    table has; `voids` how many of them were given up, by table."""

    hands: int = 0
    gaps: list[Gap] = field(default_factory=list)
    missing_numbers: int = 0
    hidden: int = 0
    tables: Counter[str] = field(default_factory=Counter)
    voids: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seats: dict[int, Refusals] = field(default_factory=dict)
    refusals: dict[str, Refusals] = field(default_factory=dict)
    delays: Delays = field(default_factory=Delays)
    last: tuple[str, int] | None = None

    def add(self, facts: Facts) -> None:
        """Adds a hand; hands come by table, in the order of their numbers."""
        self.hands += 1
        self.hidden += facts.verdict == "hidden"
        self.tables[facts.table] += 1
        self.add_number(facts.table, facts.number)
        self.add_refusals(facts)
        if facts.reason is not None:
            self.voids[facts.table] += 1
            self.reasons[facts.reason] += 1
        commit, deal = facts.times
        if commit is not None and deal is not None:
            self.delays.seconds[deal - commit] += 1

    def add_number(self, table: str, number: int) -> None:
        """Notes the gap between a hand and the one before it at its table."""
        if self.last is not None and self.last[0] == table and number > self.last[1] + 1:
            self.missing_numbers += number - self.last[1] - 1
            if len(self.gaps) < MOST_GAPS:
                self.gaps.append(Gap(table, self.last[1] + 1, number - 1))
        self.last = (table, number)

    def add_refusals(self, facts: Facts) -> None:
        """Counts the hand for each seat and account in it."""
        for seat, account in enumerate(facts.accounts):
            for refusals in (self.seats.setdefault(seat, Refusals()), self.refusals.setdefault(account, Refusals())):
                refusals.hands += 1
                refusals.refused += seat in facts.missing


def completeness(rows: Iterable[Facts]) -> Completeness:
    """What the hands of an archive have and lack."""
    found = Completeness()
    for facts in rows:
        found.add(facts)
    return found
