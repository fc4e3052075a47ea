"""Jodi: worked examples B13, C11. Sentences 2.46–2.51, 0.171–0.183. P1 to P6 are the seats 0 to 5; P6 deals."""

from dataclasses import replace

import pytest

from dealproof.replay.games.gulan.variants import GULAN_56
from tests.support.hands import Table

FORTY = {0: "Js 3s Jd 3d Jc 3c", 1: "9c"}
"""P1 cannot lose a trick with 3♣ hidden: it leads 3♣ last, opened."""
FORTY_SHORT = {0: "Js 3s Jd 3d 7h 3c", 1: "9c", 2: "-h"}
FIFTY_SIX = {0: "Js Js Jh Jh Jd Jd Jc Jc", 1: "9c"}
FIFTY_SIX_SHORT = {0: "Js Js Jh Jh Jd Qc Jc Jc", 1: "9d 9c Ac Kc"}


def forty(hands=FORTY, bid=23):
    return Table("40-cheettukali", hands, dealer=5).contract(0, bid, "3c")


def fifty_six(hands=FIFTY_SIX, rules="56-gulan"):
    return Table(rules, hands, dealer=5).contract(0, 30, "Jc" if hands is FIFTY_SIX else "Jd")


def leads(table, *cards):
    """P1 leads these and takes every trick."""
    for card in cards:
        assert table.lead(f"0 {card}") == 0
    return table


def told(table):
    result = table.outcome()
    return result["ended"], result["made"], result["score"]["points"]


# The question of Cheettukali (B13; 2.47–2.51, 2.55)


def test_who_is_asked_and_says_no_has_won_at_once_b13():
    """As ruled, it pays two: the other team has no card points then."""
    table = forty().goes_on("0 play Js", "1 ask_jodi")
    assert table.to_act == (0,)
    assert table.dos() == {"claim_jodi", "decline_jodi"}
    assert table.fault("1 play 9s") == "jodi-answer-owed"
    table.goes_on("0 decline_jodi")
    assert told(table) == ("jodi-declined", True, 2)
    assert table.fault("1 play 9s") == "play-after-end"


def test_who_says_yes_wins_three_with_all_six_tricks_b13():
    table = forty().goes_on("0 play Js", "1 ask_jodi", "0 claim_jodi").plays_on(until=1)
    leads(table, "3s", "Jd", "3d", "Jc", "!3c")
    assert told(table) == ("jodi", True, 3)
    assert table.outcome()["kind"] == "jodi"


def test_who_says_yes_takes_four_at_the_first_trick_lost_b13():
    table = forty(FORTY_SHORT).goes_on("0 play Js", "1 ask_jodi", "0 claim_jodi").plays_on(until=1)
    assert leads(table, "3s", "Jd", "3d").lead("0 7h") % 2 == 1
    assert told(table) == ("jodi-lost", False, -4)
    assert table.legal() == []


def test_one_asks_on_ones_own_turn_also_from_the_lead_and_then_the_declarer_answers_b13():
    """As ruled for sentence 2.50."""
    table = Table("40-cheettukali", {0: "9s", 1: "Js 9c 3c"}, dealer=5).contract(1, 23, "3c")
    assert table.fault("4 ask_jodi") == "jodi-not-now"
    assert table.fault("1 ask_jodi") == "jodi-not-now"
    table.goes_on("0 ask_jodi")
    assert table.to_act == (1,)
    for seat in (0, *range(2, 6)):
        assert table.fault(f"{seat} decline_jodi") == table.fault(f"{seat} claim_jodi") == "jodi-answer-owed"
    assert table.fault("1 decline_jodi") is table.fault("1 claim_jodi") is None


def test_cheettukalis_promise_is_for_tricks_1_to_4_before_ones_card():
    """Sentence 2.48."""
    table = leads(forty(), "Js", "3s", "Jd")
    assert table.fault("0 claim_jodi") is None
    leads(table, "3d")
    assert table.fault("0 claim_jodi") == "jodi-not-now"


@pytest.mark.parametrize(
    ("bid", "fault"), [(29, None), (30, "jodi-not-allowed-at-this-bid"), (33, "jodi-not-allowed-at-this-bid")]
)
def test_cheettukalis_promise_is_for_bids_below_honors(bid, fault):
    """Sentence 2.47."""
    table = forty(bid=bid)
    assert table.fault("0 claim_jodi") == fault
    assert table.goes_on("0 play Js").fault("1 ask_jodi") == fault
    assert table.fault("1 claim_marujodi") == "jodi-not-in-these-rules"


