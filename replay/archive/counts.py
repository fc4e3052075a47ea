"""Tables of counts by name: whole numbers that are merged by addition, so that any division of an archive into chunks
gives the same tables.

>>> counts = Counts()
>>> counts.table("verdicts", 2)[1] += 3
>>> other = Counts({"verdicts": [1, 1]})
>>> counts.merge(other)
>>> counts.to_json()
{'verdicts': [1, 4]}
"""

from __future__ import annotations

from collections.abc import Mapping


class Counts:
    """Tables by name. A table has a fixed length, which the first who counts in it gives."""

    __slots__ = ("tables",)

    def __init__(self, tables: Mapping[str, list[int]] | None = None) -> None:
        self.tables: dict[str, list[int]] = {name: [*table] for name, table in (tables or {}).items()}

    def table(self, name: str, size: int) -> list[int]:
        """The table of that name, to be added to; new ones have `size` zeros."""
        found = self.tables.get(name)
        if found is None:
            found = self.tables[name] = [0] * size
        assert len(found) == size, "a table has one length in all chunks"
        return found

    def merge(self, other: Counts) -> None:
        """Adds the tables of another chunk."""
        for name, table in other.tables.items():
            mine = self.table(name, len(table))
            for place, count in enumerate(table):
                mine[place] += count

    def to_json(self) -> dict[str, list[int]]:
        """The tables in the order of their names."""
        return {name: self.tables[name] for name in sorted(self.tables)}
