"""`dealproof archive audit`: every hand of an archive judged, all tested together, and a report."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import click

from dealproof.replay.archive.analysis.whole import Archive, report
from dealproof.replay.archive.chunk import Publish, alone, audit_chunk
from dealproof.replay.archive.facts import parse
from dealproof.replay.archive.plan import Plan
from dealproof.replay.judge import AnyRecord
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.verdict import JUDGE, Verdict
from dealproof.verifier.encoding import Json
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.archive.audit import Counted, count
from dealproof.web.archive.engines import Engine
from dealproof.web.archive.engines.choice import ENGINES, PROCESSES, engine
from dealproof.web.archive.errors import ArchiveError, ReportUnmakable
from dealproof.web.archive.log_facts import log_facts
from dealproof.web.archive.reading import Reading
from dealproof.web.archive.report import PAGE, write_report
from dealproof.web.archive.report.words import ReportText
from dealproof.web.archive.spool import Spool, opened
from dealproof.web.cli.archive.plan import plan_of
from dealproof.web.cli.archive.sources import is_database, pieces
from dealproof.web.cli.archive_progress import ArchiveProgress
from dealproof.web.cli.check.judging import cores
from dealproof.web.cli.check.progress import total
from dealproof.web.cli.command import command
from dealproof.web.cli.input.sources import STDIN, Unreadable
from dealproof.web.cli.input.streams import Meter
from dealproof.web.cli.log.verify import key_in, log_key
from dealproof.web.cli.options import OneOf
from dealproof.web.cli.receipts import Receipts, read_receipts, receipt_options
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.log.errors import LogError
from dealproof.web.log.reading import reader
from dealproof.web.log.verification import WholeLog, verify
from dealproof.web.presentation.numbers import number
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.errors import StoreError

CHUNKS: Final = "chunks"
"""The folder within that of the report in which finished chunks are kept, so that a killed audit goes on."""
PROGRAM: Final = "dealproof"
LIBRARIES: Final = (PROGRAM, "matplotlib", "scipy", "statsmodels")


@command(no_args_is_help=True)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--out", required=True, metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--plan", "plan_file", metavar="FILE")
@click.option("--log", "place", metavar="URL|DIR")
@receipt_options
@click.option("--log-key", "key_text", metavar="KEY")
@click.option("--engine", "engine_name", type=OneOf(list(ENGINES)), default=PROCESSES, show_default=True)
@click.option("--address", metavar="ADDRESS")
@click.option("--jobs", type=click.IntRange(0, 256), default=0, show_default=True, metavar="N")
@click.option("--column", metavar="NAME")
@click.option("--base-url", metavar="URL")
@click.option("--names", is_flag=True)
@click.pass_context
def audit(
    ctx: click.Context,
    sources: tuple[str, ...],
    out: Path,
    plan_file: str | None,
    place: str | None,
    receipts: tuple[str, ...],
    policy: Policy | None,
    now: int | None,
    key_text: str | None,
    engine_name: str,
    address: str | None,
    jobs: int,
    column: str | None,
    base_url: str | None,
    names: bool,
) -> None:
    """Judges every hand of an archive and tests all of them together."""
    archive = Audit(sources, out, column, base_url, names)
    try:
        plan, versions = plan_of(plan_file), versions_of()
        log = None if place is None else log_at(place, policy, key_text)
        proofs = Proofs(read_receipts(receipts, policy, now)) if receipts else None
        with opened(out / CHUNKS, f"{plan.digest()} {JUDGE} {proofs.stamp() if proofs else ''}") as spool:
            workers = engine(engine_name, jobs or cores(), address)
            counted = archive.counted(plan, spool, workers, proofs or alone)
            found = archive.report(plan, counted, versions, log)
            archive.write(found, counted, place)
        shutil.rmtree(out / CHUNKS, ignore_errors=True)
    except (Unreadable, ArchiveError, LogError, StoreError) as error:
        refuse(error)
        ctx.exit(2)
    except OSError as error:
        refuse(spoken().say("unwritable", "file", path=error.filename or out, reason=error.strerror or error))
        ctx.exit(2)
    for line in summary(found, out):
        say(line)
    ctx.exit(1 if found["alarm"] else 0)


@dataclass(frozen=True, slots=True)
class Proofs:
    """Adds to a verdict what the receipt of its hand shows, if there is one."""

    receipts: Receipts

    def __call__(self, record: AnyRecord, verdict: Verdict, source: str) -> Verdict:
        """The verdict with its receipt."""
        if isinstance(record, ImportedRecord):
            return verdict
        # Only what was named is in the stamp, so that what lies beside a file is not looked for.
        return self.receipts.applied(record, verdict, STDIN)

    def stamp(self) -> str:
        """The SHA-256 of everything that a verdict depends on here: receipts, policy and clock."""
        found = sha256(f"{self.receipts.now} {self.receipts.policy}".encode())
        for hand, place in sorted(self.receipts.named.items()):
            data = place.read()
            found.update(f"{hand} {len(data)} ".encode() + data)
        return found.hexdigest()


class Audit:
    """One audit: where the records come from, and what is to be in the report."""

    def __init__(
        self, sources: tuple[str, ...], out: Path, column: str | None, base_url: str | None, names: bool
    ) -> None:
        self.sources, self.out, self.column, self.base_url, self.names = sources, out, column, base_url, names
        self.meter = Meter()
        self.reading = Reading(pieces(sources, column, self.meter))

    def counted(self, plan: Plan, spool: Spool, workers: Engine, publish: Publish) -> Counted:
        """The archive after the first pass. Raises `Unreadable`, `ArchiveError`, OSError."""
        size = 0 if any(map(is_database, self.sources)) else total(self.sources)
        progress = ArchiveProgress(lambda: self.meter.read / size if size else 0.0)
        work = partial(audit_chunk, statistics=plan.deck_statistics(), publish=publish)
        try:
            with workers:
                found = count(self.reading, work, workers, spool, progress)
        finally:
            progress.end()
        if not self.reading.records:
            raise Unreadable(spoken().say("archive-audit", "none", sources=", ".join(self.sources)))
        return found

    def report(self, plan: Plan, counted: Counted, versions: Mapping[str, str], log: WholeLog | None) -> dict[str, Any]:
        """The report as JSON, by a second pass over the rows of all hands."""
        archive = Archive(counted.counts.tables, counted.worths, map(parse, counted.rows()), counted.keys())
        data: dict[str, Json] = {
            "sha256": self.reading.digest(),
            "records": self.reading.records,
            "sources": len(self.sources),
        }
        added = None if log is None else log_facts(log, counted.keys())
        return report(archive, plan, data, versions, added)

    def write(self, found: Mapping[str, Any], counted: Counted, place: str | None) -> None:
        """Writes the folder; `place` is that of the log. Raises OSError."""
        write_report(
            self.out,
            found,
            counted.counts.tables,
            counted.failures(),
            sources=self.sources,
            options=[*(("--log", place) if place else ()), *(("--column", self.column) if self.column else ())],
            base_url=self.base_url,
            language=spoken().language,
            names=self.names,
        )


def log_at(place: str, policy: Policy | None, key_text: str | None) -> WholeLog:
    """The whole log at a place, recomputed. Raises `LogError`, also where it does not hold."""
    read = reader(place)
    key = log_key(key_text) or key_in(policy, read)
    try:
        return verify(read, key)
    except (LogRefuted, MalformedLog) as fault:
        raise LogError("does-not-hold", place=place, code=fault.code, reason=fault.reason) from None


def versions_of() -> dict[str, str]:
    """What made the report. Raises `ReportUnmakable` where the libraries are not installed that make it."""
    try:
        return {"python": platform.python_version(), **{name: metadata.version(name) for name in LIBRARIES}}
    except metadata.PackageNotFoundError as error:
        raise ReportUnmakable("report-missing", library=error.name) from None


def summary(found: dict[str, Any], out: Path) -> Iterable[str]:
    """What a person reads at the end."""
    text = ReportText(found, spoken())
    many = found["many"]
    yield text.title
    yield from (f"  {finding}" for finding in text.findings())
    values = {"hands": number(found["data"]["records"]), "tests": many["tests"], "path": out / PAGE}
    yield spoken().say("archive-audit", "done", **values)
