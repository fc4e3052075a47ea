"""The site behind a proxy: at an address of its own, whatever the request that arrives says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.serving import Address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


@dataclass(frozen=True, slots=True)
class At:
    """A WSGI application that believes to be at `address`. The path of the address may stand at the head of a
    request's path or may have been taken off on the way.
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
