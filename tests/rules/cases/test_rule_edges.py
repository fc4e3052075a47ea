"""Rules of the Gulan family at edges that a rule with one changed operator gets wrong (gulan/RULES.md)."""

from dataclasses import replace

import pytest

from dealproof.replay.games.gulan.ruleset import Redeal
from dealproof.replay.games.gulan.variants import GULAN_56, STANDARD_28
from tests.support.hands import Table

SOUTH, EAST, NORTH, WEST = range(4)
JACKS_KEPT = replace(STANDARD_28, no_jack_discard=True, id="house")


# The cut (PROTOCOL.md, "The random stream")


@pytest.mark.parametrize(("at", "rule"), [(1, None), (31, None), (32, "cut-out-of-range"), (33, "cut-out-of-range")])
def test_a_cut_leaves_a_card_however_far_it_reaches(at, rule):
    assert Table("28-standard", dealer=SOUTH).fault(f"3 cut {at}") == rule


# The auction (G, adoption)


def test_with_adoption_a_partner_bids_in_place_of_the_seat_to_call_and_does_not_pass_for_it():
    table = Table("28-gulan", dealer=SOUTH)
    assert table.to_act == (EAST,)
    assert table.fault("3 bid 16") is None
    assert table.fault("3 pass") == "call-out-of-turn"
    assert table.fault("0 bid 16") == "call-out-of-turn"
    assert table.fault("1 pass") != "call-out-of-turn"


# Redeals (K)


def test_a_hand_without_points_is_looked_for_after_the_whole_deal_only():
    rules = replace(STANDARD_28, redeal=replace(STANDARD_28.redeal, no_points_in_hand="may"), id="house")
    table = Table(rules, {NORTH: "7s 8s 7h 8h Js", EAST: "Jh"}, dealer=SOUTH, first="7s 8s 7h 8h Jh")
    assert table.held(NORTH) == {"7s", "8s", "7h", "8h"}
    assert table.fault("redeal no-points-in-hand") == "redeal-without-cause"


@pytest.mark.parametrize(
    ("jacks", "rule"),
    [("Js Jh Jd Jc", None), ("Js Js Jh Jd Jc", None), ("Js Js Jh Jd", "redeal-without-cause")],
)
def test_in_a_double_pack_the_four_jacks_are_one_of_each_suit_and_more_may_be_held(jacks, rule):
    rules = replace(GULAN_56, redeal=Redeal(four_jacks="must"), id="house")
    others = "Jc Jc" if "Jc" not in jacks else ""
    assert Table(rules, {0: jacks, 1: others}, dealer=5).fault("redeal four-jacks") == rule


# Keeping jacks back (K, an option)


def test_the_jack_of_a_fresh_suit_is_kept_back_and_any_other_card_may_be_thrown():
    hands = {EAST: "Ad", NORTH: "Js 7s 7h -d", SOUTH: "7c"}
    table = Table(JACKS_KEPT, hands, dealer=SOUTH).contract(SOUTH, 16, "7c").goes_on("1 play Ad")
    assert table.fault("2 play Js") == "no-jack-discard"
    assert table.fault("2 play 7s") is None
    assert table.fault("2 play 7h") is None


def test_a_concealed_trump_is_an_alternative_to_a_jack_for_everybody_but_the_declarer():
    """K: the declarer may not discard a concealed trump, so it may have nothing else to throw."""
    hands = {EAST: "Ad Jc", NORTH: "Js Jh 9c Ac Tc Kc Qc 8c", SOUTH: "7c"}
    table = Table(JACKS_KEPT, hands, dealer=SOUTH).contract(SOUTH, 16, "7c").goes_on("1 play Ad")
    assert table.plays() == {"9c", "Ac", "Tc", "Kc", "Qc", "8c"}
    hands = {EAST: "Ad Jc", SOUTH: "Js 7c 9c Ac Tc Kc Qc 8c", NORTH: "7d", WEST: "8d"}
    table = Table(JACKS_KEPT, hands, dealer=SOUTH).contract(SOUTH, 16, "7c")
    assert table.goes_on("1 play Ad", "2 play 7d", "3 play 8d").plays() == {"Js"}


