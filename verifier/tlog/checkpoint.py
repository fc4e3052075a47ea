"""Checkpoints: what a log says of its tree, as the text of a signed note.

    <origin>            the name of the log, and of its key
    <size>              number of leaves, decimal
    <root>              base64 of the root hash
    <extension lines>   none or more, not empty, without meaning here

    >>> text = "log.example/28\\n3\\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\\n"
    >>> checkpoint = parse_checkpoint(text)
    >>> checkpoint.origin, checkpoint.size, checkpoint.root.hex()[:8]
    ('log.example/28', 3, '36642e73')
    >>> format_checkpoint(checkpoint) == text
    True

Source: C2SP tlog-checkpoint; LOG.md, "Checkpoints". Needs only the standard library.
"""

from typing import NamedTuple

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.fields import format_base64, parse_hash, parse_number


class Checkpoint(NamedTuple):
    """The origin, the number of leaves, the root hash (32 bytes), the extension lines without newlines."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()


def parse_checkpoint(text: str) -> Checkpoint:
    """Reads the text of a note as a checkpoint. Raises MalformedLog, code `bad-checkpoint`."""
    *lines, end = text.split("\n")
    if end or len(lines) < 3 or "" in lines:
        reason = "A checkpoint is three lines or more, none of them empty: origin, size, root."
        raise MalformedLog("bad-checkpoint", reason)
    origin, size, root, *extensions = lines
    return Checkpoint(
        origin, parse_number(size, "bad-checkpoint"), parse_hash(root, "bad-checkpoint"), tuple(extensions)
    )


def format_checkpoint(checkpoint: Checkpoint) -> str:
    """The text of a checkpoint, as it is signed."""
    origin, size, root, extensions = checkpoint
    return "".join(f"{line}\n" for line in (origin, size, format_base64(root), *extensions))
