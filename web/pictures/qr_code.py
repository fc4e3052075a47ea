"""An address as a QR code, an SVG (ISO/IEC 18004, error correction M)."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import segno

QUIET: Final = 4
"""The width of the empty edge in modules, which the standard requires."""


def qr_code(address: str) -> bytes:
    """Returns the QR code of an address, black on white whatever is around it, in the size of its place on a page.
    Raises `ValueError` (`segno.DataOverflowError`) for an address that no QR code can hold."""
    kept = BytesIO()
    segno.make(address, error="m", micro=False).save(
        kept, kind="svg", border=QUIET, dark="#000", light="#fff", omitsize=True, xmldecl=False, svgclass=None
    )
    return kept.getvalue()
