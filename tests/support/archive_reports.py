"""Reports of archives as an audit gives them: an honest one, one with an alarm, a tiny one, and that of no hand."""

import json
import random
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

from dealproof.replay.archive.chunk import Failure, table_name
from dealproof.replay.archive.many_tests import many_tests
from dealproof.replay.archive.power import least_effect
from dealproof.replay.archive.statistics import DECK_STATISTICS, FEWEST, Result
from dealproof.replay.archive.statistics.duplicates import test as duplicates
from dealproof.replay.archive.statistics.serial import SerialCounts
from dealproof.verifier.encoding import canonical

RULES, LABEL, CARDS = "28-standard", "deal/0", 32
PLAN = {"format": "dealproof/archive-plan/1", "level": "0.01", "statistics": ["position-card", "voids"]}


class Sample(NamedTuple):
    """What `write_report` takes."""

    report: dict[str, Any]
    tables: dict[str, list[int]]
    failures: tuple[Failure, ...]


def shuffled(number: int, *, sticky: bool = False) -> list[list[int]]:
    """Decks by a seeded shuffle; a sticky one leaves the top card where it was in one of eight."""
    source = random.Random(15)
    decks = []
    for _ in range(number):
        order = [*range(CARDS)]
        source.shuffle(order)
        if sticky and source.random() < 0.125:
            place = order.index(0)
            order[0], order[place] = order[place], order[0]
        decks.append(order)
    return decks


def rounded(value: float) -> float:
    return float(f"{value:.6g}")


def test_json(result: Result, subject: str | None, tests: int) -> dict[str, Any]:
    return {
        "id": " ".join(filter(None, (RULES, LABEL, str(CARDS), result.name, subject))),
        "statistic": result.name,
        "rules": RULES,
        "label": LABEL,
        "cards": CARDS,
        "subject": subject,
        "null": result.null,
        "anytime": False,
        "size": result.size,
        "value": rounded(result.statistic),
        "p": rounded(result.p),
        "e": rounded(result.e),
        "expected": rounded(result.expected),
        "seen": rounded(result.seen),
        "effect": result.effect,
        "least_effect": rounded(least_effect(result, tests)),
        "at": [*result.at],
    }


def bet(statistic: str, subject: str, hands: int, e: float, rules: str = RULES) -> dict[str, Any]:
    return {
        "id": f"{rules} {statistic} {subject}",
        "statistic": statistic,
        "rules": rules,
        "label": None,
        "cards": None,
        "subject": subject,
        "null": "e-process",
        "anytime": True,
        "size": hands,
        "value": 0.0,
        "p": rounded(min(1.0, 1 / e)),
        "e": e,
        "expected": 1.0,
        "seen": e,
        "effect": "fortune",
        "least_effect": None,
        "at": [],
    }


def completeness(hands: int, **more: Any) -> dict[str, Any]:
    seats = [{"seat": seat, "hands": hands, "refused": 0} for seat in range(4 if hands else 0)]
    return {
        "hands": hands,
        "gaps": [],
        "missing_numbers": 0,
        "hidden": 0,
        "refused": 0,
        "voids": {"count": 0, "by_reason": {}, "by_table": {}},
        "refusals": {"seats": seats, "accounts": []},
        "repeated": {},
        "commit_to_deal": {"hands": hands, "median": 4, "p99": 9, "most": 9} if hands else None,
        **more,
    }


