"""The audit of an imported hand: the moves are judged, and nothing is known of how the cards came about.

 1. The bytes are read as the record of an imported hand, or are malformed.
 2. *commitment*, *player-seeds*, *rules-digest*, *log-head*, *signatures*, *published-before-play*: not shown. There is
    no seed and no hash, so there is no grade.
 3. *legal*: the hand is dealt from the lists in `deals` and replayed up to the first illegal event. A list of other
    cards than its draw would shuffle, and a deal without a list, make the record malformed; so does a list that no deal
    needed, if every event is legal.
 4. *result*: the recomputed result equals the claim, field by field.
 5. The verdict is the first that holds. The remark `imported` is always there. A ruling on what the
    seeds decide takes no part: nothing shows that the cards were shuffled.

Source: RECORD.md, "Imported hands".
"""

from __future__ import annotations

from dealproof.replay.audit import compare, error_verdict, fault_at, malformed_verdict
from dealproof.replay.core import engine
from dealproof.replay.core.engine import BrokenRule, Hand, Narrator
from dealproof.replay.core.given_deals import GivenDeals
from dealproof.replay.record import imported
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import Unreadable
from dealproof.replay.verdict import (
    CHECKS,
    FAILED,
    IMPORTED,
    NOT_SHOWN,
    PASSED,
    VERDICTS,
    Difference,
    Fault,
    Remark,
    Verdict,
)
from dealproof.verifier.encoding import Json
from dealproof.verifier.errors import Malformed


def audit_import(data: bytes, source: str = "") -> Verdict:
    """Judges the record of one imported hand. Never raises, for any bytes; `source` is their name in the verdict."""
    return audited_import(data, source)[1]


def audited_import(data: bytes, source: str = "") -> tuple[ImportedRecord | None, Verdict]:
    """Reads and judges the record of one imported hand. Never raises; the record is None if it is malformed or judging
    it failed."""
    record: ImportedRecord | Unreadable | None = None
    try:
        record = imported.read(data)
        if isinstance(record, Unreadable):
            return None, malformed_verdict(record, source)
        return record, _judge(record, source)
    except Malformed as fault:
        return None, malformed_verdict(Unreadable(fault, record and record.hand), source)
    except Exception as error:
        return None, error_verdict(record and record.hand, error, source)


def _judge(record: ImportedRecord, source: str) -> Verdict:
    """Raises `Malformed` if the deals are not those that the events need."""
    game, draws = record.game, record.draws()
    hand = game.start(record.seats, record.dealer, draws)
    stop = engine.play_out(game, hand, record.events)
    remarks = (Remark(None, IMPORTED), *(Remark(event, name) for event, name in game.remarks(hand)))
    if stop is not None:
        fault = fault_at(record, hand, stop)
        rulings = game.rulings_of(hand, BrokenRule(stop.rule, record.events[stop.event]))
        return _verdict(record, source, remarks, rulings, fault=fault)
    _check_used(record, draws)
    result = game.outcome(hand, record.standing)
    rulings = game.rulings_of(hand, None, result, record.standing)
    return _verdict(record, source, remarks, rulings, result=result)


def _check_used(record: ImportedRecord, draws: GivenDeals) -> None:
    """Refuses a list of cards that no deal needed."""
    if draws.used < len(record.deals):
        reason = f"The events deal or shuffle {draws.used} times, so there is no deal for this list."
        raise Malformed(f"/deals/{draws.used}", "unused-deal", reason)


def _verdict(
    record: ImportedRecord,
    source: str,
    remarks: tuple[Remark, ...],
    rulings: tuple[str, ...],
    *,
    fault: Fault | None = None,
    result: dict[str, Json] | None = None,
) -> Verdict:
    differences: tuple[Difference, ...] = ()
    checks = dict.fromkeys(CHECKS, NOT_SHOWN) | {"legal": FAILED if fault else PASSED}
    if result is not None and record.claim is not None:
        differences = tuple(compare(record.claim, result))
        checks["result"] = FAILED if differences else PASSED
    holds = {
        "illegal": fault is not None,
        "incomplete": fault is None and result is None,
        "mismatch": bool(differences),
    }
    of_seeds = {each.id for each in record.game.rulings if each.from_seeds}
    every = tuple(name for name in VERDICTS if holds.get(name)) or ("verified",)
    return Verdict(
        source=source,
        verdict=every[0],
        all=every,
        hand=record.hand,
        checks=checks,
        fault=fault,
        differences=differences,
        result=result,
        remarks=remarks,
        rulings=tuple(id for id in rulings if id not in of_seeds),
    )


def deal_import(record: ImportedRecord) -> Hand:
    """The hand of a record as dealt, before any event."""
    dealt: Hand = record.game.start(record.seats, record.dealer, record.draws())
    return dealt


def followed_import(record: ImportedRecord) -> Narrator:
    """A narrator that has followed the events of a record as far as they are legal. The record has been judged, so that
    its deals are those that its events need."""
    return engine.followed(record.game, deal_import(record), record.events)
