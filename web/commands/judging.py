"""Chunks of bytes in, texts out: the part of `dealproof check` that many processes can do at once."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from replay.audit import audit
from replay.verdict import Verdict
from web.commands.chunks import Chunk
from web.commands.reports.form import Form
from web.commands.sources import Unreadable
from web.sentences import ENGLISH, sentences

Portion = list[Chunk] | Unreadable
"""What is judged at once: some chunks, or what came where a file could not be read."""


class Outcome(NamedTuple):
    """What a portion came to: the text of every form, ready to be written, how many hands got which verdict, and the
    sentence of what could not be read.
    """

    texts: tuple[bytes, ...]
    verdicts: dict[str, int]
    unread: str = ""


class Unjudged(Exception):
    """Hands were lost on the way to their verdict; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges hands and tells them in every form that was asked for; `fail_fast` ends at one that is not verified."""

    forms: tuple[Form, ...]
    fail_fast: bool = False

    def __call__(self, portion: Portion) -> Outcome:
        """The outcome of one portion."""
        if isinstance(portion, Unreadable):
            sentence = str(portion)
            return Outcome(tuple(form.encoded(form.unread(sentence)) for form in self.forms), {}, sentence)
        return self.judged(portion)

    def judged(self, chunks: list[Chunk]) -> Outcome:
        """The outcome of some chunks."""
        told: list[list[str]] = [[] for _ in self.forms]
        verdicts: Counter[str] = Counter()
        for verdict, path in self.verdicts(chunks):
            verdicts[verdict.verdict] += 1
            for texts, form in zip(told, self.forms, strict=True):
                texts.append(form.hand(verdict, path))
        pairs = zip(self.forms, told, strict=True)
        joined = (form.encoded(form.between.join(filter(None, texts))) for form, texts in pairs)
        return Outcome(tuple(joined), dict(verdicts))

    def verdicts(self, chunks: list[Chunk]) -> Iterator[tuple[Verdict, str]]:
        """The verdict on every hand, and the file that it is in."""
        for chunk in chunks:
            for source, data in chunk.pieces():
                verdict = audit(data, source)
                yield verdict, chunk.path
                if self.fail_fast and verdict.verdict != "verified":
                    return


def outcomes(judge: Judge, portions: Iterable[Portion], jobs: int) -> Generator[Outcome, None, None]:
    """The outcome of every portion, in their order, by as many processes as asked for; 0 stands for one a core."""
    count = jobs or cores()
    if count == 1:
        yield from map(judge, portions)
        return
    # Loaded here, where alone it is needed: that takes a third of what starting the command takes.
    from web.commands.workers import Lost, Workers

    try:
        with Workers(count, judge) as workers:
            yield from workers.in_order(portions)
    except Lost:
        raise Unjudged(sentences(ENGLISH).say("unreadable", "lost")) from None


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
