"""Tests of decks one after another: a deck beside the one before it at its table, and which card comes on top.

Hands come by table and in the order of play; only first deals are compared, as deals that are repeated depend on the
cards of the deal before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from dealproof.replay.archive import plan as plans
from dealproof.replay.archive.analysis.tested import Group, Tested, fixed
from dealproof.replay.archive.facts import Facts
from dealproof.replay.archive.plan import Plan
from dealproof.replay.archive.statistics import FEWEST, DeckStatistic
from dealproof.replay.archive.statistics.coupons import CouponCollector
from dealproof.replay.archive.statistics.fixed_points import FIXED_POINTS
from dealproof.replay.archive.statistics.serial import SerialCounts, relative
from dealproof.replay.archive.statistics.successors import SUCCESSORS

OF_CHANGES: Final[tuple[DeckStatistic, ...]] = (FIXED_POINTS, SUCCESSORS)
"""Statistics of the change from one deck to the next: cards that stay where they were, and pairs that stay together."""


@dataclass(slots=True)
class Changes:
    """The sums over pairs of consecutive decks of one size."""

    serial: SerialCounts
    tables: list[list[int]]

    def count(self, before: Sequence[int], order: Sequence[int]) -> None:
        """Adds two consecutive decks."""
        self.serial.count(before, order)
        change = relative(before, order)
        for statistic, table in zip(OF_CHANGES, self.tables, strict=True):
            statistic.count(change, table)


@dataclass(slots=True)
class Sequences:
    """What is counted of the hands of an archive one after another."""

    plan: Plan
    changes: dict[Group, Changes] = field(default_factory=dict)
    coupons: dict[Group, CouponCollector] = field(default_factory=dict)
    last: tuple[str, Group, Sequence[int]] | None = None

    def add(self, facts: Facts) -> None:
        """Adds the next hand."""
        if not facts.decks:
            self.last = None
            return
        label, order = facts.decks[0]
        group = Group(facts.rules, label, len(order))
        if plans.COUPONS in self.plan.statistics:
            if group not in self.coupons:
                self.coupons[group] = CouponCollector(len(order))
            self.coupons[group].count(order[0])
        if plans.SERIAL in self.plan.statistics:
            if self.last is not None and self.last[:2] == (facts.table, group):
                self.of(group, len(order)).count(self.last[2], order)
            self.last = (facts.table, group, order)

    def of(self, group: Group, n: int) -> Changes:
        """The sums of a group."""
        if group not in self.changes:
            self.changes[group] = Changes(SerialCounts(n), [[0] * each.size(n) for each in OF_CHANGES])
        return self.changes[group]

    def tests(self) -> Iterator[Tested]:
        """Every test, group by group."""
        for group in sorted(self.changes, key=str):
            changes = self.changes[group]
            pairs = changes.serial.pairs
            if pairs < FEWEST:
                continue
            yield from fixed(group, changes.serial.test())
            for statistic, table in zip(OF_CHANGES, changes.tables, strict=True):
                results = statistic.test(table, changes.serial.n, pairs)
                yield from (each._replace(statistic=f"serial-{each.statistic}") for each in fixed(group, results))
        for group in sorted(self.coupons, key=str):
            if sum(self.coupons[group].missing) >= FEWEST:
                yield from fixed(group, self.coupons[group].test())
