"""Hex and base64, read only as they would be written here: lower-case, padded, no spare bits.

    >>> parse_hex("00ff", 2), parse_base64("AP8=", 2)
    (b'\\x00\\xff', b'\\x00\\xff')
    >>> parse_base64("AP9=", 2)
    Traceback (most recent call last):
    ValueError: This must be the padded base64 of 2 bytes.

Source: PROTOCOL.md, "JSON".
"""

import base64
import binascii


def parse_hex(text: str, size: int) -> bytes:
    """Read exactly `size` bytes of lower-case hex. Raises ValueError with a sentence."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != size or value.hex() != text:
        raise ValueError(f"This must be {2 * size} lower-case hex digits.")
    return value


def parse_base64(text: str, size: int) -> bytes:
    """Read exactly `size` bytes of padded standard base64. Raises ValueError with a sentence."""
    try:
        value = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        value = b""
    if len(value) != size or format_base64(value) != text:
        raise ValueError(f"This must be the padded base64 of {size} bytes.")
    return value


def format_base64(value: bytes) -> str:
    """Write standard base64 with padding."""
    return base64.b64encode(value).decode("ascii")
