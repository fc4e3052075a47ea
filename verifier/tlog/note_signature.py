"""Ed25519 signatures of notes: a log signs its checkpoints with them.

    >>> key = note_key("log.example/28", bytes([1]) * 32)
    >>> note = sign_note("Hello.\\n", key, bytes([1]) * 32)
    >>> check_note(note, key)
    >>> check_note(note._replace(text="Hallo.\\n"), key)
    Traceback (most recent call last):
    dealproof.verifier.errors.LogRefuted: The note has a line under the key 'log.example/28' that does not verify.
    >>> check_note(note, note_key("log.example/28", bytes([2]) * 32))
    Traceback (most recent call last):
    dealproof.verifier.errors.LogRefuted: The note has no line under the key 'log.example/28'.

Source: C2SP signed-note, "Ed25519 signatures"; LOG.md, "Signed notes".
"""

from dealproof.verifier.errors import LogRefuted, SignatureRefuted
from dealproof.verifier.signature import check_signature, public_key, sign
from dealproof.verifier.tlog.fields import shown
from dealproof.verifier.tlog.note import NOTE_KEY, Key, Note, Signature


def note_key(name: str, secret: bytes) -> Key:
    """The public key, of this name, of the RFC 8032 seed `secret` (32 bytes)."""
    return Key(name, NOTE_KEY, public_key(secret))


def sign_note(text: str, key: Key, secret: bytes) -> Note:
    """The note of a text, signed with the seed of `key`."""
    return Note(text, (Signature(key.name, key.id, sign(secret, text.encode())),))


def check_note(note: Note, key: Key) -> None:
    """Raises LogRefuted, code `bad-signature`, unless there is a line of this key and every one of them verifies."""
    if not has_line(note, key):
        raise LogRefuted("bad-signature", f"The note has no line under the key {shown(key.name)}.")


def has_line(note: Note, key: Key) -> bool:
    """Whether the note has a line of this key. Raises LogRefuted, code `bad-signature`, if one does not verify."""
    lines = key.lines(note)
    for line in lines:
        try:
            check_signature(key.public, line.value, note.text.encode(), event=0)
        except SignatureRefuted:
            reason = f"The note has a line under the key {shown(key.name)} that does not verify."
            raise LogRefuted("bad-signature", reason) from None
    return bool(lines)
