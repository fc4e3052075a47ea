"""What every format keeps.

A form is asked for texts, and writes nothing itself: the text of a hand is made where the hand is judged, which may
be another process, and what stands around all hands where they are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from replay.verdict import FAILED, Verdict
from web.commands.tally import Tally
from web.sentences import ENGLISH, sentences
from web.telling.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Form:
    """A format: how a run of verdicts is written down. `encoding` is that of the stream that it is written to;
    letters which that lacks become escapes.
    """

    encoding: str = "utf-8"
    coloured: bool = False

    between: ClassVar[str] = ""
    """What stands between the texts of two hands."""
    summed: ClassVar[bool] = False
    """Whether the opening needs the tally of the whole run."""

    def opening(self, tally: Tally) -> str:
        """What stands before all hands."""
        return ""

    def hand(self, verdict: Verdict, path: str) -> str:
        """One hand of a file; empty where the format has nothing to say of it."""
        raise NotImplementedError

    def unread(self, sentence: str) -> str:
        """A file that could not be read, in the place of a hand."""
        return ""

    def closing(self, tally: Tally) -> str:
        """What stands after all hands."""
        return ""

    def encoded(self, text: str) -> bytes:
        """The text as bytes. In JSON the escape of half a surrogate pair is JSON's own."""
        return text.encode(self.encoding, "backslashreplace")


def line_in(source: str, path: str) -> int | None:
    """The line of a record in its file, None where the file is the record.

    >>> line_in("a:1.jsonl:17", "a:1.jsonl"), line_in("a.hand.json", "a.hand.json")
    (17, None)
    """
    return int(source[len(path) + 1 :]) if len(source) > len(path) else None


def judgement(verdict: Verdict) -> Judgement:
    """The verdict in English."""
    return Judgement(verdict.to_json(), sentences(ENGLISH))


def cause(verdict: Verdict) -> str:
    """The code of what is wrong with a hand: the rule broken, the first hash that fails, or the verdict."""
    if verdict.verdict == "illegal" and verdict.fault:
        return verdict.fault.rule
    if verdict.verdict == "tampered":
        return next(name for name, outcome in verdict.checks.items() if outcome == FAILED)
    return verdict.verdict
