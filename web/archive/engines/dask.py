"""Futures of Dask (extra `dask`): this machine's cores, or a scheduler at an address."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Any, Final, Self

from dask import config
from distributed import Client, KilledWorker, LocalCluster, as_completed
from distributed.comm.core import CommClosedError

from dealproof.replay.archive.chunk import ChunkResult
from dealproof.web.archive.engines import AHEAD, TRIES, Numbered, Work
from dealproof.web.archive.errors import EngineUnusable

SETTINGS: Final = {"distributed.scheduler.allowed-failures": TRIES - 1}
"""How the scheduler is set that is started here."""

PATIENCE: Final = 60
"""Seconds in which a scheduler must answer."""


class Dask:
    """A scheduler of Dask at `address`, or where it is None `count` worker processes that are started here."""

    def __init__(self, count: int, address: str | None) -> None:
        self.count, self.address = count, address
        self.opened = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.client = stack.enter_context(self.joined() if self.address else Client(started(stack, self.count)))
            self.opened = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self.opened.close()

    def joined(self) -> Any:
        """A client of the scheduler at the address. Raises `EngineUnusable`."""
        try:
            return Client(self.address, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise unreachable(self.address, error) from None

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields every outcome. Dask does the work of a worker that was killed again elsewhere."""
        most = AHEAD * max(self.count, len(self.client.scheduler_info()["workers"]))
        further, ended = iter(chunks), as_completed()
        running: dict[str, Numbered] = {}
        while True:
            while len(running) < most and (chunk := next(further, None)):
                # Not pure: each chunk has a key of its own, also at a scheduler that others share.
                future = self.client.submit(work, chunk.pieces, pure=False)
                running[future.key] = chunk
                ended.add(future)
            if not running:
                return
            future = next(ended)
            chunk = running.pop(future.key)
            try:
                outcome = future.result()
            except KilledWorker:
                raise chunk.lost() from None
            except (CancelledError, CommClosedError) as error:
                raise unreachable(self.client.scheduler.address, error) from None
            future.release()
            yield chunk.number, outcome


def started(stack: ExitStack, count: int) -> Any:
    """A scheduler in this process and its workers, until the stack is closed."""
    stack.enter_context(config.set(SETTINGS))
    folder = stack.enter_context(TemporaryDirectory(prefix="dask-", ignore_cleanup_errors=True))
    return stack.enter_context(
        LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
            local_directory=folder,
        )
    )


def unreachable(address: object, error: BaseException) -> EngineUnusable:
    """The error for a scheduler that does not answer."""
    reason = str(error).partition("\n")[0] or type(error).__name__
    return EngineUnusable("engine-unreachable", engine="Dask", address=address, reason=reason)
