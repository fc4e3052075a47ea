"""A concealed trump in 28: worked examples A5, A7, A9; reported faults 33, 41, 43, 45, 47.

Trick 1 is led by eldest, so the dealer is chosen for the leader that a case has.
"""

import pytest

from tests.support.hands import Table

SOUTH, EAST, NORTH, WEST = range(4)
GUIDE = ["28-standard", "28-kerala-house"]
ALL_28 = ["28-gulan", *GUIDE]


# Turned up in the middle of a trick (A5 and 33; 1.38–1.47, 0.109, 0.113)


@pytest.mark.parametrize("rules", ALL_28)
def test_a_trump_led_before_it_was_turned_up_is_an_ordinary_card_a5_33(rules):
    hands = {NORTH: "Js -s", WEST: "8d 7c Ah -s", SOUTH: "8s Ks -s", EAST: "9s"}
    table = Table(rules, hands, dealer=EAST).contract(SOUTH, 16, "8s")
    assert table.trick("2 Js ?8d Ks 9s") == (EAST, 5)


@pytest.mark.parametrize("rules", ALL_28)
def test_any_opened_trump_beats_it_and_the_asker_without_one_discards_a5(rules):
    hands = {NORTH: "Js 9s", WEST: "8d 7c Ah -s", SOUTH: "8s Ks -s", EAST: "7s"}
    table = Table(rules, hands, dealer=EAST).contract(SOUTH, 16, "8s")
    table.goes_on("2 play Js", "3 ask_trump")
    assert "8s" in table.held(SOUTH)
    assert table.plays() == table.held(WEST)
    assert table.to_act == (WEST,)
    table.goes_on("3 play 8d")
    assert table.plays() == {"8s", "Ks"}
    table.goes_on("0 play Ks", "1 play 7s")
    assert table.to_act == (SOUTH,)


@pytest.mark.parametrize("rules", ALL_28)
def test_a_trump_thrown_before_the_reveal_loses_to_a_lesser_one_after_it(rules):
    """The guide's first example, 1.38–1.42."""
    hands = {SOUTH: "8h", EAST: "Ac Ks 7s 7d -h", NORTH: "Qc 8s 8d -h", WEST: "Jc Ah"}
    table = Table(rules, hands, dealer=WEST).contract(WEST, 16, "Jc")
    assert table.trick("0 8h Ac ?Qc Ah") == (NORTH, 2)


# Two who ruff (A7; 0.103, 0.110)


@pytest.mark.parametrize("rules", ALL_28)
def test_of_two_who_ruff_the_higher_trump_takes_the_trick_a7(rules):
    hands = {NORTH: "Jd", WEST: "8c Ks -d", SOUTH: "7c 9d -c", EAST: "Tc Ah -d"}
    table = Table(rules, hands, dealer=EAST).contract(SOUTH, 16, "7c")
    assert table.trick("2 Jd ?8c 9d Tc") == (EAST, 6)


@pytest.mark.parametrize("rules", ALL_28)
def test_who_has_not_asked_need_not_ruff_nor_beat_a_ruff_a7_43(rules):
    hands = {NORTH: "Jd", WEST: "8c Ks -d", SOUTH: "7c 9d -c", EAST: "Tc Ah -d"}
    table = Table(rules, hands, dealer=EAST).contract(SOUTH, 16, "7c")
    table.trick("2 Jd ?8c 9d")
    assert table.plays() == table.held(EAST)
    table.goes_on("1 play Ah")
    assert table.to_act == (WEST,)


# Asking (41, 43; 0.107–0.109, 1.43–1.45)


@pytest.mark.parametrize("rules", ALL_28)
def test_nobody_asks_or_ruffs_who_can_follow_41(rules):
    table = Table(rules, {SOUTH: "Ah", EAST: "7h Js", NORTH: "8s"}, dealer=WEST).contract(NORTH, 16, "8s")
    table.goes_on("0 play Ah")
    assert table.fault("1 ask_trump") == "ask-not-void"
    assert table.fault("1 play Js") == "must-follow-suit"


@pytest.mark.parametrize("rules", ALL_28)
def test_an_open_trump_is_not_played_while_the_suit_led_is_held_41(rules):
    hands = {SOUTH: "Kd Kh", EAST: "7d 7h Js", NORTH: "8s 8d", WEST: "7s Ah -d"}
    table = Table(rules, hands, dealer=WEST).contract(NORTH, 16, "8s")
    assert table.trick("0 Kd 7d 8d ?7s") == (WEST, 0)
    table.trick("3 Ah Kh")
    assert table.fault("1 play Js") == "must-follow-suit"
    assert table.fault("1 ask_trump") == "ask-not-void"
    assert {card[1] for card in table.plays()} == {"h"}


@pytest.mark.parametrize("rules", ALL_28)
def test_who_asked_and_holds_a_trump_plays_one_43(rules):
    hands = {SOUTH: "Kh", EAST: "7d Ac -h -d", NORTH: "8d", WEST: "9h"}
    table = Table(rules, hands, dealer=WEST).contract(NORTH, 16, "8d")
    table.goes_on("0 play Kh", "1 ask_trump")
    assert table.fault("1 play Ac") == "asker-must-trump"
    assert table.fault("1 ask_trump") == "trump-already-open"
    assert table.fault("2 play 8d") == "play-out-of-turn"
    assert table.plays() == {"7d"}


