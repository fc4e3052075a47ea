"""The pieces of a hand that any game has, and the layout of a game that asks for no other.

`Course` is what a hand is laid out from. `generic_layout` lays out a hand of any game: the deals, every move in order,
the cards still held, and the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from dealproof.replay.core.narrative import Deal, Narrative, ScoreLine
from dealproof.web.presentation.cards import Suited, by_suit
from dealproof.web.presentation.moves import TABLE, IllegalMove, move_number
from dealproof.web.presentation.names import event_in_words, player, players
from dealproof.web.presentation.pieces import DealText, DealtSeat, HandText, MoveText
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.tricks import TRICKS, TrickWords
from dealproof.web.published.hand import PublicHand

Sorting = Callable[[Iterable[str]], list[Suited]]
"""How the cards of a seat are sorted."""


@dataclass(frozen=True, slots=True)
class Course:
    """A hand that is no longer hidden: its narrative as far as its moves are legal, and the illegal move after that, or
    None."""

    hand: PublicHand
    narrative: Narrative
    illegal: IllegalMove | None
    sentences: Sentences

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return self.hand.seats

    @property
    def undealt(self) -> bool:
        """Whether the hand was given up before it was dealt: nobody ever held the cards that its seeds give."""
        return self.hand.void is not None and self.hand.log_head is None


def common_pieces(
    course: Course, *, words: TrickWords = TRICKS, sorting: Sorting = by_suit, note: str = ""
) -> HandText:
    """The pieces that every hand has: its deals, each with the same note, the cards still held, and who is to act."""
    return HandText(
        hand=course.hand,
        sentences=course.sentences,
        trick_words=words,
        deals=deals(course, sorting, note),
        held=() if course.undealt else held(course),
        to_act=() if course.undealt else to_act(course),
        score=(),
    )


def generic_layout(course: Course) -> HandText:
    """A hand of any game: its moves in order as sentences, and every step of its score."""
    score = tuple(score_line(line, course.seats, course.sentences) for line in course.narrative.score)
    return replace(common_pieces(course), moves=moves(course), score=score)


def deals(course: Course, sorting: Sorting, note: str) -> tuple[DealText, ...]:
    """The deals, thrown-in ones too, and with the last one a cut or redeal that was illegal."""
    wrong = course.illegal if course.illegal and course.illegal.do in TABLE else None
    *before, last = [deal(each, course, sorting, note) for each in course.narrative.deals]
    return (*before, replace(last, illegal=wrong))


def deal(dealt: Deal, course: Course, sorting: Sorting, note: str) -> DealText:
    """One deal, seat by seat."""
    return DealText(
        draw=dealt.draw,
        cut=dealt.cut,
        seats=tuple(
            DealtSeat(seat, name, tuple(tuple(sorting(stage[seat])) for stage in dealt.stages))
            for seat, name in enumerate(course.seats)
        ),
        redeal=course.sentences.say("redeals", dealt.redeal) if dealt.redeal else "",
        note=course.sentences.say("page", "undealt") if course.undealt else note,
        cut_number=None if dealt.cut_event is None else move_number(dealt.cut_event),
        redeal_number=None if dealt.redeal_event is None else move_number(dealt.redeal_event),
    )


def held(course: Course) -> tuple[DealtSeat, ...]:
    """The cards still in hand where the narrative ends."""
    return tuple(
        DealtSeat(seat, course.seats[seat], (tuple(by_suit(cards)),))
        for seat, cards in enumerate(course.narrative.hands)
        if cards
    )


def to_act(course: Course) -> tuple[str, ...]:
    """The players who are to act where the narrative ends."""
    return tuple(player(course.seats, seat, course.sentences) for seat in course.narrative.to_act)


def moves(course: Course) -> tuple[MoveText, ...]:
    """Every move in order as a sentence without a full stop, the illegal one last. What concerns a whole deal is shown
    with the deals."""
    wrong = course.illegal
    events = course.hand.events if wrong is None else course.hand.events[: wrong.number]
    return tuple(
        MoveText(
            move_number(index),
            event_in_words(event, course.seats, course.sentences),
            bool(wrong and move_number(index) == wrong.number),
        )
        for index, event in enumerate(events)
        if event["do"] not in TABLE
    )


def score_line(line: ScoreLine, seats: tuple[str, ...], sentences: Sentences) -> str:
    """One step of a score as a sentence, the seats in it by name."""
    values: dict[str, Any] = line.values
    by_name: dict[str, Callable[[Any], str]] = {
        "seat": lambda seat: player(seats, seat, sentences),
        "seats": lambda several: players(several, seats, sentences),
    }
    named = {key: by_name.get(key, str)(value) for key, value in values.items()}
    return sentences.say("score", line.code, **named)
