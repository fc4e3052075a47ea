"""Changed verdicts, times and days as the desk of an operator shows them."""

from __future__ import annotations

from datetime import UTC, datetime

from dealproof.web.presentation.list_entry import name_of_verdict, state_of_verdict
from dealproof.web.presentation.translations import spoken
from dealproof.web.published.changes import Change


class ChangeText:
    """One changed verdict in words."""

    def __init__(self, change: Change) -> None:
        self.change = change
        self.time = Moment(change.time)
        self.say = spoken().say

    @property
    def states(self) -> list[str]:
        """How the hand looked before, and how it looks now: good, bad or open."""
        return [state_of_verdict(*each) for each in self.graded]

    @property
    def verdicts(self) -> list[str]:
        """Both verdicts in a word or two."""
        return [self.say("verdicts", name_of_verdict(*each)) for each in self.graded]

    @property
    def graded(self) -> list[tuple[str, str | None]]:
        """Both verdicts, each with its grade."""
        return [*zip(self.change.verdicts, self.change.grades, strict=True)]

    @property
    def details(self) -> list[str]:
        """What else changed, and why the hand was judged again."""
        (before, after), (graded, grade) = self.change.judges, self.change.grades
        said = []
        if graded != grade:
            none = self.say("desk", "no-grade")
            said.append(self.say("desk", "grades", before=graded or none, after=grade or none))
        if self.change.results[0] is not None and self.change.results[0] != self.change.results[1]:
            said.append(self.say("desk", "other-result"))
        why = "other-policy" if before == after else "versions"
        return [*said, self.say("desk", why, before=before, after=after)]


class Moment:
    """A time, in ms since 1970."""

    def __init__(self, time: int) -> None:
        self.read = datetime.fromtimestamp(time / 1000, UTC)

    @property
    def text(self) -> str:
        """The time to the minute, UTC."""
        return f"{self.read:%Y-%m-%d %H:%M}"

    @property
    def machine(self) -> str:
        """The time as HTML has it."""
        return f"{self.read:%Y-%m-%dT%H:%M:%SZ}"
