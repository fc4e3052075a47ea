"""The hand record `dealproof/hand/1`: strict in, canonical out (RECORD.md).

`parse` reads bytes and names the first fault by JSON pointer, in the order bytes and JSON, header, rules, seeds,
events, log head, claim. `format` writes the canonical JSON of a record; `parse(format(record))` is that record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import dealproof.replay.rulesets as rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.core.events import Event
from dealproof.replay.json_schema.value_schema import check_keys, shown, wrong_type
from dealproof.replay.record.events import read_events
from dealproof.replay.record.identifiers import ID
from dealproof.verifier.encoding import (
    MAX_BYTES,
    Json,
    canonical,
    parse_base64,
    parse_hex,
    parse_or_mark,
    parse_surely,
    refuse_marked,
)
from dealproof.verifier.errors import Malformed
from dealproof.verifier.keys import KEY_BYTES, is_weak

FORMAT: Final = "dealproof/hand/1"
IMPORTS: Final = "dealproof/import/"
"""How the format of an imported hand begins, in this version or another."""
MAX_EVENTS: Final = 10_000
MAX_NAME: Final = 64
MAX_SEED_BYTES: Final = 256

ROOT_KEYS: Final = frozenset({"header", "rules", "server_seed", "player_seeds", "events", "log_head", "claim"})
HEADER_KEYS: Final = frozenset(
    {
        "format",
        "hand",
        "table",
        "number",
        "rules",
        "rules_digest",
        "seats",
        "dealer",
        "server_commitment",
        "player_commitments",
        "seat_keys",
        "match",
    }
)
MATCH_KEYS: Final = frozenset({"id", "number", "before"})

Member = Callable[[str], Any]


class Texts(NamedTuple):
    """The hashed parts of a record, as canonical JSON; `events` is None if an event has a signature."""

    header: bytes
    player_seeds: bytes
    events: bytes | None


class Record(NamedTuple):
    """A record as read. `json` is the whole of it as parsed; the other fields are what the checks ask for: `texts` the
    hashed parts if their canonical JSON is already known, `game` the prepared rule set, `seats`
    the players' names, `standing` the match's standing before the hand (None without a match), `keys` a public key
    (32 bytes) or None a seat (empty where no seat has one), `server_seed` 32 bytes or None while it is hidden,
    `events` what the engine sees."""

    json: dict[str, Any]
    texts: Texts | None
    game: Game
    hand: str
    seats: list[str]
    dealer: int | None
    standing: Mapping[str, Json] | None
    keys: list[bytes | None]
    server_seed: bytes | None
    player_seeds: list[str]
    events: list[Event]

    @property
    def header(self) -> dict[str, Any]:
        """The header of the record."""
        header: dict[str, Any] = self.json["header"]
        return header

    @property
    def claim(self) -> dict[str, Any] | None:
        """The result that the operator recorded, or None."""
        claim: dict[str, Any] | None = self.json["claim"]
        return claim


class Unreadable(NamedTuple):
    """Why bytes are not a record: the first fault, and the hand ID if it can be read."""

    fault: Malformed
    hand: str | None


def parse(data: bytes) -> Record:
    """Reads one record. Raises `Malformed` with the first fault."""
    found = read(data)
    if isinstance(found, Unreadable):
        raise found.fault
    return found


def read(data: bytes) -> Record | Unreadable:
    """Reads one record. Returns its first fault if it has one. The text is decoded at most three times."""
    # A record holds no floats and is less deep than the limit: what can be read surely needs no look but its size.
    sure = parse_surely(data) if len(data) <= MAX_BYTES else None
    if sure is not None:
        try:
            return from_json(sure.value, sure.text)
        except Malformed:
            pass  # the strict reading below names the fault that comes first
    try:
        value, marked = parse_or_mark(data, sure)
    except Malformed as fault:
        return Unreadable(fault, None)
    try:
        record = from_json(value)
        if marked:
            # A value that a record cannot hold is named in its turn, after the faults that come before it.
            refuse_marked(value)
    except Malformed as fault:
        return Unreadable(fault, hand_id(value))
    return record


def format(record: Record) -> bytes:
    """The record as canonical JSON."""
    return canonical(record.json)


def hand_id(value: object) -> str | None:
    """The hand ID in any JSON value, or None if it has none. That of an imported hand is not in a header."""
    if not isinstance(value, dict):
        return None
    header = value if str(value.get("format")).startswith(IMPORTS) else value.get("header")
    hand = header.get("hand") if isinstance(header, dict) else None
    return hand if type(hand) is str and ID.fullmatch(hand) else None


def from_json(value: Json, text: bytes | None = None) -> Record:
    """Reads a record from its JSON value, of which `text` is the canonical JSON if the value is a record. Raises
    `Malformed` with the first fault.
    """
    root, member = read_object(value, "", ROOT_KEYS)
    header, game, seats = read_header(member("header"), root)
    count = len(seats)
    server_seed = _read_server_seed(member("server_seed"))
    player_seeds = read_player_seeds(member("player_seeds"), count)
    events = read_events(read_list(member("events"), "/events", MAX_EVENTS), game.actions, count)
    read_hex(member("log_head"), "/log_head")
    claim = member("claim")
    if claim is not None:
        game.result_schema(count).check(claim, "/claim")
    return Record(
        root,
        None if text is None else _texts(text),
        game,
        header["hand"],
        seats,
        header["dealer"],
        read_standing(header),
        read_keys(header),
        server_seed,
        player_seeds,
        events,
    )


def _texts(text: bytes) -> Texts:
    """The hashed parts of a record's canonical JSON. Every key before them is known, and the quotes within a text are
    escaped: what is found first is the record's own key."""
    events = text.index(b',"events":')
    header = text.index(b',"header":', events)
    log_head = text.index(b',"log_head":', header)
    seeds = text.index(b',"player_seeds":', log_head)
    rules = text.index(b',"rules":', seeds)
    log = text[events + len(b',"events":') : header]
    return Texts(
        text[header + len(b',"header":') : log_head],
        text[seeds + len(b',"player_seeds":') : rules],
        None if b'"sig":' in log else log,
    )


