"""The site served by this process alone, with werkzeug: for one person, and for tests."""

from __future__ import annotations

import logging
from contextlib import redirect_stderr
from io import StringIO
from typing import TYPE_CHECKING, Any, TypeAlias

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Server: TypeAlias = BaseWSGIServer


class PortUnusable(Exception):
    """The address cannot be listened on; the text is a sentence."""


class Handler(WSGIRequestHandler):
    """Answers one connection, and closes it after 20 seconds without a request. It writes no log: that would repeat
    what was sent."""

    timeout = 20

    def log(self, type: str, message: str, *args: Any) -> None:
        """Writes nothing."""


def listen(host: str, port: int, app: WSGIApplication) -> Server:
    """Returns a server that listens on its port, a free one if `port` is 0. Raises `PortUnusable`."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    try:
        # What werkzeug itself says of a port that is taken is said once, by us.
        with redirect_stderr(StringIO()):
            return make_server(host, port, app, threaded=True, request_handler=Handler)
    except (OSError, SystemExit) as error:
        reason = "the port is in use, or you may not use it"
        raise PortUnusable(f"Cannot listen on {host}, port {port}: {reason}.") from error


def check_port(host: str, port: int) -> None:
    """Raises `PortUnusable` unless a server can listen here."""
    listen(host, port, no_site).server_close()


def no_site(_: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Answers every request with 404."""
    start_response("404 Not Found", [])
    return []
