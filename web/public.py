"""What leaves the house, field by field. Nothing here is derived from a table or a record's class: a field that is
not written down below cannot get out.

While the server seed of a hand is not open, its events, its claim and its log head stay inside: the log holds the
concealed trump card, and a hash over a log of which all but one card is known gives that card away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from dealproof.replay import rulesets
from dealproof.replay.audit import audited, choices, followed, under, unjudged
from dealproof.replay.core.engine import Teller
from dealproof.replay.core.narrative import Account
from dealproof.replay.core.rulings import Ruling, provisional
from dealproof.replay.record.record import Record, parse
from dealproof.replay.verdict import Verdict
from dealproof.web.presentation.visible_text import apart
from dealproof.web.presentation.wording import worded

Values = dict[str, Any]

HAND_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
"""What a hand ID looks like (PROTOCOL.md, "Header")."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One event that would have been legal where the log breaks a rule, and what it would have meant for the trick:
    the seat that would be `winning` it (None where no card lies there), and whether the trick would be `over`."""

    event: Values
    winning: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class Retrial:
    """A hand under other `rules`: the index of the first event that breaks one of them, and the ID of that rule, or
    None and None; the result where the events go through to the end, else None."""

    rules: str
    event: int | None
    rule: str | None
    result: Values | None


@dataclass(frozen=True, slots=True)
class PublicHand:
    """A hand as anybody may see it. Hashes and seeds are hex; seats are player names in turn order, written
    so that no two look the same (`web.presentation.visible_text.apart`).

    `family` is the family of the rule set, `provisional` says whether a source calls a part of the rules unconfirmed.
    `server_seed`, `log_head` and `account` are None, and `events` and `choices` are empty, while the hand is hidden.
    `rulings` are those that took part in it, `choices` what would have been legal at the first illegal event,
    `other_rules` the IDs of the rule sets for the same cards and seats.
    """

    hand: str
    table: str
    number: int
    rules: str
    family: str
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
    choices: tuple[Choice, ...]
    other_rules: tuple[str, ...]

    @property
    def hidden(self) -> bool:
        """Whether the server seed is still to be opened."""
        return self.server_seed is None


def publish(record: Record, verdict: Verdict) -> PublicHand:
    """The public face of a record and its verdict."""
    json: Values = dict(record.json)
    header: Values = json["header"]
    opened = json["server_seed"] is not None
    teller = followed(record) if opened else None
    return PublicHand(
        hand=header["hand"],
        table=header["table"],
        number=header["number"],
        rules=header["rules"],
        family=record.game.family,
        rules_digest=header["rules_digest"],
        provisional=provisional(record.game.rulings),
        seats=apart(header["seats"]),
        dealer=header["dealer"],
        match=header["match"],
        server_commitment=header["server_commitment"],
        player_commitments=tuple(header["player_commitments"]),
        seat_keys=tuple(header["seat_keys"] or [None] * len(header["seats"])),
        player_seeds=tuple(json["player_seeds"]),
        server_seed=json["server_seed"],
        log_head=json["log_head"] if opened else None,
        events=tuple(json["events"]) if opened else (),
        account=teller.account(record.standing) if teller else None,
        verdict=verdict.to_json(),
        rulings=tuple(ruling for ruling in record.game.rulings if ruling.id in verdict.rulings),
        choices=tuple(meanings(record, verdict, teller)) if teller else (),
        other_rules=tuple(game.id for game in rulesets.alike(record.game)),
    )


def meanings(record: Record, verdict: Verdict, teller: Teller) -> Iterator[Choice]:
    """What each legal choice at the first illegal event would have meant for the trick."""
    if verdict.fault is None:
        return
    for event, trick in choices(record, verdict.fault, teller):
        yield Choice(event, trick.winning, trick.winner is not None)


def retried(data: bytes, rules: str) -> Retrial | None:
    """A record judged under the built-in rule set `rules`; None where that is not for the same cards and seats, or
    where the server seed is not open, so that there is nothing to judge.
    """
    record = parse(data)
    game = next((each for each in rulesets.alike(record.game) if each.id == rules), None)
    if game is None or record.server_seed is None:
        return None
    stop, result = under(record, game)
    return Retrial(rules, stop.event if stop else None, stop.rule if stop else None, result)


def judged(data: bytes, source: str) -> tuple[PublicHand | None, Verdict]:
    """A record judged and made public. Never raises; the hand is None where the record cannot be read, and where
    judging or publishing it failed."""
    record, verdict = audited(data, source)
    verdict = worded(verdict, record, data)
    if record is None:
        return None, verdict
    try:
        return publish(record, verdict), verdict
    except Exception as error:
        return None, unjudged(record.hand, error, source)


def verdict(data: bytes, source: str) -> Verdict:
    """The verdict on a record, without the account of its hand. Never raises."""
    record, found = audited(data, source)
    return worded(found, record, data)


def problem(code: str, message: str, where: str) -> dict[str, str]:
    """An error of the API: its code, one sentence, and what was asked for. No error has another shape."""
    return {"code": code, "message": message, "where": where}
