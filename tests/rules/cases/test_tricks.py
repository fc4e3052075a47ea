"""Who takes a trick: worked examples B3, C3, C5; reported faults 35, 37, 39, 49.

Sentences 1.5–1.9, 0.13, 0.26–0.32, 0.40, 0.100, 0.109–0.113, 2.8, 2.41.
"""

from itertools import pairwise

import pytest

from tests.support.hands import Table

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


# Equal cards (B3, C3, C5, 49; 0.40, 2.8, 2.41). P1 to P6 are the seats 0 to 5; P6 deals.


@pytest.mark.parametrize(("rules", "equal"), [("40-cheettukali", "3h"), ("40-gulan", "Jh")])
def test_of_two_equal_trumps_the_first_takes_the_trick_b3(rules, equal):
    hands = {0: "Ks As 7h", 1: f"{equal} -s", 2: "Ts", 3: "Jh -s", 4: "7s", 5: "9h -s"}
    table = Table(rules, hands, dealer=5).contract(0, 24, "7h")
    assert table.trick(f"0 Ks ?{equal} Ts Jh 7s 9h") == (1, 9)


@pytest.mark.parametrize("rules", ["56-gulan", "56-support"])
@pytest.mark.parametrize(("fifth", "winner", "points"), [("9h", 1, 8), ("Jh", 4, 9)])
def test_of_two_identical_trumps_the_first_takes_the_trick_c3(rules, fifth, winner, points):
    hands = {0: "Ks Kh", 1: "9h -s", 2: "As", 3: "Qs", 4: f"{fifth} -s", 5: "Js"}
    table = Table(rules, hands, dealer=5).contract(0, 30, "Kh")
    asked = "" if rules == "56-support" else "?"
    assert table.trick(f"0 Ks {asked}9h As Qs {fifth} Js") == (winner, points)


@pytest.mark.parametrize(("third", "winner"), [("?Qs", 3), ("Qs", 0)])
def test_an_identical_card_after_the_reveal_beats_the_one_before_it_c5(third, winner):
    hands = {0: "Jd", 1: "Ks -d", 2: "Qs -d", 3: "Jd", 4: "9d", 5: "Kd Ad"}
    table = Table("56-gulan", hands, dealer=5).contract(5, 30, "Kd")
    assert table.trick(f"0 Jd Ks {third} Jd 9d Ad") == (winner, 9)


def test_of_two_identical_cards_of_the_suit_led_the_first_takes_the_trick_49():
    hands = {0: "Jc", 1: "Qc", 2: "9c", 3: "Kc", 4: "Jc", 5: "Ac Ks"}
    table = Table("56-gulan", hands, dealer=5).contract(5, 30, "Ks")
    assert table.trick("0 Jc Qc 9c Kc Jc Ac") == (0, 9)


def test_a_jack_after_the_reveal_beats_its_twin_led_before_it_49():
    hands = {0: "Js", 1: "Kh -s", 2: "Js", 3: "Qs", 4: "Ks", 5: "Ts As"}
    table = Table("56-gulan", hands, dealer=5).contract(5, 30, "Ts")
    assert table.trick("0 Js ?Kh Js Qs Ks As").seat == 2


def test_of_two_jacks_that_ruff_the_first_takes_the_trick_49():
    hands = {0: "Kh", 1: "Js -h", 2: "Ah", 3: "Js -h", 4: "Qh", 5: "Ts Th"}
    table = Table("56-gulan", hands, dealer=5).contract(5, 30, "Ts")
    assert table.trick("0 Kh ?Js Ah Js Qh Th").seat == 1


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("0 3h 9h Jh Ah Kh 7h", 0),
        ("0 Jh 9h 3h Ah Kh 7h", 0),
        ("0 9h 7h Jh Ah 3h Kh", 2),
        ("0 9h 7h 3h Ah Jh Kh", 2),
    ],
)
def test_in_forty_three_and_jack_are_equal_and_the_first_takes_the_trick_39_49(trick, winner):
    hands = {seat: trick.split()[seat + 1] for seat in range(5)} | {5: f"{trick.split()[6]} 8s"}
    table = Table("40-cheettukali", hands, dealer=5).contract(5, 24, "8s")
    assert table.trick(trick).seat == winner


@pytest.mark.parametrize(("first", "second"), [("3c", "Jc"), ("Jc", "3c")])
def test_in_forty_the_first_of_three_and_jack_ruffs_49(first, second):
    hands = {0: "Ah", 1: f"{first} -h", 2: "7h", 3: f"{second} -h", 4: "8h", 5: "7c Kh"}
    table = Table("40-cheettukali", hands, dealer=5).contract(5, 24, "7c")
    assert table.trick(f"0 Ah ?{first} 7h {second} 8h Kh").seat == 1
