"""The auction: worked examples A1, A3, A15, B5, C7; reported faults 57, 59, 61, 63, 65."""

import pytest

from tests.support.hands import Table

SOUTH, EAST, NORTH, WEST = range(4)
ALL_28 = ["28-gulan", "28-standard", "28-kerala-house"]


# Who calls, and what (A1; 0.48, 0.64, 0.70–0.71, 0.98; 1.13, 1.18)


@pytest.mark.parametrize("rules", ALL_28)
def test_the_dealers_left_cuts_and_nobody_else_a1(rules):
    table = Table(rules)
    assert table.legal("cut") == [{"seat": WEST, "do": "cut", "from": 1, "to": 31}]
    assert table.fault("1 cut 5") == "cut-wrong-seat"
    assert table.fault("3 cut 32") == table.fault("3 cut 0") == "cut-out-of-range"
    table.goes_on("3 cut 5")
    assert table.fault("3 cut 5") == "cut-after-deal"


@pytest.mark.parametrize("rules", ALL_28)
def test_the_dealers_right_bids_first_14_or_more_and_may_not_pass_a1_59(rules):
    table = Table(rules)
    assert table.to_act == (EAST,)
    assert table.bids(EAST) == [(14, 28)]
    assert table.fault("1 pass") == "eldest-must-bid"
    assert table.fault("1 bid 13") == "bid-too-low"
    assert table.fault("1 bid 29") == "bid-too-high"
    assert table.fault("2 bid 14") == "call-out-of-turn"


@pytest.mark.parametrize("rules", ALL_28)
@pytest.mark.parametrize("declarer", range(4))
def test_the_dealers_right_leads_whoever_declares_a1(rules, declarer):
    table = Table(rules).contract(declarer, 16)
    assert table.to_act == (EAST,)
    assert table.fault("0 play 7s") == "play-out-of-turn"


@pytest.mark.parametrize("dealer", range(4))
def test_seats_turn_with_the_dealer_a1(dealer):
    table = Table("28-standard", dealer=dealer)
    assert table.to_act == ((dealer + 1) % 4,)
    assert table.fault(f"{(dealer - 1) % 4} cut 1") is None


# When it is over (A3; 1.21, 1.22)


def test_three_passes_in_a_row_end_the_standard_auction_a3():
    table = Table("28-standard").goes_on("1 bid 14", "2 bid 15", "3 pass", "0 pass")
    assert table.to_act == (EAST,)
    table.goes_on("1 pass")
    assert table.dos() == {"conceal"}
    assert table.to_act == (NORTH,)
    assert table.fault("3 bid 16") == "call-after-auction"


def test_kerala_house_gives_everybody_one_chance_a3():
    table = Table("28-kerala-house").goes_on("1 bid 14", "2 bid 15", "3 pass", "0 pass")
    assert table.dos() == {"conceal"}
    assert table.to_act == (NORTH,)
    assert table.fault("1 bid 16") == "call-after-auction"


def test_who_has_passed_may_bid_again_in_the_standard_auction():
    table = Table("28-standard").goes_on("1 bid 14", "2 pass", "3 pass", "0 bid 15", "1 bid 16", "2 pass")
    assert table.to_act == (WEST,)
    assert table.fault("3 bid 20") is None


# The least bid (A15; 0.87, 0.155)


def test_the_second_phase_of_gulan_parish_starts_at_24_for_anybody_a15():
    table = Table("28-gulan").goes_on("1 bid 14", "2 bid 17", "3 pass", "0 pass", "1 pass")
    table.goes_on(f"2 conceal {table.legal('conceal')[0]['card']}")
    for seat in (EAST, NORTH, WEST, SOUTH):
        assert table.to_act == (seat,)
        assert table.fault(f"{seat} bid 23") == "bid-too-low"
        assert table.bids(seat) == [(24, 28), "thani"]
        table.goes_on(f"{seat} pass")
    assert table.hand.bid == 17


def test_the_second_round_of_the_first_phase_starts_at_20_a15():
    table = Table("28-gulan").goes_on("1 bid 14", "2 bid 17", "3 pass", "0 pass")
    assert table.to_act == (EAST,)
    assert table.fault("1 bid 19") == "bid-too-low"
    assert table.bids(EAST) == [(20, 28)]


@pytest.mark.parametrize(("rules", "least"), [("28-standard", 24), ("28-kerala-house", 20)])
def test_the_guides_second_phase_starts_at_24_or_at_kerala_house_at_20(rules, least):
    """Sentence 1.23, as ruled: for everybody."""
    table = Table(rules).goes_on("1 bid 14", "2 pass", "3 pass", "0 pass")
    table.goes_on(f"1 conceal {table.legal('conceal')[0]['card']}")
    assert table.bids(EAST) == [(least, 28), "thani"]
    assert table.fault(f"1 bid {least - 1}") == "bid-too-low"


# Raising (57, 61; 000 rules 2 and 3, 0.82–0.85, 1.20)


@pytest.mark.parametrize("rules", ALL_28)
def test_a_bid_that_is_equal_to_the_standing_one_is_none_57(rules):
    table = Table(rules).goes_on("1 bid 14")
    assert table.fault("2 bid 14") == "bid-not-higher"
    assert table.fault("2 bid 15") is None


@pytest.mark.parametrize("rules", ["28-standard", "28-kerala-house"])
def test_over_a_partner_one_bids_20_or_more(rules):
    """Sentence 1.20."""
    table = Table(rules).goes_on("1 bid 14", "2 pass")
    assert table.fault("3 bid 19") == "bid-over-partner-needs-honors"
    assert table.bids(WEST) == [(20, 28)]


