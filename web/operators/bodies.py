"""The JSON of a request, read as strictly as a record: the members that it must have, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dealproof.verifier.encoding import parse_json
from dealproof.verifier.errors import Malformed
from dealproof.web.operators.errors import MALFORMED, Refusal

TIME: Final = "time"


def read_body(data: bytes, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """Returns the JSON object in a body. Raises `Refusal`."""
    try:
        value = parse_json(data)
    except Malformed as fault:
        raise malformed(fault) from None
    keys = {*value} if isinstance(value, dict) else set()
    if not isinstance(value, dict) or not {*required} <= keys <= {*required, *optional}:
        names = ", ".join([*required, *(f"{name} (may be left out)" for name in optional)])
        raise Refusal(MALFORMED, "members", names=names)
    return value


def read_time(given: Mapping[str, Any], now: int) -> int:
    """Returns the time in a body, in ms since 1970; `now` where it has none. Raises `Refusal`."""
    value = given.get(TIME, now)
    if type(value) is not int or value < 0:
        raise Refusal(MALFORMED, "no-time")
    return int(value)


def malformed(fault: Malformed) -> Refusal:
    """Returns the refusal of JSON that is not what it must be."""
    return Refusal(MALFORMED, "malformed", reason=fault.reason, pointer=fault.pointer or "/")
