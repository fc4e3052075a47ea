"""Receipts for the seeds of players: a note under the key of the log, which says that the operator had the seed
(LOG.md, "Seed receipts"). They are made between the published commit and the deal, one a seat; no seed is sent here.
"""

from __future__ import annotations

from typing import Any

from dealproof.replay.record.identifiers import HEX_32
from dealproof.verifier.encoding import parse_json
from dealproof.verifier.tlog.note import format_note, parse_note
from dealproof.verifier.tlog.receipt import SeedReceipt, format_seed_receipt, parse_seed_receipt
from dealproof.web.operators.accounts import Caller, own_hand
from dealproof.web.operators.bodies import read_body, read_time
from dealproof.web.operators.errors import CONFLICT, MALFORMED, Refusal
from dealproof.web.operators.service import OperatorService
from dealproof.web.store.operator_database import OperatorTables


def seed_receipt(service: OperatorService, caller: Caller, hand: str, body: bytes, now: int) -> str:
    """Returns the receipt for the seed of a seat; the same one for the same seed. Raises `Refusal`."""
    given = read_body(body, ("seat", "seed_hash"), ("time",))
    time, key = read_time(given, now), service.publishing().key
    with service.database.writing() as tables:
        header: Any = parse_json(own_hand(tables, caller.account, hand).header)
        seat, hash = read_seed(given, header)
        if (there := tables.hands.seed_receipts(hand).get(seat)) is not None:
            return given_before(there, seat, hash)
        check_not_dealt(tables, hand)
        note = format_note(key.sign(format_seed_receipt(SeedReceipt(hand, seat, hash, time))))
        tables.hands.add_seed_receipt(hand, seat, note)
        tables.hands.touch(hand)
        tables.requests.note(caller.account, caller.token, "seed-receipt", hand, now)
    return note.decode()


def read_seed(given: Any, header: Any) -> tuple[int, str]:
    """Returns the seat, and the hash of its seed, which must be the one in the header if there is one. Raises
    `Refusal`."""
    seat, hash = given["seat"], given["seed_hash"]
    seats = len(header["seats"])
    if type(seat) is not int or not 0 <= seat < seats:
        raise Refusal(MALFORMED, "no-seat", last=seats - 1)
    if type(hash) is not str or not HEX_32.fullmatch(hash):
        raise Refusal(MALFORMED, "no-seed-hash")
    if header["player_commitments"][seat] not in {None, hash}:
        raise Refusal(CONFLICT, "seed-uncommitted", seat=seat)
    return seat, hash


def given_before(note: bytes, seat: int, hash: str) -> str:
    """Returns the receipt that a seat has. Raises `Refusal` if it is for another seed."""
    if parse_seed_receipt(parse_note(note).text).commitment != hash:
        raise Refusal(CONFLICT, "seed-received", seat=seat)
    return note.decode()


def check_not_dealt(tables: OperatorTables, hand: str) -> None:
    """Raises `Refusal` if the log has the deal or the end of a hand."""
    places = tables.log.hands([hand])[hand]
    if places.deal is not None or places.close is not None:
        raise Refusal(CONFLICT, "hand-dealt", hand=hand)
