"""The pages: a front page, a page a hand, and the record itself."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from web import faces
from web.public import HAND_ID, PublicHand
from web.sentences import ENGLISH, Sentences, sentences
from web.service import Hands
from web.telling.browser import rule_set
from web.telling.hand import HandTold
from web.telling.judgement import Judgement, mark
from web.telling.letters import quoted, visible
from web.telling.outcome import facts
from web.telling.people import who

site: Final = Blueprint("site", __name__, template_folder="templates")


def stored() -> Hands:
    """The hands of this application."""
    hands: Hands = current_app.extensions["hands"]
    return hands


@site.record_once
def speak(state: BlueprintSetupState) -> None:
    """Gives every template, macros too, the words and the faces of the cards."""
    english = sentences(ENGLISH)
    words = {"sentences": english, "say": english.say}
    state.app.jinja_env.globals.update(words, faces=faces, mark=mark, who=who, rule_set=rule_set)
    state.app.jinja_env.filters.update(visible=visible, quoted=quoted)


@site.get("/")
def front() -> str:
    """The hands received last, and a box to open one by its ID."""
    judged = [Judgement(verdict.to_json(), sentences(ENGLISH), hand) for hand, verdict in stored().latest()]
    return render_template("site/front.html", judged=judged)


@site.get("/hands")
def opened() -> AnyResponse:
    """Where the box of the front page leads: to the page of the hand."""
    hand = request.args.get("hand", "").strip()
    if not HAND_ID.fullmatch(hand):
        raise NotFound(sentences(ENGLISH).say("problems", "no-hand-id", hand=hand))
    return redirect(url_for("site.hand", hand=hand))


@site.get("/hands/<hand>")
def hand(hand: str) -> str:
    """One hand: the verdict, the checks, and how it went."""
    found = stored().find(hand)
    if found is None:
        raise NotFound(sentences(ENGLISH).say("problems", "no-such-hand", hand=hand))
    public, verdict = found
    judgement = Judgement(verdict.to_json(), sentences(ENGLISH), public)
    return render_template(
        "site/hand.html",
        id=hand,
        hand=public,
        judgement=judgement,
        told=told(public, judgement.sentences),
        facts=facts(verdict.result, judgement.seats, judgement.sentences),
    )


def told(hand: PublicHand | None, language: Sentences) -> HandTold | None:
    """How the hand went, None while that is hidden."""
    return HandTold(hand, hand.account, language) if hand and hand.account else None


@site.get("/hands/<hand>/record")
def record(hand: str) -> Response:
    """The record, byte for byte as it was received, once the server seed is open."""
    data = stored().record(hand)
    if data is None:
        code = "hidden-record" if stored().find(hand) else "no-such-hand"
        raise NotFound(sentences(ENGLISH).say("problems", code, hand=hand))
    answer = make_response(data)
    answer.content_type = "application/json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{hand.replace(":", "_")}.hand.json"'
    return answer


def failed(error: HTTPException) -> tuple[str, int]:
    """An error as a sentence on a page."""
    status = error.code or 500
    code = {404: "not-found", 405: "method"}.get(status, "failed")
    plain = type(error).description == error.description
    message = sentences(ENGLISH).say("problems", code) if plain else error.description
    return render_template("site/problem.html", message=message, status=status), status
