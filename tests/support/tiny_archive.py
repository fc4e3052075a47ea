"""An archive of ten numbers in place of records, for audits that are killed: nothing is judged, little is loaded."""

from collections.abc import Iterator

from dealproof.replay.archive.chunk import ChunkResult, Failure, Piece
from dealproof.web.archive.engines import Numbered


def work(pieces: list[Piece]) -> ChunkResult:
    """A chunk counted without judging."""
    rows = tuple(sorted(piece.data for piece in pieces))
    failures = tuple(Failure(piece.source, None, "malformed", "") for piece in pieces if piece.data.endswith(b"3"))
    return ChunkResult({"hands": [len(pieces), sum(map(int, rows))]}, rows, rows[:1], failures, {"hands": [1]})


def chunks(records: int = 10, each: int = 3) -> Iterator[Numbered]:
    pieces = [Piece(f"a\udcff.jsonl:{number}", b"%04d" % (number * 37 % 1000)) for number in range(records)]
    for number, first in enumerate(range(0, records, each)):
        yield Numbered(number, pieces[first : first + each])
