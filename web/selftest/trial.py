"""Everything that is tried out of one service, a finding each."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from dealproof.verifier.errors import DealproofError
from dealproof.web.operators.client import ClientError
from dealproof.web.selftest.promises import PROMISES, Broken, Service
from dealproof.web.selftest.refusals import REFUSALS, refused
from dealproof.web.selftest.table import Begun, Played, begin, give_up, play

FAILURES: Final = (ClientError, DealproofError, LookupError, TypeError, ValueError)
"""What a service can cause that answers wrongly."""


class Finding(NamedTuple):
    """One thing that was tried: the hand, the section and the code of its sentence, and what was found instead, None
    where all is well."""

    hand: str
    section: str
    code: str
    found: str | None = None


def trials(service: Service, rules: Iterable[str]) -> Iterator[Finding]:
    """Plays a hand by each rule set, gives one up, and tries what must be refused. Yields what was found as soon as it
    is; where a hand cannot be played, the others still are."""
    prefix = f"selftest-{secrets.token_hex(6)}"
    ended: Played | None = None
    for id in rules:
        table = f"{prefix}.{id}"
        try:
            ended = play(service.client, begin(service.client, service.policy, id, table, 1))
        except FAILURES as error:
            yield Finding(f"{table}.1", "promises", "played", described(error))
            continue
        yield Finding(ended.hand, "promises", "played")
        yield from kept(service, ended)
    if ended is not None:
        yield from around(service, ended, prefix)


def around(service: Service, ended: Played, prefix: str) -> Iterator[Finding]:
    """Tries what must be refused, beside a hand that has ended, and gives a hand up."""
    table = f"{prefix}.given-up"
    try:
        begun = begin(service.client, service.policy, ended.rules, table, 1)
        yield from refusals(service, begun, ended)
        given = give_up(service.client, begun)
    except FAILURES as error:
        yield Finding(f"{table}.1", "promises", "given-up", described(error))
        return
    yield Finding(given.hand, "promises", "given-up")
    yield from kept(service, given)


def kept(service: Service, played: Played) -> Iterator[Finding]:
    """Tries each promise on a hand."""
    for promise in PROMISES:
        found = None
        try:
            promise(service, played)
        except (Broken, *FAILURES) as error:
            found = described(error)
        yield Finding(played.hand, "promises", code_of(promise), found)


def refusals(service: Service, begun: Begun, ended: Played) -> Iterator[Finding]:
    """Tries what must be refused."""
    for trial, codes in REFUSALS.items():
        answer = refused(trial, service, begun, ended)
        yield Finding(begun.id, "refusals", code_of(trial), None if answer in codes else answer or "accepted")


def described(error: Exception) -> str:
    """Returns what went wrong, in one line."""
    text = str(error) if isinstance(error, (Broken, ClientError)) else f"{type(error).__name__}: {error}"
    return " ".join(text.split()).rstrip(".")


def code_of(function: object) -> str:
    """Returns the code of a promise or a trial: its name."""
    return str(getattr(function, "__name__", "")).replace("_", "-")
