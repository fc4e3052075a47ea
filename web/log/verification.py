"""A whole log recomputed from its entries, and judged by the rules of appending.

1. The checkpoint is read, and its signature verified if the key is known.
2. Every entry is a leaf that the log had to accept at its place.
3. The root over the entries is that of the checkpoint.
4. Every tile of hashes holds the hashes of these entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.appends import Progress, check_append
from dealproof.verifier.tlog.checkpoint import Checkpoint, parse_checkpoint
from dealproof.verifier.tlog.leaf import Leaf, parse_leaf
from dealproof.verifier.tlog.note import Key, Note, parse_note
from dealproof.verifier.tlog.note_signature import check_note
from dealproof.verifier.tlog.tiles import ENTRIES, WIDTH, Tile, format_path, hashes, parse_entries, tiles
from dealproof.verifier.tlog.tree import Tree, leaf_hash, root
from dealproof.web.log.errors import LogUnreadable
from dealproof.web.log.reading import Read
from dealproof.web.log.resources import CHECKPOINT


@dataclass(frozen=True, slots=True)
class WholeLog:
    """A log that was recomputed: its checkpoint, as a note and as values, its leaves in order, and its tree."""

    note: Note
    checkpoint: Checkpoint
    leaves: tuple[Leaf, ...]
    tree: Tree


def verify(read: Read, key: Key | None = None) -> WholeLog:
    """Reads and recomputes a log. Raises MalformedLog or LogRefuted for the first fault, `LogUnreadable` if a file
    cannot be had."""
    return recompute(read, *read_checkpoint(read, key))


def recompute(read: Read, note: Note, checkpoint: Checkpoint) -> WholeLog:
    """Does what `verify` does after the checkpoint was read."""
    tree = Tree()
    # Each entry is judged before the next bundle is read: what a log claims to hold may be endless.
    leaves = tuple(judged(read_all(read, checkpoint.size, tree)))
    if root(checkpoint.size, tree.subtrees) != checkpoint.root:
        raise LogRefuted("not-included", "The root over the entries is not the root of the checkpoint.")
    for tile in tiles(checkpoint.size):
        if tile.level != ENTRIES and read_tile(read, tile) != hashes(tile, tree.subtrees):
            raise LogRefuted("not-included", f"{format_path(tile)} does not hold the hashes of the entries.")
    return WholeLog(note, checkpoint, leaves, tree)


def read_checkpoint(read: Read, key: Key | None) -> tuple[Note, Checkpoint]:
    """Returns the checkpoint of a log. Raises MalformedLog; LogRefuted if it is not signed by the key, if one is given,
    or has not the name of the key."""
    with named(CHECKPOINT):
        note = parse_note(read(CHECKPOINT))
        checkpoint = parse_checkpoint(note.text)
        if key is not None:
            check_note(note, key)
            if checkpoint.origin != key.name:
                raise LogRefuted("bad-signature", "The origin is not the name of the key.")
    return note, checkpoint


def read_all(read: Read, size: int, tree: Tree) -> Iterator[bytes]:
    """Returns all entries in order, each when `tree` has taken it."""
    for tile in tiles(size):
        if tile.level != ENTRIES:
            return
        for entry in read_entries(read, tile):
            tree.append(leaf_hash(entry))
            yield entry


def judged(entries: Iterable[bytes]) -> Iterator[Leaf]:
    """Returns the leaves in order. Raises MalformedLog or LogRefuted for the first that the log had to refuse."""
    hands: dict[str, Progress] = {}
    numbers: dict[str, int] = {}
    for index, entry in enumerate(entries):
        with named(f"Leaf {index}"):
            leaf: Any = parse_leaf(entry)
            table = leaf.get("table")
            hands[leaf["hand"]] = check_append(leaf, hands.get(leaf["hand"]), numbers.get(table))
        if table is not None:
            numbers[table] = leaf["number"]
        yield leaf


def read_entries(read: Read, tile: Tile) -> list[bytes]:
    """Returns the entries of a bundle. Where a log no longer serves the partial one, the full one has them too."""
    with named(format_path(tile)):
        try:
            return parse_entries(read(format_path(tile)), tile.width)
        except LogUnreadable:
            if tile.width == WIDTH:
                raise
            full = Tile(tile.level, tile.index)
            return parse_entries(read(format_path(full)), WIDTH)[: tile.width]


def read_tile(read: Read, tile: Tile) -> bytes:
    """Returns the bytes of a tile of hashes, like `read_entries`."""
    try:
        return read(format_path(tile))
    except LogUnreadable:
        if tile.width == WIDTH:
            raise
        full = read(format_path(Tile(tile.level, tile.index)))
        return full[: len(full) * tile.width // WIDTH]


@contextmanager
def named(place: str) -> Iterator[None]:
    """Adds the place to the reason of a fault."""
    try:
        yield
    except MalformedLog as fault:
        raise MalformedLog(fault.code, f"{place}: {fault.reason}") from None
    except LogRefuted as fault:
        raise LogRefuted(fault.code, f"{place}: {fault.reason}") from None
