"""Neighbours: how often each card was followed directly by each other card (overlapping pairs of a deck).

It would see cards that stay together although each place is honest: packets that survive a shuffle, sorting keys that
depend on each other, free places searched in a row (linear probing), a deck that is only cut.

With N decks of n cards each of the n(n−1) ordered pairs has the expectation N/n. Margins (which card is last, which is
first) are left to position × card: without them the table of one deck has variance 1/n in its symmetric part, of
n(n−3)/2 dimensions, and (n+1) / (n(n−1)) in its antisymmetric part, of (n−1)(n−2)/2. So

    X² = |symmetric residue|² · n / N + |antisymmetric residue|² · n(n−1) / ((n+1) N)

is chi-square with n² − 3n + 1 degrees of freedom. These variances follow from the chances 1/n of a pair, 0 of two pairs
that exclude each other and 1/(n(n−1)) of two that do not, and are checked over all permutations in the tests.

Source: the overlapping serial test, Knuth, The Art of Computer Programming 2, section 3.3.2 B, for linear orders. Cells
with small expectations do no harm where there are many: Koehler and Larntz, J. Amer. Statist. Assoc. 75 (1980). Mean
and variance: `replay.archive.statistics.permutation_chi_square`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealproof.replay.archive.statistics.deck_statistic import DeckStatistic
from dealproof.replay.archive.statistics.permutation_chi_square import largest_cell, whole_table
from dealproof.replay.archive.statistics.result import Result

NAME: Final = "neighbours"
EFFECT: Final = "chance-of-two-cards-in-a-row"


def size(n: int) -> int:
    """A row for each card, a column for the card below it."""
    return n * n


def count(order: Sequence[int], table: list[int]) -> None:
    """Adds one deck."""
    n = len(order)
    above = order[0]
    for card in order[1:]:
        table[above * n + card] += 1
        above = card


def degrees(n: int) -> tuple[int, int]:
    """The dimensions of the symmetric and of the antisymmetric part."""
    return n * (n - 3) // 2, (n - 1) * (n - 2) // 2


def variances(n: int) -> tuple[float, float]:
    """The variance of one deck in each dimension of the two parts."""
    return 1 / n, (n + 1) / (n * (n - 1))


def chi_square(table: Sequence[int], n: int, decks: int) -> float:
    """X² of a table of n ≥ 3 cards."""
    rows = [sum(table[card * n : card * n + n]) for card in range(n)]
    columns = [sum(table[card::n]) for card in range(n)]
    # What margins explain: α(a) + α(b) of the symmetric part, γ(a) − γ(b) of the antisymmetric part.
    share = sum(rows) / (2 * (n - 1))
    alphas = [((row + column) / 2 - share) / (n - 2) for row, column in zip(rows, columns, strict=True)]
    gammas = [(row - column) / 2 / n for row, column in zip(rows, columns, strict=True)]
    symmetric = antisymmetric = 0.0
    for a in range(n):
        for b in range(a):
            one, other = table[a * n + b], table[b * n + a]
            symmetric += ((one + other) / 2 - alphas[a] - alphas[b]) ** 2
            antisymmetric += ((one - other) / 2 - gammas[a] + gammas[b]) ** 2
    even, odd = variances(n)
    return 2 * (symmetric / even + antisymmetric / odd) / decks


def test(table: Sequence[int], n: int, decks: int) -> tuple[Result, ...]:
    """The whole table, and its most unusual cell, a card and the one below it."""
    even, odd = degrees(n)
    variance = sum(map(float.__mul__, variances(n), (float(even), float(odd)))) / (n * (n - 1))
    whole = whole_table(NAME, chi_square(table, n, decks), even + odd, decks, EFFECT, variance)
    pairs = [cell for cell in range(n * n) if cell % (n + 1)]
    return whole, largest_cell(NAME, table, pairs, n, decks, EFFECT)


NEIGHBOURS: Final = DeckStatistic(NAME, size, count, test)
