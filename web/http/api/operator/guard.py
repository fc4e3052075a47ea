"""What comes before every view of operators: whose token it is, and how often it is used.

A token is sent as `Authorization: Bearer dp_<ID>_<secret>` (RFC 6750). Failed attempts are counted by address, like the
posts of anybody; requests with a token by token.
"""

from __future__ import annotations

from typing import Final

from flask import Response, current_app, g, request

from dealproof.replay.record.identifiers import ID
from dealproof.web.http import request_log
from dealproof.web.http.errors import Refused
from dealproof.web.http.rate_limit import RateLimit
from dealproof.web.operators.accounts import Caller, caller_of
from dealproof.web.operators.errors import CONFLICT, FORBIDDEN, LATER, MALFORMED, MISSING, UNABLE, Refusal
from dealproof.web.operators.service import OperatorService
from dealproof.web.store.clock import now
from dealproof.web.store.errors import StoreError

STATUSES: Final = {MALFORMED: 400, FORBIDDEN: 403, MISSING: 404, CONFLICT: 409, UNABLE: 501, LATER: 503}
"""The HTTP status of each kind of refusal."""

SCHEME: Final = "bearer"
CHALLENGE: Final = 'Bearer realm="dealproof"'
WRONG: Final = f'{CHALLENGE}, error="invalid_token"'

KEY: Final = "Idempotency-Key"
JSON: Final = "application/json"
NOTED: Final = range(400, 500)
"""The statuses of refused changes that are noted, too many requests aside."""
MOST_NOTED: Final = 60
"""Refused changes of a token that are noted a minute: the audit log must not be filled by refusals."""


def service() -> OperatorService:
    """Returns what requests of operators need."""
    found: OperatorService = current_app.extensions["operators"]
    return found


def caller() -> Caller:
    """Returns who sent this request."""
    found: Caller = g.caller
    return found


def identify() -> None:
    """Refuses a request without a token that is accepted with 401, and one over the limit of its token with 429."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != SCHEME:
        raise unknown("no-token", CHALLENGE)
    service().hands.prepare()
    with service().database.reading() as tables:
        found = caller_of(tables, text.strip())
    if found is None:
        raise unknown("wrong-token", WRONG)
    count(current_app.extensions["requests"], found.token)
    g.caller = found


def unknown(code: str, challenge: str) -> Refused:
    """Returns the refusal of a request of nobody who is known. Raises another one after too many of them."""
    count(current_app.extensions["rate"], request.remote_addr or "")
    return Refused(401, code, {"WWW-Authenticate": challenge})


def count(rate: RateLimit, client: str) -> None:
    """Counts a request. Raises `Refused` (429) if it is one too many."""
    if wait := rate.wait(client):
        raise Refused(429, "too-many", {"Retry-After": str(wait)}, seconds=wait)


def json_body() -> bytes:
    """Returns the body of this request, which must say that it is JSON. Raises `Refused` (415)."""
    if request.mimetype != JSON:
        raise Refused(415, "json-only")
    return request.get_data()


def idempotency_key() -> str:
    """Returns the key under which this request is remembered. Raises `Refused` (400)."""
    key = request.headers.get(KEY, "")
    if not ID.fullmatch(key):
        raise Refused(400, "no-key")
    return key


def refused(error: Refusal) -> Refused:
    """Returns what a refusal is in HTTP."""
    headers = {} if error.retry is None else {"Retry-After": str(error.retry)}
    return Refused(STATUSES[error.kind], error.code, headers, **error.values)


def note_refusal(response: Response) -> Response:
    """Notes a change that an operator was refused, and returns the response, which nothing may keep."""
    response.headers["Cache-Control"] = "no-store"
    refused = response.status_code in NOTED and response.status_code != 429
    if refused and request.method in {"POST", "PUT"} and "caller" in g:
        account, token = caller()
        if current_app.extensions["noted"].wait(token):
            return response
        values = request.view_args or {}
        hand = values.get("hand", "")
        act = (request.endpoint or "").partition(".")[2].replace("_", "-")
        code = (response.get_json(silent=True) or {}).get("code", "")
        try:
            with service().database.writing() as tables:
                tables.requests.note(account, token, act, hand if ID.fullmatch(hand) else "", now(), code)
        except StoreError as error:
            request_log.log_exception(error, request.url_rule.rule if request.url_rule else None)
    return response
