"""The packs and their deal: worked examples B1, C1; reported fault 23. Sentences 1.4–1.9, 2.5–2.16, 0.198–0.205."""

import doctest
from collections import Counter

import pytest

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.games.gulan.variants import VARIANTS
from tests.support import hands as to_order
from tests.support.hands import Table

IDS = [rules.id for rules in VARIANTS]
WORTH = {"J": 3, "3": 3, "9": 2, "A": 1, "T": 1}


def pack_of(table):
    return Counter(TEXTS[kind] for kind in table.game.tables.deck.kind_at)


@pytest.mark.parametrize(
    ("rules", "cards", "of_a_suit", "total", "seats", "each"),
    [
        ("28-gulan", 32, 7, 28, 4, 8),
        ("28-standard", 32, 7, 28, 4, 8),
        ("28-kerala-house", 32, 7, 28, 4, 8),
        ("40-cheettukali", 36, 10, 40, 6, 6),
        ("40-gulan", 36, 10, 40, 6, 6),
        ("56-gulan", 48, 14, 56, 6, 8),
        ("56-support", 48, 14, 56, 6, 8),
    ],
)
def test_the_pack_has_its_cards_and_points_and_all_are_dealt_b1_c1(rules, cards, of_a_suit, total, seats, each):
    table = Table(rules).contract(1, 30 if seats == 6 else 16)
    pack = pack_of(table)
    assert pack.total() == cards
    for suit in "shdc":
        assert sum(WORTH.get(card[0], 0) * copies for card, copies in pack.items() if card[1] == suit) == of_a_suit
    assert table.rules.total == total == 4 * of_a_suit
    sizes = [hand.bit_count() for hand in table.hand.hands]
    sizes[1] += table.hand.trump.concealed.bit_count()
    assert sizes == [each] * seats


@pytest.mark.parametrize(
    ("rules", "least", "honors"), [("40-gulan", 20, 30), ("40-cheettukali", 20, 30), ("56-gulan", 28, 40)]
)
def test_the_first_bid_is_half_and_over_a_partner_it_is_honors_b1_c1(rules, least, honors):
    table = Table(rules, {1: "Js"})
    assert table.bids(1) == [(least, table.rules.total), "thani"]
    table.goes_on(f"1 bid {least}", "2 pass")
    table.goes_on(*(["4 pass", "0 pass"] if table.to_act == (4,) else []))
    assert table.to_act == (3,)
    assert table.bids(3) == [(honors, table.rules.total), "thani"]


@pytest.mark.parametrize("rules", IDS)
def test_no_card_is_there_more_often_than_the_pack_prints_it_23(rules):
    doubled = {"40-gulan": "J", "56-gulan": "J9ATKQ", "56-support": "J9ATKQ"}.get(rules, "")
    assert all(copies == 1 + (card[0] in doubled) for card, copies in pack_of(Table(rules)).items())


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        ("28-standard", {0: "9s", 1: "9s"}),
        ("28-standard", {0: "6s"}),
        ("40-cheettukali", {0: "Js Js"}),
        ("40-gulan", {0: "9s", 3: "9s"}),
        ("40-gulan", {0: "3s"}),
        ("56-gulan", {0: "9s 9s", 1: "9s"}),
    ],
)
def test_a_hand_that_the_pack_cannot_deal_is_refused_23(rules, hands):
    with pytest.raises(AssertionError, match="more often than the deck holds it"):
        Table(rules, hands)


@pytest.mark.parametrize(
    ("rules", "copies"), [("28-standard", 1), ("40-cheettukali", 1), ("40-gulan", 2), ("56-gulan", 2)]
)
def test_a_card_is_played_as_often_as_it_is_there_and_no_more_23(rules, copies):
    """The seat has every copy of the jack and leads them all; once more is a card that it does not hold."""
    table = Table(rules, {0: "Js " * copies + "9s", 2: "As -s"}, dealer=-1)
    table.contract(1, table.rules.stages[0].auction.minimum + 1)
    for _ in range(copies):
        assert table.lead("0 Js") == 0
    assert table.fault("0 play Js") == "card-not-in-hand"
    assert table.fault("0 play Jk") == "card-not-in-hand"


def test_the_deal_goes_round_from_the_dealers_right_in_packets():
    """28 one by one (1.14), Gulan Parish in fours and threes (0.60–0.63)."""
    first = {"28-standard": [0, 4, 8, 12], "28-gulan": [0, 1, 2, 3], "40-gulan": [0, 1, 2, 18, 19, 20]}
    for rules, positions in first.items():
        table = Table(rules)
        order = table.orders[0].places
        assert table.hand.hands[1] == sum(1 << order[position] for position in positions)


def test_the_example_of_hands_dealt_to_order_is_true():
    assert doctest.testmod(to_order).failed == 0
