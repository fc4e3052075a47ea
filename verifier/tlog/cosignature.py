"""Cosignatures: a witness or a seat states that, at a time, it saw a checkpoint as the latest of its log.

The line of the note holds the time (8 bytes, big-endian, seconds since 1970) and an Ed25519 signature over

    cosignature/v1
    time <decimal>
    <text of the checkpoint>

A seat signs with the key that is in the header of its hand; the name of that key is `dealproof-seat/` and the first 16
hex digits of SHA-256 of the 32 bytes of the key.

    >>> secret, text = bytes([1]) * 32, "log.example/28\\n0\\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\\n"
    >>> witness = cosignature_key("witness.example", secret)
    >>> line = cosign(text, witness, 1790000000, secret)
    >>> cosigned_at(Note(text, (line,)), witness)
    1790000000
    >>> cosigned_at(Note(text.replace("0", "1"), (line,)), witness)
    Traceback (most recent call last):
    dealproof.verifier.errors.LogRefuted: The checkpoint has a line under the key 'witness.example' that does not verify.
    >>> seat_key(witness.public).name
    'dealproof-seat/34750f98bd59fcfc'

Source: C2SP tlog-cosignature; LOG.md, "Cosignatures".
"""

from hashlib import sha256
from typing import Final

from dealproof.verifier.encoding import MAX_INTEGER
from dealproof.verifier.errors import LogRefuted, SignatureRefuted
from dealproof.verifier.signature import check_signature, public_key, sign
from dealproof.verifier.tlog.fields import shown
from dealproof.verifier.tlog.note import COSIGNATURE_KEY, Key, Note, Signature

TIME_BYTES: Final = 8
SIGNATURE_BYTES: Final = 64


def cosignature_key(name: str, secret: bytes) -> Key:
    """The public key, of this name, of the RFC 8032 seed `secret` (32 bytes)."""
    return Key(name, COSIGNATURE_KEY, public_key(secret))


def seat_key(public: bytes) -> Key:
    """The key with which a seat cosigns, from the 32 bytes in the header."""
    return Key(f"dealproof-seat/{sha256(public).hexdigest()[:16]}", COSIGNATURE_KEY, public)


def cosign(text: str, key: Key, time: int, secret: bytes) -> Signature:
    """The line that cosigns the text of a checkpoint at `time` (seconds since 1970), with the seed of `key`."""
    signature = sign(secret, _message(text, time))
    return Signature(key.name, key.id, time.to_bytes(TIME_BYTES, "big") + signature)


def cosigned_at(note: Note, key: Key) -> int | None:
    """The earliest time at which a key cosigned a checkpoint (seconds since 1970), or None if it did not.

    Raises LogRefuted, code `bad-cosignature`, if a line of this key does not verify.
    """
    return min((_check_line(note.text, line, key) for line in key.lines(note)), default=None)


def _check_line(text: str, line: Signature, key: Key) -> int:
    time = int.from_bytes(line.value[:TIME_BYTES], "big")
    try:
        if len(line.value) != TIME_BYTES + SIGNATURE_BYTES or time > MAX_INTEGER:
            raise SignatureRefuted(0)
        check_signature(key.public, line.value[TIME_BYTES:], _message(text, time), event=0)
    except SignatureRefuted:
        reason = f"The checkpoint has a line under the key {shown(key.name)} that does not verify."
        raise LogRefuted("bad-cosignature", reason) from None
    return time


def _message(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()
