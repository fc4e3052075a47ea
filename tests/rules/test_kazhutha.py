"""Kazhutha by its worked examples (D1 to D15), reported faults (67 to 73) and rules of time (kazhutha/RULES.md)."""

import json

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import audit, narrate
from dealproof.replay.core.cards import KINDS
from dealproof.replay.core.events import Event
from dealproof.replay.games.kazhutha.deck import ACE_OF_SPADES, KIND_AT
from dealproof.replay.record.record import from_json, parse
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.errors import Malformed
from tests.support.kazhutha_tables import KAZHUTHA, fault, held, late, play, start
from tests.support.paths import ROOT

RECORDS = ROOT / "fixtures" / "records" / "kazhutha.jsonl"


def places(hand):
    return hand.outcome(None)["places"], hand.outcome(None)["donkey"]


# The deal and the first lead


@pytest.mark.parametrize(
    ("seats", "first", "more", "most"),
    [(8, 3, [3, 4, 5, 6], 7), (5, 2, [2, 3], 11), (7, 0, [0, 1, 2], 8)],
)
def test_d1_cards_go_out_singly_and_the_first_seats_may_have_one_more(seats, first, more, most):
    assert held(start(seats, first, range(52))) == [most - (seat not in more) for seat in range(seats)]


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_holder_of_the_ace_of_spades_leads_and_up_to_five_seats_that_very_card(seats):
    deck = list(range(52))
    deck[0], deck[seats + 1] = deck[seats + 1], deck[0]
    hand = start(seats, 0, deck)
    assert hand.to_act() == (1,)
    other = next(kind for kind in KIND_AT if hand.hands[1] >> kind & 1 and kind != ACE_OF_SPADES)
    expected = "must-lead-ace-of-spades" if seats <= 5 else None
    assert hand.fault(Event("play", 1, other)) == expected
    assert hand.fault(Event("play", 1, ACE_OF_SPADES)) is None


def test_the_duty_to_lead_the_ace_lapses_for_good_when_its_holder_lets_the_time_run_out():
    hand = play(start(3, 0, range(52)), "-")
    assert hand.to_act() == (1,)
    assert len(hand.legal()) == 17 + 1
    play(hand, "Ks", "Qs")
    assert hand.seats_in(hand.playing) == (1, 2)
    play(hand, "7s", "9s", "6s", "Js", "4s")
    assert hand.to_act() == (0,)
    assert fault(hand, "As") is fault(hand, "8s") is None


# Rounds and strikes


def test_d3_without_a_strike_all_cards_are_discarded_and_the_strongest_leads():
    hand = play(late(["7h 2s", "Kh 2c", "2h 2d", "Qh 3d"]), "7h", "Kh", "2h", "Qh")
    assert (hand.to_act(), held(hand), hand.discards.bit_count()) == ((1,), [1, 1, 1, 1], 48)


def test_d5_a_strike_ends_the_round_and_the_strongest_so_far_takes_every_card():
    hands = ["9d 2s 3s 4s 5s", "Jd 6s 7s 8s 9s", "Ac 2h 3h 4h 5h", "2d 6h 7h 8h 9h"]
    hand = play(late(hands), "9d", "Jd", "Ac")
    assert (hand.to_act(), held(hand)) == ((1,), [4, 7, 4, 5])


def test_d7_who_collects_its_own_last_card_is_not_out():
    hand = play(late(["Ad", "2c 3c"]), "Ad", "2c")
    assert (hand.to_act(), held(hand), hand.places) == ((0,), [2, 1], [])
    assert hand.view(0)["hand"] == ["Ad", "2c"]


def test_d9_two_who_go_out_in_one_strike_share_a_place():
    hand = play(late(["3d", "Td 2s", "6c", "4d 5s"]), "3d", "Td", "6c")
    assert (hand.places, hand.to_act(), held(hand)) == ([(0, 2)], (1,), [0, 4, 0, 2])


def test_d11_the_last_two():
    assert places(play(late(["4h", "9h 2s"]), "4h", "9h")) == ([[0]], 1)
    assert places(play(late(["9h", "2s"]), "9h", "2s")) == ([[1]], 0)
    # (c) is open in the text; ruled: nobody is the donkey.
    assert places(play(late(["9h", "4h"]), "9h", "4h")) == ([[0, 1]], None)


def test_d13_a_strike_in_the_first_round():
    hand = play(late(["As 2s", "4s 2h", "Kh 3h", "5s"]), "As", "4s", "Kh")
    assert (held(hand), hand.to_act()) == ([4, 1, 1, 1], (0,))
    assert all(fault(hand, card) is None for card in ("As", "4s", "Kh", "2s"))


def test_d15_suits_have_no_rank_and_the_striking_card_is_not_compared():
    hand = play(late(["2d 2h", "3d 3h", "As 4h"]), "2d", "3d", "As")
    assert (held(hand), hand.to_act()) == ([1, 4, 1], (1,))


