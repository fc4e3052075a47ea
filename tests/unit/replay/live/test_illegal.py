"""A live hand refuses exactly what the audit finds illegal in a record, by the same rule, and stays as it is."""

import json
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay.audit import audit
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.live import IllegalMove, LiveHand
from dealproof.replay.record.events import ACTIONS
from tests.support.live_hands import RULE_SETS, Json, played, simulated, unchanged
from tests.support.live_twins import cards_of


def any_event(actions: list[str], seats: int, random: Random) -> Json:
    """An event of the game, hardly ever a legal one."""
    do = random.choice(actions)
    action = ACTIONS[do]
    event: Json = {"do": do} | ({"seat": random.randrange(seats)} if action.seat else {})
    values = {
        "card": random.choice(TEXTS),
        "number": random.randrange(-1, 60),
        "bid": random.choice([*range(13, 58), "thani"]),
        "text": random.choice(["four-jacks", "no-points"]),
        "pile": random.choice(["stock", "discards"]),
    }
    return event | ({action.field: values[action.kind]} if action.field else {})


def of_seat(legal: Iterable[Json], seat: int | None) -> list[Json]:
    """The events of a seat, of those that would have been legal; none for an event that no seat makes."""
    return [event for event in legal if "seat" in event and event["seat"] == seat]


def refusal(hand: LiveHand, event: Json) -> tuple[int, str, list[Json]] | None:
    """How an event is refused, or None if it is legal."""
    try:
        hand.hash_of(event)
    except IllegalMove as illegal:
        return illegal.event, illegal.rule, [*illegal.legal]
    return None


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_refused_is_what_the_audit_finds_illegal(rules: str, data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(simulated(rules, 24))).record
    count = data.draw(st.integers(0, len(record["events"])), "events")
    random = Random(data.draw(st.integers(0, 1 << 32), "random"))
    hand = played(record, count)
    if hand.phase == "cutting":
        hand.skip_cut()
    cards, before = cards_of(hand), unchanged(hand)
    for _ in range(4):
        event = any_event([*cards.game.actions], cards.seats, random)
        fault = audit(json.dumps(record | {"events": [*record["events"][:count], event]}).encode()).fault
        expected = None if fault is None else (fault.event, fault.rule, of_seat(fault.legal, event.get("seat")))
        assert refusal(hand, event) == expected
    assert unchanged(hand) == before
