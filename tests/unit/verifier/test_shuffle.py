"""Shuffle, cut and uniform numbers: every stream of small words, exactly. Source: PROTOCOL.md, "The random stream"."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from dealproof.verifier.shuffle import Draws, cut, shuffle
from dealproof.verifier.stream import Words
from tests.reference import shuffles

pytestmark = pytest.mark.slow

SIZES = [(4, 3), (4, 4), (5, 3)]


def narrow(words: tuple[int, ...], bits: int) -> Words:
    """The verifier's own numbers, from words of `bits` bits."""
    return Words(((word,) for word in ending(words)), 1 << bits)


def ending(words: tuple[int, ...]) -> Iterator[int]:
    yield from words
    raise shuffles.OutOfWords


def is_uniform(chances: shuffles.Chances, n: int) -> bool:
    """Every permutation, each with the same exact chance, and no other order."""
    orders, unended = chances
    return orders == dict.fromkeys(permutations(range(n)), (1 - unended) / factorial(n))


@pytest.mark.parametrize("spare", [0, 1, 2])
@pytest.mark.parametrize(("n", "bits"), [(1, 3), (2, 3), (3, 3), *SIZES])
def test_every_permutation_has_the_same_chance(n: int, bits: int, spare: int) -> None:
    assert is_uniform(shuffles.chances(shuffle, n, bits, narrow, spare), n)


@pytest.mark.parametrize(("n", "bits"), SIZES)
@pytest.mark.parametrize("wrong", shuffles.WRONG, ids=lambda wrong: wrong.__name__)
def test_the_exact_count_refuses_wrong_shuffles(wrong: shuffles.Shuffle, n: int, bits: int) -> None:
    assert not is_uniform(shuffles.chances(wrong, n, bits), n)


def test_few_streams_are_left_unended_and_each_more_word_leaves_fewer() -> None:
    unended = [shuffles.chances(shuffle, 5, 3, narrow, spare)[1] for spare in range(4)]
    assert unended[0] == 1 - Fraction(5, 8) * Fraction(6, 8)
    assert unended == sorted(unended, reverse=True)


@pytest.mark.parametrize("n", range(1, 9))
def test_a_shuffle_of_n_cards_reads_a_word_fewer_than_cards(n: int) -> None:
    assert shuffles.words_needed(shuffle, n, 4, narrow) == n - 1


@pytest.mark.parametrize("m", range(1, 17))
def test_uniform_throws_away_the_words_past_the_last_whole_round(m: int) -> None:
    taken = [word % m for word in range(16) if word < m * (16 // m)]
    for word in range(16):
        stream = narrow((word, 0), 4)
        thrown = word >= m * (16 // m)
        assert stream.uniform(m) == (0 if thrown else word % m)
        assert words_left(stream) == ([] if thrown else [0])
    assert all(taken.count(result) == 16 // m for result in range(m))


def words_left(stream: Words) -> list[int]:
    left = []
    try:
        while True:
            left.append(stream.uniform(16))
    except shuffles.OutOfWords:
        return left


@pytest.mark.parametrize("n", range(2, 160))
def test_a_cut_moves_the_top_cards_to_the_bottom(n: int) -> None:
    order = Draws(bytes(32), bytes(32))("deal/0").order(n)
    assert sorted(order) == list(range(n))
    for at in range(1, n):
        after = cut(order, at)
        assert after == order[at:] + order[:at]
        assert cut(after, n - at) == order


@pytest.mark.parametrize("at", [-1, 0, 32, 33])
def test_a_cut_lies_within_the_deck(at: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 31"):
        cut(range(32), at)


def test_draws_of_other_labels_share_nothing_and_a_label_asked_twice_gives_the_same() -> None:
    draws = Draws(bytes(32), bytes(32))
    orders = [draws(label).order(52) for label in ("deal/0", "deal/1", "reshuffle/0", "seating", "deal/0")]
    assert orders[0] == orders[4]
    assert len({tuple(order) for order in orders}) == 4


def test_one_draw_goes_on_where_it_stopped() -> None:
    draw = Draws(bytes(32), bytes(32))("reshuffle/0")
    assert draw.order(20) != draw.order(20)


@pytest.mark.parametrize("m", [0, -1, 2**32 + 1])
def test_a_word_tells_at_most_two_to_the_32_numbers_apart(m: int) -> None:
    with pytest.raises(AssertionError):
        Draws(bytes(32), bytes(32))("seating").uniform(m)


def test_a_word_tells_two_to_the_32_numbers_apart_and_one() -> None:
    draw = Draws(bytes(32), bytes(32))
    assert draw("first-seat").uniform(1) == 0
    word = draw("first-seat").uniform(2**32)
    assert word > 2**16
    assert draw("first-seat").uniform(2**16) == word % 2**16