def test_71_one_may_not_strike_while_holding_the_suit():
    hand = play(late(["9d 2s", "Jd 3s", "2d Ac"]), "9d", "Jd")
    assert fault(hand, "Ac") == "must-follow-suit"
    assert hand.legal() == [{"seat": 2, "do": "play", "card": "2d"}, {"seat": 2, "do": "timeout"}]
    assert fault(hand, "Kd") == "card-not-in-hand"
    assert fault(hand, "Jk") == "card-not-in-hand"
    assert fault(hand, "2s", seat=0) == "play-out-of-turn"


# Going out


def test_67_where_the_winner_is_out_the_next_strongest_leads():
    hand = play(late(["Kh 2c", "5h 3c", "Ah", "4h 4c"]), "Kh", "5h", "Ah", "4h")
    assert (hand.places, hand.to_act()) == ([(2,)], (0,))
    hand = play(late(["Kh", "Qh 3c", "Ah", "4h 4c"]), "Kh", "Qh", "Ah", "4h")
    assert (hand.places, hand.to_act()) == ([(0, 2)], (1,))


def test_where_all_who_played_are_out_the_next_to_the_right_that_may_play_leads():
    hand = play(late(["Kh", "2c 3c", "4c 5c"]), "Kh", "-", "-")
    # Both others would have to sit out, so nobody does.
    assert (hand.places, hand.to_act(), hand.seats_in(hand.playing)) == ([(0,)], (1,), (1, 2))
    hand = play(late(["2s 3s", "Kh 4s", "5s 6s", "7s 8s"], leader=3), "-", "-", "4s", "-")
    # Seat 1 leads alone after three time-outs and keeps the lead.
    assert (hand.to_act(), hand.seats_in(hand.playing)) == ((1,), (1,))
    hand = play(hand, "Kh")
    assert (hand.places, hand.to_act(), hand.seats_in(hand.playing)) == ([(1,)], (2,), (0, 2, 3))


def test_69_the_last_players_may_go_out_together():
    assert places(play(late(["5h", "9h"]), "5h", "9h")) == ([[0, 1]], None)
    assert places(play(late(["5h", "8s"]), "5h", "8s")) == ([[1]], 0)


def test_places_are_not_skipped_after_a_shared_one():
    hand = play(late(["2h", "3h", "4h 5h", "6h 7h"]), "2h", "3h", "4h", "6h")
    assert places(play(hand, "7h", "5h")) == ([[0, 1], [2, 3]], None)


def test_nothing_is_done_in_a_hand_that_is_over():
    hand = play(late(["4h", "9h 2s"]), "4h", "9h")
    assert fault(hand, "2s", seat=1) == fault(hand, "-", seat=1) == "play-after-end"
    assert (hand.legal(), hand.to_act()) == ([], ())


# Time


def test_73_a_time_out_costs_this_round_and_the_next_and_no_card():
    hand = late(["Ah Kh Qh", "Jh Th 9h", "8h 7h 6h", "5h 4h 3h"])
    play(hand, "Ah", "Jh", "-", "5h")
    assert (hand.to_act(), held(hand)) == ((0,), [2, 2, 3, 2])
    play(hand, "Kh", "Th")
    assert fault(hand, "8h", seat=2) == "play-out-of-turn"
    play(hand, "4h", "Qh", "9h", "8h")
    assert held(hand) == [0, 0, 2, 1]


def test_a_round_ended_by_a_strike_counts_as_a_round_to_sit_out():
    hand = play(late(["Ah Kh", "Jh Th", "8h 7h", "5h 2s"]), "Ah", "Jh", "-", "5h", "Kh", "Th", "2s")
    assert hand.seats_in(hand.playing) == (0, 2)


def test_a_leader_whose_time_runs_out_hands_the_lead_to_the_right():
    hand = play(late(["2h 3h", "4h 5h", "6h 7h"]), "-", "-", "6h")
    assert (hand.to_act(), hand.seats_in(hand.playing)) == ((2,), (2,))


def test_a_round_in_which_nobody_played_ends_with_nothing_and_nobody_sits_out_twice():
    hand = play(late(["2h 3h", "4h 5h", "6h 7h"], leader=1), "-", "-", "-")
    assert (hand.to_act(), hand.seats_in(hand.playing), held(hand)) == ((1,), (0, 1, 2), [2, 2, 2])


def test_the_turn_runs_from_the_event_before_and_its_time_must_be_up():
    hand = play(late(["2h 3h", "4h 5h"]), "2h")
    hand.since = 10_000
    assert fault(hand, "-", t=54_999) == "timeout-too-early"
    assert fault(hand, "-", t=55_000) is None
    assert fault(hand, "4h", t=56_000) is None
    assert fault(hand, "4h", t=56_001) == "card-too-late"
    assert hand.legal(56_001) == [{"seat": 1, "do": "timeout"}]
    assert [event["do"] for event in hand.legal(54_999)] == ["play", "play"]


