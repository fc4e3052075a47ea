"""Mistakes in the log head: in how it was hashed, in the events, and in the salt, which binds header and seeds."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any, Final, NamedTuple

import dealproof.replay.rulesets as rulesets
from dealproof.replay.doctor.explanation import SITE, UNCLEAR, WRITER, Explanation, Patch
from dealproof.replay.doctor.forms import json_forms, texts
from dealproof.replay.doctor.trial import Head, Trial, first
from dealproof.replay.hashes import Hashed
from dealproof.verifier.encoding import canonical
from dealproof.verifier.log_hash import LogHash, log_hash_of

CHECK: Final = "log-head"
POINTER: Final = "/log_head"
MOVED: Final = frozenset({"events-reversed", "events-by-seat", "events-by-time", "events-swapped", "event-left-out"})
"""Mistakes in the events of the record rather than in the hash."""


def explained(head: Head, others: Sequence[Hashed]) -> Iterator[Explanation]:
    """The first mistake that would explain a log head, or nothing."""
    if other := next((each for each in others if each.json["log_head"] == head.head), None):
        yield Explanation("log-head-of-another-hand", CHECK, POINTER, WRITER, values={"hand": other.hand})
    elif code := first(head.head, forms(head)):
        yield Explanation(code, CHECK, *(("/events", WRITER) if code in MOVED else (POINTER, SITE)))
    elif (events := covered(head)) is not None:
        yield Explanation("fewer-events", CHECK, POINTER, UNCLEAR, values={"events": events})
    elif found := next((each for each in islice(salts(head.record), head.most) if head.fits(each.patch)), None):
        yield Explanation(found.code, CHECK, found.pointer, WRITER, values=found.values)
    elif any(head.under(*each) for each in islice(written(head.record), head.most)):
        yield Explanation("salt-json-form", CHECK, POINTER, SITE)


def forms(head: Head) -> Iterator[Trial]:
    """What else than salt and events may have been hashed."""
    salt, events, unsigned = head.salt, head.events, head.unsigned
    signed = canonical(head.record.json["events"])
    yield Trial("signatures-left-in", salt + signed)
    yield Trial("without-salt", events)
    yield from (Trial("salt-as-text", text.encode() + events) for text in (salt.hex(), salt.hex().upper()))
    yield Trial("salt-last", events + salt)
    yield Trial("newline", salt + events + b"\n")
    yield from (Trial("json-form", salt + text) for text in json_forms(unsigned))
    yield Trial("json-lines", salt + b"\n".join(map(canonical, unsigned)))
    yield Trial("json-lines", salt + b"".join(canonical(event) + b"\n" for event in unsigned))
    yield from (Trial(code, salt + canonical(each)) for code, each in orders(unsigned))
    once = log_hash_of(salt, events)
    yield Trial("double-hash", once)
    yield Trial("hash-of-commitment", once.hex().encode())
    yield Trial("times-left-out", salt + canonical([without(event, "t") for event in unsigned]))
    yield Trial("seats-from-one", salt + canonical([counted(event, 1) for event in unsigned]))


def orders(events: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The events in other orders, and without the first of them."""
    yield "events-swapped", [*events[:-2], *reversed(events[-2:])]
    yield "events-swapped", [*reversed(events[:2]), *events[2:]]
    yield "events-reversed", events[::-1]
    yield "events-by-seat", sorted(events, key=lambda event: int(event.get("seat", -1)))
    yield "events-by-time", sorted(events, key=lambda event: int(event.get("t", 0)))
    if len(events) > 1:
        yield "event-left-out", events[1:]


def without(event: dict[str, Any], name: str) -> dict[str, Any]:
    """An event without one key."""
    return {key: value for key, value in event.items() if key != name}


def counted(event: dict[str, Any], first: int) -> dict[str, Any]:
    """An event with seats counted from another number than 0."""
    return {**event, "seat": event["seat"] + first} if "seat" in event else event


def covered(head: Head) -> int | None:
    """The number of first events of which the log head is the hash, or None. One running hash, finished once for each
    event."""
    log = LogHash(head.salt)
    for number, event in enumerate(head.unsigned):
        if log.digest().hex() == head.head:
            return number
        log.append(event)
    return None


