"""One hand of a list in words."""

from __future__ import annotations

from dataclasses import dataclass

from dealproof.replay.verdict import IMPORTED, VOID
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.verdict import BAD, OPEN, STATES
from dealproof.web.published.lists import Entry


@dataclass(frozen=True, slots=True)
class EntryText:
    """One hand of a list, read in one language."""

    entry: Entry
    sentences: Sentences

    @property
    def state(self) -> str:
        """Good, bad, or open: nothing is wrong but something is missing."""
        verdict = self.entry.verdict
        if verdict is None:
            return OPEN
        return BAD if verdict == VOID and self.entry.fault else state_of_verdict(verdict, self.entry.grade)

    @property
    def title(self) -> str:
        """The verdict in a word or two."""
        verdict = self.entry.verdict
        if verdict is None:
            return self.sentences.say("lists", "unjudged")
        return self.sentences.say("verdicts", name_of_verdict(verdict, self.entry.grade))

    @property
    def deck(self) -> str:
        """What the seeds and the receipt prove about the deck, where that is more than a record alone can; else ""."""
        grade = self.entry.grade
        return self.sentences.say("lists", "deck", grade=grade) if grade in {"A", "B"} else ""


def state_of_verdict(verdict: str, grade: str | None) -> str:
    """How a verdict and a grade look: good, bad or open. A verified hand without a grade is imported."""
    return BAD if grade == "F" else STATES.get(name_of_verdict(verdict, grade), BAD)


def name_of_verdict(verdict: str, grade: str | None) -> str:
    """The code under which a verdict is named (section `verdicts`)."""
    return IMPORTED if verdict == "verified" and grade is None else verdict
