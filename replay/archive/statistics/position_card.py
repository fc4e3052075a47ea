"""Position × card: how often each card came to lie at each place.

It would see a card that is dealt to some place too often: swapping each place with any place (n^n ways, which n! does
not divide), remainders of too small random numbers, a sticky top card, a favoured seat.

With N decks of n cards every cell has the expectation N/n. The usual Σ(O−E)²/E is too large by n/(n−1), as each row and
each column of one deck holds exactly one card: the covariance of a permutation matrix without its margins is 1/(n−1)
on a space of (n−1)² dimensions. So `X² = (n−1)/n · Σ(O−E)²/E` is chi-square with (n−1)² degrees of freedom. The same
factor holds where places and cards are joined in groups (the cells are then multivariate hypergeometric), with
(r−1)(c−1) degrees; few decks are grouped until the expectation of a cell is 5.

Source: Knuth, The Art of Computer Programming 2, section 3.3.1; the factor is Schur's lemma, and is checked over all
permutations in the tests. Mean and variance: `replay.archive.statistics.permutation_chi_square`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from dealproof.replay.archive.statistics.deck_statistic import DeckStatistic
from dealproof.replay.archive.statistics.goodness import LEAST
from dealproof.replay.archive.statistics.permutation_chi_square import largest_cell, whole_table
from dealproof.replay.archive.statistics.result import Result

NAME: Final = "position-card"
EFFECT: Final = "chance-of-a-card-at-a-place"


def cells(n: int) -> int:
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
    """The group of each place, or of each card: as many groups as leave an expectation of 5, at least 2."""
    number = n if decks >= LEAST * n else max(2, isqrt(decks * n // LEAST))
    return [place * number // n for place in range(n)]


def test(table: Sequence[int], n: int, decks: int) -> tuple[Result, ...]:
    """The whole table, and its most unusual cell, a place and a card."""
    group = groups(n, decks)
    df = group[-1] ** 2
    whole = whole_table(NAME, chi_square(table, group, group, decks), df, decks, EFFECT, (n - 1) / n**2)
    return whole, largest_cell(NAME, table, range(n * n), n, decks, EFFECT)


POSITION_CARD: Final = DeckStatistic(NAME, cells, count, test)
