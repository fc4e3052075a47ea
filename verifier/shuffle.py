"""Shuffle and cut: orders of cards from the random stream. Cards are numbers here: places in the canonical deck.

For i from n − 1 down to 1: j = uniform(i + 1), swap places i and j. Index 0 is the top and is dealt first.

    >>> from dealproof.verifier.stream import salt
    >>> draws = Draws(bytes(32), salt({"hand": "h1"}, ["a", "b"]))
    >>> order = draws("deal/0").order(8)
    >>> order
    [1, 2, 4, 3, 7, 0, 5, 6]
    >>> cut(order, 3)
    [3, 7, 0, 5, 6, 1, 2, 4]
    >>> draws("first-seat").uniform(4)
    3

Source: PROTOCOL.md, "The random stream".
"""

from collections.abc import Sequence
from typing import Protocol

from dealproof.verifier.stream import WORD_VALUES, Stream, extract


class Uniform(Protocol):
    """Anything that draws uniform numbers: a Stream, or a test's stream of small words."""

    def descending(self, n: int, /) -> list[int]:
        """For each m of n, n − 1, …, 2 a number of 0 … m − 1, each as likely as the others."""


def shuffle(stream: Uniform, n: int) -> list[int]:
    """Returns a permutation of range(n), all equally likely (Fisher–Yates, in Durstenfeld's order)."""
    order = list(range(n))
    if n < 2:
        return order
    for i, j in zip(range(n - 1, 0, -1), stream.descending(n), strict=True):
        order[i], order[j] = order[j], order[i]
    return order


def cut(order: Sequence[int], at: int) -> list[int]:
    """Returns the order with its top `at` cards moved to the bottom. Raises ValueError unless 1 ≤ at < number of cards."""
    if not 1 <= at < len(order):
        raise ValueError(f"A cut of {len(order)} cards must be from 1 to {len(order) - 1}, not {at}.")
    return [*order[at:], *order[:at]]


class Draws:
    """All draws of one hand, by label. Engines take it as `draw`."""

    __slots__ = ("_prk",)

    def __init__(self, server_seed: bytes, salt: bytes) -> None:
        self._prk = extract(salt, server_seed)

    def __call__(self, label: str) -> "Draw":
        """Returns the draw named `label`, from its start: two calls give the same numbers."""
        return Draw(Stream(self._prk, label))


class Draw:
    """One draw of a hand."""

    __slots__ = ("_stream",)

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def order(self, n: int) -> list[int]:
        """Returns a permutation of range(n); index 0 is the top."""
        return shuffle(self._stream, n)

    def permuted(self, pile: Sequence[int]) -> list[int]:
        """The numbers of a pile in the order of `order(len(pile))`."""
        return [pile[place] for place in self.order(len(pile))]

    def uniform(self, m: int) -> int:
        """Returns a number of 0 … m − 1; 1 ≤ m ≤ 2^32."""
        assert 1 <= m <= WORD_VALUES, "a word has 2^32 values"
        return self._stream.uniform(m)
