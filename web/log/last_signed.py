"""Size and root of the last checkpoint that a log signed, in a file outside the database.

A database that was restored from a backup has forgotten leaves that were published. If the log went on, it would sign
two trees of one size. So before a checkpoint leaves, its text is written here; and what is written here must be the
beginning of what is signed next. The file holds the text of the checkpoint, without a signature.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from dealproof.verifier.tlog.tree import EMPTY_ROOT
from dealproof.web.log.atomic_file import write_atomically
from dealproof.web.log.errors import KeyUnusable, NotSigned

SUFFIX: Final = ".last-signed"

RootOf = Callable[[int], bytes]
"""Returns the root over the first leaves of a tree, as many as are asked for."""


def beside(key: Path) -> Path:
    """Returns the path of the file that goes with the file of a key."""
    return key.with_name(key.name + SUFFIX)


def begin(path: Path, origin: str) -> None:
    """Writes the file of a log that has signed nothing yet. Raises `KeyUnusable`, also where a log has signed
    something: its key may only be out of reach, and without this file it could fork."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with held(path):
            if path.exists() and not _is_unused(path):
                raise KeyUnusable("last-signed-exists", path=path)
            write_atomically(path, format_checkpoint(Checkpoint(origin, 0, EMPTY_ROOT)).encode())
    except OSError as error:
        raise KeyUnusable("key-unwritable", path=path, reason=error.strerror or error) from None


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keeps every other process from comparing and writing this file. Raises `NotSigned`."""
    file = path.with_name(f"{path.name}.lock")
    try:
        lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise NotSigned("last-signed-unwritable", path=file, reason=error.strerror or error) from None
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def compare_and_swap(path: Path, following: Checkpoint, root_of: RootOf) -> None:
    """Writes the checkpoint that is about to be signed, if it continues the one that is written there; `root_of` is
    that of its tree. The caller holds the file. Raises `NotSigned`."""
    last = read(path)
    if last.origin != following.origin:
        raise NotSigned("other-log", path=path, origin=last.origin, name=following.origin)
    check_continued(path, last, following.size, root_of)
    if last != following:
        try:
            write_atomically(path, format_checkpoint(following).encode())
        except OSError as error:
            raise NotSigned("last-signed-unwritable", path=path, reason=error.strerror or error) from None


def check_continued(path: Path, last: Checkpoint, size: int, root_of: RootOf) -> None:
    """Raises `NotSigned` unless the last signed checkpoint is the beginning of the tree of `size` leaves."""
    if last.size > size or root_of(last.size) != last.root:
        raise NotSigned("would-fork", path=path, size=last.size, stored=size)


def _is_unused(path: Path) -> bool:
    """Whether nothing was signed since the file was written."""
    try:
        return read(path).size == 0
    except NotSigned:
        return False


def read(path: Path) -> Checkpoint:
    """Reads the last signed checkpoint. Raises `NotSigned`: without it nobody knows what was signed."""
    try:
        return parse_checkpoint(path.read_text(encoding="utf-8"))
    except (OSError, MalformedLog, UnicodeDecodeError):
        raise NotSigned("last-signed-unreadable", path=path) from None
