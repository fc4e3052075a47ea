"""Where records come from: files, folders and standard input, read a block at a time.

A name that ends in `.jsonl` holds one record a line, one that ends in `.json` a single record; a further `.gz` or
`.zst` says that the file is packed. Standard input and files of any other name are looked at: several records a line
each, or one record however it is laid out. Folders are searched for `*.hand.json` and `*.jsonl`, packed or not, and
only for files: a pipe or a device of such a name has to be named itself.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from web.commands.chunks import Chunk, guessed, lines, start, whole
from web.commands.chunks import Piece as Piece
from web.commands.streams import STDIN as STDIN
from web.commands.streams import CutOff, Damaged, Meter, blocks, unpacked_name
from web.sentences import ENGLISH, sentences

LINES: Final = ".jsonl"
WHOLE: Final = ".json"
SOUGHT: Final = (".hand.json", LINES)

Identity = tuple[int, int]
"""Device and number of a file."""


class Unreadable(Exception):
    """A file or folder that could not be read; the text is a sentence that names it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One file, or standard input. Iterating gives its pieces and raises `Unreadable` where that fails."""

    path: str
    meter: Meter = field(default_factory=Meter)

    def __iter__(self) -> Iterator[Piece]:
        for chunk in self.chunks():
            yield from chunk.pieces()

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
        raise Unreadable(sentences(ENGLISH).say("unreadable", code, path=path)) from None


def entire(path: str) -> bytes:
    """A file or standard input, unpacked, as far as a record may go; raises `Unreadable`."""
    with readable(path):
        return start(blocks(path, Meter()))


def divided(path: str, stream: Iterable[bytes]) -> Iterator[Chunk]:
    """The records of a file, by what its name says that it holds."""
    name = unpacked_name(path)
    if name.endswith(LINES):
        return lines(path, stream)
    return whole(path, stream) if name.endswith(WHOLE) else guessed(path, stream)


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
    """What tells a file from all others, whatever its name; None where there is none, or it is a pipe or a device."""
    if file is None:  # a standard stream that was closed
        return None
    try:
        found = Path(file).stat() if isinstance(file, str) else os.fstat(file.fileno())
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def found(folder: str, refuse: Callable[[Unreadable], object]) -> Iterator[str]:
    """The files with hands below a folder, in the order of their names."""

    def failed(error: OSError) -> None:
        refuse(unreadable(str(error.filename), error))

    for where, folders, names in os.walk(folder, onerror=failed):
        folders.sort()
        sought = (Path(where, name) for name in sorted(names) if holds_hands(name))
        yield from (str(path) for path in sought if not is_special(path))


def is_special(path: Path) -> bool:
    """Whether something is there that is no file: whoever opened a pipe would wait for its other end. A link to
    nowhere is no such thing: that it cannot be read is said."""
    return path.exists() and not path.is_file()


def holds_hands(name: str) -> bool:
    """Whether a file's name says that it holds hands."""
    return unpacked_name(name).endswith(SOUGHT)


def at_line(name: str) -> tuple[str, int] | None:
    """`path:line` taken apart, where the path is a file and the name itself is none."""
    match = re.fullmatch(r"(.+):([1-9][0-9]{0,9})", name, re.DOTALL)
    if match is None or Path(name).exists() or not Path(match[1]).exists():
        return None
    return match[1], int(match[2])


def unreadable(path: str, error: OSError) -> Unreadable:
    """The sentence of an error of the file system."""
    reason = error.strerror or str(error)
    return Unreadable(sentences(ENGLISH).say("unreadable", "file", path=path, reason=reason))
