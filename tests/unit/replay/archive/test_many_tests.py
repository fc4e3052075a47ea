"""Many tests read together, and what an archive of some size would show."""

import math
import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay.archive.many_tests import e_bh, holm, many_tests
from dealproof.replay.archive.power import hands_needed, least_effect, noncentrality
from dealproof.replay.archive.statistics import Result, duplicates, first_seat, position_card
from dealproof.replay.archive.statistics.result import calibrated

ps = st.lists(st.floats(1e-12, 1), max_size=12)
es = st.lists(st.floats(0, 1e6), max_size=12)


def holm_by_definition(ps: list[float], level: float) -> tuple[bool, ...]:
    """A hypothesis is rejected if every set of hypotheses that holds it has one with p ≤ level / size (closure)."""
    places = range(len(ps))
    sets = [{*each} for size in range(1, len(ps) + 1) for each in combinations(places, size)]
    return tuple(
        all(any(ps[other] <= level / len(each) for other in each) for each in sets if place in each) for place in places
    )


@settings(max_examples=20)  # statsmodels collects garbage in each call
@given(st.lists(st.floats(1e-6, 0.05), max_size=7))
def test_holm_is_the_closure_of_bonferroni(ps: list[float]) -> None:
    """Holm 1979."""
    assert holm(ps, 0.05) == holm_by_definition(ps, 0.05)


@given(es)
def test_e_bh_rejects_the_largest_set_that_pays_for_itself(es: list[float]) -> None:
    """Wang and Ramdas 2022: of N e-values the k largest, each at least N / (level · k)."""
    rejected = e_bh(es, 0.05)
    number = sum(rejected)
    assert all(e * 0.05 * number >= len(es) for e, is_rejected in zip(es, rejected, strict=True) if is_rejected)
    assert not any(sum(e * 0.05 * k >= len(es) for e in es) >= k for k in range(number + 1, len(es) + 1))


@given(es, st.randoms(use_true_random=False))
def test_the_order_of_tests_does_not_matter(es: list[float], source: random.Random) -> None:
    order = source.sample(range(len(es)), len(es))
    shuffled = e_bh([es[place] for place in order], 0.05)
    assert tuple(shuffled[order.index(place)] for place in range(len(es))) == e_bh(es, 0.05)


def test_both_are_told_side_by_side_with_what_is_expected() -> None:
    found = many_tests([1e-9, 0.004, 0.5, 0.9], [1e7, 30.0, 0.5, 0.5])
    assert (found.level, found.tests, found.expected, found.seen) == (0.01, 4, 0.04, 2)
    assert found.holm == found.e_bh == (True, False, False, False)


def test_no_tests_reject_nothing() -> None:
    assert many_tests([], []) == many_tests((), ())
    assert many_tests([], []).holm == ()


def test_the_calibrator_has_mean_1_over_uniform_p_values() -> None:
    """Exact, as its integral from 0 to p is (p − 1) / ln p: between two p-values by the mean of the steps."""
    points = [10 ** (-k / 200) for k in range(2000, -1, -1)]
    mean = sum((b - a) * (calibrated(a) + calibrated(b)) / 2 for a, b in pairwise(points))
    assert mean + (1e-10 - 1) / math.log(1e-10) == pytest.approx(1, abs=1e-4)


@given(st.floats(1e-299, 1), st.floats(1e-299, 1))
def test_a_smaller_p_value_is_a_larger_e_value(one: float, other: float) -> None:
    smaller, larger = sorted((one, other))
    assert calibrated(smaller) >= calibrated(larger) * (1 - 1e-9)
    assert calibrated(smaller) * smaller <= 1, "no calibrator pays more than 1/p"


def result(decks: int) -> tuple[Result, ...]:
    n = 32
    return position_card.test([decks // n] * (n * n), n, decks)


def test_50000_decks_show_a_bias_of_half_a_per_cent_on_one_card() -> None:
    """Of one card at one place, chance 3.1 %, among 32 · 32 cells and 300 tests; alone it would be 0.3 %."""
    whole, largest, trend, means = result(50_000)
    assert least_effect(largest, tests=300) == pytest.approx(0.0053, abs=0.0001)
    assert math.sqrt(noncentrality(1, 0.01) * largest.variance / 50_000) == pytest.approx(0.003, abs=0.0001)
    assert least_effect(whole, tests=300) > least_effect(largest, tests=300)
    assert least_effect(trend, tests=300) < 0.005
    assert least_effect(means, tests=300) < 0.4


def test_four_times_as_many_decks_show_half_the_effect() -> None:
    for one, more in zip(result(20_000), result(80_000), strict=True):
        assert least_effect(more) == pytest.approx(least_effect(one) / 2)
        assert hands_needed(least_effect(one), one) == pytest.approx(20_000, abs=1)


def test_a_pair_of_equal_decks_is_the_least_that_is_seen() -> None:
    assert least_effect(duplicates.test(0, 52, 1000)) == 1


@pytest.mark.slow
def test_the_least_effect_is_seen_as_often_as_stated() -> None:
    """First seats of four: 300 archives with the least effect on one seat, up to chance."""
    hands, archives = 2000, 300
    (honest,) = first_seat.test([hands // 4] * 4)
    more = least_effect(honest, tests=10)
    source = random.Random(6)
    seen = 0
    for _ in range(archives):
        table = [0] * 4
        for seat in source.choices(range(4), [0.25 + more, *[0.25 - more / 3] * 3], k=hands):
            table[seat] += 1
        seen += first_seat.test(table)[0].p <= 0.001
    assert seen / archives == pytest.approx(0.9, abs=0.06)
