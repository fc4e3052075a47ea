"""The audit: takes the bytes of a record and returns a verdict.

 1. The bytes are read as a record, or are malformed.
 2. *commitment*: the revealed server seed hashes to the commitment in the header.
 3. *player-seeds*: each revealed player seed hashes to its commitment in the header.
 4. *rules-digest*: the digest of the rule set equals the one in the header.
 5. *log-head*: the hash over salt and events equals the one in the record.
 6. *signatures*: every event of a seat with a key is signed by it, over the log up to and with that event; not shown
    where there is no such event.
 7. *published-before-play*: not shown here; `replay.publication` adds what a receipt shows.
 8. *legal*: the hand is dealt from the seeds in the record and replayed up to the first illegal event.
 9. *result*: the recomputed result equals the claim, field by field.
10. The grade sums up what the seeds can prove about the deck; the verdict is the first that holds.

While the server seed is hidden only 3 to 6 are checked. Where a step fails with an exception that none of them
expects, memory or recursion included, the verdict is `ERROR` and names the exception. This is where errors become
findings. Beside it only `replay.simulation` knows of seeds. Source: PROTOCOL.md, "What a check answers";
RECORD.md, "Verdict".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress

from dealproof.replay.core import engine
from dealproof.replay.core.engine import BrokenRule, Game, Hand, Narrator, StoppedAt
from dealproof.replay.core.narrative import Narrative, Trick
from dealproof.replay.hashes import HASHES, Hashed, check_hashes, hand_salt
from dealproof.replay.json_schema.value_schema import below
from dealproof.replay.record.events import read_events
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import Record, Unreadable, hand_id, read
from dealproof.replay.verdict import (
    CHECKS,
    ERROR,
    FAILED,
    NOT_SHOWN,
    PASSED,
    VERDICTS,
    Difference,
    Fault,
    ReadingFault,
    Remark,
    Verdict,
)
from dealproof.verifier.encoding import Json, parse_loosely
from dealproof.verifier.errors import Malformed
from dealproof.verifier.shuffle import Draws


def audit(data: bytes, source: str = "") -> Verdict:
    """Judges one record. Never raises, for any bytes; `source` is their name in the verdict."""
    return audited(data, source)[1]


def audited(data: bytes, source: str = "") -> tuple[Record | None, Verdict]:
    """Reads and judges one record. Never raises; the record is None where it is malformed or judging it failed."""
    try:
        record = read(data)
    except Exception as error:
        return None, error_verdict(_hand_id(data), error, source)
    if isinstance(record, Unreadable):
        return None, malformed_verdict(record, source)
    verdict = audit_record(record, source)
    return None if verdict.verdict == ERROR else record, verdict


def malformed_verdict(unreadable: Unreadable, source: str) -> Verdict:
    """The verdict on bytes that are no record."""
    fault = unreadable.fault
    malformed = ReadingFault(fault.pointer, fault.code, fault.reason)
    return Verdict(source, "malformed", ("malformed",), unreadable.hand, {}, malformed=malformed)


def error_verdict(hand_id: str | None, error: Exception, source: str) -> Verdict:
    """The verdict on the hand `hand_id`, or on a record without a readable ID, where judging failed with `error`. The
    sentence names the exception and the place in the program. It repeats nothing of the exception's text, which may
    contain hidden values."""
    reason = (
        f"The program failed while it judged this hand: {type(error).__name__} {_place(error)}. "
        "This says nothing about the hand."
    )
    return Verdict(source, ERROR, (ERROR,), hand_id, {}, error=reason)


def _place(error: Exception) -> str:
    """The line that raised, or led to what raised, in this program."""
    place, trace = "outside of it", error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module.partition(".")[0] == "dealproof":
            place = f"in {module}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _hand_id(data: bytes) -> str | None:
    """The hand ID in bytes that need not be a record, or None where it cannot be read."""
    try:
        return hand_id(parse_loosely(data))
    except Exception:
        return None


def audit_record(record: Record, source: str = "") -> Verdict:
    """Judges a record that has been read. Never raises."""
    try:
        return _judge(record, source)
    except Exception as error:
        return error_verdict(record.hand, error, source)


def _judge(record: Record, source: str) -> Verdict:
    salt = hand_salt(record)
    checks = dict.fromkeys(CHECKS, NOT_SHOWN) | check_hashes(record, salt)
    remarks = seed_remarks(record)
    if record.server_seed is None:
        return _verdict(record, source, checks, remarks)
    game = record.game
    hand = game.start(record.seats, record.dealer, Draws(record.server_seed, salt))
    stop = engine.play_out(game, hand, record.events)
    remarks += tuple([Remark(event, name) for event, name in game.remarks(hand)])
    if stop is not None:
        checks["legal"] = FAILED
        rulings = game.rulings_of(hand, BrokenRule(stop.rule, record.events[stop.event]))
        return _verdict(record, source, checks, remarks, fault=fault_at(record, hand, stop), rulings=rulings)
    checks["legal"] = PASSED
    result = game.outcome(hand, record.standing)
    differences: tuple[Difference, ...] = ()
    if result is not None and record.claim is not None:
        # The claim has the result's types (RECORD.md), so that equal values are the same values.
        differences = () if record.claim == result else tuple(compare(record.claim, result))
        checks["result"] = FAILED if differences else PASSED
    return _verdict(
        record,
        source,
        checks,
        remarks,
        result=result,
        differences=differences,
        rulings=game.rulings_of(hand, None, result, record.standing),
    )


def deal(record: Hashed) -> Hand:
    """The hand of a record as dealt from its seeds, before any event. Its server seed must be revealed."""
    assert record.server_seed is not None
    draws = Draws(record.server_seed, hand_salt(record))
    dealt: Hand = record.game.start(record.seats, record.dealer, draws)
    return dealt


def followed(record: Hashed) -> Narrator:
    """A narrator that has followed the events of a record as far as they are legal. Its server seed must be
    revealed."""
    return engine.followed(record.game, deal(record), record.events)


def narrate(record: Hashed) -> Narrative:
    """The narrative of a hand, as far as its events are legal. Its server seed must be revealed."""
    return followed(record).narrative(record.standing)


def choices(
    record: Hashed | ImportedRecord, fault: Fault, narrator: Narrator
) -> Iterator[tuple[dict[str, Json], Trick]]:
    """Yields each event that would have been legal at the fault, except ranges, with the trick as it would be after it.
    Yields nothing in games without tricks. `narrator` has followed the hand up to its fault, so that this is done only
    once."""
    for choice in fault.legal:
        try:
            (event,) = read_events([choice], record.game.actions, len(record.seats))
        except Malformed:
            continue  # a range is no event
        trick = narrator.trick_with(fault.event, event)
        if trick is not None:
            yield choice, trick


def recast(record: Record, game: Game) -> Record:
    """The record read under another `game` for the same cards and seats (`rulesets.fits`). The order of cards is that
    of the seeds. A match's standing is kept only if it fits the schema of the other game."""
    return record._replace(game=game, standing=_standing_under(record, game))


