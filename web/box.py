"""What is put into the one box: read as one thing after the other until something is found.

In this order: the ID of a stored hand, or a link to one; a stored server commitment; the server seed of a stored
commitment; a hand record, which is judged and never stored.

>>> plain(" ൧2૩ ")
'123'
>>> linked("https://hands.example/at/hands/t1.2?under=28-gulan")
't1.2'
"""

from __future__ import annotations

import json
import re
import unicodedata
from codecs import BOM_UTF8
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import unquote, urlsplit

from replay.verdict import Verdict
from web.comparison import OnFile
from web.public import HAND_ID, PublicHand

MOST: Final = 2048
"""Characters of the longest text that is looked at as an ID, a link or a hash; anything longer can only be a record."""

HEX_32: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Found:
    """Stored hands: what the text was taken for ("hand-id", "link", "commitment", "server-seed"), and their IDs."""

    took: str
    hands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A record that was judged: its bytes, the verdict, the hand as anybody may see it (None where the record cannot
    be read), how it differs from the one on file (None where none is), and among how many it stood (the first).
    """

    data: bytes
    verdict: Verdict
    hand: PublicHand | None
    on_file: OnFile | None
    among: int

    @property
    def took(self) -> str:
        """What the text was taken for."""
        return "record" if self.among == 1 else "first-record"

    @property
    def text(self) -> str:
        """The record as a page shows it. What can be read is UTF-8."""
        return self.data.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing was found; `tried` are codes of what the text was taken for, in order, and why that led nowhere."""

    tried: tuple[str, ...]


def text_of(data: bytes) -> str:
    """The bytes as a text that may be an ID, a link or a hash; "" where they are none."""
    try:
        text = data.decode("utf-8").strip()
    except UnicodeDecodeError:
        return ""
    return text if len(text) <= MOST else ""


def plain(text: str) -> str:
    """The text without white space, its digits, of whatever script, as 0 to 9."""
    return "".join(digit(char) for char in text if not char.isspace())


def digit(char: str) -> str:
    """A decimal digit of any script as 0 to 9; any other character as it is."""
    return str(unicodedata.decimal(char)) if unicodedata.category(char) == "Nd" else char


def linked(text: str) -> str | None:
    """The hand ID of a link to a hand: of any URL whose path ends in /hands/<id>; else None."""
    try:
        path = unquote(urlsplit(plain(text)).path)
    except ValueError:
        return None
    head, _, last = path.removesuffix("/").rpartition("/")
    return plain(last) if head.endswith("/hands") or head == "hands" else None


def named(text: str) -> str | None:
    """The hand ID that the text is, None where it can be none."""
    id = plain(text)
    return id if HAND_ID.fullmatch(id) else None


def hashed(text: str) -> str | None:
    """The 64 hex digits that the text is, None where it is none. Capitals are read too."""
    digits = plain(text).lower()
    return digits if HEX_32.fullmatch(digits) else None


def commitment_of(seed: str) -> str:
    """The commitment to a server seed: over its 32 bytes, never over their hex text."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def first_record(data: bytes) -> tuple[bytes, int]:
    """The first record of the bytes and how many there are: one however it is laid out, or one a line."""
    lines = [line for line in data.splitlines() if line.strip()]
    if len(lines) > 1 and is_object(lines[0]):
        return lines[0], len(lines)
    return data.strip(), 1


def is_object(line: bytes) -> bool:
    """Whether a line is a JSON object by itself."""
    if not line.lstrip().startswith(b"{"):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def may_be_record(data: bytes) -> bool:
    """Whether the bytes look like a JSON object; a byte order mark before it is for the verdict to name."""
    return data.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
