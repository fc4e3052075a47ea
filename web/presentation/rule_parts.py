"""Every rule of a rule set in words, by the part of a hand in which it applies, with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.core.grounds import Ground
from dealproof.web.presentation.rulings import RulingText, describe_rulings
from dealproof.web.presentation.translations import Sentences


class RuleText(NamedTuple):
    """A rule: its ID, its sentence, the sources that say it, and the rulings behind it. `alone` is "", or where there
    are neither says that only the specification requires the rule."""

    id: str
    sentence: str
    sources: list[str]
    rulings: list[RulingText]
    alone: str


class RulePart(NamedTuple):
    """The rules of a part of a hand: the code of the part, its heading, and its rules in order."""

    code: str
    heading: str
    rules: list[RuleText]


def describe_rules(game: Game, sentences: Sentences) -> list[RulePart]:
    """Returns every rule of a rule set, part by part; nothing for a family that does not say what its rules rest on."""
    parts = groupby(rulesets.grounds(game), attrgetter("part"))
    return [
        RulePart(code, sentences.say("rule-parts", code), [describe_rule(each, sentences) for each in grounds])
        for code, grounds in parts
    ]


def describe_rule(ground: Ground, sentences: Sentences) -> RuleText:
    """Returns one rule in words."""
    nothing = not ground.sentences and not ground.rulings
    return RuleText(
        ground.rule,
        rule_in_words(ground.rule, sentences),
        [*sources(ground, sentences)],
        describe_rulings(ground.rulings, sentences),
        sentences.say("rule-pages", "alone") if nothing else "",
    )


def rule_in_words(rule: str, sentences: Sentences) -> str:
    """What a rule requires. Most sentences about a move that broke one say it."""
    return sentences.say("rules-told" if sentences.has("rules-told", rule) else "rules", rule)


def sources(ground: Ground, sentences: Sentences) -> Iterator[str]:
    """The sentences of each text that say a rule."""
    for text, numbers in ground.sentences.items():
        values = {"text": sentences.say("rule-texts", text), "numbers": ", ".join(map(str, numbers))}
        yield sentences.count("rule-pages", "source", len(numbers), **values)
