"""A hand in the few lines of a preview: what a messenger shows beside a link to it."""

from __future__ import annotations

from dataclasses import dataclass

from dealproof.web.presentation.rules import label_of_id
from dealproof.web.presentation.verdict import Judgement


@dataclass(frozen=True, slots=True)
class PreviewText:
    """A verdict in a few lines: its `state` (`web.presentation.verdict`), its `title`, a `sentence` on it, the names of
    the `players` (none where they are not known), the rule set and the grade of the deck (`facts`), and the ID of the
    `hand`."""

    state: str
    title: str
    sentence: str
    players: tuple[str, ...]
    facts: tuple[str, ...]
    hand: str


def preview_text(hand: str, judgement: Judgement) -> PreviewText:
    """The preview of a hand with this ID. It says no more than the page of the hand does."""
    rules = [label_of_id(judgement.hand.rules, judgement.sentences)] if judgement.hand else []
    grade = [judgement.grade_title] if judgement.verdict["checks"] else []
    return PreviewText(
        state=judgement.state,
        title=judgement.title,
        sentence=why(judgement),
        players=judgement.seats,
        facts=(*rules, *grade),
        hand=hand,
    )


def why(judgement: Judgement) -> str:
    """The first rule that is broken, where the cards are proven; else the sentence of the verdict."""
    broken = None if judgement.unproven else judgement.broken
    return broken.sentence if broken else judgement.sentence
