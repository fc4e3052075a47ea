"""Public keys of seats, and which of them are too weak to identify a signer.

A key is an Ed25519 public key (RFC 8032): 32 bytes whose low 255 bits are a y, little-endian, modulo p = 2^255 − 19. A
y of p or more is a second way to write a key. A point of small order (1, 2, 4 or 8) accepts one fixed signature for
every message, so its signatures prove nothing.

    >>> is_weak(bytes.fromhex("8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"))
    False
    >>> is_weak((1).to_bytes(32, "little"))
    True

Source: PROTOCOL.md, "Header" (`seat_keys`). Needs only the standard library.
"""

from typing import Final

KEY_BYTES: Final = 32
P: Final = 2**255 - 19

ORDER_8: Final = (
    int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
    int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
)
"""The y of the points of order 8; one is minus the other."""
SMALL_ORDER: Final = frozenset({0, 1, P - 1, *ORDER_8})
"""The y of every point of order 1, 2, 4 or 8, for either x."""


def is_weak(key: bytes) -> bool:
    """Whether 32 bytes are not a canonical y, or the y of a point of small order; the sign of x does not matter."""
    assert len(key) == KEY_BYTES, "a public key has 32 bytes"
    y = int.from_bytes(key, "little") % 2**255
    return y >= P or y in SMALL_ORDER
