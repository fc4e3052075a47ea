"""The course of a hand in words: the pieces that its game lays out."""

from __future__ import annotations

from dealproof.web.presentation.games import presentation_of
from dealproof.web.presentation.layout import Course
from dealproof.web.presentation.moves import illegal_move
from dealproof.web.presentation.pieces import HandText
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import PublicHand


def course_of(hand: PublicHand, sentences: Sentences) -> Course | None:
    """What a hand is laid out from in one language; None while the hand is hidden."""
    if hand.narrative is None:
        return None
    return Course(hand, hand.narrative, illegal_move(hand, sentences), sentences)


def describe_hand(hand: PublicHand, sentences: Sentences) -> HandText | None:
    """The pieces of a hand in one language; None while the hand is hidden."""
    course = course_of(hand, sentences)
    return None if course is None else presentation_of(hand.family).layout(course)
