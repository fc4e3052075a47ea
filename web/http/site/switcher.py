"""The same page in the other languages: links, or for the answer to a post a form that sends it again."""

from __future__ import annotations

from typing import Final, NamedTuple

from babel import Locale
from flask import current_app, g, request

from dealproof.web.http.language import LANGUAGES, address, base, query
from dealproof.web.presentation.translations import spoken

NAMES: Final = {language: Locale.parse(language).get_display_name(language) or language for language in LANGUAGES}
"""The name of each language in its own script."""

UNASKED: Final = frozenset({"site.seed"})
"""Pages that are the same whatever their query is. They repeat none of it: it may be a secret."""


class PageInLanguage(NamedTuple):
    """The page in one language: its code, its name in its own script, its address, and whether it is this page."""

    code: str
    name: str
    address: str
    current: bool


class Switcher(NamedTuple):
    """The page in every language. `neutral` is its address without a language, for the language of the browser; `again`
    is the text that was put into the box where the page answers it: it is sent again, since it is in no address."""

    pages: tuple[PageInLanguage, ...]
    neutral: str
    again: str | None


def switcher() -> Switcher:
    """The page of this request in every language."""
    again = posted()
    path = request.path if again is not None or has_address() else "/"
    asked = "" if request.endpoint in UNASKED else query(request.environ)
    pages = tuple(
        PageInLanguage(code, name, address(f"{base()}/{code}", path, asked), code == spoken().language)
        for code, name in NAMES.items()
    )
    return Switcher(pages, address(base(), path, asked), again)


def posted() -> str | None:
    """The text that was put into the box, or None where there is none: no post, or a file that is no text."""
    try:
        return g.box.decode() if "box" in g else None
    except UnicodeDecodeError:
        return None


def has_address() -> bool:
    """Whether a link leads to this page."""
    adapter = current_app.create_url_adapter(request)
    return request.method in {"GET", "HEAD"} or (adapter is not None and adapter.test(request.path, "GET"))
