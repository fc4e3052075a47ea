"""Finds the cheapest arrangements of a hand: which cards form which groups, and how many wild cards each group needs.

A *cost* is one whole number that orders arrangements as rummy/RULES.md does: points of loose cards, then the number of
loose cards, then the number of groups; less is better. The search takes the cards in order of points, the highest
first. Each card goes into a part whose highest card it is, or stays loose. A branch ends where its cost exceeds the
best one found; every packing of the least cost is kept. (rummy/RULES.md, "Count")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from dealproof.replay.games.rummy.groups import (
    ANY,
    ORDER,
    PACK,
    RANK,
    RANKED,
    SHORTEST,
    SUIT,
    WHOLE,
    Part,
    Parts,
    has_pure,
    pure_runs,
    sequences,
    sets,
)
from dealproof.replay.games.rummy.sharing import Wilds, copies_of, most_taken

GROUP: Final = 1
CARD: Final = 1 << 6
POINT: Final = 1 << 12
"""The cost of a group, of a loose card, and of one point of a loose card."""

COPIES: Final = 1 | 1 << PACK | 1 << 2 * PACK
"""The bits of a card's first, second and third copy: 0, 52 and 104 above its place in a mask."""

VALUE: Final = {rank: 10 if rank in "AKQJT" else int(rank) for rank in RANK}
"""Points of a card by rank; wild cards have none."""

WEIGHT: Final = tuple(sum(RANK[rank] for rank in RANK if VALUE[rank] >> place & 1) * COPIES for place in range(4))
"""The cards whose points have 1, 2, 4, 8 in them."""

MANY: Final = 200
"""From this number of parts on, those that a pure sequence leaves possible are selected before the search."""

LOOSE: Final = (0, *(VALUE[rank] * POINT + CARD for rank in RANK for _ in SUIT))
"""The cost of a loose card, by its bit counted from 1."""


class Cards(NamedTuple):
    """A hand as the search reads it: `tame` the cards that are not wild (a mask with further copies above it, see
    `COPIES`), `wild` the mask of the cards of the wild rank, `wilds` the orders of all wild cards, ascending, `size`
    the number of cards."""

    tame: int
    wild: int
    wilds: Wilds
    size: int


class Packing(NamedTuple):
    """A way to cover a hand: a pure sequence, further parts, groups of wild cards alone, the wild cards that the
    groups share, and how many of them stay loose. `alone` where the one pure sequence is all that counts."""

    pure: int
    parts: tuple[Part, ...]
    wild_only: int
    wilds: Wilds
    spare: int
    alone: bool


def loose_cost(tame: int) -> int:
    """Returns the cost of cards that are not wild if all of them stay loose."""
    ones, twos, fours, eights = WEIGHT
    points = (
        (tame & ones).bit_count()
        + 2 * (tame & twos).bit_count()
        + 4 * (tame & fours).bit_count()
        + 8 * (tame & eights).bit_count()
    )
    return points * POINT + tame.bit_count() * CARD


def without(tame: int, mask: int) -> int:
    """Returns `tame` with one copy fewer of each card in `mask`, all of which it must contain."""
    tame ^= mask
    second = tame >> PACK & mask
    if second:
        tame ^= second * (1 | 1 << PACK)
        third = tame >> 2 * PACK & second
        tame ^= third * (1 << PACK | 1 << 2 * PACK)
    return tame


def pure_sequences(hand: Cards) -> Iterator[int]:
    """Yields the mask of every pure sequence of a hand. A card of the wild rank counts in its own place."""
    first = hand.tame & WHOLE | hand.wild
    if has_pure(first):
        for suit in SUIT:
            yield from pure_runs(first & suit)


def packings(hand: Cards, limit: int, naturals: int) -> tuple[int, list[Packing]]:
    """Returns the least cost, at most `limit`, and every packing of that cost; no packing if the hand has no pure
    sequence or none is as cheap. Each group must hold at least `naturals` (0 or 1) cards in their own place."""
    runs = tuple(pure_sequences(hand))
    if not runs:
        return limit, []
    search = _Search(hand, limit, naturals)
    for run in runs:
        search.count_alone(run)
    for run in runs:
        search.count_with_others(run)
    return search.best, search.found


