r"""Reads the English sentences for `pybabel extract`, which makes the template of other languages from them.

`locale/babel.cfg` names this extractor and the commands. In the template the context of a message is `section.code` and
its ID the English sentence, as `translations` looks it up.

>>> import io
>>> source = 'msgctxt "suits"\nmsgid "s"\nmsgstr "spades"'
>>> list(extract(io.BytesIO(source.encode()), (), (), None))
[(2, 'pgettext', ('suits.s', 'spades'), [])]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import IO, Any

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from dealproof.web.presentation.translations import context

Extracted = tuple[int, str, tuple[str, ...], list[str]]
"""The line of a message, the gettext function that would look it up, its arguments, and comments for translators."""


def extract(file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Any) -> Iterator[Extracted]:
    """Every sentence of the English catalogue. The comment on the first message of a section is about the whole
    section, so each message of the section gets it. Babel passes `keywords`, `tags` and `options`, which
    are not used here.
    """
    about: dict[str, list[str]] = {}
    for message in read_po(file):
        if message.id and message.context is not None:
            about.setdefault(message.context, message.auto_comments)
            yield extracted(message, about[message.context])


def extracted(message: Message, comments: list[str]) -> Extracted:
    """One sentence, in the plural form for one and for many where it has both."""
    code = message.id if isinstance(message.id, str) else message.id[0]
    key = context(str(message.context), code)
    if isinstance(message.string, str):
        return message.lineno or 0, "pgettext", (key, message.string), comments
    one, many = message.string or ("", "")
    return message.lineno or 0, "npgettext", (key, one, many), comments
