"""The documents of the specification, read for tests: headings, tables, and the text of a cell."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

PROTOCOL = ROOT / "verifier" / "PROTOCOL.md"
LOG = ROOT / "verifier" / "tlog" / "LOG.md"
RECORD = ROOT / "replay" / "RECORD.md"
RULES = {path.parent.name: path for path in sorted((ROOT / "replay").rglob("RULES.md"))}
"""The rules of each family, by its name."""
DOCUMENTS = (PROTOCOL, LOG, RECORD, *RULES.values())


@dataclass(frozen=True)
class Table:
    """A table: the chapter it is in (its nearest heading), its column headings, its rows of cells."""

    chapter: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@cache
def headings(path: Path) -> tuple[str, ...]:
    """The headings of a document as text, without marks."""
    return tuple(line.lstrip("#").strip().replace("`", "") for line in prose(path) if line.startswith("#"))


def prose(path: Path) -> Iterator[str]:
    """The lines outside blocks of code."""
    inside = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            yield line


@cache
def tables(path: Path) -> tuple[Table, ...]:
    """Every table of a document, in order."""
    found, chapter, lines = [], "", []
    for line in [*prose(path), ""]:
        if line.startswith("|"):
            lines.append(line)
            continue
        if lines:
            columns, _, *rows = map(cells, lines)
            assert all(len(row) == len(columns) for row in rows), f"{path.name}, {chapter}: a row of another length"
            found.append(Table(chapter, columns, tuple(rows)))
            lines = []
        if line.startswith("#"):
            chapter = line.lstrip("#").strip()
    return tuple(found)


def cells(line: str) -> tuple[str, ...]:
    """The cells of one row."""
    return tuple(cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1])


def codes(text: str) -> tuple[str, ...]:
    """What stands between backticks."""
    return tuple(re.findall(r"`([^`]+)`", text))


def listed(path: Path, column: str) -> list[str]:
    """Every code in the first column of the tables whose first heading is `column`."""
    return [
        code for table in tables(path) if table.columns[0] == column for row in table.rows for code in codes(row[0])
    ]
