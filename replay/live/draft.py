"""The header of a hand from its draft, read as strictly as that of a record (PROTOCOL.md, "Header")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.record.record import FORMAT, read_header
from dealproof.verifier.encoding import Json, canonical, parse_json
from dealproof.verifier.errors import Malformed

FILLED_IN: Final = ("format", "server_commitment")
"""The keys of a header that a draft does not have."""

UNREAD: Final = "0" * 64
"""In place of the digest of rules that cannot be read: the reader of the header names what is wrong with them."""


class Opening(NamedTuple):
    """What is fixed when a hand is opened: the whole header, the rules of the house as JSON (None if they are built
    in), and the prepared rule set."""

    header: dict[str, Any]
    rules: Json
    game: Game


def read_draft(draft: Mapping[str, Json], rules: Json, server_commitment: str) -> Opening:
    """Completes and reads the draft of a header: `format` and `server_commitment` are added, `rules_digest` too if the
    draft does not have it. Raises `Malformed` with the first fault, its pointer that of a record."""
    value, house = _strict(draft, "/header"), _strict(rules, "/rules")
    if not isinstance(value, dict):
        raise Malformed("/header", "wrong-type", "The draft of a header must be an object.")
    for key in FILLED_IN:
        if key in value:
            raise Malformed(f"/header/{key}", "unknown-key", f"The key {key!r} is added when the hand is opened.")
    whole = {"format": FORMAT, "server_commitment": server_commitment, **value}
    if "rules_digest" not in whole:
        whole["rules_digest"] = _digest(whole.get("rules"), house)
    header, game, _ = read_header(whole, {"rules": house})
    return Opening(header, house, game)


def _strict(value: Json, pointer: str) -> Any:
    """A copy of the JSON value at `pointer`. Raises `Malformed` if no record can hold it."""
    try:
        text = canonical(value)
    except (TypeError, ValueError, RecursionError):
        reason = "This is not a JSON value that a record can hold: objects, lists, texts, integers, true, false, null."
        raise Malformed(pointer, "bad-json", reason) from None
    try:
        return parse_json(text)
    except Malformed as fault:
        raise Malformed(f"{pointer}{fault.pointer}", fault.code, fault.reason) from None


def _digest(name: Any, house: Json) -> str:
    if type(name) is not str:
        return UNREAD
    game = rulesets.builtin(name)
    if game is not None:
        return game.digest
    try:
        return rulesets.read(house, name, "/rules").digest
    except Malformed:
        return UNREAD
