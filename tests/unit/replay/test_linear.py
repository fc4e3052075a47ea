"""Judging a hand and describing it take work in proportion to its record (S2, S4): calls are counted."""

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from dealproof.replay.audit import audit, audit_record, choices, deal, followed, narrate
from dealproof.replay.core import engine
from dealproof.replay.record.events import read_events
from dealproof.replay.record.record import Record, parse
from dealproof.verifier.errors import Malformed
from dealproof.web.judging import judged
from tests.support import heavy
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

RULES = ROOT / "fixtures" / "rules"
HEAVY = {"endless": heavy.endless, "rummy": heavy.rummy, "kazhutha": heavy.kazhutha}
SHORT, LONG = 100, 400


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, those written in C among them."""
    count = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


WORK: dict[str, Callable[[bytes, Record], object]] = {
    "parse": lambda data, record: parse(data),
    "audit": lambda data, record: audit_record(record),
    "narrative": lambda data, record: narrate(record),
    "public": lambda data, record: judged(data, ""),
}


@pytest.mark.parametrize("illegal", [False, True], ids=["legal", "illegal"])
@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("kind", HEAVY)
def test_four_times_the_events_are_four_times_the_work(kind: str, work: str, *, illegal: bool) -> None:
    """S2: heavy-endless; S4: heavy-rummy-9998-illegal. What is done once for a record may only make it less."""
    counts = []
    for events in (SHORT, LONG):
        data = HEAVY[kind](events, illegal=illegal)
        record = parse(data)
        assert audit(data).verdict == ("illegal" if illegal else "incomplete")
        WORK[work](data, record)  # what is kept from one record to the next is made here
        counts.append(calls(lambda data=data, record=record: WORK[work](data, record)))
    assert counts[1] <= counts[0] * LONG / SHORT * 1.05, counts


@pytest.mark.parametrize("kind", HEAVY)
def test_a_hand_is_replayed_three_times_to_be_judged_narrated_and_seen_however_many_choices_there_were(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S4: each legal choice at the fault replayed the whole log: 36 replays of 9,998 events."""
    data = HEAVY[kind](LONG, illegal=True)
    hand = deal(parse(data))
    applied = 0
    apply = type(hand).apply

    def counted(hand: Any, event: Any) -> None:
        nonlocal applied
        applied += 1
        apply(hand, event)

    monkeypatch.setattr(type(hand), "apply", counted)
    _, verdict = judged(data, "")
    assert verdict.fault is not None
    assert verdict.fault.event == LONG - 1
    assert 0 <= applied - 3 * (LONG - 1) <= len(verdict.fault.legal)


def broken() -> list[tuple[str, bytes]]:
    """A hand for each rule of each rule set, which breaks just that rule."""
    return [(str(path.parent.relative_to(RULES)), path.read_bytes()) for path in sorted(RULES.glob("*/*/breaks*.json"))]


def test_the_trick_of_each_choice_is_the_one_that_the_whole_hand_told_again_has() -> None:
    """One replay and a copy of the hand for each choice say what a replay for each choice does, and change nothing."""
    looked_at = 0
    for name, data in broken():
        record = parse(data)
        fault = audit_record(record).fault
        assert fault is not None
        narrator = followed(record)
        found = [(event, trick) for event, trick in choices(record, fault, narrator)]
        told_again = []
        for choice in fault.legal:
            try:
                events = read_events([choice], record.game.actions, len(record.seats))
            except Malformed:
                continue
            narrative = engine.followed(record.game, deal(record), [*record.events[: fault.event], *events]).narrative(
                None
            )
            told_again += [(choice, narrative.tricks[-1])] if narrative.tricks else []
        assert json.dumps(found, default=repr) == json.dumps(told_again, default=repr), name
        assert narrator.narrative(record.standing) == narrate(record), name
        looked_at += len(found)
    assert looked_at > 500
