"""The void record `dealproof/void/1`: a hand that was started and given up (RECORD.md, "Void records").

`parse` reads bytes and names the first fault by JSON pointer, in the order bytes and JSON, format, header, rules,
seeds, events, log head, reason. `format` writes the canonical JSON; `parse(format(record))` is that record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dealproof.replay.core.engine import Game
from dealproof.replay.core.events import Event
from dealproof.replay.json_schema.value_schema import shown, wrong_type
from dealproof.replay.record.events import read_events
from dealproof.replay.record.other_kinds import has_format, read_strictly
from dealproof.replay.record.record import (
    MAX_EVENTS,
    Texts,
    Unreadable,
    one_a_seat,
    read_header,
    read_hex,
    read_keys,
    read_list,
    read_object,
    read_player_seed,
    read_standing,
)
from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import Malformed
from dealproof.verifier.tlog.leaf import REASONS, SEED_MISSING

FORMAT: Final = "dealproof/void/1"
KEYS: Final = frozenset({"format", "header", "rules", "server_seed", "player_seeds", "events", "log_head", "reason"})


class VoidRecord(NamedTuple):
    """A void record as read: like `Record`, but that the server seed is always open, a player seed is None where the
    seat never opened it, and `reason` says why the hand was given up."""

    json: dict[str, Any]
    texts: Texts | None
    game: Game
    hand: str
    seats: list[str]
    dealer: int | None
    standing: Mapping[str, Json] | None
    keys: list[bytes | None]
    server_seed: bytes
    player_seeds: list[str | None]
    events: list[Event]
    reason: str

    @property
    def header(self) -> dict[str, Any]:
        """The header of the record."""
        header: dict[str, Any] = self.json["header"]
        return header

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that did not open their seed."""
        return tuple(seat for seat, seed in enumerate(self.player_seeds) if seed is None)


def is_void(value: Json) -> bool:
    """Whether a JSON value says that it is a void record, of this version or another."""
    return has_format(value, "dealproof/void/")


def parse(data: bytes) -> VoidRecord:
    """Reads one void record. Raises `Malformed` with the first fault."""
    found = read(data)
    if isinstance(found, Unreadable):
        raise found.fault
    return found


def read(data: bytes) -> VoidRecord | Unreadable:
    """Reads one void record, or names its first fault."""
    return read_strictly(data, from_json)


def format(record: VoidRecord) -> bytes:
    """The void record as canonical JSON."""
    return canonical(record.json)


def from_json(value: Json) -> VoidRecord:
    """Reads a void record from its JSON value. Raises `Malformed` with the first fault."""
    root, member = read_object(value, "", KEYS)
    if member("format") != FORMAT:
        raise Malformed("/format", "unknown-format", f'The format must be "{FORMAT}".')
    header, game, seats = read_header(member("header"), root)
    server_seed = read_hex(member("server_seed"), "/server_seed")
    player_seeds = _read_player_seeds(member("player_seeds"), len(seats))
    events = read_events(read_list(member("events"), "/events", MAX_EVENTS), game.actions, len(seats))
    _read_log_head(member("log_head"), bool(events), None in player_seeds)
    return VoidRecord(
        root,
        None,
        game,
        header["hand"],
        seats,
        header["dealer"],
        read_standing(header),
        read_keys(header),
        server_seed,
        player_seeds,
        events,
        _read_reason(member("reason"), None in player_seeds),
    )


def _read_player_seeds(seeds: Any, seats: int) -> list[str | None]:
    one_a_seat(seeds, "/player_seeds", seats, "seeds")
    for seat, seed in enumerate(seeds):
        if seed is not None:
            read_player_seed(seed, seat)
    checked: list[str | None] = seeds
    return checked


def _read_log_head(head: Json, has_events: bool, seed_missing: bool) -> None:
    if head is None:
        if has_events:
            raise Malformed("/events", "not-dealt", "Without a log head the hand was not dealt and has no events.")
        return
    read_hex(head, "/log_head")
    if seed_missing:
        raise Malformed("/log_head", "not-dealt", "A seed is missing, so no log head follows; this must be null.")


def _read_reason(reason: Json, seed_missing: bool) -> str:
    if type(reason) is not str:
        raise wrong_type("/reason", reason, "why the hand was given up")
    if reason not in REASONS:
        raise Malformed("/reason", "unknown-value", f"{shown(reason)} is not one of {', '.join(REASONS)}.")
    if seed_missing != (reason == SEED_MISSING):
        raise Malformed("/reason", "wrong-reason", f"The reason is {SEED_MISSING} if and only if a seed is missing.")
    return reason
