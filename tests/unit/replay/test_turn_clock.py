"""Clocks of a house: the product judges them as the slow references do, and simulated hands keep them (K, S)."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from dealproof.replay.audit import audit
from dealproof.replay.games import kazhutha, rummy
from dealproof.replay.games.kazhutha.variants import VARIANTS as KAZHUTHA
from dealproof.replay.games.rummy.variants import VARIANTS as RUMMY
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import MAX_INTEGER, canonical
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from tests.reference.rummy.replay import judge

pytestmark = pytest.mark.slow

COUNT = 24


def clocked_rummy(turn_ms):
    return rummy.Rummy(replace(RUMMY[0], id="clocked", turn_ms=turn_ms))


def clocked_kazhutha(turn_ms, grace):
    return kazhutha.Kazhutha(replace(KAZHUTHA[0], id="clocked", turn_ms=turn_ms, turn_grace_ms=grace))


def verdict(record):
    record["log_head"] = log_head(salt(record["header"], record["player_seeds"]), record["events"])
    return audit(canonical(record))


@pytest.mark.parametrize("turn_ms", [1, 2, 30_000, 2**33, MAX_INTEGER])
def test_simulated_rummy_with_any_clock_is_verified(turn_ms):
    hands = [hand.record for hand in simulate(clocked_rummy(turn_ms), "clocks", COUNT)]
    assert Counter(audit(canonical(record)).verdict for record in hands) == {"verified": COUNT}


@pytest.mark.parametrize(
    ("turn_ms", "grace"),
    [(1, 0), (1, 1), (5, 0), (1_000, 0), (1_000, 999), (1_999, 0), (2**33, 0), (MAX_INTEGER, MAX_INTEGER), (None, 0)],
)
def test_simulated_kazhutha_with_any_clock_is_verified(turn_ms, grace):
    """S: where turn and grace last less than two seconds together, times were negative or fell."""
    hands = [hand.record for hand in simulate(clocked_kazhutha(turn_ms, grace), "clocks", COUNT)]
    assert Counter(audit(canonical(record)).verdict for record in hands) == {"verified": COUNT}


def test_simulated_time_outs_of_rummy_come_at_the_very_end_of_their_turn_too():
    """K: the turn's own draw before it starts no new clock, so that some come sooner than a turn after the draw."""
    turn_ms, exact = 30_000, 0
    for hand in simulate(clocked_rummy(turn_ms), "clocks", 100):
        began = last = 0
        for event in hand.record["events"]:
            t = event.get("t")
            if event["do"] == "timeout" and None not in (t, began, last) and t - began == turn_ms > t - last:
                exact += 1
            last = t
            if event["do"] in ("discard", "drop", "timeout"):
                began = t
    assert exact > 5


def test_a_time_out_a_little_sooner_or_later_is_judged_as_the_reference_judges_it():
    """K: one time-out moved at a time, by an event's distance and by one ms beside it."""
    turn_ms, found = 30_000, Counter()
    for hand in simulate(clocked_rummy(turn_ms), "moved", 60):
        record = json.loads(canonical(hand.record))
        for at, event in enumerate(record["events"]):
            if event["do"] != "timeout" or "t" not in event:
                continue
            events = json.loads(json.dumps(record["events"]))
            before = [each["t"] for each in events[:at] if "t" in each][-1:] or [0]
            events[at]["t"] = max(before[0], event["t"] - 1 - (at % 3) * 4_000)
            moved = {**record, "events": events}
            told = verdict(moved)
            expected = judge(moved, {"turn_ms": turn_ms})
            fault = None if told.fault is None else (told.fault.event, told.fault.rule)
            assert fault == (None if expected["event"] is None else (expected["event"], expected["rules"][0]))
            assert [remark.to_json() for remark in told.remarks] == expected["remarks"]
            found[None if fault is None else fault[1]] += 1
    assert found["timeout-too-early"] > 20
    assert found[None] > 20
