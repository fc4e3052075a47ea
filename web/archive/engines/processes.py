"""Processes of this machine, by the standard library's `concurrent.futures`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Final, Self

from dealproof.replay.archive.chunk import ChunkResult
from dealproof.web.archive.engines import AHEAD, Numbered, Work
from dealproof.web.archive.errors import WorkersLost

MOST_TRIES: Final = 3
"""Pools that may break at the same chunks before the audit gives up."""


class Processes:
    """Up to `count` processes; with one, this process does the work."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        return None

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields every outcome. Where a process was killed its pool is broken; a new one takes over what is left."""
        if self.count == 1:
            yield from ((chunk.number, work(chunk.pieces)) for chunk in chunks)
            return
        further, tries = iter(chunks), 0
        again: list[Numbered] = []
        while True:
            lost: list[Numbered] = []
            yield from self.pooled(work, further, again, lost)
            if not lost:
                return
            tries = tries + 1 if {each.number for each in lost} & {each.number for each in again} else 1
            if tries > MOST_TRIES:
                raise WorkersLost(min(each.number for each in lost))
            again = lost

    def pooled(
        self, work: Work, further: Iterator[Numbered], again: list[Numbered], lost: list[Numbered]
    ) -> Iterator[tuple[int, ChunkResult]]:
        """Yields outcomes until all is done or the pool breaks; what was then in hand is added to `lost`."""
        waiting, running = iter(again), dict[Future[ChunkResult], Numbered]()
        with ProcessPoolExecutor(self.count, mp_context=get_context("forkserver")) as pool:
            while True:
                while len(running) < AHEAD * self.count and (chunk := next(waiting, None) or next(further, None)):
                    try:
                        running[pool.submit(work, chunk.pieces)] = chunk
                    except BrokenProcessPool:
                        lost += [chunk, *running.values(), *waiting]
                        return
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    chunk = running[future]
                    try:
                        outcome = future.result()
                    except BrokenProcessPool:
                        lost += [*running.values(), *waiting]
                        return
                    del running[future]
                    yield chunk.number, outcome