def read_header(value: Any, root: Mapping[str, Any]) -> tuple[dict[str, Any], Game, list[str]]:
    """Checks the header key by key in the order of PROTOCOL.md, then the rules of the record `root`. Returns the
    header, the game and the names. If the rules cannot be read, the rest of the header is checked first, as far as it
    does not depend on them."""
    header, member = read_object(value, "/header", HEADER_KEYS)
    if member("format") != FORMAT:
        raise Malformed("/header/format", "unknown-format", f'The format must be "{FORMAT}".')
    read_id(member("hand"), "/header/hand")
    read_id(member("table"), "/header/table")
    read_count(member("number"), "/header/number")
    name, digest = member("rules"), member("rules_digest")
    _check_rules_named(name, digest, root)
    game: Game | None
    try:
        game, fault = _read_rules(name, root), None
    except Malformed as error:
        game, fault = None, error
    seats = read_seats(member("seats"), game)
    read_dealer(member("dealer"), game, len(seats))
    read_hex(member("server_commitment"), "/header/server_commitment")
    _read_commitments(member("player_commitments"), len(seats))
    _read_seat_keys(member("seat_keys"), len(seats))
    read_match(member("match"), game, len(seats))
    if game is None:
        assert fault is not None
        raise fault
    return header, game, seats


def read_header_alone(value: Any) -> dict[str, Any]:
    """Checks a header that comes without its record, in all that can be judged without the rules, and returns it."""
    header, member = read_object(value, "/header", HEADER_KEYS)
    if member("format") != FORMAT:
        raise Malformed("/header/format", "unknown-format", f'The format must be "{FORMAT}".')
    read_id(member("hand"), "/header/hand")
    read_id(member("table"), "/header/table")
    read_count(member("number"), "/header/number")
    seats = len(read_seats(member("seats"), None))
    read_hex(member("server_commitment"), "/header/server_commitment")
    _read_commitments(member("player_commitments"), seats)
    _read_seat_keys(member("seat_keys"), seats)
    return header


def read_keys(header: Mapping[str, Any]) -> list[bytes | None]:
    """The keys of the seats in a header that has been read: 32 bytes or None a seat, empty where no seat has one."""
    keys = header["seat_keys"]
    return [] if keys is None else [key and parse_base64(key, KEY_BYTES) for key in keys]


def read_standing(header: Mapping[str, Any]) -> Mapping[str, Json] | None:
    """The match's standing before the hand, in a header that has been read."""
    match = header["match"]
    return None if match is None else match["before"]


