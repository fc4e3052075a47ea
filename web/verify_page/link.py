"""What an address of the page brings after its `#`: a record, its receipt and a policy, packed for a link.

>>> brought(b"{}", None, None, "ml")
'record=q64FAA&lang=ml'
>>> brought(bytes(range(256)) * 999, None, None, "en") is not None
True
"""

from __future__ import annotations

import base64
import zlib
from typing import Final

MOST: Final = 24_000
"""Characters of the longest part after the `#`: messengers and browsers take an address of this length."""


def brought(record: bytes, receipt: bytes | None, policy: bytes | None, language: str) -> str | None:
    """The part after the `#` of an address that brings these and opens the page in a language; None where it would
    be longer than `MOST`."""
    parts = {"record": record, "receipt": receipt, "policy": policy}
    packed = [f"{name}={pack(data)}" for name, data in parts.items() if data]
    whole = "&".join([*packed, f"lang={language}"])
    return whole if len(whole) <= MOST else None


def pack(data: bytes) -> str:
    """The bytes as raw DEFLATE (RFC 1951), in base64url without padding (RFC 4648)."""
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).rstrip(b"=").decode()
