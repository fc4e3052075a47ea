"""What a monitor keeps of a log between two readings: every checkpoint that it saw, and the largest tree.

    {"format": "dealproof/monitor/1", "seen": [{"time": <s since 1970>, "note": <signed note>}, …], "leaves": <base64>}

`leaves` are the leaf hashes of the largest tree that was recomputed, 32 bytes each: with them a smaller checkpoint that
contradicts it can be proved to.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.checkpoint import Checkpoint, parse_checkpoint
from dealproof.verifier.tlog.fields import HASH_BYTES
from dealproof.verifier.tlog.note import Key, Note, format_note, parse_note
from dealproof.verifier.tlog.note_signature import check_note
from dealproof.verifier.tlog.tree import Tree
from dealproof.web.log.atomic_file import write_atomically
from dealproof.web.log.errors import LogError

FORMAT: Final = "dealproof/monitor/1"


class Seen(NamedTuple):
    """A checkpoint that was seen, and the time that counts for it, seconds since 1970: of its witnesses if they
    complete the quorum, else of the monitor's clock."""

    time: int
    note: Note

    @property
    def checkpoint(self) -> Checkpoint:
        """Its values."""
        return parse_checkpoint(self.note.text)


@dataclass(slots=True)
class Memory:
    """The checkpoints that were seen, oldest first, each text once; and the leaf hashes of the largest tree."""

    seen: list[Seen] = field(default_factory=list)
    leaves: list[bytes] = field(default_factory=list)

    def see(self, time: int, note: Note) -> None:
        """Keeps a checkpoint, unless it was seen before."""
        if all(each.note.text != note.text for each in self.seen):
            self.seen.append(Seen(time, note))

    def learn(self, leaves: list[bytes]) -> None:
        """Keeps the leaf hashes of a tree that is larger than the one before."""
        if len(leaves) > len(self.leaves):
            self.leaves = leaves

    @property
    def tree(self) -> Tree:
        """The largest tree."""
        tree = Tree()
        for leaf in self.leaves:
            tree.append(leaf)
        return tree


def recall(path: Path, key: Key) -> Memory:
    """Reads what was kept of the log of this key; nothing if the file does not exist. Raises `LogError`, also if it was
    kept of another log, which this one does not have to continue."""
    try:
        data: Any = json.loads(path.read_bytes())
        if data["format"] != FORMAT:
            raise ValueError
        seen = [_seen(each, key) for each in data["seen"]]
        hashes = base64.b64decode(data["leaves"], validate=True)
        if len(hashes) % HASH_BYTES:
            raise ValueError
        return Memory(seen, [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)])
    except FileNotFoundError:
        return Memory()
    except OSError as error:
        raise LogError("unreadable", place=path, reason=error.strerror or error) from None
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        LogRefuted,
        MalformedLog,
        RecursionError,
        TypeError,
        ValueError,
    ):
        raise LogError("memory-malformed", path=path) from None


def _seen(value: Any, key: Key) -> Seen:
    """One checkpoint that was seen; raises what `recall` expects."""
    seen = Seen(int(value["time"]), parse_note(value["note"].encode()))
    check_note(seen.note, key)
    if seen.checkpoint.origin != key.name:
        raise ValueError
    return seen


def remember(path: Path, memory: Memory) -> None:
    """Writes what is to be kept. Raises `LogError`."""
    seen = [{"time": each.time, "note": format_note(each.note).decode()} for each in memory.seen]
    leaves = base64.b64encode(b"".join(memory.leaves)).decode()
    data = json.dumps({"format": FORMAT, "seen": seen, "leaves": leaves}, ensure_ascii=False, indent=1)
    try:
        write_atomically(path, f"{data}\n".encode())
    except OSError as error:
        raise LogError("memory-unwritable", path=path, reason=error.strerror or error) from None
