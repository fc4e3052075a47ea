"""Wrong shuffles that others have shipped: not every order of cards is equally likely.

- *off by one*: Sattolo's algorithm, in which no card can stay where it is.
- *swap with any*: each place changes with any place, in n^n equally likely ways, which n! does not divide.
- *modulo*: remainders of numbers that are too small, here one character of a base64 text, 0 … 63.
- *rotated hash*: cards are sorted by one hash that is rotated by a bit for each card.
- *linear probing*: each card takes the next free place from a random one on.

Source: Sattolo, Information Processing Letters 22 (1986); Robbins and Bolker, The bias of three pseudo-random shuffles,
Aequationes Mathematicae 22 (1981); Knuth, The Art of Computer Programming 2, section 3.4.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count
from typing import Final

from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.simulation.frauds.given_draws import Shuffle, ShuffledBy
from dealproof.replay.simulation.frauds.operator import Operator
from dealproof.replay.simulation.records import Json

CHARACTERS: Final = 64
HASH_BITS: Final = 256


def off_by_one(random: RandomSource, n: int) -> list[int]:
    """The other place is drawn from those below, without the card's own."""
    order = [*range(n)]
    for i in range(n - 1, 0, -1):
        swap(order, i, random.uniform(i))
    return order


def swap_with_any(random: RandomSource, n: int) -> list[int]:
    """The other place is drawn from all, every time."""
    order = [*range(n)]
    for i in range(n):
        swap(order, i, random.uniform(n))
    return order


def modulo(random: RandomSource, n: int) -> list[int]:
    """The other place is a remainder: small ones come too often."""
    order = [*range(n)]
    for i in range(n - 1, 0, -1):
        swap(order, i, random.uniform(CHARACTERS) % (i + 1))
    return order


def rotated_hash(random: RandomSource, n: int) -> list[int]:
    """The sorting keys of neighbouring cards differ by one rotation."""
    key = random.uniform(1 << HASH_BITS)
    keys = [key << card & (1 << HASH_BITS) - 1 | key >> HASH_BITS - card for card in range(n)]
    return sorted(range(n), key=keys.__getitem__)


def linear_probing(random: RandomSource, n: int) -> list[int]:
    """Places behind a row of taken ones fill sooner."""
    order = [-1] * n
    for card in range(n):
        at = random.uniform(n)
        while order[at] >= 0:
            at = (at + 1) % n
        order[at] = card
    return order


def swap(order: list[int], i: int, j: int) -> None:
    """Exchanges two places."""
    order[i], order[j] = order[j], order[i]


SHUFFLES: Final[Mapping[str, Shuffle]] = {
    "off-by-one": off_by_one,
    "swap-with-any": swap_with_any,
    "modulo": modulo,
    "rotated-hash": rotated_hash,
    "linear-probing": linear_probing,
}
"""The wrong shuffles by the kind of fraud."""


def wrong(shuffle: Shuffle, operator: Operator) -> Iterator[Json]:
    """Imported hands whose packs were shuffled so."""
    for played in count(1):
        yield operator.imported(played, ShuffledBy(shuffle, partial(operator.random, played)))