def _read_commitments(commitments: Any, seats: int) -> None:
    one_a_seat(commitments, "/header/player_commitments", seats, "commitments")
    for seat, commitment in enumerate(commitments):
        if commitment is not None:
            read_hex(commitment, f"/header/player_commitments/{seat}")


def _check_rules_named(name: Any, digest: Any, root: Mapping[str, Any]) -> None:
    """Checks the name of the rules in the header: built in, or any ID with a digest if the record contains the
    rules."""
    if type(name) is not str:
        raise wrong_type("/header/rules", name, "the ID of a rule set")
    own = rulesets.builtin(name) is None
    if own and root.get("rules", own) is None:
        reason = f"There is no built-in rule set {shown(name)}, and the record includes no rule set under /rules."
        raise Malformed("/header/rules", "unknown-rules", reason)
    if own:
        read_id(name, "/header/rules")
    if digest is not None:
        read_hex(digest, "/header/rules_digest")
    elif own or root.get("rules") is not None:
        reason = "Rules that are part of the record need their digest here."
        raise Malformed("/header/rules_digest", "missing-digest", reason)


def _read_rules(name: str, root: Mapping[str, Any]) -> Game:
    """The game that the header names: built in, or included in the record."""
    rules = member_of(root, "", "rules")
    game = rulesets.builtin(name)
    if game is None:
        return rulesets.read(rules, name, "/rules")
    if rules is not None:
        raise Malformed("/rules", "rules-not-null", f"{name} is built in, so this must be null.")
    return game


def read_seats(seats: Any, game: Game | None, at: str = "/header") -> list[str]:
    """The names of the players, as many as the game is for. `at` is the pointer of the object that has them."""
    if type(seats) is not list:
        raise wrong_type(f"{at}/seats", seats, "a list of names")
    for seat, name in enumerate(seats):
        if type(name) is not str:
            raise wrong_type(f"{at}/seats/{seat}", name, "a name")
        if not 1 <= len(name) <= MAX_NAME:
            reason = f"The name has {len(name)} characters. A name has 1 to {MAX_NAME}."
            raise Malformed(f"{at}/seats/{seat}", "wrong-length", reason)
    if game is not None and len(seats) not in game.seats:
        allowed = " or ".join(map(str, game.seats))
        reason = f"There are {len(seats)} players, but {game.id} is for {allowed} players."
        raise Malformed(f"{at}/seats", "wrong-number-of-seats", reason)
    if len(set(seats)) < len(seats):
        seat = next(seat for seat, name in enumerate(seats) if name in seats[:seat])
        raise Malformed(f"{at}/seats/{seat}", "equal-names", "An earlier seat has the same name. Names must differ.")
    return seats


def read_dealer(dealer: Any, game: Game | None, seats: int, at: str = "/header") -> None:
    """Checks the dealer: a seat, or null in a game that has none."""
    if game is not None and not game.has_dealer:
        if dealer is not None:
            raise Malformed(f"{at}/dealer", "no-dealer", f"{game.id} has no dealer, so this must be null.")
    elif dealer is None and game is None:
        return
    elif type(dealer) is not int:
        raise wrong_type(f"{at}/dealer", dealer, "the index of a seat")
    elif not 0 <= dealer < seats:
        raise Malformed(f"{at}/dealer", "no-such-seat", f"There is no seat {dealer}. Seats are 0 to {seats - 1}.")


def _read_seat_keys(keys: Any, seats: int) -> None:
    if keys is None:
        return
    one_a_seat(keys, "/header/seat_keys", seats, "keys")
    for seat, key in enumerate(keys):
        if key is not None:
            pointer = f"/header/seat_keys/{seat}"
            if type(key) is not str:
                raise wrong_type(pointer, key, "a key in base64, or null")
            try:
                read = parse_base64(key, KEY_BYTES)
            except ValueError as error:
                raise Malformed(pointer, "not-base64", str(error)) from None
            if is_weak(read):
                reason = "This key is weak: one signature is valid for every message, or the key has a second form."
                raise Malformed(pointer, "weak-key", reason)
            if key in keys[:seat]:
                reason = f"Seat {keys.index(key)} has the same key already; each seat signs with a key of its own."
                raise Malformed(pointer, "duplicate-key", reason)


