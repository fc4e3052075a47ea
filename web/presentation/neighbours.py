"""What the page of a hand says of the hands around it: those before and after it, and whether its match follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dealproof.web.presentation.chain import LINK, ChainText, LinkSentence
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.neighbours import Around


class Note(NamedTuple):
    """A note on the match of a hand: its sentence, the reasons, and whether it is about this very hand."""

    sentence: LinkSentence
    why: tuple[str, ...]
    own: bool


class NeighboursText(NamedTuple):
    """The IDs of the hands beside a hand, at its table and in its match, and a note on its match, each None where there
    is none."""

    before: str | None
    after: str | None
    match_before: str | None
    match_after: str | None
    note: Note | None

    @property
    def apart(self) -> bool:
        """Whether other hands are beside it in the match than at the table."""
        sides = (self.match_before, self.match_after)
        return any(sides) and sides != (self.before, self.after)


def describe_neighbours(around: Around, sentences: Sentences) -> NeighboursText:
    """Returns the neighbours of a hand in words."""
    before, after = around.in_match(-1), around.in_match(1)
    return NeighboursText(
        before=around.before,
        after=around.after,
        match_before=before.hand if before else None,
        match_after=after.hand if after else None,
        note=next(notes(around, sentences), None),
    )


def notes(around: Around, sentences: Sentences) -> Iterator[Note]:
    """What is wrong with the match of a hand: at this hand, or else at another one."""
    if around.match is None:
        return
    match_text = ChainText(around.match.chain, sentences)
    if around.line is not None and (why := match_text.why(around.line)):
        code = "broken-first" if around.line == 0 else "broken"
        before = around.in_match(-1)
        sentence = sentences.say("match-notes", code, link=LINK)
        text, _, after = sentence.partition(LINK)
        name = sentences.say("match-sentences", "hand", number=before.place) if before else ""
        yield Note(LinkSentence(text, name, before.hand if before else None, after), tuple(why), own=True)
    elif match_text.broken:
        first = around.match.chain.links[match_text.broken[0].line]
        text, _, after = sentences.say("match-notes", "elsewhere", link=LINK).partition(LINK)
        name = sentences.say("match-sentences", "hand", number=first.place)
        yield Note(LinkSentence(text, name, first.hand, after), (), own=False)
