"""Errors of the site and the API: an HTTP status, a code and one sentence. The API returns them as JSON, the site as a
page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from werkzeug.exceptions import HTTPException, MethodNotAllowed

from dealproof.web.intake.found import Near
from dealproof.web.presentation.translations import spoken

CODES: Final = {
    400: "bad-request",
    404: "not-found",
    405: "method",
    413: "too-large",
    415: "media-type",
    500: "failed",
    503: "database",
}
"""The codes of errors that Flask raises before a view is reached, by HTTP status."""


class Refused(HTTPException):
    """A request that is refused, with a code of its own (section `problems`) and the values in its sentence.
    `headers` are sent along.
    """

    def __init__(self, status: int, problem: str, headers: dict[str, str] | None = None, **values: object) -> None:
        super().__init__()
        self.code = status
        self.problem = problem
        self.values = values
        self.headers = headers or {}


@dataclass(frozen=True, slots=True)
class ErrorResponse:
    """The response for an error: HTTP status, code, sentence, and the headers that go with it."""

    status: int
    code: str
    message: str
    headers: dict[str, str]


def describe(error: HTTPException) -> ErrorResponse:
    """Returns the response for an error; a status without a code of its own has that of its class."""
    if isinstance(error, Refused):
        status = error.code or 500
        return ErrorResponse(status, error.problem, message(error.problem, **error.values), error.headers)
    status = error.code or 500
    code = CODES.get(status, "bad-request" if status < 500 else "failed")
    allowed = error.valid_methods if isinstance(error, MethodNotAllowed) else None
    return ErrorResponse(status, code, message(code), {"Allow": ", ".join(sorted(allowed))} if allowed else {})


def message(code: str, **values: object) -> str:
    """Returns the sentence of a problem (section `problems` of the catalogue)."""
    return spoken().say("problems", code, **values)


def sentence(section: str, code: str) -> str:
    """Returns the sentence of a code in a section of the catalogue."""
    return spoken().say(section, code)


def attempts(tried: Iterable[str], near: Iterable[Near] = ()) -> str:
    """Returns why nothing was found for the input, one sentence for each code in `tried`, and what is `near` it."""
    say = spoken().say
    similar = [say("near", each.kind, name=each.name) for each in near]
    more = [say("near", "similar", names=", ".join(similar))] if similar else []
    return " ".join([*(say("tried", code) for code in tried), *more])


def problem(code: str, message: str, where: str) -> dict[str, str]:
    """An error of the API: its code, one sentence, and what was asked for. No error has another shape."""
    return {"code": code, "message": message, "where": where}