@pytest.mark.parametrize("rules", ALL_28)
def test_who_asked_and_holds_no_trump_plays_anything_43(rules):
    table = Table(rules, {SOUTH: "Kh", EAST: "Ac -h -d", NORTH: "8d"}, dealer=WEST).contract(NORTH, 16, "8d")
    table.goes_on("0 play Kh", "1 ask_trump")
    assert table.plays() == table.held(EAST)


def test_neither_the_leader_nor_the_declarer_asks():
    table = Table("28-standard", {SOUTH: "Kh", EAST: "8d Ac -h"}, dealer=WEST).contract(EAST, 16, "8d")
    assert table.fault("0 ask_trump") == "ask-when-leading"
    assert table.goes_on("0 play Kh").fault("1 ask_trump") == "ask-by-declarer"


# The hidden suit led by another (A9 and 45; 1.29–1.32, 0.99, 0.111, 0.213–0.216)


@pytest.mark.parametrize("rules", ALL_28)
@pytest.mark.parametrize(("hidden", "led"), [("7c", "Jc"), ("Jc", "9c")])
def test_the_declarer_follows_from_the_hand_whatever_card_is_hidden_a9(rules, hidden, led):
    hands = {WEST: led, SOUTH: f"{hidden} Kc Ah -c"}
    table = Table(rules, hands, dealer=NORTH).contract(SOUTH, 16, hidden).goes_on(f"3 play {led}")
    assert table.plays() == {"Kc"}
    assert table.fault(f"0 play {hidden}") == "card-not-in-hand"
    assert table.fault("0 play Ah") == "must-follow-suit"
    assert table.fault("0 reveal_trump") == "declarer-may-not-reveal-on-trump-lead"


@pytest.mark.parametrize("rules", ALL_28)
@pytest.mark.parametrize(("hidden", "led"), [("7c", "Jc"), ("Jc", "9c")])
def test_void_in_the_hidden_suit_led_the_declarer_discards_and_opens_nothing_a9_45(rules, hidden, led):
    hands = {WEST: led, SOUTH: f"{hidden} Ah 9d -c"}
    table = Table(rules, hands, dealer=NORTH).contract(SOUTH, 16, hidden).goes_on(f"3 play {led}")
    assert table.plays() == table.held(SOUTH)
    assert table.dos() & {"play", "reveal_trump", "ask_trump"} == {"play"}
    assert table.fault("0 reveal_trump") == "declarer-may-not-reveal-on-trump-lead"
    table.goes_on("0 play Ah")
    assert table.hand.trump.concealed


@pytest.mark.parametrize("rules", ALL_28)
def test_the_queen_follows_and_the_hidden_nine_stays_45(rules):
    table = Table(rules, {EAST: "Jh", SOUTH: "9h Qh Kc -h"}).contract(SOUTH, 16, "9h")
    table.goes_on("1 play Jh")
    for seat in (NORTH, WEST):
        table.goes_on(f"{seat} play {max(table.plays())}")
    assert table.plays() == {"Qh"}


# The declarer leads and ruffs (47; 1.27–1.28, 1.33–1.34, 0.101–0.102, 0.111–0.112)


@pytest.mark.parametrize("rules", ALL_28)
def test_the_declarer_leads_no_hidden_trump_while_it_holds_another_suit_47(rules):
    table = Table(rules, {SOUTH: "7s 9s 8s Kh"}, dealer=WEST).contract(SOUTH, 16, "7s")
    assert table.fault("0 play 9s") == "declarer-may-not-lead-trump"
    assert table.fault("0 reveal_trump") == "reveal-when-leading"
    assert table.plays() == {card for card in table.held(SOUTH) if card[1] != "s"}


@pytest.mark.parametrize("rules", GUIDE)
def test_the_guides_declarer_discards_no_trump_and_ruffs_with_the_hidden_card_alone(rules):
    table = Table(rules, {EAST: "Ah", SOUTH: "7s 9s Kd -h", NORTH: "8h", WEST: "9h"})
    table.contract(SOUTH, 16, "7s").trick("1 Ah 8h 9h")
    assert table.fault("0 play 9s") == "declarer-may-not-discard-trump"
    assert table.fault("0 play Kd") is None
    table.goes_on("0 reveal_trump")
    assert table.fault("0 play 9s") == "self-reveal-plays-concealed-card"
    assert table.plays() == {"7s"}
    table.goes_on("0 play 7s")
    assert table.to_act == (SOUTH,)


def test_gulan_parishs_declarer_discards_a_trump_or_ruffs_with_any():
    table = Table("28-gulan", {EAST: "Ah", SOUTH: "7s 9s Kd -h", NORTH: "8h", WEST: "9h"})
    table.contract(SOUTH, 16, "7s").trick("1 Ah 8h 9h")
    assert {"9s", "Kd"} < table.plays()
    table.goes_on("0 reveal_trump")
    assert table.fault("0 play Kd") == "self-reveal-must-ruff"
    assert table.plays() == {card for card in table.held(SOUTH) if card[1] == "s"}
    table.goes_on("0 play 9s")
    assert table.to_act == (SOUTH,)
