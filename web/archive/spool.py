"""What each chunk came to, on disk: three files a chunk in `OUT/chunks`, named by its number and by the SHA-256 of its
records, its place and the plan. A chunk whose files are there is not done again, so that a killed audit goes on, and
nothing is counted twice. The counts are written last: files without counts are those of a chunk that was not finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from dealproof.replay.archive.chunk import ChunkResult, Failure, Piece
from dealproof.replay.archive.seats import Worths
from dealproof.web.archive.engines import Numbered
from dealproof.web.log.atomic_file import write_atomically

DIGITS: Final = 8
"""Digits of a chunk's number in the names of its files."""

NAMED: Final = 32
"""Hex digits of the digest in the names of its files."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished chunk: its counts and failures, the files with its rows and keys, and what cards are worth."""

    counts: dict[str, list[int]]
    failures: tuple[Failure, ...]
    rows: Path
    keys: Path
    worths: Worths


@dataclass(frozen=True, slots=True)
class Spool:
    """The folder of an audit by one plan, named by its digest."""

    folder: Path
    plan: str

    def name(self, chunk: Numbered) -> str:
        """The name of a chunk's files, without their endings."""
        return f"{chunk.number:0{DIGITS}}-{digest(chunk.pieces, self.plan)[:NAMED]}"

    def has(self, name: str) -> bool:
        """Whether a chunk is finished."""
        return (self.folder / f"{name}.json").is_file()

    def put(self, name: str, outcome: ChunkResult) -> None:
        """Keeps the outcome of a chunk. Raises OSError."""
        for ending, lines in (("rows", outcome.rows), ("keys", outcome.keys)):
            write_atomically(self.folder / f"{name}.{ending}", b"".join(line + b"\n" for line in lines))
        kept = {"counts": outcome.counts, "failures": outcome.failures, "worths": outcome.worths}
        text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
        write_atomically(self.folder / f"{name}.json", text.encode())

    def finished(self, names: Sequence[str]) -> Iterator[Finished]:
        """The outcomes of these chunks, in their order. Raises OSError."""
        for name in names:
            kept = json.loads((self.folder / f"{name}.json").read_bytes())
            failures = tuple(Failure(*each) for each in kept["failures"])
            rows, keys = (self.folder / f"{name}.{ending}" for ending in ("rows", "keys"))
            yield Finished(kept["counts"], failures, rows, keys, kept["worths"])


def digest(pieces: Sequence[Piece], plan: str) -> str:
    """The SHA-256 of a chunk's records and where they are, and of the plan that they are counted by."""
    found = sha256(plan.encode())
    for source, data in pieces:
        for part in (source.encode("utf-8", "surrogateescape"), data):
            found.update(len(part).to_bytes(8))
            found.update(part)
    return found.hexdigest()