def read_match(match: Any, game: Game | None, seats: int, at: str = "/header") -> None:
    """Checks the match of a hand and the standing in it; null in a game without matches."""
    if match is None:
        return
    schema = None if game is None else game.standing_schema(seats)
    if game is not None and schema is None:
        raise Malformed(f"{at}/match", "no-match", f"{game.id} has no matches, so this must be null.")
    _, member = read_object(match, f"{at}/match", MATCH_KEYS)
    read_id(member("id"), f"{at}/match/id")
    read_count(member("number"), f"{at}/match/number")
    before = member("before")
    if schema is not None:
        schema.check(before, f"{at}/match/before")


def _read_server_seed(seed: Json) -> bytes | None:
    if seed is None:
        return None
    return read_hex(seed, "/server_seed")


def read_player_seeds(seeds: Any, seats: int) -> list[str]:
    """One text a seat, each of 1 to 256 bytes of UTF-8."""
    one_a_seat(seeds, "/player_seeds", seats, "seeds")
    for seat, seed in enumerate(seeds):
        read_player_seed(seed, seat)
    checked: list[str] = seeds
    return checked


def read_player_seed(seed: Any, seat: int) -> None:
    """Checks the seed of one seat."""
    if type(seed) is not str:
        raise wrong_type(f"/player_seeds/{seat}", seed, "a string")
    # A character is at most four bytes of UTF-8: short texts need not be encoded to be measured.
    if not 0 < len(seed) <= MAX_SEED_BYTES // 4:
        size = len(seed.encode("utf-8", "surrogatepass"))
        if not 0 < size <= MAX_SEED_BYTES:
            reason = f"The seed has {size} bytes of UTF-8. A seed has 1 to {MAX_SEED_BYTES}."
            raise Malformed(f"/player_seeds/{seat}", "wrong-length", reason)


def read_list(value: Any, pointer: str, most: int) -> list[Any]:
    """A list of at most that many entries."""
    if type(value) is not list:
        raise wrong_type(pointer, value, "a list")
    if len(value) > most:
        raise Malformed(pointer, "too-many", f"There are {len(value)} entries; the limit is {most}.")
    return value


def read_object(value: Any, pointer: str, keys: frozenset[str]) -> tuple[dict[str, Any], Member]:
    """Checks that a value is an object with no other keys than `keys`. Returns it and a function that returns its
    members and raises `Malformed` for a missing one."""
    if type(value) is not dict:
        raise wrong_type(pointer, value, "an object")
    if value.keys() == keys:
        return value, value.__getitem__
    if not keys.issuperset(value):
        check_keys(value, keys, pointer)
    return value, partial(member_of, value, pointer)


def member_of(value: Mapping[str, Any], pointer: str, key: str) -> Any:
    """The member of an object. Raises `Malformed` with the pointer that it would have."""
    try:
        return value[key]
    except KeyError:
        raise Malformed(f"{pointer}/{key}", "missing-key", f"The key {key!r} is missing.") from None


def read_id(value: Any, pointer: str) -> None:
    """Checks that a value is an ID."""
    if type(value) is not str:
        raise wrong_type(pointer, value, "an ID")
    if not ID.fullmatch(value):
        reason = f"{shown(value)} is not an ID. An ID is 1 to 64 of A-Z a-z 0-9 . _ : - and nothing else."
        raise Malformed(pointer, "not-an-id", reason)


def read_count(value: Any, pointer: str) -> None:
    """Checks that a value is an integer from 1."""
    if type(value) is not int:
        raise wrong_type(pointer, value, "an integer from 1")
    if value < 1:
        raise Malformed(pointer, "out-of-range", f"This is {value}; it must be 1 or greater.")


def read_hex(value: Any, pointer: str) -> bytes:
    """The 32 bytes of 64 hex digits."""
    if type(value) is not str:
        raise wrong_type(pointer, value, "64 hex digits")
    try:
        return parse_hex(value, 32)
    except ValueError:
        raise Malformed(pointer, "not-hex", "This must be 64 lower-case hex digits (0-9, a-f).") from None


def one_a_seat(value: Any, pointer: str, seats: int, what: str) -> None:
    """Checks that a list has one entry a seat."""
    if type(value) is not list:
        raise wrong_type(pointer, value, "a list")
    if len(value) != seats:
        raise Malformed(pointer, "wrong-length", f"There are {len(value)} {what}; there must be {seats}, one per seat.")
