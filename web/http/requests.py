"""Parameters of a request, read alike for the pages and the API."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final, NamedTuple

from flask import current_app, redirect, request, url_for
from werkzeug.exceptions import HTTPException

from dealproof.replay import rulesets
from dealproof.replay.hashes import Hashed
from dealproof.replay.record.identifiers import HEX_32, ID
from dealproof.replay.verdict import ERROR, VERDICTS, Verdict
from dealproof.web.disputes.case import Case, Evidence, Hidden, NotForTheseCards, open_case
from dealproof.web.http.answer_cache import CACHEABLE, GLANCE
from dealproof.web.http.errors import Refused
from dealproof.web.http.numbers import grouped
from dealproof.web.http.security import CLIENT_GONE
from dealproof.web.intake.box import Reader, possible_ids
from dealproof.web.intake.budget import PAGE, REQUEST, Budget, TooMuchWork, check_weight
from dealproof.web.intake.found import BY_HASH, OF_SEED, PLAYER_COMMITMENT, PLAYER_SEED, Bound
from dealproof.web.intake.mentions import western_digits
from dealproof.web.presentation.visible_text import visible
from dealproof.web.published.hand import PublicHand, Retrial
from dealproof.web.published.lists import MAX_NUMBER, HandList
from dealproof.web.store.finding import bound_by
from dealproof.web.store.glance import Glance
from dealproof.web.store.queries import Filters
from dealproof.web.store.receipts import applied
from dealproof.web.store.service import Hands

FILTERED: Final = (*VERDICTS, ERROR)
"""The verdicts that a stored hand may have; malformed is one, since a newer version may read more strictly."""

SHOWN: Final = 40
"""Characters of a parameter's name that a sentence repeats."""


MAX_NAME: Final = 64
"""Characters of the longest name of a player (PROTOCOL.md, "Header")."""


class Matched(NamedTuple):
    """How a hand was found (`web.intake.found.BY_HASH`), the SHA-256 that was searched for, whether it is one of the
    hand, and of which seats it is the commitment."""

    how: str
    hash: str
    holds: bool
    seats: tuple[int, ...] = ()


def stored_hands() -> Hands:
    """Returns the stored hands of the current application."""
    hands: Hands = current_app.extensions["hands"]
    return hands


def allow_parameters(*names: str) -> None:
    """Refuses a query with another parameter than these, or with one of them twice."""
    for name, values in request.args.lists():
        if name not in names:
            code = "unknown-parameter" if names else "no-parameters"
            raise Refused(400, code, name=visible(name[:SHOWN]), names=", ".join(names))
        if len(values) > 1:
            raise Refused(400, "parameter-twice", name=name)


def start() -> int:
    """Returns the number at which a page of a list begins: ?from=NUMBER, by default 1."""
    return from_one(request.args.get("from", "1"), "no-number")


def before() -> int | None:
    """Returns the ID below which a page of the hands received last begins: ?before=ID; None for the first page."""
    said = request.args.get("before")
    return None if said is None else from_one(said, "no-before")


def from_one(said: str, problem: str) -> int:
    """Returns a whole number from 1, in digits of any script. Raises `Refused` with the code `problem` for any other
    text."""
    said = western_digits(said)
    if not (said.isascii() and said.isdecimal() and len(said) <= 16 and 1 <= int(said) <= MAX_NUMBER):
        raise Refused(400, problem)
    return int(said)


def filters(*, form: bool = False) -> Filters:
    """Returns the filters of a list: ?verdict=, ?rules=, ?table= and ?player=. A `form` sends unset filters as empty
    texts."""
    chosen = {name: request.args.get(name) for name in Filters._fields}
    read = Filters(**{name: None if form and not value else value for name, value in chosen.items()})
    if read.verdict is not None and read.verdict not in FILTERED:
        raise Refused(400, "no-verdict", verdicts=", ".join(FILTERED))
    if read.rules is not None and not ID.fullmatch(read.rules):
        raise Refused(400, "no-rules")
    if read.table is not None and not ID.fullmatch(read.table):
        raise Refused(400, "no-table")
    if read.player is not None and not 1 <= len(read.player) <= MAX_NAME:
        raise Refused(400, "no-player-name", most=MAX_NAME)
    return read


def glance(hand: str) -> Glance | None:
    """Returns a stored hand at a glance, or None. `web.http.answer_cache` may have read it already."""
    seen: Glance | None = request.environ.get(GLANCE) or stored_hands().glance(hand)
    return seen


class Near:
    """The records around a stored hand whose seeds may have been mixed up with its own: those beside it at its table,
    and those with the same server seed. `asked` says whether they were read: the answer then depends on them."""

    def __init__(self, seen: Glance) -> None:
        self._hands = dict.fromkeys((seen.previous, seen.next, *seen.sharing.reused, *seen.sharing.openers))
        self.asked = False

    def __call__(self) -> list[bytes]:
        """Their bytes."""
        self.asked = True
        found = (stored_hands().raw_record(hand) for hand in self._hands if hand is not None)
        return [data for data in found if data is not None]


class StoredProof(NamedTuple):
    """The receipt of a stored hand, None without one, and whom it is shown to."""

    receipt: bytes | None
    reader: Reader

    def applied(self, record: Hashed, verdict: Verdict) -> Verdict:
        """Returns the verdict on the record of the hand together with its receipt."""
        return applied(record, verdict, self.receipt, self.reader)


