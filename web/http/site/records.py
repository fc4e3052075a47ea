"""What the page of several records from the box is filled with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dealproof.replay.several import Finding
from dealproof.replay.verdict import IMPORTED, VOID
from dealproof.web.intake.box import OneOf, Several
from dealproof.web.presentation.translations import Sentences, spoken
from dealproof.web.presentation.verdict import BAD, GOOD, OPEN, WORST_FIRST, Judgement
from dealproof.web.presentation.visible_text import distinct_names


@dataclass(frozen=True, slots=True)
class RecordText:
    """One of several records from the box: what was found, the verdict on it in words, and what the others say."""

    one: OneOf
    judgement: Judgement
    several: list[str]


def records_page(answer: Several) -> dict[str, Any]:
    """What the page of several records is filled with: the records, the worst first, and what holds of them all."""
    english = spoken()
    described = [describe_record(each, answer.records, english) for each in answer.records]
    described.sort(key=lambda each: (place(each.one.verdict.verdict), not each.several))
    return {"records": described, "overall": Overall(described, answer, english), "mended": answer.mended}


def place(verdict: str) -> int:
    """The place of a verdict among others, the worst first."""
    return WORST_FIRST.index(verdict) if verdict in WORST_FIRST else len(WORST_FIRST)


def describe_record(one: OneOf, among: Sequence[OneOf], english: Sentences) -> RecordText:
    """One of several records."""
    names, family = (distinct_names(one.record.seats), one.record.game.family) if one.record else ((), "")
    said = [describe_finding(each, among, english) for each in one.findings]
    fault = one.verdict.fault
    event = one.record.json["events"][fault.event] if one.record and fault else None
    return RecordText(one, Judgement(one.verdict.to_json(), english, names=names, family=family, event=event), said)


def describe_finding(finding: Finding, among: Sequence[OneOf], english: Sentences) -> str:
    """What other records say about one, as a sentence that names them."""
    others = ", ".join(
        english.say("records", "other", hand=among[index].verdict.hand, number=among[index].number)
        for index in finding.others
    )
    others = english.say("several", "others", others=others) if finding.more else others
    return english.say("several", finding.name, others=others)


@dataclass(frozen=True, slots=True)
class Overall:
    """What holds of several records together."""

    records: Sequence[RecordText]
    answer: Several
    sentences: Sentences

    @property
    def state(self) -> str:
        """Bad where one record is, or two cannot both be true; good where all are verified, and nothing is said about
        one by another; else open."""
        if self.answer.equivocates or BAD in {each.judgement.state for each in self.records}:
            return BAD
        proven = all(each.judgement.state == GOOD for each in self.records)
        return GOOD if self.answer.verified and proven else OPEN

    @property
    def title(self) -> str:
        """That in a few words."""
        return self.sentences.say("records", self.code)

    @property
    def code(self) -> str:
        """What is to be said first: a verdict, else what the records say about each other."""
        verdicts = {each.judgement.state for each in self.records}
        if self.answer.equivocates and BAD not in verdicts:
            return "equivocates"
        found = [each.one.verdict for each in self.records]
        if VOID in {each.verdict for each in found} and all(each.sound for each in found):
            return "void"
        if any(each.imported for each in found) and all(each.sound for each in found):
            return IMPORTED
        return "remarks" if verdicts == {GOOD} and self.state == OPEN else self.state

    @property
    def counts(self) -> str:
        """How many records have which verdict, the worst first."""
        counted = Counter(each.judgement.title_code for each in self.records)
        names = sorted(counted, key=place)
        return ", ".join(
            self.sentences.say("records", "count", count=counted[name], verdict=self.sentences.say("verdicts", name))
            for name in names
        )
