"""Sentences as HTML in which the moves that they name lead to where the page of the hand shows them."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from dealproof.web.presentation.sentence import NamedMove, Sentence
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.visible_text import visible

BETWEEN = ", "
"""What is between the numbers of several moves."""


def moves(sentence: str, page: str = "") -> Markup:
    """A sentence as HTML, every move that it names linked; `page` is the address of the hand, where it is another page.

    >>> from dealproof.web.presentation.sentence import MoveNumber, filled, joined
    >>> moves(filled("Move {event} breaks a rule: {did}.", {"event": MoveNumber(7), "did": "<b> played 2♣"}))
    Markup('<a href="#e7">Move 7</a> breaks a rule: &lt;b&gt; played 2♣.')
    >>> moves(filled("See moves {events}.", {"events": joined([MoveNumber(3), MoveNumber(5)], ", ")}))
    Markup('See moves <a href="#e3">3</a>, <a href="#e5">5</a>.')
    """
    named = sentence.moves if isinstance(sentence, Sentence) else ()
    html, at = Markup(), 0
    for each in named:
        start = max(at, beginning(sentence, each, alone=is_alone(sentence, each, named)))
        html += escape(visible(sentence[at:start]))
        html += Markup('<a href="{}#e{}">{}</a>').format(page, each.number, visible(sentence[start : each.end]))
        at = each.end
    return html + escape(visible(sentence[at:]))


def is_alone(sentence: str, move: NamedMove, named: tuple[NamedMove, ...]) -> bool:
    """Whether a move is not in a row of several."""
    starts, ends = {each.start for each in named}, {each.end for each in named}
    return move.start - len(BETWEEN) not in ends and move.end + len(BETWEEN) not in starts


def beginning(sentence: str, move: NamedMove, *, alone: bool) -> int:
    """Where the link to a move begins: at the word before its number, if that is “move” in any form, as a number alone
    is a small target."""
    word = spoken().say("links", "word")
    found = re.search(rf"\b{re.escape(word)}\S*\s$", sentence[: move.start], re.IGNORECASE) if alone else None
    return found.start() if found else move.start
