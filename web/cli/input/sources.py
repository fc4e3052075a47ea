"""Where records come from: files, folders and standard input, read a block at a time.

A name that ends in `.jsonl` holds one record a line, one that ends in `.json` a single record or a JSON array of
records; a further `.gz` or `.zst` says that the file is packed. Standard input and files of any other name are looked
at: an array, several records a line each, or one record however it is laid out. Folders are searched for `*.hand.json`
and `*.jsonl`, packed or not, and only for files: a pipe or a device of such a name has to be named itself.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

from dealproof.web.cli.input.arrays import Unclosed, begins, elements
from dealproof.web.cli.input.chunks import MOST, Chunk, guessed, lines, start, whole
from dealproof.web.cli.input.chunks import Piece as Piece
from dealproof.web.cli.input.streams import MOST_WINDOW, CutOff, Damaged, Meter, TooWide, blocks, unpacked_name
from dealproof.web.cli.input.streams import STDIN as STDIN
from dealproof.web.intake.lookalikes import kind
from dealproof.web.presentation.numbers import plain_digits
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import spoken

LINES: Final = ".jsonl"
WHOLE: Final = ".json"
SOUGHT: Final = (".hand.json", LINES)
RECEIPTS: Final = (".receipt.json", ".receipts.jsonl")
"""How the names of receipts end: they are no records."""

HEAD: Final = 1 << 10
"""Bytes at the beginning of a file by which it is seen what it is."""
ALL_OF_IT: Final = frozenset({"utf-32", "utf-16", "zip", "picture", "pdf", "rich-text", "html"})
"""What is brought in place of a file of records and is one thing, not one a line (`web.intake.lookalikes`)."""
LONG: Final = 240
"""Characters of a path that a sentence repeats."""

Identity = tuple[int, int]
"""Device and number of a file."""


class Unreadable(Exception):
    """A file or folder that could not be read; the text is a sentence that names it."""


@dataclass(frozen=True)
class Reading:
    """One file, or standard input. Iterating gives its pieces and raises `Unreadable` where that fails."""

    path: str
    meter: Meter = field(default_factory=Meter)

    def __iter__(self) -> Iterator[Piece]:
        for chunk in self.chunks():
            yield from chunk.pieces()

    @property
    def once(self) -> bool:
        """Whether it can be read only once."""
        return self.path == STDIN or is_special(self.path)

    def chunks(self) -> Iterator[Chunk]:
        """Its bytes in chunks; raises `Unreadable` likewise."""
        with readable(self.path):
            yield from divided(self.path, blocks(self.path, self.meter))


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Turns whatever keeps a file from being read into `Unreadable`."""
    try:
        yield
    except OSError as error:
        raise unreadable(path, error) from None
    except (CutOff, Damaged) as error:
        code = "cut-off" if isinstance(error, CutOff) else "damaged"
        raise Unreadable(spoken().say("unreadable", code, path=path)) from None
    except Unclosed:
        raise Unreadable(spoken().say("unreadable", "unclosed", path=path)) from None
    except TooWide as error:
        raise Unreadable(too_wide(path, error.window)) from None


def too_wide(path: str, window: int) -> str:
    """The sentence of a window that takes too much memory, and what to do about it. `zstd --long=N` makes and unpacks
    windows of 2^N bytes."""
    mib = {"window": -(-window >> 20), "most": MOST_WINDOW >> 20}
    return spoken().say("unreadable", "too-wide", path=path, log=(window - 1).bit_length(), **mib)


def entire(path: str) -> bytes:
    """A file or standard input, unpacked, as far as a record may go; raises `Unreadable`."""
    with readable(path):
        return start(blocks(path, Meter()))


def divided(path: str, stream: Iterable[bytes]) -> Iterator[Chunk]:
    """The records of a file, by what its name says that it holds."""
    further = iter(stream)
    first = opening(further)
    everything = chain([first], further)
    name = unpacked_name(path)
    if name.endswith(LINES):
        return whole(path, everything) if ALL_OF_IT & {kind(first[:HEAD])} else lines(path, everything)
    if begins(first):
        return elements(path, everything)
    return whole(path, everything) if name.endswith(WHOLE) else guessed(path, everything)


def opening(stream: Iterable[bytes]) -> bytes:
    """The first blocks up to one that has more than white space, or as many bytes as a record may have."""
    held, size = [], 0
    for block in stream:
        held.append(block)
        size += len(block)
        if size >= MOST or not block.isspace():
            break
    return b"".join(held)


def readings(
    paths: Iterable[str],
    refuse: Callable[[Unreadable], object],
    meter: Meter | None = None,
    without: Collection[Identity | None] = (),
) -> Iterator[Reading]:
    """A reading for every file that the paths name, but for those `without` which a folder is searched. A folder that
    cannot be searched is refused, and the others are still read.
    """
    meter = meter or Meter()
    for path in paths:
        if path == STDIN or not Path(path).is_dir():
            yield Reading(path, meter)
            continue
        for name in found(path, refuse):
            if not without or identity(name) not in without:
                yield Reading(name, meter)


def identity(file: str | IO[Any] | None) -> Identity | None:
    """The identity of a file, whatever its name; None if it does not exist, or is a pipe or a device."""
    if file is None:  # a standard stream that was closed
        return None
    try:
        found = Path(file).stat() if isinstance(file, str) else os.fstat(file.fileno())
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def found(folder: str, refuse: Callable[[Unreadable], object]) -> Iterator[str]:
    """The files with hands below a folder, in the order of their names."""
    left = [folder]
    while left:
        where = left.pop()
        try:
            with os.scandir(where) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            refuse(unreadable(where, error))
            continue
        below = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        sought = (str(Path(where, entry.name)) for entry in entries if holds_hands(entry.name))
        yield from (path for path in sought if not is_special(path))
        left += reversed(below)


def is_special(path: str) -> bool:
    """Whether something is there that is no file: whoever opened a pipe would wait for its other end. A link to
    nowhere, or a path too long to look at, is no such thing: that it cannot be read is said."""
    try:
        return not stat.S_ISREG(Path(path).stat().st_mode)
    except OSError:
        return False


def holds_hands(name: str) -> bool:
    """Whether a file's name says that it holds hands."""
    unpacked = unpacked_name(name)
    return unpacked.endswith(SOUGHT) and not unpacked.endswith(RECEIPTS)


def within(name: str) -> tuple[str, str] | None:
    """`path:line` or `path#/item` taken apart into the path and words for the place, where the path is a file and the
    name itself is none. Its digits may be those of any script."""
    match = re.fullmatch(r"(.+)(?::([1-9][0-9]{0,9})|#/(0|[1-9][0-9]{0,9}))", plain_digits(name), re.DOTALL)
    if match is None or Path(name).exists() or not Path(path := name[: match.end(1)]).exists():
        return None
    return path, f"line {match[2]}" if match[2] else f"item {int(match[3]) + 1}"


def unreadable(path: str, error: OSError) -> Unreadable:
    """The sentence of an error of the file system."""
    reason = system_reason(error)
    return Unreadable(spoken().say("unreadable", "file", path=shortened(path), reason=reason))


def shortened(path: str) -> str:
    """A path as a sentence can hold it, cut in its middle where it is very long."""
    return path if len(path) <= LONG else f"{path[: LONG // 2]}…{path[-LONG // 2 :]}"
