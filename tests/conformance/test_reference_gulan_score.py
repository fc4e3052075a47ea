"""The slow reference of the Gulan family: jodi, scores, matches.

Numbers in the names are those of the worked examples (A5) and of the reported faults (43).
"""

import pytest

from tests.reference.gulan import score
from tests.reference.gulan.positions import event, goes_on, other_dos, position, tricks_to
from tests.reference.gulan.tables import canonical_deck

pytestmark = pytest.mark.slow

# Jodi


def test_jodi_is_asked_of_the_seat_that_is_winning_the_trick_c11():
    hands = {0: "Js 9s As", 1: "7s 7h 8h", 2: "8s Ah Kh", 3: "Qs Ks Qh"}
    game = goes_on(position("28-gulan", hands, bid=16, trump="d"), "0 play Js")
    assert other_dos(game) == {"ask_jodi", "claim_marujodi"}
    goes_on(game, "1 ask_jodi")
    assert game.to_act == [0]
    assert game.faults(event("1 play 7s")) == ["jodi-answer-owed"]
    goes_on(game, "0 decline_jodi")
    told = game.result()
    assert (told["ended"], told["made"], told["kind"]) == ("jodi-declined", True, "ordinary")
    assert told["score"] == {"team": 0, "points": 1}


def test_jodi_waits_for_three_cards_and_for_bids_below_honors_by_option():
    hands = {0: "Js 9s", 1: "7s 7h", 2: "8s Ah", 3: "Qs Ks"}
    late = {"jodi_min_cards": 3}
    assert "claim_jodi" not in other_dos(position("28-gulan", hands, bid=16, trump="d", options=late))
    counted = position("28-gulan", hands, bid=16, concealed="9d", options=late)
    assert "claim_jodi" in other_dos(counted)
    high = position("28-gulan", hands, bid=20, trump="d", options={"jodi_below_honors": True})
    assert high.faults(event("0 claim_jodi")) == ["jodi-not-allowed-at-this-bid"]


def test_cheettukalis_question_from_the_lead_goes_to_the_declarer_in_tricks_1_to_4_b13():
    hands = dict.fromkeys(range(6), "Ks Qs")
    game = position("40-cheettukali", hands, declarer=2, bid=25, trump="d", leader=1)
    game.tricks = tricks_to(0, 3, "Js 9s As Ts Ks Qs")
    goes_on(game, "1 ask_jodi")
    assert game.to_act == [2]
    goes_on(game, "2 decline_jodi")
    assert game.result()["score"] == {"team": 0, "points": 2}
    late = position("40-cheettukali", hands, declarer=2, bid=25, trump="d", leader=2)
    late.tricks = tricks_to(0, 4)
    assert late.faults(event("2 claim_jodi")) == ["jodi-not-now"]


@pytest.mark.parametrize(
    ("rules_id", "options", "won", "lost"),
    [
        ("28-gulan", {}, 4, -5),
        ("28-gulan", {"senior_as_honors": True}, 3, -4),
        ("28-gulan", {"jodi_score": "double"}, 4, -6),
        ("40-gulan", {}, 3, -4),
        ("56-support", {"jodi_score": "double"}, 4, -6),
        ("28-standard", {"jodi": True}, 4, -5),
        ("40-cheettukali", {}, 3, -4),
    ],
)
def test_a_promise_at_honors_pays_as_thani_or_by_option_the_bid_doubled(rules_id, options, won, lost):
    bid = {"28": 20, "40": 30, "56": 40}[rules_id[:2]]
    game = position(rules_id, {}, bid=bid, trump="d", options=options)
    for how, points in (("jodi", won), ("jodi-lost", lost)):
        game.ended = how
        assert game.result()["score"] == {"team": 0, "points": points}
    for how, points in (("marujodi", won), ("marujodi-lost", lost)):
        game.ended = how
        assert game.result()["score"] == {"team": 1, "points": points}


# Score and match


@pytest.mark.parametrize(
    ("rules_id", "bid", "made", "failed"),
    [
        ("28-gulan", 19, 1, -2),
        ("28-gulan", 20, 2, -3),
        ("28-gulan", 24, 3, -4),
        ("28-gulan", 28, 3, -4),
        ("28-standard", 24, 2, -3),
        ("28-kerala-house", 25, 3, -4),
        ("40-gulan", 30, 2, -3),
        ("40-gulan", 40, 3, -4),
        ("40-cheettukali", 20, 2, -2),
        ("40-cheettukali", 40, 3, -4),
        ("56-gulan", 56, 3, -4),
    ],
)
def test_each_height_of_a_bid_pays_what_the_table_says(rules_id, bid, made, failed):
    game = position(rules_id, {}, bid=bid, trump="d")
    game.ended = "played"
    game.tricks = [{"winner": 0, "cards": canonical_deck(game.rules)}]
    assert game.result()["score"]["points"] == made
    game.tricks[0]["winner"] = 1
    assert game.result()["score"]["points"] == failed


