"""A hand under other rules, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealproof.web.presentation.game import Fact
from dealproof.web.presentation.moves import number
from dealproof.web.presentation.names import did
from dealproof.web.presentation.result import result_facts
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import PublicHand, Retrial


@dataclass(frozen=True, slots=True)
class RetrialTold:
    """Where the hand parts from other `rules`, or that it goes through: a sentence, the rule that is broken (its
    sentence and ID, "" where none is), and the facts of the result."""

    rules: str
    sentence: str
    broken: str
    rule: str
    facts: list[Fact]


def tell(retrials: Iterable[Retrial], hand: PublicHand, sentences: Sentences) -> list[RetrialTold]:
    """Every retrial of a hand in words."""
    return [told(each, hand, sentences) for each in retrials]


def told(retrial: Retrial, hand: PublicHand, sentences: Sentences) -> RetrialTold:
    """One retrial in words."""
    code, place = ("goes-through" if retrial.result else "goes-on"), {}
    if retrial.event is not None:
        done = did(hand.events[retrial.event], hand.seats, sentences)
        code, place = "parts", {"event": number(retrial.event), "did": done}
    return RetrialTold(
        retrial.rules,
        sentences.say("other-rules", code, rules=retrial.rules, **place),
        sentences.say("rules", retrial.rule) if retrial.rule else "",
        retrial.rule or "",
        result_facts(hand.family, retrial.result, hand.seats, sentences),
    )
