"""The draws of a hand by any shuffle, for imported hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dealproof.replay.core.random_source import RandomSource

Shuffle = Callable[[RandomSource, int], list[int]]
"""Makes a permutation of `range(n)` from random numbers; index 0 is the top."""


class ShuffledBy:
    """All draws of one hand, by label. Engines take it as `draw`. `random` gives the random numbers of a label."""

    __slots__ = ("_random", "_shuffle")

    def __init__(self, shuffle: Shuffle, random: Callable[[str], RandomSource]) -> None:
        self._shuffle, self._random = shuffle, random

    def __call__(self, label: str) -> ShuffledDraw:
        """The draw of that label."""
        return ShuffledDraw(self._shuffle, self._random(label))


class ShuffledDraw:
    """One draw."""

    __slots__ = ("_random", "_shuffle")

    def __init__(self, shuffle: Shuffle, random: RandomSource) -> None:
        self._shuffle, self._random = shuffle, random

    def order(self, n: int) -> list[int]:
        """A permutation of `range(n)`."""
        return self._shuffle(self._random, n)

    def permuted(self, pile: Sequence[int]) -> list[int]:
        """The numbers of a pile in such an order."""
        return [pile[place] for place in self.order(len(pile))]

    def uniform(self, m: int) -> int:
        """A number of 0 … m − 1, each as likely as the others: no fraud is in it."""
        return self._random.uniform(m)
