"""What a log serves, read from an address or a folder."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from dealproof.verifier.tlog.fields import HASH_BYTES
from dealproof.verifier.tlog.leaf import MAX_LEAF_BYTES
from dealproof.verifier.tlog.note import MAX_NOTE_BYTES
from dealproof.verifier.tlog.tiles import LENGTH_BYTES, WIDTH
from dealproof.web.log.errors import LogUnreadable
from dealproof.web.log.http_client import get, is_address, is_found, reason
from dealproof.web.presentation.translations import spoken

Read = Callable[[str], bytes]
"""Returns the bytes at a path below the address of a log. Raises `LogUnreadable`."""

MOST_BYTES: Final = max(MAX_NOTE_BYTES, WIDTH * HASH_BYTES, WIDTH * (LENGTH_BYTES + MAX_LEAF_BYTES))
"""Bytes of the largest file of a log."""


def reader(place: str) -> Read:
    """Returns what reads a log at an address or in a folder."""
    return _of_address(place.rstrip("/")) if is_address(place) else _of_folder(Path(place))


def _of_address(address: str) -> Read:
    def read(path: str) -> bytes:
        url = f"{address}/{path}"
        try:
            answer = get(url, MOST_BYTES)
        except OSError as error:
            raise LogUnreadable("unreadable", place=url, reason=reason(error)) from None
        if not is_found(answer):
            raise LogUnreadable("answered", place=url, status=answer.status)
        return answer.body

    return read


def _of_folder(folder: Path) -> Read:
    def read(path: str) -> bytes:
        try:
            if not stat.S_ISREG((folder / path).stat().st_mode):
                # Whoever opened a pipe would wait for its other end.
                raise OSError(spoken().say("unanswered", "no-file"))
            with (folder / path).open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        except OSError as error:
            raise LogUnreadable("unreadable", place=folder / path, reason=error.strerror or error) from None
        if len(data) > MOST_BYTES:
            raise LogUnreadable("too-large", place=folder / path, most=MOST_BYTES)
        return data

    return read
