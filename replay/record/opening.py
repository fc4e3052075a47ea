"""What an imported hand has in place of a header, read key by key (RECORD.md, "Imported hands")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import dealproof.replay.rulesets as rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.json_schema.value_schema import shown, wrong_type
from dealproof.replay.record.record import (
    Member,
    member_of,
    read_count,
    read_dealer,
    read_id,
    read_match,
    read_seats,
)
from dealproof.verifier.errors import Malformed

FIRST_SEAT: Final = "first_seat"


def read_opening(root: Mapping[str, Any]) -> tuple[Game, list[str]]:
    """Checks what an imported hand has in place of a header, in the order of RECORD.md, "Imported hands". Returns the
    game and the names."""
    member: Member = partial(member_of, root, "")
    read_id(member("hand"), "/hand")
    read_id(member("table"), "/table")
    read_count(member("number"), "/number")
    game, fault = _read_rule_set(member("rules"), root)
    seats = read_seats(member("seats"), game, "")
    read_dealer(member("dealer"), game, len(seats), "")
    if game is not None:
        _read_first_seat(root, game, len(seats))
    read_match(member("match"), game, len(seats), "")
    member("rule_set")
    if fault is not None:
        raise fault
    assert game is not None
    return game, seats


def _read_rule_set(name: Any, root: Mapping[str, Any]) -> tuple[Game | None, Malformed | None]:
    """The game that an imported hand names, None if the rule set that it includes cannot be read, and what is wrong
    with that rule set, which is reported after the rest. Raises `Malformed` for the name."""
    if type(name) is not str:
        raise wrong_type("/rules", name, "the ID of a rule set")
    game, own = rulesets.builtin(name), root.get("rule_set")
    if game is None and own is None and "rule_set" in root:
        reason = f"There is no built-in rule set {shown(name)}, and the record includes no rule set under /rule_set."
        raise Malformed("/rules", "unknown-rules", reason)
    if game is not None:
        reason = f"{name} is built in, so this must be null."
        return game, None if own is None else Malformed("/rule_set", "rules-not-null", reason)
    read_id(name, "/rules")
    try:
        return rulesets.read(own, name, "/rule_set"), None
    except Malformed as fault:
        return None, fault


def _read_first_seat(root: Mapping[str, Any], game: Game, seats: int) -> None:
    if not game.draws_first_seat:
        if FIRST_SEAT in root:
            raise Malformed("/first_seat", "no-first-seat", f"{game.id} draws no first seat, so this key is not there.")
        return
    first = member_of(root, "", FIRST_SEAT)
    if type(first) is not int:
        raise wrong_type("/first_seat", first, "the index of a seat")
    if not 0 <= first < seats:
        raise Malformed("/first_seat", "no-such-seat", f"There is no seat {first}. Seats are 0 to {seats - 1}.")
