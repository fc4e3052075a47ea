"""Tests of the tables of counts, each by the statistic that its name says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dealproof.replay.archive import plan as plans
from dealproof.replay.archive.analysis.tested import Group, Tested, fixed
from dealproof.replay.archive.chunk import DECKS, FIRST_SEAT
from dealproof.replay.archive.plan import Plan
from dealproof.replay.archive.seats import PURE_RUNS, Worths, exact, exact_runs, parse_name, worths_name
from dealproof.replay.archive.statistics import FEWEST, dealt, first_seat
from dealproof.replay.archive.statistics.dealt import Scores

VERDICTS: Final = "verdicts"


def table_tests(tables: Mapping[str, Sequence[int]], worths: Worths, plan: Plan) -> Iterator[Tested]:
    """Every test of the tables that the plan asks for, in the order of their names."""
    statistics = {each.name: each for each in plan.deck_statistics()}
    for name in sorted(tables):
        if name == VERDICTS:
            continue
        rules, label, cards, statistic = name.split(" ", 3)
        group, table = Group(rules, label, int(cards)), tables[name]
        if statistic in statistics:
            (decks,) = tables[f"{group} {DECKS}"]
            if decks >= FEWEST:
                yield from fixed(group, statistics[statistic].test(table, int(cards), decks))
        elif statistic == FIRST_SEAT:
            if plans.FIRST_SEATS in plan.statistics and sum(table) >= FEWEST and len(table) > 1:
                yield from fixed(Group(rules), first_seat.test(table), f"{cards} seats")
        elif statistic != DECKS and plans.DEALT in plan.statistics and sum(table) >= FEWEST:
            yield from seat_tests(group, statistic, table, worths)


def seat_tests(group: Group, statistic: str, table: Sequence[int], worths: Worths) -> list[Tested]:
    """The test of what one seat was dealt. Where every hand is worth the same there is none."""
    of = parse_name(statistic)
    assert group.cards is not None
    deck = tuple(worths[worths_name(group.rules, group.cards, of.measure)])
    scores: Scores = exact_runs(deck, of.size) if of.measure == PURE_RUNS else exact(deck, of.size)
    if len(scores.values) < 2:
        return []
    results = dealt.test(of.measure, table, scores, (of.seat,))
    return fixed(group, results, f"seat {of.seat} of {of.seats} with {of.size} cards")
