"""`dealproof rummy`: the best groups of a hand alone."""

import json

import pytest

from dealproof.replay.games.rummy import best_arrangement, best_discards, declarations
from dealproof.web.cli.terminal import width
from tests.unit.web.conftest import Run

THIRTEEN = "7h 8h 9h 2c 3c 4c Kd Ks Jk 5s 5h 6d Qc"
FOURTEEN = "7h 8h 9h 2c 3c 4c Kd Ks Jk 5s 6s 7s 8s Qc"
UNDECLARABLE = "5h 6h 7h Ks Kh Kd Qc Qs Qd 9s 10c 3d 4c 2s"
ALL_HEARTS = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2s"


def test_groups_loose_cards_and_points_are_told(run: Run) -> None:
    """The example of dealproof.replay.games.rummy.arrangement."""
    result = run("rummy", THIRTEEN, "--wild", "J")
    assert result.exit_code == 0
    for told in ("pure sequence   7♥ 8♥ 9♥", "set             K♠ K♦ Joker", "5♠ 5♥ 6♦ Q♣", "Points: 26.", "may not"):
        assert told in result.stdout


@pytest.mark.parametrize("hand", [FOURTEEN, ALL_HEARTS])
def test_with_fourteen_cards_the_one_to_lay_down_is_named_and_the_groups_are_those_of_the_rest(
    run: Run, hand: str
) -> None:
    told = json.loads(run("rummy", hand, "--wild", "Jk", "--json").stdout)
    assert told["may_declare"] is True
    assert told["declare"] == list(declarations(hand.split(), "Jk"))
    rest = hand.split()
    rest.remove(told["declare"][0])
    assert told["melds"] == [list(group) for group in best_arrangement(rest, "Jk").melds]
    assert (told["points"], told["loose"]) == (0, [])
    assert "may be declared by laying down" in run("rummy", hand, "--wild", "Jk").stdout


def test_with_fourteen_cards_that_cannot_be_declared_the_best_to_throw_is_named(run: Run) -> None:
    """rummy/RULES.md, "Count": it is 13 cards that are counted."""
    told = json.loads(run("rummy", UNDECLARABLE, "--wild", "2", "--json").stdout)
    assert (told["may_declare"], told["declare"], told["throw"]) == (False, [], ["Qs", "Qd"])
    counts = {}
    for card in UNDECLARABLE.replace("10", "T").split():
        rest = UNDECLARABLE.replace("10", "T").split()
        rest.remove(card)
        counts[card] = best_arrangement(rest, "2").points
    assert told["points"] == min(counts.values()) == counts["Qs"] == counts["Qd"] == 26
    assert best_discards(UNDECLARABLE.replace("10", "T").split(), "2") == ("Qs", "Qd")
    assert "Points after throwing Q♠ or Q♦: 26." in run("rummy", UNDECLARABLE, "--wild", "2").stdout


@pytest.mark.parametrize(
    "spelled",
    [
        THIRTEEN.replace("Jk", "JK"),
        THIRTEEN.replace("Jk", "jk"),
        THIRTEEN.replace(" ", ","),
        THIRTEEN.lower(),
        THIRTEEN.replace("5h", "5♥"),
        THIRTEEN.replace("5h", "5♥\ufe0e").replace("Jk", "Joker"),
    ],
)
def test_cards_are_read_however_they_are_spelled(run: Run, spelled: str) -> None:
    assert run("rummy", spelled, "--wild", "J").stdout == run("rummy", THIRTEEN, "--wild", "J").stdout


def test_ten_is_ten_or_t_for_cards_and_the_wild_rank(run: Run) -> None:
    hand = "10h Jh Qh 2c 3c 4c Kd Ks Jk 5s 5h 6d Qc"
    assert run("rummy", hand, "--wild", "10").stdout == run("rummy", hand.replace("10", "T"), "--wild", "T").stdout


def test_cards_may_stand_in_one_argument_each(run: Run) -> None:
    assert run("rummy", *THIRTEEN.split(), "--wild", "J").stdout == run("rummy", THIRTEEN, "--wild", "J").stdout


@pytest.mark.parametrize(
    ("hand", "wild", "seats", "said"),
    [
        (THIRTEEN.replace("5s 5h 6d", "7h 7h 6d"), "J", "4", "7♥ occurs 3 times; a table of 4 seats has 2."),
        (THIRTEEN.replace("5s 5h 6d", "Jk Jk 6d"), "J", "6", "Joker occurs 3 times"),
        (THIRTEEN.replace("5s 5h 6d", "7h 7h 7h"), "J", "8", "7♥ occurs 4 times"),
        (THIRTEEN.replace("6d", "Jk"), "Jk", "4", "but one was turned up"),
        ("2s 2s 2h 2h 2d 2d 2c 2c 5s 6s 7s 8s 9s", "2", "4", "but one was turned up"),
        (THIRTEEN.replace("6d", "1d"), "J", "4", "is not a card"),
        (THIRTEEN.replace("6d", "6"), "J", "4", "is not a card"),
        (THIRTEEN, "11", "4", "is not a wild rank"),
        (THIRTEEN, "", "4", "is not a wild rank"),
        ("7h 8h", "J", "4", "There are 2 cards"),
        (THIRTEEN + " 2s 2d", "J", "4", "There are 15 cards"),
        (" ", "J", "4", "There are 0 cards"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_in_a_sentence(run: Run, hand: str, wild: str, seats: str, said: str) -> None:
    """rummy/RULES.md, "Deal": two packs and two jokers at four and six seats, three and three at eight."""
    result = run("rummy", hand, "--wild", wild, "--seats", seats)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr


def test_three_packs_hold_what_two_do_not(run: Run) -> None:
    hand = THIRTEEN.replace("5s 5h 6d", "7h 7h 6d")
    assert run("rummy", hand, "--wild", "J", "--seats", "8").exit_code == 0


def test_no_pure_sequence_and_no_second_one_are_said(run: Run) -> None:
    none = run("rummy", "Ah 3h 5s 7d 9h 10c Kd Qs 2d 4c 6h 8c Js", "--wild", "Jk").stdout
    assert "Every card counts because there is no pure sequence." in none
    one = run("rummy", "Ah 2h 3h 7d 9h 10c Kd Qs 2d 4c 6h 8c Js", "--wild", "Jk").stdout
    assert "there is no second sequence" in one


def test_it_fits_80_columns(run: Run) -> None:
    for hand in (THIRTEEN, FOURTEEN, UNDECLARABLE, ALL_HEARTS):
        assert max(map(width, run("rummy", hand, "--wild", "8").stdout.split("\n"))) <= 80
