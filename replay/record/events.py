"""Reading the events of a record into what the engines see (RECORD.md, "Events")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from dealproof.replay.core.cards import KINDS
from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.json_schema.value_schema import check_keys, kind_of, shown, wrong_type
from dealproof.verifier.encoding import parse_base64, unholdable
from dealproof.verifier.errors import Malformed

SIGNATURE_BYTES: Final = 64


MAX_SEATS: Final = 12


@dataclass(frozen=True, slots=True)
class Word:
    """One word of `do`: whether a seat does it, and the name and kind of its one field ("" where it has none).

    `timed` says whether the family has clocks, so that its engine must see when an event was. `keys` is how many keys
    an event has that bears neither time nor signature. `ready` holds, a seat each, events by the text of their card,
    or by None for a word without a field: most of a log, and made once.
    """

    seat: bool = True
    field: str = ""
    kind: str = ""
    timed: bool = False
    keys: int = 0
    ready: tuple[Mapping[Any, Event], ...] = ()


WORDS: Final[dict[str, Word]] = {
    "cut": Word(field="at", kind="number"),
    "bid": Word(field="value", kind="bid"),
    "pass": Word(),
    "redeal": Word(seat=False, field="reason", kind="text"),
    "conceal": Word(field="card", kind="card"),
    "show_trump": Word(field="card", kind="card"),
    "ask_trump": Word(),
    "reveal_trump": Word(),
    "play": Word(field="card", kind="card"),
    "claim_jodi": Word(),
    "claim_marujodi": Word(),
    "ask_jodi": Word(),
    "ask_marujodi": Word(),
    "decline_jodi": Word(),
    "decline_marujodi": Word(),
    "timeout": Word(),
    "draw": Word(field="from", kind="pile"),
    "discard": Word(field="card", kind="card"),
    "declare": Word(field="card", kind="card"),
    "drop": Word(),
    "leave": Word(),
}
"""Every word of every family, in the order of RECORD.md."""

PILES: Final = ("stock", "discards")


def words(*names: str, timed: bool = False) -> Mapping[str, Word]:
    """The words that a family uses, and whether it has clocks."""
    return {name: _made_ready(name, WORDS[name], timed) for name in names}


def _made_ready(name: str, word: Word, timed: bool) -> Word:
    keys = 1 + word.seat + (word.field != "")
    return replace(word, timed=timed, keys=keys, ready=_ready(name, word))


def _ready(do: str, word: Word) -> tuple[Mapping[Any, Event], ...]:
    seats = range(MAX_SEATS)
    if word.kind == "card":
        return tuple({text: Event(do, seat, kind) for text, kind in KINDS.items()} for seat in seats)
    return tuple({None: Event(do, seat)} for seat in seats) if word == Word() else ()


def read_events(events: list[Any], known: Mapping[str, Word], seats: int) -> list[Event]:
    """The events of a record, each an object with one of the words `known`.

    Raises `Malformed` with the pointer of the first faulty event.
    """
    read: list[Event] = []
    add = read.append
    last = 0
    for index, event in enumerate(events):
        try:
            word = known[event["do"]]
        except (KeyError, TypeError):
            _explain_word(event, index, known)
        keys, t = len(event), NOBODY
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
            if keys == word.keys and word.ready and (t < 0 or not word.timed):
                seat = event["seat"]
                if type(seat) is int and 0 <= seat < seats:
                    add(word.ready[seat][event[word.field] if word.field else None])
                    continue
            add(_event(event, word, t, seats, index))
        except (KeyError, TypeError, ValueError):
            _explain_field(event, word, index)
        if keys != word.keys:
            check_keys(event, _keys(event, word), f"/events/{index}")
    return read


def _event(event: Mapping[str, Any], word: Word, t: int, seats: int, index: int) -> Event:
    """Reads one event. Raises `KeyError`, `TypeError` or `ValueError` if its seat or field is missing or wrong."""
    seat = event["seat"] if word.seat else NOBODY
    if word.seat and (type(seat) is not int or not 0 <= seat < seats):
        _explain_seat(seat, seats, index)
    number, text = FIELDS[word.kind](event[word.field]) if word.kind else (NOBODY, "")
    return Event(event["do"], seat, number, text, t)


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


def _keys(event: Mapping[str, Any], word: Word) -> frozenset[str]:
    """The keys that an event with this word may have, those optional ones left out that it does not have."""
    keys = {"do"} | ({"seat"} if word.seat else set()) | ({word.field} if word.field else set())
    return frozenset(keys | ({"t", "sig"} & event.keys()))


def _explain_word(event: Any, index: int, known: Mapping[str, Word]) -> NoReturn:
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


def _explain_field(event: Mapping[str, Any], word: Word, index: int) -> NoReturn:
    pointer = f"/events/{index}"
    for key in ("seat", word.field) if word.seat else (word.field,):
        if key and key not in event:
            raise Malformed(f"{pointer}/{key}", "missing-key", f"The key {key!r} is missing.")
    value = event[word.field]
    if unholdable(value):
        raise wrong_type(f"{pointer}/{word.field}", value, "")
    try:
        FIELDS[word.kind](value)
    except ValueError as error:
        told = shown(value) if isinstance(value, str) else kind_of(value)
        raise Malformed(
            f"{pointer}/{word.field}", f"not-a-{word.kind}", f"This is {told}; it must be {error}."
        ) from None
    raise AssertionError("the field can be read after all")


def _check_signature(sig: object, index: int) -> None:
    if type(sig) is not str:
        raise wrong_type(f"/events/{index}/sig", sig, "a signature in base64")
    try:
        parse_base64(sig, SIGNATURE_BYTES)
    except ValueError as error:
        raise Malformed(f"/events/{index}/sig", "not-base64", str(error)) from None