# Claim and challenge in Gulan Parish (C11; 0.172–0.175, 0.180–0.183)


def in_trick_4(hands=FIFTY_SIX, **more):
    """P1 has declared and taken three tricks."""
    return leads(fifty_six(hands, **more), "Js", "Js", "Jh")


def test_a_challenge_goes_to_the_highest_card_and_no_wins_the_hand_c11():
    table = in_trick_4().goes_on("0 play Jh", "1 ask_jodi")
    assert table.to_act == (0,)
    assert table.goes_on("0 decline_jodi").outcome()["score"] == {"team": 0, "points": 1}
    assert told(table)[0] == "jodi-declined"


def test_a_challenge_taken_up_pays_three_with_all_the_rest_c11():
    table = in_trick_4().goes_on("0 play Jh", "1 ask_jodi", "0 claim_jodi").plays_on(until=4)
    assert told(leads(table, "Jd", "Jd", "Jc", "!Jc")) == ("jodi", True, 3)


def test_a_challenge_taken_up_costs_four_else_c11():
    table = in_trick_4(FIFTY_SIX_SHORT).goes_on("0 play Jh", "1 ask_jodi", "0 claim_jodi").plays_on(until=4)
    assert leads(table, "Jc").lead("0 Qc") % 2 == 1
    assert told(table) == ("jodi-lost", False, -4)


@pytest.mark.parametrize(("won", "points"), [(True, 2), (False, -4)])
def test_in_some_places_it_pays_double_the_bid_c11(won, points):
    rules = replace(GULAN_56, id="house", jodi=replace(GULAN_56.jodi, score="double"))
    table = in_trick_4(FIFTY_SIX if won else FIFTY_SIX_SHORT, rules=rules).goes_on("0 claim_jodi")
    leads(table, "Jh", *(["Jd", "Jd", "Jc", "!Jc"] if won else ["Jc"]))
    if not won:
        assert table.lead("0 Qc") % 2 == 1
    assert told(table)[2] == points


def test_with_a_trick_of_their_own_they_may_not_ask_nor_the_others_claim_c11():
    table = fifty_six({0: "Ks Jh Jd", 1: "Js", 3: "9d"})
    assert table.lead("0 Ks") == 1
    table.goes_on(f"1 play {min(table.plays())}")
    assert table.fault("2 claim_jodi") == "jodi-trick-lost"
    table.goes_on(f"2 play {min(table.plays())}")
    assert table.fault("3 ask_jodi") == "jodi-trick-lost"


def test_where_the_highest_card_is_their_own_there_is_nobody_to_ask_c11():
    hands = {0: "Js Js Jh Ks Jd", 1: "9s As Ks", 2: "Qs Qs -s", 3: "9s -s"}
    table = leads(fifty_six(hands), "Jh", "Js")
    table.goes_on("0 play Ks")
    assert table.fault("1 ask_jodi") is None
    table.goes_on("1 play As", "2 play Qs")
    assert table.to_act == (3,)
    assert table.fault("3 ask_jodi") == "ask-jodi-nobody"


def test_a_partner_claims_on_its_own_turn_c11():
    table = in_trick_4().goes_on("0 play Jh")
    assert table.fault("2 claim_jodi") == "jodi-not-now"
    assert table.fault("1 claim_jodi") == "jodi-wrong-team"
    table.goes_on(f"1 play {min(table.plays())}")
    assert table.fault("2 claim_jodi") is None
    table.goes_on("2 claim_jodi")
    assert table.fault("2 claim_jodi") == "jodi-already"


@pytest.mark.parametrize("least", [0, 3])
def test_where_three_cards_are_asked_for_trick_6_is_the_last_chance_c11(least):
    rules = replace(GULAN_56, id="house", jodi=replace(GULAN_56.jodi, min_cards=least))
    table = leads(in_trick_4(rules=rules), "Jh", "Jd")
    assert table.fault("0 claim_jodi") is None
    leads(table, "Jd")
    assert table.fault("0 claim_jodi") == ("jodi-not-now" if least else None)


def test_thani_knows_no_promise():
    """Sentence 0.179."""
    table = Table("56-gulan", FIFTY_SIX, dealer=5).contract(0, "thani")
    assert table.fault("0 claim_jodi") == "jodi-not-allowed-at-this-bid"
