"""The API of operators: what their game servers publish, store and fetch. Every request has a token (`guard`).

What changes something may be repeated: requests that publish have an idempotency key, and all others change nothing the
second time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, current_app, jsonify, request

from dealproof.web.http import requests
from dealproof.web.http.api.operator.guard import (
    JSON,
    caller,
    idempotency_key,
    identify,
    json_body,
    note_refusal,
    service,
)
from dealproof.web.http.rate_limit import RateLimit
from dealproof.web.http.security import OPERATOR
from dealproof.web.operators import leaves
from dealproof.web.operators.cosigning import cosign
from dealproof.web.operators.leaves import Submission
from dealproof.web.operators.publishing import Keyed, publish
from dealproof.web.operators.reading import acts, continued, feed, limits, whole_hand
from dealproof.web.operators.records import own_receipt, put_record
from dealproof.web.operators.seeds import seed_receipt
from dealproof.web.store.clock import now

operator: Final = Blueprint(OPERATOR, __name__, url_prefix="/api/v1/operator")

PARAMETERS: Final = {"operator.hands": ("since",), "operator.audit": ("since",), "operator.consistency": ("size",)}
"""What a query may hold, by route; that of any other is empty."""

operator.before_request(identify)
operator.after_request(note_refusal)


@operator.before_request
def known() -> None:
    """Refuses a query that holds anything else."""
    requests.allow_parameters(*PARAMETERS.get(request.endpoint or "", ()))


@operator.get("/account")
def account() -> Response:
    """Who the token is of, its tables, and its limits."""
    found = caller()
    with service().database.reading() as tables:
        own = tables.accounts.tables(found.account)
    rate: RateLimit = current_app.extensions["requests"]
    return jsonify({"name": found.account.name, "token": found.token, "tables": own, "limits": limits(rate.most)})


@operator.get("/hands")
def hands() -> Response:
    """The hands of the operator that have changed since a cursor, in order of their last change."""
    return jsonify(feed(service(), caller(), since()))


@operator.get("/hands/<hand>")
def hand(hand: str) -> Response:
    """What is known of a hand: its leaves with their proofs, what is stored of it, and what players signed."""
    return jsonify(whole_hand(service(), caller(), hand))


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


@operator.post("/hands/<hand>/cosignatures")
def cosignatures(hand: str) -> Response:
    """Stores what players signed of the checkpoint of the commit."""
    return jsonify({"seats": cosign(service(), caller(), hand, json_body(), now())})


@operator.post("/hands/<hand>/seed-receipts")
def seed_receipts(hand: str) -> Response:
    """Signs the receipt for the seed of a player, before the deal."""
    return jsonify({"note": seed_receipt(service(), caller(), hand, json_body(), now())})


@operator.put("/hands/<hand>/record")
def record(hand: str) -> Response:
    """Stores the record of a hand, or its opened form in place of the hidden one."""
    return jsonify({"outcome": put_record(service(), caller(), hand, json_body(), now())})


@operator.get("/hands/<hand>/receipt")
def receipt(hand: str) -> Response:
    """The receipt of a hand, with all leaves that are published."""
    return Response(own_receipt(service(), caller(), hand), mimetype=JSON)


@operator.get("/audit")
def audit() -> Response:
    """What was done with the tokens of the operator since a cursor, in order."""
    return jsonify(acts(service(), caller(), since()))


@operator.get("/consistency")
def consistency() -> Response:
    """The proof that the latest checkpoint of the log continues one that a player has seen."""
    return jsonify(continued(service(), request.args.get("size", "")))


def published(kind: str, hand: str, read: Callable[[str, bytes, int], Submission]) -> Response:
    """Publishes a leaf, and answers with the leaf and its proofs."""
    key, body, time = idempotency_key(), json_body(), now()
    keyed = Keyed.of(caller(), key, f"{kind} {hand}", body, time)
    return Response(publish(service(), keyed, read(hand, body, time)), 201, mimetype=JSON)


def since() -> int:
    """Returns the cursor of a list: ?since=, by default its beginning. Raises `Refused` (400)."""
    said = request.args.get("since", "0")
    return 0 if said == "0" else requests.from_one(said, "no-since")
