"""The language of a request: chosen in its path, or else the first that its reader's browser asks for.

A path may begin with a language, `/ml/hands/ID`. The language then belongs to the base of the site, so that every link
of a page keeps it. A path without one is answered in the language of `Accept-Language`, in English where it names
none of them.

>>> chosen("/ml/hands/t1.7"), chosen("/hands/t1.7"), chosen("/mlx")
(('ml', '/hands/t1.7'), (None, '/hands/t1.7'), (None, '/mlx'))
>>> preferred("gu-IN,gu;q=0.9,en;q=0.5"), preferred("pl"), preferred("")
('gu', 'en', 'en')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from dealproof.web.presentation.translations import ENGLISH, languages, speaking

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LANGUAGES: Final = languages()
"""The languages of the site, English first."""


@dataclass(frozen=True, slots=True)
class SpokenLanguage:
    """WSGI middleware that moves a language from the path into the base of the site, and speaks it while the request is
    answered. `dealproof.chosen` in the environment is the language of the path, or None.
    """

    app: WSGIApplication

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers the request in its language."""
        language, path = chosen(environ.get("PATH_INFO", ""))
        environ["dealproof.chosen"] = language
        if language is not None:
            environ["SCRIPT_NAME"] = f"{environ.get('SCRIPT_NAME', '')}/{language}"
            environ["PATH_INFO"] = path
        spoken = language or preferred(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        with speaking(spoken):
            return self.app(environ, start_response)


def chosen(path: str) -> tuple[str | None, str]:
    """The language that a path begins with, or None, and the path without it."""
    _, first, *rest = path.split("/", 2) if path.startswith("/") else ("", "")
    return (first, "/" + "".join(rest)) if first in LANGUAGES else (None, path)


def preferred(header: str) -> str:
    """The first of our languages in an `Accept-Language` header."""
    accepted = parse_accept_header(header, LanguageAccept)
    return accepted.best_match(LANGUAGES, ENGLISH) or ENGLISH
