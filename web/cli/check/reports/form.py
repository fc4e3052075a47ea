"""What every format keeps.

A form is asked for texts, and writes nothing itself. The text of a hand is made where the hand is judged, which may be
another process; what comes before and after all hands is made where it is written. A text is written in the order of
the hands. An entry waits for the end, and is written with the worst hands first, no more of them than the format takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple

from dealproof.replay.doctor import Explanation
from dealproof.replay.verdict import ERROR, FAILED, IMPORTED, NO_RECEIPT, PUBLISHED, VOID, Verdict
from dealproof.web.cli.check.tally import Tally
from dealproof.web.cli.check.together import Shared, Traced
from dealproof.web.presentation.translations import ENGLISH, spoken
from dealproof.web.presentation.verdict import OPEN, WORST_FIRST, Judgement

MOST_FILES: Final = 3
"""Files that a sentence names in which more hands are than are shown."""
MOST_COUNTED: Final = 100
"""Files in which such hands are counted one by one."""


@dataclass(frozen=True, slots=True)
class Case:
    """One hand of a run: the verdict on it, its file, the line from 1 or None, and its place among the other hands of
    its file (`line 17`, `item 2`, or nothing). `names` are the players and `family` is the family of the rule set, as
    far as they can be read. `seconds` is how long judging took, `allowed` whether its verdict counts as no failure in
    this run, and `several` the findings on it and other hands of the run. `traced` is what is compared of it, where
    that is asked for, `explanations` what would explain hashes that do not match, and `event` the illegal event."""

    verdict: Verdict
    path: str
    line: int | None = None
    place: str = ""
    names: tuple[str, ...] = ()
    family: str = ""
    seconds: float = 0.0
    allowed: bool = False
    several: tuple[Shared, ...] = ()
    traced: Traced | None = None
    explanations: tuple[Explanation, ...] = ()
    event: Mapping[str, Any] | None = None

    @property
    def failed(self) -> bool:
        """Whether the hand counts as a failure."""
        return not self.verdict.sound and not self.allowed

    @property
    def counted(self) -> str:
        """The word under which the hand is counted: its verdict, but for an imported hand that is verified."""
        return IMPORTED if self.verdict.imported and self.verdict.verdict == "verified" else self.verdict.verdict

    @property
    def severe(self) -> bool:
        """Whether the hand fails because something is wrong, not because something is missing."""
        return self.failed and (self.verdict.verdict == ERROR or self.judgement.state != OPEN)

    @property
    def judgement(self) -> Judgement:
        """The verdict in the language that is spoken."""
        return Judgement(
            self.verdict.to_json(),
            spoken(),
            names=self.names,
            family=self.family,
            explanations=self.explanations,
            event=self.event,
        )

    def reasons(self) -> list[str]:
        """What is wrong with the hand, or worth saying beside others, a sentence each."""
        wrong = [] if self.counted == "verified" else [*self.judgement.reasons()]
        # A verified hand without a receipt, as most are, is not put into words for nothing.
        if not wrong and self.verdict.publication not in {None, NO_RECEIPT}:
            wrong = [self.judgement.receipt_note]
        return [*wrong, *(each.sentence for each in self.several)]

    @property
    def title(self) -> str:
        """What is wrong with the hand, or worth saying beside others, in a few words."""
        if not self.failed and self.several:
            return spoken().say("findings", self.several[0].finding)
        return self.judgement.title

    @property
    def cause(self) -> str:
        """The code of what is wrong: the rule broken, the first hash that fails, what is wrong with the receipt, the
        verdict, or what there is to say of a verified or void hand beside others."""
        verdict = self.verdict
        if verdict.verdict in {"illegal", VOID} and verdict.fault:
            return verdict.fault.rule
        if verdict.verdict == "tampered":
            failed = next(name for name, outcome in verdict.checks.items() if outcome == FAILED)
            return (failed == PUBLISHED and verdict.publication) or failed
        if verdict.sound and self.several:
            return self.several[0].finding
        return verdict.verdict


class Entry(NamedTuple):
    """A text that waits for the end of a run: what is wrong (`WORST_FIRST`), the kind of entry of which the format
    takes only so many, the file, and the text."""

    wrong: str
    kind: str
    path: str
    text: str


def rank(entry: Entry) -> int:
    """The place of an entry among others, the worst first."""
    return WORST_FIRST.index(entry.wrong) if entry.wrong in WORST_FIRST else len(WORST_FIRST)


@dataclass(slots=True)
class Worst:
    """The worst entries of a run, `most` of each kind, and how many of which kind and file were left out. Of entries
    that are equally bad the first are kept."""

    most: int
    kept: dict[str, dict[int, list[Entry]]] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Takes in one entry; where there are too many the least bad one goes, the last of them."""
        ranks = self.kept.setdefault(entry.kind, {})
        ranks.setdefault(rank(entry), []).append(entry)
        if sum(map(len, ranks.values())) <= self.most:
            return
        least = max(ranks)
        gone = ranks[least].pop()
        if not ranks[least]:
            del ranks[least]
        self.left[gone.kind] = self.left.get(gone.kind, 0) + 1
        if gone.path in self.files or len(self.files) < MOST_COUNTED:
            self.files[gone.path] = self.files.get(gone.path, 0) + 1

    def __iter__(self) -> Iterator[Entry]:
        """All that were kept, the worst first."""
        every = sorted({place for ranks in self.kept.values() for place in ranks})
        for place in every:
            for ranks in self.kept.values():
                yield from ranks.get(place, ())

    @property
    def left_out(self) -> int:
        """How many were left out."""
        return sum(self.left.values())

    def where(self) -> str:
        """In which files those are that were left out: “12 in a.jsonl, 3 in other files”."""
        most = sorted(self.files.items(), key=lambda each: -each[1])[:MOST_FILES]
        rest = self.left_out - sum(count for _, count in most)
        named = [spoken().say("reports", "in-file", count=count, path=path) for path, count in most]
        others = [spoken().say("reports", "in-others", count=rest)] if rest else []
        return ", ".join([*named, *others])


