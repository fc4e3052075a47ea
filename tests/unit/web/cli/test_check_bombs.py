"""`dealproof check` of small files that unpack to very many hands: bounded by bytes and by lines (S9)."""

import gzip
import io
import itertools
import tracemalloc
from pathlib import Path

import pytest
import zstandard

from dealproof.web.cli.check.judging import Judge
from dealproof.web.cli.check.reports import FORMATS
from dealproof.web.cli.input.chunks import BLOCK, LINES, MOST, lines
from dealproof.web.cli.input.sources import Reading
from dealproof.web.cli.input.streams import UNPACKERS

MIB = 1 << 20
EXPANDED = 64 * MIB
"""What the bomb unpacks to: as many lines as half of it, each of one letter."""


def bomb(ending: str) -> bytes:
    part = b"x\n" * (MIB // 2)
    if ending == ".gz":
        return gzip.compress(part * (EXPANDED // MIB))
    packer = zstandard.ZstdCompressor().compressobj()
    return b"".join(packer.compress(part) for _ in range(EXPANDED // MIB)) + packer.flush()


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_no_block_of_a_bomb_is_larger_than_a_block_and_none_is_lost(ending: str) -> None:
    packed = io.BufferedReader(io.BytesIO(bomb(ending)))  # type: ignore[arg-type]
    sizes = [len(block) for block in UNPACKERS[ending](packed)]
    assert max(sizes) <= BLOCK
    assert sum(sizes) == EXPANDED


def test_no_chunk_has_more_lines_or_bytes_than_a_chunk_may_have() -> None:
    blocks = [b"x\n" * (BLOCK // 2), b"\n" * BLOCK, b"y" * BLOCK, b"z" * MOST, b"\n" + b"{}\n" * LINES, b"last"]
    chunks = list(lines("a", blocks))
    assert max(chunk.data.count(b"\n") + 1 for chunk in chunks) <= LINES
    assert max(len(chunk.data) for chunk in chunks) <= BLOCK + MOST
    numbers = [int(piece.source[2:]) for chunk in chunks for piece in chunk.pieces()]
    long = BLOCK // 2 + BLOCK + 1
    assert numbers == [*range(1, BLOCK // 2 + 1), long, *range(long + 1, long + LINES + 2)]


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_the_first_verdicts_on_a_bomb_come_before_more_than_a_few_mib_of_it_are_held(
    tmp_path: Path, ending: str
) -> None:
    """Counted in hands judged and in bytes held at the most, in every format at once."""
    path = tmp_path / f"bomb.jsonl{ending}"
    path.write_bytes(bomb(ending))
    judge = Judge(tuple(form() for form in FORMATS.values()))
    first = next(Reading(str(path)).chunks())
    judge([first])  # what is loaded only once is loaded now
    tracemalloc.start()
    try:
        outcomes = [judge([chunk]) for chunk in itertools.islice(Reading(str(path)).chunks(), 3)]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [outcome.verdicts for outcome in outcomes] == [{"malformed": LINES}] * 3
    assert peak < 24 * MIB
