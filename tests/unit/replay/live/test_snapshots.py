"""A hand saved at any moment and loaded again goes on the same (issue 13, item 1; `replay.live.snapshot`)."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay import live
from dealproof.replay.live import LiveHand, Misused, ServerSeed
from dealproof.replay.live.snapshot import FORMAT, KEYS
from dealproof.verifier.encoding import canonical
from tests.support.live_hands import (
    MS,
    NOW,
    POLICY,
    RULE_SETS,
    Json,
    dealt,
    move,
    opened,
    played,
    proof_of,
    published,
    seed_of,
    seeded,
    simulated,
    unchanged,
)


def again(hand: LiveHand, record: Json) -> LiveHand:
    """The hand from its snapshot, as another process loads it."""
    return live.load(hand.snapshot(), seed_of(record))


def stepwise(record: Json) -> Iterator[Callable[[LiveHand], Any]]:
    """The calls of a whole hand, one by one."""
    yield lambda hand: hand.commit_leaf(MS)
    yield lambda hand: hand.published(proof_of(hand.commit_leaf(MS)), POLICY, NOW)
    for seat, seed in enumerate(record["player_seeds"]):
        yield lambda hand, seat=seat, seed=seed: hand.seed(seat, seed, MS + seat)
    yield lambda hand: hand.deal()
    yield lambda hand: hand.deal_leaf(MS + 9)
    for event in record["events"]:
        yield lambda hand, event=event: move(hand, event)
    yield lambda hand: hand.skip_cut() if hand.phase == "cutting" else None
    yield lambda hand: hand.close()
    yield lambda hand: hand.close_leaf(MS + 99)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_hand_that_is_loaded_before_every_call_is_the_same_hand(rules: str) -> None:
    """One hand in one process, and one that changes the process at each step: every answer and the record are equal."""
    for each in simulated(rules)[:2]:
        record = each.record
        staying = moving = opened(record)
        moving = opened(record)
        for step in stepwise(record):
            moving = again(moving, record)
            assert moving.snapshot() == staying.snapshot()
            assert step(moving) == step(staying)
        assert unchanged(again(moving, record)) == unchanged(staying)
        assert again(moving, record).record() == staying.record()


@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=10)
@given(data=st.data())
def test_a_hand_that_is_loaded_at_any_prefix_comes_to_the_same_record(rules: str, data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(simulated(rules, 24))).record
    count = data.draw(st.integers(0, len(record["events"])))
    hand = again(played(record, count), record)
    for event in record["events"][count:]:
        move(hand, event)
    if hand.phase == "cutting":
        hand.skip_cut()
    assert json.loads(hand.close())["log_head"] == record["log_head"]


def test_a_void_hand_is_loaded_as_void() -> None:
    record = simulated("28-gulan")[0].record
    for hand, reason in (
        (opened(record), "seed-missing"),
        (seeded(record), "misdeal"),
        (played(record, 4), "players-left"),
    ):
        data = hand.void(reason)
        leaf = hand.close_leaf(MS)
        loaded = again(hand, record)
        assert (loaded.phase, loaded.record(), loaded.close_leaf(MS + 1)) == ("void", data, leaf)


def test_a_declined_cut_stays_declined() -> None:
    record = simulated("28-gulan")[0].record
    hand = dealt(record)
    assert again(hand, record).phase == "cutting"
    hand.skip_cut()
    assert again(hand, record).phase == "playing"
    assert again(hand, record).view(0) == hand.view(0)


def test_a_snapshot_holds_no_server_seed_and_says_its_version() -> None:
    record = simulated("28-gulan")[0].record
    hand = played(record)
    hand.close()
    value = json.loads(hand.snapshot())
    assert value.keys() == KEYS
    assert value["format"] == FORMAT == "dealproof/live/1"
    assert record["server_seed"] not in hand.snapshot().decode()
    assert canonical(value) == hand.snapshot()


def test_another_server_seed_is_refused() -> None:
    hand = played(simulated("28-gulan")[0].record, 4)
    with pytest.raises(Misused) as caught:
        live.load(hand.snapshot(), ServerSeed(bytes(32)))
    assert caught.value.code == "wrong-seed"


RECORD = next(
    each.record
    for each in simulated("28-gulan", 200)
    if None not in each.record["header"]["player_commitments"] and each.record["events"][0]["do"] == "cut"
)
COUNT = 9


def value_of(hand: LiveHand) -> Json:
    value: Json = json.loads(hand.snapshot())
    return value


def test_what_is_changed_below_is_loaded_unchanged() -> None:
    """The refusals below are of the changes."""
    for value in (value_of(played(RECORD, COUNT)), value_of(published(RECORD)), value_of(dealt(RECORD))):
        assert live.load(json.dumps(value).encode(), seed_of(RECORD)).snapshot() == canonical(value)


PLAYING: dict[str, Callable[[Json], object]] = {
    "format-of-a-later-version": lambda value: value.update(format="dealproof/live/2"),
    "format-of-a-record": lambda value: value.update(format="dealproof/hand/1"),
    "unknown-key": lambda value: value.update(more=1),
    **{f"without-{key}": lambda value, key=key: value.pop(key) for key in sorted(KEYS)},
    **{f"number-for-{key}": lambda value, key=key: value.update({key: 7}) for key in sorted(KEYS)},
    "header-of-another-hand": lambda value: value["header"].update(hand="other"),
    "header-without-a-key": lambda value: value["header"].pop("match"),
    "header-without-format": lambda value: value["header"].pop("format"),
    "header-without-the-digest": lambda value: value["header"].pop("rules_digest"),
    "header-with-another-name": lambda value: value["header"]["seats"].reverse(),
    "rules-although-built-in": lambda value: value.update(rules={"family": "gulan"}),
    "no-proof": lambda value: value.update(proof=None),
    "proof-cut-short": lambda value: value.update(proof=value["proof"][:40]),
    "no-time-of-the-commit": lambda value: value["times"].update(commit=None),
    "time-of-the-close": lambda value: value["times"].update(close=MS),
    "negative-time": lambda value: value["times"].update(commit=-1),
    "time-as-text": lambda value: value["times"].update(commit=str(MS)),
    "unknown-time": lambda value: value["times"].update(result=MS),
    "seed-missing": lambda value: value["seeds"].__setitem__(1, None),
    "seed-of-another-seat": lambda value: value["seeds"].reverse(),
    "seed-empty": lambda value: value["seeds"][0].update(seed=""),
    "seed-without-time": lambda value: value["seeds"][0].pop("time"),
    "seeds-of-three": lambda value: value["seeds"].pop(),
    "event-missing": lambda value: value["events"].pop(3),
    "last-event-missing": lambda value: value["events"].pop(),
    "event-added": lambda value: value["events"].append({"seat": 0, "do": "pass"}),
    "event-changed": lambda value: value["events"][0].update(at=value["events"][0]["at"] % 30 + 1),
    "event-malformed": lambda value: value["events"].__setitem__(2, {"do": "fly"}),
    "event-no-object": lambda value: value["events"].__setitem__(2, "pass"),
    "events-null": lambda value: value.update(events=None),
    "log-head-changed": lambda value: value.update(log_head="00" * 32),
    "log-head-null": lambda value: value.update(log_head=None),
    "cut-by-somebody": lambda value: value.update(cut=2),
    "cut-false": lambda value: value.update(cut=False),
    "closed-before-the-end": lambda value: value.update(ended="closed"),
    "void-for-a-missing-seed": lambda value: value.update(ended="seed-missing"),
    "void-for-no-reason": lambda value: value.update(ended="bored"),
    "ended-true": lambda value: value.update(ended=True),
}


@pytest.mark.parametrize("change", PLAYING)
def test_a_snapshot_that_was_changed_is_refused_with_a_sentence(change: str) -> None:
    value = deepcopy(value_of(played(RECORD, COUNT)))
    PLAYING[change](value)
    refuse(json.dumps(value).encode())


EARLY: dict[str, Callable[[Json], object]] = {
    "seed-before-the-proof": lambda value: value.update(proof=None),
    "log-head-before-the-deal": lambda value: value.update(log_head="00" * 32),
    "cut-before-the-deal": lambda value: value.update(cut=3),
    "events-before-the-seeds": lambda value: value.update(events=[]),
    "deal-leaf-before-the-deal": lambda value: value["times"].update(deal=MS),
    "closed-before-the-deal": lambda value: value.update(ended="closed"),
    "void-without-the-missing-seed": lambda value: value.update(ended="misdeal"),
}


@pytest.mark.parametrize("change", EARLY)
def test_a_snapshot_is_of_a_hand_that_can_be(change: str) -> None:
    hand = published(RECORD)
    hand.seed(0, RECORD["player_seeds"][0], MS)
    value = value_of(hand)
    EARLY[change](value)
    refuse(json.dumps(value).encode())


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"null", b"\xff", b"{" * 99, json.dumps(RECORD).encode(), b'{"format":"dealproof/live/1"}'],
    ids=["empty", "object", "list", "null", "no-utf-8", "deep", "a-record", "format-alone"],
)
def test_what_is_no_snapshot_is_refused_with_a_sentence(data: bytes) -> None:
    refuse(data)


def refuse(data: bytes) -> None:
    """The bytes are refused, and the seed can still be used."""
    seed = seed_of(RECORD)
    with pytest.raises(Misused) as caught:
        live.load(data, seed)
    assert caught.value.code in ("bad-snapshot", "wrong-seed")
    assert str(caught.value).endswith(".")
    assert RECORD["server_seed"] not in str(caught.value)
    live.load(played(RECORD, COUNT).snapshot(), seed)


@settings(max_examples=200)
@given(place=st.integers(0, 10_000), byte=st.integers(0, 255), random=st.integers(0, 1 << 16))
def test_any_other_bytes_are_refused_or_a_hand(place: int, byte: int, random: int) -> None:
    """Never another exception; where a change is loaded, as that of a time, the hand is that of the changed bytes."""
    data = bytearray(played(RECORD, Random(random).randrange(4)).snapshot())
    data[place % len(data)] = byte
    try:
        hand = live.load(bytes(data), seed_of(RECORD))
    except Misused:
        return
    assert json.loads(hand.snapshot()) == json.loads(data)
