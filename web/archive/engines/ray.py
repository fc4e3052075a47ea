"""Tasks of Ray (extra `ray`): this machine's cores, or a cluster at an address."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any, Self

import ray

from dealproof.replay.archive.chunk import ChunkResult, Piece
from dealproof.web.archive.engines import AHEAD, Numbered, Work


class Ray:
    """A cluster of Ray at `address`, or where it is None one of `count` workers that is started here."""

    def __init__(self, count: int, address: str | None) -> None:
        self.count, self.address = count, address

    def __enter__(self) -> Self:
        if self.address is None:
            ray.init(num_cpus=self.count, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        else:
            ray.init(address=self.address, log_to_driver=False, logging_level=logging.ERROR)
        return self

    def __exit__(self, *error: Any) -> None:
        ray.shutdown()

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields every outcome. Ray does a task again whose worker was killed."""
        task, shared = ray.remote(num_cpus=1, max_retries=3)(done), ray.put(work)
        most = AHEAD * max(self.count, int(ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, int] = {}
        for chunk in chunks:
            running[task.remote(shared, chunk.pieces)] = chunk.number
            if len(running) >= most:
                yield from finished(running)
        while running:
            yield from finished(running)


def done(work: Work, pieces: list[Piece]) -> ChunkResult:
    """The work on one chunk. Ray takes functions alone, and `work` is any callable."""
    return work(pieces)


def finished(running: dict[Any, int]) -> Iterator[tuple[int, ChunkResult]]:
    """The outcomes of the tasks that end next, taken out of those that run."""
    done, _ = ray.wait(list(running))
    for reference in done:
        yield running.pop(reference), ray.get(reference)
