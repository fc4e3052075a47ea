"""The first pass over an archive: every chunk judged and counted once, by any engine, and what that came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from dealproof.replay.archive.chunk import ChunkResult, Failure
from dealproof.replay.archive.counts import Counts
from dealproof.replay.archive.seats import Worths
from dealproof.web.archive.engines import Engine, Numbered, Work
from dealproof.web.archive.spool import KEYS, ROWS, Spool


@dataclass(frozen=True, slots=True)
class Counted:
    """An archive after the first pass: all counts, what the cards in them are worth, and the finished chunks in order,
    from which failures, rows and keys are read."""

    counts: Counts
    worths: Worths
    spool: Spool
    names: tuple[str, ...]

    def failures(self) -> Iterator[Failure]:
        """Every failure, in the order of the records."""
        for chunk in self.spool.finished(self.names):
            yield from chunk.failures

    def rows(self) -> Iterator[bytes]:
        """The rows of all hands, by table and in the order of play."""
        return self.spool.lines(self.names, ROWS)

    def keys(self) -> Iterator[bytes]:
        """What must not come twice, sorted."""
        return self.spool.lines(self.names, KEYS)


def count(
    chunks: Iterable[Numbered],
    work: Work,
    engine: Engine,
    spool: Spool,
    progress: Callable[[int, ChunkResult | None], None],
) -> Counted:
    """Judges and counts all chunks that are not finished yet. `progress` is called for each with the number of its
    records, and its outcome, or None where it was finished before. No more chunks are in memory than the engine has in
    hand. Raises OSError, `WorkersLost`, `FolderUnusable`."""
    names: dict[int, str] = {}
    sizes: dict[int, int] = {}

    def unfinished() -> Iterator[Numbered]:
        for chunk in chunks:
            names[chunk.number] = spool.name(chunk)
            if spool.has(names[chunk.number]):
                progress(len(chunk.pieces), None)
            else:
                sizes[chunk.number] = len(chunk.pieces)
                yield chunk

    for number, outcome in engine.map_chunks(work, unfinished()):
        spool.put(names[number], outcome)
        progress(sizes.pop(number), outcome)
    in_place = tuple(names[number] for number in sorted(names))
    counts = Counts()
    worths: Worths = {}
    for finished in spool.finished(in_place):
        counts.merge(Counts(finished.counts))
        worths |= finished.worths
    return Counted(counts, worths, spool, in_place)
