"""Redeals: worked examples A13, B7; reported fault 83. Sentences 1.54–1.57, 2.27, 2.39."""

from dataclasses import replace

import pytest

from dealproof.replay.games.gulan.variants import GULAN_28, STANDARD_28
from tests.support.hands import Table

SOUTH, EAST, NORTH, WEST = range(4)
GUIDE = ["28-standard", "28-kerala-house"]
PLAIN = "Ks Qh 8d 7c"


@pytest.mark.parametrize("rules", GUIDE)
def test_eldest_without_points_in_its_first_four_is_owed_a_redeal_a13_83(rules):
    table = Table(rules, {EAST: PLAIN}, again={EAST: "Js"})
    assert table.legal("redeal", "bid", "pass") == [{"do": "redeal", "reason": "eldest-no-points"}]
    assert table.fault("1 bid 14") == table.fault("1 pass") == "redeal-owed"
    assert table.fault("redeal four-jacks") == "redeal-without-cause"
    table.goes_on("redeal eldest-no-points")
    assert table.labels == ["deal/0", "deal/1"]
    assert table.to_act == (EAST,)
    assert table.fault("3 cut 7") is None
    assert table.fault("1 pass") == "eldest-must-bid"
    table.contract(EAST, 14).goes_on(f"1 play {min(table.plays())}")
    assert table.hand.deal.number == 1


@pytest.mark.parametrize("rules", GUIDE)
@pytest.mark.parametrize("hand", ["Td Qh 8d 7c", "Ks Qh 8d 9c"])
def test_one_card_of_points_is_no_ground_83(rules, hand):
    table = Table(rules, {EAST: hand})
    assert table.fault("redeal eldest-no-points") == "redeal-without-cause"
    assert table.fault("1 bid 14") is None


@pytest.mark.parametrize("rules", GUIDE)
def test_the_same_four_cards_of_another_seat_are_no_ground_a13(rules):
    table = Table(rules, {NORTH: PLAIN, EAST: "Js"})
    assert table.fault("redeal eldest-no-points") == "redeal-without-cause"
    assert table.fault("1 bid 14") is None


def test_a_cut_may_come_before_the_redeal_and_the_cut_deal_counts_a13():
    table = Table("28-standard", {EAST: PLAIN, SOUTH: "Js"}).goes_on("3 cut 31")
    assert table.fault("redeal eldest-no-points") == "redeal-without-cause"
    assert table.fault("1 bid 14") is None


@pytest.mark.parametrize("rules", GUIDE)
@pytest.mark.parametrize("seat", range(4))
def test_four_jacks_in_the_first_four_of_anybody_are_dealt_again_a13(rules, seat):
    table = Table(rules, {EAST: "As", seat: "Js Jh Jd Jc"})
    assert table.fault("1 bid 14") == "redeal-owed"
    assert table.fault("redeal four-jacks") is None


@pytest.mark.parametrize("in_eight", [False, True])
def test_four_jacks_completed_by_the_second_four_count_by_option_only_a13(in_eight):
    rules = replace(STANDARD_28, redeal=replace(STANDARD_28.redeal, four_jacks_in_eight=in_eight), id="house")
    table = Table(rules, {NORTH: "Js Jh Jd As Jc", EAST: "9s"})
    table.goes_on("1 bid 14", "2 bid 15", "3 pass", "0 pass", "1 pass", "2 conceal Jh")
    assert (table.fault("1 pass") == "redeal-owed") is in_eight
    assert (table.fault("redeal four-jacks") is None) is in_eight


@pytest.mark.parametrize("rules", GUIDE)
def test_all_eight_trumps_with_the_declarers_team_are_dealt_again_a13(rules):
    """South holds five, the hidden one among them, and North three."""
    hands = {SOUTH: "Jc 9c 7c Ac Tc -c", NORTH: "Kc Qc 8c -c", EAST: "Js -c"}
    table = Table(rules, hands).contract(SOUTH, 16, "7c")
    assert table.legal() == [{"do": "redeal", "reason": "no-trump-against"}]
    assert table.fault("1 play Js") == "redeal-owed"
    assert table.to_act == ()


@pytest.mark.parametrize("rules", GUIDE)
def test_one_trump_against_is_enough_to_play_a13(rules):
    """Not that one hand be all trumps, but that the other side have none, is the ground."""
    table = Table(rules, {SOUTH: "Jc 9c 7c Ac Tc Kc Qc -c", EAST: "Js 8c"}).contract(SOUTH, 16, "7c")
    assert table.fault("redeal no-trump-against") == "redeal-without-cause"
    assert table.to_act == (EAST,)


