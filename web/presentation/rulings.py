"""Rulings in words: what was decided where the sources of a game leave a point open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dealproof.replay.core.rulings import Ruling
from dealproof.web.presentation.translations import Sentences


class RulingText(NamedTuple):
    """A ruling: its ID, what was decided, its status in a few words, and why it was decided at all."""

    id: str
    sentence: str
    status: str
    why: str


def ruling_in_words(ruling: Ruling, sentences: Sentences) -> str:
    """What a ruling decides. One of a family that brings no translations is said as it is."""
    known = sentences.has("ruling-sentences", ruling.id)
    return sentences.say("ruling-sentences", ruling.id) if known else ruling.sentence


def describe_rulings(rulings: Iterable[Ruling], sentences: Sentences) -> list[RulingText]:
    """Returns rulings in words."""
    return [
        RulingText(
            each.id,
            ruling_in_words(each, sentences),
            sentences.say("statuses", each.status),
            sentences.say("status-why", each.status),
        )
        for each in rulings
    ]
