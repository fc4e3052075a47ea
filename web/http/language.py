"""The language of a request: chosen in its path, or else the first that its reader's browser asks for.

A path may begin with a language, `/ml/hands/ID`. The language then belongs to the base of the site, so that every link
of a page keeps it. A path without one is answered in the language of `Accept-Language`, in English where it names
none of them.

>>> chosen("/ml/hands/t1.7"), chosen("/hands/t1.7"), chosen("/mlx")
(('ml', '/hands/t1.7'), (None, '/hands/t1.7'), (None, '/mlx'))
>>> preferred("gu-IN,gu;q=0.9,en;q=0.5"), preferred("pl"), preferred("")
('gu', 'en', 'en')

Flask-Babel formats numbers and dates in the same language: `web.presentation.translations` alone holds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from flask import Flask, Response, request
from flask_babel import Babel
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.utils import redirect

from dealproof.web.presentation.translations import ENGLISH, languages, speaking, spoken

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LANGUAGES: Final = languages()
"""The languages of the site, English first."""

CHOSEN: Final = "dealproof.chosen"
"""The key in the WSGI environment for the language that the path chooses, or None."""

BASE: Final = "dealproof.base"
"""The key in the WSGI environment for the base of the site without a language."""

SAFE: Final = "/:@!$&'()*+,;=~"
"""Characters of a path that need no escape."""


@dataclass(frozen=True, slots=True)
class SpokenLanguage:
    """WSGI middleware that moves a language from the path into the base of the site, and speaks it while the request is
    answered. `/ml` leads to `/ml/`.
    """

    app: WSGIApplication

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers the request in its language."""
        language, path = chosen(environ.get("PATH_INFO", ""))
        base = environ.get("SCRIPT_NAME", "")
        environ |= {CHOSEN: language, BASE: base}
        if language is not None:
            if not path:
                return redirect(address(f"{base}/{language}", "/", query(environ)), 308)(environ, start_response)
            environ |= {"SCRIPT_NAME": f"{base}/{language}", "PATH_INFO": path}
        spoken = language or preferred(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        with speaking(spoken):
            return self.app(environ, start_response)


def chosen(path: str) -> tuple[str | None, str]:
    """The language that a path begins with, or None, and the path without it: "" where nothing comes after it."""
    _, first, *rest = path.split("/", 2) if path.startswith("/") else ("", "")
    return (first, "".join(f"/{each}" for each in rest)) if first in LANGUAGES else (None, path)


def preferred(header: str) -> str:
    """The first of our languages in an `Accept-Language` header."""
    accepted = parse_accept_header(header, LanguageAccept)
    return accepted.best_match(LANGUAGES, ENGLISH) or ENGLISH


def query(environ: WSGIEnvironment) -> str:
    """The query of a request as it was sent."""
    sent: str = environ.get("QUERY_STRING", "")
    return sent.encode("latin-1").decode("ascii", "replace")


def address(base: str, path: str, query: str) -> str:
    """The address of a path below a base on this host, with its query. It never leads to another host."""
    target = f"{base}/{quote(path.lstrip('/'), safe=SAFE)}"
    return f"{target}?{query}" if query else target


def format_in_language(app: Flask) -> None:
    """Lets Flask-Babel format numbers and dates in the language that is spoken."""
    Babel(app, locale_selector=lambda: spoken().language)


def without_language(location: str) -> str:
    """An address of this site without the language that the request has chosen.

    Files that are the same in every language have one address.
    """
    prefix = f"{request.script_root}/"
    chose = request.environ.get(CHOSEN) is not None and location.startswith(prefix)
    return f"{base()}/{location.removeprefix(prefix)}" if chose else location


def base() -> str:
    """The path of the site without a language."""
    found: str = request.environ.get(BASE, request.script_root)
    return found


def name_language(response: Response) -> Response:
    """Returns the response with the language of its sentences, which pages, errors and what already names one have.
    Where the path chose none, a cache keeps one answer for each header of the reader."""
    if response.mimetype == "text/html" or response.content_language or response.status_code >= 400:
        response.content_language.add(spoken().language)
        if request.environ.get(CHOSEN) is None:
            response.vary.add("Accept-Language")
    return response
