"""Verdicts for people: a line for each hand, the reason below each that is not verified, and at the end the failures
once more, the worst first."""

from __future__ import annotations

from typing import ClassVar, Final

import click

from dealproof.replay import rulesets
from dealproof.replay.verdict import ERROR, IMPORTED, VERDICTS, VOID
from dealproof.web.cli.check.reports.form import Case, Entry, Form, Worst
from dealproof.web.cli.check.tally import Tally
from dealproof.web.cli.lettering import exact, lettered
from dealproof.web.cli.terminal import flow, padded, wrapped
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.verdict import BAD, STATES, state_sign
from dealproof.web.presentation.visible_text import visible

COLOURS: Final = {"good": "green", "bad": "red", "open": "yellow"}
INDENT: Final = " " * 6
PROVISIONAL: Final = frozenset(
    ruling.id for game in rulesets.games().values() for ruling in game.rulings if ruling.status == "provisional"
)
"""The rulings whose source calls the point unconfirmed: they take part in every hand of their rule set."""


class TextForm(Form):
    """One line a hand and the fault in words below it; at the end the failures once more, and the sum of all."""

    most: ClassVar[int] = 20

    def hand(self, case: Case) -> str:
        """One hand."""
        if self.only_failures and not case.failed and not case.several:
            return ""
        reasons = (line for sentence in case.reasons() for line in wrapped(visible(sentence), INDENT))
        return "\n".join([*self.head(case, self.heading(case)), *reasons, ""])

    def heading(self, case: Case) -> list[str]:
        """The verdict and grade, where the record came from, the hand's ID, and a word where its rules are
        provisional. An imported hand that is verified is called imported."""
        verdict = case.verdict
        grade = f" {verdict.grade}" if verdict.grade else ""
        unsettled = not PROVISIONAL.isdisjoint(verdict.rulings)
        words = [verdict.hand, spoken().say("reports", "provisional") if unsettled else None]
        source = exact(visible(verdict.source), self.encoding)
        said = spoken().say("verdict-words", case.counted)
        return [padded(said + grade, 12), source, *filter(None, words)]

    def encoded(self, text: str) -> bytes:
        """The text as bytes, in letters that the encoding has."""
        return lettered(text, self.encoding).encode(self.encoding, "backslashreplace")

    def head(self, case: Case, words: list[str]) -> list[str]:
        """The first line of a hand, with those that it goes on in."""
        verdict = case.verdict
        state = BAD if verdict.verdict == VOID and not verdict.sound else STATES.get(case.counted, BAD)
        head, *rest = flow(words, f"{state_sign(state)} ", INDENT)
        return [click.style(head, fg=COLOURS[state]) if self.coloured else head, *rest]

    def entry(self, case: Case) -> Entry | None:
        """The hand in the list of failures: what was wrong in a few words."""
        if not case.failed:
            return None
        why = [f"({case.cause})"] if case.cause != case.verdict.verdict else []
        if broken := case.judgement.broken if case.verdict.verdict == "illegal" else None:
            sentence = spoken().say("reports", "move", number=broken.number, did=broken.did)
            why = [*visible(sentence).split(), *why]
        text = "\n".join([*self.head(case, [*self.heading(case), *why]), ""])
        return Entry(case.verdict.verdict, "", case.path, text)

    def closing(self, tally: Tally, worst: Worst) -> str:
        """The failures once more, where there is more than one hand, and how many hands there were, by verdict."""
        lines = [*wrapped(summary(tally))]
        failures = [*worst] if tally.hands > 1 else []
        if not failures:
            return "".join(f"{line}\n" for line in lines)
        title = spoken().say("reports", "failures", count=f"{tally.failed:,}")
        more = [*wrapped(visible(self.note(worst)), INDENT)] if worst.left_out else []
        listed = "".join(entry.text for entry in failures)
        return "".join([f"\n{title}\n", listed, *(f"{line}\n" for line in [*more, "", *lines])])

    def note(self, worst: Worst) -> str:
        """How many failures are not in the list, and where they are."""
        if not worst.left_out:
            return ""
        return spoken().say("reports", "failures-left", count=f"{worst.left_out:,}", where=worst.where())


def summary(tally: Tally) -> str:
    """“3 hands: 2 verified, 1 illegal.”"""
    text = spoken()
    unread = text.say("reports", "unread", count=tally.unread) if tally.unread else ""
    if not tally.hands:
        return " ".join(filter(None, [text.say("reports", "no-hand"), unread]))
    names = ["verified", IMPORTED, *reversed(VERDICTS[:-1]), ERROR]
    counts = [f"{tally.verdicts[name]:,} {text.say('verdict-words', name)}" for name in names if tally.verdicts[name]]
    total = text.count("reports", "hands", tally.hands, count=f"{tally.hands:,}", counts=", ".join(counts))
    return " ".join(filter(None, [total, unread]))
