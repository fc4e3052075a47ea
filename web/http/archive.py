"""The archives of operators: which reports they have published, and the reports as they were published."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, render_template, request

from dealproof.web.archive.published import MOST_REPORTS, PublishedReports
from dealproof.web.archive.report import FAILURES, FILES, PAGE, PLAN, REPORT, RERUN
from dealproof.web.archive.report.page import policy
from dealproof.web.archive.report.schema import SCHEMA
from dealproof.web.http.errors import Refused
from dealproof.web.http.numbers import grouped
from dealproof.web.http.settings import SettingError

archive: Final = Blueprint("archive", __name__)

TYPES: Final = {
    PAGE: "text/html",
    REPORT: "application/json",
    SCHEMA: "application/schema+json",
    PLAN: "application/json",
    FAILURES: "application/jsonl",
    RERUN: "text/plain",
}
"""The media types of the files of a report."""

STYLE: Final = re.compile(rb"<style>(.*?)</style>", re.DOTALL)


@archive.get("/archive/<operator>")
def history(operator: str) -> str:
    """The reports of an operator, the newest first."""
    found = reports().history(operator)
    if found is None:
        raise Refused(404, "no-archive", operator=operator)
    return render_template(
        "site/archive.html",
        operator=operator,
        reports=found[:MOST_REPORTS],
        most=MOST_REPORTS,
        more=len(found),
        many=grouped,
    )


@archive.get("/archive/<operator>/<report>/<file>")
def file(operator: str, report: str, file: str) -> Response:
    """A file of a report, byte for byte. Its page may be styled by itself, and may do nothing else."""
    found = reports()
    if file not in FILES:
        raise Refused(404, "no-archive-file", file=file, files=", ".join(FILES))
    data = found.read(operator, report, file)
    if data is None:
        raise Refused(404, "no-archive-report", operator=operator, report=report)
    answer = Response(data, mimetype=TYPES[file])
    if file == PAGE:
        answer.headers["Content-Security-Policy"] = f"{policy(style(data))}; frame-ancestors 'none'"
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def style(page: bytes) -> str:
    """The style of a page, "" without one."""
    found = STYLE.search(page)
    return found[1].decode("utf-8", "replace") if found else ""


def reports() -> PublishedReports:
    """The published reports of this site."""
    found: PublishedReports = current_app.extensions["archive"]
    return found


def published_reports(folder: str) -> PublishedReports:
    """The reports in a folder; none where a site has no folder (""). Raises `SettingError`."""
    if not folder:
        return PublishedReports(None)
    if not Path(folder).is_dir():
        raise SettingError(f"The folder of published archives {folder} is not there, or is not a folder.")
    return PublishedReports(Path(folder).absolute())
