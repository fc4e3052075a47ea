"""Tiles: a log as files that never change, 256 hashes or 256 entries each.

    tile/<level>/<index>[.p/<width>]        hashes, 32 bytes each
    tile/entries/<index>[.p/<width>]        entries, each behind its length (2 bytes, big-endian)

Hash i of tile n at level l covers 256^l leaves: the complete subtree (8 l, 256 n + i). The index is written in groups of
three digits, all but the last with an x. A tile of fewer than 256 is partial and has its width in its path.

    >>> format_path(Tile(0, 1234067, 112))
    'tile/0/x001/x234/067.p/112'
    >>> parse_path("tile/entries/273") == Tile(ENTRIES, 273)
    True
    >>> [format_path(tile) for tile in tiles(257)]
    ['tile/entries/000', 'tile/entries/001.p/1', 'tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1']
    >>> parse_entries(format_entries([b"a", b""]), 2)
    [b'a', b'']

Source: C2SP tlog-tiles; LOG.md, "Tiles". Needs only the standard library.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dealproof.verifier.encoding import MAX_INTEGER
from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.fields import HASH_BYTES, shown
from dealproof.verifier.tlog.tree import Subtrees, node_hash

WIDTH: Final = 256
HEIGHT: Final = 8
ENTRIES: Final = -1
"""The level of entry bundles."""
MAX_LEVEL: Final = 63
LENGTH_BYTES: Final = 2

_PATH: Final = re.compile(
    r"tile/(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Tile:
    """Where a tile is: its level (`ENTRIES` for entries), its index there, and how many hashes or entries it has."""

    level: int
    index: int
    width: int = WIDTH


def format_path(tile: Tile) -> str:
    """The path of a tile below the address of its log."""
    digits = str(tile.index)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[place : place + 3] for place in range(0, len(digits), 3)]
    index = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
    level = "entries" if tile.level == ENTRIES else tile.level
    return f"tile/{level}/{index}" + (f".p/{tile.width}" if tile.width < WIDTH else "")


def parse_path(path: str) -> Tile:
    """Reads the path of a tile. Raises MalformedLog, code `bad-tile`."""
    if found := _PATH.fullmatch(path):
        level, index, width = found.groups()
        tile = Tile(
            ENTRIES if level == "entries" else int(level),
            int(index.replace("/x", "").replace("/", "").removeprefix("x")),
            int(width or WIDTH),
        )
        if tile.level <= MAX_LEVEL and tile.index <= MAX_INTEGER and format_path(tile) == path:
            return tile
    raise MalformedLog("bad-tile", f"{shown(path)} is not the path of a tile.")


def tiles(size: int, since: int = 0) -> Iterator[Tile]:
    """The tiles of a tree of `size` leaves, without those that a tree of `since` leaves has in the same width."""
    for level in (ENTRIES, *range(MAX_LEVEL + 1)):
        now, before = (count >> HEIGHT * max(level, 0) for count in (size, since))
        if not now:
            return
        for index in range(before // WIDTH, -(-now // WIDTH)):
            if now > before:
                yield Tile(level, index, min(WIDTH, now - index * WIDTH))


def hashes(tile: Tile, subtrees: Subtrees) -> bytes:
    """The bytes of a tile of hashes."""
    first = tile.index * WIDTH
    return b"".join(subtrees(HEIGHT * tile.level, first + place) for place in range(tile.width))


def subtrees(size: int, read: Callable[[Tile], bytes]) -> Subtrees:
    """The complete subtrees of a tree of `size` leaves, from its tiles. `read` returns the bytes of a tile.

    What is returned raises MalformedLog, code `bad-tile`, if a tile has a wrong length.
    """

    def subtree(level: int, index: int) -> bytes:
        tile_level, inside = divmod(level, HEIGHT)
        tile, place = divmod(index << inside, WIDTH)
        width = min(WIDTH, (size >> HEIGHT * tile_level) - tile * WIDTH)
        data = read(Tile(tile_level, tile, width))
        if len(data) != width * HASH_BYTES:
            reason = f"A tile of {width} hashes has {len(data)} bytes; it must have {width * HASH_BYTES}."
            raise MalformedLog("bad-tile", reason)
        return _over([data[HASH_BYTES * at : HASH_BYTES * (at + 1)] for at in range(place, place + (1 << inside))])

    return subtree


def format_entries(entries: Sequence[bytes]) -> bytes:
    """The bytes of a bundle of entries."""
    return b"".join(len(each).to_bytes(LENGTH_BYTES, "big") + each for each in entries)


def parse_entries(data: bytes, width: int) -> list[bytes]:
    """Reads a bundle of `width` entries. Raises MalformedLog, code `bad-tile`."""
    entries, place = [], 0
    for _ in range(width):
        begin = place + LENGTH_BYTES
        place = begin + int.from_bytes(data[place:begin], "big")
        entries.append(data[begin:place])
        if begin > len(data) or place > len(data):
            raise MalformedLog("bad-tile", f"The bundle ends inside entry {len(entries) - 1} of {width}.")
    if place != len(data):
        raise MalformedLog("bad-tile", f"The bundle goes on after its {width} entries.")
    return entries


def _over(row: list[bytes]) -> bytes:
    """The root over a row of hashes whose length is a power of two."""
    while len(row) > 1:
        row = [node_hash(*pair) for pair in zip(row[::2], row[1::2], strict=True)]
    return row[0]
