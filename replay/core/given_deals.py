"""The draws of an imported hand: orders of cards that are given, not shuffled from seeds (RECORD.md, "Imported hands").

The lists are used in the order in which their draws are first made, whatever the draws are called. Every list must have
the cards of the pile that its draw shuffles; what that pile is, is known when the draw is made.

    >>> draws = GivenDeals(("As", "Ks", "Qs"), [["Qs", "As", "Ks"]], first_seat=1)
    >>> draws("deal/0").order(3), draws("first-seat").uniform(4), draws.used
    ([2, 0, 1], 1, 1)
"""

from __future__ import annotations

from collections.abc import Sequence

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Source
from dealproof.verifier.errors import Malformed

Deals = Sequence[Sequence[str]]


class GivenDeals:
    """The draws of one hand. `deck` is the canonical deck, `deals` the lists of cards from the top, `first_seat` what
    the draw of the first seat came to, None in a game without it. Engines take it as `draw`."""

    __slots__ = ("_deals", "_deck", "_first_seat", "_places")

    def __init__(self, deck: Sequence[str], deals: Deals, first_seat: int | None) -> None:
        self._deck, self._deals, self._first_seat = deck, deals, first_seat
        self._places: dict[str, int] = {}

    @property
    def used(self) -> int:
        """How many of the lists were dealt."""
        return len(self._places)

    def __call__(self, label: str) -> Source:
        """The draw of that label."""
        return _GivenDraw(self, label)

    def order(self, label: str, pile: Sequence[str]) -> list[int]:
        """The places in the `pile` of the cards of a draw's list. Raises `Malformed` if the draw has no list, or one of
        other cards."""
        place = self._places.setdefault(label, len(self._places))
        if place >= len(self._deals):
            reason = f"The cards are dealt or shuffled {place + 1} times; the list of that deal is missing."
            raise Malformed(f"/deals/{place}", "missing-deal", reason)
        return arranged(self._deals[place], pile, f"/deals/{place}")

    @property
    def deck(self) -> Sequence[str]:
        """The canonical deck."""
        return self._deck

    @property
    def first_seat(self) -> int:
        """The first seat. The record of a game that draws it has one."""
        assert self._first_seat is not None
        return self._first_seat


class _GivenDraw:
    """One draw of an imported hand."""

    __slots__ = ("_given", "_label")

    def __init__(self, given: GivenDeals, label: str) -> None:
        self._given, self._label = given, label

    def order(self, n: int) -> list[int]:
        """The places of the cards in the canonical deck."""
        assert n == len(self._given.deck)
        return self._given.order(self._label, self._given.deck)

    def permuted(self, pile: Sequence[int]) -> list[int]:
        """The kinds of a pile as its list has them."""
        return [pile[place] for place in self._given.order(self._label, [TEXTS[kind] for kind in pile])]

    def uniform(self, m: int) -> int:
        """The first seat: the one number that a hand draws."""
        return self._given.first_seat


def arranged(cards: Sequence[str], pile: Sequence[str], pointer: str) -> list[int]:
    """The place in the `pile` of each of the `cards`; copies of a card take its places in turn. Raises `Malformed` at
    the `pointer` if the cards are not those of the pile."""
    free: dict[str, list[int]] = {}
    for place in range(len(pile) - 1, -1, -1):
        free.setdefault(pile[place], []).append(place)
    order = []
    for card in cards:
        places = free.get(card)
        if not places:
            many = "more often than" if card in pile else "and is not one of"
            reason = f"{card} is in this list {many} the {len(pile)} cards that are dealt here."
            raise Malformed(pointer, "wrong-cards", reason)
        order.append(places.pop())
    if len(order) < len(pile):
        missing = next(card for card in pile if free[card])
        reason = f"This list has {len(order)} cards; there are {len(pile)}. {missing} is missing."
        raise Malformed(pointer, "wrong-cards", reason)
    return order
