"""What the legal choices at an illegal event would have meant for the trick, those with the same meaning together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealproof.web.presentation.cards import Suited, by_suit
from dealproof.web.presentation.names import who
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import Choice


@dataclass(frozen=True, slots=True)
class Meaning:
    """Choices that would have meant the same: those that play `cards`, and the others in words (`deeds`); `sentence`
    says what."""

    sentence: str
    cards: tuple[Suited, ...]
    deeds: tuple[str, ...]


def meanings(choices: Iterable[Choice], seats: tuple[str, ...], sentences: Sentences, section: str) -> list[Meaning]:
    """The choices grouped by what they would have meant, in the order in which each group first comes up; `section` has
    the sentences of the game (`TrickWords.meanings`)."""
    grouped: dict[str, list[Choice]] = {}
    for choice in choices:
        grouped.setdefault(meant(choice, seats, sentences, section), []).append(choice)
    return [meaning(sentence, alike, sentences) for sentence, alike in grouped.items()]


def meant(choice: Choice, seats: tuple[str, ...], sentences: Sentences, section: str) -> str:
    """What one choice would have meant, as a sentence."""
    if choice.winning is None:
        return sentences.say(section, "nothing")
    code = "taken" if choice.over else "winning" if "card" in choice.event else "still-winning"
    return sentences.say(section, code, who=who(seats, choice.winning, sentences))


def meaning(sentence: str, choices: list[Choice], sentences: Sentences) -> Meaning:
    """One group."""
    cards = [choice.event["card"] for choice in choices if "card" in choice.event]
    deeds = [sentences.say("may", choice.event["do"]) for choice in choices if "card" not in choice.event]
    return Meaning(sentence, tuple(by_suit(dict.fromkeys(cards))), tuple(deeds))
