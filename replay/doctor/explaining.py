"""All checks of a record in turn, and whose mistake it would be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from dealproof.replay.doctor import commitment, log_head, player_seeds, rules
from dealproof.replay.doctor.explanation import UNCLEAR, WRITER, Explanation, Guess, Patch
from dealproof.replay.doctor.trial import Head
from dealproof.replay.hashes import Hashed, hand_salt
from dealproof.replay.verdict import FAILED, PASSED

MOST_HASHES: Final = 3_000
"""Hashes of one record, besides one for each event and those of its own commitments and log head."""
MOST_OTHERS: Final = 4
"""Other records that are looked at."""


def explain(record: Hashed, checks: Mapping[str, str], others: Sequence[Hashed] = ()) -> tuple[Explanation, ...]:
    """Which known mistakes would explain the hashes that fail, by the outcome of the checks (`replay.hashes`); nothing
    where none fails or none of the mistakes fits. `others` are records whose seeds may have been mixed up with these:
    the first `MOST_OTHERS` of them are looked at."""
    near = [each for each in islice(others, MOST_OTHERS) if each.header != record.header]
    guesses = [*_guesses(record, checks, near)]
    if checks.get("log-head") != FAILED:
        return tuple(_settled(each, checks) for each in guesses)
    if record.server_seed is None:
        # The log of a hidden hand holds the concealed card: nothing is said of a hash over it.
        return tuple(map(_unsettled, guesses))
    head = Head(record, hand_salt(record))
    if written := _written_wrongly(head, guesses):
        return written
    own = log_head.explained(head, near)
    return (*map(_unsettled, guesses), *own)


def _guesses(record: Hashed, checks: Mapping[str, str], others: Sequence[Hashed]) -> Iterator[Guess]:
    if checks.get(commitment.CHECK) == FAILED:
        yield from commitment.guesses(record, others)
    if checks.get(player_seeds.CHECK) == FAILED:
        yield from player_seeds.guesses(record, others)
    if checks.get(rules.CHECK) == FAILED:
        yield from rules.guesses(record)


def _settled(guess: Guess, checks: Mapping[str, str]) -> Explanation:
    """Where the log head holds, header and seeds are as they were during play."""
    return guess.explanation if checks.get(log_head.CHECK) == PASSED else _unsettled(guess)


def _unsettled(guess: Guess) -> Explanation:
    """Where nothing shows what was there during play. The server seed is not in the log head: that the record reveals
    another one is the writer's mistake in any case."""
    explanation = guess.explanation
    return explanation if explanation.by == WRITER else explanation._replace(by=UNCLEAR)


def _written_wrongly(head: Head, guesses: Sequence[Guess]) -> tuple[Explanation, ...]:
    """The explanations if the log head is that of the record without one of the mistakes, or without all of them. It
    is then explained too."""
    for place, guess in enumerate(guesses):
        if any(head.fits(patch) for patch in guess.patches):
            explanations = [each.explanation for each in guesses]
            explanations[place] = guess.explanation._replace(by=WRITER, also=(log_head.CHECK,))
            return tuple(explanations)
    for choose in (0, -1):
        if len(guesses) > 1 and head.fits(_together([each.patches[choose] for each in guesses if each.patches])):
            return tuple(each.explanation._replace(by=WRITER, also=(log_head.CHECK,)) for each in guesses)
    return ()


def _together(patches: Sequence[Patch]) -> Patch:
    """All changes at once."""
    header: dict[str, Any] = {}
    seeds: dict[int, str] = {}
    commitments: dict[int, str] = {}
    for patch in patches:
        header |= patch.header
        seeds |= patch.seeds
        commitments |= patch.commitments
    return Patch(header, seeds, commitments)
