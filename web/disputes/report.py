"""The report of a disputed hand: one HTML file that needs no other, prints on A4 and runs no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from jinja2 import Template

from dealproof.replay.verdict import NO_RECEIPT
from dealproof.web.disputes.boards import facts, first_wrong, first_wrong_under
from dealproof.web.disputes.case import Case
from dealproof.web.disputes.claims import claims, compared, retrial_in_words
from dealproof.web.disputes.readme import make_again, program, repeat
from dealproof.web.presentation import cards
from dealproof.web.presentation.hand import describe_hand
from dealproof.web.presentation.moves import move_number
from dealproof.web.presentation.names import event_in_words
from dealproof.web.presentation.pieces import HandText
from dealproof.web.presentation.publication import describe_receipt, moment
from dealproof.web.presentation.report_templates import environment
from dealproof.web.presentation.rules import RuleSetText
from dealproof.web.presentation.verdict import state_sign
from dealproof.web.presentation.visible_text import quoted

TEMPLATE: Final = "report.html"


class NumberedMove(NamedTuple):
    """One move of the log as a sentence, and whether it is the first that breaks a rule."""

    number: int
    sentence: str
    illegal: bool


def report(case: Case, hashes: Mapping[str, str]) -> str:
    """The HTML text; `hashes` are the files of evidence with their SHA-256."""
    return template().render(context(case, hashes))


@cache
def template() -> Template:
    """The template of the report."""
    found = environment(Path(__file__).parent)
    found.filters["quoted"] = quoted
    return found.get_template(TEMPLATE)


def context(case: Case, hashes: Mapping[str, str]) -> dict[str, Any]:
    """What the template is filled with."""
    hand, english = case.hand, case.sentences
    return {
        "case": case,
        "hand": hand,
        "judgement": case.judgement,
        "say": english.say,
        "language": english.language,
        "sign": state_sign,
        "faces": cards,
        "claims": claims(case),
        "wrong": first_wrong(case),
        "wrong_under": first_wrong_under(case),
        "facts": lambda board: facts(board, case),
        "retrial": retrial_in_words(case, case.under) if case.under else None,
        "compared": compared(case, case.under) if case.under else [],
        "course": describe_hand(hand, english) if hand else None,
        "score": [*_score(case)],
        "moves": [*_moves(case)],
        "rules": RuleSetText(case.game, english) if case.game else None,
        "publication": case.verdict.publication != NO_RECEIPT,
        "unchecked": [*_unchecked(case)],
        "hashes": hashes,
        "repeat": repeat(case),
        "again": make_again(case),
        "program": program(),
        "moment": moment,
    }


def _score(case: Case) -> Iterator[str]:
    """How the result follows, step by step."""
    text: HandText | None = describe_hand(case.hand, case.sentences) if case.hand else None
    if text is None:
        return
    yield from text.score
    for count in text.counts:
        yield f"{count.name}: {count.how}. {count.points}. {count.why}".rstrip()


def _moves(case: Case) -> Iterator[NumberedMove]:
    """Every move of the log."""
    if case.hand is None:
        return
    fault = case.verdict.fault
    for index, event in enumerate(case.hand.events):
        sentence = event_in_words(event, case.hand.seats, case.sentences)
        yield NumberedMove(move_number(index), sentence, fault is not None and fault.event == index)


def _unchecked(case: Case) -> Iterator[tuple[str, str]]:
    """What a receipt says of itself where no log of the policy signed it."""
    if case.receipt is not None and case.verdict.published is None and case.verdict.publication is not None:
        yield from describe_receipt(case.receipt, case.sentences)
