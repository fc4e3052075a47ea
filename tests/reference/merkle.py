"""The Merkle tree of RFC 6962, section 2.1, straight from its definition: slow, recursive, over whole lists of leaves.

Takes nothing from `verifier`. A proof is checked by computing it again from the leaves.
"""

from hashlib import sha256


def largest_power_of_two_below(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def mth(d: list[bytes]) -> bytes:
    """The Merkle Tree Hash of a list of entries."""
    if len(d) == 0:
        return sha256().digest()
    if len(d) == 1:
        return sha256(b"\x00" + d[0]).digest()
    k = largest_power_of_two_below(len(d))
    return sha256(b"\x01" + mth(d[:k]) + mth(d[k:])).digest()


def path(m: int, d: list[bytes]) -> list[bytes]:
    """PATH(m, D[n]): the audit path of entry m."""
    if len(d) == 1:
        return []
    k = largest_power_of_two_below(len(d))
    if m < k:
        return [*path(m, d[:k]), mth(d[k:])]
    return [*path(m - k, d[k:]), mth(d[:k])]


def proof(m: int, d: list[bytes]) -> list[bytes]:
    """PROOF(m, D[n]): that the first m entries are the beginning of all."""
    return subproof(m, d, whole=True)


def subproof(m: int, d: list[bytes], *, whole: bool) -> list[bytes]:
    if m == len(d):
        return [] if whole else [mth(d)]
    k = largest_power_of_two_below(len(d))
    if m <= k:
        return [*subproof(m, d[:k], whole=whole), mth(d[k:])]
    return [*subproof(m - k, d[k:], whole=False), mth(d[:k])]
