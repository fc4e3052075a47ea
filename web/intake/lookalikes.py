"""Recognises by its bytes what somebody submits instead of a hand record, so that the message can name it.

`kind` is called only if a record is malformed. Every code has a sentence that says what it is and how to get a
record (section `lookalikes`). `elements` takes an array of records apart, and records that follow one another
without a line each.

>>> kind(b'<!doctype html><title>Hand t1.2</title>')
'html'
>>> kind('{\\u201cheader\\u201d: {}}'.encode())
'curly-quotes'
>>> elements(b'[{"a": 1}, {"a": 2}]', 1000)
[b'{"a": 1}', b'{"a": 2}']
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from dealproof.web.intake.unseen import UNSEEN

KINDS: Final = (
    *["utf-32", "utf-16", "gzip", "zstd", "zip", "picture", "pdf", "rich-text", "html", "fenced", "quoted", "array"],
    *["curly-quotes", "single-quotes", "no-break-space", "unseen", "cut-off", "joined"],
    *["verdict", "verdicts", "rule-set", "schema", "report", "wrapped", "answer", "receipt"],
)
"""Every code."""

HEADS: Final = (
    (BOM_UTF32_LE, "utf-32"),
    (BOM_UTF32_BE, "utf-32"),
    (BOM_UTF16_LE, "utf-16"),
    (BOM_UTF16_BE, "utf-16"),
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"PK\x03\x04", "zip"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"%PDF", "pdf"),
    (b"{\\rtf", "rich-text"),
)
"""The first bytes of what is no text in UTF-8, or no JSON for sure."""

TEXT: Final = re.compile(r'"(?>[^"\\]*)(?>(?:\\.[^"\\]*)*)(?:"|\\?\Z)', re.DOTALL)
"""A JSON text, with or without its end."""
CURLY: Final = re.compile("[\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb\u2033\u02ba\uff02]")
WIDE_SPACE: Final = re.compile("[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
WEB_PAGE: Final = re.compile(rb"<(?:!doctype|html|head|body|\?xml|!--|svg|div|p\b|table)", re.IGNORECASE)
FENCE: Final = re.compile(rb"(?:```|~~~)")
PYTHON: Final = re.compile(rb"\{\s*'")
SPACE: Final = re.compile(r"[ \t\r\n]*")
BETWEEN: Final = re.compile(r"[ \t\r\n,]*")
DECODER: Final = json.JSONDecoder()
END: Final = "\x00"
COMMA: Final = re.compile(r"[ \t\r\n]*,[ \t\r\n]*(?=\{)")
"""What is between two objects of an array."""
LOOKED_AT: Final = 4096
"""Number of bytes at the beginning of a text that are examined."""
TRIED: Final = 100
"""Lines, or objects one after another, that are decoded to see how a text holds its records."""


def kind(data: bytes) -> str | None:
    """Returns the code of what the bytes are instead of a record, or None if they are not recognised."""
    if head := next((code for magic, code in HEADS if data.startswith(magic)), None):
        return head
    if wide := without_mark(data[:LOOKED_AT]):
        return wide
    begin = data[:LOOKED_AT].removeprefix(BOM_UTF8).lstrip()
    for pattern, code in ((WEB_PAGE, "html"), (FENCE, "fenced"), (PYTHON, "single-quotes")):
        if pattern.match(begin):
            return code
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return of_json(text) if begin else None


def without_mark(head: bytes) -> str | None:
    """Recognises UTF-16 and UTF-32 without a byte order mark by the zero bytes of ASCII characters."""
    zeros = head.count(0)
    if not zeros or len(head) < 4:
        return None
    if zeros * 10 >= len(head) * 6:
        return "utf-32"
    return "utf-16" if zeros * 10 >= len(head) * 4 else None


def of_json(text: str) -> str | None:
    """Returns the code of a text that is JSON, or nearly, or None."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return nearly(text)
    if isinstance(value, str):
        return "quoted" if value.lstrip().startswith("{") else None
    if isinstance(value, list):
        return of_list(value)
    return of_object(value) if isinstance(value, dict) else None


def nearly(text: str) -> str | None:
    """Returns the code of a text that looks like JSON but cannot be parsed, or None."""
    if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        bare = UNSEEN.sub("", text[:LOOKED_AT]).lstrip()
        return "unseen" if bare.startswith(("{", "[")) else None
    outside = TEXT.sub('""', text.removeprefix("\ufeff"))
    for pattern, code in ((CURLY, "curly-quotes"), (WIDE_SPACE, "no-break-space"), (UNSEEN, "unseen")):
        if pattern.search(outside):
            return code
    if not ends(text):
        return "cut-off"
    return "joined" if len(elements(text.encode(), TRIED) or ()) > 1 else None


def ends(text: str) -> bool:
    """Whether every string, list and object is closed."""
    # A text without an end swallows the sign after the last character.
    outside = TEXT.sub("", text + END)
    opened, closed = (outside.count(pair[0]) + outside.count(pair[1]) for pair in ("{[", "}]"))
    return outside.endswith(END) and opened <= closed


def of_list(value: list[Any]) -> str | None:
    """Returns the code of a JSON array, or None."""
    first = value[0] if value else None
    if not isinstance(first, dict):
        return None
    other = of_object(first)
    return "verdicts" if other == "verdict" else other or "array"


def of_object(value: dict[str, Any]) -> str | None:
    """Returns the code of a JSON object that is no record, or None."""
    keys = value.keys()
    if {"verdict", "checks"} <= keys:
        return "verdict"
    if {"commit", "deal", "close"} <= keys:
        return "receipt"
    if isinstance(value.get("verdict"), dict) or isinstance(value.get("record"), dict):
        return "answer" if "verdict" in keys else "wrapped"
    if "hands" in keys and "header" not in keys:
        return "answer"
    if "$schema" in keys and "runs" in keys:
        return "report"
    if "$schema" in keys:
        return "schema"
    if {"rulings", "rules"} <= keys or {"family", "id"} <= keys:
        return "rule-set"
    return None


def is_object(text: bytes) -> bool:
    """Whether a text is a JSON object by itself."""
    if not text.lstrip().startswith(b"{"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def any_object(lines: Iterable[bytes]) -> bool:
    """Whether a line is a JSON object by itself. Only the first `TRIED` that begin and end as an object are decoded."""
    likely = (line for line in lines if line.startswith(b"{") and line.rstrip().endswith(b"}"))
    return any(map(is_object, islice(likely, TRIED)))


def elements(data: bytes, most: int) -> list[bytes] | None:
    """Returns the bytes of each object of a JSON array, or of objects one after another with white space or commas
    between them; None if the bytes are anything else. The objects are cut out unchanged. Nothing is decoded after the
    first `most` objects.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    place = skip(SPACE, text, 0)
    listed = text.startswith("[", place)
    place = skip(SPACE, text, place + listed)
    found: list[bytes] = []
    while text.startswith("{", place):
        try:
            _, end = DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            return None
        found.append(text[place:end].encode())
        if len(found) == most:
            return found
        place = skip(COMMA if listed else BETWEEN, text, end)
        if listed and place == end:
            break
    if listed:
        place = skip(SPACE, text, place)
        place = skip(SPACE, text, place + 1) if text.startswith("]", place) else -1
    return found if found and place == len(text) else None


def skip(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Returns the end of the pattern's match at `place`, or `place` if it does not match there."""
    found = pattern.match(text, place)
    return found.end() if found else place