@pytest.mark.parametrize(("throws", "rule"), [("Jh", None), ("Js", "no-jack-discard"), ("8s", None)])
def test_the_jack_of_a_suit_that_was_led_may_be_thrown_and_that_of_another_may_not(throws, rule):
    hands = {EAST: "Ah Ad", NORTH: "8h Jh Js 8s -d", WEST: "Th Td", SOUTH: "Kh 7c"}
    table = Table(JACKS_KEPT, hands, dealer=SOUTH).contract(SOUTH, 16, "7c")
    table.goes_on("1 play Ah", "2 play 8h", "3 play Th", "0 play Kh", "1 play Ad")
    assert table.fault(f"2 play {throws}") == rule


def test_the_declarer_keeps_a_jack_back_where_it_has_a_card_that_is_no_trump():
    hands = {EAST: "Ad", NORTH: "Kd", WEST: "Td", SOUTH: "Js 7c 7h -d"}
    table = Table(JACKS_KEPT, hands, dealer=SOUTH).contract(SOUTH, 16, "7c")
    assert table.goes_on("1 play Ad", "2 play Kd", "3 play Td").fault("0 play Js") == "no-jack-discard"


def test_a_seat_before_the_declarer_throws_a_concealed_trump_instead_of_a_jack():
    hands = {EAST: "Ad", NORTH: "Js Jh 9c Ac Tc Kc Qc 8c", WEST: "7c"}
    table = Table(JACKS_KEPT, hands, dealer=SOUTH).contract(WEST, 16, "7c").goes_on("1 play Ad")
    assert table.plays() == {"9c", "Ac", "Tc", "Kc", "Qc", "8c"}


# Turning the trump up (K, G, C)


@pytest.mark.parametrize("declarer", [SOUTH, WEST])
def test_only_the_declarer_turns_its_card_up_when_its_suit_is_led(declarer):
    hands = {EAST: "Ac", NORTH: "-c", declarer: "7c"}
    table = Table("28-standard", hands, dealer=SOUTH).contract(declarer, 16, "7c").goes_on("1 play Ac")
    assert table.fault("2 reveal_trump") == "reveal-by-other"


def test_under_thani_nobody_asks_for_a_trump_that_the_first_card_made():
    rules = replace(GULAN_56, id="house", thani=replace(GULAN_56.thani, trump="first-led", partners="play"))
    table = Table(rules, {0: "Js", 1: "-s"}, dealer=5).contract(0, "thani").goes_on("0 play Js")
    assert table.fault("1 ask_trump") == "no-trump-game"


# Jodi


def test_a_partner_of_the_declarer_counts_its_own_cards_and_not_the_concealed_one():
    """C: with an option, only as long as the promiser holds so many cards."""
    rules = replace(GULAN_56, id="house", jodi=replace(GULAN_56.jodi, min_cards=8))
    hands = {0: "Js Js Jh Jh Jd Jd Jc Jc", 1: "9c"}
    table = Table(rules, hands, dealer=5).contract(0, 30, "Jc").goes_on("0 play Js")
    table.goes_on(f"1 play {min(table.plays())}")
    assert table.fault("2 claim_jodi") is None
    table.goes_on(f"2 play {min(table.plays())}")
    for seat in (3, 4, 5):
        table.goes_on(f"{seat} play {min(table.plays())}")
    table.goes_on("0 play Js")
    table.goes_on(f"1 play {min(table.plays())}")
    assert table.fault("2 claim_jodi") == "jodi-not-now"


def test_in_cheettukali_no_jodi_is_claimed_after_the_fourth_trick_nor_after_the_fifth():
    """C: up to the fourth trick."""
    table = Table("40-cheettukali", {0: "Js 3s Jd 3d Jc 3c", 1: "9c"}, dealer=5).contract(0, 20, "3c")
    claimable = []
    for card in "Js 3s Jd 3d Jc".split():
        claimable.append(table.fault("0 claim_jodi"))
        table.lead(f"0 {card}")
    claimable.append(table.fault("0 claim_jodi"))
    assert claimable == [None] * 4 + ["jodi-not-now"] * 2


@pytest.mark.parametrize(
    ("declarer", "rule"), [(0, None), (1, "jodi-trick-lost"), (2, None), (3, "jodi-trick-lost")], ids=str
)
def test_a_trick_is_lost_to_the_team_that_the_declarer_is_not_in(declarer, rule):
    """Seat 0 has taken the first trick and is to lead."""
    hands = {0: "Js 8d"} if declarer == 0 else {0: "Js", declarer: "8d"}
    table = Table("28-gulan", hands, dealer=3).contract(declarer, 16, "8d")
    table.lead("0 Js")
    assert table.to_act == (0,)
    assert table.fault("0 claim_jodi") == rule
