"""The board before a move: what everybody holds, the trick on the table, the trump, the bid, and the score so far.

A narrative goes as far as the moves are legal. So its end is the board before the first move that breaks a rule, or the
board where an unfinished log stops.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dealproof.replay.core.narrative import Narrative, Trick
from dealproof.web.presentation.cards import face
from dealproof.web.presentation.hand import describe_hand
from dealproof.web.presentation.moves import IllegalMove, illegal_move, move_number
from dealproof.web.presentation.names import player
from dealproof.web.presentation.pieces import DealtSeat, HandText, TurnRow
from dealproof.web.presentation.standing import standing_in_words
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import PublicHand

LATEST_TURNS: Final = 3
"""Turns of a game of draws and discards that a board shows."""
SIDES: Final = 2
TURNS_UP: Final = frozenset({"ask_trump", "reveal_trump"})
"""The moves after which the trump card lies open."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: whose it is, the card, and whether it was played as a trump."""

    name: str
    card: str
    trump: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The board before a move. `move` is the move that breaks a rule, None where the log only stops; `table` are the
    cards of the trick in the order of play and `lead` says who leads or led it, "" in games without tricks; `trump`,
    `bid`, `score` and `opening` are sentences, none where the game has no such thing; `turns` the turns played last."""

    move: IllegalMove | None
    seats: tuple[DealtSeat, ...]
    table: tuple[Laid, ...]
    lead: str
    trump: tuple[str, ...]
    bid: str
    score: tuple[str, ...]
    opening: tuple[str, ...]
    turns: tuple[TurnRow, ...]
    to_act: tuple[str, ...]


def board_of(hand: PublicHand, sentences: Sentences) -> Board | None:
    """The board at the end of what is legal in a hand; None where its cards are not known or were never dealt."""
    text = describe_hand(hand, sentences)
    if text is None or hand.narrative is None or (hand.void is not None and hand.log_head is None):
        return None
    narrative = hand.narrative
    return Board(
        move=illegal_move(hand, sentences),
        seats=text.held,
        table=tuple(_table(narrative, hand.seats)),
        lead=_lead(narrative, hand.seats, sentences),
        trump=tuple(_trump(narrative, text, sentences)),
        bid=_bid(narrative, hand.seats, sentences),
        score=tuple(_score(hand, narrative, text, sentences)),
        opening=_opening(text, sentences),
        turns=_turns(text),
        to_act=text.to_act,
    )


def _open_trick(narrative: Narrative) -> Trick | None:
    """The trick on the table, None where no card of one lies there."""
    last = narrative.tricks[-1] if narrative.tricks else None
    return last if last is not None and last.winner is None and not last.strike and _cards(last) else None


def _cards(trick: Trick) -> bool:
    return any(step.card for step in trick.steps)


def _table(narrative: Narrative, seats: tuple[str, ...]) -> Iterator[Laid]:
    trick = _open_trick(narrative)
    for step in trick.steps if trick else ():
        if step.card:
            yield Laid(seats[step.seat], step.card, step.power)


def _lead(narrative: Narrative, seats: tuple[str, ...], sentences: Sentences) -> str:
    trick = _open_trick(narrative)
    if trick is not None and trick.leader is not None:
        return sentences.say("dispute", "led", number=trick.number, who=player(seats, trick.leader, sentences))
    if not narrative.tricks:
        return ""
    return sentences.say("dispute", "between-tricks", number=sum(map(_cards, narrative.tricks)))


def _trump(narrative: Narrative, text: HandText, sentences: Sentences) -> Iterator[str]:
    """What became of the trump card in the last deal, and where it was turned up."""
    deal = len(narrative.deals) - 1
    moved = {move_number(each.event) for each in narrative.trumps if each.deal == deal}
    yield from (each.sentence for each in text.trumps if each.number in moved and not each.illegal)
    turned = [step.event for trick in narrative.tricks for step in trick.steps if step.do in TURNS_UP]
    yield from (sentences.say("dispute", "trump-open", number=move_number(event)) for event in turned)


def _bid(narrative: Narrative, seats: tuple[str, ...], sentences: Sentences) -> str:
    """The highest call of the last deal."""
    deal = len(narrative.deals) - 1
    made = [call for call in narrative.calls if call.deal == deal and call.call != "pass"]
    if not made:
        return ""
    call = made[-1].call
    named = sentences.say("calls", call) if isinstance(call, str) else str(call)
    return sentences.say("dispute", "bid", bid=named, who=player(seats, made[-1].seat, sentences))


def _score(hand: PublicHand, narrative: Narrative, text: HandText, sentences: Sentences) -> Iterator[str]:
    points: dict[str, int] = defaultdict(int)
    for trick in narrative.tricks:
        if trick.winner is not None and trick.points is not None:
            points[text.sides[trick.winner % SIDES] if text.sides else hand.seats[trick.winner]] += trick.points
    if points:
        order = text.sides or hand.seats
        so_far = ", ".join(f"{name} {points[name]}" for name in order if name in points or text.sides)
        yield sentences.say("dispute", "points-so-far", points=so_far)
    if hand.match is not None:
        before = standing_in_words(hand.match["before"], hand.seats, sentences)
        yield sentences.say("dispute", "match-before", standing=before)


def _opening(text: HandText, sentences: Sentences) -> tuple[str, ...]:
    if (opened := text.opening) is None:
        return ()
    turned = sentences.say("dispute", "turned", card=face(opened.turned))
    return (turned, *opened.sentences)


def _turns(text: HandText) -> tuple[TurnRow, ...]:
    return text.turns[-LATEST_TURNS:]
