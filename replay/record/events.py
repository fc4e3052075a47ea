"""The events of a record, read for the engines and written again (RECORD.md, "Events")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from dealproof.replay.core.cards import KINDS, TEXTS
from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.json_schema.value_schema import check_keys, kind_of, shown, wrong_type
from dealproof.verifier.encoding import Json, parse_base64, unholdable
from dealproof.verifier.errors import Malformed

SIGNATURE_BYTES: Final = 64


MAX_SEATS: Final = 12


@dataclass(frozen=True, slots=True)
class Action:
    """One value of `do`: whether it has a seat, and the name and kind of its one field ("" if it has none).

    `timed` says whether the family has clocks: then events keep their times. `face_down` says whether only the seat
    itself sees the card. `keys` is the number of keys of an event without time and signature. `prepared` holds, for
    each seat, events by the text of their card, or by None for an action without a field. Most events of a log are
    found here and need not be made.
    """

    seat: bool = True
    field: str = ""
    kind: str = ""
    timed: bool = False
    face_down: bool = False
    keys: int = 0
    prepared: tuple[Mapping[Any, Event], ...] = ()


ACTIONS: Final[dict[str, Action]] = {
    "cut": Action(field="at", kind="number"),
    "bid": Action(field="value", kind="bid"),
    "pass": Action(),
    "redeal": Action(seat=False, field="reason", kind="text"),
    "conceal": Action(field="card", kind="card", face_down=True),
    "show_trump": Action(field="card", kind="card"),
    "ask_trump": Action(),
    "reveal_trump": Action(),
    "play": Action(field="card", kind="card"),
    "claim_jodi": Action(),
    "claim_marujodi": Action(),
    "ask_jodi": Action(),
    "ask_marujodi": Action(),
    "decline_jodi": Action(),
    "decline_marujodi": Action(),
    "timeout": Action(),
    "draw": Action(field="from", kind="pile"),
    "discard": Action(field="card", kind="card"),
    "declare": Action(field="card", kind="card", face_down=True),
    "drop": Action(),
    "leave": Action(),
}
"""Every action of every family, in the order of RECORD.md."""

PILES: Final = ("stock", "discards")


def actions(*names: str, timed: bool = False) -> Mapping[str, Action]:
    """The actions with these names, by name. `timed` says whether the family has clocks."""
    return {name: _with_events(name, ACTIONS[name], timed) for name in names}


def _with_events(name: str, action: Action, timed: bool) -> Action:
    keys = 1 + action.seat + (action.field != "")
    return replace(action, timed=timed, keys=keys, prepared=_events(name, action))


def _events(do: str, action: Action) -> tuple[Mapping[Any, Event], ...]:
    seats = range(MAX_SEATS)
    if action.kind == "card":
        return tuple({text: Event(do, seat, kind) for text, kind in KINDS.items()} for seat in seats)
    return tuple({None: Event(do, seat)} for seat in seats) if action == Action() else ()


def read_events(
    events: list[Any], known: Mapping[str, Action], seats: int, first: int = 0, since: int = 0
) -> list[Event]:
    """The events of a record, each an object with one of the actions `known`. Of a hand in play they may be the events
    from the index `first` on; `since` is the time of the last event before them that has one, 0 if none has.

    Raises `Malformed` with the pointer of the first faulty event.
    """
    read: list[Event] = []
    add = read.append
    last = since
    for index, event in enumerate(events, first):
        try:
            action = known[event["do"]]
        except (KeyError, TypeError):
            _explain_action(event, index, known)
        keys = len(event)
        t: Any = NOBODY  # what the event says is looked at before it is a number
        if "t" in event:
            keys -= 1
            t = event["t"]
            if type(t) is not int or t < last:
                _explain_time(t, last, index)
            last = t
        if "sig" in event:
            keys -= 1
            _check_signature(event["sig"], index)
        try:
            if keys == action.keys and action.prepared and (t < 0 or not action.timed):
                seat = event["seat"]
                if type(seat) is int and 0 <= seat < seats:
                    add(action.prepared[seat][event[action.field] if action.field else None])
                    continue
            add(_event(event, action, t, seats, index))
        except (KeyError, TypeError, ValueError):
            _explain_field(event, action, index)
        if keys != action.keys:
            check_keys(event, _keys(event, action), f"/events/{index}")
    return read


def _event(event: Mapping[str, Any], action: Action, t: int, seats: int, index: int) -> Event:
    """Reads one event. Raises `KeyError`, `TypeError` or `ValueError` if its seat or field is missing or wrong."""
    seat = event["seat"] if action.seat else NOBODY
    if action.seat and (type(seat) is not int or not 0 <= seat < seats):
        _explain_seat(seat, seats, index)
    number, text = FIELDS[action.kind](event[action.field]) if action.kind else (NOBODY, "")
    return Event(event["do"], seat, number, text, t)


def event_json(event: Event) -> dict[str, Json]:
    """The event as a record contains it, without time and signature. `read_events` reads it back as the same event."""
    action = ACTIONS[event.do]
    json: dict[str, Json] = {"seat": event.seat} if action.seat else {}
    json["do"] = event.do
    if action.kind == "card":
        json[action.field] = TEXTS[event.arg]
    elif action.kind == "bid":
        json[action.field] = "thani" if event.arg == THANI else event.arg
    elif action.kind:
        json[action.field] = event.arg if action.kind == "number" else event.word
    return json


def _number(value: object) -> tuple[int, str]:
    if type(value) is not int:
        raise ValueError("an integer")
    return value, ""


def _bid(value: object) -> tuple[int, str]:
    if value == "thani":
        return THANI, ""
    if type(value) is not int:
        raise ValueError('an integer or "thani"')
    return value, ""


def _text(value: object) -> tuple[int, str]:
    if type(value) is not str:
        raise ValueError("a string")
    return NOBODY, value


def _card(value: object) -> tuple[int, str]:
    if not isinstance(value, str) or value not in KINDS:
        raise ValueError('a card such as "Td": a rank of 2 to 9, T J Q K A, then a suit of s h d c; or "Jk"')
    return KINDS[value], ""


def _pile(value: object) -> tuple[int, str]:
    if value not in PILES:
        raise ValueError('"stock" or "discards"')
    return NOBODY, str(value)


FIELDS: Final[dict[str, Callable[[object], tuple[int, str]]]] = {
    "number": _number,
    "bid": _bid,
    "text": _text,
    "card": _card,
    "pile": _pile,
}
"""What reads each kind of field; a `ValueError` says what would be right."""


def _keys(event: Mapping[str, Any], action: Action) -> frozenset[str]:
    """The keys that an event with this action may have, those optional ones left out that it does not have."""
    keys = {"do"} | ({"seat"} if action.seat else set()) | ({action.field} if action.field else set())
    return frozenset(keys | ({"t", "sig"} & event.keys()))


def _explain_action(event: Any, index: int, known: Mapping[str, Action]) -> NoReturn:
    pointer = f"/events/{index}"
    if type(event) is not dict:
        raise wrong_type(pointer, event, "an object")
    if "do" not in event:
        raise Malformed(f"{pointer}/do", "missing-key", "The key 'do' is missing. It names what the event does.")
    if type(event["do"]) is not str:
        raise wrong_type(f"{pointer}/do", event["do"], "a string")
    reason = f"{shown(event['do'])} is unknown in this game. It must be one of {', '.join(known)}."
    raise Malformed(f"{pointer}/do", "unknown-do", reason)


def _explain_time(t: object, last: int, index: int) -> NoReturn:
    pointer = f"/events/{index}/t"
    if type(t) is not int:
        raise wrong_type(pointer, t, "an integer, in milliseconds")
    if t < 0:
        raise Malformed(pointer, "out-of-range", f"{t} ms is before the deal. Times must be 0 or greater.")
    raise Malformed(pointer, "time-goes-back", f"{t} ms is earlier than the event before, at {last} ms.")


def _explain_seat(seat: object, seats: int, index: int) -> NoReturn:
    pointer = f"/events/{index}/seat"
    if type(seat) is not int:
        raise wrong_type(pointer, seat, "the index of a seat")
    raise Malformed(pointer, "no-such-seat", f"There is no seat {seat}. Seats are numbered from 0 to {seats - 1}.")


def _explain_field(event: Mapping[str, Any], action: Action, index: int) -> NoReturn:
    pointer = f"/events/{index}"
    for key in ("seat", action.field) if action.seat else (action.field,):
        if key and key not in event:
            raise Malformed(f"{pointer}/{key}", "missing-key", f"The key {key!r} is missing.")
    value = event[action.field]
    if unholdable(value):
        raise wrong_type(f"{pointer}/{action.field}", value, "")
    try:
        FIELDS[action.kind](value)
    except ValueError as error:
        found = shown(value) if isinstance(value, str) else kind_of(value)
        raise Malformed(
            f"{pointer}/{action.field}", f"not-a-{action.kind}", f"This is {found}; it must be {error}."
        ) from None
    raise AssertionError("the field can be read after all")


def _check_signature(sig: object, index: int) -> None:
    if type(sig) is not str:
        raise wrong_type(f"/events/{index}/sig", sig, "a signature in base64")
    try:
        parse_base64(sig, SIGNATURE_BYTES)
    except ValueError as error:
        raise Malformed(f"/events/{index}/sig", "not-base64", str(error)) from None
