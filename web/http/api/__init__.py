"""The API: everything that the pages show, as JSON, and one shape for every error."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, request, url_for

from dealproof.web import judging
from dealproof.web.http import requests
from dealproof.web.http.api import responses
from dealproof.web.http.api.openapi import description
from dealproof.web.http.errors import Refused, attempts, sentence
from dealproof.web.http.requests import no_such_hand, stored_hands
from dealproof.web.intake.box import Judged, JudgedReceipt, Several
from dealproof.web.intake.budget import REQUEST
from dealproof.web.intake.found import Compared, Found
from dealproof.web.published.hand import PublicHand

api: Final = Blueprint("api", __name__, url_prefix="/api/v1")
health: Final = Blueprint("health", __name__)

TEXTS: Final = ("text/plain", "application/json")
"""What may be put into the box here."""


PARAMETERS: Final = {
    "api.hands": ("verdict", "rules", "table", "player", "before"),
    "api.table": ("from",),
    "api.match": ("from",),
}
"""What a query may hold, by route of the API; that of any other is empty."""


@api.before_request
def known() -> None:
    """Refuses a query that holds anything else."""
    requests.allow_parameters(*PARAMETERS.get(request.endpoint or "", ()))


@health.get("/healthz")
def healthz() -> Response:
    """Whether the site works, its database included."""
    stored_hands().answers()
    return jsonify({"status": "ok"})


@api.get("/openapi.json")
def openapi() -> Response:
    """This API, described for machines."""
    return jsonify(description(url_for("site.front", _external=True).rstrip("/")))


@api.get("/hands")
def hands() -> Response:
    """The hands that pass the filters, the last received first."""
    latest = stored_hands().latest(requests.filters(), requests.before())
    return jsonify({"hands": [responses.entry(each) for each in latest.hands], "next": latest.next})


@api.get("/hands/<hand>")
def verdict(hand: str) -> Response:
    """The verdict object of a stored hand (RECORD.md, "As JSON")."""
    data, seen = stored_hands().raw_record(hand), requests.glance(hand)
    if data is None or seen is None:
        raise no_such_hand(hand)
    requests.check_work(hand, data, REQUEST)
    proof, near = requests.stored_proof(seen), requests.Near(seen)
    found = judging.verdict(data, f"/hands/{hand}", proof.applied)
    answer = jsonify(responses.verdict(found, seen.sharing, judging.explained(data, found, near)))
    if not near.asked:
        requests.allow_caching(seen, data, proof.receipt)
    return answer


@api.get("/hands/<hand>/record")
def record(hand: str) -> Response:
    """The record, byte for byte as it was received."""
    data = stored_hands().record(hand)
    if data is None:
        raise Refused(404, "hidden-record", hand=hand) if stored_hands().raw_record(hand) else no_such_hand(hand)
    return Response(data, mimetype="application/json")


@api.get("/hands/<hand>/receipt")
def receipt(hand: str) -> Response:
    """The receipt, byte for byte as it was received."""
    return Response(requests.receipt(hand), mimetype="application/json")


@api.get("/hands/<hand>/account")
def account(hand: str) -> Response:
    """The course of a hand: deals, calls, trumps, tricks, score, and what legal choices would have meant."""
    return jsonify(responses.account(opened(hand)))


@api.get("/hands/<hand>/under/<rules>")
def under(hand: str, rules: str) -> Response:
    """The hand under other rules for the same cards and seats."""
    opened(hand)
    return jsonify(responses.retrial(requests.retrial(hand, rules)))


@api.get("/tables/<table>")
def table(table: str) -> Response:
    """The hands of a table in order, and the gaps in their numbers."""
    return jsonify({"table": table, **responses.list_of(requests.table(table), standings=False)})


@api.get("/matches/<match>")
def match(match: str) -> Response:
    """The hands of a match in order, with its standings, and the gaps in their numbers."""
    found = requests.match(match)
    return jsonify(
        {"match": match, **responses.match(stored_hands().chain(match)), **responses.list_of(found, standings=True)}
    )


@api.post("/find")
def find() -> Response:
    """What the box of the front page does: finds stored hands, or judges a record without storing it."""
    if request.mimetype not in TEXTS:
        raise Refused(415, "media-type")
    answer = stored_hands().look_up(request.get_data(), requests.budget(), requests.reader())
    if isinstance(answer, Judged):
        return jsonify(responses.judged(answer))
    if isinstance(answer, JudgedReceipt):
        return jsonify(responses.receipt(answer))
    if isinstance(answer, Several):
        return jsonify(responses.several(answer))
    if isinstance(answer, Compared):
        return jsonify(responses.compared(answer))
    if isinstance(answer, Found):
        return jsonify(responses.found(answer))
    if answer.lookalike:
        raise Refused(404, "no-record", what=sentence("lookalikes", answer.lookalike))
    raise Refused(404, "nothing-found", tried=attempts(answer.tried, answer.near))


def opened(hand: str) -> PublicHand:
    """A stored hand whose server seed is open and whose record can be read."""
    data = stored_hands().raw_record(hand)
    if data is None:
        raise no_such_hand(hand)
    requests.check_work(hand, data, REQUEST)
    found = judging.judged(data, f"/hands/{hand}")
    if found[0] is None or found[0].hidden:
        raise Refused(404, "hidden-record", hand=hand)
    return found[0]
