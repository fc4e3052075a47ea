"""Two signed checkpoints that contradict each other, as a proof for anybody.

    {"format": "dealproof/fork/1", "first": <note>, "second": <note>, "root": <base64>, "consistency": [<base64>, …]}

`first` is not larger than `second`. `consistency` leads from `root`, the root over the first leaves of `second`, to the
root of `second`; and `root` is not what `first` says. With the key of the log nothing else is needed to check this.

    >>> from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint
    >>> from dealproof.verifier.tlog.note_signature import note_key, sign_note
    >>> from dealproof.verifier.tlog.tree import Tree, leaf_hash, root
    >>> secret = bytes([1]) * 32
    >>> key, tree = note_key("log.example", secret), Tree()
    >>> for entry in (b"a", b"b", b"c"):
    ...     tree.append(leaf_hash(entry))
    >>> first = sign_note(format_checkpoint(Checkpoint(key.name, 2, bytes(32))), key, secret)
    >>> second = sign_note(format_checkpoint(Checkpoint(key.name, 3, root(3, tree.subtrees))), key, secret)
    >>> check_fork(prove_fork(first, second, tree.subtrees), key)
"""

from __future__ import annotations

from typing import Final

from dealproof.verifier.encoding import Json
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.checkpoint import Checkpoint, parse_checkpoint
from dealproof.verifier.tlog.fields import format_base64, parse_hash
from dealproof.verifier.tlog.note import Key, Note, format_note, parse_note
from dealproof.verifier.tlog.note_signature import check_note
from dealproof.verifier.tlog.tree import EMPTY_ROOT, Proof, Subtrees, check_consistency, prove_consistency, root

FORMAT: Final = "dealproof/fork/1"
KEYS: Final = {"format", "first", "second", "root", "consistency"}


def contradicts(first: Checkpoint, subtrees: Subtrees) -> bool:
    """Whether a checkpoint is not the beginning of a tree that is at least as large."""
    return root(first.size, subtrees) != first.root


def prove_fork(first: Note, second: Note, subtrees: Subtrees) -> dict[str, Json]:
    """Returns the proof that two checkpoints contradict each other; `subtrees` are those of the second, which is at
    least as large as the first."""
    old, new = (parse_checkpoint(note.text).size for note in (first, second))
    return _proof(first, second, root(old, subtrees), prove_consistency(old, new, subtrees) if old else ())


def prove_two_roots(first: Note, second: Note) -> dict[str, Json]:
    """Returns the proof that two checkpoints of one size have different roots."""
    return _proof(first, second, parse_checkpoint(second.text).root, ())


def check_fork(value: Json, key: Key) -> None:
    """Raises MalformedLog or LogRefuted unless this proves that the log of this key has signed two checkpoints that
    contradict each other."""
    if not isinstance(value, dict) or value.keys() != KEYS or value["format"] != FORMAT:
        raise MalformedLog("bad-proof", f"A proof of a fork has the format {FORMAT} and the keys {', '.join(KEYS)}.")
    first, second = (_checkpoint(value[each], key) for each in ("first", "second"))
    found = parse_hash(_text(value["root"]), "bad-proof")
    hashes = value["consistency"]
    if not isinstance(hashes, list):
        raise MalformedLog("bad-proof", "The consistency proof is a list of hashes.")
    proof = [parse_hash(_text(each), "bad-proof") for each in hashes]
    if first.size:
        check_consistency(first.size, second.size, found, second.root, proof)
    elif found != EMPTY_ROOT:
        raise LogRefuted("not-consistent", "The root of no leaves is the SHA-256 of nothing.")
    if found == first.root:
        raise LogRefuted("not-consistent", "The second checkpoint continues the first: the log did not fork.")


def _proof(first: Note, second: Note, root: bytes, consistency: Proof) -> dict[str, Json]:
    return {
        "format": FORMAT,
        "first": format_note(first).decode(),
        "second": format_note(second).decode(),
        "root": format_base64(root),
        "consistency": [*map(format_base64, consistency)],
    }


def _checkpoint(value: Json, key: Key) -> Checkpoint:
    note = parse_note(_text(value).encode())
    check_note(note, key)
    checkpoint = parse_checkpoint(note.text)
    if checkpoint.origin != key.name:
        raise LogRefuted("bad-signature", "The origin is not the name of the key.")
    return checkpoint


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise MalformedLog("bad-proof", "The notes and hashes of a proof of a fork are texts.")
    return value
