"""Proof texts: one leaf's inclusion proof with the checkpoint that it leads to, for use offline.

    c2sp.org/tlog-proof@v1
    extra <base64>           may be left out; without meaning here
    index <decimal>
    <base64 of a hash>       one line each, from the leaf up
    <blank line>
    <signed checkpoint>

    >>> text = ("c2sp.org/tlog-proof@v1\\nindex 0\\n\\nlog.example/28\\n1\\n"
    ...     "Ah0l5tHQsUxhKOfjn+tD21tsP6aFmJ8tkhVSNWCwXxE=\\n\\n— log.example/28 x08go3Npbg==\\n")
    >>> proof = parse_proof_text(text.encode())
    >>> proof.index, proof.hashes, proof.checkpoint.size
    (0, (), 1)
    >>> format_proof_text(proof) == text.encode()
    True

Source: C2SP tlog-proof; LOG.md, "Proof texts". Needs only the standard library.
"""

from dataclasses import dataclass
from typing import Final

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.checkpoint import Checkpoint, parse_checkpoint
from dealproof.verifier.tlog.fields import MAX_HASHES, format_base64, parse_base64, parse_hash, parse_number, parse_text
from dealproof.verifier.tlog.note import Note, format_note, parse_note

HEAD: Final = "c2sp.org/tlog-proof@v1"
BAD: Final = "bad-proof"


@dataclass(frozen=True, slots=True)
class ProofText:
    """The index of the leaf, its inclusion proof, the signed checkpoint, and the extra bytes (empty if there are none).

    The checkpoint is the text of the note, read.
    """

    index: int
    hashes: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint
    extra: bytes = b""


def parse_proof_text(data: bytes) -> ProofText:
    """Reads a proof text. Raises MalformedLog, code `bad-proof`, `bad-note` or `bad-checkpoint`."""
    above, _, below = parse_text(data, BAD).partition("\n\n")
    head, *lines = above.split("\n")
    if head != HEAD:
        raise MalformedLog(BAD, f"The first line must be {HEAD}.")
    extra = parse_base64(lines.pop(0).removeprefix("extra "), BAD) if lines and lines[0].startswith("extra ") else b""
    if not lines or not lines[0].startswith("index "):
        raise MalformedLog(BAD, 'There is no line "index" with the index of the leaf.')
    index = parse_number(lines[0].removeprefix("index "), BAD)
    if len(lines) > 1 + MAX_HASHES:
        raise MalformedLog(BAD, f"There are more than {MAX_HASHES} hashes.")
    note = parse_note(below.encode())
    hashes = tuple(parse_hash(line, BAD) for line in lines[1:])
    return ProofText(index, hashes, note, parse_checkpoint(note.text), extra)


def format_proof_text(proof: ProofText) -> bytes:
    """The bytes of a proof text."""
    extra = [f"extra {format_base64(proof.extra)}"] if proof.extra else []
    lines = [HEAD, *extra, f"index {proof.index}", *map(format_base64, proof.hashes)]
    return "".join(f"{line}\n" for line in lines).encode() + b"\n" + format_note(proof.note)
