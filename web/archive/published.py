"""Reports that operators have published: `FOLDER/OPERATOR/REPORT/`, each the folder of a report.

The folder is read and never written. A report is named so that names sort by time, by its date for example:
`kochi/2026-11-30`. Only names of letters, digits and `. _ -` are looked for, only the files that a report has, and
only where they really lie inside the folder: no link leads out of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dealproof.web.archive.report import FILES, REPORT
from dealproof.web.archive.report.schema import FORMAT
from dealproof.web.archive.report.words import OUTCOMES, state_of

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
"""Matches the name of an operator or of a report with `fullmatch`."""

MOST_REPORTS: Final = 100
"""Reports that a history lists."""

MOST_BYTES: Final = 64 << 20
"""Bytes of a file that is served."""


@dataclass(frozen=True, slots=True)
class Published:
    """A published report: its name, the files that it has, and what `report.json` says, None where it is none."""

    name: str
    files: tuple[str, ...]
    report: Mapping[str, Any] | None

    @property
    def state(self) -> str:
        """Bad, good or open (`state_of`), open too where it cannot be read."""
        return "open" if self.report is None else state_of(self.report)

    @property
    def outcome(self) -> str:
        """The code of what it says."""
        return "unreadable" if self.report is None else OUTCOMES[self.state]


@dataclass(frozen=True, slots=True)
class PublishedReports:
    """The folder of all reports, or None on a site without one."""

    folder: Path | None

    def history(self, operator: str) -> list[Published] | None:
        """The reports of an operator, the newest first, at most one more than `MOST_REPORTS`; None without any."""
        folder = self.inside(operator)
        if folder is None or not folder.is_dir():
            return None
        names = sorted((each.name for each in folder.iterdir() if NAME.fullmatch(each.name)), reverse=True)
        found = (self.published(operator, name) for name in names)
        return [each for each, _ in zip(filter(None, found), range(MOST_REPORTS + 1), strict=False)] or None

    def published(self, operator: str, report: str) -> Published | None:
        """One report; None where no folder of that name has a file of a report."""
        files = tuple(file for file in FILES if self.path(operator, report, file) is not None)
        path = self.path(operator, report, REPORT)
        if not files:
            return None
        known = path.stat() if path is not None else None
        return Published(report, files, known and parsed(path, known.st_mtime_ns, known.st_size))

    def read(self, operator: str, report: str, file: str) -> bytes | None:
        """The bytes of a file of a report, None where it is not there or too large."""
        path = self.path(operator, report, file)
        return None if path is None or path.stat().st_size > MOST_BYTES else path.read_bytes()

    def path(self, operator: str, report: str, file: str) -> Path | None:
        """Where a file of a report lies, None where it is not there."""
        found = self.inside(operator, report, file) if file in FILES else None
        return found if found is not None and found.is_file() else None

    def inside(self, *names: str) -> Path | None:
        """The path of these names below the folder, None where it would be anywhere else."""
        if self.folder is None or not all(map(NAME.fullmatch, names)):
            return None
        found = self.folder.joinpath(*names).resolve()
        return found if found.is_relative_to(self.folder.resolve()) else None


@lru_cache(maxsize=4 * MOST_REPORTS)
def parsed(path: Path, changed: int, size: int) -> Mapping[str, Any] | None:
    """What a report of that time and size says, None where it is no report."""
    if size > MOST_BYTES:
        return None
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None
    return found if is_report(found) else None


def is_report(value: Any) -> bool:
    """Whether a value has what a history shows of a report."""
    if not isinstance(value, dict) or value.get("format") != FORMAT or type(value.get("alarm")) is not bool:
        return False
    lists = all(isinstance(value.get(name), list) for name in ("tests", "findings"))
    return lists and all(
        type(part(value, name).get(key)) is kind
        for name, key, kind in (
            ("data", "records", int),
            ("data", "sha256", str),
            ("plan", "sha256", str),
            ("failures", "count", int),
        )
    )


def part(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """An object in an object, an empty one where it is something else."""
    found = value.get(name)
    return found if isinstance(found, dict) else {}
