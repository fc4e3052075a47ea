"""Answers that were made before: for the page of a hand and its verdict as JSON, which most readers ask for.

An answer is kept under the path that the site has, the address of the hand below it, and the hand at a glance
(`web.store.glance`), which changes whenever the answer would. What a client says of itself, the Host above all, is no
part of it. A kept answer has the headers that it had, and its line in the log; it takes the place of routing, view and
template.

>>> asked_for("/hands/t1.7"), asked_for("/api/v1/hands/t1.7"), asked_for("/hands/t1.7/record")
(('/hands/<hand>', 't1.7'), ('/api/v1/hands/<hand>', 't1.7'), None)
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dealproof.replay.record.identifiers import ID
from dealproof.web.http import request_log
from dealproof.web.store.service import Hands

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST: Final = 64 << 20
"""Bytes of answers that one process keeps."""

LARGEST: Final = 1 << 20
"""Bytes of the largest answer that is kept."""

ROUTES: Final = ("/hands/", "/api/v1/hands/")

GLANCE: Final = "dealproof.glance"
"""Where a request carries the hand at a glance."""

CACHEABLE: Final = "dealproof.lasting"
"""Where a view says that its answer depends on nothing but that glance: a function to call."""


class Answer(NamedTuple):
    """An answer: its headers, and its body."""

    headers: tuple[tuple[str, str], ...]
    body: bytes


Key = tuple[Any, ...]


@dataclass(slots=True)
class AnswerCache:
    """Answers, those asked for last, as many as `most` bytes hold."""

    most: int = MOST
    size: int = 0
    answers: OrderedDict[Key, Answer] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def get(self, key: Key) -> Answer | None:
        """The answer under this key, or None."""
        with self.lock:
            found = self.answers.get(key)
            if found is not None:
                self.answers.move_to_end(key)
            return found

    def put(self, key: Key, answer: Answer) -> None:
        """Keeps an answer, and lets go of those that nobody has asked for longest."""
        if len(answer.body) > min(LARGEST, self.most):
            return
        with self.lock:
            if (old := self.answers.pop(key, None)) is not None:
                self.size -= len(old.body)
            self.answers[key] = answer
            self.size += len(answer.body)
            while self.size > self.most:
                _, gone = self.answers.popitem(last=False)
                self.size -= len(gone.body)


def cached_route(path: str) -> tuple[str, str] | None:
    """The route and the hand ID of a path to a hand or to its verdict; None for any other."""
    for route in ROUTES:
        if path.startswith(route) and ID.fullmatch(hand := path[len(route) :]):
            return f"{route}<hand>", hand
    return None


@dataclass(frozen=True, slots=True)
class CachedAnswers:
    """The application behind what is kept of it."""

    app: WSGIApplication
    hands: Hands
    cache: AnswerCache = field(default_factory=AnswerCache)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request."""
        reads = environ["REQUEST_METHOD"] in {"GET", "HEAD"} and not environ.get("QUERY_STRING")
        asked = cached_route(environ.get("PATH_INFO", "")) if reads else None
        if asked is None:
            return self.app(environ, start_response)
        began = time.perf_counter()
        try:
            seen = self.hands.glance(asked[1])
        except Exception:  # noqa: BLE001  # the view meets the same, and there is an answer to it
            return self.app(environ, start_response)
        key = (environ.get("SCRIPT_NAME", ""), asked[0], seen)
        answer = self.cache.get(key) if seen and seen.digest else None
        if answer is None:
            environ[GLANCE] = seen
            return self.fresh(key, environ, start_response)
        request_log.log_answer(environ["REQUEST_METHOD"], asked[0], 200, len(answer.body), began, asked[1])
        start_response("200 OK", list(answer.headers))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [answer.body]

    def fresh(self, key: Key, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Makes an answer, and keeps it where the view has said that it lasts."""
        cacheable: list[bool] = []
        started: list[tuple[str, list[tuple[str, str]]]] = []
        environ[CACHEABLE] = lambda: cacheable.append(True)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            started.append((status, headers))
            return start_response(status, headers, *more)

        parts = self.app(environ, start)
        if not cacheable or environ["REQUEST_METHOD"] != "GET" or started[-1][0] != "200 OK":
            return parts
        try:
            body = b"".join(parts)
        finally:
            if close := getattr(parts, "close", None):
                close()
        self.cache.put(key, Answer(tuple(started[-1][1]), body))
        return [body]
