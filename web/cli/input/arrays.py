"""The elements of a JSON array, cut out of its bytes one after the other while these are read.

Only quotes, brackets and commas are looked at: an element is whatever is between two commas of the array itself, a
record, nothing or anything else, and a broken one keeps none of the others from being judged. No more is kept of an
element than shows that it is too large.

>>> [chunk.data for chunk in elements("a.json", [b'[{"a": [1, 2]}', b', {"b": "]"}]'])]
[b'{"a": [1, 2]}', b'{"b": "]"}']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from dealproof.web.cli.input.chunks import MOST, Chunk

BETWEEN: Final = re.compile(rb"[{}\[\],]")
INSIDE: Final = re.compile(rb"[{}\[\]]")
BEGINS: Final = re.compile(rb"\s*\[")


class Unclosed(Exception):
    """An array that ends before its last bracket."""


def begins(head: bytes) -> bool:
    """Whether a text begins as an array does."""
    return BEGINS.match(head) is not None


def elements(path: str, blocks: Iterable[bytes]) -> Iterator[Chunk]:
    """Every element of the array that the blocks are, as a chunk of its own, and last whatever follows the array.
    Raises `Unclosed` where the array does not end.
    """
    scanner = Scanner(path)
    for block in blocks:
        yield from scanner.read(block)
    yield from scanner.last()
    if not scanner.closed:
        raise Unclosed


class Scanner:
    """Where in the array the reading is: the depth of brackets, whether behind the last of them, whether within a text
    and behind a backslash in it, and the element that was begun with the line that it begins in."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.depth = 0
        self.closed = False
        self.quoted = False
        self.escaped = False
        self.index = 0
        self.line = 1
        self.first = 1
        self.held = bytearray()

    def read(self, block: bytes) -> Iterator[Chunk]:
        """The elements that end in a block."""
        begun = 0
        for place in () if self.closed else self.marks(block):
            sign = block[place : place + 1]
            if sign in b"{[":
                self.depth += 1
                if self.depth == 1:
                    begun = place + 1
                    self.skip(block[:begun])
            elif sign == b"," and self.depth == 1:
                self.keep(block[begun:place])
                yield from self.element()
                begun = place + 1
            # A brace that closes nothing is a part of a broken element: only a bracket closes the array.
            elif sign == b"]" or self.depth > 1:
                self.depth -= 1
                if self.depth == 0:
                    self.keep(block[begun:place])
                    if self.held or self.index:
                        yield from self.element()
                    begun = place + 1
                    self.closed = True
                    break
        self.keep(block[begun:])

    def marks(self, block: bytes) -> Iterator[int]:
        """Where brackets are that are not within a text, and the commas of the array itself."""
        plain = self.unescaped(block)
        place = 0
        while found := (BETWEEN if self.depth == 1 else INSIDE).search(plain, place):
            self.quoted ^= plain.count(b'"', place, found.start()) & 1 == 1
            place = found.end()
            if not self.quoted:
                yield found.start()
        self.quoted ^= plain.count(b'"', place) & 1 == 1

    def unescaped(self, block: bytes) -> bytes:
        """The block with escaped quotes and backslashes overwritten: the quotes that are left begin or end texts."""
        plain = b"_" + block[1:] if self.escaped else block
        plain = plain.replace(b"\\\\", b"__").replace(b'\\"', b"__")
        self.escaped = plain.endswith(b"\\")
        return plain

    def skip(self, data: bytes) -> None:
        """Leaves out what is no part of an element."""
        self.line += data.count(b"\n")

    def keep(self, data: bytes) -> None:
        """Adds to the element that was begun. White space before it is left out."""
        if not self.held:
            bare = data.lstrip()
            self.skip(data[: len(data) - len(bare)])
            data, self.first = bare, self.line
        self.held += data[: MOST - len(self.held)]
        self.line += data.count(b"\n")

    def element(self) -> Iterator[Chunk]:
        """The element that was begun; an empty one, which is malformed, where nothing is before or after a comma."""
        # What was cut off may be more than white space.
        data = bytes(self.held if len(self.held) >= MOST else self.held.rstrip())
        self.held.clear()
        yield Chunk(self.path, self.first, data, self.index)
        self.index += 1

    def last(self) -> Iterator[Chunk]:
        """What is left at the end: an element that does not end, or what follows the array, from its bracket on, so
        that a record there is malformed too."""
        if not self.held:
            return iter(())
        if self.closed:
            self.held[:0] = b"]"
        return self.element()
