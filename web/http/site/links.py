"""Sentences as HTML in which the moves that they name lead to where the page shows them."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

from dealproof.web.presentation.visible_text import visible

MOVES: Final = re.compile(r"\b([Mm]ove|[Mm]oves) (\d+(?:, \d+)*)\b")


def moves(sentence: str) -> Markup:
    """A sentence as HTML, the first move or moves that it names linked.

    >>> moves("Move 7 breaks a rule: <b> played 2♣.")
    Markup('<a href="#e7">Move 7</a> breaks a rule: &lt;b&gt; played 2♣.')
    >>> moves("See moves 3, 5.")
    Markup('See moves <a href="#e3">3</a>, <a href="#e5">5</a>.')
    """
    text = visible(sentence)
    found = MOVES.search(text)
    if found is None:
        return escape(text)
    numbers = found[2].split(", ")
    if len(numbers) == 1:
        linked = link(numbers[0], found[0])
    else:
        linked = Markup("{} {}").format(found[1], Markup(", ").join(link(number, number) for number in numbers))
    return escape(text[: found.start()]) + linked + escape(text[found.end() :])


def link(number: str, text: str) -> Markup:
    """A link to a move."""
    return Markup('<a href="#e{}">{}</a>').format(number, text)
