"""Wrong shuffles that others have shipped, behind the interface of `verifier.shuffle.shuffle`.

Each takes a stream of words and the number of cards. With words of a few bits every stream can be tried, so the
chance of each permutation is known exactly, as a fraction.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import count
from typing import Any


class OutOfWords(Exception):
    """The shuffle asks for a word more than this stream holds."""


class SmallWords:
    """A stream of words of `bits` bits, given as numbers; `uniform` as PROTOCOL.md has it, on that width."""

    def __init__(self, words: tuple[int, ...], bits: int) -> None:
        self.left = list(words)
        self.values = 1 << bits

    def word(self) -> int:
        if not self.left:
            raise OutOfWords
        return self.left.pop(0)

    def uniform(self, m: int) -> int:
        while (u := self.word()) >= m * (self.values // m):
            pass
        return u % m


Chances = tuple[dict[tuple[int, ...], Fraction], Fraction]
Shuffle = Callable[[Any, int], list[int]]


def off_by_one(stream: SmallWords, n: int) -> list[int]:
    """Sattolo's cycle: the card never stays where it is."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = stream.uniform(i)
        order[i], order[j] = order[j], order[i]
    return order


def swap_with_any(stream: SmallWords, n: int) -> list[int]:
    """Every place changes with any place: n^n equally likely ways, which n! does not divide."""
    order = list(range(n))
    for i in range(n):
        j = stream.uniform(n)
        order[i], order[j] = order[j], order[i]
    return order


def mod_without_rejection(stream: SmallWords, n: int) -> list[int]:
    """The remainder of whatever word comes: small numbers come too often."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = stream.word() % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def sort_by_rotated_hash(stream: SmallWords, n: int) -> list[int]:
    """One hash, rotated a bit a card, as the cards' sorting keys: the keys depend on each other.

    The words themselves are the hash: all of them together are every hash once, a perfect one.
    """
    key = "".join(format(stream.word(), "b").zfill(stream.values.bit_length() - 1) for _ in range(n))
    return sorted(range(n), key=lambda card: key[card:] + key[:card])


def linear_probing(stream: SmallWords, n: int) -> list[int]:
    """Each card takes the next free place from where its word points: places behind a run fill sooner."""
    places: list[int | None] = [None] * n
    for card in range(n):
        at = stream.uniform(n)
        while places[at] is not None:
            at = (at + 1) % n
        places[at] = card
    return [card for card in places if card is not None]


WRONG: tuple[Shuffle, ...] = (off_by_one, swap_with_any, mod_without_rejection, sort_by_rotated_hash, linear_probing)


def chances(shuffle: Shuffle, n: int, bits: int, stream: Callable[..., Any] = SmallWords, spare: int = 1) -> Chances:
    """The chance of each order over all streams that end within as many words as are needed without a rejection
    and `spare` more; and the chance of the streams that do not end so soon.
    """
    found: Counter[tuple[int, ...]] = Counter()
    values, total = 1 << bits, words_needed(shuffle, n, bits, stream) + spare
    unended = 0
    begun: list[tuple[int, ...]] = [()]
    while begun:
        words = begun.pop()
        try:
            order = tuple(shuffle(stream(words, bits), n))
        except OutOfWords:
            longer = [(*words, word) for word in range(values)] if len(words) < total else []
            unended += not longer
            begun += longer
        else:
            found[order] += values ** (total - len(words))
    return {order: Fraction(count, values**total) for order, count in found.items()}, Fraction(unended, values**total)


def words_needed(shuffle: Shuffle, n: int, bits: int, stream: Callable[..., Any] = SmallWords) -> int:
    """How many words a shuffle reads where none is thrown away; a word of zeros never is."""
    for length in count():
        with suppress(OutOfWords):
            shuffle(stream((0,) * length, bits), n)
            return length
    raise AssertionError("count() does not end")
