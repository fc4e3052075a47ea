"""The audit: takes the bytes of a record and returns a verdict.

 1. The bytes are read as a record, or are malformed.
 2. *commitment*: the revealed server seed hashes to the commitment in the header.
 3. *player-seeds*: each revealed player seed hashes to its commitment in the header.
 4. *rules-digest*: the digest of the rule set equals the one in the header.
 5. *log-head*: the hash over salt and events equals the one in the record.
 6. *signatures*: every event of a seat with a key is signed by it, over the log up to and with that event; not shown
    where there is no such event.
 7. *published-before-play*: not shown here; it needs the transparency log.
 8. *legal*: the hand is dealt from the seeds in the record and replayed up to the first illegal event.
 9. *result*: the recomputed result equals the claim, field by field.
10. The grade sums up what the seeds can prove about the deck; the verdict is the first that holds.

While the server seed is hidden only 3 to 6 are checked. Where a step fails with an exception that none of them
expects, memory or recursion included, the verdict is `ERROR` and names the exception. This is the only place that turns
errors into findings, and the only one of `replay` that knows of seeds. Source: PROTOCOL.md, "What a check answers";
RECORD.md, "Verdict".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress

from dealproof.replay.core import engine
from dealproof.replay.core.engine import BrokenRule, Game, Hand, Narrator, StoppedAt
from dealproof.replay.core.narrative import Narrative, Trick
from dealproof.replay.json_schema.value_schema import below
from dealproof.replay.record import record
from dealproof.replay.record.events import read_events
from dealproof.replay.record.record import Record, Unreadable
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
from dealproof.verifier.commitment import check_commitment, check_player_seed, check_rules_digest
from dealproof.verifier.encoding import Json, parse_base64, parse_loosely
from dealproof.verifier.errors import Malformed, Refuted
from dealproof.verifier.log_hash import LogHash, check_log_head, check_log_head_of
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import salt, salt_of

HASHES = ("commitment", "player-seeds", "rules-digest", "log-head", "signatures")
"""The checks whose failure means that the record was changed."""


def audit(data: bytes, source: str = "") -> Verdict:
    """Judges one record. Never raises, for any bytes; `source` is their name in the verdict."""
    return audited(data, source)[1]


def audited(data: bytes, source: str = "") -> tuple[Record | None, Verdict]:
    """Reads and judges one record. Never raises; the record is None where it is malformed or judging it failed."""
    try:
        hand = record.read(data)
    except Exception as error:
        return None, error_verdict(_name(data), error, source)
    if isinstance(hand, Unreadable):
        return None, malformed_verdict(hand, source)
    verdict = audit_record(hand, source)
    return None if verdict.verdict == ERROR else hand, verdict


def malformed_verdict(unread: Unreadable, source: str) -> Verdict:
    """The verdict on bytes that are no record."""
    fault = unread.fault
    misreading = ReadingFault(fault.pointer, fault.code, fault.reason)
    return Verdict(source, "malformed", ("malformed",), unread.hand, {}, malformed=misreading)


def error_verdict(hand: str | None, error: Exception, source: str) -> Verdict:
    """The verdict on a record, or on the `hand` of that ID, where judging it failed with `error`. The sentence names
    the exception and the place in the program, and repeats nothing of its text, which may hold what is hidden."""
    reason = (
        f"The program failed while it judged this hand: {type(error).__name__} {_place(error)}. "
        "This says nothing about the hand."
    )
    return Verdict(source, ERROR, (ERROR,), hand, {}, error=reason)


def _place(error: Exception) -> str:
    """The line that raised, or led to what raised, in this program."""
    place, trace = "outside of it", error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module.partition(".")[0] == "dealproof":
            place = f"in {module}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _name(data: bytes) -> str | None:
    """The hand ID in bytes that need not be a record, or None where it cannot be read."""
    try:
        return record.hand_id(parse_loosely(data))
    except Exception:
        return None


def audit_record(hand: Record, source: str = "") -> Verdict:
    """Judges a record that has been read. Never raises."""
    try:
        return _judge(hand, source)
    except Exception as error:
        return error_verdict(hand.hand, error, source)


def _judge(hand: Record, source: str) -> Verdict:
    hand_salt = _salt(hand)
    checks = dict.fromkeys(CHECKS, NOT_SHOWN)
    checks["commitment"] = _commitment(hand)
    checks["player-seeds"] = _player_seeds(hand)
    checks["rules-digest"] = _rules_digest(hand)
    checks["log-head"] = _log_head(hand, hand_salt)
    checks["signatures"] = _signatures(hand, hand_salt)
    remarks = _remarks(hand)
    if hand.server_seed is None:
        return _verdict(hand, source, checks, remarks)
    game = hand.game
    play = game.start(hand.seats, hand.dealer, Draws(hand.server_seed, hand_salt))
    stop = engine.play_out(game, play, hand.events)
    remarks += tuple([Remark(event, name) for event, name in game.remarks(play)])
    if stop is not None:
        checks["legal"] = FAILED
        rulings = game.rulings_of(play, BrokenRule(stop.rule, hand.events[stop.event]))
        return _verdict(hand, source, checks, remarks, fault=_fault(hand, play, stop), rulings=rulings)
    checks["legal"] = PASSED
    result = game.outcome(play, hand.standing)
    differences: tuple[Difference, ...] = ()
    if result is not None and hand.claim is not None:
        # The claim has the result's types (RECORD.md), so that equal values are the same values.
        differences = () if hand.claim == result else tuple(compare(hand.claim, result))
        checks["result"] = FAILED if differences else PASSED
    return _verdict(
        hand,
        source,
        checks,
        remarks,
        result=result,
        differences=differences,
        rulings=game.rulings_of(play, None, result, hand.standing),
    )


def deal(hand: Record) -> Hand:
    """The hand of a record as dealt from its seeds, before any event. Its server seed must be revealed."""
    assert hand.server_seed is not None
    draws = Draws(hand.server_seed, _salt(hand))
    dealt: Hand = hand.game.start(hand.seats, hand.dealer, draws)
    return dealt


def followed(hand: Record) -> Narrator:
    """What describes the hand for people, having followed its events as far as they are legal. Its server seed must be
    open."""
    return engine.followed(hand.game, deal(hand), hand.events)


def narrate(hand: Record) -> Narrative:
    """The hand described for people, as far as its events are legal. Its server seed must be revealed."""
    return followed(hand).narrative(hand.standing)


def choices(hand: Record, fault: Fault, narrator: Narrator) -> Iterator[tuple[dict[str, Json], Trick]]:
    """Each event that would have been legal at the fault, except ranges, with the trick as it would be after it; none
    in games without tricks. `narrator` has followed the hand up to its fault, so that this is done only once."""
    for choice in fault.legal:
        try:
            (event,) = read_events([choice], hand.game.words, len(hand.seats))
        except Malformed:
            continue  # a range is no event
        trick = narrator.trick_with(fault.event, event)
        if trick is not None:
            yield choice, trick


def under(hand: Record, game: Game) -> tuple[StoppedAt | None, dict[str, Json] | None]:
    """A hand judged by other rules for the same cards and seats (`rulesets.alike`): where its events first part from
    them, or None, and the result where they go through to the end. The order of cards stays what the seeds gave. A
    match's standing is carried on only where these rules keep theirs in the same way. Its server seed must be revealed.
    """
    assert hand.server_seed is not None
    play = game.start(hand.seats, hand.dealer, Draws(hand.server_seed, _salt(hand)))
    stop = engine.play_out(game, play, hand.events)
    return stop, None if stop else game.outcome(play, _standing_under(hand, game))


def _standing_under(hand: Record, game: Game) -> Mapping[str, Json] | None:
    schema = game.standing_schema(len(hand.seats))
    if schema is None or hand.standing is None:
        return None
    try:
        schema.check(dict(hand.standing), "")
    except Malformed:
        return None
    return hand.standing


def _commitment(hand: Record) -> str:
    if hand.server_seed is None:
        return NOT_SHOWN
    try:
        check_commitment(hand.server_seed, hand.header["server_commitment"])
    except Refuted:
        return FAILED
    return PASSED


def _player_seeds(hand: Record) -> str:
    """Failed where one does not match; else not shown where one has no commitment; else passed."""
    commitments = hand.header["player_commitments"]
    try:
        for seat, commitment in enumerate(commitments):
            if commitment is not None:
                check_player_seed(hand.player_seeds[seat], commitment, seat)
    except Refuted:
        return FAILED
    return NOT_SHOWN if None in commitments else PASSED


def _rules_digest(hand: Record) -> str:
    digest = hand.header["rules_digest"]
    if digest is None:
        return NOT_SHOWN
    try:
        check_rules_digest(hand.game.digest, digest)
    except Refuted:
        return FAILED
    return PASSED


def _salt(hand: Record) -> bytes:
    if hand.texts is None:
        return salt(hand.header, hand.player_seeds)
    return salt_of(hand.texts.header, hand.texts.player_seeds)


def _log_head(hand: Record, hand_salt: bytes) -> str:
    head = hand.json["log_head"]
    try:
        if hand.texts is None or hand.texts.events is None:
            check_log_head(hand_salt, hand.json["events"], head)
        else:
            check_log_head_of(hand_salt, hand.texts.events, head)
    except Refuted:
        return FAILED
    return PASSED


def _signatures(hand: Record, hand_salt: bytes) -> str:
    """Not shown if no event had to be signed."""
    if not any(hand.keys):
        return NOT_SHOWN
    owners = [seat for seat, key in enumerate(hand.keys) if key is not None]
    signed = [index for index, event in enumerate(hand.events) if event.seat in owners]
    if not signed:
        return NOT_SHOWN
    from dealproof.verifier.signature import check_signature

    log, events, begun = LogHash(hand_salt), hand.json["events"], 0
    for index in signed:
        for event in events[begun : index + 1]:
            log.append(event)
        begun = index + 1
        key = hand.keys[hand.events[index].seat]
        assert key is not None
        if "sig" not in events[index]:
            return FAILED
        try:
            check_signature(key, parse_base64(events[index]["sig"], 64), log.digest(), index)
        except Refuted:
            return FAILED
    return PASSED


def _remarks(hand: Record) -> tuple[Remark, ...]:
    if len(set(hand.player_seeds)) < len(hand.player_seeds):
        return (Remark(None, "equal-player-seeds"),)
    return ()


def _fault(hand: Record, play: Hand, stop: StoppedAt) -> Fault:
    event = hand.events[stop.event]
    return Fault(
        event=stop.event,
        seat=event.seat if event.seat >= 0 else None,
        rule=stop.rule,
        legal=tuple(hand.game.legal(play, event.t)),
        card=hand.json["events"][stop.event].get("card"),
    )


def compare(claimed: Json, computed: Json, pointer: str = "") -> list[Difference]:
    """The leaves in which a claim of the right shape differs from the computed result."""
    if isinstance(claimed, dict) and isinstance(computed, dict):
        return [each for key in computed for each in compare(claimed[key], computed[key], below(pointer, key))]
    if isinstance(claimed, list) and isinstance(computed, list) and len(claimed) == len(computed):
        pairs = enumerate(zip(claimed, computed, strict=True))
        return [each for index, pair in pairs for each in compare(*pair, below(pointer, index))]
    if claimed == computed and type(claimed) is type(computed):
        return []
    return [Difference(pointer, claimed, computed)]


def _verdict(
    hand: Record,
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
        hand.server_seed is None,
        tampered,
        fault is not None,
        checks["legal"] == PASSED and result is None,
        bool(differences),
    )
    every = tuple(compress(VERDICTS, holds)) or ("verified",)
    return Verdict(
        source=source,
        verdict=every[0],
        all=every,
        hand=hand.hand,
        checks=checks,
        grade=_grade(hand.server_seed is None, tampered),
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
