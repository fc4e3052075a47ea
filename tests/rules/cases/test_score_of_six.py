"""Scores and matches of 40 and 56: worked examples B15, C9, C13; reported faults 53, 55.

P1 to P6 are the seats 0 to 5; in the tricks written out P6 deals. Sentences 2.44–2.58, 0.120–0.123, 0.132–0.141,
0.151, 0.166–0.170.
"""

from functools import cache

import pytest

from tests.support.hands import Table, hands_of

# P1 takes a trick of K Q 8 7 K Q, without a point, and P2's team takes all 40.
FORTY_WITHOUT_A_POINT_AGAINST = (
    "0 Ks 7s Qs 8s Kh Qh",
    "0 8h Jh 7h 3h Th Ah",
    "1 Js 3s 9s 9h 7d As",
    "1 Jc 3c 9c Ac Tc Kc",
    "1 Jd 9d Ad Td Kd Qd",
    "1 !3d 8d Ts Qc 8c 7c",
)
# The same in 56: K K Q Q K Q.
FIFTY_SIX_WITHOUT_A_POINT_AGAINST = (
    "0 Ks Ks Qs Qs Kh Qh",
    "0 Kh Jh Qh Th Ah Th",
    "1 Js Ts 9s 9h 9h As",
    "1 Js Ts 9s Ah Jh As",
    "1 Jc Tc 9c Ac Kc Qc",
    "1 Jc Tc 9c Ac Kc Qc",
    "1 Jd Td 9d Ad Kd Qd",
    "1 !Jd Td 9d Ad Kd Qd",
)
TEAM_0_STRONG = {0: "Js 3s Jh 3h 9d Ks", 2: "Jd 3d Jc 3c Ac Tc"}
TEAM_0_GOOD = {0: "Js 3s Jd 3d 7c Ks", 1: "Jc 9c", 2: "Jh 3h As Ah"}
TEAM_0_WEAK = {0: "As 7s 8s 7h 7d 7c", 1: "Js 3s 9s Jh 3h 9h", 3: "Jd 3d 9d Jc 3c 9c"}


@cache
def forty(hand):
    """A finished hand of Cheettukali: P1's team won or lost as its name says."""
    deals = {
        "24 made": (TEAM_0_GOOD, 24, "Ks"),
        "22 made": (TEAM_0_GOOD, 22, "Ks"),
        "31 made": (TEAM_0_STRONG | {4: "9s 9h 9c"}, 31, "Ks"),
        "25 lost": (TEAM_0_WEAK, 25, "7s"),
        "26 lost": (TEAM_0_WEAK, 26, "7s"),
        "31 lost": (TEAM_0_WEAK, 31, "7s"),
        "thani made": ({0: "Js 3s Jh 3h Jd 3d"}, "thani", None),
        "thani lost": (TEAM_0_WEAK, "thani", None),
    }
    hands, bid, trump = deals[hand]
    table = Table("40-cheettukali", hands, dealer=5).contract(0, bid, trump).plays_on()
    assert table.outcome()["made"] is hand.endswith("made")
    return table


@cache
def without_a_point_against(bid):
    """P2 declares; P1's team has one trick without a point."""
    hands = hands_of(*FORTY_WITHOUT_A_POINT_AGAINST)
    table = Table("40-cheettukali", hands, dealer=5, first="As").contract(1, bid, "3d")
    table.tricks(*FORTY_WITHOUT_A_POINT_AGAINST)
    return table


@cache
def jodi_made():
    table = Table("40-cheettukali", {0: "Js 3s Jd 3d Jc 3c", 1: "9c"}, dealer=5).contract(0, 23, "3c")
    return table.goes_on("0 claim_jodi").plays_on()


def after(table, before):
    """Kooli and flags after a hand, from the kooli before it."""
    match = table.outcome({"kooli": list(before), "flags": [0, 0]})["match"]
    return tuple(match["kooli"]), tuple(match["flags"])


# No points and no trick (53; 2.53, 0.167–0.169)


def test_points_alone_count_for_the_second_kooli_not_tricks_53():
    result = without_a_point_against(24).outcome()
    assert (result["card_points"], result["tricks"], result["ended"]) == ([0, 40], [1, 5], "played")
    assert result["score"] == {"team": 1, "points": 2}
    assert forty("24 made").outcome()["score"] == {"team": 0, "points": 1}


# Kooli are given back first (B15 and 55; 2.53–2.58)


