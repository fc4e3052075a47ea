"""What the page of a hand says of the hands around it: those before and after it, and whether its match follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from web.chain import Around, Beside
from web.sentences import Sentences
from web.telling.chain import LINK, ChainTold, Leading


class Note(NamedTuple):
    """A note on the match of a hand: its sentence, the reasons, and whether it is about this very hand."""

    sentence: Leading
    why: tuple[str, ...]
    own: bool


class AroundTold(NamedTuple):
    """The hands beside a hand, at its table and in its match, and a note on its match, each None where there is none.
    It holds nothing but texts and numbers, so that a page can be kept by it."""

    before: Beside | None
    after: Beside | None
    match_before: Beside | None
    match_after: Beside | None
    note: Note | None


def tell(around: Around | None, sentences: Sentences) -> AroundTold | None:
    """What stands around a hand in words; None where nothing is known of it."""
    if around is None:
        return None
    sides = (around.in_match(-1), around.in_match(1))
    return AroundTold(around.before, around.after, *sides, next(notes(around, sentences), None))


def notes(around: Around, sentences: Sentences) -> Iterator[Note]:
    """What is wrong with the match of a hand: at this hand, or else at another one."""
    if around.match is None:
        return
    told = ChainTold(around.match.chain, sentences)
    if around.line is not None and (why := told.why(around.line)):
        code = "broken-first" if around.line == 0 else "broken"
        before, after = around.in_match(-1), ""
        sentence = sentences.say("match-notes", code, link=LINK)
        text, _, after = sentence.partition(LINK)
        name = sentences.say("match-sentences", "hand", number=before.number) if before else ""
        yield Note(Leading(text, name, before.hand if before else None, after), tuple(why), own=True)
    elif told.broken:
        first = around.match.chain.links[told.broken[0].line]
        text, _, after = sentences.say("match-notes", "elsewhere", link=LINK).partition(LINK)
        name = sentences.say("match-sentences", "hand", number=first.place)
        yield Note(Leading(text, name, first.hand, after), (), own=False)
