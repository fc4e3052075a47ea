"""The exact covariances behind the chi-square statistics of permutations, over all permutations of small decks.
Source: `replay.archive.statistics.permutation_chi_square`."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest

from dealproof.replay.archive.statistics import neighbours, position_card
from dealproof.replay.archive.statistics.serial import SerialCounts, add_products, relative
from tests.reference.archive import permutations as reference

Order = Sequence[int]
Value = Callable[[Sequence[Order]], float]
Degrees = Callable[[int], int]


def position_value(orders: Sequence[Order]) -> float:
    n = len(orders[0])
    table = [0] * position_card.size(n)
    for order in orders:
        position_card.count(order, table)
    return position_card.chi_square(table, range(n), range(n), len(orders))


def neighbour_value(orders: Sequence[Order]) -> float:
    n = len(orders[0])
    table = [0] * neighbours.size(n)
    for order in orders:
        neighbours.count(order, table)
    return neighbours.chi_square(table, n, len(orders))


VALUES = pytest.mark.parametrize(
    ("value", "degrees"),
    [
        pytest.param(position_value, lambda n: (n - 1) ** 2, id="position-card"),
        pytest.param(neighbour_value, lambda n: n * n - 3 * n + 1, id="neighbours"),
    ],
)


@VALUES
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_one_deck_has_the_degrees_of_freedom_exactly(value: Value, degrees: Degrees, n: int) -> None:
    assert {round(value([order]), 9) for order in permutations(range(n))} == {degrees(n)}


@VALUES
@pytest.mark.parametrize(("n", "decks"), [(3, 2), (3, 3), (4, 2), (5, 2)])
def test_mean_and_variance_of_any_number_of_decks_are_exact(value: Value, degrees: Degrees, n: int, decks: int) -> None:
    """X² of N decks has mean df and variance 2 df (N−1)/N. The first deck may be fixed: X² is the same for all
    relabellings of cards."""
    rest = product(permutations(range(n)), repeat=decks - 1)
    found = [value([range(n), *others]) for others in rest]
    mean = sum(found) / len(found)
    assert mean == pytest.approx(degrees(n))
    variance = sum((each - mean) ** 2 for each in found) / len(found)
    assert variance == pytest.approx(2 * degrees(n) * (decks - 1) / decks)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_variances_of_neighbours_are_those_of_all_orders(n: int) -> None:
    """Of forms without margins: (f(0,1) − f(0,2)) − (f(3,1) − f(3,2)), made symmetric, and the cycle 0 → 1 → 2 → 0."""
    square = {(0, 1): 1, (0, 2): -1, (3, 1): -1, (3, 2): 1}
    symmetric = {cell: Fraction(weight) for (a, b), weight in square.items() for cell in ((a, b), (b, a))}
    cycle = [(0, 1), (1, 2), (2, 0)]
    antisymmetric = {**dict.fromkeys(cycle, Fraction(1)), **{(b, a): Fraction(-1) for a, b in cycle}}
    even, odd = neighbours.variances(n)
    for form, variance in ((symmetric, even), (antisymmetric, odd)):
        size = sum(weight * weight for weight in form.values())
        assert float(reference.quadratic_mean(form, reference.adjacency, n) / size) == pytest.approx(variance)


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_the_variance_of_places_is_that_of_all_orders(n: int) -> None:
    form = {(0, 0): Fraction(1), (0, 1): Fraction(-1), (1, 0): Fraction(-1), (1, 1): Fraction(1)}
    assert reference.quadratic_mean(form, reference.positions, n) / 4 == Fraction(1, n - 1)


@pytest.mark.parametrize("rows", [[0, 0, 1, 1, 1], [0, 1, 1, 2, 2], [0, 1, 2, 3, 4]])
@pytest.mark.parametrize("columns", [[0, 0, 0, 0, 1], [0, 1, 2, 2, 2]])
def test_groups_of_places_and_cards_keep_the_factor(rows: list[int], columns: list[int]) -> None:
    """The mean of X² over all decks is (groups of rows − 1)(groups of columns − 1)."""
    total = 0.0
    for order in permutations(range(5)):
        table = [0] * 25
        position_card.count(order, table)
        total += position_card.chi_square(table, rows, columns, 1)
    assert total / factorial(5) == pytest.approx(max(rows) * max(columns))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_serial_sums_have_the_stated_mean_variance_and_covariance(n: int) -> None:
    """Over all pairs of decks: mean 0, variance v², covariance v²/(n−1)² with v = (n²−1)/12; entries are four times."""
    orders = [*permutations(range(n))]
    first: list[int] = [0] * n
    squares = products = 0
    for before, order in product(orders, repeat=2):
        one = [0] * n
        add_products(before, order, one)
        first = [a + b for a, b in zip(first, one, strict=True)]
        squares += one[0] ** 2
        products += one[0] * one[1]
    v = Fraction(n * n - 1, 12)
    assert first == [0] * n
    assert Fraction(squares, 16 * len(orders) ** 2) == v**2
    assert Fraction(products, 16 * len(orders) ** 2) == v**2 / (n - 1) ** 2


@pytest.mark.parametrize("n", [3, 4])
def test_serial_statistics_have_exact_moments(n: int) -> None:
    """The coefficient is Spearman's, with variance 1/(n−1); what is left has mean n − 1. Kendall and Gibbons, ch. 4."""
    found = []
    for before, order in product(permutations(range(n)), repeat=2):
        counts = SerialCounts(n)
        counts.count(before, order)
        found.append([each.statistic for each in counts.test()])
    number = len(found)
    z, rest, other, place_rest = (sum(column) / number for column in zip(*found, strict=True))
    assert [z, other] == pytest.approx([0, 0])
    assert [rest, place_rest] == pytest.approx([n - 1, n - 1])
    assert sum(row[0] ** 2 for row in found) / number == pytest.approx(1)


def test_the_coefficient_of_cards_is_spearmans() -> None:
    before, order = [3, 0, 4, 1, 2], [0, 1, 2, 4, 3]
    counts = SerialCounts(5)
    counts.count(before, order)
    squares = sum((before.index(card) - order.index(card)) ** 2 for card in range(5))
    assert counts.test()[0].seen == pytest.approx(1 - 6 * squares / (5 * 24))


@pytest.mark.parametrize("n", [3, 4])
def test_changes_of_independent_decks_are_uniform_and_independent(n: int) -> None:
    """Of three decks, both changes together take every pair of permutations equally often."""
    orders = [*permutations(range(n))]
    changes = [
        (tuple(relative(one, two)), tuple(relative(two, three))) for one, two, three in product(orders, repeat=3)
    ]
    assert len({*changes}) == len(orders) ** 2
    assert len(changes) == len({*changes}) * len(orders)


def test_sums_of_two_tables_merge_by_addition() -> None:
    orders = [[2, 0, 1, 3], [3, 2, 1, 0], [0, 2, 3, 1], [1, 0, 3, 2]]
    whole, one, other = SerialCounts(4), SerialCounts(4), SerialCounts(4)
    for counts in (whole, one):
        counts.count(orders[0], orders[1])
    for counts in (whole, other):
        counts.count(orders[2], orders[3])
    one.merge(other)
    assert (one.pairs, one.cards, one.places) == (whole.pairs, whole.cards, whole.places)
