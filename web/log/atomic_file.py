"""Files that are there whole or not at all, also after a crash."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkstemp


def write_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Writes a file, in place of one that may be there; its folder is created if it is missing. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file, name = mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
