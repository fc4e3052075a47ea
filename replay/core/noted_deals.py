"""Draws that note what they deal: the cards of each order, from the top, by the label of its draw."""

from __future__ import annotations

from collections.abc import Sequence

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw, Source


class NotedDeals:
    """The draws of a hand with the canonical `deck`. `deals` has the cards of each draw in the order in which the draws
    were first made, `first_seat` what the draw of the first seat came to, None before it was made."""

    __slots__ = ("_deck", "_draw", "deals", "first_seat")

    def __init__(self, draw: Draw, deck: Sequence[str]) -> None:
        self._draw, self._deck = draw, deck
        self.deals: dict[str, list[str]] = {}
        self.first_seat: int | None = None

    def __call__(self, label: str) -> Source:
        """The draw of that label, which notes what it gives."""
        return _NotedDraw(self, self._draw(label), label)

    def texts(self, order: Sequence[int]) -> list[str]:
        """The cards at these places of the canonical deck."""
        return [self._deck[place] for place in order]


class _NotedDraw:
    """One draw that notes what it gives."""

    __slots__ = ("_label", "_noted", "_source")

    def __init__(self, noted: NotedDeals, source: Source, label: str) -> None:
        self._noted, self._source, self._label = noted, source, label

    def order(self, n: int) -> list[int]:
        """A permutation of the canonical deck."""
        order = self._source.order(n)
        self._noted.deals[self._label] = self._noted.texts(order)
        return order

    def permuted(self, pile: Sequence[int]) -> list[int]:
        """A pile in the order of its draw."""
        kinds = self._source.permuted(pile)
        self._noted.deals[self._label] = [TEXTS[kind] for kind in kinds]
        return kinds

    def uniform(self, m: int) -> int:
        """The first seat."""
        self._noted.first_seat = self._source.uniform(m)
        return self._noted.first_seat
