"""The published log as a folder of files, which any static host can serve.

Tiles are written first, the checkpoint last, each atomically: the folder is a whole log whenever the export stops.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.checkpoint import Checkpoint, parse_checkpoint
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.tiles import format_path, tiles
from dealproof.web.log.atomic_file import write_atomically
from dealproof.web.log.errors import LogError
from dealproof.web.log.resources import CHECKPOINT, tile_bytes
from dealproof.web.store.log_database import LogDatabase
from dealproof.web.store.log_queries import LogTables


class Exported(NamedTuple):
    """How many leaves the folder has now, and how many tiles were written."""

    size: int
    tiles: int


def export(database: LogDatabase, folder: Path) -> Exported:
    """Writes what the folder does not have yet. Raises `LogError`, also where the folder holds another log or a larger
    tree, and OSError."""
    with database.reading() as tables:
        latest = tables.checkpoint()
        if latest is None:
            raise LogError("nothing-published")
        now = parse_checkpoint(parse_note(latest).text)
        since = _exported(tables, folder, now)
        written = 0
        for written, tile in enumerate(tiles(now.size, since), 1):  # noqa: B007 (the count is returned)
            write_atomically(folder / format_path(tile), tile_bytes(tables, tile))
        write_atomically(folder / CHECKPOINT, latest)
        return Exported(now.size, written)


def _exported(tables: LogTables, folder: Path, now: Checkpoint) -> int:
    """The number of leaves that the folder has. Raises `LogError` unless they are the beginning of this log."""
    path = folder / CHECKPOINT
    if not path.exists():
        return 0
    try:
        there = parse_checkpoint(parse_note(path.read_bytes()).text)
    except MalformedLog as fault:
        raise LogError("export-unreadable", path=path, reason=fault.reason) from None
    if there.origin != now.origin or there.size > now.size or tables.root(there.size) != there.root:
        raise LogError("export-other-log", path=path, origin=there.origin, size=there.size, now=now.size)
    return there.size
