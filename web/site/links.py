"""Sentences as HTML in which the move that they name leads to where the page shows it."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

from web.telling.letters import visible

MOVE: Final = re.compile(r"\b[Mm]ove (\d+)\b")


def moves(sentence: str) -> Markup:
    """A sentence as HTML, the first move that it names linked.

    >>> moves("Move 7 breaks a rule: <b> played 2♣.")
    Markup('<a href="#e7">Move 7</a> breaks a rule: &lt;b&gt; played 2♣.')
    """
    text = visible(sentence)
    found = MOVE.search(text)
    if found is None:
        return escape(text)
    link = Markup('<a href="#e{}">{}</a>').format(found[1], found[0])
    return escape(text[: found.start()]) + link + escape(text[found.end() :])
