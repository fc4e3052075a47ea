"""The Merkle tree of RFC 6962: roots, inclusion proofs, consistency proofs.

    leaf_hash(data)         = SHA-256(0x00 || data)
    node_hash(left, right)  = SHA-256(0x01 || left || right)
    root of n > 1 leaves    = node_hash(root of the first k, root of the rest), k the largest power of two below n
    root of no leaves       = SHA-256("")

Roots and proofs are computed from the hashes of complete subtrees. `Subtrees` is the one question asked of storage:
`subtrees(level, index)` returns the hash over the leaves from index · 2^level to (index + 1) · 2^level − 1. `Tree` keeps
them in memory; `tiles.subtrees` reads them from tiles.

    >>> tree = Tree()
    >>> for entry in (b"a", b"b", b"c"):
    ...     tree.append(leaf_hash(entry))
    >>> root(3, tree.subtrees).hex()
    '36642e73c2540ab121e3a6bf9545b0a24982cd830eb13d3cd19de3ce6c021ec1'
    >>> proof = prove_inclusion(2, 3, tree.subtrees)
    >>> check_inclusion(2, 3, leaf_hash(b"c"), root(3, tree.subtrees), proof)
    >>> check_inclusion(1, 3, leaf_hash(b"c"), root(3, tree.subtrees), proof)
    Traceback (most recent call last):
    dealproof.verifier.errors.LogRefuted: The inclusion proof has 1 hashes; for index 1 of 3 it must have 2.
    >>> grown = prove_consistency(2, 3, tree.subtrees)
    >>> check_consistency(2, 3, root(2, tree.subtrees), root(3, tree.subtrees), grown)

Source: RFC 6962, section 2.1; LOG.md, "Tree". Needs only the standard library.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from hashlib import sha256
from typing import Final

from dealproof.verifier.errors import LogRefuted
from dealproof.verifier.tlog.fields import HASH_BYTES

Subtrees = Callable[[int, int], bytes]
Proof = tuple[bytes, ...]

EMPTY_ROOT: Final = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """The 32 bytes that bind a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The 32 bytes that bind two neighbouring subtrees."""
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """The hashes of all complete subtrees of a growing tree, in memory."""

    __slots__ = ("_levels",)

    def __init__(self) -> None:
        self._levels: list[list[bytes]] = [[]]

    def __len__(self) -> int:
        return len(self._levels[0])

    def append(self, leaf: bytes) -> None:
        """Takes the hash of one more leaf."""
        level, found = 0, leaf
        self._levels[0].append(found)
        while len(self._levels[level]) % 2 == 0:
            found = node_hash(self._levels[level][-2], found)
            level += 1
            if level == len(self._levels):
                self._levels.append([])
            self._levels[level].append(found)

    def subtrees(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree."""
        return self._levels[level][index]


def root(size: int, subtrees: Subtrees) -> bytes:
    """The root hash of the first `size` leaves."""
    return _span(0, size, subtrees) if size else EMPTY_ROOT


def prove_inclusion(index: int, size: int, subtrees: Subtrees) -> Proof:
    """The hashes beside the way from leaf `index` up to the root of `size` leaves (RFC 6962, 2.1.1)."""
    assert 0 <= index < size, "the tree has the leaf"
    low, high, proof = 0, size, []
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            proof.append(_span(middle, high, subtrees))
            high = middle
        else:
            proof.append(_span(low, middle, subtrees))
            low = middle
    return tuple(reversed(proof))


def check_inclusion(index: int, size: int, leaf: bytes, root: bytes, proof: Sequence[bytes]) -> None:
    """Raises LogRefuted, code `not-included`, unless `leaf` (a hash) is at `index` of the tree of `size` with `root`."""
    if not 0 <= index < size:
        raise _not_included(f"Index {index} is outside of a tree of size {size}.")
    inner, outer = _steps(index, size)
    if len(proof) != inner + outer:
        must = f"for index {index} of {size} it must have {inner + outer}"
        raise _not_included(f"The inclusion proof has {len(proof)} hashes; {must}.")
    if not _are_hashes(leaf, root, *proof) or _climb(leaf, index, proof[:inner], proof[inner:]) != root:
        raise _not_included("The inclusion proof does not lead from the leaf to the root.")


