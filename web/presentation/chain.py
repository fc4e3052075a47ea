"""The verdict on a match whose hands are stored, in words: does it follow, and where it does not, which hand is it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from dealproof.replay.match import BROKEN, FOLLOWS, MISSING, UNVERIFIED, Break, Chain, Link
from dealproof.web.presentation.match import SHOWN_GAPS, reasons, run
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.verdict import BAD, GOOD, OPEN, STATES
from dealproof.web.presentation.visible_text import distinct_names

LINK: Final = "{link}"
"""The placeholder in a sentence for the hand that it links to."""


class LinkSentence(NamedTuple):
    """A sentence that leads to a hand: what comes before it, its name, its ID, and what comes after. Without a hand it
    is all `before`."""

    before: str
    name: str
    hand: str | None
    after: str

    @property
    def text(self) -> str:
        """The whole sentence, with a capital."""
        whole = f"{self.before}{self.name}{self.after}"
        return whole[:1].upper() + whole[1:]


@dataclass(frozen=True, slots=True)
class ChainText:
    """The verdict on a match read in one language; `most` is how many hands were compared where there are more."""

    chain: Chain
    sentences: Sentences
    most: int | None = None

    @property
    def state(self) -> str:
        """Good, bad, or open: nothing is wrong, but hands are missing or not over yet."""
        if self.chain.state == BROKEN:
            return BAD
        states = {STATES.get(link.verdict or "", OPEN if link.verdict is None else BAD) for link in self.chain.links}
        if BAD in states:
            return BAD
        return OPEN if self.chain.state != FOLLOWS else GOOD

    @property
    def title(self) -> str:
        """The verdict in a few words."""
        return self.sentences.say("match-verdicts", self.chain.state)

    @property
    def lines(self) -> list[LinkSentence]:
        """The verdict in sentences, the first one its reason."""
        return [*self.stated(), *self.besides()]

    def stated(self) -> Iterator[LinkSentence]:
        """Why the verdict is what it is."""
        chain = self.chain
        if chain.state == BROKEN:
            count = len(self.broken)
            first = chain.links[self.broken[0].line]
            code = "broken-more" if count > 1 else "broken-first" if self.broken[0].line == 0 else "broken"
            yield self.leading(code, first, count=count)
        elif chain.state == UNVERIFIED:
            yield self.unverified("unverified")
        elif chain.state == MISSING:
            yield self.leading("missing", None, numbers=self.numbers)
        else:
            yield self.leading("follows", None, hands=self.hands(len(chain.links)))
        if self.most is not None:
            yield self.leading("bounded", None, most=self.most)

    def besides(self) -> Iterator[LinkSentence]:
        """What else keeps the match from being all right."""
        chain = self.chain
        if chain.unverified and chain.state != UNVERIFIED:
            yield self.unverified("also-unverified")
        if chain.gaps and chain.state != MISSING:
            yield self.leading("also-missing", None, numbers=self.numbers)

    def unverified(self, code: str) -> LinkSentence:
        """That hands are not verified."""
        found = self.chain.unverified
        return self.leading(code, found[0], count=len(found), hands=self.hands(len(self.chain.links)))

    def leading(self, code: str, link: Link | None, **values: object) -> LinkSentence:
        """A sentence and the hand to which it leads."""
        sentence = self.sentences.say("match-sentences", code, **values, link=LINK)
        before, _, after = sentence.partition(LINK)
        if link is None:
            return LinkSentence(sentence, "", None, "")
        name = self.sentences.say("match-sentences", "hand", number=link.place)
        return LinkSentence(before, name if before else name[:1].upper() + name[1:], link.hand, after)

    def hands(self, count: int) -> str:
        """So many hands."""
        return self.sentences.count("match-sentences", "hands", count)

    @property
    def numbers(self) -> str:
        """The hands that are missing: “hand 3”, “hands 3–4, 7”."""
        gaps = self.chain.gaps
        named = ", ".join(map(run, gaps[:SHOWN_GAPS])) + (", …" if len(gaps) > SHOWN_GAPS else "")
        return self.sentences.count("match-sentences", "hands-missing", self.chain.missing, numbers=named)

    @property
    def broken(self) -> list[Break]:
        """The hands that do not follow."""
        return [each for each in self.chain.breaks if each is not None]

    def why(self, line: int) -> list[str]:
        """Why the hand at an index does not follow, a sentence a reason; none where it does."""
        broken = self.chain.breaks[line]
        if broken is None:
            return []
        seats = distinct_names(self.chain.links[line].seats)
        return [sentence for _, sentence in reasons(broken, seats, self.sentences)]