def receipt(hand: str) -> bytes:
    """Returns the receipt of a stored hand. Raises `Refused` (404) if there is none, or the hand is hidden."""
    found = stored_hands().receipt(hand)
    if found is None:
        raise Refused(404, "no-receipt", hand=hand) if stored_hands().raw_record(hand) else no_such_hand(hand)
    return found


def stored_proof(seen: Glance) -> StoredProof:
    """Returns the receipt of a stored hand."""
    return StoredProof(stored_hands().receipt(seen.hand) if seen.receipt else None, reader())


def allow_caching(seen: Glance, data: bytes, receipt: bytes | None) -> None:
    """Marks the answer to this request as cacheable, since it depends on the record `data`, its receipt and the glance
    alone; not if another record or receipt has replaced the one of the glance in the meantime."""
    if seen.digest == sha256(data).hexdigest() and (not receipt or seen.receipt == sha256(receipt).hexdigest()):
        request.environ.get(CACHEABLE, bool)()


def retrial(hand: str, rules: str) -> Retrial:
    """Returns the hand judged under other rules. Raises `Refused` (404) if they are not for its cards and seats."""
    found = stored_hands().under(hand, rules)
    if found is None:
        raise Refused(404, "not-under", hand=hand, rules=rules)
    return found


def disputed(hand: str) -> Case | None:
    """Returns a stored hand as a dispute about it has it, with ?under=RULES also under other rules; None while it is
    hidden. Raises `Refused`: 404 if there is no such hand or the rules are not for its cards and seats, 413 if it is
    too long to be shown."""
    data = stored_hands().record(hand)
    if data is None:
        if stored_hands().raw_record(hand) is None:
            raise no_such_hand(hand)
        return None
    check_work(hand, data, PAGE)
    rules = request.args.get("under")
    game = None if rules is None else rulesets.builtin(rules)
    if rules is not None and game is None:
        raise Refused(404, "not-under", hand=hand, rules=rules)
    policy, now = reader()
    try:
        return open_case(Evidence(data, stored_hands().receipt(hand), policy, game, clock=now))
    except Hidden:
        return None
    except NotForTheseCards:
        raise Refused(404, "not-under", hand=hand, rules=rules) from None


def table(name: str) -> HandList:
    """Returns a page of the hands of a table."""
    return listed("table", name, stored_hands().table)


def match(name: str) -> HandList:
    """Returns a page of the hands of a match."""
    return listed("match", name, stored_hands().match)


def listed(kind: str, name: str, find: Callable[[str, int], HandList | None]) -> HandList:
    """Returns the list of this name. Raises a redirect to a list with a similar name, or `Refused` (404)."""
    first = start()
    if (found := find(name, first)) is not None:
        return found
    for other in possible_ids(name):
        if find(other, first) is not None:
            raise redirect_to(**{kind: other})
    raise Refused(404, f"no-such-{kind}" if ID.fullmatch(name) else "no-id", name=name)


def no_such_hand(hand: str) -> HTTPException:
    """Returns the exception for an ID that no hand has: a redirect to a hand with a similar ID, or a 404."""
    for other in possible_ids(hand):
        if stored_hands().raw_record(other) is not None:
            return redirect_to(hand=other)
    return Refused(404, "no-such-hand" if ID.fullmatch(hand) else "no-hand-id", hand=hand)


def redirect_to(**values: str) -> HTTPException:
    """Returns a redirect to the same route for another ID; a temporary one, as this ID may be stored later."""
    target = url_for(request.endpoint or "", **{**(request.view_args or {}), **values})
    query = request.query_string.decode("ascii", "replace")
    return HTTPException(response=redirect(f"{target}?{query}" if query else target, 302))


def reader() -> Reader:
    """Returns the reader of receipts: the policy of the site and the clock."""
    return Reader(current_app.extensions["policy"], int(time.time()))


def budget(*, single: int = REQUEST) -> Budget:
    """Returns the budget of this request: `single` units for a single record."""
    return Budget(single=single, gone=request.environ.get(CLIENT_GONE, lambda: False))


def check_work(hand: str, data: bytes, most: int) -> None:
    """Raises `Refused` (413) if judging takes more units of work than `most` (`web.intake.budget`)."""
    try:
        check_weight(data, most)
    except TooMuchWork as error:
        raise Refused(413, "long-hand", hand=hand, units=grouped(error.units), most=grouped(error.most)) from None


def matched(hand: PublicHand | None, data: bytes) -> Matched | None:
    """Returns how a link says that a hand was found: ?matched= (`web.intake.found.BY_HASH`), and &hash= the SHA-256
    that was searched for; None without them. Anybody can write such a link, so `holds` says whether it is one of the
    hashes of the record `data`.
    """
    how, looked_for = request.args.get("matched", ""), request.args.get("hash", "")
    if hand is None or how not in BY_HASH or not HEX_32.fullmatch(looked_for):
        return None
    bound = Bound(OF_SEED.get(how, how), looked_for) in bound_by(data)
    seats = (seat for seat, each in enumerate(hand.player_commitments) if each == looked_for)
    return Matched(how, looked_for, bound, tuple(seats) if how in {PLAYER_COMMITMENT, PLAYER_SEED} else ())
