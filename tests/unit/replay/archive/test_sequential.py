"""E-processes: the mean of every bet is 1 under the exact null, and frauds are seen as soon as is stated.
Source: `replay.archive.sequential`; Ramdas et al. 2023, arXiv 2210.01948."""

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay.archive.sequential import bets
from dealproof.replay.archive.sequential.mixtures import Mixture, of_advantage, of_kept, of_voids
from dealproof.replay.archive.sequential.process import Process
from dealproof.replay.archive.statistics import pure_runs
from dealproof.replay.archive.statistics.dealt import Scores, scores

POINTS = (3, 2, 1, 1, 0, 0, 0, 0) * 4
"""Card points of a pack of 28, as a rule set lists its ranks."""

JACKS = (1, 0, 0, 0, 0, 0, 0, 0) * 4
NULLS = {
    "points of a seat": scores(POINTS, 8),
    "points of a team": scores(POINTS, 16),
    "jacks of a seat": scores(JACKS, 8),
    "pure runs of a seat": pure_runs.scores(packs=2, jokers=2, size=13),
    "always the same": scores((1, 1, 1), 2),
}
MIXTURES = [of_voids, of_kept, of_advantage]
SEEN = 100
"""1 divided by the level of 1 %."""

seat = NULLS["points of a seat"]


@pytest.mark.parametrize("null", NULLS.values(), ids=list(NULLS))
@pytest.mark.parametrize("made", MIXTURES)
def test_the_mean_of_every_bet_is_exactly_1(made: Callable[[Scores], Mixture], null: Scores) -> None:
    mixture = made(null)
    assert {bets.mean(null, bet) for bet in mixture.bets} == {1}
    assert all(each > 0 for bet in mixture.bets for each in bet)


distributions = st.lists(st.integers(1, 10**9), min_size=1, max_size=12).map(
    lambda weights: Scores(tuple(range(len(weights))), tuple(weights))
)
shares = st.fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=1000)


@given(null=distributions, share=shares, part=st.fractions(0, 1, max_denominator=100))
def test_tail_bets_are_fair_for_any_distribution_share_and_stake(null: Scores, share: Fraction, part: Fraction) -> None:
    for stake in (part, -part * share / (1 - share)):
        for side in (bets.worst, bets.best):
            bet = side(null, share, stake)
            assert bets.mean(null, bet) == 1
            assert min(bet) >= 0


@given(null=distributions, base=st.fractions(Fraction(1, 9), 9, max_denominator=50))
def test_tilts_are_fair_for_any_distribution_and_base(null: Scores, base: Fraction) -> None:
    assert bets.mean(null, bets.tilted(null, base)) == 1


@pytest.mark.parametrize(("share", "stake"), [(0, 1), (1, 1), ("1/2", "3/2"), ("1/2", "-3/2"), ("1/5", "-1/3")])
def test_no_bet_loses_more_than_all(share: Fraction | str, stake: Fraction | str) -> None:
    with pytest.raises(ValueError, match="A share must be between 0 and 1"):
        bets.worst(seat, Fraction(share), Fraction(stake))


def test_the_worst_and_the_best_of_a_mirrored_distribution_are_mirrored() -> None:
    null = Scores((0, 1, 2), (1, 2, 5))
    mirrored = Scores((0, 1, 2), (5, 2, 1))
    share, stake = Fraction(1, 10), Fraction(1, 2)
    assert bets.best(null, share, stake) == bets.worst(mirrored, share, stake)[::-1]


@pytest.mark.parametrize("made", MIXTURES)
def test_the_mean_of_a_process_stays_1_over_all_sequences(made: Callable[[Scores], Mixture]) -> None:
    """Three hands of four cards with two jacks in a pack of eight: every sequence of scores, with its exact chance."""
    null = scores((1, 1, 0, 0, 0, 0, 0, 0), 4)
    mixture = made(null)
    total, mean, alarms = sum(null.weights), 0.0, Fraction(0)
    for sequence in product(range(len(null.values)), repeat=3):
        process, ways = Process(), 1
        for index in sequence:
            process.feed(mixture, null.values[index])
            ways *= null.weights[index]
        mean += ways / total**3 * process.e
        alarms += Fraction(ways, total**3) * (process.p <= 0.1)
    assert mean == pytest.approx(1)
    assert alarms <= Fraction(1, 10)


def hands(source: random.Random, worth: tuple[int, ...] = POINTS, size: int = 8) -> Iterator[tuple[list[int], int]]:
    """Honest hands of one seat, each with its score."""
    while True:
        cards = source.sample(range(len(worth)), size)
        yield cards, sum(worth[card] for card in cards)


