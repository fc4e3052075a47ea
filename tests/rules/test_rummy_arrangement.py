"""The best arrangement of a hand of rummy (rummy/RULES.md, "Groups" and "Count")."""

import json
import random

import pytest

from dealproof.replay.games.rummy import best_arrangement, declarations
from tests.reference.rummy import arrangement as reference
from tests.reference.rummy.hands import hard_hand
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

FIXTURES = ROOT / "fixtures" / "rummy"
HANDS = [json.loads(line) for line in (FIXTURES / "hands.jsonl").read_bytes().splitlines()]
HARDEST = [json.loads(line) for line in (FIXTURES / "hardest.jsonl").read_bytes().splitlines()]


def told(cards, wild):
    """The answer in the shape of the reference: points, melds, arranged."""
    best = best_arrangement(cards, wild)
    assert sorted([card for group in best.melds for card in group] + [*best.loose]) == sorted(cards)
    return best.points, [[*group] for group in best.melds], best.arranged


def test_a_thousand_hands_have_the_points_and_melds_expected():
    for hand in HANDS:
        assert told(hand["cards"], hand["wild"]) == (hand["points"], hand["melds"], hand["arranged"]), hand


@pytest.mark.parametrize("seed", range(8))
def test_hard_hands_are_arranged_as_by_trying_everything(seed):
    rng = random.Random(seed)
    for _ in range(150):
        size = rng.choice((6, 7, 8, 9, 10, 10))
        cards, wild = hard_hand(rng, size, rng.choice((0, 1, 1, 2, 2, 3)))
        assert told(cards, wild) == reference.best_arrangement(cards, wild), (cards, wild)


@pytest.mark.parametrize("seed", range(4))
def test_whole_hands_are_arranged_as_by_trying_everything(seed):
    rng = random.Random(f"whole {seed}")
    for _ in range(8):
        cards, wild = hard_hand(rng, 13, rng.choice((0, 1, 2)))
        if sum(reference.is_wild(card, wild) for card in cards) <= 3:
            assert told(cards, wild) == reference.best_arrangement(cards, wild), (cards, wild)


@pytest.mark.parametrize("seed", range(4))
def test_many_wild_cards_are_shared_out_as_by_trying_everything(seed):
    rng = random.Random(f"wild {seed}")
    for _ in range(20):
        cards, wild = hard_hand(rng, rng.choice((7, 8, 9)), rng.choice((4, 5, 6)))
        if sum(reference.is_wild(card, wild) for card in cards) <= 7:
            assert told(cards, wild) == reference.best_arrangement(cards, wild), (cards, wild)


def test_the_order_of_the_cards_changes_nothing():
    rng = random.Random(1)
    for hand in HANDS[::5]:
        cards = list(hand["cards"])
        before = best_arrangement(cards, hand["wild"])
        rng.shuffle(cards)
        assert best_arrangement(cards, hand["wild"]) == before


def test_the_hardest_hands_have_the_answer_that_was_found_by_trying_everything():
    for hand in HARDEST:
        assert told(hand["cards"], hand["wild"]) == (hand["points"], hand["melds"], hand["arranged"]), hand


