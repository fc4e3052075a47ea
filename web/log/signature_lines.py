"""Signature lines of one checkpoint, gathered from those who sign it: of each key one line.

Witnesses cosign a checkpoint again as often as they are asked, each time with another time. Many clients refuse a note
with two lines of one key, and a note has 64 lines at most.
"""

from __future__ import annotations

from collections.abc import Iterable

from dealproof.verifier.tlog.note import Note, Signature


def with_lines(note: Note, lines: Iterable[Signature]) -> Note:
    """Returns a note with the lines of keys that have not signed it yet; of two lines of one key the first counts."""
    found: dict[tuple[str, bytes], Signature] = {}
    for each in (*note.signatures, *lines):
        found.setdefault((each.name, each.key_id), each)
    return note._replace(signatures=tuple(found.values()))
