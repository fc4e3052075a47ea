"""IDs of hands, tables, matches and rule sets, and 32 bytes in hex (PROTOCOL.md, "Header").

>>> bool(ID.fullmatch("t1.2")), bool(ID.fullmatch("t1 2")), bool(ID.fullmatch("t1.2\\n"))
(True, False, False)
"""

from __future__ import annotations

import re
from typing import Final

CHARACTERS: Final = "A-Za-z0-9._:-"
"""The characters of an ID, as in a class of a regular expression."""

PATTERN: Final = f"[{CHARACTERS}]{{1,64}}"
"""The regular expression of a whole ID, in a form that Python, JSON Schema and JavaScript read alike."""

ID: Final = re.compile(PATTERN, re.ASCII)
"""Matches a whole ID with `fullmatch`."""

HEX_32_PATTERN: Final = "[0-9a-f]{64}"
"""The regular expression of 32 bytes in lower-case hex: a commitment, or a server seed."""

HEX_32: Final = re.compile(HEX_32_PATTERN, re.ASCII)
"""Matches 32 bytes in hex with `fullmatch`."""
