"""The hashes that new leaves complete: a tree grows at its right edge, like a binary counter.

The *edge* of a tree of `size` leaves is the last complete subtree of each level at which `size` has a bit, by level.

    >>> from dealproof.verifier.tlog.tree import leaf_hash
    >>> edge = {}
    >>> [(node.level, node.position) for node in grow(0, edge, [leaf_hash(b"a"), leaf_hash(b"b"), leaf_hash(b"c")])]
    [(0, 0), (0, 1), (1, 0), (0, 2)]
    >>> sorted(edge)
    [0, 1]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dealproof.verifier.tlog.tree import node_hash
from dealproof.web.store.log_queries import Node


def grow(size: int, edge: dict[int, bytes], hashes: Iterable[bytes]) -> Iterator[Node]:
    """The nodes that leaves complete, by their leaf hashes, behind a tree of `size`. `edge` becomes the new one."""
    for position, hash in enumerate(hashes, size):
        yield from _climb(position, edge, hash)


def _climb(position: int, edge: dict[int, bytes], hash: bytes) -> Iterator[Node]:
    level = 0
    yield Node(level, position, hash)
    while position & 1:
        hash = node_hash(edge.pop(level), hash)
        level, position = level + 1, position >> 1
        yield Node(level, position, hash)
    edge[level] = hash
