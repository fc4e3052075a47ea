"""The log of the site: one JSON object a line on standard error, for machines to read.

No line holds a seed, a record, a query or what a client sent: a request is logged by its route, not by its path, in
which somebody may have put a seed; the ID of a hand is logged only if the hand was found. An error is logged by
its type and the places in the code, not by its message, which may repeat what was sent.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from typing import Any, Final

from flask import Request, Response

from dealproof.web.log.errors import LogError
from dealproof.web.store.errors import DatabaseUnusable

LOGGER: Final = logging.getLogger("dealproof")

FIELDS: Final = "fields"


class Lines(logging.Handler):
    """Writes records as lines of JSON to the current standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one line."""
        fields: dict[str, Any] = getattr(record, FIELDS, {})
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **fields,
        }
        print(json.dumps(line), file=sys.stderr, flush=True)  # noqa: T201  # what a log is


def configure(*, log: bool) -> None:
    """Turns the log of requests on or off. Internal errors are logged either way."""
    LOGGER.handlers = [Lines()]
    LOGGER.propagate = False
    LOGGER.setLevel(logging.INFO if log else logging.ERROR)


def log_response(request: Request, response: Response, started: float) -> None:
    """Logs a request and its response; `started` is in seconds of `time.perf_counter`."""
    found = request.view_args if response.status_code < 400 else None
    log_answer(
        request.method if request.url_rule else "-",
        request.url_rule.rule if request.url_rule else None,
        response.status_code,
        response.content_length,
        started,
        found.get("hand") if found else None,
    )


def log_answer(
    method: str, route: str | None, status: int, size: int | None, started: float, hand: str | None = None
) -> None:
    """Logs a response: status, size in bytes, and the ID of the hand if one was found."""
    if not LOGGER.isEnabledFor(logging.INFO):
        return
    note: dict[str, Any] = {
        "method": method,
        "route": route,
        "status": status,
        "bytes": size,
        "ms": round((time.perf_counter() - started) * 1000, 1),
    }
    if hand is not None:
        note["hand"] = hand
    LOGGER.info("request", extra={FIELDS: note})


def log_refusal(status: int, why: str) -> None:
    """Logs a request that did not reach the application; `why` is a code."""
    LOGGER.info("request", extra={FIELDS: {"method": "-", "route": None, "status": status, "why": why}})


def log_other_address(origin: str, here: str) -> None:
    """Logs a post from a page at `origin` while the site's own address seems to be `here`. If both are this site,
    `--base-url` is missing; so this is logged even if requests are not.
    """
    hint = f"If {origin} is the address of this site, start it with --base-url {origin}"
    LOGGER.error("other-address", extra={FIELDS: {"origin": origin, "here": here, "hint": hint}})


def log_exception(error: BaseException | None, route: str | None) -> None:
    """Logs an internal error: its type, that of the error which caused it, and the places in the code; for a database
    that cannot be opened and a log that cannot publish the sentence, too. The text of any other error may repeat what
    was sent."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    at = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    cause = {"cause": type(error.__cause__).__name__} if error and error.__cause__ else {}
    reason = {"reason": str(error)} if isinstance(error, DatabaseUnusable | LogError) else {}
    fields = {"error": type(error).__name__, **cause, "route": route, **reason, "at": at}
    LOGGER.error("broke", extra={FIELDS: fields})
