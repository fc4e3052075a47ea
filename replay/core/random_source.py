"""Random numbers for simulations: an unlimited sequence from labelled draws.

A stream has only 2040 words (PROTOCOL.md, "The random stream"), so a long sequence uses several labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from dealproof.replay.core.engine import Draw, Source

T = TypeVar("T")

WORD: Final = 1 << 32
"""Number of values of one word of a stream."""
PER_LABEL: Final = 1000
"""Numbers taken from one label: about half of its words, because some words are rejected."""


class RandomSource:
    """Random numbers from the draws `label/0`, `label/1`, and so on; the same draws give the same numbers."""

    __slots__ = ("_draw", "_label", "_left", "_page", "_source")

    def __init__(self, draw: Draw, label: str) -> None:
        self._draw, self._label = draw, label
        self._page, self._left = 0, PER_LABEL
        self._source: Source = draw(f"{label}/0")

    def uniform(self, m: int) -> int:
        """Returns a uniform number of 0 … m − 1. An m larger than a word takes several words."""
        if m > WORD:
            while (number := self.uniform((m - 1) // WORD + 1) * WORD + self.uniform(WORD)) >= m:
                pass
            return number
        if not self._left:
            self._page, self._left = self._page + 1, PER_LABEL
            self._source = self._draw(f"{self._label}/{self._page}")
        self._left -= 1
        return self._source.uniform(m)

    def one_in(self, m: int) -> bool:
        """True once in `m` times."""
        return self.uniform(m) == 0

    def pick(self, among: Sequence[T]) -> T:
        """One of `among`, each as likely as the others."""
        return among[self.uniform(len(among))]
