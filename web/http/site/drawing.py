"""The preview of a hand, drawn for one request after the other."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Final

from flask import current_app

from dealproof.replay.verdict import Verdict
from dealproof.web.http.errors import Refused
from dealproof.web.pictures.preview import preview_picture
from dealproof.web.pictures.typefaces import shapes
from dealproof.web.presentation.preview import preview_text
from dealproof.web.presentation.translations import ENGLISH, Sentences, sentences, spoken
from dealproof.web.presentation.verdict import Judgement
from dealproof.web.published.hand import PublicHand

MOST_DRAWING: Final = 4
"""Previews that wait for their turn in one process, that being drawn among them; a further one is refused."""
AGAIN: Final = 2
"""Seconds after which one that was refused may be asked for again."""


def preview_of(hand: PublicHand | None, verdict: Verdict, id: str) -> bytes:
    """Returns the preview of a hand as a PNG, in the language of the request. Raises `Refused` (503) where many are
    being drawn."""
    words = drawn_language()
    text = preview_text(id, Judgement(verdict.to_json(), words, hand))
    turns: BoundedSemaphore = current_app.extensions["drawing"]
    if not turns.acquire(blocking=False):
        raise Refused(503, "drawing", {"Retry-After": str(AGAIN)})
    try:
        return preview_picture(text, words.say("page", "home"))
    finally:
        turns.release()


def drawn_language() -> Sentences:
    """The sentences of the language of the request; English ones where this machine cannot shape the letters of
    others, since letters that are out of place are another word."""
    return spoken() if shapes() else sentences(ENGLISH)
