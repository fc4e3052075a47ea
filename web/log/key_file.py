"""The secret key of a log, in a file that only its owner can read.

    PRIVATE+KEY+<name>+<key ID>+<base64 of type || secret>

This is the form of Go's `sumdb/note`. The secret never leaves this module but in `LogKey`, which does not show it; no
error repeats any part of the file.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.fields import PRIVATE, format_base64, parse_base64, shown
from dealproof.verifier.tlog.note import NOTE_KEY, Key, Note, format_key
from dealproof.verifier.tlog.note_signature import note_key, sign_note
from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.log.atomic_file import sync_folder
from dealproof.web.log.errors import KeyUnusable
from dealproof.web.log.last_signed import begin, beside

SECRET_BYTES: Final = 32
MODE: Final = 0o600
MAX_NAME: Final = 256
"""Characters of the name of a log that is created here."""
MAX_KEY_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class LogKey:
    """The key of a log: the public part, and the secret that signs."""

    public: Key
    secret: bytes = field(repr=False)

    def sign(self, text: str) -> Note:
        """Returns the note of a text, signed."""
        return sign_note(text, self.public, self.secret)


def create_key(path: Path, name: str) -> LogKey:
    """Creates a key with its file, which must not exist yet, and the file of what it signed last. Raises
    `KeyUnusable`."""
    secret = secrets.token_bytes(SECRET_BYTES)
    key = LogKey(checked_name(name, secret), secret)
    if os.path.lexists(path):
        raise KeyUnusable("key-exists", path=path)
    # First, since a key without this file signs nothing.
    begin(beside(path), name)
    try:
        _write(path, format_secret(key))
    except FileExistsError:
        raise KeyUnusable("key-exists", path=path) from None
    except OSError as error:
        raise KeyUnusable("key-unwritable", path=path, reason=error.strerror or error) from None
    return key


def _write(path: Path, text: str) -> None:
    """Creates the file whole, or not at all. Raises OSError."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
    try:
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        path.unlink()
        raise
    sync_folder(path.parent)


def read_key(path: Path) -> LogKey:
    """Reads the key of a log. Raises `KeyUnusable`, also where others can read the file."""
    try:
        with path.open("rb") as stream:
            if sys.platform != "win32" and os.fstat(stream.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise KeyUnusable("key-open-to-others", path=path)
            data = stream.read(MAX_KEY_BYTES)
    except FileNotFoundError:
        raise KeyUnusable("key-missing", path=path) from None
    except OSError as error:
        raise KeyUnusable("key-unreadable", path=path, reason=error.strerror or error) from None
    if (key := parse_secret(data)) is None:
        raise KeyUnusable("key-malformed", path=path)
    return key


def format_secret(key: LogKey) -> str:
    """Returns the text of the file of a key."""
    name, key_id = key.public.name, key.public.id.hex()
    return f"{PRIVATE}{name}+{key_id}+{format_base64(bytes([NOTE_KEY]) + key.secret)}\n"


def parse_secret(data: bytes) -> LogKey | None:
    """Reads the text of the file of a key; None if it is not in the form in which it is written."""
    try:
        name, key_id, secret = data.decode().removesuffix("\n").removeprefix(PRIVATE).split("+", 2)
        kind, *rest = parse_base64(secret, "bad-key")
    except (ValueError, MalformedLog):
        return None
    if kind != NOTE_KEY or len(rest) != SECRET_BYTES:
        return None
    key = LogKey(note_key(name, bytes(rest)), bytes(rest))
    return key if format_secret(key).encode() == data and key.public.id.hex() == key_id else None


def checked_name(name: str, secret: bytes) -> Key:
    """Returns the public key of a name. Raises `KeyUnusable` if the name cannot be that of a key."""
    key = note_key(name, secret)
    try:
        # Nobody could trust a log whose key no policy can hold.
        parse_policy(f"log {format_key(key)}\nquorum none\n".encode())
        if len(name) > MAX_NAME:
            raise MalformedLog("bad-key", "The name is too long.")
    except MalformedLog:
        raise KeyUnusable("key-name", name=shown(name), most=MAX_NAME) from None
    return key
