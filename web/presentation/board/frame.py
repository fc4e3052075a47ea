"""One frame of a board: where every card is after some events, and what is said beside it.

Cards are as the record writes them; those of a seat are sorted by suit. Everything is there as it was, face down or
not; `seen_by` is what one seat could see of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from dealproof.web.presentation.pieces import Group

Cards = tuple[str, ...]


class Laid(NamedTuple):
    """A card on the table: whose it is, and whether it was played with trump power."""

    seat: int
    card: str
    power: bool = False


class Concealed(NamedTuple):
    """The trump card that lies face down, known to its seat alone."""

    seat: int
    card: str


class Wrong(NamedTuple):
    """The event that broke a rule: the seat that it names, its card, where that was laid ("table", "trump" or "pile",
    "seat" for what is only said) and what was said or done in words. `seat` and `card` may be None."""

    seat: int | None
    card: str | None
    place: str
    words: str


class Piles(NamedTuple):
    """What lies on the table in a game of draws and discards: how many cards the stock has, the discards, the last one
    on top, and the card turned up."""

    stock: int
    discards: Cards
    turned: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The board after `number` events, 0 as dealt.

    One entry a seat have `hands`, `words` (what a seat has just said or called, or ""), `statuses` (that it is out or
    sits out, or ""), `gone` (what it held when it left the hand), `faced` (what was dealt to it face up) and `groups`
    (how its cards are arranged in a count); each may be empty. `acts` are the seats that may act next. `table` is the
    trick, named `trick`, in the order of play; `winner` took it, None while it is open; `taken` says that the cards
    went to the winner's hand. `trump` is its suit or "", `declarer` who knows it while it is not `trump_open`.
    `fresh` is the card that a seat has just drawn, `fresh_open` whether all saw it. `aside` counts cards out of play.
    `banner` is what happened to the whole deal, `score` are headings with values, `notes` sentences, `wrong` the
    illegal event on the board where it happened.
    """

    number: int
    hands: tuple[Cards, ...]
    acts: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    gone: tuple[Cards, ...] = ()
    faced: tuple[Cards, ...] = ()
    groups: tuple[tuple[Group, ...], ...] = ()
    table: tuple[Laid, ...] = ()
    trick: str = ""
    winner: int | None = None
    taken: bool = False
    concealed: Concealed | None = None
    trump: str = ""
    trump_open: bool = False
    declarer: int | None = None
    piles: Piles | None = None
    fresh: Laid | None = None
    fresh_open: bool = False
    aside: int = 0
    banner: str = ""
    score: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = field(default=())
    wrong: Wrong | None = None


HIDDEN = "?"
"""A card of which only the back is seen."""


def seen_by(frame: Frame, seat: int) -> Frame:
    """The frame as one seat saw it: what it could not know is a back, or missing."""

    def own(values: tuple[Cards, ...]) -> tuple[Cards, ...]:
        return tuple(cards if place == seat else (HIDDEN,) * len(cards) for place, cards in enumerate(values))

    concealed, fresh, wrong = frame.concealed, frame.fresh, frame.wrong
    return replace(
        frame,
        hands=own(frame.hands),
        gone=own(frame.gone),
        groups=tuple(groups if place == seat else () for place, groups in enumerate(frame.groups)),
        concealed=concealed._replace(card=HIDDEN) if concealed and concealed.seat != seat else concealed,
        trump=frame.trump if frame.trump_open or frame.declarer == seat else "",
        fresh=fresh if fresh and (frame.fresh_open or fresh.seat == seat) else None,
        wrong=wrong._replace(card=HIDDEN) if wrong and wrong.place == "trump" and wrong.seat != seat else wrong,
    )