class _Search:
    def __init__(self, hand: Cards, limit: int, naturals: int) -> None:
        self.hand, self.best, self.naturals = hand, limit, naturals
        self.found: list[Packing] = []
        self.run, self.wilds = 0, hand.wilds
        self.by_mask: dict[int, list[Part]] = {}
        self.all_parts, free, cheap = parts_of(hand.tame & WHOLE, len(hand.wilds))
        self.few = sum(map(len, self.all_parts.values())) < MANY
        self.reach = (~(free * COPIES), ~(cheap * COPIES))
        """The cards that must stay loose if no wild card is left, and if one is."""

    def count_alone(self, run: int) -> None:
        """A pure sequence and no second sequence: every card but those of that one run counts."""
        rest = without(self.hand.tame, run & ~self.hand.wild)
        outside = (self.hand.size - run.bit_count() - rest.bit_count()) * CARD
        self.run, self.wilds = run, ()
        self._keep(loose_cost(rest) + outside + GROUP, (), 0, 0, alone=True)

    def count_with_others(self, run: int) -> None:
        """A pure sequence and at least one more sequence: the loose cards count."""
        own_place = run & self.hand.wild
        wilds = self.hand.wilds
        if own_place:
            wilds = _less(wilds, own_place)
        ranked = [card for card in wilds if card != PACK]
        self.run, self.wilds, self.ranked = run, wilds, len(ranked)
        self.copies, self.jokers = copies_of(wilds), len(wilds) - len(ranked)
        self.plain = len(ranked) == len(self.copies)
        rest = without(self.hand.tame, run & ~own_place)
        self.by_top = self.all_parts if self.few else within(self.all_parts, rest)
        self._cover(rest, len(wilds), second=False, cost=GROUP, parts=())

    def _cover(self, rest: int, left: int, second: bool, cost: int, parts: tuple[Part, ...]) -> None:
        """Covers the cards of `rest` with `left` wild cards; `second` says whether there is a second sequence."""
        if left < 2:
            dead = rest & self.reach[left]
            if dead:
                cost += loose_cost(dead)
                rest ^= dead
        if not rest:
            self._close(left, second, cost, parts)
            return
        room = self.best - cost
        if room < 3 * GROUP:
            self._cover_closely(rest, left, second, cost, parts)
            return
        top = (rest & WHOLE).bit_length()
        outside = ~rest
        for part in self.by_top.get(top, ()):
            mask, needs, _, sequence = part
            if needs <= left and not mask & outside:
                self._cover(without(rest, mask), left - needs, second or sequence, cost + GROUP, (*parts, part))
        self._cover(without(rest, 1 << top - 1), left, second, cost + LOOSE[top], parts)

    def _cover_closely(self, rest: int, left: int, second: bool, cost: int, parts: tuple[Part, ...]) -> None:
        """Covers the cards of `rest` where the cost leaves room for two more groups at most, and no loose card."""
        by_mask = self._parts_by_mask()
        room = self.best - cost
        if room >= GROUP:
            for part in by_mask.get(rest, ()):
                if part.needs <= left:
                    self._close(left - part.needs, second or part.sequence, cost + GROUP, (*parts, part))
        if room >= 2 * GROUP:
            outside = ~rest
            for part in self.by_top.get((rest & WHOLE).bit_length(), ()):
                mask, needs, _, sequence = part
                if needs <= left and not mask & outside:
                    for last in by_mask.get(without(rest, mask), ()):
                        if needs + last.needs <= left:
                            both = second or sequence or last.sequence
                            self._close(left - needs - last.needs, both, cost + 2 * GROUP, (*parts, part, last))

    def _parts_by_mask(self) -> dict[int, list[Part]]:
        if not self.by_mask:
            for each in self.all_parts.values():
                for part in each:
                    self.by_mask.setdefault(part.mask, []).append(part)
        return self.by_mask

    def _close(self, left: int, second: bool, cost: int, parts: tuple[Part, ...]) -> None:
        """Adds groups of wild cards alone where the second sequence or further copies of a wild card ask for them."""
        if self.plain:
            if second:
                self._keep(cost, parts, 0, 0)
            elif left >= SHORTEST and self.ranked >= self.naturals:
                self._keep(cost + GROUP, parts, 1, 0)
            return
        needs, takes = [part.needs for part in parts], [part.takes for part in parts]
        for wild_only in range(0 if second else 1, 1 + min(left // SHORTEST, self.ranked if self.naturals else left)):
            alone = [SHORTEST] * wild_only, [ANY] * wild_only
            taken = most_taken(needs + alone[0], takes + alone[1], self.copies, self.jokers)
            if taken >= 0:
                spare = len(self.wilds) - taken
                self._keep(cost + wild_only * GROUP + spare * CARD, parts, wild_only, spare)

    def _keep(self, cost: int, parts: tuple[Part, ...], wild_only: int, spare: int, alone: bool = False) -> None:
        if cost > self.best:
            return
        if cost < self.best:
            self.best, self.found = cost, []
        self.found.append(Packing(self.run, parts, wild_only, self.wilds, spare, alone))


def parts_of(tame: int, wilds: int) -> Parts:
    """Returns the parts of all groups that the cards `tame` can form with at most `wilds` wild cards."""
    by_top: dict[int, tuple[Part, ...]] = {}
    free = cheap = 0
    for suit in SUIT:
        table = sequences(tame & suit, wilds)
        by_top.update(table.by_top)
        free |= table.free
        cheap |= table.cheap
    for rank in RANKED:
        cards = tame & rank
        if cards & (cards - 1):
            table = sets(cards, wilds)
            free |= table.free
            cheap |= table.cheap
            for top, parts in table.by_top.items():
                by_top[top] = by_top.get(top, ()) + parts
    return Parts(by_top, free, cheap)


def within(by_top: dict[int, tuple[Part, ...]], rest: int) -> dict[int, tuple[Part, ...]]:
    """Returns the parts whose cards are all in `rest`."""
    outside = ~rest
    return {top: tuple([part for part in parts if not part[0] & outside]) for top, parts in by_top.items()}


def _less(wilds: Wilds, own_place: int) -> Wilds:
    """The wild cards without the one in its own place."""
    at = wilds.index(ORDER[own_place.bit_length() - 1])
    return wilds[:at] + wilds[at + 1 :]
