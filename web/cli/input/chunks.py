"""Bytes of hands on their way to a verdict: a whole record, or many lines at once.

A chunk of lines is cut at a line's end and not looked into any further, so that whoever reads hands over bytes and
whoever judges takes them apart.

>>> [piece.source for piece in Chunk("a.jsonl", 7, b"{}\\n\\n{}").pieces()]
['a.jsonl:7', 'a.jsonl:9']
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from dealproof.verifier.encoding import MAX_BYTES
from dealproof.web.intake.lookalikes import any_object, is_object

BLOCK: Final = 1 << 18
"""Bytes read, and handed over, at once: about ninety hands."""
LINES: Final = 512
"""Lines handed over at once, however short they are: a block of hands has about ninety."""
MOST: Final = MAX_BYTES + 3
"""Bytes kept of one record: enough to see that it is too large, its line ending aside."""


class Piece(NamedTuple):
    """The bytes of one record and where they were found: `path`, or `path:line` with lines from 1."""

    source: str
    data: bytes


class Chunk(NamedTuple):
    """The lines of a file from number `first` on, or the one record that it holds where `first` is 0. Where the file is
    a JSON array, `item` is the index of the one element that this is, else None, and `first` the line it begins in."""

    path: str
    first: int
    data: bytes
    item: int | None = None

    def pieces(self) -> Iterator[Piece]:
        """A piece for every line that is not blank, without its ending, or for the whole, or for the element."""
        if self.item is not None:
            yield Piece(f"{self.path}#/{self.item}", self.data[:MOST])
            return
        if not self.first:
            yield Piece(self.path, self.data[:MOST])
            return
        for number, line in enumerate(self.data.split(b"\n"), self.first):
            if line and not line.isspace():
                yield Piece(f"{self.path}:{number}", line[:MOST].removesuffix(b"\r"))

    def line_of(self, piece: Piece) -> int | None:
        """The line that a piece begins in, from 1; None where the file is one record."""
        return int(piece.source[len(self.path) + 1 :]) if self.item is None and self.first else self.first or None

    def place_of(self, piece: Piece) -> str:
        """What distinguishes a piece from the others of its file, as people count: “line 17”, “item 2”, or nothing."""
        if self.item is not None:
            return f"item {self.item + 1}"
        return f"line {self.line_of(piece)}" if self.first else ""

    def singly(self) -> list[Chunk]:
        """The same hands, a chunk each."""
        if self.item is not None or not self.first:
            return [self]
        return [Chunk(self.path, self.line_of(piece) or 0, piece.data) for piece in self.pieces()]


def whole(path: str, blocks: Iterable[bytes]) -> Iterator[Chunk]:
    """A file that holds one record."""
    yield Chunk(path, 0, start(iter(blocks)))


def lines(path: str, blocks: Iterable[bytes]) -> Iterator[Chunk]:
    """A file that holds a record a line; of a line too long no more than shows it is kept."""
    number, broken = 1, bytearray()
    for block in blocks:
        complete, ended, rest = block.rpartition(b"\n")
        if ended:
            for data in few(bytes(broken) + complete):
                if not data.isspace():
                    yield Chunk(path, number, data)
                number += data.count(b"\n") + 1
            broken.clear()
        broken += rest[: MOST - len(broken)]
    if broken:
        yield Chunk(path, number, bytes(broken))


def few(data: bytes) -> Iterator[bytes]:
    """Lines in portions of no more than `LINES`."""
    if data.count(b"\n") < LINES:
        yield data
        return
    each = data.split(b"\n")
    for start in range(0, len(each), LINES):
        yield b"\n".join(each[start : start + LINES])


def guessed(path: str, blocks: Iterable[bytes]) -> Iterator[Chunk]:
    """A file whose name says nothing. A first line that is a JSON object by itself, or that is too large for a
    record, is followed by others; else all of it is one record, unless it is none and a later line is an object.
    """
    further = iter(blocks)
    head = until_second_line(further)
    first, _, second = head.partition(b"\n")
    if (second and is_whole(first)) or len(first) >= MOST:
        return lines(path, itertools.chain([head], further))
    head = start(further, head)
    if not is_whole(head) and any_object(head.split(b"\n")[1:]):
        return lines(path, itertools.chain([head], further))
    return iter([Chunk(path, 0, head)] if head.strip() else [])


def until_second_line(blocks: Iterator[bytes]) -> bytes:
    """The bytes up to some of the second line, or as many as a record may have."""
    head = bytearray()
    while len(head) < MOST and head.find(b"\n", 0, -1) < 0 and (block := next(blocks, b"")):
        head += block
    return bytes(head)


def start(blocks: Iterator[bytes], head: bytes = b"") -> bytes:
    """What was read already and as much more as a record may have."""
    held = bytearray(head)
    while len(held) < MOST and (block := next(blocks, b"")):
        held += block
    return bytes(held)


def is_whole(text: bytes) -> bool:
    """Whether a text is a JSON object, with no white space before it."""
    return text.startswith(b"{") and is_object(text)


def batched(chunks: Iterable[Chunk]) -> Iterator[list[Chunk]]:
    """Chunks in portions of about a block: whole records are gathered, lines come a block at a time anyway."""
    held: list[Chunk] = []
    size = 0
    for chunk in chunks:
        held.append(chunk)
        size += len(chunk.data)
        if chunk.first or size >= BLOCK:
            yield held
            held, size = [], 0
    if held:
        yield held
