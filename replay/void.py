"""The audit of a void record: a hand that was started and given up.

 1. The bytes are read as a void record, or are malformed.
 2. *commitment*, *player-seeds*, *rules-digest*, *log-head*, *signatures*: as for any record (`replay.hashes`); the
    last two are not shown if the hand was not dealt.
 3. *legal*: the events there are, if the hand was dealt. There is no result.
 4. `decks`: with every seed known, the cards of each deal before any cut, so that everybody sees what was thrown away.
 5. The verdict is `void`, or `tampered` if a hash or signature fails; an illegal event is listed besides.

A receipt is added by `replay.publication`. Source: LOG.md; RECORD.md, "Void records".
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.audit import error_verdict, fault_at, malformed_verdict, seed_remarks
from dealproof.replay.core import engine
from dealproof.replay.core.engine import BrokenRule
from dealproof.replay.core.noted_deals import NotedDeals
from dealproof.replay.hashes import HASHES, check_hashes, hand_salt
from dealproof.replay.record import void
from dealproof.replay.record.record import Unreadable
from dealproof.replay.record.void import VoidRecord
from dealproof.replay.verdict import CHECKS, FAILED, NOT_SHOWN, PASSED, VERDICTS, VOID, Fault, Remark, Verdict
from dealproof.verifier.shuffle import Draws

AFTER_THE_END: Final = "void-after-the-end"


def audit_void(data: bytes, source: str = "") -> Verdict:
    """Judges one void record. Never raises, for any bytes; `source` is their name in the verdict."""
    return audited_void(data, source)[1]


def audited_void(data: bytes, source: str = "") -> tuple[VoidRecord | None, Verdict]:
    """Reads and judges one void record. Never raises; the record is None if it is malformed or judging it failed."""
    record: VoidRecord | Unreadable | None = None
    try:
        record = void.read(data)
        if isinstance(record, Unreadable):
            return None, malformed_verdict(record, source)
        return record, _judge(record, source)
    except Exception as error:
        return None, error_verdict(None if record is None else record.hand, error, source)


def _judge(record: VoidRecord, source: str) -> Verdict:
    salt = None if record.missing else hand_salt(record)
    checks = dict.fromkeys(CHECKS, NOT_SHOWN) | check_hashes(record, salt)
    remarks = seed_remarks(record)
    if salt is None:
        return _verdict(record, source, checks, remarks)
    game = record.game
    draws = NotedDeals(Draws(record.server_seed, salt), game.deck(len(record.seats)))
    hand = game.start(record.seats, record.dealer, draws)
    stop = engine.play_out(game, hand, record.events)
    fault = None if stop is None else fault_at(record, hand, stop)
    if record.json["log_head"] is not None:
        checks["legal"] = FAILED if fault else PASSED
    remarks += tuple([Remark(event, name) for event, name in game.remarks(hand)])
    if fault is None and game.outcome(hand, record.standing) is not None:
        remarks += (Remark(None, AFTER_THE_END),)
    rulings = game.rulings_of(hand, None if stop is None else BrokenRule(stop.rule, record.events[stop.event]))
    return _verdict(record, source, checks, remarks, fault, rulings, _decks(record, draws))


def _decks(record: VoidRecord, draws: NotedDeals) -> dict[str, list[str]]:
    """The cards of each deal that was drawn, the top card first, by the label of its draw. A stock made again is no
    deal."""
    found: dict[str, list[str]] = {}
    while (label := record.game.draw_of(len(found))) in draws.deals and label not in found:
        found[label] = draws.deals[label]
    return found


def _verdict(
    record: VoidRecord,
    source: str,
    checks: dict[str, str],
    remarks: tuple[Remark, ...],
    fault: Fault | None = None,
    rulings: tuple[str, ...] = (),
    decks: dict[str, list[str]] | None = None,
) -> Verdict:
    tampered = FAILED in [checks[name] for name in HASHES]
    held = {VOID, *(["tampered"] if tampered else []), *(["illegal"] if fault else [])}
    every = tuple(name for name in VERDICTS if name in held)
    return Verdict(
        source=source,
        verdict=every[0],
        all=every,
        hand=record.hand,
        checks=checks,
        grade="F" if tampered else "C",
        fault=fault,
        remarks=remarks,
        rulings=rulings,
        decks=decks,
    )
