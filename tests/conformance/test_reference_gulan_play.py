"""The slow reference of the Gulan family: cards, trump and tricks, and the options of play.

Numbers in the names are those of the worked examples (A5) and of the reported faults (43).
"""

import pytest

from tests.reference.gulan.positions import event, goes_on, playable, position

pytestmark = pytest.mark.slow


def test_a_trump_led_before_the_reveal_is_an_ordinary_card_a5():
    hands = {0: "Js 7h", 1: "8d 7c", 2: "Ks 7d", 3: "9s 9d"}
    game = position("28-standard", hands, declarer=2, concealed="8s")
    goes_on(game, "0 play Js", "1 ask_trump", "1 play 8d", "2 play Ks", "3 play 9s")
    assert game.tricks[-1]["winner"] == 3
    assert game.card_points == [0, 5]


def test_an_asker_who_holds_a_trump_plays_one_and_who_did_not_ask_need_not_ruff_a7_43():
    hands = {0: "Jd 7h", 1: "8c 9h", 2: "9d 7d", 3: "Tc Ah"}
    game = position("28-standard", hands, declarer=2, concealed="7c")
    goes_on(game, "0 play Jd", "1 ask_trump")
    assert game.faults(event("1 play 9h")) == ["asker-must-trump"]
    goes_on(game, "1 play 8c", "2 play 9d")
    assert playable(game) == {"Tc", "Ah"}
    goes_on(game, "3 play Tc")
    assert game.tricks[-1]["winner"] == 3
    assert game.card_points[1] == 6


@pytest.mark.parametrize(("hand", "may"), [("Kc Ah", {"Kc"}), ("Ah 9d", {"Ah", "9d"})])
def test_the_hidden_suit_led_by_another_is_followed_from_the_hand_and_never_opened_a9_45(hand, may):
    game = position("28-standard", {0: "7h 7s", 2: "Qc", 3: "Jc 8c", 1: hand}, declarer=1, concealed="7c", leader=3)
    goes_on(game, "3 play Jc", "0 play 7s")
    assert playable(game) == may
    assert "declarer-may-not-reveal-on-trump-lead" in game.faults(event("1 reveal_trump"))


def test_the_last_card_is_turned_up_even_when_its_suit_is_led_and_then_ruffs_a11():
    game = position("28-standard", {3: "Jc", 0: "", 1: "9h", 2: "Ah"}, declarer=0, concealed="7c", leader=3)
    goes_on(game, "3 play Jc")
    assert [found["do"] for found in game.legal()] == ["reveal_trump"]
    assert game.faults(event("0 play 7c")) == ["last-card-must-be-revealed", "card-not-in-hand"]
    goes_on(game, "0 reveal_trump", "0 play 7c", "1 play 9h", "2 play Ah")
    assert game.tricks[-1]["winner"] == 0
    assert game.card_points[0] == 6


def test_the_last_card_is_turned_up_and_led_a11():
    game = position("28-standard", {1: "Jh", 2: "Qc", 3: "Ac"}, declarer=0, concealed="7c")
    assert game.faults(event("0 reveal_trump")) == []
    goes_on(game, "0 reveal_trump", "0 play 7c", "1 play Jh", "2 play Qc", "3 play Ac")
    assert game.tricks[-1]["winner"] == 3


def test_the_declarer_leads_no_trump_while_it_holds_another_suit_47():
    held = {0: "9s 8s Kh", 1: "Qs"}
    assert playable(position("28-standard", held, bid=16, concealed="7s")) == {"Kh"}
    assert playable(position("28-standard", {0: "9s 8s", 1: "Qs"}, bid=16, concealed="7s")) == {"9s", "8s"}
    assert playable(position("40-cheettukali", held, bid=25, concealed="7s")) == {"Kh"}
    assert playable(position("40-cheettukali", held, bid=31, concealed="7s")) == {"9s", "8s", "Kh"}


def test_the_guides_declarer_discards_no_trump_unopened_and_must_open_with_nothing_else():
    hands = {3: "8h 7h", 0: "9s 8s Kd", 1: "Qs"}
    game = goes_on(position("28-standard", hands, concealed="7s", leader=3), "3 play 8h")
    assert playable(game) == {"Kd"}
    assert game.faults(event("0 play 9s")) == ["declarer-may-not-discard-trump"]
    goes_on(game, "0 reveal_trump")
    assert playable(game) == {"7s"}
    only = goes_on(position("28-standard", hands | {0: "9s 8s"}, concealed="7s", leader=3), "3 play 8h")
    assert [found["do"] for found in only.legal()] == ["reveal_trump"]
    gulan = goes_on(position("28-gulan", hands, concealed="7s", leader=3), "3 play 8h")
    assert playable(gulan) == {"9s", "8s", "Kd"}
    goes_on(gulan, "0 reveal_trump")
    assert playable(gulan) == {"9s", "8s", "7s"}


