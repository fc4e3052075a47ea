"""Tasks of Ray (extra `ray`): this machine's cores, or a cluster at an address."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, redirect_stdout
from tempfile import TemporaryDirectory, gettempdir
from typing import Any, Final, Self

import ray
from ray.exceptions import OutOfMemoryError, WorkerCrashedError

from dealproof.replay.archive.chunk import ChunkResult, Piece
from dealproof.web.archive.engines import AHEAD, TRIES, Numbered, Work
from dealproof.web.archive.errors import EngineUnusable

STORE: Final = 100_000_000
"""Bytes a worker of the memory that Ray shares: some chunks on their way. Ray would take a third of the machine's."""

LONGEST: Final = 32
"""Bytes of a folder in which Ray can name its sockets, whose paths may have 103 bytes."""

SETTINGS: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # Ray sends statistics of its use over the network
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",  # workers would be started by `uv run`, which may install packages
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # Ray warns that it will leave the variables of GPUs alone
    "RAY_task_oom_retries": str(TRIES - 1),  # without end otherwise
}
"""Variables by which Ray's own processes are set; what the environment says goes first."""


class Ray:
    """A cluster of Ray at `address`, or where it is None one of `count` workers that is started here."""

    def __init__(self, count: int, address: str | None) -> None:
        self.count, self.address = count, address
        self.opened = ExitStack()

    def __enter__(self) -> Self:
        for name, value in SETTINGS.items():
            os.environ.setdefault(name, value)
        with ExitStack() as stack:
            # Ray prints what befalls its workers, and where it prints is where reports go.
            stack.enter_context(redirect_stdout(sys.stderr))
            folder = None if self.address else stack.enter_context(socket_folder())
            stack.callback(ray.shutdown)
            if folder is None:
                join(self.address)
            else:
                start(self.count, folder)
            self.opened = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self.opened.close()

    def map_chunks(self, work: Work, chunks: Iterable[Numbered]) -> Iterator[tuple[int, ChunkResult]]:
        """Yields every outcome. Ray does a task again whose worker was killed."""
        task, shared = ray.remote(num_cpus=1, max_retries=TRIES - 1)(done), ray.put(work)
        most = AHEAD * max(self.count, int(ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, Numbered] = {}
        for chunk in chunks:
            running[task.remote(shared, chunk.pieces)] = chunk
            if len(running) >= most:
                yield from finished(running)
        while running:
            yield from finished(running)


def done(work: Work, pieces: list[Piece]) -> ChunkResult:
    """The work on one chunk. Ray takes functions alone, and `work` is any callable."""
    return work(pieces)


def finished(running: dict[Any, Numbered]) -> Iterator[tuple[int, ChunkResult]]:
    """The outcomes of the tasks that end next, taken out of those that run."""
    ended, _ = ray.wait(list(running))
    for reference in ended:
        chunk = running.pop(reference)
        try:
            outcome = ray.get(reference)
        except (WorkerCrashedError, OutOfMemoryError):
            raise chunk.lost() from None
        yield chunk.number, outcome


def start(count: int, folder: str) -> None:
    """Starts a cluster for this audit alone, whose files are in the folder."""
    ray.init(
        "local",
        num_cpus=count,
        object_store_memory=STORE * count,
        include_dashboard=False,
        _temp_dir=folder,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )


def join(address: str | None) -> None:
    """Joins a cluster. Raises `EngineUnusable`."""
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise EngineUnusable("engine-unreachable", engine="Ray", address=address, reason=reason) from None


def socket_folder() -> TemporaryDirectory[str]:
    """A new folder for what Ray writes on this machine, sockets among it. Raises `EngineUnusable`, OSError."""
    within = gettempdir()
    if len(os.fsencode(within)) > LONGEST:
        raise EngineUnusable("engine-folder", folder=within, most=LONGEST)
    return TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True)
