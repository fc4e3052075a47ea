"""A disputed hand: what somebody has of it, judged once for everything that the bundle says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.hashes import Hashed, hand_salt, unsigned_event
from dealproof.replay.judge import AnyRecord, parse
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import Record, hand_id
from dealproof.replay.verdict import ERROR, FAILED, Verdict
from dealproof.verifier.encoding import Json, parse_loosely
from dealproof.verifier.errors import Malformed
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.disputes.clock import settled
from dealproof.web.intake.comparison import object_of
from dealproof.web.judging import judged, published_before, published_under, retrial
from dealproof.web.presentation.translations import ENGLISH, Sentences, sentences
from dealproof.web.presentation.verdict import Judgement
from dealproof.web.published.hand import PublicHand, Retrial

RECORD: Final = "record.json"
"""The name of the record in a bundle, and so the source in its verdict."""


class Hidden(Exception):
    """The server seed of the hand is not revealed: a bundle would publish the log, and with it the concealed card."""


class NotForTheseCards(Exception):
    """The other rules are not for the cards and seats of the hand, or it cannot be played again from its seeds."""


class OtherReceipt(Exception):
    """The receipt names another hand than the record, or none: `hand` is its hand ID or None."""

    def __init__(self, hand: str | None) -> None:
        super().__init__(hand)
        self.hand = hand


class Evidence(NamedTuple):
    """What somebody has of a hand: its record and its receipt, byte for byte as received, the policy, and `under`, the
    rules that a player believes were agreed.

    `now` is the clock of the reader in seconds since 1970 if it is given; otherwise it is the last time in the receipt
    that is not after `clock` (`web.disputes.clock`).
    """

    record: bytes
    receipt: bytes | None = None
    policy: Policy = Policy()
    under: Game | None = None
    now: int | None = None
    clock: int = 0


class Under(NamedTuple):
    """The hand under other rules: the rule set, what became of the hand, and the hand as it looks under them."""

    game: Game
    retrial: Retrial
    hand: PublicHand

    def to_json(self) -> dict[str, Json]:
        """What became of the hand, as the API gives it, and the digest of the rules."""
        found = self.retrial
        return {
            "rules": found.rules,
            "digest": self.game.digest,
            "event": found.event,
            "rule": found.rule,
            "result": found.result,
        }


class Unsigned(NamedTuple):
    """The first event that its player did not sign, by its index, and the hand as it looks before it."""

    event: int
    hand: PublicHand


@dataclass(frozen=True, slots=True)
class Case:
    """A disputed hand, judged. `hand` and `game` are None where the record cannot be read or judging it failed; `claim`
    is the result that the record claims, None where it claims none; `receipt` is None where there is none, or the hand
    is imported and can have none; `now` is None without a receipt. `unsigned` is None where every signature holds or
    none was needed. A page shows a case in the `language` of its reader; a bundle is in English."""

    evidence: Evidence
    hand: PublicHand | None
    verdict: Verdict
    game: Game | None
    claim: Mapping[str, Json] | None
    receipt: bytes | None
    now: int | None
    under: Under | None
    unsigned: Unsigned | None
    language: str = ENGLISH

    @property
    def judgement(self) -> Judgement:
        """The verdict in words."""
        return Judgement(self.verdict.to_json(), self.sentences, self.hand)

    @property
    def judgement_under(self) -> Judgement | None:
        """The judgement under the other rules, or None without any."""
        return Judgement(self.under.hand.verdict, self.sentences, self.under.hand) if self.under else None

    @property
    def what_now(self) -> str:
        """What somebody can do about it who has the bundle, "" where all is well."""
        code = self.verdict.verdict
        own = self.sentences.has("dispute-now", code)
        return self.sentences.say("dispute-now", code) if own else self.judgement.what_now

    @property
    def sentences(self) -> Sentences:
        """The sentences of the language."""
        return sentences(self.language)

    @property
    def trusting(self) -> bool:
        """Whether there is a receipt and a policy that names a log to check it by."""
        return self.receipt is not None and bool(self.evidence.policy.logs)


def open_case(evidence: Evidence) -> Case:
    """Judges what somebody has of a hand. Raises `Hidden`, `NotForTheseCards` for other rules that do not fit, and
    `OtherReceipt`."""
    record = _read(evidence.record)
    receipt = None if isinstance(record, ImportedRecord) else evidence.receipt
    if receipt is not None:
        _check_hand(receipt, evidence.record)
    now = None if receipt is None else _now(evidence, receipt, record)

    def with_evidence(hashed: Hashed, verdict: Verdict) -> Verdict:
        return with_receipt(hashed, verdict, receipt, evidence.policy, now or 0) if receipt else verdict

    hand, verdict = judged(evidence.record, RECORD, with_evidence)
    if "hidden" in verdict.all or (record is None and _unopened(evidence.record)):
        raise Hidden
    game = record.game if record is not None and verdict.verdict != ERROR else None
    claim = record.claim if isinstance(record, Record | ImportedRecord) else None
    return Case(
        evidence, hand, verdict, game, claim, receipt, now, _under(evidence, record, hand), _unsigned(record, hand)
    )


def _read(data: bytes) -> AnyRecord | None:
    try:
        return parse(data)
    except (Malformed, RecursionError):
        return None


def _check_hand(receipt: bytes, record: bytes) -> None:
    named, hand = _hand(receipt), _hand(record)
    if named is None or (hand is not None and named != hand):
        raise OtherReceipt(named)


def _hand(data: bytes) -> str | None:
    try:
        return hand_id(parse_loosely(data))
    except (Malformed, RecursionError):
        return None


def _unopened(data: bytes) -> bool:
    """Whether bytes that are not a record have an empty place for the server seed all the same."""
    return object_of(data).get("server_seed", "") is None


def _now(evidence: Evidence, receipt: bytes, record: AnyRecord | None) -> int:
    if evidence.now is not None:
        return evidence.now
    keys = [] if record is None or isinstance(record, ImportedRecord) else record.keys
    return settled(receipt, keys, evidence.policy, evidence.clock)


def _unsigned(record: AnyRecord | None, hand: PublicHand | None) -> Unsigned | None:
    if hand is None or record is None or isinstance(record, ImportedRecord):
        return None
    if hand.verdict["checks"]["signatures"] != FAILED:
        return None
    event = unsigned_event(record, hand_salt(record))
    return None if event is None else Unsigned(event, published_before(record, event, hand))


def _under(evidence: Evidence, record: AnyRecord | None, hand: PublicHand | None) -> Under | None:
    game = evidence.under
    if game is None:
        return None
    if hand is None or not isinstance(record, Record) or not rulesets.fits(record.game, game, len(record.seats)):
        raise NotForTheseCards
    return Under(game, retrial(record, game), published_under(record, game, hand))