def winner(rules_id, trump, *plays):
    """The winner of a trick of `"Js"` (before the trump is open, or no trump) and `"Js!"` (after), seat 0 first."""
    game = position(rules_id, {}, trump=trump)
    trick = []
    for seat, text in enumerate(plays):
        trick.append({"seat": seat, "card": text[:2], "power": text.endswith("!") and text[1] == trump})
    return game.trick_winner(trick)


@pytest.mark.parametrize(
    ("rules_id", "trump", "plays", "seat"),
    [
        ("28-standard", "c", "Ah! 7c! Th! Kh!", 1),  # 35
        ("28-standard", "d", "Ac! 9d! Jd! Kc!", 2),  # 37
        ("28-standard", None, "Td Jd 9d Ad", 1),  # 39
        ("40-cheettukali", "h", "Ks! 3h! Ts! Jh! 7s! 9h!", 1),  # B3
        ("40-cheettukali", "d", "3h! 9h! Jh! Kh! Qh! 8h!", 0),  # 49
        ("40-gulan", "h", "Ks! Jh! Ts! Jh! 7s! 9h!", 1),  # B3
        ("56-gulan", "h", "Ks! 9h! As! Qs! 9h! Js!", 1),  # C3
        ("56-gulan", "h", "Ks! 9h! As! Qs! Jh! Js!", 4),  # C3
        ("56-gulan", "d", "Jd Ks Qs! Jd! 9d! Ad!", 3),  # C5
        ("56-gulan", "d", "Jd Ks Qs Jd 9d Ad", 0),  # C5
        ("40-cheettukali", "d", "9d 7d Qs! Ad! 8d! Td!", 0),  # C: a trump lead is decided by rank alone
        ("40-gulan", "d", "9d 7d Qs! Ad! 8d! Td!", 3),
    ],
)
def test_the_trick_goes_to_power_then_rank_then_the_first_of_equals(rules_id, trump, plays, seat):
    assert winner(rules_id, trump, *plays.split()) == seat


# Options in play


def test_the_jack_of_a_suit_not_led_yet_is_kept_while_another_discard_is_left():
    hands = {0: "7h 8h", 1: "Js Jd As Kc"}
    option = {"no_jack_discard": True}
    for rules_id in ("28-gulan", "28-standard"):
        game = goes_on(position(rules_id, hands, trump="c", options=option), "0 play 7h")
        assert playable(game) == {"As", "Kc"}
        assert game.faults(event("1 play Js")) == ["no-jack-discard"]
    none_left = position("28-gulan", {0: "7h 8h", 1: "Js Jd Kc"}, trump="c", options=option)
    assert playable(goes_on(none_left, "0 play 7h")) == {"Js", "Jd", "Kc"}


def test_partners_of_a_thani_sit_out_by_option():
    hands = {0: "Js 8s", 1: "7s 7h", 2: "9s 9h", 3: "8h Ah"}
    game = position("28-gulan", hands, bid="thani", options={"thani_partners": "sit-out"})
    goes_on(game, "0 play Js", "1 play 7s")
    assert game.to_act == [3]
    assert game.faults(event("2 play 9s")) == ["play-out-of-turn"]
    goes_on(game, "3 play 8h")
    assert game.tricks_won == [1, 0]
    goes_on(game, "0 play 8s", "1 play 7h", "3 play Ah")
    told = game.result()
    assert (told["ended"], told["made"], told["score"]) == ("played", True, {"team": 0, "points": 4})


def test_the_first_suit_led_is_the_trump_of_a_thani_by_option():
    hands = {0: "Js Ah", 1: "7s 7h", 2: "9s 9h", 3: "8h 8s"}
    game = position("28-gulan", hands, bid="thani", options={"thani_trump": "first-led"})
    goes_on(game, "0 play Js", "1 play 7s", "2 play 9s", "3 play 8s")
    assert game.trump == "s"
    game.hands[1] = ["Qs"]
    goes_on(game, "0 play Ah", "1 play Qs", "2 play 9h", "3 play 8h")
    assert game.result()["ended"] == "thani-lost"
