"""An archive as a whole: one pass over its rows and keys, and the report on them (`report.schema.json`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, Final

from dealproof.replay.archive.analysis.bets import Bets
from dealproof.replay.archive.analysis.refusals import refusal_tests
from dealproof.replay.archive.analysis.sequences import Sequences
from dealproof.replay.archive.analysis.tables import VERDICTS, table_tests
from dealproof.replay.archive.analysis.tested import Group, Tested, rounded
from dealproof.replay.archive.chunk import DECKS, FINE, OUTCOMES
from dealproof.replay.archive.completeness import Completeness
from dealproof.replay.archive.facts import Facts
from dealproof.replay.archive.many_tests import many_tests
from dealproof.replay.archive.plan import DUPLICATES, REFUSALS, Plan
from dealproof.replay.archive.repeats import Repeat, repeats
from dealproof.replay.archive.seats import Worths
from dealproof.replay.archive.statistics import FEWEST, duplicates
from dealproof.verifier.encoding import Json

FORMAT: Final = "dealproof/archive-report/1"
MOST_REPEATS: Final = 1000
"""Repeats that are listed; all are counted."""
MOST_ACCOUNTS: Final = 100
"""Accounts with refusals that are listed, those with most first."""
INNOCENT: Final = frozenset({"player-seed"})
"""What may come twice without anybody's fault: a player may like a seed."""
DECK: Final = "deck"

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Archive:
    """What the first pass left: tables of counts, what cards are worth, the rows of all hands by table and in the order
    of play, and the keys, sorted."""

    tables: Mapping[str, Sequence[int]]
    worths: Worths
    rows: Iterable[Facts]
    keys: Iterable[bytes]


def report(
    archive: Archive, plan: Plan, data: Mapping[str, Json], versions: Mapping[str, str], log: Values | None = None
) -> Values:
    """The report on an archive, as JSON. `data` is what was read, `log` what a transparency log adds, or None."""
    found, sequences, bets = Completeness(), Sequences(plan), Bets(plan, archive.worths)
    for facts in archive.rows:
        found.add(facts)
        sequences.add(facts)
        bets.add(facts)
    twice = Twice()
    for repeat in repeats(archive.keys):
        twice.add(repeat)
    tests = [*table_tests(archive.tables, archive.worths, plan), *sequences.tests()]
    if DUPLICATES in plan.statistics:
        tests += duplicate_tests(archive.tables, twice)
    tests += bets.tests()
    if REFUSALS in plan.statistics:
        tests += refusal_tests(found)
    many = many_tests([each.result.p for each in tests], [each.e for each in tests], plan.level)
    verdicts = verdicts_of(archive.tables)
    rows = [
        {**each.to_json(len(tests), plan.level), "holm": holm, "e_bh": e_bh}
        for each, holm, e_bh in zip(tests, many.holm, many.e_bh, strict=True)
    ]
    failures = {name: count for name, count in verdicts.items() if name not in FINE}
    findings = [*findings_of(rows, found, twice, failures, log)]
    return {
        "format": FORMAT,
        "alarm": bool(findings),
        "plan": {"sha256": plan.digest(), "plan": plan.to_json()},
        "data": {**data},
        "versions": {**versions},
        "verdicts": verdicts,
        "failures": {"count": sum(failures.values()), "by": failures},
        "groups": groups_of(archive.tables),
        "tests": rows,
        "many": {
            "level": plan.level,
            "tests": many.tests,
            "expected": rounded(many.expected),
            "seen": many.seen,
            "holm": sum(many.holm),
            "e_bh": sum(many.e_bh),
        },
        "completeness": completeness_of(found, twice),
        "repeats": [{"kind": each.kind, "hands": [*each.hands], "times": each.times} for each in twice.listed],
        "log": log,
        "findings": findings,
    }


class Twice:
    """What came twice: how many values of each kind, the first of them, and pairs of equal decks by number of cards."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.listed: list[Repeat] = []
        self.pairs: Counter[int] = Counter()

    def add(self, repeat: Repeat) -> None:
        """Adds a value that came more than once."""
        self.kinds[repeat.kind] += 1
        if len(self.listed) < MOST_REPEATS:
            self.listed.append(repeat)
        if repeat.kind == DECK:
            self.pairs[int(repeat.value.partition(":")[0])] += comb(repeat.times, 2)


def duplicate_tests(tables: Mapping[str, Sequence[int]], twice: Twice) -> Iterable[Tested]:
    """The test of equal decks, for each number of cards."""
    decks: Counter[int] = Counter()
    for group in groups_of(tables):
        decks[group["cards"]] += group["decks"]
    for cards in sorted(decks):
        if decks[cards] >= FEWEST:
            result = duplicates.test(twice.pairs[cards], cards, decks[cards])
            yield Tested(Group("all", None, cards), None, DUPLICATES, result, result.e)


def verdicts_of(tables: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """How many records got each verdict, those that came at all."""
    counts = tables.get(VERDICTS, [0] * len(OUTCOMES))
    return {name: count for name, count in zip(OUTCOMES, counts, strict=True) if count}


def groups_of(tables: Mapping[str, Sequence[int]]) -> list[Values]:
    """The decks of each rule set and label."""
    found = []
    for name in sorted(tables):
        if name.endswith(f" {DECKS}"):
            rules, label, cards, _ = name.split(" ")
            found.append({"rules": rules, "label": label, "cards": int(cards), "decks": tables[name][0]})
    return found


def completeness_of(found: Completeness, twice: Twice) -> Values:
    """What the archive has and lacks, as JSON."""
    accounts = sorted(found.refusals.items(), key=lambda each: (-each[1].refused, each[0]))[:MOST_ACCOUNTS]
    seconds = found.delays.seconds
    delays = {
        "hands": seconds.total(),
        "median": found.delays.quantile(0.5),
        "p99": found.delays.quantile(0.99),
        "most": max(seconds, default=None),
    }
    return {
        "hands": found.hands,
        "gaps": [gap._asdict() for gap in found.gaps],
        "missing_numbers": found.missing_numbers,
        "hidden": found.hidden,
        "refused": sum(each.refused for each in found.seats.values()),
        "repeated": dict(sorted(twice.kinds.items())),
        "voids": {
            "count": found.voids.total(),
            "by_reason": dict(sorted(found.reasons.items())),
            "by_table": dict(sorted(found.voids.items())),
        },
        "refusals": {
            "seats": [
                {"seat": seat, "hands": each.hands, "refused": each.refused}
                for seat, each in sorted(found.seats.items())
            ],
            "accounts": [
                {"account": name, "hands": each.hands, "refused": each.refused}
                for name, each in accounts
                if each.refused
            ],
        },
        "commit_to_deal": delays if seconds else None,
    }


def findings_of(
    tests: Sequence[Values], found: Completeness, twice: Twice, failures: Mapping[str, int], log: Values | None
) -> Iterable[Values]:
    """Everything that makes a report an alarm, what is certain first."""
    if failures:
        yield {"code": "failures", "count": sum(failures.values())}
    for kind, count in sorted(twice.kinds.items()):
        if kind not in INNOCENT:
            yield {"code": "repeat", "kind": kind, "count": count}
    if found.missing_numbers:
        yield {"code": "gap", "count": found.missing_numbers}
    if found.hidden:
        yield {"code": "hidden", "count": found.hidden}
    for code in ("withheld", "unlogged", "overdue"):
        if log is not None and log[code]:
            yield {"code": code, "count": log[code]}
    yield from ({"code": "test", "test": each["id"]} for each in tests if each["holm"] or each["e_bh"])