def test_senior_as_honors_pays_honors_and_the_total_one_more():
    for bid, points in ((24, -3), (27, -3), (28, -4), ("thani", -4)):
        game = position("28-gulan", {}, bid=bid, trump="d", options={"senior_as_honors": True})
        game.ended = "thani-lost" if bid == "thani" else "played"
        assert game.result()["score"]["points"] == points


def test_a_log_may_stop_right_after_the_trick_that_settles_the_bid_and_only_there():
    hands = {0: "Js Kh", 1: "Qs Qh", 2: "8s 8h", 3: "7s 7h"}
    game = position("28-gulan", hands, bid=14, trump="d")
    game.tricks = tricks_to(0, 1, "Jh Jd Jc 9h")
    goes_on(game, "0 play Js", "1 play Qs", "2 play 8s", "3 play 7s")
    assert game.may_stop
    assert not game.over
    assert game.result()["ended"] == "decided"
    assert not goes_on(game, "0 play Kh").may_stop


def test_cheettukali_at_honors_stops_where_it_is_settled_and_below_honors_never():
    hands = dict.fromkeys(range(6), "Ks Kh") | {0: "Js Kh"}
    for bid, ended in ((30, "decided"), (29, None)):
        game = position("40-cheettukali", hands, bid=bid, trump="d")
        game.tricks = tricks_to(0, 1, "Js 3s Jh 3h Jd 3d Jc 3c 9s") + tricks_to(0, 1, "As")
        game.tricks += tricks_to(0, 1, "Ts") if bid == 30 else []
        goes_on(game, "0 play Js", *(f"{seat} play Ks" for seat in range(1, 6)))
        assert game.settled
        assert game.ended == ended
        assert game.may_stop is (ended is not None)


@pytest.mark.parametrize(
    ("before", "team", "paid", "after", "flags"),
    [
        ((0, 0), 0, 1, (0, 1), (0, 0)),
        ((2, 0), 0, 3, (0, 1), (0, 0)),
        ((5, 0), 0, 3, (2, 0), (0, 0)),
        ((0, 6), 0, 1, (0, 0), (0, 1)),
        ((0, 6), 0, 2, (0, 0), (0, 1)),
        ((0, 2), 0, 5, (0, 0), (0, 1)),
        ((4, 0), 0, -4, (0, 0), (1, 0)),
        ((3, 0), 0, "flag", (0, 0), (1, 0)),
        ((0, 0), 0, -2, (2, 0), (0, 0)),
        ((0, 3), 0, -2, (0, 1), (0, 0)),
        ((3, 1), 0, 1, (2, 1), (0, 0)),
    ],
)
def test_cheettukalis_winner_gives_back_its_own_kooli_first_b15_55(before, team, paid, after, flags):
    told = score.kooli_return(team, paid, {"kooli": list(before), "flags": [0, 0]})
    assert told == {"kooli": list(after), "flags": list(flags)}


def standing(how, game, told, before):
    return score.match(game, told | {"ended": how}, before)


NONE = [False] * 6


def test_a_side_that_owes_more_than_it_has_is_slammed_and_all_is_shared_again_c13():
    game = position("40-gulan", {}, bid=30)
    lost = {"score": {"team": 0, "points": -2}, "made": False}
    before = {"kooli": [1, 11], "slams": [0, 0], "kunukku": NONE, "fresh": None}
    worn = [True, False] * 3
    after = {"kooli": [6, 6], "slams": [0, 1], "kunukku": worn, "fresh": 0}
    assert standing("played", game, lost, before) == after
    exact = standing("played", game, lost, before | {"kooli": [2, 10]})
    assert exact["kooli"] == [0, 12]
    assert exact["fresh"] is None


def test_the_box_goes_over_at_stock_and_one_and_all_lies_neutral_again():
    won = {"score": {"team": 1, "points": 2}, "made": True}
    before = {"net": -4, "slams": [0, 0], "kunukku": NONE, "fresh": None}
    for stock, net, slams in ((6, -6, [0, 0]), (5, 0, [0, 1])):
        game = position("40-gulan", {}, declarer=1, bid=30, options={"match": "box", "stock": stock})
        after = standing("played", game, won, before)
        assert (after["net"], after["slams"]) == (net, slams)


def test_kunukku_come_off_the_side_in_the_very_next_hand_then_off_the_declarer_alone():
    made = {"score": {"team": 0, "points": 1}, "made": True}
    worn = [True, True] * 3
    before = {"kooli": [6, 6], "slams": [0, 1], "kunukku": worn, "fresh": 0}
    game = position("40-gulan", {}, declarer=2)
    assert standing("played", game, made, before)["kunukku"] == [False, True] * 3
    later = standing("played", game, made, before | {"fresh": None})
    assert later["kunukku"] == [True, True, False, True, True, True]
    failed = {"score": {"team": 1, "points": -4}, "made": False}
    assert standing("marujodi-lost", game, failed, before)["kunukku"] == [False, True] * 3
    kept = position("40-gulan", {}, declarer=2, options={"kunukku_off": "counter-slam"})
    assert standing("played", kept, made, before)["kunukku"] == worn
    slam = standing("played", kept, made, before | {"kooli": [12, 0]})
    assert slam["kunukku"] == [False, True] * 3
    assert slam["fresh"] == 1