def test_the_faults_of_a_card_come_before_its_lateness_and_the_turn_before_both():
    hand = play(late(["2h 3h", "4h 5s"]), "2h")
    hand.since = 0
    assert fault(hand, "5s", t=99_999) == "must-follow-suit"
    assert fault(hand, "4h", t=99_999) == "card-too-late"
    assert fault(hand, "3h", seat=0, t=99_999) == "play-out-of-turn"
    assert fault(hand, "-", seat=0, t=1) == "timeout-out-of-turn"


def test_a_turn_that_cannot_be_measured_is_remarked_on_and_judged_by_nobody():
    hand = late(["2h 3h", "4h 5h"])
    hand.apply(Event("play", 0, KINDS["2h"]))
    assert fault(hand, "4h", t=99_999_999) is None
    assert fault(hand, "-", t=1) is None
    hand.apply(Event("timeout", 1, t=1))
    assert hand.remarks() == ((2, "time-out-unclocked"),)


# Rule sets, records


def test_a_house_may_time_its_turns_otherwise_or_not_at_all():
    house = {**KAZHUTHA.to_json(), "id": "house", "turn_ms": None}
    game = rulesets.read(house, "house", "/rules")
    hand = play(late(["2h 3h", "4h 5h"], game=game), "2h")
    hand.since = 0
    assert fault(hand, "-", t=1) is fault(hand, "4h", t=10**9) is None
    hand.apply(Event("timeout", 1))
    assert hand.remarks() == ()
    quick = rulesets.read({**house, "turn_ms": 5000}, "house", "/rules")
    hand = late(["2h 3h", "4h 5h"], game=quick)
    assert (fault(hand, "2h", t=6000), fault(hand, "2h", t=6001)) == (None, "card-too-late")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("least_seats", 1),
        ("most_seats", 9),
        ("most_seats", 1),
        ("ace_led_up_to", -1),
        ("turn_ms", 0),
        ("turn_grace_ms", -1),
        ("turn_ms", "45 s"),
        ("stakes", 1),
        ("id", "other"),
    ],
)
def test_rules_that_make_no_sense_are_malformed_at_their_place(key, value):
    with pytest.raises(Malformed) as caught:
        rulesets.read({**KAZHUTHA.to_json(), "id": "house", key: value}, "house", "/rules")
    assert caught.value.pointer == f"/rules/{key}"


def record(name):
    return next(v["record"] for v in map(json.loads, RECORDS.read_bytes().splitlines()) if v["name"] == name)


def test_a_dealer_or_a_match_in_a_record_is_malformed():
    for key, value in (("dealer", 0), ("match", {"id": "m", "number": 1, "before": {}})):
        told = record("everyday-3")
        told["header"][key] = value
        assert audit(json.dumps(told).encode()).malformed.pointer == f"/header/{key}"


def test_a_hand_is_told_round_by_round_with_strikes_and_the_order_of_going_out():
    read = parse(json.dumps(record("everyday-3")).encode())
    narrative = narrate(read)
    assert sorted(card for seat in narrative.deals[0].stages[0] for card in seat) == sorted(
        card for card in KINDS if card != "Jk"
    )
    assert [trick.number for trick in narrative.tricks] == list(range(1, len(narrative.tricks) + 1))
    for trick in narrative.tricks:
        suits = [step.card[1] for step in trick.steps if step.card]
        assert trick.strike == (len(set(suits)) > 1)
    out = [seat for trick in narrative.tricks for seat in trick.out]
    assert out == [4, 3, 1, 0]
    assert [line.code for line in narrative.score] == ["place"] * 4 + ["donkey"]
    assert narrative.score[-1].values == {"seat": 2}
    assert narrative.hands[2]


def test_a_round_is_led_by_who_laid_its_first_card_and_not_by_who_timed_out_before():
    """kazhutha/RULES.md, "Time": the lead goes to the next seat; in a round without a card nobody leads."""
    handed_on = without = 0
    for hand in simulate(rulesets.games()["kazhutha"], "led", 40):
        for trick in narrate(from_json(hand.record)).tricks:
            first = next((step.seat for step in trick.steps if step.card), None)
            assert trick.leader == first
            handed_on += first is not None and trick.steps[0].do == "timeout"
            without += first is None
    assert handed_on
    assert without


def test_a_replay_goes_on_from_any_prefix_as_if_it_had_never_stopped():
    # Reported faults 75 and 77.
    told = record("everyday-5")
    whole = audit(json.dumps(told).encode()).to_json()
    assert audit(json.dumps(told).encode()).to_json() == whole
    stopped = {**told, "events": told["events"][:40]}
    assert audit(json.dumps(stopped).encode()).verdict == "tampered"
    assert "incomplete" in audit(json.dumps(stopped).encode()).all
