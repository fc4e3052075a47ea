"""What each legal choice at an illegal event would have changed in the trick. Choices with the same effect are
grouped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealproof.web.presentation.cards import Suited, by_suit
from dealproof.web.presentation.names import player
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import Choice


@dataclass(frozen=True, slots=True)
class Consequence:
    """Choices with the same effect: the `cards` that have it, and the actions without a card (`deeds`). `sentence`
    describes the effect."""

    sentence: str
    cards: tuple[Suited, ...]
    deeds: tuple[str, ...]


def consequences(
    choices: Iterable[Choice], seats: tuple[str, ...], sentences: Sentences, section: str
) -> list[Consequence]:
    """Returns the choices grouped by their effect, in the order in which each group first occurs. `section` has the
    sentences of the game (`TrickWords.meanings`)."""
    grouped: dict[str, list[Choice]] = {}
    for choice in choices:
        grouped.setdefault(consequence_of(choice, seats, sentences, section), []).append(choice)
    return [consequence(sentence, alike, sentences) for sentence, alike in grouped.items()]


def consequence_of(choice: Choice, seats: tuple[str, ...], sentences: Sentences, section: str) -> str:
    """Returns the effect of one choice as a sentence."""
    if choice.winning is None:
        return sentences.say(section, "nothing")
    code = "taken" if choice.over else "winning" if "card" in choice.event else "still-winning"
    return sentences.say(section, code, who=player(seats, choice.winning, sentences))


def consequence(sentence: str, choices: list[Choice], sentences: Sentences) -> Consequence:
    """Returns one group of choices with the same sentence."""
    cards = [choice.event["card"] for choice in choices if "card" in choice.event]
    deeds = [sentences.say("may", choice.event["do"]) for choice in choices if "card" not in choice.event]
    return Consequence(sentence, tuple(by_suit(dict.fromkeys(cards))), tuple(deeds))
