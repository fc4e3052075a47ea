"""The declarer's last, concealed card: worked example A11; sentences 1.28, 1.35–1.37."""

import pytest

from tests.support.hands import Table, hands_of

SOUTH, EAST, NORTH, WEST = range(4)
ALL_28 = ["28-gulan", "28-standard", "28-kerala-house"]

SEVEN_FOR_WEST = (
    "3 Js Qs Ks 7s",
    "3 As Ts Kh 8s",
    "3 Jd 7d 8d Qd",
    "3 9d Td Ad Kd",
    "3 Jh 7h 8h Qh",
    "3 9c Kc Qc Tc",
    "3 9s Th 9h 8c",
)
SEVEN_FOR_SOUTH = (
    "0 Js Qs Ks 7s",
    "0 9s Ts As 8s",
    "0 Jd 7d 8d Qd",
    "0 9d Td Ad Kd",
    "0 Ah 7h 8h Qh",
    "0 9h Kh Jc Th",
    "0 9c Kc 8c Tc",
)


def seven_tricks(rules, tricks, last, swap=""):
    """Seven tricks by the first leader's own cards, and South's hidden 7c left; East may keep another card."""
    dealer = (int(tricks[0][0]) - 1) % 4
    played = (*tricks[:6], tricks[6].replace("9h", swap) if swap else tricks[6])
    table = Table(rules, hands_of(*tricks, last), dealer, first="7c").contract(SOUTH, 16, "7c")
    assert set(table.tricks(*played)) == {int(tricks[0][0])}
    return table


def only_the_reveal(table):
    assert table.fault("0 play 7c") == "last-card-must-be-revealed"
    assert table.legal("play", "reveal_trump", "ask_trump") == [{"seat": SOUTH, "do": "reveal_trump"}]
    return table


@pytest.mark.parametrize("rules", ALL_28)
def test_it_is_opened_and_played_though_its_suit_is_led_and_then_has_power_a11a(rules):
    table = seven_tricks(rules, SEVEN_FOR_WEST, "3 Jc 7c Ac Ah", swap="Ac")
    only_the_reveal(table.goes_on("3 play Jc"))
    assert table.goes_on("0 reveal_trump").fault("0 reveal_trump") == "trump-already-open"
    table.goes_on("0 play 7c", "1 play 9h", "2 play Ah")
    assert table.taker == SOUTH
    assert table.hand.tricks == [1, 7]
    assert table.outcome()["ended"] == "played"


@pytest.mark.parametrize("rules", ALL_28)
def test_it_counts_its_trick_of_six_points_a11a(rules):
    table = seven_tricks(rules, SEVEN_FOR_WEST, "3 Jc 7c Ac Ah", swap="Ac")
    assert table.trick("3 Jc !7c 9h Ah") == (SOUTH, 6)


@pytest.mark.parametrize("rules", ALL_28)
def test_a_higher_trump_after_it_wins_a11a(rules):
    table = seven_tricks(rules, SEVEN_FOR_WEST, "3 Jc 7c Ac Ah")
    assert table.trick("3 Jc !7c Ac Ah") == (EAST, 5)


@pytest.mark.parametrize("rules", ALL_28)
def test_who_won_the_seventh_trick_opens_and_leads_it_a11b(rules):
    table = seven_tricks(rules, SEVEN_FOR_SOUTH, "0 7c Jh Qc Ac")
    only_the_reveal(table)
    assert table.trick("0 !7c Jh Qc Ac") == (WEST, 4)


@pytest.mark.parametrize("rules", ALL_28)
def test_a_trump_led_with_nothing_but_trumps_has_no_power_and_opens_nothing_a11b(rules):
    """Sentence 1.28; in the seventh trick South leads its 9c while the 7c lies hidden."""
    table = seven_tricks(rules, SEVEN_FOR_SOUTH, "0 7c Jh Qc Ac")
    assert table.hand.trump.concealed
    assert not table.hand.trump.open


@pytest.mark.parametrize("rules", ALL_28)
@pytest.mark.parametrize(("kept", "thrown", "winner"), [("9h", "Ac", SOUTH), ("Ac", "9h", EAST)])
def test_on_another_suit_it_is_opened_and_wins_unless_a_higher_trump_follows_a11c(rules, kept, thrown, winner):
    tricks = (*SEVEN_FOR_WEST[:3], "3 9d Td Ad Jc", *SEVEN_FOR_WEST[4:])
    table = seven_tricks(rules, tricks, "3 Kd 7c Ac Ah", swap=thrown)
    only_the_reveal(table.goes_on("3 play Kd"))
    table.goes_on("0 reveal_trump", "0 play 7c", f"1 play {kept}", "2 play Ah")
    assert table.taker == winner


@pytest.mark.parametrize("rules", ALL_28)
def test_with_another_card_left_the_hidden_one_is_no_card_of_the_hand(rules):
    table = Table(rules, hands_of(*SEVEN_FOR_WEST, "3 Jc 7c Ac Ah"), NORTH, first="7c").contract(SOUTH, 16, "7c")
    table.tricks(*SEVEN_FOR_WEST[:6])
    table.goes_on("3 play 9s")
    assert table.plays() == {"Th"}
    assert table.fault("0 play 7c") == "card-not-in-hand"


def test_a_card_that_the_declarer_does_not_hold_is_named_so_though_its_last_is_concealed():
    table = seven_tricks("28-standard", SEVEN_FOR_SOUTH, "0 7c Ac Qc Jh")
    assert table.fault("0 play Ad") == "card-not-in-hand"