def under(record: Record, game: Game) -> tuple[StoppedAt | None, dict[str, Json] | None]:
    """Judges a hand by the rules of another `game` (`recast`). Returns where its events first break them, or None, and
    the result if no event does. The server seed must be revealed."""
    other = recast(record, game)
    hand = deal(other)
    stop = engine.play_out(game, hand, other.events)
    return stop, None if stop else game.outcome(hand, other.standing)


def fault_under(record: Record, game: Game) -> Fault | None:
    """The first event that breaks a rule of another `game` (`recast`), with what would have been legal there, or None.
    The server seed must be revealed."""
    other = recast(record, game)
    hand = deal(other)
    stop = engine.play_out(game, hand, other.events)
    return None if stop is None else fault_at(other, hand, stop)


def _standing_under(record: Record, game: Game) -> Mapping[str, Json] | None:
    schema = game.standing_schema(len(record.seats))
    if schema is None or record.standing is None:
        return None
    try:
        schema.check(dict(record.standing), "")
    except Malformed:
        return None
    return record.standing


def seed_remarks(record: Hashed) -> tuple[Remark, ...]:
    """The remarks about the seeds of the players."""
    seeds = [seed for seed in record.player_seeds if seed is not None]
    return (Remark(None, "equal-player-seeds"),) if len(set(seeds)) < len(seeds) else ()


def fault_at(record: Hashed | ImportedRecord, hand: Hand, stop: StoppedAt) -> Fault:
    """The illegal event at which the replay of a record stopped; `hand` is the hand before it."""
    event = record.events[stop.event]
    return Fault(
        event=stop.event,
        seat=event.seat if event.seat >= 0 else None,
        rule=stop.rule,
        legal=tuple(record.game.legal(hand, event.t)),
        card=record.json["events"][stop.event].get("card"),
    )


def compare(claimed: Json, computed: Json, pointer: str = "") -> list[Difference]:
    """The leaves in which a claim differs from the computed result. The claim must fit the schema of the result."""
    if isinstance(claimed, dict) and isinstance(computed, dict):
        return [each for key in computed for each in compare(claimed[key], computed[key], below(pointer, key))]
    if isinstance(claimed, list) and isinstance(computed, list) and len(claimed) == len(computed):
        pairs = enumerate(zip(claimed, computed, strict=True))
        return [each for index, pair in pairs for each in compare(*pair, below(pointer, index))]
    if claimed == computed and type(claimed) is type(computed):
        return []
    return [Difference(pointer, claimed, computed)]


def _verdict(
    record: Record,
    source: str,
    checks: dict[str, str],
    remarks: tuple[Remark, ...],
    *,
    fault: Fault | None = None,
    result: dict[str, Json] | None = None,
    differences: tuple[Difference, ...] = (),
    rulings: tuple[str, ...] = (),
) -> Verdict:
    tampered = FAILED in [checks[name] for name in HASHES]
    holds = (
        False,  # malformed: it has been read
        record.server_seed is None,
        tampered,
        False,  # void: that is another kind of record
        fault is not None,
        checks["legal"] == PASSED and result is None,
        bool(differences),
    )
    every = tuple(compress(VERDICTS, holds)) or ("verified",)
    return Verdict(
        source=source,
        verdict=every[0],
        all=every,
        hand=record.hand,
        checks=checks,
        grade=_grade(record.server_seed is None, tampered),
        fault=fault,
        differences=differences,
        result=result,
        remarks=remarks,
        rulings=rulings,
    )


def _grade(hidden: bool, tampered: bool) -> str | None:
    """F if a hash or signature fails; without a transparency log, C is the best grade."""
    if tampered:
        return "F"
    return None if hidden else "C"
