"""Futures of Dask (extra `dask`): this machine's cores, or a scheduler at an address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

from distributed import Client, LocalCluster, as_completed

from dealproof.replay.archive.chunk import ChunkResult
from dealproof.web.archive.engines import AHEAD, Numbered, Work


class Dask:
    """A scheduler of Dask at `address`, or where it is None `count` worker processes that are started here."""

    def __init__(self, count: int, address: str | None) -> None:
        self.count, self.address = count, address

    def __enter__(self) -> Self:
        here = None
        if self.address is None:
            here = LocalCluster(n_workers=self.count, threads_per_worker=1, dashboard_address=None, silence_logs=40)
        self.cluster, self.client = here, Client(here or self.address)
        return self

    def __exit__(self, *error: Any) -> None:
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields every outcome. Dask does the work of a worker that was killed again elsewhere."""
        most = AHEAD * max(self.count, len(self.client.scheduler_info()["workers"]))
        further, running = iter(chunks), as_completed()
        numbers: dict[str, int] = {}
        while True:
            while len(numbers) < most and (chunk := next(further, None)):
                future = self.client.submit(work, chunk.pieces, key=f"chunk-{chunk.number}", pure=False)
                numbers[future.key] = chunk.number
                running.add(future)
            if not numbers:
                return
            future = next(running)
            yield numbers.pop(future.key), future.result()
            future.release()
