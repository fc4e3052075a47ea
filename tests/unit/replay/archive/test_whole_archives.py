"""Whole archives, from facts to the report: honest ones are quiet, and each fraud is found and named. Source: issue of
the audit of archives; `replay.archive.analysis`."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from dealproof.replay.archive.analysis.whole import report
from dealproof.replay.archive.facts import Facts
from dealproof.replay.archive.plan import ALL, Plan
from tests.support.facts import ACCOUNTS, SEATS, archive, hands

PLAN = Plan()


def audited(facts: Sequence[Facts], plan: Plan = PLAN) -> dict[str, Any]:
    return report(archive(facts, plan), plan, {"sha256": "", "records": len(facts), "sources": 1}, {})


def named(found: dict[str, Any]) -> set[str]:
    """The statistics of the tests that were rejected."""
    return {each["statistic"] for each in found["tests"] if each["holm"] or each["e_bh"]}


def renumbered(facts: Iterator[Facts]) -> Iterator[Facts]:
    """The hands with the numbers of their tables without gaps."""
    last: dict[str, int] = {}
    for each in facts:
        last[each.table] = last.get(each.table, 0) + 1
        yield each._replace(number=last[each.table])


@pytest.mark.slow
def test_of_200_honest_archives_no_more_have_an_alarm_than_the_level_allows() -> None:
    """At 1 %, Holm and e-BH each allow one false alarm in a hundred archives. Together at most four in 200 are
    expected; more than nine come with a chance below 1 %."""
    plan = Plan(statistics=tuple(name for name in ALL if name not in {"position-card", "neighbours"}))
    alarms = [seed for seed in range(200) if audited([*islice(hands(seed), 60)], plan)["alarm"]]
    assert len(alarms) <= 9


def test_an_honest_archive_of_all_statistics_is_quiet() -> None:
    found = audited([*islice(hands(1), 600)])
    assert found["findings"] == []
    assert {each["statistic"] for each in found["tests"]} >= {
        "position-card",
        "serial-cards",
        "points",
        "jacks",
        "kept",
    }


def test_three_voids_of_the_worst_hundredth_are_seen() -> None:
    """Issue: worst 1 % of hands thrown away as void must be seen after about three voids."""
    kept = [*islice(hands(2), 300)]
    worst = sorted(islice(hands(3), 400), key=lambda each: each.worth[0] + each.worth[2])[:3]
    voids = [
        each._replace(hand=f"void.{place}", table="t9", number=place, verdict="void", reason="server-fault")
        for place, each in enumerate(worst, start=1)
    ]
    plan = Plan(statistics=("voids", "kept"))
    found = audited([*kept, *voids], plan)
    assert named(found) == {"voids"}
    assert "team 0" in {each["subject"] for each in found["tests"] if each["holm"]}


def test_voids_that_do_not_depend_on_the_deck_are_quiet() -> None:
    source = random.Random(5)
    facts = [
        each._replace(verdict="void", reason="players-left") if source.random() < 0.1 else each
        for each in islice(hands(4), 500)
    ]
    assert audited(facts, Plan(statistics=("voids", "kept", "advantage")))["findings"] == []


@pytest.mark.slow
def test_the_worst_hundredth_dropped_unseen_is_seen_after_about_20000_hands() -> None:
    """Only `kept` can see it: the numbers have no gap."""
    limit = sorted(each.worth[0] + each.worth[2] for each in islice(hands(6), 2000))[20]
    facts = [*islice(renumbered(each for each in hands(7) if each.worth[0] + each.worth[2] > limit), 20_000)]
    found = audited(facts, Plan(statistics=("kept",)))
    assert named(found) == {"kept"}
    assert found["completeness"]["missing_numbers"] == 0


def test_a_hand_that_was_dropped_leaves_a_gap() -> None:
    facts = [each for place, each in enumerate(islice(hands(8), 60)) if place != 30]
    found = audited(facts, Plan(statistics=("cycles",)))
    assert [each["code"] for each in found["findings"]] == ["gap"]
    assert found["completeness"]["missing_numbers"] == 1


def test_a_marked_account_is_named() -> None:
    """The account has the better of two hands wherever it sits."""
    marked = ACCOUNTS[3]
    pairs = zip(hands(9), hands(10), strict=True)

    def better() -> Iterator[Facts]:
        for one, other in pairs:
            other = other._replace(hand=one.hand, table=one.table, number=one.number, accounts=one.accounts)
            if marked not in one.accounts:
                yield one
            else:
                seat = one.accounts.index(marked)
                yield max(one, other, key=lambda each: each.worth[seat])

    found = audited([*islice(better(), 1500)], Plan(statistics=("advantage",)))
    alarms = {each["subject"] for each in found["tests"] if each["holm"]}
    assert alarms == {f"account {marked}"}


def test_an_account_that_does_not_open_its_seed_is_named() -> None:
    bot = ACCOUNTS[5]

    def refusing() -> Iterator[Facts]:
        source = random.Random(1)
        for each in hands(11):
            if bot in each.accounts and source.random() < 0.3:
                missing = (each.accounts.index(bot),)
                each = each._replace(
                    verdict="void", reason="seed-missing", missing=missing, decks=(), sizes=(), worth=()
                )
            yield each

    found = audited([*islice(refusing(), 600)], Plan(statistics=("refusals",)))
    assert {each["subject"] for each in found["tests"] if each["holm"]} == {f"account {bot}"}


def test_a_seed_or_commitment_of_two_hands_is_found_and_a_players_seed_is_only_listed() -> None:
    facts = [*islice(hands(12), 40)]
    facts[7] = facts[7]._replace(commitment=facts[3].commitment)
    facts[8] = facts[8]._replace(number=facts[5].number)
    facts = [each._replace(seeds=(f"s{place % 30}", "lucky")) for place, each in enumerate(facts)]
    found = audited(facts, Plan(statistics=("cycles",)))
    kinds = {"commitment", "number", "server-seed"}
    assert {each["kind"] for each in found["findings"] if each["code"] == "repeat"} == kinds
    assert {each["kind"] for each in found["repeats"]} == {*kinds, "player-seed"}


def test_a_deck_that_is_dealt_again_is_seen_by_duplicates_and_by_serial_correlation() -> None:
    facts = [*islice(hands(13), 300)]
    again = [
        each if place % 2 else each._replace(decks=facts[(place // 6) * 6].decks) for place, each in enumerate(facts)
    ]
    assert "duplicates" in named(audited(again, Plan(statistics=("duplicates", "serial"))))


def test_a_plan_limits_the_tests_and_its_hash_is_in_the_report() -> None:
    plan = Plan(statistics=("cycles",))
    found = audited([*islice(hands(14), 40)], plan)
    assert {each["statistic"] for each in found["tests"]} == {"cycles"}
    assert found["plan"] == {"sha256": plan.digest(), "plan": plan.to_json()}
    assert len(ACCOUNTS) > SEATS
