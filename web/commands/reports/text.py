"""Verdicts for people: a line a hand that is verified, and the reason below each that is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from replay.verdict import VERDICTS, Verdict
from web.commands.reports.form import Form, judgement
from web.commands.tally import Tally
from web.commands.terminal import flow, padded, wrapped
from web.telling.judgement import BAD, GOOD, STATES, Judgement, mark
from web.telling.letters import visible

COLOURS: Final = {"good": "green", "bad": "red", "open": "yellow"}
INDENT: Final = " " * 6


class TextForm(Form):
    """One line a hand, the fault in words below it, and the sum of all at the end."""

    def hand(self, verdict: Verdict, path: str) -> str:
        """One hand."""
        state = STATES.get(verdict.verdict, BAD)
        head, *rest = flow(heading(verdict), f"{mark(state)} ", INDENT)
        if self.coloured:
            head = click.style(head, fg=COLOURS[state])
        reasons = () if state == GOOD else because(judgement(verdict))
        return "\n".join([head, *rest, *reasons, ""])

    def closing(self, tally: Tally) -> str:
        """How many hands there were, by verdict."""
        return "".join(f"{line}\n" for line in wrapped(summary(tally)))


def heading(verdict: Verdict) -> list[str]:
    """The verdict and grade, where the record came from, and the hand's ID."""
    grade = f" {verdict.grade}" if verdict.grade else ""
    return [padded(verdict.verdict + grade, 12), visible(verdict.source), *filter(None, [verdict.hand])]


def because(judged: Judgement) -> Iterator[str]:
    """Why a hand is not verified, in lines."""
    for sentence in judged.reasons():
        yield from wrapped(visible(sentence), INDENT)


def summary(tally: Tally) -> str:
    """“3 hands: 2 verified, 1 illegal.”"""
    if not tally.hands:
        return "No hand found."
    counts = [f"{tally.verdicts[name]} {name}" for name in reversed(VERDICTS) if tally.verdicts[name]]
    return f"{tally.hands:,} hand{'s' * (tally.hands != 1)}: {', '.join(counts)}."
