"""Processes of this machine: the workers of `dealproof check --jobs`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NoReturn, Self

from dealproof.replay.archive.chunk import ChunkResult
from dealproof.web.archive.engines import TRIES, Numbered, Work
from dealproof.web.workers import Workers


class Processes:
    """Up to `count` processes; with one, this process does the work."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        return None

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields every outcome, in the order of the chunks."""
        if self.count == 1:
            yield from ((chunk.number, work(chunk.pieces)) for chunk in chunks)
            return
        with Workers(self.count, partial(done, work), whole, lost, TRIES) as workers:
            yield from ((chunk.number, outcome) for chunk, outcome in workers.in_order(chunks))


def done(work: Work, chunk: Numbered) -> ChunkResult:
    """The work on one chunk."""
    return work(chunk.pieces)


def whole(chunk: Numbered) -> list[Numbered]:
    """A chunk in its parts: it is not divided, as its files are named by all of it."""
    return [chunk]


def lost(chunk: Numbered, _: int | None) -> NoReturn:
    """Raises `WorkersLost`."""
    raise chunk.lost()
