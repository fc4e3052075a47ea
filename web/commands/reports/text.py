"""Verdicts for people: a line a hand that is verified, and the reason below each that is not."""

from __future__ import annotations

from collections.abc import Iterator

import click

from replay.verdict import VERDICTS, Verdict
from web.commands.tally import Tally
from web.commands.terminal import flow, padded, say, wrapped
from web.sentences import ENGLISH, sentences
from web.telling.judgement import Judgement, mark
from web.telling.letters import visible

COLOURS = {"good": "green", "bad": "red", "open": "yellow"}
INDENT = " " * 6


class TextReport:
    """One line a hand, the fault in words below it, and the sum of all at the end."""

    def hand(self, verdict: Verdict) -> None:
        """Prints one hand."""
        judgement = Judgement(verdict.to_json(), sentences(ENGLISH))
        head, *rest = flow(heading(verdict), f"{mark(judgement.state)} ", INDENT)
        say("\n".join([click.style(head, fg=COLOURS[judgement.state]), *rest, *reasons(judgement)]))

    def end(self, tally: Tally) -> None:
        """Prints how many hands there were, by verdict."""
        for line in wrapped(summary(tally)):
            say(line)


def heading(verdict: Verdict) -> list[str]:
    """The verdict and grade, where the record came from, and the hand's ID."""
    grade = f" {verdict.grade}" if verdict.grade else ""
    return [padded(verdict.verdict + grade, 12), visible(verdict.source), *filter(None, [verdict.hand])]


def reasons(judgement: Judgement) -> Iterator[str]:
    """Why a hand is not verified, in lines."""
    if judgement.state == "good":
        return
    for sentence in judgement.reasons():
        yield from wrapped(visible(sentence), INDENT)


def summary(tally: Tally) -> str:
    """“3 hands: 2 verified, 1 illegal.”"""
    if not tally.hands:
        return "No hand found."
    counts = [f"{tally.verdicts[name]} {name}" for name in reversed(VERDICTS) if tally.verdicts[name]]
    return f"{tally.hands:,} hand{'s' * (tally.hands != 1)}: {', '.join(counts)}."
