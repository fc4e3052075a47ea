"""Who takes a trick in 28: reported faults 35, 37, 39; sentences 1.5–1.9, 0.13, 0.26–0.32, 0.100, 0.110."""

from itertools import pairwise

import pytest

from tests.hands import Table

SOUTH, EAST, NORTH, WEST = range(4)
ALL_28 = ["28-gulan", "28-standard", "28-kerala-house"]
RANKS = "J9ATKQ87"


@pytest.mark.parametrize("rules", ALL_28)
def test_the_one_trump_takes_the_trick_35(rules):
    hands = {SOUTH: "Ah", EAST: "7c 8d -h", NORTH: "Th", WEST: "Kh Jc"}
    table = Table(rules, hands, dealer=WEST).contract(WEST, 16, "Jc")
    assert table.trick("0 Ah ?7c Th Kh") == (EAST, 2)


@pytest.mark.parametrize("rules", ALL_28)
def test_the_higher_ruff_takes_the_trick_though_it_need_not_be_played_37(rules):
    hands = {SOUTH: "Ac", EAST: "9d -c", NORTH: "Jd 8d 7h -c", WEST: "Kc Td"}
    table = Table(rules, hands, dealer=WEST).contract(WEST, 16, "Td")
    table.trick("0 Ac ?9d")
    assert table.plays() == table.held(NORTH)
    assert table.goes_on("2 play Jd", "3 play Kc").to_act == (NORTH,)
    assert table.hand.card_points == [6, 0]


@pytest.mark.parametrize("rules", ALL_28)
def test_jack_beats_nine_beats_ace_beats_ten_39(rules):
    hands = {SOUTH: "Td", EAST: "Jd", NORTH: "9d", WEST: "Ad Kc"}
    table = Table(rules, hands, dealer=WEST).contract(WEST, 16, "Kc")
    assert table.trick("0 Td Jd 9d Ad") == (EAST, 7)


@pytest.mark.parametrize("rules", ALL_28)
def test_the_same_order_holds_among_open_trumps_39(rules):
    hands = {SOUTH: "Ks Ad", EAST: "7d Td -s", NORTH: "Jd As", WEST: "9d 8s"}
    table = Table(rules, hands, dealer=WEST).contract(WEST, 16, "9d")
    assert table.trick("0 Ks ?7d As 8s") == (EAST, 1)
    assert table.trick("1 Td Jd 9d Ad") == (NORTH, 7)


@pytest.mark.parametrize("rules", ALL_28)
@pytest.mark.parametrize(("high", "low"), list(pairwise(RANKS)))
def test_each_rank_beats_the_next_whichever_is_led_39(rules, high, low):
    others = " ".join(f"{rank}h" for rank in RANKS if rank not in (high, low))
    for led, followed, winner in ((low, high, EAST), (high, low, SOUTH)):
        hands = {SOUTH: f"{led}h 9s", EAST: f"{followed}h {others}", NORTH: "Jc -h", WEST: "Kc Ts -h"}
        table = Table(rules, hands, dealer=WEST).contract(WEST, 16, "Kc")
        assert table.trick(f"0 {led}h {followed}h Jc Ts").seat == winner
