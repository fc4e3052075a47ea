"""Audits of a small archive by one engine, in a process of their own: clusters keep threads and sockets, and workers
are killed here. `main` prints as JSON what each run came to.

    python -c "from tests.support.archive_runs import main; main()" ray FOLDER
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from dealproof.replay.archive.chunk import ChunkResult, Piece, audit_chunk
from dealproof.replay.archive.statistics import DECK_STATISTICS
from dealproof.web.archive.audit import Counted, count
from dealproof.web.archive.engines import Engine, Numbered, Work
from dealproof.web.archive.engines.choice import engine
from dealproof.web.archive.errors import WorkersLost
from dealproof.web.archive.spool import opened
from tests.support.paths import ROOT

RULES = ("28-standard", "56-gulan", "kazhutha", "rummy-13")
A_CHUNK = 12
KILLED = 2
"""The chunk whose worker is killed."""


def records() -> Iterator[Piece]:
    """Vectors of four games, some with faults, and one that is no record."""
    yield Piece("none:1", b"no record")
    for name in RULES:
        lines = (ROOT / "fixtures" / "records" / f"{name}.jsonl").read_bytes().splitlines()[:20]
        for number, line in enumerate(lines, 1):
            yield Piece(f"{name}:{number}", json.dumps(json.loads(line)["record"]).encode())


def chunks() -> Iterator[Numbered]:
    """The archive, a dozen records a chunk."""
    pieces = [*records()]
    for number, first in enumerate(range(0, len(pieces), A_CHUNK)):
        yield Numbered(number, pieces[first : first + A_CHUNK])


def honest(pieces: list[Piece]) -> ChunkResult:
    """What an audit does with a chunk."""
    return audit_chunk(pieces, DECK_STATISTICS)


def killed(folder: Path, most: int, pieces: list[Piece]) -> ChunkResult:
    """The same, but the worker is killed at one chunk, up to `most` times; each leaves a file."""
    if pieces[0] == [*chunks()][KILLED].pieces[0]:
        for number in range(most):
            try:
                (folder / str(number)).touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
    return honest(pieces)


class Watch:
    """Chunks that are read, and taken in; how far the one is ahead of the other."""

    def __init__(self) -> None:
        self.read = self.done = self.most = 0

    def chunks(self) -> Iterator[Numbered]:
        for chunk in chunks():
            self.read += 1
            self.most = max(self.most, self.read - self.done)
            yield chunk

    def __call__(self, records: int, outcome: ChunkResult | None) -> None:
        self.done += 1


def fingerprint(found: Counted) -> str:
    """The SHA-256 of everything that the first pass hands on."""
    digest = sha256(json.dumps([found.counts.to_json(), sorted(found.worths.items())]).encode())
    for line in (*found.rows(), *found.keys()):
        digest.update(line + b"\n")
    digest.update(json.dumps([*found.failures()]).encode())
    return digest.hexdigest()


def audited(work: Work, by: Engine, folder: Path) -> dict[str, Any]:
    """What an audit came to."""
    watch = Watch()
    with opened(folder, "plan") as spool:
        found = count(watch.chunks(), work, by, spool, watch)
        names = sorted(path.suffix for path in folder.iterdir())
        return {"sum": fingerprint(found), "chunks": len(found.names), "most": watch.most, "files": names}


def runs(by: Engine, folder: Path) -> dict[str, Any]:
    """An honest run; one in which a worker is killed; one in which each is, at one chunk; and that one resumed."""
    said: dict[str, Any] = {"honest": audited(honest, by, folder / "honest")}
    marks = folder / "marks"
    marks.mkdir()
    said["killed"] = audited(partial(killed, marks, 1), by, folder / "killed")
    said["kills"] = len([*marks.iterdir()])
    try:
        audited(partial(killed, marks, 100), by, folder / "lost")
    except WorkersLost as error:
        said |= {"lost": error.chunk, "sentence": str(error)}
    said["all kills"] = len([*marks.iterdir()])
    said["kept"] = len([*(folder / "lost").glob("*.json")])
    said["resumed"] = audited(honest, by, folder / "lost")
    return said


def main(start: Callable[[str, int, None], Engine] = engine) -> None:
    """Runs all with two workers."""
    name, folder = sys.argv[1], Path(sys.argv[2])
    with start(name, 2, None) as by:
        said = runs(by, folder)
    print(json.dumps(said))
