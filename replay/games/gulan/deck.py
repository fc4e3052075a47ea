"""The cards of a rule set as tables of small integers, made once.

A *place* is a card's index in the canonical deck (PROTOCOL.md, "The random stream"): for each copy in turn,
each suit, the rule set's ranks in their listed order. A hand is a bit mask over places, so two copies of a
card are two bits; a *kind* (`replay.core.cards`) says which card is printed there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealproof.replay.core.cards import KINDS, RANKS, SUITS, TEXTS
from dealproof.replay.games.gulan.ruleset import Pack

SUIT_SIZE: Final = len(RANKS)
"""Kinds of card in a suit: the suit of a kind is `kind // SUIT_SIZE`."""


class Deck:
    """Tables of a pack. Places index `kind_at`; kinds index `copies` (mask of the places where a card of that
    kind is printed, 0 for a card that the deck does not hold), `strength` (greater beats; equal cards are
    equal) and `points` (card points)."""

    __slots__ = ("all_jacks", "copies", "jacks", "kind_at", "pointed", "points", "size", "strength", "suits", "total")

    def __init__(self, pack: Pack) -> None:
        ranks = {each.rank: each for each in pack.ranks}
        self.kind_at = tuple(
            KINDS[each.rank + suit]
            for copy in range(max(each.copies for each in pack.ranks))
            for suit in SUITS
            for each in pack.ranks
            if each.copies > copy
        )
        self.size = len(self.kind_at)
        self.copies = tuple(self._mask(kind) for kind in range(len(TEXTS)))
        self.suits = tuple(self._suit_mask(suit) for suit in range(len(SUITS)))
        order = [each.rank for each in reversed(pack.ranks)]
        self.strength = tuple(
            order.index(pack.aliases.get(rank, rank)) if rank in ranks else -1 for suit in SUITS for rank in RANKS
        )
        self.points = tuple(ranks[rank].points if rank in ranks else 0 for suit in SUITS for rank in RANKS)
        self.pointed = sum(1 << place for place, kind in enumerate(self.kind_at) if self.points[kind])
        self.jacks = tuple(self.copies[KINDS["J" + suit]] for suit in SUITS)
        self.all_jacks = sum(self.jacks)
        self.total = sum(self.points[kind] for kind in self.kind_at)

    def _mask(self, kind: int) -> int:
        return sum(1 << place for place, each in enumerate(self.kind_at) if each == kind)

    def _suit_mask(self, suit: int) -> int:
        return sum(1 << place for place, kind in enumerate(self.kind_at) if kind // SUIT_SIZE == suit)

    def kinds(self, mask: int) -> Iterator[int]:
        """The kinds of the cards in `mask`, in deck order."""
        while mask:
            low = mask & -mask
            yield self.kind_at[low.bit_length() - 1]
            mask ^= low

    def texts(self, mask: int) -> tuple[str, ...]:
        """The cards in `mask` as text, in deck order: suit by suit, strongest first."""
        return tuple(TEXTS[kind] for kind in sorted(self.kinds(mask), key=self._show_order))

    def _show_order(self, kind: int) -> tuple[int, int]:
        return kind // SUIT_SIZE, self.kind_at.index(kind)