class Salt(NamedTuple):
    """A mistake in what the salt is a hash of: its code, where it is, what was meant, and what a sentence needs."""

    code: str
    pointer: str
    patch: Patch
    values: dict[str, Any]


def salts(record: Hashed) -> Iterator[Salt]:
    """Mistakes in values that nothing but the salt binds."""
    yield from numbers(record)
    yield from seat_numbers(record)
    yield from other_rules(record)
    yield from seed_orders(record)
    yield from seed_texts(record)
    yield from names(record)


def numbers(record: Hashed) -> Iterator[Salt]:
    """The number of the hand at its table, or in its match, off by one."""
    header = record.header
    number, match = header["number"], header["match"]
    for each in (number + 1, number - 1):
        yield Salt("number-off-by-one", "/header/number", Patch({"number": each}), {"number": each})
    if match is not None:
        for each in (match["number"] + 1, match["number"] - 1):
            patch = Patch({"match": {**match, "number": each}})
            yield Salt("number-off-by-one", "/header/match/number", patch, {"number": each})
            both = Patch({"number": number + each - match["number"], "match": {**match, "number": each}})
            yield Salt("number-off-by-one", "/header/number", both, {"number": each})


def seat_numbers(record: Hashed) -> Iterator[Salt]:
    """The dealer off by one seat."""
    dealer, seats = record.dealer, len(record.seats)
    if dealer is not None:
        for each in dict.fromkeys((dealer + 1, dealer - 1, (dealer + 1) % seats, (dealer - 1) % seats)):
            yield Salt("dealer-off-by-one", "/header/dealer", Patch({"dealer": each}), {"dealer": each})


def other_rules(record: Hashed) -> Iterator[Salt]:
    """Another rule set for the same cards and seats, by its name alone or with its digest."""
    for game in rulesets.alike(record.game):
        for patch in (Patch({"rules": game.id}), Patch({"rules": game.id, "rules_digest": game.digest})):
            yield Salt("another-rule-set", "/header/rules", patch, {"rules": game.id})


def seed_orders(record: Hashed) -> Iterator[Salt]:
    """The seeds in another order: as they came, or two of them exchanged. A seed that matches a commitment is in its
    place."""
    free = open_seats(record)
    seeds = [record.player_seeds[seat] for seat in free]
    for order in (seeds[::-1], seeds[1:] + seeds[:1], seeds[-1:] + seeds[:-1]):
        found = {seat: seed for seat, seed in zip(free, order, strict=True) if seed is not None}
        yield Salt("seeds-exchanged", "/player_seeds", Patch(seeds=found), {"seats": free})
    for one, other in combinations(free, 2):
        pair = {one: record.player_seeds[other], other: record.player_seeds[one]}
        given = {seat: seed for seat, seed in pair.items() if seed is not None}
        yield Salt("seeds-exchanged", "/player_seeds", Patch(seeds=given), {"seats": [one, other]})


def seed_texts(record: Hashed) -> Iterator[Salt]:
    """A seed without a commitment in another form."""
    for seat in open_seats(record):
        for code, text in texts(record.player_seeds[seat] or ""):
            yield Salt(code, f"/player_seeds/{seat}", Patch(seeds={seat: text}), {"seat": seat})


def open_seats(record: Hashed) -> list[int]:
    """The seats that opened a seed without a commitment."""
    commitments = record.header["player_commitments"]
    return [seat for seat, seed in enumerate(record.player_seeds) if seed is not None and commitments[seat] is None]


def names(record: Hashed) -> Iterator[Salt]:
    """The players' names in another Unicode form."""
    composed = [unicodedata.normalize("NFC", name) for name in record.header["seats"]]
    yield Salt("nfc-names", "/header/seats", Patch({"seats": composed}), {})
    taken_apart = [unicodedata.normalize("NFD", name) for name in record.header["seats"]]
    yield Salt("nfd-names", "/header/seats", Patch({"seats": taken_apart}), {})


def written(record: Hashed) -> Iterator[tuple[bytes, bytes]]:
    """Header and player seeds as JSON that is not canonical."""
    yield from zip(json_forms(record.header), json_forms(list(record.player_seeds)), strict=True)
