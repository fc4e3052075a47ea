"""The one seam of the audit of an archive: `Engine.map_chunks` runs a function on numbered chunks, wherever and in
whatever order, and yields each outcome with its number. Counts are merged by addition, so that every engine and any
number of workers gives the same report.

choice       the engine of a name
processes    processes of this machine
ray, dask    tasks of Ray and Dask, which are extras
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

from dealproof.replay.archive.chunk import ChunkResult, Piece
from dealproof.web.archive.errors import WorkersLost

AHEAD: Final = 2
"""Chunks a worker that Ray and Dask are given at once, so that none waits; no more are ever in memory."""

TRIES: Final = 3
"""Workers that may end at one chunk before the audit gives up: memory may have run out for another reason."""

Work = Callable[[list[Piece]], ChunkResult]


class Numbered(NamedTuple):
    """A chunk with its place in the archive. It has at least one record."""

    number: int
    pieces: list[Piece]

    def lost(self) -> WorkersLost:
        """The error that names it, where `TRIES` workers have ended at it."""
        return WorkersLost(self.number, self.pieces[0].source, self.pieces[-1].source, TRIES)


class Engine(Protocol):
    """Runs work on chunks. An engine is a context manager: its workers end with the block, whatever ended it."""

    def __enter__(self) -> Engine: ...

    def __exit__(self, *error: Any) -> None: ...

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields the outcome of every chunk with its number, in any order. Chunks are read as workers become free. A
        chunk whose worker was killed is done again. Raises `WorkersLost` where `TRIES` workers ended at one."""
