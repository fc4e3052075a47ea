"""Sequences and sets as bit masks, and tables of all that the cards of one suit or rank can form.

A *mask* has a bit for each card of a pack: bit 4 × rank + suit, ranks from the two up to the ace, suits s h d c.
Cards of one rank have adjacent bits, cards of one suit are four bits apart; the highest bit of a mask is a card with
the most points. A *part* is a group without its wild cards: a mask of at least one card, with the number of
wild cards that it needs and that it can take. Wild cards fill gaps and lengthen sequences, so a part of a sequence
may leave places out. (rummy/RULES.md, "Groups")
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from dealproof.replay.core.cards import RANKS, SUITS

PACK: Final = 52
"""The number of bits of a mask, and the place of printed jokers in the order of the deck."""

SHORTEST: Final = 3
"""A group has three cards or more (R)."""

ANY: Final = 99
"""Limit of wild cards in a sequence: more than a hand holds besides its pure sequence."""

DECK: Final = (*(rank + suit for suit in SUITS for rank in "A23456789TJQK"), "Jk")
"""The cards in canonical order; a card's *order* is its index here."""

INDEX: Final = {text: order for order, text in enumerate(DECK)}
"""The order of each card."""

BIT: Final = {
    rank + suit: 1 << (4 * height + place) for height, rank in enumerate(RANKS) for place, suit in enumerate(SUITS)
}
"""The mask of one card."""

ORDER: Final = tuple(DECK.index(RANKS[bit // 4] + SUITS[bit % 4]) for bit in range(PACK))
"""The order of the card at each bit."""

WHOLE: Final = (1 << PACK) - 1
SUIT: Final = tuple(sum(BIT[rank + suit] for rank in RANKS) for suit in SUITS)
RANK: Final = {rank: sum(BIT[rank + suit] for suit in SUITS) for rank in RANKS}
RANKED: Final = tuple(RANK.values())


class Part(NamedTuple):
    """A group without its wild cards: the `mask` of its other cards, the number of wild cards that it `needs` and that
    it `takes` at most, and whether it is a sequence."""

    mask: int
    needs: int
    takes: int
    sequence: bool


class Parts(NamedTuple):
    """Parts by their highest bit, counted from 1. `free` is the mask of the cards of parts that need no wild card,
    `cheap` of those that need at most one."""

    by_top: dict[int, tuple[Part, ...]]
    free: int
    cheap: int


@lru_cache(maxsize=1 << 16)
def spelled(mask: int) -> tuple[int, ...]:
    """Returns the orders of the cards in `mask`, ascending."""
    return tuple(sorted(ORDER[bit] for bit in range(mask.bit_length()) if mask >> bit & 1))


def has_pure(cards: int) -> bool:
    """Whether `cards`, a mask, holds three cards of one suit in a row."""
    row = cards << 4 | cards >> 48
    return bool(row & row >> 4 & row >> 8)


@lru_cache(maxsize=1 << 14)
def pure_runs(cards: int) -> tuple[int, ...]:
    """Returns the mask of every pure sequence among cards of one suit, the longest first."""
    heights = set(_heights(cards))
    runs = set()
    for low in heights:
        run = 0
        for high in range(low, min(low + len(RANKS), len(RANKS) + 1)):
            if high not in heights:
                break
            run |= _at(high, cards)
            if high - low + 1 >= SHORTEST:
                runs.add(run)
    return tuple(sorted(runs, key=lambda run: (-run.bit_count(), -run)))


@lru_cache(maxsize=1 << 14)
def sequences(cards: int, wilds: int) -> Parts:
    """Returns the parts of all sequences that cards of one suit can form with at most `wilds` wild cards."""
    rows: list[tuple[int, int, int, int]] = []
    for height in sorted(_heights(cards)):
        card = _at(height, cards)
        longer = [
            (mask | card, low, height, size + 1)
            for mask, low, _, size in rows
            if height - low - size <= wilds and not mask & card
        ]
        rows += longer
        rows.append((card, height, height, 1))
    needs: dict[int, int] = {}
    for mask, low, high, size in rows:
        need = max(high - low + 1, SHORTEST) - size
        if need <= wilds:
            needs[mask] = min(need, needs.get(mask, need))
    return _table([Part(mask, need, ANY, sequence=True) for mask, need in needs.items()])


@lru_cache(maxsize=1 << 12)
def sets(cards: int, wilds: int) -> Parts:
    """Returns the parts of all sets that cards of one rank can form with at most `wilds` wild cards. A single card with
    wild cards is left out: it is also a sequence, and `sequences` returns it."""
    bits = [1 << bit for bit in range(cards.bit_length()) if cards >> bit & 1]
    masks = (sum(bit for place, bit in enumerate(bits) if chosen >> place & 1) for chosen in range(1 << len(bits)))
    sized = ((mask, mask.bit_count()) for mask in masks)
    return _table(
        [
            Part(mask, max(SHORTEST - size, 0), len(SUITS) - size, sequence=False)
            for mask, size in sized
            if size > 1 and SHORTEST - size <= wilds
        ]
    )


def _table(parts: list[Part]) -> Parts:
    by_top: dict[int, tuple[Part, ...]] = {}
    free = cheap = 0
    for part in sorted(parts, key=_size):
        mask, needs, _, _ = part
        top = mask.bit_length()
        by_top[top] = (part, *by_top.get(top, ()))
        if needs <= 1:
            cheap |= mask
            if needs == 0:
                free |= mask
    return Parts(by_top, free, cheap)


def _size(part: Part) -> int:
    return part.mask.bit_count()


def _heights(cards: int) -> Iterator[int]:
    """The heights at which cards of one suit can stand in a sequence: an ace at 0 and 13, a two at 1, a king at 12."""
    for bit in range(cards.bit_length()):
        if cards >> bit & 1:
            yield bit // 4 + 1
            if bit // 4 == len(RANKS) - 1:
                yield 0


def _at(height: int, cards: int) -> int:
    """The card of one suit at a height."""
    return cards & RANKED[height - 1]
