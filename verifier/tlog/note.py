"""Signed notes: a text, a blank line, and one line for each signature. And the keys that sign them.

    <text, one or more lines>
    <blank line>
    — <key name> <base64 of key ID || signature>

A key is written `<name>+<key ID, 8 hex digits>+<base64 of type || public key>`. Type 1 signs notes with Ed25519, type 4
cosigns checkpoints. The key ID is the first four bytes of SHA-256(name || newline || type || public key): it says which
key a line claims to be of, and proves nothing.

    >>> key = parse_key("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    >>> key.name, key.type, key.id.hex()
    ('PeterNeumann', 1, 'c74f20a3')
    >>> note = parse_note("Hello.\\n\\n— PeterNeumann x08go3Npbg==\\n".encode())
    >>> note.text, note.signatures[0].key_id == key.id
    ('Hello.\\n', True)

Reading checks no signature: `note_signature` and `cosignature` do. Source: C2SP signed-note; LOG.md, "Signed notes".
Needs only the standard library.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, NamedTuple

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.keys import KEY_BYTES, is_weak
from dealproof.verifier.tlog.fields import PRIVATE, format_base64, parse_base64, parse_text, shown

MAX_NOTE_BYTES: Final = 1 << 18
MAX_SIGNATURES: Final = 64
ID_BYTES: Final = 4

NOTE_KEY: Final = 1
COSIGNATURE_KEY: Final = 4
_NO_NAME: Final = re.compile(r"[\s+\x00-\x1f]")
_DASH: Final = "— "


class Signature(NamedTuple):
    """One line below a note: the name and the ID (4 bytes) of the key that it claims to be of, and the rest."""

    name: str
    key_id: bytes
    value: bytes


class Note(NamedTuple):
    """A text that ends with a newline, and the signatures below it."""

    text: str
    signatures: tuple[Signature, ...]


class Key(NamedTuple):
    """A public key with its name and type: `NOTE_KEY` or `COSIGNATURE_KEY`."""

    name: str
    type: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that name the key in a signature line."""
        return sha256(f"{self.name}\n".encode() + bytes([self.type]) + self.public).digest()[:ID_BYTES]

    def lines(self, note: Note) -> list[Signature]:
        """The lines of a note that claim to be of this key."""
        key_id = self.id
        return [each for each in note.signatures if each.name == self.name and each.key_id == key_id]


def parse_note(data: bytes) -> Note:
    """Reads a note of at most 256 KiB with 1 to 64 signatures. Raises MalformedLog, code `bad-note`."""
    if len(data) > MAX_NOTE_BYTES:
        raise _bad(f"The note is larger than {MAX_NOTE_BYTES} bytes.")
    text, blank, below = parse_text(data, "bad-note").rpartition("\n\n")
    if not blank or not below:
        raise _bad("The note has no signatures below a blank line.")
    if below.count("\n") > MAX_SIGNATURES:
        raise _bad(f"The note has more than {MAX_SIGNATURES} signatures.")
    return Note(f"{text}\n", tuple(map(_parse_line, below[:-1].split("\n"))))


def format_note(note: Note) -> bytes:
    """The bytes of a note."""
    lines = (f"{format_signature(each)}\n" for each in note.signatures)
    return f"{note.text}\n{''.join(lines)}".encode()


def format_signature(signature: Signature) -> str:
    """The line of a signature, without its newline."""
    return f"{_DASH}{signature.name} {format_base64(signature.key_id + signature.value)}"


def parse_key(text: str) -> Key:
    """Reads a public key. Raises MalformedLog, code `bad-key`."""
    if text.startswith(PRIVATE):
        raise MalformedLog("bad-key", "This is a secret key, which nobody else may see; the public key is needed.")
    parts = text.split("+", 2)
    if len(parts) != 3 or not _is_name(parts[0]):
        raise MalformedLog("bad-key", f"{shown(text)} is not a key. A key is written name+ID+base64.")
    name, key_id, public = parts[0], parts[1], parse_base64(parts[2], "bad-key")
    key = Key(name, public[0], public[1:])
    if key.type not in (NOTE_KEY, COSIGNATURE_KEY) or len(key.public) != KEY_BYTES:
        raise MalformedLog("bad-key", f"The key {shown(name)} is not an Ed25519 key of type 1 or 4.")
    if key.id.hex() != key_id:
        raise MalformedLog("bad-key", f"The ID of the key {shown(name)} must be {key.id.hex()}.")
    if is_weak(key.public):
        raise MalformedLog("bad-key", f"The key {shown(name)} is weak: a signature under it proves nothing.")
    return key


def format_key(key: Key) -> str:
    """The text of a public key."""
    return f"{key.name}+{key.id.hex()}+{format_base64(bytes([key.type]) + key.public)}"


def _parse_line(line: str) -> Signature:
    name, _, rest = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not _is_name(name):
        raise _bad(f"{shown(line)} is not a signature. A signature is an em dash, a key name and base64.")
    value = parse_base64(rest, "bad-note")
    if len(value) <= ID_BYTES:
        raise _bad(f"The signature of {shown(name)} has {len(value)} bytes; it must have more than {ID_BYTES}.")
    return Signature(name, value[:ID_BYTES], value[ID_BYTES:])


def _is_name(text: str) -> bool:
    return text != "" and not _NO_NAME.search(text)


def _bad(reason: str) -> MalformedLog:
    return MalformedLog("bad-note", reason)