def is_worst(null: Scores, score: int, source: random.Random, share: float = 0.01) -> bool:
    """Whether a hand is of the worst `share`; hands at its border by chance, so that the share is exact."""
    index = null.index(score)
    rank = (sum(null.weights[:index]) + source.random() * null.weights[index]) / sum(null.weights)
    return rank < share


@pytest.mark.parametrize("null", ["points of a seat", "points of a team"])
@pytest.mark.parametrize("seed", range(5))
def test_the_worst_hundredth_thrown_away_as_void_is_seen_after_three_voids(null: str, seed: int) -> None:
    """With room for 20 such tests read together."""
    source = random.Random(seed)
    size = {"points of a seat": 8, "points of a team": 16}[null]
    process, mixture = Process(), of_voids(NULLS[null])
    thrown = (score for _, score in hands(source, size=size) if is_worst(NULLS[null], score, source))
    for _ in range(3):
        process.feed(mixture, next(thrown))
    assert process.e >= 20 * SEEN


def test_voids_are_seen_among_as_many_honest_ones() -> None:
    source = random.Random(2)
    process, mixture = Process(), of_voids(seat)
    honest = (score for _, score in hands(source))
    thrown = (score for score in honest if is_worst(seat, score, source))
    for _ in range(6):
        process.feed(mixture, next(thrown))
        process.feed(mixture, next(honest))
    assert process.e >= 20 * SEEN


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_worst_hundredth_dropped_unseen_is_seen_within_2000_hands(seed: int) -> None:
    """Where the hands are dropped by what is tested."""
    source = random.Random(seed)
    process, mixture = Process(), of_kept(seat)
    honest = (score for _, score in hands(source))
    for _ in range(2000):
        if not is_worst(seat, score := next(honest), source):
            process.feed(mixture, score)
    assert process.p <= 1 / SEEN


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_hands_dropped_by_another_judgement_are_seen_within_20000_hands(seed: int) -> None:
    """The dropper counts jacks twice and no tens; points are tested."""
    source = random.Random(seed)
    judged = (2, 1, 1, 0, 0, 0, 0, 0) * 4
    other = scores(judged, 8)
    process, mixture = Process(), of_kept(seat)
    for _, (cards, score) in zip(range(20_000), hands(source), strict=False):
        if not is_worst(other, sum(judged[card] for card in cards), source):
            process.feed(mixture, score)
    assert process.p <= 1 / SEEN


@pytest.mark.slow
def test_one_hand_in_ten_exchanged_for_a_better_one_is_seen_within_10000_hands() -> None:
    """Best of two deals for one account, every tenth hand."""
    source = random.Random(4)
    process, mixture = Process(), of_advantage(seat)
    honest = (score for _, score in hands(source))
    for hand in range(10_000):
        score = next(honest)
        process.feed(mixture, max(score, next(honest)) if hand % 10 == 0 else score)
    assert process.p <= 1 / SEEN


@pytest.mark.slow
@pytest.mark.parametrize("made", MIXTURES)
def test_honest_hands_raise_no_alarm_at_any_time(made: Callable[[Scores], Mixture]) -> None:
    """Of 200 honest seats of 100 hands at most 2 % ever pass 100: Ville's bound of 1 %, and chance."""
    source = random.Random(8)
    honest = (score for _, score in hands(source))
    mixture = made(seat)
    alarms = 0
    for _ in range(200):
        process = Process()
        for _ in range(100):
            process.feed(mixture, next(honest))
        alarms += process.p <= 1 / SEEN
    assert alarms <= 4


@settings(max_examples=30)
@given(st.lists(st.sampled_from(seat.values), max_size=30), st.integers(0, 30))
def test_a_process_goes_on_from_its_state(sequence: list[int], cut: int) -> None:
    mixture = of_voids(seat)
    whole, first = Process(), Process()
    for score in sequence:
        whole.feed(mixture, score)
    for score in sequence[:cut]:
        first.feed(mixture, score)
    second = Process.from_json(json.loads(json.dumps(first.to_json())))
    for score in sequence[cut:]:
        second.feed(mixture, score)
    assert (second.hands, second.e, second.p) == (whole.hands, whole.e, whole.p)


def test_a_process_starts_at_1_and_may_change_its_game() -> None:
    process = Process()
    assert (process.e, process.p) == (1, 1)
    process.feed(of_advantage(seat), 20)
    process.feed(of_advantage(NULLS["jacks of a seat"]), 4)
    assert process.e > 1
    with pytest.raises(ValueError, match="No hand has the score 99"):
        process.feed(of_advantage(seat), 99)
    with pytest.raises(ValueError, match="has 10 bets in every hand, not 24"):
        process.feed(of_voids(seat), 5)
