"""The fairness protocol straight from its definition: slow, literal, and nothing taken from `verifier`.

HKDF comes from `cryptography`, canonical JSON from `rfc8785`. Source: PROTOCOL.md.
"""

from hashlib import sha256
from typing import Any

import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def salt(header: dict[str, Any], player_seeds: list[str]) -> bytes:
    return sha256(rfc8785.dumps({"header": header, "player_seeds": player_seeds})).digest()


def stream(server_seed: bytes, salt: bytes, label: str, length: int = 8160) -> bytes:
    info = b"dealproof/1 " + label.encode("ascii")
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(server_seed)


class Reader:
    """The stream as a text that is read from left to right; `thrown` counts the words thrown away."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.thrown = 0

    def uniform(self, m: int) -> int:
        while True:
            word, self.data = self.data[:4], self.data[4:]
            assert len(word) == 4, "the stream ran out"
            u = int.from_bytes(word, "big")
            if u < m * (2**32 // m):
                return u % m
            self.thrown += 1


def shuffle(reader: Reader, deck: list[int]) -> list[int]:
    deck = list(deck)
    for i in range(len(deck) - 1, 0, -1):
        j = reader.uniform(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def log_hash(salt: bytes, events: list[dict[str, Any]]) -> bytes:
    unsigned = [{key: value for key, value in event.items() if key != "sig"} for event in events]
    return sha256(salt + rfc8785.dumps(unsigned)).digest()


def sign(secret: bytes, message: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).sign(message)


def public(secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
