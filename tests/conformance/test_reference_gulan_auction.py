"""The slow reference of the Gulan family: auctions and redeals.

Numbers in the names are those of the worked examples (A5) and of the reported faults (43).
"""

import pytest

from tests.reference.gulan.game import Game
from tests.reference.gulan.positions import dealt, event, goes_on, position
from tests.reference.gulan.tables import GULAN
from tests.reference.gulan.walk import order_of

pytestmark = pytest.mark.slow

# The auction


def auction(rules_id, *texts, dealer=None, options=None):
    seats = GULAN[rules_id]["seats"]
    game = Game(rules_id, seats, seats - 1 if dealer is None else dealer, order_of(3), options)
    game.hands[game.eldest] = ["Js", *game.hands[game.eldest][1:]]  # no redeal for want of points
    return goes_on(game, *texts)


def test_the_standard_auction_ends_with_three_passes_and_kerala_house_after_four_calls_a3():
    calls = ("0 bid 14", "1 bid 15", "2 pass", "3 pass")
    assert auction("28-standard", *calls).caller == 0
    assert auction("28-standard", *calls, "0 pass").doing == "trump"
    assert auction("28-kerala-house", *calls).doing == "trump"


def test_a_pass_stays_in_the_team_61():
    game = auction("28-gulan", "0 bid 14", "1 pass")
    assert game.caller == 3
    assert goes_on(game, "3 pass").caller == 2
    assert game.faults(event("2 bid 15")) == ["bid-over-partner-needs-honors"]


def test_the_second_round_is_of_those_who_bid_from_honors_and_skips_the_standing_bidder_c7():
    game = auction("56-gulan", "0 bid 28", "1 bid 30", "2 bid 32", "3 pass", "5 pass", "4 pass")
    assert game.caller == 0
    assert game.faults(event("0 bid 39")) == ["bid-too-low", "bid-over-partner-needs-honors"]
    goes_on(game, "0 pass")
    assert game.caller == 1
    assert game.faults(event("1 bid 33")) == ["bid-too-low"]
    goes_on(game, "1 bid 40")
    assert game.caller == 2
    assert goes_on(game, "2 pass").doing == "trump"
    once = {"rounds": 1}
    calls = ("0 bid 28", "1 pass", "3 pass", "5 pass", "2 pass", "4 pass")
    assert auction("56-gulan", *calls, options=once).doing == "trump"


def test_a_partner_who_bids_out_of_turn_binds_the_seat_whose_turn_it_was():
    game = auction("40-gulan", "0 bid 20", "3 bid 25")
    assert game.standing == (1, 25)
    assert game.caller == 2
    assert auction("40-cheettukali", "0 bid 20").faults(event("3 bid 25")) == ["call-out-of-turn"]


def test_the_guide_lets_no_bid_stand_that_is_equal_57_and_no_eldest_pass_59():
    assert auction("28-standard", "0 bid 14").faults(event("1 bid 14")) == ["bid-not-higher"]
    assert auction("28-standard").faults(event("0 pass")) == ["eldest-must-bid"]


def test_a_new_winner_of_the_second_phase_conceals_anew_65():
    game = auction("28-standard", "0 bid 14", "1 bid 15", "2 pass", "3 pass", "0 pass")
    card = game.hands[1][0]
    goes_on(game, f"1 conceal {card}", "0 bid 24", "1 pass", "2 pass", "3 pass")
    assert game.doing == "trump"
    assert game.declarer == 0
    assert card in game.hands[1]
    assert game.concealed is None


# Redeals


def redeal(reason):
    return {"do": "redeal", "reason": reason}


def test_eldest_without_points_is_owed_a_redeal_a13_83():
    game = dealt("28-standard", {0: "Ks Qh 8d 7c"})
    assert game.faults(redeal("eldest-no-points")) == []
    assert game.faults(event("0 bid 14")) == ["redeal-owed"]
    assert game.faults(event("2 cut 3")) == []
    game.apply(redeal("eldest-no-points"))
    assert game.deals == 2
    assert game.untouched
    owed_to_none = dealt("28-standard", {0: "Td Qh 8d 7c"})
    assert owed_to_none.faults(redeal("eldest-no-points")) == ["redeal-without-cause"]
    assert dealt("40-cheettukali", {0: "Ks Qs 8h 7h Kd Qc"}).redeal_owed
    assert not dealt("40-cheettukali", {0: "Ks Qs 8h 7h Kd 3c"}).redeal_owed
    assert not dealt("28-gulan", {0: "Ks Qh 8d 7c"}).redeal_owed


def test_four_jacks_count_in_the_first_four_and_by_option_in_eight_a13():
    assert dealt("28-standard", {2: "Js Jh Jd Jc"}).redeal_owed
    for options, owed in (({}, False), ({"four_jacks_in_eight": True}, True)):
        game = dealt("28-kerala-house", {2: "Js Jh Jd As Jc"}, options)
        goes_on(game, "0 bid 14", "1 pass", "2 bid 20", "3 pass", "2 conceal Jh")
        assert game.redeal_owed is owed


def test_a_trump_that_the_others_do_not_hold_is_dealt_again_a13_b7():
    game = position("28-standard", {0: "Js 9s As Ks", 2: "8s 7s Qs", 1: "Ah", 3: "Kh"}, concealed="Ts")
    assert game.faults(redeal("no-trump-against")) == []
    assert game.faults(event("0 play Js"))[0] == "redeal-owed"
    game.hands[1].append("7s")
    assert game.faults(redeal("no-trump-against")) == ["redeal-without-cause"]


def test_a_hand_without_points_may_be_dealt_again_by_option_until_the_first_card():
    options = {"no_points_in_hand": True}
    game = position("28-gulan", {0: "Js 9h", 1: "Ks Qs", 2: "Ah", 3: "Th"}, concealed="Td", options=options)
    assert game.faults(redeal("no-points-in-hand")) == []
    assert game.faults(event("0 play Js")) == []
    goes_on(game, "0 play Js")
    assert game.faults(redeal("no-points-in-hand")) == ["redeal-without-cause"]
