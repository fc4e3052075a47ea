"""What can keep an archive from being audited, each with a sentence for the person who asked.

ArchiveError(code, values)
├── EngineUnusable      the engine is not installed, cannot be reached, or takes no address
├── WorkersLost         workers ended again and again at the same chunk
├── FolderUnusable      another audit uses the folder, or a file in it is damaged
├── SourceUnusable      a Parquet file cannot be read
└── ReportUnmakable     the libraries are not installed that make the report
"""

from __future__ import annotations

from dealproof.web.presentation.translations import spoken


class ArchiveError(Exception):
    """An archive cannot be audited. `code` is that of a sentence (section `archive`), the text is the sentence."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(spoken().say("archive", code, **values))
        self.code = code


class EngineUnusable(ArchiveError):
    """The engine that was asked for cannot do the work."""


class WorkersLost(ArchiveError):
    """Workers ended again and again at the same chunk, whose number is `chunk`."""

    def __init__(self, chunk: int, /, first: str, last: str, times: int) -> None:
        super().__init__("workers-lost", first=first, last=last, times=times)
        self.chunk = chunk


class FolderUnusable(ArchiveError):
    """The folder of the audit cannot be used."""


class SourceUnusable(ArchiveError):
    """A source cannot be read."""


class ReportUnmakable(ArchiveError):
    """The report cannot be made here."""
