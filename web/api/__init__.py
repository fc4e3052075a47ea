"""The API: JSON, one shape for every error."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import HTTPException

from web.public import HAND_ID, problem
from web.sentences import ENGLISH, sentences
from web.service import Hands

api: Final = Blueprint("api", __name__, url_prefix="/api/v1")

CODES: Final = {404: "not-found", 405: "method", 500: "failed"}


@api.get("/hands/<hand>")
def verdict(hand: str) -> Response | tuple[Response, int]:
    """The verdict object of a stored hand (record.md, "As JSON")."""
    hands: Hands = current_app.extensions["hands"]
    if found := hands.find(hand):
        return jsonify(found[1].to_json())
    return refused(404, "no-such-hand" if HAND_ID.fullmatch(hand) else "no-hand-id", hand)


def failed(error: HTTPException) -> tuple[Response, int]:
    """What Flask refuses by itself, in the API's shape."""
    status = error.code or 500
    return refused(status, CODES.get(status, "failed"))


def refused(status: int, code: str, hand: str = "") -> tuple[Response, int]:
    """An error: {code, message, where}."""
    message = sentences(ENGLISH).say("problems", code, hand=hand)
    return jsonify(problem(code, message, request.path)), status