def made(decks: Sequence[Sequence[int]], bets: Sequence[dict[str, Any]], **more: Any) -> Sample:
    """The report of some decks, with tests of them and the given bets."""
    tables, results = dict[str, list[int]](), list[Result]()
    for statistic in DECK_STATISTICS:
        table = tables[table_name(RULES, LABEL, CARDS, statistic.name)] = [0] * statistic.size(CARDS)
        for order in decks:
            statistic.count(order, table)
        results += statistic.test(table, CARDS, len(decks)) if len(decks) >= FEWEST else ()
    if len(decks) > FEWEST:
        serial = SerialCounts(CARDS)
        for before, order in pairwise(decks):
            serial.count(before, order)
        results += [*serial.test(), duplicates(0, CARDS, len(decks))]
    tests = [test_json(each, None, len(results) + len(bets)) for each in results] + [{**each} for each in bets]
    read = many_tests([each["p"] for each in tests], [each["e"] for each in tests])
    for test, holm, e_bh in zip(tests, read.holm, read.e_bh, strict=True):
        test |= {"holm": holm, "e_bh": e_bh}
    findings = [{"code": "test", "test": each["id"]} for each in tests if each["holm"] or each["e_bh"]]
    findings += more.pop("findings", [])
    number = len(decks)
    report = {
        "format": "dealproof/archive-report/1",
        "alarm": bool(findings),
        "plan": {"sha256": sha256(canonical(PLAN)).hexdigest(), "plan": PLAN},
        "data": {"sha256": sha256(json.dumps(decks).encode()).hexdigest(), "records": number, "sources": 3},
        "versions": {"dealproof": "0.1.0", "python": "3.11", "scipy": "1.17.0", "statsmodels": "0.14.5"},
        "verdicts": {"verified": number} if number else {},
        "failures": {"count": 0, "by": {}},
        "groups": [{"rules": RULES, "label": LABEL, "cards": CARDS, "decks": number}] if number else [],
        "tests": tests,
        "many": {
            "level": read.level,
            "tests": read.tests,
            "expected": rounded(read.expected),
            "seen": read.seen,
            "holm": sum(read.holm),
            "e_bh": sum(read.e_bh),
        },
        "completeness": completeness(number),
        "repeats": [],
        "log": None,
        "findings": findings,
    }
    return Sample(report | more, tables, ())


@cache
def honest() -> Sample:
    """2,000 honest hands."""
    return made(shuffled(2000), [*(bet("kept", f"seat {seat}", 2000, 0.4 + seat / 5) for seat in range(4))])


@cache
def alarm() -> Sample:
    """2,000 hands with a sticky top card, voids that were chosen, gaps, repeats and failures."""
    bets = [
        bet("voids", "team 0", 6, 5.3e6),
        *(bet("kept", f"seat {seat}", 2000, 0.7 + seat) for seat in range(4)),
        *(bet("advantage", f"account {n:016x}", 50, 0.1 + n / 9, "all") for n in range(12)),
    ]
    failures = (
        Failure("hands/may/t1.jsonl:17", "t1.17", "illegal", "must-follow-suit at event 9"),
        Failure("hands/may/t2.jsonl:4", "t2.4", "tampered", "server-commitment, player-seeds"),
        Failure("hands/may/t3.jsonl:1", None, "malformed", "/header/seats"),
    )
    sample = made(
        shuffled(2000, sticky=True),
        bets,
        findings=[
            {"code": "repeat", "kind": "server-seed", "count": 1},
            {"code": "gap", "count": 4},
            {"code": "withheld", "count": 4},
            {"code": "unlogged", "count": 1},
            {"code": "overdue", "count": 2},
            {"code": "failures", "count": 3},
        ],
        verdicts={"verified": 1991, "void": 6, "illegal": 1, "tampered": 1, "malformed": 1},
        failures={"count": 3, "by": {"illegal": 1, "tampered": 1, "malformed": 1}},
        completeness=completeness(
            2000,
            gaps=[{"table": "t1", "first": 40, "last": 42}, {"table": "t7", "first": 9, "last": 9}],
            missing_numbers=4,
            refused=5,
            voids={"count": 6, "by_reason": {"seed-missing": 5, "server-fault": 1}, "by_table": {"t1": 4, "t7": 2}},
            refusals={
                "seats": [{"seat": seat, "hands": 2000, "refused": 5 * (seat == 2)} for seat in range(4)],
                "accounts": [{"account": "9f1d3f464d52cfbc", "hands": 90, "refused": 5}],
            },
            commit_to_deal={"hands": 1990, "median": 4, "p99": 21, "most": 64},
        ),
        log={"origin": "log", "size": 8100, "hands": 2004, "withheld": 4, "unlogged": 1, "overdue": 2, "root": "q83v"},
        repeats=[{"kind": "server-seed", "hands": ["t1.1", "t1.2"], "times": 2}],
    )
    return sample._replace(failures=failures)


@cache
def tiny() -> Sample:
    """Three hands, too few for a test."""
    return made(shuffled(3), [])


@cache
def empty() -> Sample:
    """No hand."""
    return made([], [])


SAMPLES = {"honest": honest, "alarm": alarm, "tiny": tiny, "empty": empty}
