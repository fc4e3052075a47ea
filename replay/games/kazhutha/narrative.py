"""The course of a hand of Kazhutha, for people (`replay.core.narrative`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.events import Event
from dealproof.replay.core.narrative import Deal, Narrative, ScoreLine, Step, Trick
from dealproof.replay.games.kazhutha import scoring
from dealproof.replay.games.kazhutha.deck import KIND_AT, texts
from dealproof.replay.games.kazhutha.state import Hand, to_act
from dealproof.verifier.encoding import Json


class Narrator:
    """Follows a hand event by event and describes it, each round as a trick."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.deal = Deal("deal/0", None, (dealt(hand),), None)
        self.tricks: list[Trick] = []
        self.open = False

    def follow(self, index: int, event: Event) -> None:
        """Plays the legal `event` and adds it to the narrative."""
        hand = self.hand
        if not self.open:
            sits_out = hand.seats_in(hand.inside & ~hand.playing)
            number = self.tricks[-1].number + 1 if self.tricks else 1
            self.tricks.append(Trick(number, hand.leader, (), None, None, sits_out=sits_out))
        laid, places = hand.laid, len(hand.places)
        hand.apply(event)
        trick = self.tricks[-1]
        card = TEXTS[event.arg] if event.do == "play" else None
        steps = (*trick.steps, Step(index, event.seat, event.do, card, power=False))
        self.open = hand.laid is laid
        # Who times out before leading hands the lead to the next seat (T).
        leader = laid[0][1] if laid else hand.turn if self.open else None
        trick = replace(trick, leader=leader, steps=steps)
        if self.open:
            trick = replace(trick, winning=hand.winner if laid else None)
        else:
            trick = closed(trick, laid, tuple(seat for place in hand.places[places:] for seat in place))
        self.tricks[-1] = trick

    def trick_with(self, index: int, event: Event) -> Trick:
        """The round as it would be after the legal `event`."""
        twin = copy(self)
        twin.hand, twin.tricks = self.hand.copy(), self.tricks[-1:]
        twin.follow(index, event)
        return twin.tricks[-1]

    def narrative(self, standing: Mapping[str, Json] | None) -> Narrative:
        """The rounds so far, and the places once the hand is over."""
        hand = self.hand
        return Narrative(
            deals=(self.deal,),
            tricks=tuple(self.tricks),
            hands=tuple(map(texts, hand.hands)),
            to_act=to_act(hand),
            score=tuple(score_lines(hand)),
        )


def dealt(hand: Hand) -> tuple[tuple[str, ...], ...]:
    """What each seat was dealt, in the order in which it got it."""
    cards: list[list[str]] = [[] for _ in hand.hands]
    for step, place in enumerate(hand.order, hand.first):
        cards[step % hand.seats].append(TEXTS[KIND_AT[place]])
    return tuple(map(tuple, cards))


def closed(trick: Trick, laid: list[tuple[int, int]], out: tuple[int, ...]) -> Trick:
    """A round that is over: who won it or took its cards, and who went out in it."""
    suits = [TEXTS[kind][1] for kind, _ in laid]
    in_suit = [each for each, suit in zip(laid, suits, strict=True) if suit == suits[0]]
    winner = max(in_suit)[1] if in_suit else None
    return replace(trick, winner=winner, winning=winner, strike=len(in_suit) < len(laid), out=out)


def score_lines(hand: Hand) -> Iterator[ScoreLine]:
    """The order of going out, and the donkey."""
    result = scoring.result(hand)
    if result is None:
        return
    for number, place in enumerate(hand.places, 1):
        yield ScoreLine("place", {"place": number, "seats": [*place]})
    if result["donkey"] is None:
        yield ScoreLine("ended-all-out", {})
    else:
        yield ScoreLine("donkey", {"seat": result["donkey"]})
