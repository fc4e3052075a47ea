"""What came twice in an archive: IDs, commitments, seeds, decks (`Facts.keys`).

>>> [*repeats([b"deck 1f a", b"id a a", b"id b b", b"server-seed 07 a", b"server-seed 07 b"])]
[Repeat(kind='server-seed', value='07', hands=('a', 'b'), times=2)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Final, NamedTuple

MOST_NAMED: Final = 10
"""Hands that a repeat names."""


class Repeat(NamedTuple):
    """A value that came more than once: its kind, the first hands with it, and in how many records it is."""

    kind: str
    value: str
    hands: tuple[str, ...]
    times: int


def repeats(keys: Iterable[bytes]) -> Iterator[Repeat]:
    """The values that come more than once in sorted lines `kind value hand`. One record is one hand: an ID with two
    records is a repeat of the ID, and no repeat of what the records share."""
    for (kind, value), lines in groupby((line.decode().split(" ", 2) for line in keys), key=lambda line: line[:2]):
        hands = (line[2] for line in lines)
        first = [*islice(hands, MOST_NAMED)]
        rest = sum(1 for _ in hands)
        if len(first) > 1 and (kind == "id" or len({*first}) > 1 or rest):
            yield Repeat(kind, value, tuple(dict.fromkeys(first)), len(first) + rest)
