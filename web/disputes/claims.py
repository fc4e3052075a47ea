"""What the record claims beside what is right, in words a player understands: one row for each point of a dispute.

A record claims more than its result: that its seeds are those fixed before the hand, that its log is the one that was
hashed, that every move was legal. Where a check of these fails, the claim is what the check shows when it passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from dealproof.replay.verdict import PASSED, PUBLISHED, VOID
from dealproof.verifier.commitment import commit_player_seed
from dealproof.verifier.encoding import Json
from dealproof.web.disputes.case import Case, Under
from dealproof.web.presentation.moves import illegal_move
from dealproof.web.presentation.names import players
from dealproof.web.presentation.other_rules import RetrialText, describe_retrial
from dealproof.web.presentation.result import result_facts
from dealproof.web.presentation.sentence import joined

NONE: Final = "–"
"""A fact that there is not."""


class Claim(NamedTuple):
    """One point: what it is about, what the record claims, what is right, and whether the claim holds (None: it is not
    known)."""

    what: str
    claimed: str
    right: str
    holds: bool | None


def claims(case: Case) -> list[Claim]:
    """The points of a disputed hand: those that are wrong, or where none is, what was found right or is missing."""
    return [*_hashes(case), *_play(case)]


def _hashes(case: Case) -> Iterator[Claim]:
    say = case.sentences.say
    for name in case.judgement.failed:
        yield Claim(say("checks", name), say("check-plain-passed", name), _wrong(case, name), holds=False)


def _wrong(case: Case, check: str) -> str:
    """What is wrong with a hash, a signature or the receipt."""
    if check == PUBLISHED:
        return case.judgement.publication
    if case.unsigned and check == "signatures":
        move = illegal_move(case.unsigned.hand, case.sentences)
        if move is not None:
            return case.sentences.say("dispute", "unsigned", number=move.number, did=move.sentence)
    if check == "player-seeds" and (seats := _other_seeds(case)):
        return case.sentences.say("dispute", "other-seeds", players=_named(case, seats))
    return case.sentences.say("check-plain-failed", check)


def _other_seeds(case: Case) -> list[int]:
    """The seats whose seed is not the one that the header has the hash of."""
    if case.hand is None:
        return []
    seeds = enumerate(zip(case.hand.player_seeds, case.hand.player_commitments, strict=True))
    return [seat for seat, (seed, fixed) in seeds if seed and fixed and commit_player_seed(seed) != fixed]


def _named(case: Case, seats: list[int]) -> str:
    return players(seats, case.hand.seats if case.hand else (), case.sentences)


def _play(case: Case) -> Iterator[Claim]:
    judgement = case.judgement
    say = judgement.sentences.say
    if judgement.unproven or not judgement.checks:
        return
    if broken := judgement.broken:
        legal = [each.sentence(judgement.seats, judgement.sentences) for each in broken.legal]
        did = say("dispute", "as-legal", did=broken.did)
        yield Claim(
            say("dispute", "move", number=broken.number), did, joined([broken.sentence, *legal], " "), holds=False
        )
    for each in judgement.differences:
        yield Claim(each.what, each.recorded, each.computed, holds=False)
    if not judgement.differences and VOID not in case.verdict.all:
        yield Claim(say("page", "result"), _claimed(case), _right(case), holds=_holds(case))


def _claimed(case: Case) -> str:
    """The result that the record claims, in words."""
    return result_in_words(case, case.claim) or case.sentences.say("dispute", "no-claim")


def _right(case: Case) -> str:
    """What follows from the moves about the result."""
    say = case.sentences.say
    if broken := case.judgement.broken:
        return say("dispute", "no-result", number=broken.number)
    if case.verdict.result is None:
        return say("verdict-sentences", "incomplete")
    return say("dispute", "same") if _holds(case) else result_in_words(case, case.verdict.result)


def _holds(case: Case) -> bool | None:
    return True if case.verdict.checks["result"] == PASSED else None


def result_in_words(case: Case, result: Mapping[str, Json] | None) -> str:
    """A result in one line: headings with their values; "" where there is none."""
    family = case.hand.family if case.hand else ""
    facts = result_facts(family, result, case.judgement.seats, case.sentences)
    return "; ".join(f"{heading}: {value.rstrip('.')}" for heading, value in facts)


class Compared(NamedTuple):
    """One fact of the result under the rules of the hand and under the other ones; "–" where there is none."""

    what: str
    here: str
    there: str


def compared(case: Case, under: Under) -> list[Compared]:
    """The results under both rule sets, fact by fact; none unless the hand comes to its end under the other rules."""
    if under.retrial.result is None:
        return []
    family, seats = under.hand.family, under.hand.seats
    here = dict(result_facts(family, case.verdict.result, seats, case.sentences))
    there = dict(result_facts(family, under.retrial.result, seats, case.sentences))
    return [Compared(what, here.get(what, NONE), there.get(what, NONE)) for what in {**here, **there}]


def retrial_in_words(case: Case, under: Under) -> RetrialText:
    """What became of the hand under the other rules."""
    return describe_retrial(under.retrial, under.hand, case.sentences)
