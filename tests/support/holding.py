"""A site whose answers are as large, and take as long, as a test wants, for the worker of gunicorn."""

import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from dealproof.web.http.security import CLIENT_GONE

HOLDING = (
    *(sys.executable, "-m", "gunicorn", "--config=python:dealproof.web.http.gateway.settings"),
    *("tests.support.holding:application", "-w", "1"),
)
left: list[int] = []


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """`/answer/N` has N bytes, `/wait` waits until the client has gone, `/left` says how many have."""
    _, what, *rest = environ["PATH_INFO"].split("/")
    body = what.encode()
    if what == "answer":
        body = bytes(int(rest[0]))
    elif what == "wait":
        until = time.monotonic() + 120
        while not environ[CLIENT_GONE]() and time.monotonic() < until:
            time.sleep(0.01)
        left.extend([os.getpid()] * environ[CLIENT_GONE]())
    elif what == "left":
        body = str(len(left)).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]
