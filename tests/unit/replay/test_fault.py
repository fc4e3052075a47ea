"""The first illegal event, and every event that would have been legal in its place. Source: RECORD.md, "As JSON"."""

import json
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay.audit import audit
from tests.support.sealed import judged
from tests.unit.replay.test_audit import GULAN, Bound, logged, vectors, whole

Json = dict[str, Any]

ORDER = (
    "cut bid pass redeal conceal show_trump ask_trump reveal_trump play claim_jodi claim_marujodi ask_jodi "
    "ask_marujodi decline_jodi decline_marujodi"
).split()  # RECORD.md, "Events"


def place(event: Json) -> tuple[int, int]:
    return ORDER.index(event["do"]), event.get("seat", -1)


@pytest.mark.parametrize("path", GULAN, ids=lambda path: path.stem)
def test_what_was_legal_stands_by_word_then_seat_and_holds_neither_t_nor_sig(path: Path) -> None:
    for name, record, _ in vectors(path):
        fault = audit(json.dumps(record).encode()).fault
        if fault is not None:
            assert [place(each) for each in fault.legal] == sorted(map(place, fault.legal)), name  # type: ignore[arg-type]
            assert not any({"t", "sig"} & each.keys() for each in fault.legal)
            assert {
                key: each for key, each in record["events"][fault.event].items() if key not in ("t", "sig")
            } not in (fault.legal)


def test_cards_stand_in_deck_order() -> None:
    """PROTOCOL.md, "The random stream": suits s h d c, the rule set's ranks as listed."""
    hand = Bound().play(cards=4)
    cards = [each["card"] for each in hand.game.legal(hand.hand) if each["do"] == "play"]
    deck = [rank + suit for suit in "shdc" for rank in "J9ATKQ87"]
    assert cards == sorted(cards, key=deck.index)
    assert len(cards) > 1


def test_bids_and_cuts_are_ranges_and_thani_stands_after_the_numbers() -> None:
    cut = {"seat": 3, "do": "cut", "from": 1, "to": 31}
    first = judged(logged([{"seat": 1, "do": "pass"}]))
    assert first.fault is not None
    assert list(first.fault.legal) == [cut, {"seat": 1, "do": "bid", "from": 14, "to": 28}]
    after = judged(logged([{"seat": 1, "do": "bid", "value": 16}, {"seat": 2, "do": "bid", "value": 16}]))
    assert after.fault is not None
    assert after.fault.to_json() == {
        "event": 1,
        "seat": 2,
        "rule": "bid-not-higher",
        "legal": [{"seat": 2, "do": "bid", "from": 17, "to": 28}, {"seat": 2, "do": "pass"}],
        "did": None,
        "card": None,
    }
    six = Bound("56-gulan").log({"seat": 2, "do": "pass"}).verdict()
    assert [each for each in six.fault.legal if each["do"] == "bid" and each["seat"] == 1] == [
        {"seat": 1, "do": "bid", "from": 28, "to": 56},
        {"seat": 1, "do": "bid", "value": "thani"},
    ]


def test_with_adoption_the_partners_bids_are_legal_too_seat_by_seat() -> None:
    verdict = Bound("28-gulan").log({"seat": 2, "do": "pass"}).verdict()
    assert [(each["do"], each["seat"]) for each in verdict.fault.legal] == [("cut", 3), ("bid", 1), ("bid", 3)]


def test_a_fault_of_an_event_without_a_seat_names_none() -> None:
    verdict = judged(logged([{"do": "redeal", "reason": "because"}]))
    assert verdict.fault is not None
    assert (verdict.fault.seat, verdict.fault.rule) == (None, "redeal-without-cause")


def test_after_the_end_nothing_is_legal() -> None:
    events = whole()["events"]
    verdict = judged(logged([*events, {"seat": 1, "do": "pass"}]))
    assert verdict.fault is not None
    assert (verdict.fault.event, verdict.fault.rule, verdict.fault.legal) == (len(events), "play-after-end", ())


def test_after_the_first_illegal_event_nothing_more_is_judged() -> None:
    events = [*whole()["events"][:3], {"seat": 0, "do": "cut", "at": 99}, {"seat": 0, "do": "cut", "at": 99}]
    fault = judged(logged(events)).fault
    assert fault is not None
    assert fault.event == 3
