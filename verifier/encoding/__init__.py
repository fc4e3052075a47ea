"""Texts in and out: strict JSON, canonical JSON, strict hex and base64.

    json_reading   `parse_json` takes UTF-8 bytes of at most 1 MiB, nested at most 16 deep, and refuses what different
                   readers would read differently
    json_value     the values of JSON, and those that a record cannot hold
    json_writing   `canonical` writes RFC 8785
    binary         hex and base64
    quick          a faster reader and writer where orjson is installed; never a different result

    >>> canonical(parse_json(b' {"value": 16, "do": "bid", "seat": 0} '))
    b'{"do":"bid","seat":0,"value":16}'

Source: PROTOCOL.md, "JSON"; RECORD.md, "Limits".
"""

from dealproof.verifier.encoding.binary import format_base64, parse_base64, parse_hex
from dealproof.verifier.encoding.json_reading import (
    MAX_BYTES,
    MAX_DEPTH,
    parse_json,
    parse_loosely,
    parse_or_mark,
    parse_surely,
    refuse_marked,
)
from dealproof.verifier.encoding.json_value import MAX_INTEGER, SHOWN, UNHOLDABLE, Json, Unholdable, unholdable
from dealproof.verifier.encoding.json_writing import canonical

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_INTEGER",
    "SHOWN",
    "UNHOLDABLE",
    "Json",
    "Unholdable",
    "canonical",
    "format_base64",
    "parse_base64",
    "parse_hex",
    "parse_json",
    "parse_loosely",
    "parse_or_mark",
    "parse_surely",
    "refuse_marked",
    "unholdable",
]
