"""What is refused, and how that is said: a code, one sentence, and what was asked for.

An error is one thing everywhere; the API shows it as JSON, the site as a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from werkzeug.exceptions import HTTPException, MethodNotAllowed

from dealproof.web.presentation.translations import ENGLISH, sentences

CODES: Final = {
    400: "bad-request",
    404: "not-found",
    405: "method",
    413: "too-large",
    415: "media-type",
    500: "failed",
    503: "database",
}
"""The codes of what is refused before a view is reached, by HTTP status."""


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
    """What is to be said of an error."""
    if isinstance(error, Refused):
        status = error.code or 500
        return ErrorResponse(status, error.problem, message(error.problem, **error.values), error.headers)
    status = error.code or 500
    code = CODES.get(status, "bad-request" if status < 500 else "failed")
    allowed = error.valid_methods if isinstance(error, MethodNotAllowed) else None
    return ErrorResponse(status, code, message(code), {"Allow": ", ".join(sorted(allowed))} if allowed else {})


def message(code: str, **values: object) -> str:
    """The sentence of a problem."""
    return sentences(ENGLISH).say("problems", code, **values)


def sentence(section: str, code: str) -> str:
    """The sentence of a code."""
    return sentences(ENGLISH).say(section, code)


def attempts(tried: Iterable[str]) -> str:
    """Why what was put into the box led nowhere, a sentence a thing that was tried."""
    return " ".join(sentences(ENGLISH).say("tried", code) for code in tried)


def problem(code: str, message: str, where: str) -> dict[str, str]:
    """An error of the API: its code, one sentence, and what was asked for. No error has another shape."""
    return {"code": code, "message": message, "where": where}
