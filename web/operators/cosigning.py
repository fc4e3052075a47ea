"""What players sign of the checkpoint of the commit, before they open their seeds (LOG.md, "Cosignatures of seats")."""

from __future__ import annotations

from typing import Any, Final

from dealproof.replay.record.record import read_keys
from dealproof.verifier.encoding import parse_json
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.cosignature import cosigned_at, seat_key
from dealproof.verifier.tlog.note import Key, Note, Signature, parse_note
from dealproof.verifier.tlog.publication import CLOCK_SKEW
from dealproof.web.log.receipts import entries_of
from dealproof.web.operators.accounts import Caller, own_hand
from dealproof.web.operators.bodies import read_body
from dealproof.web.operators.errors import MALFORMED, MISSING, Refusal
from dealproof.web.operators.records import renew_receipt
from dealproof.web.operators.service import OperatorService

MOST_LINES: Final = 64
MS: Final = 1000


def cosign(service: OperatorService, caller: Caller, hand: str, body: bytes, now: int) -> list[int]:
    """Stores the lines of seats and returns which seats have cosigned; of each seat the first line counts. Raises
    `Refusal`."""
    lines = read_lines(read_body(body, ("lines",))["lines"])
    with service.database.writing() as tables:
        header: Any = parse_json(own_hand(tables, caller.account, hand).header)
        commit = entries_of(tables.log, hand).commit
        if commit is None:
            raise Refusal(MISSING, "no-commit", hand=hand)
        keys = {seat: seat_key(key) for seat, key in enumerate(read_keys(header)) if key is not None}
        before = tables.hands.cosignatures(hand)
        for number, line in enumerate(lines):
            seat = check_line(number, parsed(number, line), keys, commit.proof.note, now // MS)
            tables.hands.cosign(hand, seat, line)
        after = tables.hands.cosignatures(hand)
        if after != before:
            tables.hands.touch(hand)
            tables.requests.note(caller.account, caller.token, "cosignatures", hand, now)
    renew_receipt(service, hand)
    return [*after]


def read_lines(value: object) -> list[str]:
    """Returns signature lines. Raises `Refusal`."""
    if type(value) is not list or not 1 <= len(value) <= MOST_LINES or not all(type(each) is str for each in value):
        raise Refusal(MALFORMED, "no-lines", most=MOST_LINES)
    return value


def parsed(number: int, line: str) -> Signature:
    """Returns a signature line, read. Raises `Refusal`."""
    try:
        (signature,) = parse_note(f"-\n\n{line}\n".encode()).signatures
    except (MalformedLog, ValueError) as fault:
        raise Refusal(
            MALFORMED, "bad-line", line=number, reason=getattr(fault, "reason", "It is more than one line.")
        ) from None
    return signature


def check_line(number: int, line: Signature, keys: dict[int, Key], note: Note, now: int) -> int:
    """Returns the seat that cosigned a checkpoint; `now` is in seconds since 1970. Raises `Refusal`."""
    alone = note._replace(signatures=(line,))
    seat = next((seat for seat, key in keys.items() if key.lines(alone)), None)
    if seat is None:
        raise Refusal(MALFORMED, "no-seat-key", line=number)
    try:
        time = cosigned_at(alone, keys[seat])
    except LogRefuted as fault:
        raise Refusal(MALFORMED, "bad-cosignature", line=number, reason=fault.reason) from None
    if time is not None and time > now + CLOCK_SKEW:
        raise Refusal(MALFORMED, "cosigned-later", line=number)
    return seat
