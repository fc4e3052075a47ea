"""A concealed trump in 40 and 56: worked examples B9, B11; reported faults 43, 45, 47.

P1 to P6 are the seats 0 to 5. Sentences 2.31–2.40, 0.99–0.113, 0.213–0.216.
"""

import pytest

from tests.support.hands import Table

HIDDEN = ["40-cheettukali", "40-gulan", "56-gulan"]
FORTY = ["40-cheettukali", "40-gulan"]


# The asker (B9; 2.33–2.35, 0.104, 0.109, 0.113)


def a_king_led_to_p4(rules, hand):
    """P2 leads K♥; P3 declares with 9♦ hidden and plays A♥; P4 has no heart."""
    hands = {1: "Kh 9s", 2: "9d Ah", 3: f"{hand} -h -d", 4: "8h" if rules in FORTY else "Qh"}
    table = Table(rules, hands, dealer=0).contract(2, 30, "9d")
    table.trick("1 Kh Ah")
    return table


@pytest.mark.parametrize("rules", HIDDEN)
def test_who_asks_gets_the_card_shown_and_ruffs_b9_43(rules):
    trump = "7d" if rules in FORTY else "Qd"
    table = a_king_led_to_p4(rules, f"{trump} Js")
    assert table.fault("3 play Js") is None
    table.goes_on("3 ask_trump")
    assert "9d" in table.held(2)
    assert table.plays() == {trump}
    assert table.fault("3 play Js") == "asker-must-trump"


@pytest.mark.parametrize("rules", HIDDEN)
def test_who_asks_and_has_no_trump_throws_what_it_likes_b9(rules):
    table = a_king_led_to_p4(rules, "Js Kc").goes_on("3 ask_trump")
    assert table.plays() == table.held(3) >= {"Js", "Kc"}


@pytest.mark.parametrize("rules", HIDDEN)
def test_a_trump_thrown_without_asking_is_allowed_and_powerless_b9(rules):
    trump = "7d" if rules in FORTY else "Qd"
    table = a_king_led_to_p4(rules, f"{trump} Js").goes_on(f"3 play {trump}")
    assert table.plays_on(until=1).taker != 3


@pytest.mark.parametrize("rules", HIDDEN)
def test_the_leader_and_who_can_follow_do_not_ask_43(rules):
    table = Table(rules, {1: "Kh 9s", 2: "9d Ah"}, dealer=0).contract(3, 30)
    assert table.fault("1 ask_trump") == "ask-when-leading"
    table.goes_on("1 play Kh")
    assert table.fault("2 ask_trump") == "ask-not-void"
    assert table.fault("2 play 9d") == "must-follow-suit"


# The hidden suit led by another (B11 and 45; 2.37–2.40, 0.213–0.216)


@pytest.mark.parametrize(("rules", "led"), [("40-gulan", "Jd"), ("40-cheettukali", "3d")])
def test_with_the_nine_hidden_the_queen_is_given_to_the_second_jack_b11a_45(rules, led):
    hands = {0: "Ad", 1: led, 2: "9d Jd Qd -d", 3: "7d", 4: "8s -d", 5: "Td"}
    table = Table(rules, hands, dealer=0).contract(2, 30, "9d").goes_on(f"1 play {led}")
    assert table.plays() == {"Jd", "Qd"}
    table.goes_on("2 play Qd", "3 play 7d", "4 play 8s", "5 play Td", "0 play Ad")
    assert table.to_act == (1,)
    assert table.hand.card_points == [0, 5]
    assert table.hand.trump.concealed


@pytest.mark.parametrize(("rules", "led"), [("40-gulan", "Jd"), ("40-cheettukali", "3d")])
def test_with_the_queen_hidden_nine_or_jack_must_go_b11b_45(rules, led):
    table = Table(rules, {1: led, 2: "Qd Jd 9d -d"}, dealer=0).contract(2, 30, "Qd").goes_on(f"1 play {led}")
    assert table.plays() == {"9d", "Jd"}
    assert table.fault("2 play Qd") == "card-not-in-hand"


@pytest.mark.parametrize("rules", HIDDEN)
def test_void_in_the_hidden_suit_another_card_is_thrown_and_nothing_opened_b11c_45(rules):
    table = Table(rules, {1: "Jd", 2: "9d As Kc -d"}, dealer=0).contract(2, 30, "9d").goes_on("1 play Jd")
    assert table.plays() == table.held(2) >= {"As", "Kc"}
    assert table.fault("2 reveal_trump") == "declarer-may-not-reveal-on-trump-lead"


# The declarer leads and ruffs (47; 2.31–2.32, 2.36, 0.101–0.102, 0.111–0.112)


@pytest.mark.parametrize(
    ("rules", "bid", "fault"),
    [
        ("40-cheettukali", 25, "declarer-may-not-lead-trump"),
        ("40-cheettukali", 29, "declarer-may-not-lead-trump"),
        ("40-cheettukali", 30, None),
        ("40-cheettukali", 31, None),
        ("40-gulan", 31, "declarer-may-not-lead-trump"),
        ("56-gulan", 41, "declarer-may-not-lead-trump"),
    ],
)
def test_the_declarer_leads_trumps_early_at_honors_in_cheettukali_alone_47(rules, bid, fault):
    table = Table(rules, {0: "Ks 9s As Kh"}, dealer=5).contract(0, bid, "Ks")
    assert table.fault("0 play 9s") == fault
    assert table.fault("0 play Kh") is None


def an_ace_led_to_p2(rules):
    """P1 leads A♥; P2 declares with K♠ hidden and has no heart."""
    return Table(rules, {0: "Ah", 1: "Ks 9s Td -h"}, dealer=5).contract(1, 30, "Ks").goes_on("0 play Ah")


def test_cheettukalis_declarer_who_opens_the_trump_ruffs_with_that_very_card():
    """Sentence 2.36."""
    table = an_ace_led_to_p2("40-cheettukali")
    assert table.fault("1 play 9s") is None
    table.goes_on("1 reveal_trump")
    assert table.fault("1 play 9s") == "self-reveal-plays-concealed-card"
    assert table.plays() == {"Ks"}


@pytest.mark.parametrize("rules", ["40-gulan", "56-gulan"])
def test_gulan_parishs_declarer_ruffs_with_any_trump(rules):
    """Sentence 0.111."""
    table = an_ace_led_to_p2(rules).goes_on("1 reveal_trump")
    assert table.fault("1 play Td") == "self-reveal-must-ruff"
    assert {"9s", "Ks"} <= table.plays()


def test_in_support_the_trump_is_open_from_the_start_and_the_card_stays_in_hand():
    """Sentence 0.91."""
    table = Table("56-support", {0: "Ks 9s", 1: "Ah -s"}, dealer=5)
    table.goes_on("0 bid 30", "1 pass", "3 pass", "5 pass", "2 pass", "4 pass")
    assert table.fault("0 conceal Ks") == "trump-not-chosen"
    table.goes_on("0 show_trump Ks")
    assert table.fault("0 reveal_trump") == "trump-already-open"
    table.goes_on("0 play Ks")
    assert table.fault("1 ask_trump") == "trump-already-open"
    assert table.plays() == table.held(1)
