"""Scores of 28: reported faults 51, 53 (thani); sentences 1.48–1.50, 1.61–1.63, 0.114–0.123, 0.151–0.156, 0.170."""

from dataclasses import replace

import pytest

from dealproof.replay.games.gulan.variants import GULAN_28, STANDARD_28
from tests.support.hands import Table, hands_of

SOUTH, EAST, NORTH, WEST = range(4)
GUIDE = ["28-standard", "28-kerala-house"]
ALL_28 = ["28-gulan", *GUIDE]

FOURTEEN_TO_ELEVEN = (
    "0 Js 7s Ks 8s",
    "0 9s Ts As Qs",
    "0 7h Jh 8h Kh",
    "1 9h Ah Th Qh",
    "1 Jc 8c Tc 7c",
    "1 7d Jd 8d 9d",
    "2 Ad Qd Td Kd",
)
"""South and North take 14 points, the others 11, and three are left in clubs, South's hidden nine among them."""
LAST = "2 Kc Qc !9c Ac"


def seventeen(rules, bid):
    table = Table(rules, hands_of(*FOURTEEN_TO_ELEVEN, LAST), dealer=WEST, first="9c Js 7d 9h")
    table.contract(SOUTH, bid, "9c").tricks(*FOURTEEN_TO_ELEVEN)
    assert table.hand.card_points == [14, 11]
    return table


@pytest.mark.parametrize("rules", ALL_28)
@pytest.mark.parametrize(("bid", "made", "points"), [(16, True, 1), (17, True, 1), (18, False, -2)])
def test_the_last_trick_counts_51(rules, bid, made, points):
    table = seventeen(rules, bid)
    assert table.trick(LAST) == (SOUTH, 3)
    result = table.outcome()
    assert (result["ended"], result["made"], result["card_points"]) == ("played", made, [17, 11])
    assert result["score"] == {"team": 0, "points": points}
    assert (result["tricks"], result["trump"], result["deals"]) == ([5, 3], "c", 1)


@pytest.mark.parametrize("rules", ALL_28)
def test_before_the_last_trick_there_is_no_result_51(rules):
    assert seventeen(rules, 16).outcome() is None


PRICES = [
    (GUIDE[0], "14 1 -2, 19 1 -2, 20 2 -3, 24 2 -3, 25 3 -4, 28 3 -4"),
    (GUIDE[1], "14 1 -2, 19 1 -2, 20 2 -3, 24 2 -3, 25 3 -4, 28 3 -4"),
    ("28-gulan", "14 1 -2, 19 1 -2, 20 2 -3, 23 2 -3, 24 3 -4, 28 3 -4"),
]
CASES = [(rules, *map(int, price.split())) for rules, prices in PRICES for price in prices.split(",")]


HIGH = {SOUTH: "Js Ts 9h Ah Jd Td 9c Ac", NORTH: "9s As Jh Th 9d Ad Jc Tc"}
"""All cards of points with one side."""
LOW = {SOUTH: "As Ks Kh Qh Kd Qd Kc Qc", NORTH: "8s 7s 8h 7h 8d 7d 8c 7c"}
"""One such card with it, for eldest must have one."""


@pytest.mark.parametrize(("rules", "bid", "made", "failed"), CASES)
def test_each_height_has_its_price_1_48(rules, bid, made, failed):
    won = Table(rules, HIGH, dealer=WEST).contract(SOUTH, bid, "Ts").plays_on().outcome()
    lost = Table(rules, LOW, dealer=WEST).contract(SOUTH, bid, "Ks").plays_on().outcome()
    assert (won["made"], won["card_points"], won["score"]) == (True, [28, 0], {"team": 0, "points": made})
    assert (lost["made"], lost["score"]) == (False, {"team": 0, "points": failed})


# Thani (53; 1.61–1.63, 0.158–0.170)


@pytest.mark.parametrize("rules", ALL_28)
def test_thani_has_no_trump_leads_and_wins_four_with_all_tricks(rules):
    table = Table(rules, {NORTH: "Js 9s As Ts Ks Qs 8s 7s", EAST: "Jh"}).contract(NORTH, "thani")
    assert table.to_act == (NORTH,)
    assert table.held(NORTH) == {f"{rank}s" for rank in "J9ATKQ87"}
    table.goes_on("2 play 7s")
    assert table.fault("3 ask_trump") == "no-trump-game"
    result = table.plays_on().outcome()
    assert (result["ended"], result["kind"], result["bid"], result["trump"]) == ("played", "thani", "thani", None)
    assert (result["made"], result["score"]["points"], result["tricks"]) == (True, 4, [8, 0])


@pytest.mark.parametrize("rules", ALL_28)
@pytest.mark.parametrize(
    ("taker", "trick", "tricks"), [(EAST, "2 Qs 8s 7s Ks", [0, 1]), (SOUTH, "2 Qs 8s Ks 7s", [1, 0])]
)
def test_thani_is_over_with_one_pointless_trick_of_anybody_else_a_partner_too_53(rules, taker, trick, tricks):
    hands = hands_of(trick)
    table = Table(rules, hands | {EAST: f"{hands[EAST]} Jh", NORTH: "Qs 9d -s"}).contract(NORTH, "thani")
    assert table.trick(trick) == (taker, 0)
    result = table.outcome()
    assert (result["ended"], result["made"], result["tricks"]) == ("thani-lost", False, tricks)
    assert result["score"] == {"team": 0, "points": -5}
    assert table.fault(f"{taker} play Jh") == "play-after-end"


def test_thani_is_bid_in_the_last_phase_only():
    table = Table("28-standard", {EAST: "Js"})
    assert table.fault("1 bid thani") == "thani-not-yet"


@pytest.mark.parametrize("rules", [GULAN_28, STANDARD_28])
def test_a_trump_card_laid_before_a_thani_goes_back_to_its_owner(rules):
    table = Table(replace(rules, id="house"), {EAST: "Js 7h Ks"}).contract(EAST, "thani")
    assert len(table.held(EAST)) == 8
    assert table.hand.trump.concealed == 0
