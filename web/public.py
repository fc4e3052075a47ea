"""What leaves the house, field by field. Nothing here is derived from a table or a record's class: a field that is
not written down below cannot get out.

While the server seed of a hand is not open, its events, its claim and its log head stay inside: the log holds the
concealed trump card, and a hash over a log of which all but one card is known gives that card away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from replay.account import Account
from replay.audit import audit, audit_record, tell
from replay.record import Record, parse
from replay.rulings import Ruling, provisional
from replay.verdict import Verdict
from verifier.errors import Malformed

Values = dict[str, Any]

HAND_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
"""What a hand ID looks like (protocol.md, Header)."""


@dataclass(frozen=True, slots=True)
class PublicHand:
    """A hand as anybody may see it. Hashes and seeds are hex; seats are player names in turn order.

    `provisional` says whether a source calls a part of the rules unconfirmed.
    `server_seed`, `log_head` and `account` are None, and `events` is empty, while the hand is hidden. `rulings` are
    those that took part in it.
    """

    hand: str
    table: str
    number: int
    rules: str
    rules_digest: str | None
    provisional: bool
    seats: tuple[str, ...]
    dealer: int | None
    match: Values | None
    server_commitment: str
    player_commitments: tuple[str | None, ...]
    seat_keys: tuple[str | None, ...]
    player_seeds: tuple[str, ...]
    server_seed: str | None
    log_head: str | None
    events: tuple[Values, ...]
    account: Account | None
    verdict: Values
    rulings: tuple[Ruling, ...]

    @property
    def hidden(self) -> bool:
        """Whether the server seed is still to be opened."""
        return self.server_seed is None


def publish(record: Record, verdict: Verdict) -> PublicHand:
    """The public face of a record and its verdict."""
    json: Values = dict(record.json)
    header: Values = json["header"]
    opened = json["server_seed"] is not None
    return PublicHand(
        hand=header["hand"],
        table=header["table"],
        number=header["number"],
        rules=header["rules"],
        rules_digest=header["rules_digest"],
        provisional=provisional(record.game.rulings),
        seats=tuple(header["seats"]),
        dealer=header["dealer"],
        match=header["match"],
        server_commitment=header["server_commitment"],
        player_commitments=tuple(header["player_commitments"]),
        seat_keys=tuple(header["seat_keys"] or [None] * len(header["seats"])),
        player_seeds=tuple(json["player_seeds"]),
        server_seed=json["server_seed"],
        log_head=json["log_head"] if opened else None,
        events=tuple(json["events"]) if opened else (),
        account=tell(record) if opened else None,
        verdict=verdict.to_json(),
        rulings=tuple(ruling for ruling in record.game.rulings if ruling.id in verdict.rulings),
    )


def judged(data: bytes, source: str) -> tuple[PublicHand | None, Verdict]:
    """A record judged and made public; the hand is None where the record cannot be read."""
    try:
        record = parse(data)
    except Malformed:
        return None, audit(data, source)
    verdict = audit_record(record, source)
    return publish(record, verdict), verdict


def problem(code: str, message: str, where: str) -> dict[str, str]:
    """An error of the API: its code, one sentence, and what was asked for. No error has another shape."""
    return {"code": code, "message": message, "where": where}
