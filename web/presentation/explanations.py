"""What would explain that a hash does not match (`replay.doctor`), in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from dealproof.replay.doctor.explanation import Explanation
from dealproof.web.presentation.names import player, players
from dealproof.web.presentation.translations import Sentences

SEED: Final = "/player_seeds/"


class ExplanationText(NamedTuple):
    """One explanation: what the mistake is, that it would explain the mismatch and whose it would be, the JSON pointer
    to what it is about, and the first in a line that names nobody."""

    sentence: str
    by: str
    pointer: str
    short: str


def describe_explanations(
    explanations: Sequence[Explanation], seats: Sequence[str], sentences: Sentences
) -> list[ExplanationText]:
    """Explanations in words; `seats` are the players' names, none where they are not known."""
    return [describe(each, seats, sentences) for each in explanations]


def describe(explanation: Explanation, seats: Sequence[str], sentences: Sentences) -> ExplanationText:
    """One explanation in words."""
    by = [sentences.say("explained-by", code) for code in (explanation.by, *explanation.also)]
    unnamed = sentence_of(explanation, anonymous(explanation, sentences), sentences)
    short = sentences.say("explained-by", "short", sentence=unnamed, pointer=explanation.pointer)
    named = sentence_of(explanation, in_words(explanation, seats, sentences), sentences)
    return ExplanationText(named, " ".join(by), explanation.pointer, short)


def sentence_of(explanation: Explanation, values: Mapping[str, Any], sentences: Sentences) -> str:
    """What the mistake is, with these values."""
    if explanation.in_salt:
        return sentences.say("explained-salt", salt_code(explanation), **values)
    what = sentences.say("explained-what", explanation.check, **values)
    right = sentences.say("explained-right", explanation.check)
    return sentences.say("explained", explanation.code, **{**values, "what": what, "right": right})


def salt_code(explanation: Explanation) -> str:
    """The code of the sentence: a number may be one in the header or one in a seed."""
    in_seed = explanation.code == "number-off-by-one" and explanation.pointer.startswith(SEED)
    return f"{explanation.code}-seed" if in_seed else explanation.code


def in_words(explanation: Explanation, seats: Sequence[str], sentences: Sentences) -> dict[str, Any]:
    """The values of an explanation, players by their names."""
    words: dict[str, Any] = dict(explanation.values)
    if "seat" in words:
        words["who"] = player(seats, words["seat"], sentences)
    if "other" in words:
        words["other"] = player(seats, words["other"], sentences)
    if "seats" in words:
        words["seats"] = players(words["seats"], seats, sentences)
    return words


def anonymous(explanation: Explanation, sentences: Sentences) -> dict[str, Any]:
    """The values of an explanation without names: where nothing is proven, a line that may be passed on alone names
    nobody."""
    words: dict[str, Any] = {**explanation.values, "who": sentences.say("explained-what", "somebody")}
    if "seats" in words:
        words["seats"] = ", ".join(str(seat + 1) for seat in words["seats"])
    return words | ({"other": sentences.say("explained-what", "another")} if "other" in words else {})
