"""What is served below the address of a log (C2SP tlog-tiles): the checkpoint, tiles of hashes, bundles of entries."""

from __future__ import annotations

from typing import Final, NamedTuple

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.checkpoint import parse_checkpoint
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.tiles import ENTRIES, HEIGHT, WIDTH, Tile, format_entries, parse_path
from dealproof.web.store.log_queries import LogTables

CHECKPOINT: Final = "checkpoint"
TEXT: Final = "text/plain; charset=utf-8"
BYTES: Final = "application/octet-stream"


class Resource(NamedTuple):
    """The bytes at a path, their content type, and whether they never change."""

    body: bytes
    type: str
    immutable: bool


def resource(tables: LogTables, path: str) -> Resource | None:
    """Returns what is at a path below the address of the log, or None. Nothing is served that the latest published
    checkpoint does not hold."""
    latest = tables.checkpoint()
    if latest is None:
        return None
    if path == CHECKPOINT:
        return Resource(latest, TEXT, immutable=False)
    try:
        tile = parse_path(path)
    except MalformedLog:
        return None
    size = published_size(latest)
    within = tile.index * WIDTH + tile.width <= size >> HEIGHT * max(tile.level, 0)
    return Resource(tile_bytes(tables, tile), BYTES, immutable=True) if within else None


def tile_bytes(tables: LogTables, tile: Tile) -> bytes:
    """Returns the bytes of a tile that the log has."""
    first = tile.index * WIDTH
    if tile.level == ENTRIES:
        return format_entries(tables.entries(first, tile.width))
    return b"".join(tables.hashes(HEIGHT * tile.level, first, tile.width))


def published_size(note: bytes) -> int:
    """Returns the number of leaves that a checkpoint of the log holds."""
    return parse_checkpoint(parse_note(note).text).size
