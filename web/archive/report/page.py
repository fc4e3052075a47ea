"""`report.html`: one file that needs no other, prints on A4, and whose policy lets nothing run and nothing in."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from jinja2 import Template

from dealproof.web.archive.report import gli
from dealproof.web.archive.report.plots import bets_of, largest_group, plots
from dealproof.web.archive.report.rerun import Rerun
from dealproof.web.archive.report.words import MOST_FINDINGS, ReportText, chance, many, percent, short
from dealproof.web.presentation.report_templates import environment
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.verdict import state_sign

TEMPLATE: Final = "report.html"
STYLE: Final = "report.css"

MOST_FAILURES: Final = 200
"""Failures on the page; all are in `failures.jsonl`."""

MOST_TESTS: Final = 100
"""Tests of one group on the page: those that are rejected, and the least likely of the others."""

MOST_GAPS: Final = 100
MOST_REPEATS: Final = 100
MOST_ACCOUNTS: Final = 20
"""Accounts with refusals on the page, those with most first."""


class Listing(NamedTuple):
    """The tests of one group of hands, and how many more `report.json` has."""

    name: str
    tests: Sequence[Mapping[str, Any]]
    more: int


def page(
    report: Mapping[str, Any],
    tables: Mapping[str, Sequence[int]],
    failures: Sequence[Mapping[str, Any]],
    rerun: Rerun,
    base_url: str | None,
    sentences: Sentences,
) -> str:
    """The HTML text; `failures` are the first of them."""
    text = ReportText(report, sentences)
    return template(sentences.language).render(
        report=report,
        text=text,
        say=sentences.say,
        language=sentences.language,
        style=style(),
        policy=policy(style()),
        sign=state_sign,
        groups=[*listings(text)],
        plots=plots(report, tables),
        largest=largest_group(report, tables),
        bets=bets_of(report),
        gli=[*gli.rows(report)],
        failures=failures,
        refusing=refusing(report),
        most={"findings": MOST_FINDINGS, "gaps": MOST_GAPS, "repeats": MOST_REPEATS},
        command=rerun.command(),
        site=base_url.rstrip("/") if base_url else None,
    )


@cache
def template(language: str) -> Template:
    """The template, whose numbers are written as in a language."""
    found = environment(Path(__file__).parent)
    found.filters.update(chance=chance, percent=percent)
    found.filters.update(many=partial(many, language=language), short=partial(short, language=language))
    return found.get_template(TEMPLATE)


@cache
def style() -> str:
    """The style of the page."""
    return (Path(__file__).parent / STYLE).read_text(encoding="utf-8")


def policy(style: str) -> str:
    """The policy of a page with that style: nothing is loaded, nothing runs, nothing is sent.

    >>> policy("").partition("style-src ")[2]
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-{digest}'"


def listings(text: ReportText) -> Iterator[Listing]:
    """The tests by rule set, draw and deck, in the order of the report."""
    for name, tests in groupby(text.report["tests"], key=text.group):
        every = [*tests]
        first = sorted(every, key=lambda test: (not gli.rejected(test), test["p"]))[:MOST_TESTS]
        chosen = {each["id"] for each in first}
        yield Listing(name, [each for each in every if each["id"] in chosen], len(every) - len(first))


def refusing(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The accounts that did not open their seed most often."""
    accounts = [each for each in report["completeness"]["refusals"]["accounts"] if each["refused"]]
    return sorted(accounts, key=lambda each: (-each["refused"], each["account"]))[:MOST_ACCOUNTS]
