"""A hand under other rules, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealproof.web.presentation.game import Fact
from dealproof.web.presentation.moves import move_number
from dealproof.web.presentation.names import event_in_words
from dealproof.web.presentation.result import result_facts
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import PublicHand, Retrial


@dataclass(frozen=True, slots=True)
class RetrialText:
    """Where the hand parts from other `rules`, or that it goes through: a sentence, the rule that is broken (its
    sentence and ID, "" where none is), and the facts of the result."""

    rules: str
    sentence: str
    broken: str
    rule: str
    facts: list[Fact]


def describe_retrials(retrials: Iterable[Retrial], hand: PublicHand, sentences: Sentences) -> list[RetrialText]:
    """Returns every retrial of a hand in words."""
    return [describe_retrial(each, hand, sentences) for each in retrials]


def describe_retrial(retrial: Retrial, hand: PublicHand, sentences: Sentences) -> RetrialText:
    """Returns one retrial in words."""
    code, place = ("goes-through" if retrial.result else "goes-on"), {}
    if retrial.event is not None:
        done = event_in_words(hand.events[retrial.event], hand.seats, sentences)
        code, place = "parts", {"event": move_number(retrial.event), "did": done}
    return RetrialText(
        retrial.rules,
        sentences.say("other-rules", code, rules=retrial.rules, **place),
        sentences.say("rules", retrial.rule) if retrial.rule else "",
        retrial.rule or "",
        result_facts(hand.family, retrial.result, hand.seats, sentences),
    )
