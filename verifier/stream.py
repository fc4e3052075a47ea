"""The random stream: every draw of a hand, from the opened seeds.

    salt   = SHA-256(canonical JSON of {"header": header, "player_seeds": [seed of seat 0, seed of seat 1, …]})
    stream = HKDF-SHA256(ikm = server_seed, salt = salt, info = ASCII("dealproof/1 " + label), at most 8160 bytes)

`label` names the draw, so that no two draws share bytes: `deal/0`, `deal/1`, …, `first-seat`, `reshuffle/0`, …,
`seating`. HKDF (RFC 5869) first extracts one key from seed and salt, then expands it, a stream a label:

    >>> seeds = Stream(extract(salt({"hand": "h1"}, ["a", "b"]), bytes(32)), "deal/0")
    >>> seeds.read(4).hex()
    '3fe6b67e'

`uniform(m)` reads 4 bytes, big-endian, as u; where u ≥ m · floor(2^32 / m) it throws u away and reads again; the
result is u mod m. `uniform(1)` still reads 4 bytes.

    >>> seeds.uniform(52), seeds.uniform(52)
    (34, 34)

Source: protocol.md, The random stream; RFC 5869.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, islice
from struct import Struct

from verifier.encoding import Json, canonical
from verifier.errors import StreamExhausted

CONTEXT = "dealproof/1 "
MAX_BYTES = 255 * 32  # RFC 5869 numbers its blocks of 32 bytes with one byte, from 1
WORD_BYTES = 4
_WORDS_OF_BLOCK = Struct(">8I")
_BLOCK_NUMBERS = [bytes([number]) for number in range(1, 256)]
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
_EXHAUSTED = f"A draw asked for more than the {MAX_BYTES} bytes of its stream."


def salt(header: Mapping[str, Json], player_seeds: Sequence[str]) -> bytes:
    """32 bytes that bind the header and the seats' opened seeds, in seat order."""
    return sha256(canonical({"header": header, "player_seeds": player_seeds})).digest()


def extract(salt: bytes, seed: bytes) -> bytes:
    """HKDF-Extract: the 32-byte key from which each label's stream is expanded."""
    return hmac.digest(salt, seed, "sha256")


def expand(prk: bytes, info: bytes) -> Iterator[bytes]:
    """HKDF-Expand: the stream in blocks of 32 bytes, 255 of them."""
    # HMAC as RFC 2104 writes it: its two keyed states are made once and copied, half the time of `hmac.digest`.
    key = prk.ljust(64, b"\0")
    inner, outer = sha256(key.translate(_INNER_PAD)), sha256(key.translate(_OUTER_PAD))
    block = b""
    for number in _BLOCK_NUMBERS:
        hashed = inner.copy()
        hashed.update(block + info + number)
        within = hashed.digest()
        hashed = outer.copy()
        hashed.update(within)
        block = hashed.digest()
        yield block


class Stream:
    """One label's stream, read once from its start in words of 4 bytes.

    Every method raises StreamExhausted after 8160 bytes, and never pads.
    """

    __slots__ = ("_words",)

    # How many values a word has. Tests try every stream of words that have fewer.
    values = 1 << 8 * WORD_BYTES

    def __init__(self, prk: bytes, label: str) -> None:
        blocks = expand(prk, (CONTEXT + label).encode("ascii"))
        self._words: Iterator[int] = chain.from_iterable(map(_WORDS_OF_BLOCK.unpack, blocks))

    def read(self, n: int) -> bytes:
        """The next `n` bytes, whole words of them."""
        assert n % WORD_BYTES == 0, "a stream is read in words of 4 bytes"
        words = list(islice(self._words, n // WORD_BYTES))
        if len(words) * WORD_BYTES < n:
            raise StreamExhausted(_EXHAUSTED)
        return b"".join(word.to_bytes(WORD_BYTES, "big") for word in words)

    def uniform(self, m: int) -> int:
        """A number of 0 … m − 1, each as likely as the others; 1 ≤ m ≤ 2^32."""
        return self.uniforms((m,))[0]

    def uniforms(self, sizes: Iterable[int]) -> list[int]:
        """A uniform number for each of the sizes, one after the other."""
        words, values = self._words, self.values
        results = []
        for m in sizes:
            for word in words:
                result = word % m
                # What lies below `word` in whole rounds of m must leave room for a whole round: else it is thrown away.
                if word - result <= values - m:
                    results.append(result)
                    break
            else:
                raise StreamExhausted(_EXHAUSTED)
        return results
