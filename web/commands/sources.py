"""Where records come from: files, folders and standard input, read a record at a time.

A name that ends in `.jsonl` holds one record a line, one that ends in `.json` a single record. Standard input and
files of any other name are looked at: several records a line each, or one record however it is laid out. Folders
are searched for `*.hand.json` and `*.jsonl`. Nothing is held but the record at hand, and of a record too large no
more than shows that it is.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from verifier.encoding import MAX_BYTES

STDIN: Final = "-"
LINES: Final = ".jsonl"
WHOLE: Final = ".json"
SOUGHT: Final = (".hand.json", LINES)
MOST: Final = MAX_BYTES + 3
"""Bytes read of one line: enough to see that it is too large, its line ending aside."""


class Piece(NamedTuple):
    """The bytes of one record and where they stood: `path`, or `path:line` with lines from 1."""

    source: str
    data: bytes


class Unreadable(Exception):
    """A file or folder that could not be read; the text is a sentence that names it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One file, or standard input. Iterating gives its pieces and raises `Unreadable` where that fails."""

    path: str

    def __iter__(self) -> Iterator[Piece]:
        try:
            with opened(self.path) as stream:
                yield from pieces(self.path, stream)
        except OSError as error:
            raise unreadable(self.path, error) from None


def readings(paths: Iterable[str], refuse: Callable[[Unreadable], object]) -> Iterator[Reading]:
    """A reading for every file that the paths name. A folder that cannot be searched is refused, and the others
    are still read.
    """
    for path in paths:
        yield from map(Reading, found(path, refuse) if path != STDIN and Path(path).is_dir() else [path])


def found(folder: str, refuse: Callable[[Unreadable], object]) -> Iterator[str]:
    """The files with hands below a folder, in the order of their names."""

    def failed(error: OSError) -> None:
        refuse(unreadable(str(error.filename), error))

    for where, folders, names in os.walk(folder, onerror=failed):
        folders.sort()
        yield from (str(Path(where, name)) for name in sorted(names) if name.endswith(SOUGHT))


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file or of standard input."""
    if path == STDIN:
        yield sys.stdin.buffer
    else:
        with Path(path).open("rb") as stream:
            yield stream


def pieces(path: str, stream: BinaryIO) -> Iterator[Piece]:
    """The records of one stream."""
    if path.endswith(LINES):
        return numbered(path, lines(stream))
    if path.endswith(WHOLE):
        return iter([Piece(path, stream.read(MOST))])
    return guessed(path, stream)


def guessed(path: str, stream: BinaryIO) -> Iterator[Piece]:
    """The records of a stream whose name says nothing. A first line that is a JSON object by itself is followed by
    others; else all of it is one record, unless it is none and a later line is an object by itself.
    """
    lead = list(itertools.islice(lines(stream), 2))
    if len(lead) == 2 and is_object(lead[0]):
        return numbered(path, itertools.chain(lead, lines(stream)))
    rest = stream.read(MOST)
    whole = b"\n".join([*lead, rest] if rest else lead)
    if not is_object(whole) and any(map(is_object, [*lead[1:], *rest.split(b"\n")])):
        return numbered(path, itertools.chain(lead, split(rest, stream)))
    return iter([Piece(path, whole)] if whole.strip() else [])


def split(start: bytes, stream: BinaryIO) -> Iterator[bytes]:
    """The lines of what was read already and of the rest of the stream."""
    complete, _, broken = start.rpartition(b"\n")
    yield from complete.split(b"\n") if complete else ()
    further = lines(stream)
    yield broken + next(further, b"")
    yield from further


def is_object(text: bytes) -> bool:
    """Whether a text is a JSON object."""
    if not text.startswith(b"{"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their endings; of one too long no more than shows it."""
    while line := stream.readline(MOST):
        rest = line
        while len(rest) == MOST and not rest.endswith(b"\n"):
            rest = stream.readline(MOST)
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def numbered(path: str, all_lines: Iterable[bytes]) -> Iterator[Piece]:
    """A piece for every line that is not blank."""
    return (Piece(f"{path}:{number}", line) for number, line in enumerate(all_lines, 1) if line.strip())


def at_line(name: str) -> tuple[str, int] | None:
    """`path:line` taken apart, where the path is a file and the name itself is none."""
    match = re.fullmatch(r"(.+):([1-9][0-9]{0,9})", name, re.DOTALL)
    if match is None or Path(name).exists() or not Path(match[1]).exists():
        return None
    return match[1], int(match[2])


def unreadable(path: str, error: OSError) -> Unreadable:
    """The sentence of an error of the file system."""
    return Unreadable(f"{path} cannot be read: {error.strerror or error}.")