def prove_consistency(old: int, new: int, subtrees: Subtrees) -> Proof:
    """The hashes that show the first `old` leaves to be the beginning of `new` leaves (RFC 6962, 2.1.2)."""
    assert 0 < old <= new, "the old tree has a leaf, and the new tree has all its leaves"
    low, high, proof = 0, new, []
    while high != old:
        middle = low + _split(high - low)
        if old <= middle:
            proof.append(_span(middle, high, subtrees))
            high = middle
        else:
            proof.append(_span(low, middle, subtrees))
            low = middle
    if low:
        proof.append(_span(low, high, subtrees))
    return tuple(reversed(proof))


def check_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Raises LogRefuted, code `not-consistent`, unless the tree of size `old` is the beginning of the one of `new`."""
    if not 0 < old <= new:
        raise _not_consistent(f"A tree of size {new} cannot be shown to begin with one of size {old}.")
    if old == new:
        if proof or old_root != new_root:
            raise _not_consistent("Two trees of one size must have one root and an empty proof.")
        return
    # The proof begins at the largest complete subtree that ends the old tree; the old root where that is all of it.
    level = (old & -old).bit_length() - 1
    start, *rest = (old_root, *proof) if old == 1 << level else proof or (b"",)
    inner, outer = _steps(old - 1, new)
    if len(rest) != inner - level + outer or not _are_hashes(old_root, new_root, *proof):
        raise _not_consistent(
            f"The consistency proof from {old} to {new} has {len(proof)} hashes, too many, too few or too short."
        )
    index, inside, outside = (old - 1) >> level, rest[: inner - level], rest[inner - level :]
    left = [each for step, each in enumerate(inside) if index >> step & 1]
    if reduce(lambda found, each: node_hash(each, found), [*left, *outside], start) != old_root:
        raise _not_consistent("The consistency proof does not lead to the root of the smaller tree.")
    if _climb(start, index, inside, outside) != new_root:
        raise _not_consistent("The consistency proof does not lead to the root of the larger tree.")


def _are_hashes(*values: bytes) -> bool:
    return all(len(each) == HASH_BYTES for each in values)


def _split(count: int) -> int:
    """The largest power of two below `count`."""
    return 1 << (count - 1).bit_length() - 1


def _span(low: int, high: int, subtrees: Subtrees) -> bytes:
    """The root over the leaves from `low` to `high` − 1, which are a subtree: complete ones, from large to small."""
    parts = []
    while low < high:
        level = (high - low).bit_length() - 1
        parts.append(subtrees(level, low >> level))
        low += 1 << level
    return reduce(lambda right, left: node_hash(left, right), reversed(parts))


def _steps(index: int, size: int) -> tuple[int, int]:
    """How many hashes of an inclusion proof are below the place where the ways to `index` and to the last leaf meet,
    and how many are above it: those are all to the left."""
    inner = (index ^ (size - 1)).bit_length()
    return inner, (index >> inner).bit_count()


def _climb(start: bytes, index: int, inside: Sequence[bytes], outside: Sequence[bytes]) -> bytes:
    """The hash that a way up leads to."""
    found = start
    for step, each in enumerate(inside):
        found = node_hash(each, found) if index >> step & 1 else node_hash(found, each)
    return reduce(lambda right, left: node_hash(left, right), outside, found)


def _not_included(reason: str) -> LogRefuted:
    return LogRefuted("not-included", reason)


def _not_consistent(reason: str) -> LogRefuted:
    return LogRefuted("not-consistent", reason)
