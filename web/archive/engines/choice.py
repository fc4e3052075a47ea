"""The engine of a name. Ray and Dask are loaded only where they are asked for."""

from __future__ import annotations

from typing import Final

from dealproof.web.archive.engines import Engine
from dealproof.web.archive.engines.processes import Processes
from dealproof.web.archive.errors import EngineUnusable

PROCESSES: Final = "processes"
RAY: Final = "ray"
DASK: Final = "dask"
ENGINES: Final = (PROCESSES, RAY, DASK)


def engine(name: str, count: int, address: str | None) -> Engine:
    """The engine of that name: a cluster at `address`, or where it is None `count` workers of this machine. Raises
    `EngineUnusable` where it is not installed or takes no address."""
    if name == PROCESSES:
        if address is not None:
            raise EngineUnusable("engine-local")
        return Processes(count)
    try:
        return cluster(name, count, address)
    except ModuleNotFoundError:
        raise EngineUnusable("engine-missing", engine=name) from None


def cluster(name: str, count: int, address: str | None) -> Engine:
    """Ray or Dask. Raises ModuleNotFoundError."""
    if name == RAY:
        from dealproof.web.archive.engines.ray import Ray

        return Ray(count, address)
    from dealproof.web.archive.engines.dask import Dask

    return Dask(count, address)
