"""The record of an imported hand, `dealproof/import/1`: a hand of a server that published no seed (RECORD.md, "Imported
hands").

`parse` reads bytes and names the first fault by JSON pointer, in the order bytes and JSON, format, hand, table, number,
rules, seats, dealer, first seat, match, rule set, deals, events, claim, origin. `format` writes the canonical JSON;
`parse(format(record))` is that record.

Only the first of the deals is compared with the deck here. What the cards of a later one must be is known when it is
dealt, so that it is the audit that compares it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dealproof.replay.core.cards import KINDS
from dealproof.replay.core.engine import Game
from dealproof.replay.core.events import Event
from dealproof.replay.core.given_deals import GivenDeals, arranged
from dealproof.replay.json_schema.value_schema import shown, wrong_type
from dealproof.replay.record.events import read_events
from dealproof.replay.record.opening import FIRST_SEAT, read_opening
from dealproof.replay.record.other_kinds import has_format, read_strictly
from dealproof.replay.record.record import (
    IMPORTS,
    MAX_EVENTS,
    Unreadable,
    read_list,
    read_object,
    read_standing,
)
from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import Malformed

FORMAT: Final = f"{IMPORTS}1"
KEYS: Final = (
    *("format", "hand", "table", "number", "rules", "rule_set", "seats", "dealer", FIRST_SEAT, "match"),
    *("deals", "events", "claim", "origin"),
)
"""The keys of the record; `FIRST_SEAT` is there only if the rule set draws one."""
MAX_ORIGIN: Final = 256


class ImportedRecord(NamedTuple):
    """The record of an imported hand as read. `json` is the whole of it, `game` the prepared rule set, `standing` the
    match's standing before the hand, `first_seat` None if the rule set draws none, `deals` the lists of cards, each
    from the top, `events` what the engine sees, `origin` where the log came from."""

    json: dict[str, Any]
    game: Game
    hand: str
    seats: list[str]
    dealer: int | None
    standing: Mapping[str, Json] | None
    first_seat: int | None
    deals: list[list[str]]
    events: list[Event]
    origin: str

    @property
    def header(self) -> dict[str, Any]:
        """What the record says of the hand before the deal: the record itself, which has no header of its own."""
        return self.json

    @property
    def claim(self) -> dict[str, Any] | None:
        """The result that the origin recorded, or None."""
        claim: dict[str, Any] | None = self.json["claim"]
        return claim

    def draws(self) -> GivenDeals:
        """The draws of the hand, for `Game.start`."""
        return GivenDeals(self.game.deck(len(self.seats)), self.deals, self.first_seat)


def is_imported(value: Json) -> bool:
    """Whether a JSON value says that it is the record of an imported hand, of this version or another."""
    return has_format(value, IMPORTS)


def parse(data: bytes) -> ImportedRecord:
    """Reads one record. Raises `Malformed` with the first fault."""
    found = read(data)
    if isinstance(found, Unreadable):
        raise found.fault
    return found


def read(data: bytes) -> ImportedRecord | Unreadable:
    """Reads one record, or names its first fault."""
    return read_strictly(data, from_json)


def format(record: ImportedRecord) -> bytes:
    """The record as canonical JSON."""
    return canonical(record.json)


def from_json(value: Json) -> ImportedRecord:
    """Reads a record from its JSON value. Raises `Malformed` with the first fault."""
    root, member = read_object(value, "", frozenset(KEYS))
    if member("format") != FORMAT:
        raise Malformed("/format", "unknown-format", f'The format must be "{FORMAT}".')
    game, seats = read_opening(root)
    deals = _read_deals(member("deals"), game.deck(len(seats)))
    events = _read_events(member("events"), game, len(seats))
    claim = member("claim")
    if claim is not None:
        game.result_schema(len(seats)).check(claim, "/claim")
    return ImportedRecord(
        root,
        game,
        root["hand"],
        seats,
        root["dealer"],
        read_standing(root),
        root.get(FIRST_SEAT),
        deals,
        events,
        _read_origin(member("origin")),
    )


def _read_deals(deals: Any, deck: tuple[str, ...]) -> list[list[str]]:
    """Lists of cards, of which the first has those of the deck. There is one more than an event may deal at most."""
    checked = [
        _read_deal(deal, f"/deals/{place}") for place, deal in enumerate(read_list(deals, "/deals", 1 + MAX_EVENTS))
    ]
    if not checked:
        raise Malformed("/deals/0", "missing-deal", "The list of the first deal is missing.")
    arranged(checked[0], deck, "/deals/0")
    return checked


def _read_deal(deal: Any, pointer: str) -> list[str]:
    if type(deal) is not list:
        raise wrong_type(pointer, deal, "a list of cards")
    for place, card in enumerate(deal):
        if type(card) is not str:
            raise wrong_type(f"{pointer}/{place}", card, "a card")
        if card not in KINDS:
            raise Malformed(pointer, "wrong-cards", f"{shown(card)} in this list is no card.")
    return deal


def _read_events(events: Any, game: Game, seats: int) -> list[Event]:
    """The events, none of which has a signature: what a signature covers does not exist here."""
    logged = read_list(events, "/events", MAX_EVENTS)
    signed = next((place for place, each in enumerate(logged) if type(each) is dict and "sig" in each), None)
    if signed is None:
        return read_events(logged, game.actions, seats)
    bare = {key: value for key, value in logged[signed].items() if key != "sig"}
    read_events([*logged[:signed], bare], game.actions, seats)
    reason = "An imported hand has no signatures; this key is unknown here."
    raise Malformed(f"/events/{signed}/sig", "unknown-key", reason)


def _read_origin(origin: Any) -> str:
    if type(origin) is not str:
        raise wrong_type("/origin", origin, "where the log came from")
    if not 1 <= len(origin) <= MAX_ORIGIN:
        reason = f"This has {len(origin)} characters. An origin has 1 to {MAX_ORIGIN}."
        raise Malformed("/origin", "wrong-length", reason)
    return origin
