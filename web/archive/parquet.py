"""Records in a Parquet file (extra `archive`): a column of their bytes, or of their text, one a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dealproof.replay.archive.chunk import Piece
from dealproof.web.archive.errors import SourceUnusable

ENDING: Final = ".parquet"
COLUMN: Final = "record"
"""The column of a file that has several."""
ROWS: Final = 256
"""Rows in memory at once."""


def records(path: str, column: str | None) -> Iterator[Piece]:
    """The records of a file, row by row, rows counted from 1. Raises `SourceUnusable`."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetFile
    except ModuleNotFoundError:
        raise SourceUnusable("parquet-missing", path=path) from None
    try:
        with ParquetFile(path) as file:
            chosen = chosen_column(path, file.schema_arrow, column)
            row = 0
            for batch in file.iter_batches(ROWS, columns=[chosen]):
                for value in batch.column(0).to_pylist():
                    row += 1
                    yield Piece(f"{path}:{row}", bytes_of(value))
    except (OSError, pyarrow.ArrowException) as error:
        reason = str(error).partition("\n")[0]
        raise SourceUnusable("parquet-unreadable", path=path, reason=reason) from None


def chosen_column(path: str, schema: Any, column: str | None) -> str:
    """The column of the records: the one that was named, the only one with bytes or texts, or `record`."""
    import pyarrow

    tests = (
        *(pyarrow.types.is_binary, pyarrow.types.is_large_binary),
        *(pyarrow.types.is_string, pyarrow.types.is_large_string),
    )
    fit: list[str] = [each.name for each in schema if any(test(each.type) for test in tests)]
    if column is None:
        column = fit[0] if len(fit) == 1 else COLUMN
    if column not in fit:
        raise SourceUnusable("parquet-column", path=path, column=column, known=", ".join(fit) or "–")
    return column


def bytes_of(value: Any) -> bytes:
    """The bytes of a value; of a missing one none, which is no record."""
    if value is None:
        return b""
    return value.encode() if isinstance(value, str) else bytes(value)
