"""Records judged for readers: the verdict with its sentences, and the hand as anybody may see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dealproof.replay import rulesets
from dealproof.replay.audit import choices, error_verdict, fault_under, followed, recast, under
from dealproof.replay.core.engine import Game, Narrator
from dealproof.replay.core.rulings import provisional
from dealproof.replay.doctor import Explanation, explain
from dealproof.replay.hashes import HASHES, Hashed
from dealproof.replay.judge import AnyRecord, narrator_of, parse
from dealproof.replay.judge import judged as judge
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import Record
from dealproof.replay.verdict import ERROR, FAILED, Verdict
from dealproof.replay.views import views
from dealproof.verifier.errors import Malformed
from dealproof.web.presentation.visible_text import distinct_names
from dealproof.web.presentation.wording import with_wording
from dealproof.web.published.hand import Choice, PublicHand, Retrial, Values


def alone() -> Sequence[bytes]:
    """No other records."""
    return ()


def publish(record: AnyRecord, verdict: Verdict, near: Callable[[], Sequence[bytes]] = alone) -> PublicHand:
    """The public face of a record and its verdict. A void hand with a seed missing has no cards, and an imported hand
    has no seeds, hashes and keys. `near` is as in `explanations`."""
    header, narrator = record.header, narrator_of(record)
    return PublicHand(
        hand=header["hand"],
        table=header["table"],
        number=header["number"],
        rules=header["rules"],
        family=record.game.family,
        provisional=provisional(record.game.rulings),
        seats=distinct_names(header["seats"]),
        dealer=header["dealer"],
        match=header["match"],
        narrative=narrator.narrative(record.standing) if narrator else None,
        verdict=verdict.to_json(),
        rulings=tuple(ruling for ruling in record.game.rulings if ruling.id in verdict.rulings),
        choices=tuple(meanings(record, verdict, narrator)) if narrator else (),
        other_rules=tuple(game.id for game in rulesets.alike(record.game)) if isinstance(record, Record) else (),
        explanations=explanations(record, verdict, near),
        views=tuple(views(record)),
        **(imported(record) if isinstance(record, ImportedRecord) else sealed(record)),
    )


def imported(record: ImportedRecord) -> Values:
    """What only an imported hand has, and nothing in place of what it lacks."""
    nobody = (None,) * len(record.seats)
    return {
        "rules_digest": None,
        "server_commitment": None,
        "player_commitments": nobody,
        "seat_keys": nobody,
        "player_seeds": nobody,
        "server_seed": None,
        "log_head": None,
        "events": tuple(record.json["events"]),
        "origin": record.origin,
    }


def sealed(record: Hashed) -> Values:
    """The seeds, hashes and keys of a hand. Of a hidden one, the log is left out."""
    json, header = record.json, record.header
    opened = json["server_seed"] is not None
    return {
        "rules_digest": header["rules_digest"],
        "server_commitment": header["server_commitment"],
        "player_commitments": tuple(header["player_commitments"]),
        "seat_keys": tuple(header["seat_keys"] or [None] * len(record.seats)),
        "player_seeds": tuple(json["player_seeds"]),
        "server_seed": json["server_seed"],
        "log_head": json["log_head"] if opened else None,
        "events": tuple(json["events"]) if opened else (),
        "void": None if isinstance(record, Record) else record.reason,
    }


def explanations(
    record: AnyRecord, verdict: Verdict, near: Callable[[], Sequence[bytes]] = alone
) -> tuple[Explanation, ...]:
    """Known mistakes that would explain the hashes that do not match. `near` gives the bytes of records whose seeds may
    have been mixed up with these; it is called only if a hash does not match."""
    if isinstance(record, ImportedRecord) or FAILED not in [verdict.checks.get(name) for name in HASHES]:
        return ()
    return explain(record, verdict.checks, [*hashed(near())])


def hashed(records: Sequence[bytes]) -> Iterator[Hashed]:
    """The records among some bytes that have hashes."""
    for data in records:
        try:
            record = parse(data)
        except (Malformed, RecursionError):
            continue
        if not isinstance(record, ImportedRecord):
            yield record


def explained(data: bytes, verdict: Verdict, near: Callable[[], Sequence[bytes]] = alone) -> tuple[Explanation, ...]:
    """The explanations of a record by its bytes and the verdict on it, as `explanations` gives them."""
    if FAILED not in [verdict.checks.get(name) for name in HASHES]:
        return ()
    return explanations(parse(data), verdict, near)


def meanings(record: AnyRecord, verdict: Verdict, narrator: Narrator) -> Iterator[Choice]:
    """What each legal choice at the first illegal event would have meant for the trick."""
    if verdict.fault is None:
        return
    for event, trick in choices(record, verdict.fault, narrator):
        yield Choice(event, trick.winning, trick.winner is not None)


def rules_of(data: bytes) -> Game | None:
    """The rule set of a record, built in or its own; None where the record cannot be read."""
    try:
        return parse(data).game
    except (Malformed, RecursionError):
        return None


def retried(data: bytes, rules: str) -> Retrial | None:
    """A record judged under the built-in rule set `rules`; None where that is not for the same cards and seats,
    where the server seed is not open, so that there is nothing to judge, and of a void or imported hand.
    """
    record = parse(data)
    if not isinstance(record, Record):
        return None
    game = next((each for each in rulesets.alike(record.game) if each.id == rules), None)
    if game is None or record.server_seed is None:
        return None
    return retrial(record, game)


def retrial(record: Record, game: Game) -> Retrial:
    """A record judged under another `game` that fits it (`rulesets.fits`). Its server seed must be revealed."""
    stop, result = under(record, game)
    return Retrial(game.id, stop.event if stop else None, stop.rule if stop else None, result)


def published_under(record: Record, game: Game, hand: PublicHand) -> PublicHand:
    """The public face `hand` of a record as it looks under another `game` that fits it: the narrative as far as its
    events are legal there, the fault and the result. Its server seed must be revealed."""
    other, found = recast(record, game), fault_under(record, game)
    narrator = followed(other)
    fault = None if found is None else found.to_json()
    result = None if found else under(record, game)[1]
    verdict = {**hand.verdict, "fault": fault, "result": result, "differences": [], "rulings": []}
    return replace(
        hand,
        rules=game.id,
        rules_digest=game.digest,
        provisional=provisional(game.rulings),
        narrative=narrator.narrative(other.standing),
        verdict=verdict,
        rulings=(),
        choices=(),
        views=(),
    )


def published_before(record: Hashed, event: int, hand: PublicHand) -> PublicHand:
    """The public face `hand` of a record as it looks before an event, with that event as its fault. The seeds must be
    revealed."""
    narrator = followed(record._replace(events=record.events[:event]))
    verdict = {**hand.verdict, "fault": {"event": event}, "result": None}
    return replace(hand, narrative=narrator.narrative(record.standing), verdict=verdict, views=hand.views[: event + 1])


def unchanged(record: Hashed, verdict: Verdict) -> Verdict:
    """The verdict, of a record without a receipt."""
    return verdict


def judged(
    data: bytes,
    source: str,
    receipt: Callable[[Hashed, Verdict], Verdict] = unchanged,
    near: Callable[[], Sequence[bytes]] = alone,
) -> tuple[PublicHand | None, Verdict]:
    """A record judged and made public. Never raises; the hand is None where the record cannot be read, and where
    judging or publishing it failed. `receipt` adds to the verdict what the receipt of the hand shows; `near` is as in
    `explanations`."""
    record, verdict = judge(data, source)
    if record is not None and not isinstance(record, ImportedRecord):
        verdict = receipt(record, verdict)
    verdict = with_wording(verdict, record, data)
    if record is None or verdict.verdict == ERROR:
        return None, verdict
    try:
        return publish(record, verdict, near), verdict
    except Exception as error:
        return None, error_verdict(record.hand, error, source)


def verdict(data: bytes, source: str, receipt: Callable[[Hashed, Verdict], Verdict] = unchanged) -> Verdict:
    """The verdict on a record, without the narrative of its hand. Never raises. `receipt` is as in `judged`."""
    record, found = judge(data, source)
    if record is not None and not isinstance(record, ImportedRecord):
        found = receipt(record, found)
    return with_wording(found, record, data)
