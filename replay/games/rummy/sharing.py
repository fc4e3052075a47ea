"""Sharing out a hand's wild cards among its groups, so that the groups come first in the order of rummy/RULES.md.

Cards are orders (`replay.games.rummy.groups.DECK`). Wild cards of the wild rank are distinguished by suit, because a
group never has the same card twice; printed jokers (order 52) are not. (rummy/RULES.md, "Groups" and "Count")
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dealproof.replay.games.rummy.groups import ANY, PACK, SHORTEST

Group = tuple[int, ...]
Wilds = tuple[int, ...]


class OpenGroup(NamedTuple):
    """A group without its wild cards: the orders of its cards, rising, and how many wild cards it needs and can
    take. One without cards holds wild cards alone, one of them in its own place."""

    cards: Group
    needs: int
    takes: int


WILD_ONLY = OpenGroup((), SHORTEST, ANY)


class PendingGroups(NamedTuple):
    """Groups still to be made, in order, the wild cards for them (orders, rising), and how many of these stay loose."""

    open_groups: tuple[OpenGroup, ...]
    wilds: Wilds
    spare: int


def copies_of(wilds: Wilds) -> list[int]:
    """How many copies there are of each wild card of the wild rank, most first."""
    return sorted((wilds.count(card) for card in {*wilds} - {PACK}), reverse=True)


def most_taken(needs: list[int], takes: list[int], copies: Sequence[int], jokers: int) -> int:
    """How many wild cards groups can take in, each given by what it `needs` and what it `takes` at most; −1 where
    they cannot all have what they need. `copies` are as `copies_of` gives them."""
    needed, room = sum(needs), sum(takes)
    if needed > jokers and needed - _placed(copies, needs) > jokers:
        return -1
    return min(_placed(copies, takes) + jokers, room)


def _placed(copies: Sequence[int], room: list[int]) -> int:
    """How many cards find a place where no group takes two copies of one: always where there is most `room`, which
    is used up."""
    placed = 0
    for count in copies:
        room.sort(reverse=True)
        for place, space in enumerate(room[:count]):
            if space:
                room[place] = space - 1
                placed += 1
    return placed


def first_groups(alternatives: Iterable[PendingGroups], naturals: int) -> list[Group]:
    """The groups, sorted, that come first among all `alternatives`, which make the same number of them.

    The first group is the smallest that any alternative allows, and so on with those that allow it. `naturals`
    is 0 where a group may hold printed jokers alone.
    """
    groups: list[Group] = []
    alternatives = set(alternatives)
    while True:
        best: Group | None = None
        following: set[PendingGroups] = set()
        for pending in alternatives:
            making = _Making(pending, naturals)
            for own in dict.fromkeys(pending.open_groups):
                made = making.smallest(own, best)
                if made is not None:
                    if made[0] != best:
                        best, following = made[0], set()
                    following.add(PendingGroups(making.others, made[1], pending.spare))
        if best is None:
            return groups
        groups.append(best)
        alternatives = following


class _Making:
    """Makes the next of the pending groups so that the others can be made too."""

    def __init__(self, pending: PendingGroups, naturals: int) -> None:
        self.pending, self.naturals = pending, naturals
        self.all_need = sum(each.needs for each in pending.open_groups)
        self.all_take = sum(each.takes for each in pending.open_groups) + pending.spare
        self.wild_only = pending.open_groups.count(WILD_ONLY) if naturals else 0
        ranked = [card for card in pending.wilds if card != PACK]
        self.plain = len(ranked) == len(set(ranked))

    def smallest(self, own: OpenGroup, bound: Group | None) -> tuple[Group, Wilds] | None:
        """The smallest group that can be made of `own`, and the wild cards that it leaves; none beyond `bound`."""
        wilds = self.pending.wilds
        first = min(own.cards[:1] + wilds[: own.takes][:1])
        if bound is not None and first > bound[0]:
            return None
        at = self.pending.open_groups.index(own)
        self.own, self.bound = own, bound
        self.others = self.pending.open_groups[:at] + self.pending.open_groups[at + 1 :]
        self.hungry = self.wild_only - (not own.cards and self.naturals)
        self.needs, self.takes = self.all_need - own.needs, self.all_take - own.takes
        return self._grow((), own.cards, 0, -1, wilds)

    def _grow(self, group: Group, cards: Group, taken: int, last: int, left: Wilds) -> tuple[Group, Wilds] | None:
        """Lengthens `group` by the first of its own `cards` or a wild card before it, in this order of tries."""
        if self.bound is not None and group > self.bound[: len(group)]:
            return None
        if not self._may_do(taken, last, left):
            return None
        if not cards and taken >= self.own.needs and self._will_do(left):
            return (group, left) if self.bound is None or group <= self.bound else None
        if taken < self.own.takes:
            tried = last
            for at, card in enumerate(left):
                if cards and card > cards[0]:
                    break
                if (card > tried or card == PACK) and (group or card != PACK or not self.naturals):
                    tried = card
                    made = self._grow((*group, card), cards, taken + 1, card, left[:at] + left[at + 1 :])
                    if made is not None or card == PACK:
                        return made
        return self._grow((*group, cards[0]), cards[1:], taken, cards[0], left) if cards else None

    def _may_do(self, taken: int, last: int, left: Wilds) -> bool:
        """Whether the numbers can come out, whichever cards they are; exact where no card is there twice."""
        later = sum(card > last or card == PACK for card in left) if self.plain else len(left)
        least = max(self.own.needs - taken, len(left) - self.takes, 0)
        return least <= min(self.own.takes - taken, later, len(left) - self.needs)

    def _will_do(self, left: Wilds) -> bool:
        """Whether the other groups can share the wild cards that are left."""
        if not self.needs <= len(left) <= self.takes:
            return False
        if self.hungry and self.hungry > len(left) - left.count(PACK):
            return False
        if self.plain or not left:
            return True
        needs, takes = [each.needs for each in self.others], [each.takes for each in self.others]
        return most_taken(needs, takes, copies_of(left), left.count(PACK)) >= len(left) - self.pending.spare
