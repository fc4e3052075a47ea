"""WSGI middleware for a site behind a proxy: the address is configured, or taken from a trusted proxy.

>>> path("//evil.example/at/"), path("/a/../b"), path("/at")
('/evil.example/at', '', '/at')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from dealproof.web.http.settings import Address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SEGMENT: Final = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@-]+")
"""One part of a path that needs no escapes (RFC 3986, 3.3)."""


@dataclass(frozen=True, slots=True)
class ForwardedAddress:
    """WSGI middleware behind `ProxyFix`: ignores a forwarded scheme other than http and https, and a forwarded prefix
    that is no path.
    """

    app: WSGIApplication

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers the request."""
        if environ["wsgi.url_scheme"] not in {"http", "https"}:
            environ["wsgi.url_scheme"] = environ["werkzeug.proxy_fix.orig"]["wsgi.url_scheme"]
        environ["SCRIPT_NAME"] = path(environ.get("SCRIPT_NAME", ""))
        return self.app(environ, start_response)


def path(prefix: str) -> str:
    """Returns the prefix as a path on this host, without a slash at its end: "" where it is none."""
    segments = [each for each in prefix.split("/") if each]
    if not all(SEGMENT.fullmatch(each) and each.strip(".") for each in segments):
        return ""
    return "".join(f"/{each}" for each in segments)


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """WSGI middleware that sets scheme, host and path of every request to `address`. A proxy may or may not have
    removed the path of the address from the path of the request.
    """

    app: WSGIApplication
    address: Address

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers the request as if it had come to the address."""
        path: str = environ.get("PATH_INFO", "")
        if path == self.address.path or path.startswith(self.address.path + "/"):
            path = path[len(self.address.path) :]
        environ |= {
            "wsgi.url_scheme": self.address.scheme,
            "HTTP_HOST": self.address.host,
            "SCRIPT_NAME": self.address.path,
            "PATH_INFO": path or "/",
        }
        return self.app(environ, start_response)
