"""The rows of all chunks in the order of play: sorted files are merged, some hundred at a time, in flat memory."""

from __future__ import annotations

import heapq
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

AT_ONCE: Final = 200
"""Files that are open at once."""


def in_order(files: Sequence[Path], scratch: Path) -> Iterator[bytes]:
    """Every row of the sorted files, in order, without its newline. `scratch` is a folder for what is merged on the
    way, which is removed at the end. Raises OSError."""
    level = 0
    try:
        while len(files) > AT_ONCE:
            scratch.mkdir(parents=True, exist_ok=True)
            groups = [files[first : first + AT_ONCE] for first in range(0, len(files), AT_ONCE)]
            files = [merged_file(group, scratch / f"{level}-{place}") for place, group in enumerate(groups)]
            level += 1
        yield from merged(files)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def merged_file(files: Sequence[Path], into: Path) -> Path:
    """A file with the rows of some sorted files in order."""
    with into.open("wb") as stream:
        stream.writelines(row + b"\n" for row in merged(files))
    return into


def merged(files: Sequence[Path]) -> Iterator[bytes]:
    """The rows of some sorted files in order."""
    with ExitStack() as opened:
        streams = [opened.enter_context(path.open("rb")) for path in files]
        yield from (row.removesuffix(b"\n") for row in heapq.merge(*streams))
