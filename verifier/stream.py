"""The random stream: every draw of a hand, from the revealed seeds.

    salt   = SHA-256(canonical JSON of {"header": header, "player_seeds": [seed of seat 0, seed of seat 1, …]})
    stream = HKDF-SHA256(ikm = server_seed, salt = salt, info = ASCII("dealproof/1 " + label), at most 8160 bytes)

`label` names the draw, so that no two draws share bytes: `deal/0`, `deal/1`, …, `first-seat`, `reshuffle/0`, …,
`seating`. HKDF (RFC 5869) first extracts one key from seed and salt, then expands it, a stream a label:

    >>> seeds = Stream(extract(salt({"hand": "h1"}, ["a", "b"]), bytes(32)), "deal/0")
    >>> seeds.read(4).hex()
    '3fe6b67e'

`uniform(m)` reads 4 bytes, big-endian, as u; if u ≥ m · floor(2^32 / m), u is rejected and the next 4 bytes are
read; the result is u mod m. `uniform(1)` still reads 4 bytes.

    >>> seeds.uniform(52), seeds.uniform(52)
    (34, 34)

Source: PROTOCOL.md, "The random stream"; RFC 5869.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from operator import mod
from struct import Struct

from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import StreamExhausted

CONTEXT = "dealproof/1 "
MAX_BYTES = 255 * 32  # RFC 5869 numbers its blocks of 32 bytes with one byte, from 1
WORD_BYTES = 4
WORD_VALUES = 1 << 8 * WORD_BYTES
_WORDS_OF_BLOCK = Struct(">8I")
_BLOCK_NUMBERS = [bytes([number]) for number in range(1, 256)]
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
_EXHAUSTED = f"A draw needed more than the {MAX_BYTES} bytes of its stream."


def salt(header: Mapping[str, Json], player_seeds: Sequence[str]) -> bytes:
    """32 bytes that bind the header and the revealed seeds of the seats, in seat order."""
    return salt_of(canonical(header), canonical(player_seeds))


def salt_of(header: bytes, player_seeds: bytes) -> bytes:
    """The salt from the canonical JSON of both."""
    return sha256(b'{"header":' + header + b',"player_seeds":' + player_seeds + b"}").digest()


def extract(salt: bytes, seed: bytes) -> bytes:
    """HKDF-Extract: the 32-byte key from which each label's stream is expanded."""
    inner, outer = _keyed(salt)
    return sha256(outer + sha256(inner + seed).digest()).digest()


def expand(prk: bytes, info: bytes) -> Iterator[bytes]:
    """HKDF-Expand: the stream in blocks of 32 bytes, 255 of them."""
    inner, outer = _keyed(prk)
    block = b""
    for number in _BLOCK_NUMBERS:
        block = sha256(outer + sha256(inner + block + info + number).digest()).digest()
        yield block


def _keyed(key: bytes) -> tuple[bytes, bytes]:
    """The two blocks that HMAC-SHA256 hashes first (RFC 2104); reusing them takes half the time of `hmac.digest`."""
    padded = (key if len(key) <= 64 else sha256(key).digest()).ljust(64, b"\0")
    return padded.translate(_INNER_PAD), padded.translate(_OUTER_PAD)


class Words:
    """Uniform numbers from words, read once from their start in groups; a word has `values` values.

    The methods that return numbers raise StreamExhausted where no word is left.
    """

    __slots__ = ("_groups", "_spare", "_values")

    def __init__(self, groups: Iterator[Sequence[int]], values: int) -> None:
        self._groups = groups
        self._spare: list[int] = []
        self._values = values

    def take(self, n: int) -> list[int]:
        """The next `n` words, or as many as there are."""
        words = self._spare
        while len(words) < n and (group := next(self._groups, ())):
            words += group
        taken, self._spare = words[:n], words[n:]
        return taken

    def one_by_one(self) -> Iterator[int]:
        """The words that are left."""
        while words := self.take(1):
            yield words[0]

    def uniform(self, m: int) -> int:
        """A number of 0 … m − 1, each as likely as the others; 1 ≤ m ≤ the number of values."""
        return _uniform(self.one_by_one(), self._values, m)

    def descending(self, n: int) -> list[int]:
        """uniform(n), uniform(n − 1), …, uniform(2): what a shuffle of n ≥ 2 things asks for."""
        sizes = range(n, 1, -1)
        read = self.take(n - 1)
        # Only words among the last n values can be rejected, and in nearly every shuffle there are none.
        if len(read) == n - 1 and max(read) <= self._values - n:
            return list(map(mod, read, sizes))
        words = chain(read, self.one_by_one())
        return [_uniform(words, self._values, m) for m in sizes]


class Stream(Words):
    """One label's stream, 8160 bytes, read in words of 4 bytes. Streams are never padded."""

    __slots__ = ()

    def __init__(self, prk: bytes, label: str) -> None:
        super().__init__(map(_WORDS_OF_BLOCK.unpack, expand(prk, (CONTEXT + label).encode("ascii"))), WORD_VALUES)

    def read(self, n: int) -> bytes:
        """The next `n` bytes, whole words of them."""
        assert n % WORD_BYTES == 0, "a stream is read in words of 4 bytes"
        words = self.take(n // WORD_BYTES)
        if len(words) * WORD_BYTES < n:
            raise StreamExhausted(_EXHAUSTED)
        return b"".join([word.to_bytes(WORD_BYTES, "big") for word in words])


def _uniform(words: Iterator[int], values: int, m: int) -> int:
    """A uniform number below m, from words with this number of values."""
    for word in words:
        result = word % m
        # A word at or above the largest multiple of m is rejected, so that every result is equally likely.
        if word - result <= values - m:
            return result
    raise StreamExhausted(_EXHAUSTED)
