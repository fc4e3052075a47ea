"""Position × card: how often each card came to lie at each place.

It would see a card that is dealt to some place too often: swapping each place with any place (n^n ways, which n! does
not divide), remainders of too small random numbers, a sticky top card, a favoured seat.

With N decks of n cards every cell has the expectation N/n. The usual Σ(O−E)²/E is too large by n/(n−1), as each row and
each column of one deck holds exactly one card: the covariance of a permutation matrix without its margins is 1/(n−1)
on a space of (n−1)² dimensions. So `X² = (n−1)/n · Σ(O−E)²/E` is chi-square with (n−1)² degrees of freedom. The same
factor holds where places and cards are joined in groups (the cells are then multivariate hypergeometric), with
(r−1)(c−1) degrees; few decks are grouped until the expectation of a cell is 20.

Two narrower questions of the same table see a bias that is spread over many cells much sooner. The *trend* is
Spearman's coefficient of places and cards, whose variance is 1 / ((n−1) N): cards stay near their canonical place, or
move to the other end. The *means* are those of the place of each card, whose variance is v/N with v = (n²−1)/12:
`(n−1)/(n v N) · Σ(sum of the places of a card, less N(n−1)/2)²` is chi-square with n − 1 degrees of freedom.

Source: Knuth, The Art of Computer Programming 2, section 3.3.1; Kendall and Gibbons, Rank Correlation Methods, chapters
4 and 6 (Spearman's coefficient, concordance of rankings); the factor is Schur's lemma, and is checked over all
permutations in the tests. Mean and variance: `replay.archive.statistics.permutation_chi_square`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from dealproof.replay.archive.statistics.deck_statistic import DeckStatistic
from dealproof.replay.archive.statistics.goodness import LEAST
from dealproof.replay.archive.statistics.permutation_chi_square import largest_cell, whole_table
from dealproof.replay.archive.statistics.rank_correlation import rank_correlation
from dealproof.replay.archive.statistics.result import Result

NAME: Final = "position-card"
EFFECT: Final = "chance-of-a-card-at-a-place"


def size(n: int) -> int:
    """A row for each place, a column for each card."""
    return n * n


def count(order: Sequence[int], table: list[int]) -> None:
    """Adds one deck."""
    n = len(order)
    row = 0
    for card in order:
        table[row + card] += 1
        row += n


def chi_square(table: Sequence[int], rows: Sequence[int], columns: Sequence[int], decks: int) -> float:
    """X² of a table whose places and cards are joined in groups; `rows[i]` is the group of place i, `columns[c]` that
    of card c. For groups 0, 1, …, all used, it has (groups of rows − 1) · (groups of columns − 1) degrees of freedom.
    """
    n, width = len(rows), max(columns) + 1
    sums = [0] * ((max(rows) + 1) * width)
    for place, row in enumerate(rows):
        for card, column in enumerate(columns):
            sums[row * width + column] += table[place * n + card]
    value = 0.0
    for cell, seen in enumerate(sums):
        row, column = divmod(cell, width)
        expected = decks * rows.count(row) * columns.count(column) / n
        value += (seen - expected) ** 2 / expected
    return value * (n - 1) / n


def groups(n: int, decks: int) -> list[int]:
    """The group of each place, or of each card: as many groups as leave an expectation of `LEAST`, at least 2."""
    number = n if decks >= LEAST * n else max(2, isqrt(decks * n // LEAST))
    return [place * number // n for place in range(n)]


def card_sums(table: Sequence[int], n: int) -> list[int]:
    """For each card twice the sum of its places, each less its mean (n−1)/2."""
    return [sum((2 * place - n + 1) * table[place * n + card] for place in range(n)) for card in range(n)]


def trend(sums: Sequence[int], decks: int) -> float:
    """Spearman's coefficient of places and cards, over all decks, from `card_sums`."""
    n = len(sums)
    return 3 * sum((2 * card - n + 1) * each for card, each in enumerate(sums)) / (n * (n * n - 1) * decks)


def means(sums: Sequence[int], decks: int) -> float:
    """X² of the mean places of cards, from `card_sums`; n − 1 degrees of freedom."""
    n = len(sums)
    return 3 * sum(each * each for each in sums) / (n * (n + 1) * decks)


def test(table: Sequence[int], n: int, decks: int) -> tuple[Result, ...]:
    """The whole table, its most unusual cell (a place and a card), the trend, and the mean places of cards."""
    group = groups(n, decks)
    df = group[-1] ** 2
    sums = card_sums(table, n)
    return (
        whole_table(NAME, chi_square(table, group, group, decks), df, decks, EFFECT, (n - 1) / n**2),
        largest_cell(NAME, table, range(n * n), n, decks, EFFECT),
        rank_correlation(f"{NAME}-trend", trend(sums, decks), n, decks),
        whole_table(f"{NAME}-means", means(sums, decks), n - 1, decks, "mean-place-of-a-card", (n * n - 1) / 12),
    )


POSITION_CARD: Final = DeckStatistic(NAME, size, count, test)