def test_after_a_pass_the_same_team_calls_in_gulan_parish_61():
    """As ruled, a partner may still raise from honors when the answering team has passed out."""
    table = Table("28-gulan").goes_on("1 bid 14", "2 pass")
    assert table.to_act == (SOUTH,)
    table.goes_on("0 pass")
    assert table.to_act == (WEST,)
    assert table.fault("3 bid 15") == "bid-over-partner-needs-honors"
    table.goes_on("3 pass")
    assert table.to_act == (EAST,)
    assert table.dos() == {"conceal"}
    assert table.hand.bid == 14


def test_after_a_pass_the_next_seat_calls_in_the_standard_auction_61():
    table = Table("28-standard").goes_on("1 bid 14", "2 pass")
    assert table.to_act == (WEST,)
    table.goes_on("3 pass", "0 pass")
    assert table.dos() == {"conceal"}


def test_a_pass_that_is_not_in_the_log_is_not_made_up_63():
    table = Table("28-standard").goes_on("1 bid 14", "2 pass")
    assert table.fault("0 pass") == "call-out-of-turn"
    assert table.to_act == (WEST,)


# The trump card of the first phase (65)


@pytest.mark.parametrize("rules", ALL_28)
def test_a_new_winner_of_the_second_phase_conceals_one_of_its_eight_cards_65(rules):
    table = Table(rules, {NORTH: "9h", EAST: "Js 7h Ks Qs 8h"}).goes_on("1 bid 14", "2 bid 16", "3 pass", "0 pass")
    if table.to_act == (EAST,):
        table.goes_on("1 pass")
    table.goes_on("2 conceal 9h", "1 bid 24", "2 pass", "3 pass", "0 pass")
    assert table.fault("2 conceal 9h") == "conceal-not-declarer"
    assert "9h" in table.held(NORTH)
    assert len(table.held(NORTH)) == 8
    table.goes_on("1 conceal 8h")
    assert "8h" not in table.held(EAST)
    assert table.to_act == (EAST,)


@pytest.mark.parametrize("rules", ALL_28)
def test_the_trump_card_of_the_first_phase_stays_and_is_not_swapped_where_all_pass_65(rules):
    table = Table(rules, {NORTH: "9h Js", EAST: "Ts"}).goes_on("1 bid 14", "2 bid 16", "3 pass", "0 pass")
    if table.to_act == (EAST,):
        table.goes_on("1 pass")
    table.goes_on("2 conceal 9h", "1 pass")
    assert table.fault("2 conceal Js") == "trump-already-chosen"
    table.goes_on("2 pass", "3 pass", "0 pass")
    assert table.fault("2 conceal Js") == "trump-already-chosen"
    assert "9h" not in table.held(NORTH)
    assert (table.hand.bid, table.hand.declarer) == (16, NORTH)


# Forty (B5; 2.17–2.24) and fifty-six (C7; 0.76–0.87)


def test_the_limits_of_the_bids_of_forty_b5():
    """P1 to P6 are the seats 0 to 5; P6 deals."""
    table = Table("40-cheettukali", {0: "Js"}, dealer=5)
    assert table.fault("0 pass") == "eldest-must-bid"
    assert table.fault("0 bid 19") == "bid-too-low"
    table.goes_on("0 bid 20", "1 pass")
    assert table.fault("2 bid 21") == table.fault("2 bid 29") == "bid-over-partner-needs-honors"
    assert table.bids(2) == [(30, 40), "thani"]
    table.goes_on("2 pass")
    assert table.fault("3 bid 21") is None
    table.goes_on("3 bid 22", "4 pass", "5 pass", "0 pass", "1 pass")
    assert table.fault("2 bid 23") is None


def test_five_passes_in_a_row_end_the_auction_of_forty_b5():
    """Sentence 2.19."""
    table = Table("40-cheettukali", {0: "Js"}, dealer=5).goes_on("0 bid 20", "1 bid 21")
    table.goes_on("2 pass", "3 pass", "4 pass", "5 pass")
    assert table.to_act == (0,)
    assert table.goes_on("0 pass").dos() == {"conceal"}


def test_exactly_21_is_a_signal_and_no_rule():
    """Sentence 2.25."""
    assert Table("40-cheettukali", {0: "Ks 9s"}, dealer=5).fault("0 bid 21") is None


def first_round_of_fifty_six():
    """Round 1: P1 28, P2 30, P3 32, and the others pass, the answering team first."""
    return Table("56-gulan", dealer=5).goes_on("0 bid 28", "1 bid 30", "2 bid 32", "3 pass", "5 pass", "4 pass")


def test_the_second_round_starts_at_honors_for_those_who_have_bid_c7():
    table = first_round_of_fifty_six()
    assert table.to_act == (0,)
    assert table.bids(0) == [(40, 56), "thani"]
    assert table.fault("0 bid 39") == "bid-too-low"
    table.goes_on("0 pass")
    assert table.to_act == (1,)
    assert table.fault("1 bid 33") == table.fault("1 bid 39") == "bid-too-low"
    assert table.bids(1) == [(40, 56), "thani"]
    table.goes_on("1 bid 40")
    assert table.to_act == (2,)


def test_who_only_passed_in_the_first_round_has_no_call_in_the_second_c7():
    """As ruled; a seat whose own bid stands has none either."""
    table = first_round_of_fifty_six()
    assert table.fault("3 bid 40") == "call-out-of-turn"
    table.goes_on("0 pass", "1 pass")
    assert table.dos() == {"conceal"}
    assert table.to_act == (2,)


def test_over_an_opponent_one_more_is_enough_in_the_first_round_c7():
    table = Table("56-gulan", dealer=5).goes_on("0 bid 28", "1 bid 30", "2 bid 32")
    assert table.fault("3 bid 33") is None
    assert table.fault("3 bid 32") == "bid-not-higher"
