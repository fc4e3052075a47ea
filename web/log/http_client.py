"""Requests to witnesses and logs: bounded in time and size, without redirects, to http and https alone."""

from __future__ import annotations

from contextvars import copy_context
from http import HTTPStatus
from importlib.metadata import version
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple

from dealproof.web.presentation.translations import spoken

if TYPE_CHECKING:
    from urllib.request import OpenerDirector

SCHEMES: Final = ("http://", "https://")
PATIENCE: Final = 10.0
"""Seconds that a server may be silent."""
MOST_SECONDS: Final = 60.0
"""Seconds until an answer must be there as a whole: a server that sends a byte at a time is never silent."""


class Answer(NamedTuple):
    """What a server answered: the status, the content type, and at most the bytes that were asked for."""

    status: int
    type: str
    body: bytes


def is_address(place: str) -> bool:
    """Whether a place is an address of the web."""
    return place.lower().startswith(SCHEMES)


def get(url: str, most: int) -> Answer:
    """Asks for an address. Raises OSError."""
    return _answer(url, None, most)


def post(url: str, body: bytes, most: int) -> Answer:
    """Posts bytes to an address. Raises OSError."""
    return _answer(url, body, most)


def _answer(url: str, body: bytes | None, most: int) -> Answer:
    if not is_address(url):
        raise OSError(spoken().say("unanswered", "no-address"))
    answers: Queue[Answer | Exception] = Queue()
    # A thread may be left behind where a server is slow; nothing waits for it.
    here = copy_context()
    Thread(target=lambda: answers.put(here.run(_asked, url, body, most)), daemon=True).start()
    try:
        answer = answers.get(timeout=MOST_SECONDS)
    except Empty:
        raise OSError(spoken().say("unanswered", "not-whole", seconds=int(MOST_SECONDS))) from None
    if isinstance(answer, OSError):
        raise answer
    if isinstance(answer, Exception):
        raise OSError(str(answer) or type(answer).__name__) from None
    return answer


def _asked(url: str, body: bytes | None, most: int) -> Answer | Exception:
    """The answer, or why there is none, whatever a hostile server made of it."""
    try:
        return _exchange(url, body, most)
    except Exception as error:  # noqa: BLE001  # the thread that waits raises it
        return error


def _exchange(url: str, body: bytes | None, most: int) -> Answer:
    from urllib.error import HTTPError
    from urllib.request import Request

    headers = {"User-Agent": f"dealproof/{version('dealproof')}", "Content-Type": "application/octet-stream"}
    try:
        with _opener().open(Request(url, body, headers), timeout=PATIENCE) as stream:  # noqa: S310 (checked above)
            data = stream.read(most + 1)
            if len(data) > most:
                raise OSError(spoken().say("unanswered", "too-large", most=most))
            return Answer(stream.status, stream.headers.get_content_type(), data)
    except HTTPError as error:
        with error:
            return Answer(error.code, error.headers.get_content_type(), error.read(most))


def _opener() -> OpenerDirector:
    """What asks for an address and follows no redirect."""
    from urllib import request

    made = request.OpenerDirector()
    for handler in (
        *(request.ProxyHandler(), request.HTTPHandler(), request.HTTPSHandler()),
        *(request.HTTPDefaultErrorHandler(), request.HTTPErrorProcessor()),
    ):
        made.add_handler(handler)
    return made


def reason(error: OSError) -> str:
    """Returns why a request failed, in words."""
    inner = getattr(error, "reason", error)
    if isinstance(inner, TimeoutError) or isinstance(error, TimeoutError):
        return spoken().say("unanswered", "none", seconds=int(PATIENCE))
    return str(getattr(inner, "strerror", None) or inner)


def is_found(answer: Answer) -> bool:
    """Whether the server gave what was asked for."""
    return answer.status == HTTPStatus.OK
