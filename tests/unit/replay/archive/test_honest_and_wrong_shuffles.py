"""Honest shuffles are quiet, and each of the five wrong shuffles is seen by the statistics that are named, at a size
that is stated. Source: `replay.archive.statistics`."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, factorial, prod

import pytest

from dealproof.replay.archive.statistics import DECK_STATISTICS, Result, fixed_points, runs
from dealproof.replay.archive.statistics.dealt import scores
from dealproof.replay.archive.statistics.goodness import goodness
from dealproof.verifier.shuffle import Draws
from tests.reference import shuffles


class RandomWords(shuffles.SmallWords):
    """Words of a fixed seed, without an end."""

    def __init__(self, seed: int, bits: int) -> None:
        super().__init__((), bits)
        self.source, self.bits = random.Random(seed), bits

    def word(self) -> int:
        return self.source.getrandbits(self.bits)


def counted(orders: Iterator[Sequence[int]], n: int, decks: int) -> dict[str, Result]:
    """The results of all deck statistics, by name."""
    tables = [[0] * statistic.size(n) for statistic in DECK_STATISTICS]
    for _ in range(decks):
        order = next(orders)
        for statistic, table in zip(DECK_STATISTICS, tables, strict=True):
            statistic.count(order, table)
    return {
        result.name: result
        for statistic, table in zip(DECK_STATISTICS, tables, strict=True)
        for result in statistic.test(table, n, decks)
    }


def wrongly(shuffled: shuffles.Shuffle, n: int, bits: int) -> Iterator[Sequence[int]]:
    stream = RandomWords(7, bits)
    while True:
        yield shuffled(stream, n)


CERTAIN = 1e-9
"""Below the first threshold of Holm for 10 million tests at 1 %."""


@pytest.mark.parametrize(
    ("shuffled", "bits", "decks", "names"),
    [
        (shuffles.off_by_one, 16, 40, {"fixed-points", "cycles"}),
        (shuffles.swap_with_any, 16, 2000, {"position-card", "cycles"}),
        (shuffles.mod_without_rejection, 6, 2000, {"position-card", "position-card-trend", "position-card-means"}),
        (shuffles.sort_by_rotated_hash, 16, 500, {"successors", "ascending-runs", "rising-sequences"}),
        (shuffles.linear_probing, 16, 40, {"neighbours"}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
@pytest.mark.slow
def test_a_wrong_shuffle_of_32_cards_is_seen(
    shuffled: shuffles.Shuffle, bits: int, decks: int, names: set[str]
) -> None:
    found = counted(wrongly(shuffled, 32, bits), 32, decks)
    assert {name for name in names if found[name].p > CERTAIN} == set()


@pytest.mark.slow
def test_remainders_of_bytes_take_20000_decks_of_32_cards() -> None:
    """256 = 10 · 24 + 16: with bytes no number is more than a tenth likelier than another."""
    found = counted(wrongly(shuffles.mod_without_rejection, 32, 8), 32, 20_000)
    assert all(found[name].p < CERTAIN for name in ("position-card", "position-card-trend", "position-card-means"))


def test_a_pack_that_is_not_shuffled_is_seen_by_everything_within_100_decks() -> None:
    found = counted(iter([range(32)] * 100), 32, 100)
    assert [name for name, result in found.items() if result.p > CERTAIN] == []


def test_the_largest_cell_names_the_place_and_the_card() -> None:
    """Of 400 decks every eighth has card 5 on top."""
    source = random.Random(3)
    decks = []
    for deck in range(400):
        order = source.sample(range(32), 32)
        if deck % 8 == 0:
            order.remove(5)
            order.insert(0, 5)
        decks.append(order)
    largest = counted(iter(decks), 32, 400)["position-card-largest"]
    assert largest.at == (0, 5)
    assert largest.p < CERTAIN


@pytest.mark.parametrize("n", [32, 52])
def test_the_shuffle_of_the_protocol_is_quiet(n: int) -> None:
    """300 decks of seeds 0, 1, 2, … pass every test at 1/1000."""
    orders = (Draws(seed.to_bytes(32), b"")("deal/0").order(n) for seed in range(300))
    found = counted(orders, n, 300)
    assert {name: result.p for name, result in found.items() if result.p < 0.001} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("n", "decks"), [(8, 20), (12, 150)])
def test_p_values_of_honest_decks_are_at_most_uniform(n: int, decks: int) -> None:
    """Of 400 honest archives, a share of p-values at most 10 % has p ≤ 10 %, and likewise for 2 %, up to chance (four
    standard deviations)."""
    archives = 400
    source = random.Random(15)
    ps: dict[str, list[float]] = {}
    for _ in range(archives):
        found = counted((source.sample(range(n), n) for _ in range(decks)), n, decks)
        for name, result in found.items():
            ps.setdefault(name, []).append(result.p)
    for level in (0.1, 0.02):
        most = archives * level + 4 * (archives * level * (1 - level)) ** 0.5
        assert {name: each for name, each in ps.items() if sum(p <= level for p in each) > most} == {}


def compositions(total: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Every way to put `total` hands into cells."""
    if cells == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, cells - 1):
            yield (first, *rest)


CASES = {
    "fixed points of 3 cards": (fixed_points.weights(3), 80),
    "runs of 3 cards": (runs.weights(3), 90),
    "runs of 4 cards": (runs.weights(4), 25),
    "two jacks in four cards of eight": (scores((1, 1, 0, 0, 0, 0, 0, 0), 4).weights, 100),
    "a coin": ((1, 1), 30),
}


@pytest.mark.parametrize(("weights", "hands"), CASES.values(), ids=list(CASES))
@pytest.mark.parametrize("level", [Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000)])
def test_the_level_of_goodness_is_held_over_all_outcomes(weights: Sequence[int], hands: int, level: Fraction) -> None:
    """Exactly: the chance of p ≤ level is at most one and a half times the level."""
    possible = [place for place, weight in enumerate(weights) if weight]
    total = sum(weights) ** hands
    below = 0
    for seen in compositions(hands, len(possible)):
        counts = [0] * len(weights)
        for place, count in zip(possible, seen, strict=True):
            counts[place] = count
        if goodness(counts, weights).p <= level:
            ways = factorial(hands) // prod(map(factorial, seen))
            below += ways * prod(weights[place] ** count for place, count in zip(possible, seen, strict=True))
    assert Fraction(below, total) <= level * Fraction(3, 2)


def test_the_exact_binomial_takes_over_where_cells_are_too_few() -> None:
    fit = goodness([0, 10], [1, 1])
    assert fit.null == "exact-binomial"
    assert fit.p == pytest.approx(float(2 * Fraction(comb(10, 0), 2**10)))


@pytest.mark.parametrize("counts", [[1, 2], [0, 1, 0, 0]])
def test_counts_must_fit_their_distribution(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="a cell for each weight"):
        goodness(counts, (1, 0, 2, 1))
