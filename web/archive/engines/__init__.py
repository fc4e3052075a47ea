"""The one seam of the audit of an archive: `Engine.map_chunks` runs a function on numbered chunks, wherever and in
whatever order, and yields each outcome with its number. Counts are merged by addition, so that every engine and any
number of workers gives the same report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

from dealproof.replay.archive.chunk import ChunkResult, Piece

AHEAD: Final = 2
"""Chunks a worker that are read ahead: no more are ever in memory."""

Work = Callable[[list[Piece]], ChunkResult]


class Numbered(NamedTuple):
    """A chunk with its place in the archive."""

    number: int
    pieces: list[Piece]


class Engine(Protocol):
    """Runs work on chunks. An engine is a context manager: its workers end with the block."""

    def __enter__(self) -> Engine: ...

    def __exit__(self, *error: Any) -> None: ...

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields the outcome of every chunk with its number, in any order. A chunk whose worker was killed is done
        again."""
