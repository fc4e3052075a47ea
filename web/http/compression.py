"""Answers compressed with gzip (RFC 9110, 8.4.1) for clients that accept it: pages, styles, scripts, SVG pictures and
JSON. A long rummy hand of 300 kB is sent as 40 kB.

Left alone are answers to posts, which repeat what was typed, what is small or very large, and what has an encoding. The
cache of answers is inside and keeps bodies as they are.

>>> compressible("text/html; charset=utf-8", 5000), compressible("image/png", 5000), compressible("text/html", 100)
(True, False, False)
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from werkzeug.datastructures import Headers
from werkzeug.http import parse_accept_header

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LEAST: Final = 1 << 10
"""Bytes below which compressing gains nothing."""
MOST: Final = 4 << 20
"""Bytes above which an answer is not held in memory a second time."""
LEVEL: Final = 6
TYPES: Final = frozenset(
    {"text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml"}
)


@dataclass(frozen=True, slots=True)
class Compressed:
    """WSGI middleware that compresses answers to GET requests. An answer that it compresses for others says so, so that
    no cache on the way gives one reader what another accepts."""

    app: WSGIApplication

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers the request."""
        if environ["REQUEST_METHOD"] not in {"GET", "HEAD"}:
            return self.app(environ, start_response)
        started: list[tuple[str, Headers, Any]] = []

        def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Callable[[bytes], object]:
            started.append((status, Headers(headers), error))
            return never

        parts = self.app(environ, start)
        status, headers, error = started[-1]
        fits = suits(status, headers)
        if fits:
            headers.add("Vary", "Accept-Encoding")
        wanted = environ["REQUEST_METHOD"] == "GET" and accepted(environ.get("HTTP_ACCEPT_ENCODING", ""))
        if not (fits and wanted):
            start_response(status, headers.to_wsgi_list(), *([error] if error else []))
            return parts
        body = whole(parts)
        packed = gzip.compress(body, LEVEL, mtime=0)
        headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(packed))
        if (tag := headers.get("ETag")) and not tag.startswith("W/"):
            headers["ETag"] = f"W/{tag}"
        start_response(status, headers.to_wsgi_list())
        return [packed]


def never(_: bytes) -> object:
    """The `write` of WSGI, which Flask does not use."""
    raise NotImplementedError


def accepted(header: str) -> bool:
    """Whether an `Accept-Encoding` header names gzip and does not refuse it."""
    return any(name == "gzip" and quality > 0 for name, quality in parse_accept_header(header))


def suits(status: str, headers: Headers) -> bool:
    """Whether an answer is to be compressed."""
    size = headers.get("Content-Length", type=int)
    whole_answer = status.startswith("200") and "Content-Encoding" not in headers
    return whole_answer and size is not None and compressible(headers.get("Content-Type", ""), size)


def compressible(content_type: str, size: int) -> bool:
    """Whether compressing gains something for this type and number of bytes."""
    return content_type.partition(";")[0].strip() in TYPES and LEAST <= size <= MOST


def whole(parts: Iterable[bytes]) -> bytes:
    """The body of an answer, which is then closed."""
    try:
        return b"".join(parts)
    finally:
        if close := getattr(parts, "close", None):
            close()
