"""What an honest shuffle gives, and whether the counts of an archive agree with it.

The null hypothesis is one for all games: the order of a deck is a uniform permutation of `range(n)`, independent of
all others. `order[i]` is the card at place `i` from the top, as a place in the canonical deck, so that two copies of a
card are different numbers. Counting is in whole numbers; a test turns them into a `Result`.

| module | what is counted | null distribution |
|---|---|---|
| `position_card` | cards at places | chi-square with the exact covariance of permutations; largest cell binomial |
| `neighbours` | ordered pairs of adjacent cards | the same, for linear orders |
| `successors` | cards followed by the next card | exact (David, Kendall and Barton) |
| `runs` | ascending runs, and rising sequences | exact, Eulerian numbers |
| `fixed_points` | cards at their canonical place | exact, rencontres numbers |
| `cycles` | cycles of the permutation | exact, Stirling numbers of the first kind |
| `serial` | a deck beside the one before it | exact mean and covariance of Spearman's coefficient |
| `coupons` | cards not yet on top after a window of hands | exact, occupancy numbers |
| `duplicates` | pairs of equal decks | exact, birthday problem |
| `first_seat` | which seat begins | chi-square or exact binomial |
| `dealt` | what the cards of a seat are worth | exact, by counting hands |
| `pure_runs` | suits with three cards in a row | exact, by counting hands |

`DECK_STATISTICS` are those of one deck after another. They apply to whole decks, and equally to the change from one
deck to the next (`serial.relative`), which under the null is a uniform permutation too.
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.archive.statistics import cycles, fixed_points, neighbours, position_card, runs, successors
from dealproof.replay.archive.statistics.deck_statistic import DeckStatistic
from dealproof.replay.archive.statistics.result import FEWEST, Result

__all__ = ["DECK_STATISTICS", "FEWEST", "DeckStatistic", "Result"]

DECK_STATISTICS: Final[tuple[DeckStatistic, ...]] = (
    position_card.POSITION_CARD,
    neighbours.NEIGHBOURS,
    successors.SUCCESSORS,
    runs.ASCENDING_RUNS,
    runs.RISING_SEQUENCES,
    fixed_points.FIXED_POINTS,
    cycles.CYCLES,
)
"""In the order in which a report lists them."""
