"""Event signatures: a seat signs the whole history up to and including its move.

Ed25519 (RFC 8032) over the 32 bytes log_hash(i + 1) for the event at index i.

    >>> secret = bytes([1]) * 32
    >>> public_key(secret).hex()
    '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c'
    >>> check_signature(public_key(secret), sign(secret, bytes(32)), bytes(32), event=0)
    >>> check_signature(public_key(secret), sign(secret, bytes(32)), bytes(31) + b"x", event=0)
    Traceback (most recent call last):
    dealproof.verifier.errors.SignatureRefuted: Event 0 has no valid signature of its seat over the log up to this event.

Source: PROTOCOL.md, "Event log hash". The only module of a check that asks for more than the standard library. Without
`cryptography`, as in a browser, signatures are verified by `verifier.ed25519`, and nothing can be signed.
"""

from dealproof.verifier.ed25519 import verifies
from dealproof.verifier.errors import SignatureRefuted

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

    _INSTALLED = True
except ImportError:  # a browser has nothing but the standard library
    _INSTALLED = False


def check_signature(public_key: bytes, sig: bytes, digest: bytes, event: int) -> None:
    """Raises SignatureRefuted(event) unless `sig` (64 bytes) is a signature over `digest` by `public_key` (32 bytes)."""
    if not _INSTALLED:
        if not verifies(public_key, sig, digest):
            raise SignatureRefuted(event)
        return
    try:
        # No signature can be valid under 32 bytes that are no point of the curve.
        Ed25519PublicKey.from_public_bytes(public_key).verify(sig, digest)
    except (InvalidSignature, ValueError):
        raise SignatureRefuted(event) from None


def sign(secret: bytes, digest: bytes) -> bytes:
    """Returns the signature (64 bytes) over `digest` with the RFC 8032 seed `secret` (32 bytes)."""
    return Ed25519PrivateKey.from_private_bytes(secret).sign(digest)


def public_key(secret: bytes) -> bytes:
    """Returns the public key (32 bytes) of the RFC 8032 seed `secret`."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
