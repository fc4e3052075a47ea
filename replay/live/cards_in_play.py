"""The cards of a dealt hand, the events so far, and the running log hash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dealproof.replay.core.engine import Draw, Game, Hand
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.noted_deals import NotedDeals
from dealproof.replay.live.errors import IllegalMove, Misused
from dealproof.replay.record.events import SIGNATURE_BYTES, read_events
from dealproof.replay.record.record import MAX_EVENTS, read_keys, read_standing
from dealproof.verifier.encoding import MAX_INTEGER, Json, canonical, parse_base64
from dealproof.verifier.errors import Malformed, SignatureRefuted
from dealproof.verifier.log_hash import LogHash

CUT: Final = "cut"
UNSIGNED_BYTES: Final = len(b',"sig":""') + 88
"""What a signature adds to the text of an event."""


class Next(NamedTuple):
    """A legal event that was not played yet: as the record will contain it, as the engine sees it, as the log hash
    covers it, how many bytes it adds to the record, and the log hash up to and with it."""

    json: dict[str, Any]
    event: Event
    data: bytes
    size: int
    log_hash: bytes


class CardsInPlay:
    """A dealt hand. `game` judges it, `hand` is its state, `events` are the events so far, `deals` has the cards of
    each deal, `since` is the time of the last event that has one, in ms since the deal.

    `may_cut` is the seat that may cut the pack now and has not been passed over, None if there is none. Nothing of the
    cards may be shown while there is one.
    """

    __slots__ = ("_keys", "_log", "_room", "_standing", "deals", "events", "game", "hand", "may_cut", "seats", "since")

    def __init__(self, game: Game, header: Mapping[str, Any], draw: Draw, salt: bytes, room: int) -> None:
        names = header["seats"]
        self.game, self.seats, self._room = game, len(names), room
        self._keys, self._standing = read_keys(header), read_standing(header)
        self.deals = NotedDeals(draw, game.deck(len(names)))
        self.hand: Hand = game.start(names, header["dealer"], self.deals)
        self.events: list[dict[str, Any]] = []
        self.since = 0
        self._log = LogHash(salt)
        self.may_cut = self._cutter()

    @property
    def log_hash(self) -> bytes:
        """The log hash of the events so far, 32 bytes."""
        return self._log.digest()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act next."""
        return self.game.to_act(self.hand) if self.may_cut is None else (self.may_cut,)

    def outcome(self) -> dict[str, Json] | None:
        """The result, or None while the hand is not over."""
        return self.game.outcome(self.hand, self._standing)

    def legal(self, seat: int, t: int = NOBODY) -> list[dict[str, Json]]:
        """The events of a seat that are legal `t` ms after the deal (−1: at any time), as JSON, bids and cuts as
        ranges; nothing but the cut while there may be one."""
        found = [event for event in self.game.legal(self.hand, t) if event.get("seat") == seat]
        return found if self.may_cut is None else [event for event in found if event["do"] == CUT]

    def read(self, event: Mapping[str, Json]) -> Next:
        """Reads and judges an event; its signature is not checked. Raises `Malformed`, `IllegalMove` or `Misused`."""
        index = len(self.events)
        (read,) = read_events([event], self.game.actions, self.seats, index, self.since)
        json: dict[str, Any] = dict(event)
        if json.get("t", 0) > MAX_INTEGER:
            reason = "This time is out of range. Integers must be within ±(2^53 - 1)."
            raise Malformed(f"/events/{index}/t", "integer-too-large", reason)
        data = _unsigned(json, index)
        rule = self.game.fault(self.hand, read)
        if rule is not None:
            raise IllegalMove(index, rule, self.legal(read.seat, read.t))
        size = len(data) + 1 + (UNSIGNED_BYTES if "sig" in json else 0)
        if index == MAX_EVENTS or size > self._room:
            raise Misused("hand-too-long", "No record can contain more events than this hand has. Close or void it.")
        return Next(json, read, data, size, self._log.extended(data))

    def check_signature(self, next: Next) -> None:
        """Raises SignatureRefuted unless the event is signed over its log hash, if its seat has a key."""
        key = self._keys[next.event.seat] if self._keys and next.event.seat != NOBODY else None
        if key is None:
            return
        from dealproof.verifier.signature import check_signature

        if "sig" not in next.json:
            raise SignatureRefuted(len(self.events))
        check_signature(key, parse_base64(next.json["sig"], SIGNATURE_BYTES), next.log_hash, len(self.events))

    def play(self, next: Next) -> None:
        """Plays what `read` returned, before any other event."""
        json, event, data, size, _ = next
        self.hand.apply(event)
        self.events.append(json)
        self.since = json.get("t", self.since)
        self._log.extend(data)
        self._room -= size
        # Only an event that no seat makes deals again.
        if self.may_cut is not None or event.seat == NOBODY:
            self.may_cut = self._cutter()

    def _cutter(self) -> int | None:
        if CUT not in self.game.actions:
            return None
        cuts = (Event(CUT, seat, 1) for seat in range(self.seats))
        return next((cut.seat for cut in cuts if self.game.fault(self.hand, cut) is None), None)


def _unsigned(event: Mapping[str, Json], index: int) -> bytes:
    """The canonical JSON of an event without its signature. Raises `Malformed` for a value that no record can hold."""
    try:
        return canonical({key: value for key, value in event.items() if key != "sig"} if "sig" in event else event)
    except ValueError:
        reason = "A text of this event holds a lone surrogate; surrogates must occur in pairs."
        raise Malformed(f"/events/{index}", "lone-surrogate", reason) from None
