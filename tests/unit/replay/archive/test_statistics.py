"""The statistics that are not of one deck after another: serial, coupons, duplicates, first seats, scores of seats."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay.archive.statistics import (
    DECK_STATISTICS,
    coupons,
    dealt,
    duplicates,
    first_seat,
    pure_runs,
)
from dealproof.replay.archive.statistics.serial import SerialCounts, relative

CERTAIN = 1e-9
POINTS = dealt.scores((3, 2, 1, 1, 0, 0, 0, 0) * 4, 8)


def serial(change: Callable[[list[int], random.Random], list[int]], pairs: int) -> dict[str, float]:
    """P-values of a chain of decks of 32 cards, by name."""
    source, counts = random.Random(9), SerialCounts(32)
    before = source.sample(range(32), 32)
    for _ in range(pairs):
        order = change(before, source)
        counts.count(before, order)
        before = order
    return {result.name: result.p for result in counts.test()}


def test_independent_decks_have_no_serial_correlation() -> None:
    found = serial(lambda before, source: source.sample(before, len(before)), 500)
    assert len(found) == 4
    assert min(found.values()) > 0.001


def test_a_pack_that_is_riffled_once_between_hands_is_seen_after_20_hands() -> None:
    def riffle(before: list[int], source: random.Random) -> list[int]:
        cut = 16 + source.randint(-3, 3)
        places = {*source.sample(range(32), cut)}
        top, rest = iter(before[:cut]), iter(before[cut:])
        return [next(top) if place in places else next(rest) for place in range(32)]

    assert serial(riffle, 20)["serial-cards"] < CERTAIN


def test_one_card_that_stays_where_it_was_in_half_of_the_hands_is_seen_card_by_card() -> None:
    def sticky(before: list[int], source: random.Random) -> list[int]:
        order = source.sample(before, 32)
        if source.random() < 0.5:
            return order
        place = before.index(7)
        at = order.index(7)
        order[at], order[place] = order[place], order[at]
        return order

    found = serial(sticky, 500)
    assert found["serial-cards-each"] < CERTAIN
    assert found["serial-places-each"] > 0.001


def test_a_deck_dealt_again_is_a_change_that_leaves_every_card() -> None:
    assert relative([3, 1, 0, 2], [3, 1, 0, 2]) == [0, 1, 2, 3]


@given(st.permutations(range(12)), st.permutations(range(12)))
def test_a_change_gives_the_place_of_each_card_in_the_next_deck(before: list[int], order: list[int]) -> None:
    change = relative(before, order)
    assert [order[place] for place in change] == before


def collected(n: int, cards: list[int]) -> coupons.CouponCollector:
    collector = coupons.CouponCollector(n)
    for card in cards:
        collector.count(card)
    return collector


def test_windows_of_honest_top_cards_are_quiet_and_unfinished_ones_are_left_out() -> None:
    source = random.Random(11)
    collector = collected(32, source.choices(range(32), k=129 * 100 + 50))
    (result,) = collector.test()
    assert result.size == 100
    assert result.p > 0.001


def test_a_card_that_hardly_ever_comes_on_top_is_seen_after_200_windows() -> None:
    source = random.Random(12)
    cards = source.choices(range(32), [0.2, *[1] * 31], k=129 * 200)
    assert collected(32, cards).test()[0].p < 1e-6


def test_a_generator_that_visits_cards_in_turn_is_seen() -> None:
    assert collected(32, [*range(32)] * 300).test()[0].p < CERTAIN


def test_one_pair_of_equal_decks_is_seen_and_counted() -> None:
    decks = sorted([(0, 1), (1, 0), (0, 1), (0, 1)])
    assert duplicates.equal_pairs(decks) == 3
    assert duplicates.test(1, 32, 50_000).p < 1e-25
    assert duplicates.test(1, 32, 50_000).e > 1e20


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_a_seat_that_begins_too_often_is_seen_and_named(seats: int) -> None:
    (result,) = first_seat.test([200, *[100] * (seats - 1)])
    assert result.p < 1e-6
    assert result.at == (0,)
    assert first_seat.test([100] * seats)[0].p == pytest.approx(1)


def test_a_seat_that_is_dealt_too_much_is_seen() -> None:
    source = random.Random(13)
    table, honest = [0] * len(POINTS.values), [0] * len(POINTS.values)
    worth = (3, 2, 1, 1, 0, 0, 0, 0) * 4
    for hand in range(2000):
        one, other = (sum(worth[card] for card in source.sample(range(32), 8)) for _ in range(2))
        honest[POINTS.index(one)] += 1
        table[POINTS.index(max(one, other) if hand % 3 == 0 else one)] += 1
    assert dealt.test("points", table, POINTS, (0,))[0].p < CERTAIN
    (quiet,) = dealt.test("points", honest, POINTS, (1,))
    assert quiet.p > 0.001
    assert quiet.expected == pytest.approx(7)
    assert quiet.at == (1,)


def test_pure_runs_of_honest_hands_are_quiet() -> None:
    source, exact = random.Random(14), pure_runs.scores(packs=2, jokers=2, size=13)
    table = [0] * len(exact.values)
    for _ in range(3000):
        table[exact.index(pure_runs.suits_with_a_run(source.sample(range(106), 13), packs=2))] += 1
    assert dealt.test("pure-runs", table, exact, (0,))[0].p > 0.001


def test_names_of_deck_statistics_are_single() -> None:
    names = [statistic.name for statistic in DECK_STATISTICS]
    assert len({*names}) == len(names)
