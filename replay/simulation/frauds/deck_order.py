"""A bug: the pack is not put in order between hands, and only half of it is shuffled.

A pack that is not put in order does no harm to a whole shuffle, and no statistic could see it. Here the shuffle draws
cards for the lower half of the pack alone, as one does that was written to deal half a pack. So each deck by itself
soon looks uniform, as many hands were played since the pack was in order, but a quarter of the cards lie where they lay
in the hand before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.simulation.frauds.given_draws import ShuffledBy
from dealproof.replay.simulation.frauds.operator import TABLES, Operator
from dealproof.replay.simulation.frauds.wrong_shuffles import swap
from dealproof.replay.simulation.records import Json


class Pack:
    """The pack of a table: the orders in which its hands left it, by its number of cards."""

    __slots__ = ("_orders",)

    def __init__(self) -> None:
        self._orders: dict[int, list[int]] = {}

    def shuffled(self, random: RandomSource, n: int) -> list[int]:
        """Shuffles half of a pack of n cards from where it was left."""
        order = self._orders.setdefault(n, [*range(n)])
        for i in range(n - 1, n // 2 - 1, -1):
            swap(order, i, random.uniform(i + 1))
        return [*order]


def carried(operator: Operator) -> Iterator[Json]:
    """Imported hands, each dealt from the pack of the hand before it at the same table."""
    packs = [Pack() for _ in range(TABLES)]
    for played in count(1):
        shuffle = packs[(played - 1) % TABLES].shuffled
        yield operator.imported(played, ShuffledBy(shuffle, partial(operator.random, played)))
