"""The folder of a report: the certificate of an archive, which anybody can read, check and repeat.

| file | what it is |
|---|---|
| `report.html` | the report to read and to print: one file, no script, nothing from elsewhere |
| `report.json` | the same for programs, valid under `report.schema.json` |
| `report.schema.json` | the JSON Schema (2020-12) of `report.json` |
| `failures.jsonl` | every record with something wrong, one a line |
| `plan.json` | the plan that fixed the tests in advance |
| `rerun.sh` | repeats the audit and compares |

Nothing in it depends on the clock, the machine or the order of the work: the same archive, plan and versions give the
same bytes. No player is named; see `web.archive.report.privacy` for what else is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dealproof.replay.archive.chunk import Failure
from dealproof.verifier.encoding import canonical
from dealproof.web.archive.report.page import MOST_FAILURES, page
from dealproof.web.archive.report.privacy import Privacy
from dealproof.web.archive.report.rerun import Rerun
from dealproof.web.archive.report.schema import SCHEMA, report_schema
from dealproof.web.log.atomic_file import write_atomically
from dealproof.web.presentation.translations import ENGLISH, sentences

REPORT: Final = "report.json"
PAGE: Final = "report.html"
PLAN: Final = "plan.json"
FAILURES: Final = "failures.jsonl"
RERUN: Final = "rerun.sh"

FILES: Final = (PAGE, REPORT, SCHEMA, FAILURES, PLAN, RERUN)


def write_report(
    folder: Path,
    report: Mapping[str, Any],
    tables: Mapping[str, Sequence[int]],
    failures: Iterable[Failure],
    *,
    sources: Sequence[str] = (),
    options: Sequence[str] = (),
    base_url: str | None = None,
    language: str = ENGLISH,
    names: bool = False,
) -> None:
    """Writes the six files of `FILES`. Raises OSError.

    `tables` are the counts by `table_name`; `sources` and `options` are what the command was given beside the plan and
    the folder; `base_url` is the address of the site that shows the hands. With `names`, sources are written as they
    were given, with their folders and addresses.
    """
    privacy = Privacy(tuple(sources), names=names)
    rerun = Rerun(report, privacy, tuple(options))
    first: list[dict[str, Any]] = []
    write_atomically(folder / FAILURES, b"".join(failure_lines(failures, privacy, base_url, first)))
    write_atomically(folder / SCHEMA, formatted(report_schema()))
    write_atomically(folder / PLAN, canonical(report["plan"]["plan"]))
    write_atomically(folder / REPORT, formatted(report))
    write_atomically(folder / RERUN, rerun.script().encode(), 0o755)
    text = page(report, tables, first, rerun, base_url, sentences(language))
    write_atomically(folder / PAGE, text.encode())


def formatted(value: Any) -> bytes:
    """JSON with sorted keys, so that equal reports have equal bytes. RFC 8785 takes no fractions here."""
    text = json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode()


def failure_lines(
    failures: Iterable[Failure], privacy: Privacy, base_url: str | None, first: list[dict[str, Any]]
) -> Iterator[bytes]:
    """The lines of `failures.jsonl`; those that the page shows are added to `first`."""
    for failure in failures:
        shown: dict[str, Any] = privacy.failure(failure)._asdict()
        if base_url and shown["hand"]:
            shown["link"] = f"{base_url.rstrip('/')}/hands/{shown['hand']}"
        if len(first) < MOST_FAILURES:
            first.append(shown)
        yield json.dumps(shown, sort_keys=True, ensure_ascii=False).encode() + b"\n"