@dataclass(frozen=True, slots=True)
class Form:
    """A format: how a run of verdicts is written down. `encoding` is that of the stream that it is written to;
    `only_failures` leaves out hands of which there is nothing bad to say; `language` is that of its sentences."""

    encoding: str = "utf-8"
    coloured: bool = False
    only_failures: bool = False
    language: str = ENGLISH

    between: ClassVar[str] = ""
    """What separates the texts of two hands."""
    summed: ClassVar[bool] = False
    """Whether the opening needs the tally of the whole run."""
    most: ClassVar[int] = 0
    """Entries of one kind that the format takes; 0 where it has none."""

    def opening(self, tally: Tally) -> str:
        """What comes before all hands."""
        return ""

    def hand(self, case: Case) -> str:
        """One hand in the order of the hands; empty where the format has nothing to say of it."""
        return ""

    def entry(self, case: Case) -> Entry | None:
        """One hand for the end of the run; None where the format has nothing to say of it there."""
        return None

    def unread(self, sentence: str) -> str:
        """A file that could not be read, in the place of a hand."""
        return ""

    def unread_entry(self, sentence: str) -> Entry | None:
        """A file that could not be read, for the end of the run."""
        return None

    def closing(self, tally: Tally, worst: Worst) -> str:
        """What comes after all hands."""
        return ""

    def note(self, worst: Worst) -> str:
        """How many hands the report leaves out, and where they are, in a sentence; or nothing."""
        return ""

    def aside(self, worst: Worst) -> str:
        """The same for the person who started the run, where only programs read the report."""
        return ""

    def encoded(self, text: str) -> bytes:
        """The text as bytes, in letters that the encoding has. In JSON, whose encoding has them all, the escape of half
        a surrogate pair is JSON's own."""
        return text.encode(self.encoding, "backslashreplace")


def line_in(source: str, path: str) -> int | None:
    """The line of a record in its file, None where the file is the record.

    >>> line_in("a:1.jsonl:17", "a:1.jsonl"), line_in("a.hand.json", "a.hand.json")
    (17, None)
    """
    return int(source[len(path) + 1 :]) if len(source) > len(path) else None
