"""A cache of answers in memory: the pages of hands, their verdicts as JSON and their previews, which most requests are
for.

The key is the path of the site, for a page the language, the path of the hand below it, and the hand at a glance
(`web.store.glance`), which changes whenever the answer would. Headers of the request, the Host above all, are no part
of it. A cached answer has the headers of the first one and its own line in the log; routing, view and template are
skipped.

>>> cached_route("/hands/t1.7"), cached_route("/api/v1/hands/t1.7"), cached_route("/hands/t1.7/record")
(('/hands/<hand>', 't1.7'), ('/api/v1/hands/<hand>', 't1.7'), None)
>>> cached_route("/hands/t1.7/preview.png")
('/hands/<hand>/preview.png', 't1.7')
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
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.service import Hands

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST: Final = 64 << 20
"""Bytes of answers in the cache of one process."""

LARGEST: Final = 1 << 20
"""Bytes of the largest answer that is cached."""

PAGES: Final = "/hands/"
ROUTES: Final = (
    (PAGES, "/preview.png"),
    (PAGES, "/embed"),
    (PAGES, ""),
    ("/api/v1/hands/", ""),
)
"""What is before the ID of a hand and after it in the paths whose answers are cached."""

GLANCE: Final = "dealproof.glance"
"""The key in the WSGI environment for the hand at a glance."""

CACHEABLE: Final = "dealproof.lasting"
"""The key in the WSGI environment for a function: a view calls it if its answer depends on that glance alone."""


class Answer(NamedTuple):
    """A cached answer: headers and body."""

    headers: tuple[tuple[str, str], ...]
    body: bytes


Key = tuple[Any, ...]


@dataclass(slots=True)
class AnswerCache:
    """The answers requested last, up to `most` bytes of bodies."""

    most: int = MOST
    size: int = 0
    answers: OrderedDict[Key, Answer] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def get(self, key: Key) -> Answer | None:
        """Returns the answer for a key, or None."""
        with self.lock:
            found = self.answers.get(key)
            if found is not None:
                self.answers.move_to_end(key)
            return found

    def put(self, key: Key, answer: Answer) -> None:
        """Stores an answer and drops those not requested for longest. Answers over `LARGEST` are not stored."""
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
    """Returns the route and the hand ID for the path of a hand, its verdict, its preview or its frame; None for any
    other path."""
    for before, after in ROUTES:
        hand = path.removeprefix(before).removesuffix(after)
        if path == f"{before}{hand}{after}" and ID.fullmatch(hand):
            return f"{before}<hand>{after}", hand
    return None


@dataclass(frozen=True, slots=True)
class CachedAnswers:
    """WSGI middleware that answers from the cache, or from the application."""

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
        # There are few languages, whatever header a browser sends.
        key = (environ.get("SCRIPT_NAME", ""), *self.spoken(asked[0]), asked[0], seen)
        answer = self.cache.get(key) if seen and seen.digest else None
        if answer is None:
            environ[GLANCE] = seen
            return self.fresh(key, environ, start_response)
        request_log.log_answer(environ["REQUEST_METHOD"], asked[0], 200, len(answer.body), began, asked[1])
        start_response("200 OK", list(answer.headers))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [answer.body]

    @staticmethod
    def spoken(route: str) -> tuple[str, ...]:
        """Returns the language of a page; a verdict as JSON has none."""
        return (spoken().language,) if route.startswith(PAGES) else ()

    def fresh(self, key: Key, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers with the application, and stores the answer if the view has marked it as cacheable."""
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
