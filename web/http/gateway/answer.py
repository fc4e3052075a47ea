"""A complete request answered by the application, or refused: gunicorn parses it, and its answer is kept in memory."""

from __future__ import annotations

from collections.abc import Callable
from http.client import responses
from typing import TYPE_CHECKING, Any, Final

from gunicorn.http import RequestParser, wsgi
from gunicorn.http.errors import NoMoreData, ParseException

from dealproof.web.http import request_log
from dealproof.web.http.errors import message
from dealproof.web.http.gateway.connection import Answer, Connection
from dealproof.web.http.security import CLIENT_GONE

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

STATUSES: Final = {
    "LimitRequestLine": 414,
    "LimitRequestHeaders": 431,
    "ExpectationFailed": 417,
    "UnsupportedTransferCoding": 501,
}
"""HTTP statuses of what the parser refuses, by its name; for anything else it is 400."""

SENTENCES: Final = {408: "too-slow", 414: "head-too-large", 431: "head-too-large", 500: "failed"}
"""Codes of sentences by status."""


class Sink:
    """Stands for the socket where gunicorn writes an answer."""

    def __init__(self) -> None:
        self.data = bytearray()

    def sendall(self, data: bytes) -> None:
        """Takes a part of the answer."""
        self.data += data

    def send(self, data: bytes) -> int:
        """Takes an interim answer, which the loop has sent already."""
        return len(data)


def answer(
    app: WSGIApplication, cfg: Any, connection: Connection, *, whole: bool, closing: Callable[[], bool]
) -> Answer:
    """Answers the request of a connection with the application, in a thread. `whole` says whether all of its body is
    there, `closing` whether the worker is about to stop, so that no connection is kept."""
    if connection.gone():
        return Answer(b"", keep=False)
    sink = Sink()
    parser = RequestParser(cfg, iter((connection.request,)), connection.client)
    try:
        request = next(parser)
        response, environ = wsgi.create(request, sink, connection.client, connection.server, cfg)
    except StopIteration:
        return Answer(b"", keep=False)
    except (ParseException, NoMoreData) as fault:
        name = type(fault).__name__
        return refusal(STATUSES.get(name, 400), name)
    environ |= {"wsgi.multithread": True, CLIENT_GONE: connection.gone}
    if closing():
        response.force_close()
    parts = app(environ, response.start_response)
    try:
        for part in parts:
            response.write(part)
        response.close()
    finally:
        if hasattr(parts, "close"):
            parts.close()
    rest = remaining(parser) if whole and not response.should_close() else None
    return Answer(bytes(sink.data), keep=rest is not None, rest=rest or b"")


def remaining(parser: RequestParser) -> bytes | None:
    """What was received after a request; None where it cannot be known where the request ended."""
    try:
        parser.mesg.body.read()
    except (ParseException, OSError):
        return None
    return b"".join(iter(parser.unreader.read, b""))


def refusal(status: int, why: str) -> Answer:
    """The answer to a request that does not get to the application; the log says `why`, a code."""
    request_log.log_refusal(status, why)
    text = f"{message(SENTENCES.get(status, 'bad-request'))}\n".encode()
    head = (
        f"HTTP/1.1 {status} {responses.get(status, '')}\r\nConnection: close\r\nContent-Length: {len(text)}\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n\r\n"
    )
    return Answer(head.encode() + text, keep=False)
