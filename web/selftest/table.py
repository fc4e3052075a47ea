"""One hand at a table that is tried out, from the draft of its header to its receipt, as a game server would run it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dealproof.replay import live, rulesets
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.operators.client import Client, Published
from dealproof.web.selftest.seats import SECRET_BYTES, Seat, create_seats
from dealproof.web.store.clock import now

Json = dict[str, Any]
MS: Final = 1000
PACE: Final = 500
"""Milliseconds between two moves, by the clock of this table."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played or given up: its ID and that of its rules, its record as it was sent, what the service
    answered to each leaf, and the receipts for the seeds."""

    hand: str
    rules: str
    record: bytes
    commit: Published
    deal: Published | None
    close: Published
    seed_receipts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """A hand whose header is published, and whose seats have not opened their seeds yet."""

    hand: live.LiveHand
    seats: Sequence[Seat]
    commit: Published

    @property
    def id(self) -> str:
        """The ID of the hand."""
        return str(self.hand.header["hand"])

    @property
    def rules(self) -> str:
        """The ID of its rule set."""
        return str(self.hand.header["rules"])


def draft(rules: str, table: str, number: int, seats: Sequence[Seat]) -> Json:
    """Returns the draft of a header."""
    game = rulesets.games()[rules]
    return {
        "hand": f"{table}.{number}",
        "table": table,
        "number": number,
        "rules": rules,
        "seats": [f"Player {seat.index + 1}" for seat in seats],
        "dealer": secrets.randbelow(len(seats)) if game.has_dealer else None,
        "player_commitments": [seat.commitment for seat in seats],
        "seat_keys": [seat.key for seat in seats],
        "match": None,
    }


def begin(client: Client, policy: Policy, rules: str, table: str, number: int) -> Begun:
    """Publishes the header of a hand, and has every seat check and cosign it."""
    seats = create_seats(rulesets.games()[rules].seats[0])
    hand = live.open(draft(rules, table, number, seats), live.ServerSeed(secrets.token_bytes(SECRET_BYTES)))
    leaf = hand.commit_leaf(now())
    commit = client.commit(hand.header, time=leaf["time"])  # type: ignore[arg-type]
    hand.published(commit.proof, policy, now() // MS)
    header: Any = hand.header
    client.cosign(header["hand"], [seat.cosign(header, leaf, commit.proof, policy, now() // MS) for seat in seats])
    return Begun(hand, seats, commit)


def open_seed(client: Client, begun: Begun, seat: Seat) -> str:
    """Opens the seed of a seat, and returns the operator's receipt for it, a signed note."""
    time = now()
    begun.hand.seed(seat.index, seat.seed, time)
    return client.seed_receipt(begun.id, seat.index, seat.commitment, time=time)


def play(client: Client, begun: Begun) -> Played:
    """Plays a hand to its end and publishes it."""
    hand, seats = begun.hand, begun.seats
    receipts = tuple(open_seed(client, begun, seat) for seat in seats)
    hand.deal()
    deal = client.publish(hand.deal_leaf(now()))
    over = False
    while not over:
        over = move(hand, seats)
    record = hand.close()
    close = client.publish(hand.close_leaf(now()))
    client.put_record(begun.id, record)
    return Played(begun.id, begun.rules, record, begun.commit, deal, close, receipts)


def move(hand: live.LiveHand, seats: Sequence[Seat]) -> bool:
    """Has a seat that may act play an event, or deals again where that is due; returns whether the hand is over."""
    views = [hand.view(seat.index) for seat in seats]
    for seat in seats:
        view: Any = views[seat.index]
        if (event := seat.move(view["legal"], len(view["events"]))) is not None:
            timed = {**event, "t": PACE * len(view["events"])}
            return hand.event({**timed, "sig": seat.sign(hand.hash_of(timed))}, by=seat.index).over
    (due, *_) = hand.due()
    return hand.event(due).over


def give_up(client: Client, begun: Begun) -> Played:
    """Has all seats but the last open their seeds, and gives the hand up."""
    receipts = tuple(open_seed(client, begun, seat) for seat in begun.seats[:-1])
    record = begun.hand.void("seed-missing")
    leaf = begun.hand.close_leaf(now())
    close = client.void(json.loads(record), time=leaf["time"])  # type: ignore[arg-type]
    return Played(begun.id, begun.rules, record, begun.commit, None, close, receipts)
