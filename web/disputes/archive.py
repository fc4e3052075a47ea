"""A zip archive whose bytes depend on its files alone: their names, their order and their contents.

    >>> pack({"a.txt": b"a"}) == pack({"a.txt": b"a"})
    True
    >>> pack({"../a.txt": b""})
    Traceback (most recent call last):
    ValueError: ../a.txt is not a safe name for a file in an archive.

Every file has the same time, owner and rights, and none is compressed: what a compressor makes of the same bytes
differs from version to version of zlib.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

NAME: Final = re.compile(r"(?:[a-z][a-z0-9-]*/)?[A-Za-z][A-Za-z0-9-]*(?:\.[a-z]+)*", re.ASCII)
"""A name that is safe on any system: letters, digits, hyphens and dots, at most one folder, nothing hidden."""
TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The first time that a zip archive can name."""
UNIX: Final = 3
"""The system whose file attributes are given (APPNOTE.TXT, 4.4.2)."""
READABLE: Final = 0o100644 << 16
"""A plain file that its owner can write and everybody can read."""


def pack(files: Mapping[str, bytes]) -> bytes:
    """The archive of these files, in their order. Raises ValueError for a name that is not safe everywhere."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for name, data in files.items():
            if not NAME.fullmatch(name):
                raise ValueError(f"{name} is not a safe name for a file in an archive.")
            archive.writestr(_info(name), data)
    return made.getvalue()


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, TIME)
    info.create_system, info.external_attr = UNIX, READABLE
    return info
