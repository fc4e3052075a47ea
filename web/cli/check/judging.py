"""Chunks of bytes in, texts out: the part of `dealproof check` that many processes can do at once."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from dealproof.replay.audit import error_verdict
from dealproof.replay.judge import judged
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import hand_id
from dealproof.replay.several import REMARKS, trace
from dealproof.replay.verdict import ERROR, Remark, Verdict
from dealproof.verifier.encoding import parse_loosely
from dealproof.verifier.errors import Malformed
from dealproof.web.cli.check.reports.form import Case, Entry, Form
from dealproof.web.cli.check.together import Before, Findings, Traced
from dealproof.web.cli.input.chunks import Chunk, Piece
from dealproof.web.cli.input.sources import Unreadable
from dealproof.web.cli.receipts import Receipts
from dealproof.web.judging import explanations
from dealproof.web.presentation.translations import speaking, spoken
from dealproof.web.presentation.visible_text import distinct_names
from dealproof.web.presentation.wording import with_wording

Portion = list[Chunk] | Unreadable
"""What is judged at once: some chunks, or what came where a file could not be read."""


class Outcome(NamedTuple):
    """What a portion came to: for every form the text, ready to be written, and the entries that wait for the end; how
    many hands got which verdict, and how many of them are failures; the sentence of what could not be read; and of
    hands that can only be compared as they come what is compared of them.
    """

    texts: tuple[bytes, ...]
    entries: tuple[tuple[Entry, ...], ...]
    verdicts: dict[str, int]
    failed: int = 0
    unread: str = ""
    traced: tuple[Traced, ...] = ()


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges hands and writes about them in every form that was asked for. Verdicts that are `allowed` count as no
    failures; `fail_fast` ends at one that counts. `findings` are those on hands of the run and others; where they
    cannot be known before all is read, `tracing` asks for what is compared. `receipts` has the receipts of hands."""

    forms: tuple[Form, ...]
    fail_fast: bool = False
    allowed: frozenset[str] = frozenset()
    findings: Findings = field(default_factory=dict)
    tracing: bool = False
    receipts: Receipts = field(default_factory=Receipts)

    def __call__(self, portion: Portion) -> Outcome:
        """The outcome of one portion."""
        return self.unread(str(portion)) if isinstance(portion, Unreadable) else self.judged(self.cases(portion))

    def unread(self, sentence: str) -> Outcome:
        """The outcome of a file that could not be read."""
        texts, entries = [], []
        for form in self.forms:
            with speaking(form.language):
                texts.append(form.encoded(form.unread(sentence)))
                entries.append(tuple(filter(None, [form.unread_entry(sentence)])))
        return Outcome(tuple(texts), tuple(entries), {}, unread=sentence)

    def judged(self, cases: Iterable[Case]) -> Outcome:
        """The outcome of some hands."""
        texts: list[list[str]] = [[] for _ in self.forms]
        entries: list[list[Entry]] = [[] for _ in self.forms]
        verdicts: Counter[str] = Counter()
        failed = 0
        compared: list[Traced] = []
        for case in cases:
            case, written = self.written(case)
            verdicts[case.counted] += 1
            failed += case.failed
            compared += filter(None, [case.traced])
            for place, (text, entry) in enumerate(written):
                texts[place].append(text)
                entries[place] += filter(None, [entry])
        joined = (
            form.encoded(form.between.join(filter(None, parts))) for form, parts in zip(self.forms, texts, strict=True)
        )
        return Outcome(tuple(joined), tuple(map(tuple, entries)), dict(verdicts), failed, "", tuple(compared))

    def written(self, case: Case) -> tuple[Case, list[tuple[str, Entry | None]]]:
        """A hand in every form. Where putting it into words fails, that is its verdict: the others are still judged."""
        try:
            return case, [written_down(case, form) for form in self.forms]
        except Exception as error:
            failed = replace(case, verdict=error_verdict(case.verdict.hand, error, case.verdict.source))
            return failed, [written_down(failed, form) for form in self.forms]

    def cases(self, chunks: Iterable[Chunk]) -> Iterator[Case]:
        """Every hand, judged."""
        for chunk in chunks:
            for piece in chunk.pieces():
                case = self.case(chunk, piece)
                yield case
                if self.fail_fast and case.failed:
                    return

    def case(self, chunk: Chunk, piece: Piece) -> Case:
        """One hand, judged."""
        began = time.perf_counter()
        record, verdict = judged(piece.data, piece.source)
        if record is not None and not isinstance(record, ImportedRecord):
            verdict = self.receipts.applied(record, verdict, chunk.path)
        verdict = with_wording(verdict, record, piece.data)
        case = self.placed(chunk, piece, verdict, time.perf_counter() - began)
        if record is None:
            return case
        compared = Traced(piece.source, trace(record, piece.data)) if self.tracing else None
        return replace(
            case,
            names=distinct_names(record.seats),
            family=record.game.family,
            traced=compared,
            explanations=explanations(record, verdict),
            event=record.json["events"][verdict.fault.event] if verdict.fault else None,
        )

    def placed(self, chunk: Chunk, piece: Piece, verdict: Verdict, seconds: float = 0.0) -> Case:
        """A verdict with where its record is, and with the findings on it and others."""
        several = self.findings.get(piece.source, ())
        remarks = tuple(Remark(None, each.finding) for each in several if each.finding in REMARKS)
        return Case(
            verdict=verdict._replace(remarks=(*verdict.remarks, *remarks)),
            path=chunk.path,
            line=chunk.line_of(piece),
            place=chunk.place_of(piece),
            seconds=seconds,
            allowed=verdict.verdict in self.allowed,
            several=several,
        )

    def lost(self, portion: Portion, code: int | None) -> Outcome:
        """The outcome of a portion at which every process that judged it ended, with this exit status."""
        if isinstance(portion, Unreadable):
            return self(portion)
        how = ended(code)
        return self.judged(
            self.placed(chunk, piece, Verdict(piece.source, ERROR, (ERROR,), name_in(piece.data), {}, error=how))
            for chunk in portion
            for piece in chunk.pieces()
        )


