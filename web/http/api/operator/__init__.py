"""The API of operators: what their game servers publish, store and fetch. Every request has a token (`guard`).

What changes something may be repeated: requests that publish have an idempotency key, and all others change nothing the
second time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, jsonify

from dealproof.web.http import requests
from dealproof.web.http.api.operator.guard import (
    JSON,
    caller,
    idempotency_key,
    identify,
    json_body,
    note_refusal,
    now,
    service,
)
from dealproof.web.http.security import OPERATOR
from dealproof.web.operators import leaves
from dealproof.web.operators.leaves import Submission
from dealproof.web.operators.publishing import Keyed, publish
from dealproof.web.operators.records import own_receipt

operator: Final = Blueprint(OPERATOR, __name__, url_prefix="/api/v1/operator")

operator.before_request(identify)
operator.before_request(requests.allow_parameters)
operator.after_request(note_refusal)


@operator.get("/account")
def account() -> Response:
    """Who the token is of, and what it may do."""
    found = caller()
    with service().database.reading() as tables:
        return jsonify(
            {"name": found.account.name, "token": found.token, "tables": tables.accounts.tables(found.account)}
        )


@operator.post("/hands/<hand>/commit")
def commit(hand: str) -> Response:
    """Publishes the commit of a hand: its header is fixed."""
    return published("commit", hand, leaves.commit)


@operator.post("/hands/<hand>/deal")
def deal(hand: str) -> Response:
    """Publishes the deal of a hand: its seeds are fixed."""
    return published("deal", hand, leaves.deal)


@operator.post("/hands/<hand>/result")
def result(hand: str) -> Response:
    """Publishes the result of a hand: its server seed is open."""
    return published("result", hand, leaves.result)


@operator.post("/hands/<hand>/void")
def void(hand: str) -> Response:
    """Publishes that a hand was given up, and stores its void record."""
    return published("void", hand, leaves.void)


@operator.get("/hands/<hand>/receipt")
def receipt(hand: str) -> Response:
    """The receipt of a hand, with all leaves that are published."""
    return Response(own_receipt(service(), caller(), hand), mimetype=JSON)


def published(kind: str, hand: str, read: Callable[[str, bytes, int], Submission]) -> Response:
    """Publishes a leaf, and answers with the leaf and its proofs."""
    key, body, time = idempotency_key(), json_body(), now()
    keyed = Keyed.of(caller(), key, f"{kind} {hand}", body, time)
    return Response(publish(service(), keyed, read(hand, body, time)), 201, mimetype=JSON)
