"""`dealproof check`: a verdict on every hand that the paths hold."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from typing import Final

import click

from dealproof.replay.verdict import VERDICTS, VOID
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.check.judging import Judge, Outcome, Portion, outcomes
from dealproof.web.cli.check.outputs import Output, Target, Unwritable, kept_apart, targets, to_file, to_stdout
from dealproof.web.cli.check.progress import Progress
from dealproof.web.cli.check.reports import FORMATS
from dealproof.web.cli.check.reports.form import Form
from dealproof.web.cli.check.tally import Tally
from dealproof.web.cli.check.together import MOST_TRACED, Before, looked_through
from dealproof.web.cli.command import command
from dealproof.web.cli.group import give_up_stdout
from dealproof.web.cli.input.arguments import given
from dealproof.web.cli.input.chunks import batched
from dealproof.web.cli.input.sources import SOUGHT, Identity, Unreadable, identity
from dealproof.web.cli.input.streams import UNPACKERS, Meter
from dealproof.web.cli.options import OneOf
from dealproof.web.cli.receipts import Receipts, read_receipts, receipt_options
from dealproof.web.cli.terminal import refuse
from dealproof.web.presentation.suggestions import did_you_mean
from dealproof.web.presentation.translations import spoken

MOST_JOBS: Final = 256
ALLOWABLE: Final = [name for name in VERDICTS if name not in {"verified", VOID}]


def allowances(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[str]:
    """Verdicts of the command line, several with commas between them; a usage error where one is none."""
    names = [name.strip() for value in values for name in value.split(",") if name.strip()]
    for name in names:
        if name not in ALLOWABLE:
            said = spoken().say("usage", "not-allowable", name=repr(name), known=", ".join(ALLOWABLE))
            raise click.BadParameter(said + did_you_mean(name, ALLOWABLE))
    return frozenset(names)


@command(no_args_is_help=True)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "form",
    type=OneOf(list(FORMATS)),
    default="text",
    show_default=True,
)
@click.option(
    "--output",
    "reports",
    multiple=True,
    callback=targets,
    metavar="FORMAT=FILE",
)
@click.option(
    "--jobs",
    type=click.IntRange(0, MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
)
@click.option("--fail-fast", is_flag=True)
@click.option("--only-failures", is_flag=True)
@click.option(
    "--allow",
    "allowed",
    multiple=True,
    callback=allowances,
    metavar="VERDICT,...",
)
@click.option(
    "--database",
    metavar="URL",
)
@receipt_options
@click.pass_context
def check(
    ctx: click.Context,
    paths: tuple[str, ...],
    form: str,
    reports: list[Target],
    jobs: int,
    fail_fast: bool,
    only_failures: bool,
    allowed: frozenset[str],
    database: str | None,
    receipts: tuple[str, ...],
    policy: Policy | None,
    now: int | None,
) -> None:
    """Recomputes hands from their seeds and judges every move."""
    kept_apart(reports, paths)
    try:
        found = read_receipts(receipts, policy, now, database)
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    run = Run(paths, Tally(allowed=allowed), fail_fast, database, found)
    try:
        coloured = ctx.color is not False and sys.stdout.isatty()
        run.report(form, reports, jobs, coloured=coloured, only_failures=only_failures)
    except Unwritable as error:
        give_up_stdout()
        refuse(error)
        ctx.exit(2)
    if not run.tally.hands and not run.tally.unread:
        refuse(none_found(paths))
    ctx.exit(run.tally.status)


def none_found(paths: Iterable[str]) -> str:
    """Where no hand was found, and what was looked for there."""
    patterns = ", ".join(f"*{ending}" for ending in SOUGHT)
    packed = ", ".join(UNPACKERS)
    return spoken().say("reports", "none-found", paths=", ".join(paths), patterns=patterns, packed=packed)


class Run:
    """One run over all that the paths hold."""

    def __init__(
        self, paths: tuple[str, ...], tally: Tally, fail_fast: bool, database: str | None, receipts: Receipts
    ) -> None:
        self.paths = paths
        self.database = database
        self.receipts = receipts
        self.tally = tally
        self.fail_fast = fail_fast
        self.meter = Meter()
        self.progress = Progress(paths, self.meter)
        self.written: set[Identity | None] = set()

    def report(self, form: str, reports: Iterable[Target], jobs: int, *, coloured: bool, only_failures: bool) -> None:
        """Judges everything and writes every report."""
        with ExitStack() as stack:
            outputs = [stack.enter_context(to_stdout(form, coloured=coloured, only_failures=only_failures))]
            outputs += [stack.enter_context(to_file(target, only_failures=only_failures)) for target in reports]
            self.written = {identity(target.path) for target in reports}
            stack.callback(self.progress.end)
            judge = self.judge(tuple(output.form for output in outputs))
            before = Before()
            judged = stack.enter_context(closing(outcomes(judge, self.portions(), jobs, before)))
            self.write(outputs, judged)
            if before.full:
                refuse(spoken().say("reports", "not-all-before", most=f"{MOST_TRACED:,}"))

    def judge(self, forms: tuple[Form, ...]) -> Judge:
        """The judge of this run, who knows what its hands say about each other as far as that can be known before."""
        files = [*given(self.paths, lambda _: None, without=self.written, database=self.database)]
        if any(file.once for file in files):
            return Judge(forms, self.fail_fast, self.tally.allowed, tracing=True, receipts=self.receipts)
        findings, whole = looked_through(files)
        if not whole:
            refuse(spoken().say("reports", "not-all-compared", most=f"{MOST_TRACED:,}"))
        return Judge(forms, self.fail_fast, self.tally.allowed, findings, receipts=self.receipts)

    def write(self, outputs: list[Output], judged: Iterable[Outcome]) -> None:
        """Writes outcomes as they come, each to every output."""
        for output in outputs:
            output.begin()
        for outcome in judged:
            self.take(outcome, outputs)
            if self.fail_fast and self.tally.status not in {0, 5}:
                break
        self.progress.end()
        for output in outputs:
            output.end(self.tally)
            if note := output.note:
                refuse(note)

    def take(self, outcome: Outcome, outputs: list[Output]) -> None:
        """Counts and writes one outcome."""
        self.progress.make_way(always=bool(outcome.unread))
        self.tally.add(outcome.verdicts, outcome.failed)
        if outcome.unread:
            self.tally.unread += 1
            refuse(outcome.unread)
        for output, text, entries in zip(outputs, outcome.texts, outcome.entries, strict=True):
            output.add(text, entries)
        self.progress.show(self.tally)

    def portions(self) -> Iterator[Portion]:
        """What the paths hold, in portions, and in its place what cannot be read: the rest still comes."""
        unsearched: list[Unreadable] = []
        for reading in given(self.paths, unsearched.append, self.meter, self.written, self.database):
            try:
                yield from batched(reading.chunks())
            except Unreadable as error:
                yield error
        yield from unsearched
