"""Ed25519 verification (RFC 8032, 5.1) in plain Python, for where `cryptography` is not installed, as in a browser.

It accepts exactly what OpenSSL, behind `cryptography`, accepts: S below the order of the group, and R as the very bytes of
S·B − h·A (no multiplication by the cofactor). Not in constant time, so it only verifies: nothing here is secret.

    >>> key = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    >>> sig = bytes.fromhex(
    ...     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ... )
    >>> verifies(key, sig, b""), verifies(key, sig, b"x"), verifies(key, sig[:63], b"")
    (True, False, False)

Source: RFC 8032, 5.1.3, 5.1.4, 5.1.7 and 7.1 (test 1).
"""

from __future__ import annotations

from hashlib import sha512
from typing import Final, TypeAlias

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE: Final = pow(2, (_P - 1) // 4, _P)

_Point: TypeAlias = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T: x = X/Z, y = Y/Z, x·y = T/Z."""

_ZERO: Final[_Point] = (0, 1, 1, 0)


def verifies(key: bytes, sig: bytes, message: bytes) -> bool:
    """Whether `sig` (64 bytes) is a signature over `message` by the public `key` (32 bytes)."""
    a = _point(key)
    s = int.from_bytes(sig[32:], "little")
    if a is None or len(sig) != 64 or s >= _ORDER:
        return False
    h = int.from_bytes(sha512(sig[:32] + key + message).digest(), "little") % _ORDER
    return _encoded(_combination(s, h, (_P - a[0], a[1], a[2], _P - a[3]))) == sig[:32]


def _point(encoded: bytes) -> _Point | None:
    """The point of 32 bytes, None where there is none. A y of p or more stands for y − p, and where x is 0 its sign
    means nothing, as in OpenSSL; keys of that kind are refused before (`verifier.keys`)."""
    if len(encoded) != 32:
        return None
    number = int.from_bytes(encoded, "little")
    y, sign = number % 2**255 % _P, number >> 255
    x = _x_of(y)
    if x is None:
        return None
    x = _P - x if x and x & 1 != sign else x
    return x, y, 1, x * y % _P


def _x_of(y: int) -> int | None:
    """An x that goes with y, None where there is none."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if x * x % _P != square:
        x = x * _ROOT_OF_MINUS_ONE % _P
    return x if x * x % _P == square else None


def _sum(one: _Point, other: _Point) -> _Point:
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a = (y1 - x1) * (y2 - x2) % _P
    b = (y1 + x1) * (y2 + x2) % _P
    c = 2 * t1 * t2 * _D % _P
    d = 2 * z1 * z2 % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _double(point: _Point) -> _Point:
    x, y, z, _ = point
    a, b, c = x * x % _P, y * y % _P, 2 * z * z % _P
    h = a + b
    e = h - (x + y) * (x + y) % _P
    g = a - b
    f = c + g
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiples(point: _Point) -> tuple[_Point, ...]:
    """0 to 15 times a point."""
    found = [_ZERO]
    for _ in range(15):
        found.append(_sum(found[-1], point))
    return tuple(found)


def _combination(s: int, h: int, minus_a: _Point) -> _Point:
    """s·B + h·(−A), four bits of both at a time."""
    table, point = _multiples(minus_a), _ZERO
    for shift in range(252, -4, -4):
        point = _double(_double(_double(_double(point))))
        point = _sum(point, _MULTIPLES_OF_BASE[s >> shift & 15])
        point = _sum(point, table[h >> shift & 15])
    return point


def _encoded(point: _Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, _P)
    return (y * inverse % _P | (x * inverse % _P & 1) << 255).to_bytes(32, "little")


def _base() -> _Point:
    found = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    assert found is not None
    return found


_MULTIPLES_OF_BASE: Final = _multiples(_base())
