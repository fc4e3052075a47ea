"""An archive as numbered chunks, and the SHA-256 of all that was read.

Chunks are cut by the number and size of records alone, so that every engine and any number of workers counts the same
ones. The hash is over the records in their order, each behind its length in 8 bytes; it says nothing of their files.

>>> reading = Reading([Piece("a:1", b"{}"), Piece("a:2", b"[]")])
>>> [chunk.number for chunk in reading], reading.records, reading.digest()[:8]
([0], 2, '9ce32d7a')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from dealproof.replay.archive.chunk import Piece
from dealproof.web.archive.engines import Numbered

HANDS: Final = 250
"""Records in a chunk: a quarter of a second of work or so."""
MOST: Final = 1 << 22
"""Bytes after which a chunk ends earlier."""


class Reading:
    """The chunks of an archive, read once. `records` and `digest` are of what was read so far."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = pieces
        self.records = 0
        self.hash = sha256()

    def __iter__(self) -> Iterator[Numbered]:
        number, held, size = 0, list[Piece](), 0
        for piece in self.pieces:
            self.records += 1
            self.hash.update(len(piece.data).to_bytes(8))
            self.hash.update(piece.data)
            held.append(piece)
            size += len(piece.data)
            if len(held) == HANDS or size >= MOST:
                yield Numbered(number, held)
                number, held, size = number + 1, [], 0
        if held:
            yield Numbered(number, held)

    def digest(self) -> str:
        """The hash, in hex."""
        return self.hash.hexdigest()
