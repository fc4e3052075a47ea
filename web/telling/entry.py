"""One hand of a list in words."""

from __future__ import annotations

from dataclasses import dataclass

from web.lists import Entry
from web.sentences import Sentences
from web.telling.judgement import BAD, OPEN, STATES


@dataclass(frozen=True, slots=True)
class EntryTold:
    """One hand of a list, read in one language."""

    entry: Entry
    sentences: Sentences

    @property
    def state(self) -> str:
        """Good, bad, or open: nothing is wrong but something is missing."""
        verdict = self.entry.verdict
        if verdict is None:
            return OPEN
        return BAD if self.entry.grade == "F" else STATES.get(verdict, BAD)

    @property
    def title(self) -> str:
        """The verdict in a word or two."""
        verdict = self.entry.verdict
        return self.sentences.say("lists", "unjudged") if verdict is None else self.sentences.say("verdicts", verdict)
