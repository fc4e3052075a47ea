"""Canonical JSON (RFC 8785): keys in order of their UTF-16 code units, no spaces, the shortest escapes, UTF-8.

    >>> canonical({"value": 16, "do": "bid", "seat": 0})
    b'{"do":"bid","seat":0,"value":16}'

Source: PROTOCOL.md, "JSON".
"""

import json
import re
from collections.abc import Mapping, Sequence

from dealproof.verifier.encoding import quick
from dealproof.verifier.encoding.json_value import Json

_BEYOND_BMP = re.compile("[\U00010000-\U0010ffff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":"))
_UNSORTED = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=False, separators=(",", ":"))


def canonical(value: Json) -> bytes:
    """Write RFC 8785 canonical JSON as UTF-8.

    `value` is what `parse_json` may give: no floats, no integer past MAX_INTEGER (not looked for here: the type has
    no floats). Raises ValueError where a text holds a lone surrogate, which UTF-8 cannot write.
    """
    sure = quick.canonical(value)
    if sure is not None:
        return sure
    text = _ENCODER.encode(value)
    # Code points and UTF-16 code units sort alike until a key leaves the Basic Multilingual Plane.
    if not text.isascii() and _BEYOND_BMP.search(text):
        text = _UNSORTED.encode(_in_utf16_order(value))
    return text.encode()


def _in_utf16_order(value: Json) -> Json:
    """The same value, the keys of each object in order of their UTF-16 code units."""
    if isinstance(value, Mapping):
        return {key: _in_utf16_order(value[key]) for key in sorted(value, key=_utf16)}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_in_utf16_order(item) for item in value]
    return value


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")
