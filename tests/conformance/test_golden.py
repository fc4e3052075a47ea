"""Whole hands step by step, as they stand in fixtures/golden: what each seat sees, what is legal, what is done.

Source: the rules as a whole; the hands are record vectors of an independent implementation. Never written anew
here: `python -m tests.generate.golden` does it, and the difference is read before it is committed.
"""

from typing import Any

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import deal
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.games.kazhutha.deck import texts
from dealproof.replay.games.rummy.deck import texts as in_order
from tests.generate.golden import FOLDER, HANDS, transcript, vector
from tests.support.under_work import UNDER_WORK


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_told_as_it_always_was(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    for number, (told, expected) in enumerate(zip(transcript(vector(name)).splitlines(), written, strict=True), 1):
        assert told == expected, f"{name}.txt, line {number}"


def test_there_are_transcripts_of_every_rule_set_and_no_others() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(HANDS)
    assert {name.rpartition("-")[0] for name in HANDS} == set(rulesets.ids()) - UNDER_WORK


@pytest.mark.parametrize("name", HANDS)
def test_a_seat_sees_no_card_but_its_own_and_those_on_the_table(name: str) -> None:
    """Every card that a view shows is in its own hand, is the card that it has concealed itself, or lies open."""
    record = vector(name)
    hand = deal(record)
    for event in record.events:
        for seat in range(len(record.seats)):
            CHECKS[record.game.family](hand, seat, record.game.view(hand, seat))
        hand.apply(event)


def check_view(hand: Any, seat: int, view: dict[str, Any]) -> None:
    deck = hand.table.deck
    own = hand.hands[seat] | (hand.trump.concealed if seat == hand.declarer else 0)
    shown = [*view.pop("hand"), *filter(None, [view.pop("concealed")])]
    assert sorted(shown) == sorted(deck.texts(own))
    assert view.pop("table") == [TEXTS[kind] for kind in hand.trick.cards]
    told = str(view)
    assert not any(card in told for card in deck.texts((1 << deck.size) - 1))
    if not hand.trump.open and seat != hand.declarer:
        assert view["trump"] is None


def check_view_of_kazhutha(hand: Any, seat: int, view: dict[str, Any]) -> None:
    assert view.pop("hand") == list(texts(hand.hands[seat]))
    assert [each["card"] for each in view.pop("table")] == [TEXTS[kind] for kind, _ in hand.laid]
    assert not any(card in str(view) for card in TEXTS)


def check_view_of_a_seating(hand: Any, seat: int, view: dict[str, Any]) -> None:
    """Before the cut nobody sees a card; then all lie face up."""
    assert any(view["cards"]) == hand.was_cut


def check_view_of_rummy(hand: Any, seat: int, view: dict[str, Any]) -> None:
    assert view.pop("hand") == in_order(hand.hands[seat])
    assert view.pop("discards") == [TEXTS[kind] for kind in hand.discards]
    drawn, taken = view.pop("drawn"), view.pop("taken")
    assert drawn is None or seat == hand.turn
    assert taken is None or taken == TEXTS[hand.taken]
    assert view.pop("turned") == TEXTS[hand.turned]
    assert view.pop("wild") == hand.wild
    assert not any(card in str(view) for card in TEXTS)


CHECKS = {
    "gulan": check_view,
    "kazhutha": check_view_of_kazhutha,
    "rummy": check_view_of_rummy,
    "seating": check_view_of_a_seating,
}