def test_a_thani_without_trump_knows_no_such_ground():
    hands = {SOUTH: "Jc 9c 7c Ac Tc -c", NORTH: "Kc Qc 8c -c", EAST: "Js -c"}
    table = Table("28-standard", hands).contract(SOUTH, "thani")
    assert table.fault("redeal no-trump-against") == "redeal-without-cause"
    assert table.to_act == (SOUTH,)


@pytest.mark.parametrize("rules", ["28-gulan", replace(GULAN_28, id="house")])
def test_gulan_parish_deals_no_hand_again(rules):
    hands = {SOUTH: "Jc 9c 7c Ac Tc -c", NORTH: "Kc Qc 8c -c", EAST: "Ks Qh 8d 7h -c"}
    table = Table(rules, hands)
    assert table.fault("redeal eldest-no-points") == "redeal-without-cause"
    assert table.contract(SOUTH, 16, "7c").fault("redeal no-trump-against") == "redeal-without-cause"


@pytest.mark.parametrize("rules", ["28-gulan", *GUIDE])
def test_a_reason_that_nobody_knows_is_no_ground_83(rules):
    for reason in ("no-reason", "no-points-in-hand"):
        assert Table(rules, {EAST: "Js"}).fault(f"redeal {reason}") == "redeal-without-cause"


# Forty (B7; 2.27, 2.39)


def test_a_first_bidder_with_king_queen_eight_seven_alone_is_dealt_again_b7_83():
    table = Table("40-cheettukali", {0: "Ks Qs 8h 7h Kd Qc"}, dealer=5)
    assert table.fault("redeal eldest-no-points") is None
    assert table.fault("0 bid 20") == "redeal-owed"


def test_a_three_has_points_and_another_seat_is_not_looked_at_b7():
    for hands in ({0: "Ks Qs 8h 7h Kd 3c"}, {0: "Ts", 1: "Ks Qs 8h 7h Kd Qc"}):
        table = Table("40-cheettukali", hands, dealer=5)
        assert table.fault("redeal eldest-no-points") == "redeal-without-cause"
        assert table.fault("0 bid 20") is None


def test_where_the_others_have_no_trump_forty_is_dealt_again_and_not_played_b7_83():
    hands = {0: "Js", 1: "-d", 2: "9d Jd", 3: "-d", 5: "-d"}
    table = Table("40-cheettukali", hands, dealer=5).contract(2, 24, "9d")
    assert table.fault("redeal no-trump-against") is None
    assert table.fault("0 play Js") == "redeal-owed"
    with_one = Table("40-cheettukali", hands | {3: "7d -d"}, dealer=5).contract(2, 24, "9d")
    assert with_one.fault("redeal no-trump-against") == "redeal-without-cause"
    assert with_one.fault("0 play Js") is None


# What a redeal wipes out (gulan/RULES.md, "Redeal": all packets anew, the auction starts again)

NO_POINTS = replace(GULAN_28.redeal, no_points_in_hand="may")
PALE = "Ks Qs 8s 7s Kh Qh 8h 7h"


def test_after_a_redeal_nobody_sits_out_any_more():
    """Under thani with partners that sit out, a hand without points is dealt again, and an ordinary bid is played."""
    rules = replace(GULAN_28, redeal=NO_POINTS, thani=replace(GULAN_28.thani, partners="sit-out"))
    table = Table(rules, {3: PALE}, dealer=0, again={1: "Js"}).contract(1, "thani")
    table.goes_on("redeal no-points-in-hand").contract(1, 14, "Js")
    first = table.to_act[0]
    seen = []
    while len(seen) < 4:
        seen.append(table.to_act[0])
        table.goes_on(f"{seen[-1]} play {sorted(table.plays())[0]}")
    assert sorted(seen) == [0, 1, 2, 3], f"seat {first} led"


def test_a_redeal_does_not_come_between_a_question_and_its_answer():
    """gulan/RULES.md, "Jodi and marujodi": the answer comes at once; RECORD.md: an answer owed comes before the
    rest."""
    jodi = replace(STANDARD_28.jodi, enabled=True, question="own-turn")
    rules = replace(STANDARD_28, redeal=replace(STANDARD_28.redeal, no_points_in_hand="may"), jodi=jodi)
    table = Table(rules, {0: PALE, 1: "Js Jd", 2: "Jh", 3: "Jc"}, dealer=0).contract(2, 15, "Jh")
    assert table.fault("redeal no-points-in-hand") is None
    table.goes_on("1 ask_jodi")
    assert table.fault("redeal no-points-in-hand") == "jodi-answer-owed"
    assert table.fault("redeal four-jacks") == "redeal-without-cause"
    assert table.dos() == {"claim_jodi", "decline_jodi"}
