"""The board of a hand in one language: its frames, its events in a list, and where one may jump to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from dealproof.replay.record.events import ACTIONS
from dealproof.web.presentation.board.frame import Frame
from dealproof.web.presentation.board.plain import plain_frame, wrong_frame
from dealproof.web.presentation.board.wire import wire
from dealproof.web.presentation.games import presentation_of
from dealproof.web.presentation.hand import course_of
from dealproof.web.presentation.layout import Course
from dealproof.web.presentation.legal_moves import options
from dealproof.web.presentation.moves import move_number
from dealproof.web.presentation.names import event_in_words, player
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.visible_text import visible
from dealproof.web.published.hand import PublicHand

DRAWN: Final = frozenset(
    {
        *("play", "pause", "at", "view", "open", "as-seat", "holds", "holds-hidden", "holds-none", "lies", "lies-none"),
        *("concealed", "trump", "stock", "discards", "turned", "out-of-play", "dealer"),
    }
)
"""The sentences that the script says of any hand."""
BLAMED: Final = frozenset({"rule", "legal"})
"""Those that it says where a rule is broken."""


class EventText(NamedTuple):
    """One event in the list: its number, a sentence without a full stop and what followed from it. `closed` is the
    sentence as others saw the event, with the seat that saw more; "" and None where all saw the same. `state` is
    "illegal" for the first event that broke a rule, "after" for those that are not judged after it, else ""."""

    number: int
    sentence: str
    notes: tuple[str, ...]
    closed: str
    knows: int | None
    state: str


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a hand: `frames` from the deal to the last legal event, and one more with an illegal event."""

    course: Course
    frames: tuple[Frame, ...]
    unproven: bool

    @property
    def events(self) -> Iterator[EventText]:
        """Every event of the log."""
        for index, event in enumerate(self.course.hand.events):
            number = move_number(index)
            notes = self.frames[number].notes if number < len(self.frames) else ()
            closed, knows = self.closed(event)
            sentence = event_in_words(event, self.course.seats, self.course.sentences)
            yield EventText(number, sentence, notes, closed, knows, self.state(number))

    def state(self, number: int) -> str:
        """What the list says of an event's legality."""
        wrong = self.course.illegal
        if wrong is None or number < wrong.number:
            return ""
        return "illegal" if number == wrong.number else "after"

    def closed(self, event: dict[str, Any]) -> tuple[str, int | None]:
        """An event as those saw it who did not see its card, and the seat that did."""
        action = ACTIONS.get(event["do"])
        if action is None or not action.face_down:
            return "", None
        who = player(self.course.seats, event["seat"], self.course.sentences)
        return self.course.sentences.say("board", f"closed-{event['do']}", who=who), event["seat"]

    @property
    def data(self) -> dict[str, Any]:
        """What the page carries for the script that draws the board."""
        course = self.course
        found = {
            "seats": [*course.seats],
            "dealer": course.hand.dealer,
            "sides": presentation_of(course.hand.family).partners,
            "frames": wire(self.frames),
            "jumps": sorted([number, label] for number, label in self.jumps()),
            "fault": self.fault(),
            "words": self.words(),
        }
        return {key: shown(value) for key, value in found.items()}

    def words(self) -> dict[str, str]:
        """The sentences that the script says, those on a broken rule only where one is."""
        codes = DRAWN if self.fault() is None or self.unproven else DRAWN | BLAMED
        return {code: text for code, text in self.course.sentences.sections["board"].items() if code in codes}

    def jumps(self) -> Iterator[tuple[int, str]]:
        """The frames that one may jump to: the deals, every trick, round or turn, and the illegal event."""
        say, narrative = self.course.sentences.say, self.course.narrative
        yield 0, say("page", "deal-only")
        for deal in narrative.deals:
            if deal.redeal_event is not None:
                yield move_number(deal.redeal_event), say("board", "redeal")
        seen = ""
        for frame in self.frames:
            if frame.trick != seen and frame.trick:
                yield frame.number, frame.trick
            seen = frame.trick
        for turn in narrative.turns:
            who = player(self.course.seats, turn.seat, self.course.sentences)
            yield move_number(turn.steps[0].event), say("board", "turn", number=turn.number, who=who)
        if self.course.illegal:
            yield self.course.illegal.number, say("board", "illegal-unproven" if self.unproven else "illegal")

    def fault(self) -> dict[str, Any] | None:
        """The rule that an event broke and what would have been legal, None where no rule is shown to be broken."""
        wrong, verdict, sentences = self.course.illegal, self.course.hand.verdict, self.course.sentences
        if wrong is None:
            return None
        if self.unproven or "rule" not in verdict["fault"]:
            return {"frame": wrong.number, "unproven": True}
        found = verdict["fault"]
        choices = [
            {
                "who": each.heading(self.course.seats, sentences),
                "options": [
                    [option.before, option.after, "".join(card for group in option.cards for card in group.cards)]
                    for option in each.options
                ],
            }
            for each in options(found["legal"], sentences)
        ]
        rule = sentences.say("rules", found["rule"])
        return {"frame": wrong.number, "seat": wrong.seat, "rule": rule, "choices": choices}


def shown(value: Any) -> Any:
    """The value with every text as it can be shown (`visible`)."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [*map(shown, value)]
    return {key: shown(each) for key, each in value.items()} if isinstance(value, dict) else value


def board_of(hand: PublicHand, sentences: Sentences, *, unproven: bool = False) -> Board | None:
    """The board of a hand; None where its cards are not known or were never dealt. `unproven` says that its seeds or
    its log do not match, so that nobody is blamed for an illegal event."""
    course = course_of(hand, sentences)
    if course is None or course.undealt or not hand.views:
        return None
    return Board(course, tuple(frames(course)), unproven)


def frames(course: Course) -> Sequence[Frame]:
    """The frame after every legal event, and the illegal one."""
    table = presentation_of(course.hand.family).table
    legal = [table(course, plain_frame(course, number)) for number in range(len(course.hand.views))]
    wrong = course.illegal
    return legal if wrong is None else [*legal, wrong_frame(course, legal[-1], wrong)]