# Faults that others have had: the case number, the hand, what is wild, points, whether it may be declared.
CASES = [
    ("1", "KH KD KS KS 2C 3C 4C 5H 6H 7H 9S 9D 9C", "J", 10, False),
    ("1, in another order", "KS KH KD KS 2C 3C 4C 5H 6H 7H 9S 9D 9C", "J", 10, False),
    ("3a", "6H QH QC 5H KD KH 7H KC 4H QD 2S 3S 4S", "9", 0, True),
    ("3b", "10C 2H 3H 2S 10D 5H 3S 4H 4S 10S 7D 8D 9D", "J", 0, True),
    ("3c", "5S 4H 6S 10H 3H JH 5H 9H 2H 4S KC KD KS", "A", 0, True),
    ("3d", "KC 3S 3C 9C KH 3H 9H 3D 9D KD 5S 6S 7S", "J", 69, False),
    ("5", "KC KD AD 2S 3S 4S 7H 8H 9H 5C 5D 5H 5S", "J", 30, False),
    ("7a", "AD 2D 3D 4D 5D 7S 8S 9S KC KD KH QS QC", "J", 20, False),
    ("7b", "QH KH AH AS 2S 3S 9C 9D 9H 6C 6D 6H 6S", "J", 0, True),
    ("7c", "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", "JK", 0, True),
    ("9", "JS QS KS JK 9S 2H 3H 4H 6C 6D 6H 6S 8D", "5", 8, False),
    ("11a", "JK JK JK 3S 4S 5S 7D 8D 9D KC KD KH 2C", "Q", 0, True),
    ("11b", "JK JK JK 8H 8C 8S KD 5C 5D QS 9H 2D 3C", "8", 44, False),
    ("11c", "7C JK JK 4S 5S 6S 8D 9D 10D KC KD KH 2H", "A", 2, False),
    ("13", "10H JH QH 3C 4C 5C JD 7C 2S 2D 2H KS KD", "J", 7, False),
    ("13, wild ace", "5H 6H 7H 7S 7D 8H 9H 2C 3C 4C KD QS JS", "A", 44, False),
    ("15a", "2H 3H 4H 5H 6H 7H KS KD KC KH 9S 9D 9C", "J", 0, True),
    ("15b", "2H 3H 4H 5H 6H 7H KS KD KC 9S 9D 9C 4C", "J", 4, False),
    ("15c", "2H 3H 4H 5H 6H 7H KS KD KC 9S 9D 4C 8C", "J", 30, False),
    ("17", "4S 5S 6S 9D 9H 9C KC KD KH QC QD 2S 3D", "J", 82, False),
    ("19", "2H 2D 2C 2S 9S 9D 9H KS KD KH QC QD QS", "7", 95, False),
    ("23", "7S 7S 7S 8D 9D 10D 2C 3C 4C KH KD KS QH", "J", 31, False),
    ("29", "7S 8S 9S 9H 9D 2C 3C 4C KD KS 5H 6D QC", "J", 59, False),
]


def cards_of(text):
    """Cards as the cases write them: capitals, a ten as 10."""
    return ["Jk" if card == "JK" else card[0] + card[1].lower() for card in text.replace("10", "T").split()]


@pytest.mark.parametrize(("name", "hand", "wild", "points", "arranged"), CASES, ids=[case[0] for case in CASES])
def test_faults_that_others_have_had_are_not_ours(name, hand, wild, points, arranged):
    cards, wild = cards_of(hand), "Jk" if wild == "JK" else wild
    rng = random.Random(name)
    for _ in range(5):
        best = best_arrangement(cards, wild)
        assert (best.points, best.arranged) == (points, arranged)
        rng.shuffle(cards)


def test_no_group_is_of_printed_jokers_alone():
    best = best_arrangement(cards_of("JK JK JK 3S 4S 5S 7D 8D 9D KC KD KH 2C"), "Q")
    assert all(set(group) != {"Jk"} for group in best.melds)
    # An option: min_naturals 0.
    assert ("Jk", "Jk", "Jk") in best_arrangement("Jk Jk Jk 3s 4s 5s".split(), "Q", naturals=0).melds
    assert not best_arrangement("Jk Jk Jk 3s 4s 5s".split(), "Q").arranged


def test_a_run_of_thirteen_is_one_group_and_may_be_declared():
    best = best_arrangement(cards_of("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"), "Jk")
    assert best.arranged
    assert len(best.melds) == 1


def test_of_fourteen_cards_those_are_named_that_may_be_laid_down_to_declare():
    cards = cards_of("2H 3H 4H 5H 6H 7H KS KD KC KH 9S 9D 9C 4C")
    assert declarations(cards, "J") == ("4c",)
    assert declarations([*cards[:-1], "8h"], "J") == ("Ks", "2h", "5h", "8h", "Kh", "Kd", "Kc")
    assert declarations(cards_of("2H 3H 4H 5H 6H 7H KS KD KC 9S 9D 9C 4C 8C"), "J") == ()


@pytest.mark.parametrize("seed", range(3))
def test_a_card_may_be_laid_down_where_the_others_are_arranged(seed):
    rng = random.Random(seed)
    for _ in range(20):
        cards, wild = hard_hand(rng, 14, rng.choice((1, 2, 3, 4)))
        found = declarations(cards, wild)
        for card in set(cards):
            others = list(cards)
            others.remove(card)
            assert (card in found) == best_arrangement(others, wild).arranged


def test_what_is_no_hand_is_refused_with_a_sentence():
    for cards, wild, sentence in [
        (["10h"], "J", "'10h' is not a card"),
        ([""], "J", "'' is not a card"),
        (["Ah"], "10", "'10' is not a wild rank"),
        (["Ah"] * 4, "J", "Ah occurs more than three times"),
        (["Ah", "2h", "3h"] * 5, "J", "There are 15 cards"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            best_arrangement(cards, wild)