@pytest.mark.parametrize(
    ("hand", "points", "before", "kooli", "flags"),
    [
        ("24 made", 1, (0, 0), (0, 1), (0, 0)),
        ("31 made", 3, (2, 0), (0, 1), (0, 0)),
        ("22 made", 1, (0, 6), (0, 0), (0, 1)),
        ("thani made", 5, (0, 2), (0, 0), (0, 1)),
        ("31 lost", -4, (4, 0), (0, 0), (1, 0)),
        ("thani lost", "flag", (3, 0), (0, 0), (1, 0)),
        ("thani lost", "flag", (0, 5), (0, 0), (1, 0)),
        ("26 lost", -2, (0, 0), (2, 0), (0, 0)),
        ("26 lost", -2, (0, 3), (0, 1), (0, 0)),
        ("24 made", 1, (3, 1), (2, 1), (0, 0)),
        ("24 made", 1, (0, 1), (0, 2), (0, 0)),
        ("31 made", 3, (1, 0), (0, 2), (0, 0)),
        ("25 lost", -2, (0, 0), (2, 0), (0, 0)),
        ("25 lost", -2, (1, 1), (2, 0), (0, 0)),
    ],
)
def test_the_winners_first_give_back_their_own_b15_55(hand, points, before, kooli, flags):
    table = forty(hand)
    assert table.outcome()["score"] == {"team": 0, "points": points}
    assert after(table, before) == (kooli, flags)


def test_two_are_given_where_the_others_have_no_point_and_beyond_seven_is_dropped_b15():
    """The examples' team A is P2's here."""
    assert after(without_a_point_against(24), (0, 0)) == ((2, 0), (0, 0))
    assert after(without_a_point_against(22), (6, 0)) == ((0, 0), (1, 0))


def test_a_jodi_gives_three_b15():
    result = jodi_made().outcome()
    assert (result["ended"], result["score"]) == ("jodi", {"team": 0, "points": 3})
    assert after(jodi_made(), (5, 0)) == ((2, 0), (0, 0))


# When a hand of forty stops (2.44–2.46)


def test_below_honors_all_six_tricks_are_played_and_from_honors_until_it_is_certain():
    for hand, ended in (("24 made", "played"), ("26 lost", "played"), ("31 made", "decided"), ("31 lost", "decided")):
        result = forty(hand).outcome()
        assert result["ended"] == ended
        assert (sum(result["tricks"]) == 6) is (ended == "played")
        assert forty(hand).fault("0 play Js") == "play-after-end"


def test_a_lost_thani_is_over_with_the_trick():
    assert forty("thani lost").outcome()["tricks"] in ([0, 1], [1, 0])


# The total and thani in 56 (C9; 0.165–0.170)


def test_a_bid_of_all_points_is_made_though_a_pointless_trick_is_lost_c9():
    hands = hands_of(*FIFTY_SIX_WITHOUT_A_POINT_AGAINST)
    table = Table("56-gulan", hands, dealer=5).contract(1, 56, "Jd")
    table.tricks(*FIFTY_SIX_WITHOUT_A_POINT_AGAINST)
    result = table.outcome()
    assert (result["card_points"], result["tricks"]) == ([0, 56], [1, 7])
    assert (result["kind"], result["made"], result["score"]) == ("total", True, {"team": 1, "points": 3})


@pytest.mark.parametrize("trick", ["1 Qs Ks Qs Kh Qh Ks", "1 Qs Qs Ks Kh Qh Ks"])
def test_a_thani_is_lost_with_a_pointless_trick_of_the_others_or_of_a_partner_c9(trick):
    hands = hands_of(trick)
    table = Table("56-gulan", hands | {4: f"{hands[4]} -s", 5: f"{hands[5]} -s"}, dealer=5).contract(1, "thani")
    taken = table.trick(trick)
    assert (taken.seat in (2, 3), taken.points) == (True, 0)
    result = table.outcome()
    assert (result["ended"], result["made"], result["score"]["points"]) == ("thani-lost", False, -4)


# Kooli handed over, six each (C13; 0.135–0.138)


@cache
def fifty_six_lost(bid):
    """P1 declares and its team takes next to nothing."""
    strong = {0: "Ks", 1: "Js Js Jh Jh 9s 9h 9d 9c", 3: "Jd Jd Jc Jc 9s 9h 9d 9c", 5: "As As Ah Ah Ad Ad Ac Ac"}
    return Table("56-gulan", strong, dealer=5).contract(0, bid, "Ks").plays_on()


def exchanged(bid, kooli):
    before = {"kooli": kooli, "slams": [0, 0], "kunukku": [False] * 6, "fresh": None}
    return fifty_six_lost(bid).outcome(before)["match"]


@pytest.mark.parametrize(
    ("bid", "points", "before", "after"),
    [(35, -2, [6, 6], [4, 8]), (41, -3, [4, 8], [1, 11]), (30, -2, [2, 10], [0, 12])],
)
def test_who_loses_hands_over_what_it_owes_and_nought_is_no_slam_yet_c13(bid, points, before, after):
    """The last as ruled: slam comes when a side cannot pay in full."""
    assert fifty_six_lost(bid).outcome()["score"] == {"team": 0, "points": points}
    match = exchanged(bid, before)
    assert (match["kooli"], match["slams"], match["fresh"]) == (after, [0, 0], None)
    assert not any(match["kunukku"])


@pytest.mark.parametrize("before", [[1, 11], [0, 12]])
def test_who_cannot_pay_in_full_is_slammed_and_all_is_shared_again_c13(before):
    match = exchanged(30, before)
    assert (match["kooli"], match["slams"], match["fresh"]) == ([6, 6], [0, 1], 0)
    assert match["kunukku"] == [True, False] * 3