def written_down(case: Case, form: Form) -> tuple[str, Entry | None]:
    """A hand in a form: its text, and its entry for the end of the run."""
    with speaking(form.language):
        return form.hand(case), form.entry(case)


def ended(code: int | None) -> str:
    """How a process ended, in a sentence: Python gives the number of a signal as a negative status."""
    signal = -(code or 0)
    which = "killed" if signal == KILLED else "signal" if signal > 0 else "exit"
    return spoken().say("unjudged", which, number=abs(signal))


KILLED: Final = 9
"""The signal that the system sends where memory runs out."""


def name_in(data: bytes) -> str | None:
    """The hand ID in bytes, or None where it cannot be read."""
    try:
        return hand_id(parse_loosely(data))
    except Malformed:
        return None


def singly(portion: Portion) -> list[Portion]:
    """The same portion, a hand each."""
    if isinstance(portion, Unreadable):
        return [portion]
    return [[single] for chunk in portion for single in chunk.singly()]


def outcomes(judge: Judge, portions: Iterable[Portion], jobs: int, before: Before) -> Generator[Outcome, None, None]:
    """The outcome of every portion, in their order, by as many processes as asked for; 0 stands for one a core. Where
    the judge traces hands they are compared with those `before`."""
    for portion, outcome in shared_out(judge, portions, jobs):
        shared = before.add(outcome.traced)
        # What was said of these hands was said before it was known; it happens to few hands.
        yield replace(judge, findings=shared)(portion) if shared else outcome


def shared_out(judge: Judge, portions: Iterable[Portion], jobs: int) -> Generator[tuple[Portion, Outcome], None, None]:
    """Every portion, or its parts where it had to be divided, with its outcome, in their order."""
    count = jobs or cores()
    if count == 1:
        yield from ((portion, judge(portion)) for portion in portions)
        return
    # Loaded here, where alone it is needed: that takes a third of what starting the command takes.
    from dealproof.web.workers import Workers

    with Workers(count, judge, singly, judge.lost) as workers:
        yield from workers.in_order(portions)


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
