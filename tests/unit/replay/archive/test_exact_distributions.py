"""The exact nulls of the statistics of an archive, against all permutations, hands and sequences of small decks."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay.archive.statistics import coupons, cycles, dealt, duplicates, fixed_points, pure_runs, runs
from dealproof.replay.archive.statistics import successors as successor_order
from tests.reference.archive import hands
from tests.reference.archive import permutations as reference

Number = Callable[[Sequence[int]], int]
Weights = Callable[[int], Sequence[int]]

NUMBERS: list[tuple[Number, Weights, Number]] = [
    (fixed_points.fixed_points, fixed_points.weights, reference.fixed_points),
    (cycles.cycles, cycles.weights, reference.cycles),
    (successor_order.successors, successor_order.weights, reference.successors),
    (runs.ascending_runs, runs.weights, reference.ascending_runs),
    (runs.rising_sequences, runs.weights, reference.rising_sequences),
]
BY_NAME = pytest.mark.parametrize(("number", "weights", "slow"), NUMBERS, ids=[each[0].__name__ for each in NUMBERS])
decks = st.integers(2, 40).flatmap(lambda n: st.permutations(range(n)))


@BY_NAME
@pytest.mark.parametrize("n", range(2, 8))
def test_the_exact_distribution_is_that_of_all_permutations(
    number: Number, weights: Weights, slow: Number, n: int
) -> None:
    assert tuple(weights(n)) == reference.distribution(slow, n)


@BY_NAME
@given(order=decks)
def test_the_quick_count_is_the_definition(number: Number, weights: Weights, slow: Number, order: list[int]) -> None:
    assert number(order) == slow(order)


@BY_NAME
@pytest.mark.parametrize("n", [32, 52, 106, 159])
def test_the_weights_of_whole_decks_sum_to_all_permutations(
    number: Number, weights: Weights, slow: Number, n: int
) -> None:
    assert sum(weights(n)) == factorial(n)
    assert len(weights(n)) == n + 1


@given(decks)
def test_a_deck_and_its_inverse_exchange_runs_and_rising_sequences(order: list[int]) -> None:
    """Bayer and Diaconis 1992."""
    assert runs.rising_sequences(order) == runs.ascending_runs(runs.inverse(order))
    assert runs.inverse(runs.inverse(order)) == order
    assert cycles.cycles(runs.inverse(order)) == cycles.cycles(order)


@pytest.mark.parametrize("size", range(9))
@pytest.mark.parametrize("worth", [(1, 1, 0, 0, 0, 0, 0, 0), (3, 2, 1, 1, 0, 0, 0, 0), (5, 0, 5, 1, 2, 2, 7, 0)])
def test_scores_of_hands_are_counted_exactly(worth: tuple[int, ...], size: int) -> None:
    found = dealt.scores(worth, size)
    assert dict(zip(found.values, found.weights, strict=True)) == hands.scores(worth, size)


@pytest.mark.parametrize("size", range(0, 33, 4))
def test_cards_worth_one_or_nothing_are_hypergeometric(size: int) -> None:
    """Feller 1, chapter II.6."""
    found = dealt.scores((1, 0, 0, 0, 0, 0, 0, 0) * 4, size)
    assert found.weights == tuple(comb(4, k) * comb(28, size - k) for k in found.values)


@pytest.mark.parametrize("size", [-1, 5])
def test_a_hand_lies_within_its_deck(size: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 4 cards"):
        dealt.scores((1, 0, 0, 0), size)


@pytest.mark.parametrize(("packs", "jokers", "size", "ranks"), [(1, 0, 5, 4), (1, 2, 6, 4), (2, 1, 4, 3), (1, 1, 4, 6)])
def test_pure_runs_are_counted_exactly(packs: int, jokers: int, size: int, ranks: int) -> None:
    found = pure_runs.scores(packs, jokers, size, ranks)
    counted = hands.hands_by_suits_with_a_run(packs, jokers, size, ranks)
    assert dict(zip(found.values, found.weights, strict=True)) == counted


@given(st.sets(st.integers(0, 105), min_size=13, max_size=13))
def test_suits_with_a_run_are_those_of_the_definition(cards: set[int]) -> None:
    printed = hands.deck(packs=2, jokers=2, ranks=13)
    assert pure_runs.suits_with_a_run(cards, 2) == hands.suits_with_a_run(tuple(printed[card] for card in cards), 13)


def test_hands_of_two_packs_and_two_jokers_sum_to_all_hands() -> None:
    assert sum(pure_runs.scores(packs=2, jokers=2, size=13).weights) == comb(106, 13)


@pytest.mark.parametrize(("n", "length"), [(2, 3), (3, 5), (4, 6), (5, 5)])
def test_cards_missing_from_a_window_are_counted_exactly(n: int, length: int) -> None:
    assert coupons.weights(n, length) == hands.missing(n, length)


@pytest.mark.parametrize(("decks", "orders"), [(0, 2), (1, 2), (2, 2), (3, 2), (3, 6), (4, 6), (5, 6)])
def test_the_chance_of_two_equal_decks_is_exact(decks: int, orders: int) -> None:
    assert duplicates.chance_of_any(decks, orders) == hands.chance_of_any_equal(decks, orders)


@pytest.mark.parametrize("decks", [2, 3, 4, 5])
def test_the_chance_of_equal_pairs_is_never_too_small(decks: int) -> None:
    """Over all sequences of decks of two cards and of three."""
    for n in (2, 3):
        orders = [*permutations(range(n))]
        found = [duplicates.equal_pairs(sorted(each)) for each in product(orders, repeat=decks)]
        for pairs in range(1, comb(decks, 2) + 1):
            share = Fraction(sum(each >= pairs for each in found), len(found))
            assert share <= duplicates.chance(pairs, decks, len(orders))


def test_beyond_the_product_the_expected_number_of_pairs_bounds_the_chance() -> None:
    assert duplicates.chance(0, 10**9, factorial(32)) == 1
    assert duplicates.chance(1, 10**9, factorial(32)) == Fraction(comb(10**9, 2), factorial(32))
    assert duplicates.chance(2, 900, 10**6) == Fraction(comb(900, 2), 2 * 10**6)
    assert duplicates.test(1, 32, 10**6).p < 1e-20
    assert duplicates.test(0, 32, 10**6).p == 1
