"""What each chunk came to, on disk: three files a chunk in `OUT/chunks`, named by its number and by the SHA-256 of its
records, its place, the plan and the version of the program. A chunk whose files are there is not done again, so that a
killed audit goes on, and nothing is counted twice. The counts are written last: files without counts are those of a
chunk that was not finished.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from dealproof.replay.archive.chunk import ChunkResult, Failure, Piece
from dealproof.replay.archive.seats import Worths
from dealproof.web.archive.engines import Numbered
from dealproof.web.archive.errors import FolderUnusable
from dealproof.web.archive.sorting import in_order
from dealproof.web.log.atomic_file import write_atomically

DIGITS: Final = 8
"""Digits of a chunk's number in the names of its files."""

NAMED: Final = 32
"""Hex digits of the digest in the names of its files."""

COUNTS: Final = "json"
ROWS: Final = "rows"
KEYS: Final = "keys"
LOCK: Final = "lock"
SORTING: Final = "sorting"
"""A folder for what is sorted on the way."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished chunk: its counts and failures, and what the cards in them are worth. Its rows and keys stay in their
    files."""

    counts: dict[str, list[int]]
    failures: tuple[Failure, ...]
    worths: Worths


@dataclass(frozen=True, slots=True)
class Spool:
    """The folder of an audit. `plan` names everything but the records that a chunk's outcome depends on: the digest of
    the plan, and of the receipts if there are any."""

    folder: Path
    plan: str

    def name(self, chunk: Numbered) -> str:
        """The name of a chunk's files, without their endings."""
        return f"{chunk.number:0{DIGITS}}-{digest(chunk.pieces, self.plan)[:NAMED]}"

    def has(self, name: str) -> bool:
        """Whether a chunk is finished."""
        return all(self.file(name, ending).is_file() for ending in (COUNTS, ROWS, KEYS))

    def put(self, name: str, outcome: ChunkResult) -> None:
        """Keeps the outcome of a chunk. Raises OSError."""
        for ending, lines in ((ROWS, outcome.rows), (KEYS, outcome.keys)):
            write_atomically(self.file(name, ending), b"".join(line + b"\n" for line in lines))
        kept = {"counts": outcome.counts, "failures": outcome.failures, "worths": outcome.worths}
        write_atomically(self.file(name, COUNTS), json.dumps(kept, separators=(",", ":")).encode())

    def finished(self, names: Sequence[str]) -> Iterator[Finished]:
        """The outcomes of these chunks, in their order. Raises OSError, and `FolderUnusable` for a file that is
        damaged."""
        return map(self.read, names)

    def read(self, name: str) -> Finished:
        """The outcome of a finished chunk. Raises OSError, `FolderUnusable`."""
        path = self.file(name, COUNTS)
        try:
            kept = json.loads(path.read_bytes())
            failures = tuple(Failure(*each) for each in kept["failures"])
            return Finished(kept["counts"], failures, kept["worths"])
        except (ValueError, KeyError, TypeError):
            raise FolderUnusable("chunk-damaged", path=path) from None

    def file(self, name: str, ending: str) -> Path:
        """A file of a chunk."""
        return self.folder / f"{name}.{ending}"

    def lines(self, names: Sequence[str], ending: str) -> Iterator[bytes]:
        """The rows or keys of these chunks, sorted. Raises OSError."""
        return in_order([self.file(name, ending) for name in names], self.folder / SORTING / ending)


@contextmanager
def opened(folder: Path, plan: str) -> Iterator[Spool]:
    """The spool in a folder, which no other audit uses in the meantime. What a killed audit left half written is
    removed. Raises `FolderUnusable`, OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with held(folder):
        for path in folder.glob(f".{'[0-9]' * DIGITS}-*"):
            path.unlink()
        shutil.rmtree(folder / SORTING, ignore_errors=True)
        yield Spool(folder, plan)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keeps every other process from this folder. Raises `FolderUnusable` where one has it, OSError."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                # A lock of the process, which its workers do not inherit: it ends with this process, however it ends.
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise FolderUnusable("folder-busy", folder=folder) from None
        yield
    finally:
        os.close(lock)


def digest(pieces: Sequence[Piece], plan: str) -> str:
    """The SHA-256 of a chunk's records and where they are, of the plan that they are counted by, and of the version of
    the program."""
    found = sha256(f"{installed()} {plan}".encode())
    for source, data in pieces:
        for part in (source.encode("utf-8", "surrogateescape"), data):
            found.update(len(part).to_bytes(8))
            found.update(part)
    return found.hexdigest()


@cache
def installed() -> str:
    """The version of the program: another one may judge otherwise."""
    return version("dealproof")
