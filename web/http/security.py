"""The checks before every view (who may post, how much, how often) and the headers of every response."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Final

from flask import Request, Response, current_app, request
from werkzeug.exceptions import BadRequest, ClientDisconnected, RequestEntityTooLarge
from werkzeug.utils import cached_property

from dealproof.web.http import request_log
from dealproof.web.http.errors import Refused
from dealproof.web.http.rate_limit import RateLimit

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MAX_BODY: Final = 2 << 20
"""Bytes of one request: a record of the greatest size (1 MiB), and room for how it is sent."""

CLIENT_GONE: Final = "dealproof.left"
"""The key in the WSGI environment for a function: whether the client has closed the connection. Only our own gunicorn
worker sets it."""

OPERATOR: Final = "operator"
"""The name of the blueprint of operators."""

POLICY: Final = (
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
)

ORIGIN: Final = re.compile(r"https?://(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
"""What a browser sends as the origin of a page on the web (RFC 6454, 6.1)."""

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every answer. Nothing on a page is inline and nothing comes from elsewhere."""

WITH_BOX: Final = {"Referrer-Policy": "same-origin"}
"""For pages that hold the box: under `no-referrer` a browser sends `Origin: null` with the box too, and over plain
HTTP there would be nothing to recognise our own posts by. No other site gets any information either way."""


class BoundedRequest(Request):
    """A request with a limit for its body, which is kept in memory and never written to a file."""

    max_content_length = MAX_BODY
    max_form_memory_size = MAX_BODY
    max_form_parts = 8

    @cached_property
    def stream(self) -> IO[bytes]:
        """The whole body. Raises 413 if it is too large, and 400 if it is shorter than announced."""
        return io.BytesIO(body(self.environ, self.content_length))

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return io.BytesIO()


def body(environ: WSGIEnvironment, announced: int | None) -> bytes:
    """Returns the body of a request; `announced` is its Content-Length, None if it comes in chunks."""
    if announced is None and not environ.get("wsgi.input_terminated"):
        return b""
    if announced is not None and announced > MAX_BODY:
        raise RequestEntityTooLarge
    most = MAX_BODY + 1 if announced is None else announced
    data = bytearray()
    while len(data) < most and (part := read_some(environ["wsgi.input"], most - len(data))):
        data += part
    if len(data) > MAX_BODY:
        raise RequestEntityTooLarge
    if announced is not None and len(data) < announced:
        raise ClientDisconnected
    return bytes(data)


def read_some(stream: IO[bytes], most: int) -> bytes:
    """Reads at most `most` bytes of a body. Raises `BadRequest` for broken chunks."""
    try:
        return stream.read(most)
    except Exception:  # noqa: BLE001  # each server has errors of its own for chunks that are none
        raise BadRequest from None


def check_post() -> None:
    """Refuses a post over the rate limit with 429, and one from a page of another site with 403. Those of operators
    are counted by token, which no page of another site has."""
    if request.method != "POST" or request.blueprint == OPERATOR:
        return
    rate: RateLimit = current_app.extensions["rate"]
    if wait := rate.wait(request.remote_addr or ""):
        raise Refused(429, "too-many", {"Retry-After": str(wait)}, seconds=wait)
    check_origin()


def check_origin() -> None:
    """Refuses a post that comes from a page of another site with 403. Browsers send the origin of the page; a request
    without one comes from a program, whose user no page can trick.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in {"same-origin", "none"}:
            raise Refused(403, "other-site")
        return
    origin, here = request.headers.get("Origin"), request.host_url.removesuffix("/")
    if origin is None or origin.lower() == here.lower():
        return
    if not ORIGIN.fullmatch(origin):
        raise Refused(403, "no-site")
    # Behind a proxy that leaves something of the address out, this is our own page.
    request_log.log_other_address(origin, here)
    raise Refused(403, "other-address", origin=origin, here=here)


def let_frame(response: Response, origins: Sequence[str]) -> Response:
    """Returns the response with leave for pages of these sites to show it in a frame; without any it stays as it is."""
    if origins:
        allowed = f"frame-ancestors {' '.join(origins)}"
        policy = (allowed if each.startswith("frame-ancestors") else each for each in POLICY)
        response.headers["Content-Security-Policy"] = "; ".join(policy)
    return response


def add_headers(response: Response) -> Response:
    """Returns the response with the security headers, and `no-store` for errors and answers to posts."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "frame-ancestors http" in response.headers["Content-Security-Policy"]:
        # It cannot name hosts, and a browser that reads the policy ignores it.
        del response.headers["X-Frame-Options"]
    if request.method == "POST" or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    return response
