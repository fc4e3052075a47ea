"""The course of a hand of rummy, for people (`replay.core.narrative`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.narrative import Deal, Narrative, Opening, ScoreLine, Turn, TurnStep
from dealproof.replay.games.rummy import scoring
from dealproof.replay.games.rummy.deck import texts
from dealproof.replay.games.rummy.state import Hand, to_act
from dealproof.verifier.encoding import Json


class Narrator:
    """Follows a hand event by event and describes it turn by turn."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.turns: list[Turn] = []
        self.deal = Deal("deal/0", None, (_from_first(hand),), None)
        opened = TEXTS[hand.discards[-1]] if hand.discards else None
        self.opening = Opening(hand.first, TEXTS[hand.turned], hand.wild, opened)

    def follow(self, index: int, event: Event) -> None:
        """Plays the legal `event` and adds it to the turn in which it happens."""
        hand = self.hand
        if not self.turns or self.turns[-1].seat != hand.turn:
            self.turns.append(Turn(len(self.turns) + 1, hand.turn, ()))
        step = self._step(index, event)
        self.turns[-1] = replace(self.turns[-1], steps=(*self.turns[-1].steps, step))

    def trick_with(self, index: int, event: Event) -> None:
        """None: there are no tricks."""

    def narrative(self, standing: Mapping[str, Json] | None) -> Narrative:
        """The turns so far, and the count once the hand is over."""
        hand = self.hand
        return Narrative(
            deals=(self.deal,),
            hands=tuple(tuple(texts(cards)) for cards in hand.hands),
            to_act=to_act(hand),
            score=tuple(score_lines(hand)),
            opening=self.opening,
            turns=tuple(self.turns),
        )

    def _step(self, index: int, event: Event) -> TurnStep:
        hand = self.hand
        held, anew = list(hand.hands[event.seat]), hand.anew
        draws = event.do in ("draw", "timeout") and not self._holds(event.seat)
        hand.apply(event)
        out = hand.how[event.seat] or None
        threw = drew = None
        if event.do in ("discard", "declare"):
            threw = TEXTS[event.arg]
        elif event.do == "draw":
            drew = TEXTS[hand.drawn]
        elif event.do == "timeout" and out is None:
            threw = TEXTS[hand.discards[-1]]
            drew = threw if draws else None
        pile = (event.word or "stock") if drew is not None else None
        cards = tuple(texts(held)) if out is not None else ()
        points = hand.points[event.seat] if out not in (None, "declared") else None
        return TurnStep(index, event.seat, event.do, drew, threw, pile, hand.anew != anew, out, points, cards)

    def _holds(self, seat: int) -> bool:
        """Whether the seat in turn has drawn already."""
        return seat == self.hand.turn and self.hand.drawn != NOBODY


def _from_first(hand: Hand) -> tuple[tuple[str, ...], ...]:
    """What every seat was dealt, in the order in which it got it."""
    return tuple(tuple(TEXTS[kind] for kind in cards) for cards in hand.hands)


def score_lines(hand: Hand) -> Iterator[ScoreLine]:
    """The count step by step: how the hand ended, what each seat has and why, and who pays whom."""
    if not hand.ended:
        return
    result = scoring.result(hand)
    rules = hand.rules
    yield ScoreLine(f"ended-{hand.ended}", {"winner": hand.winner, "wild": hand.wild})
    best = scoring.arrangements(hand)
    how, points, tokens = result["how"], result["points"], result["tokens"]
    assert isinstance(how, list)
    assert isinstance(points, list)
    assert isinstance(tokens, list)
    for seat, each in enumerate(best):
        facts: dict[str, Json] = {"seat": seat, "how": how[seat], "points": points[seat]}
        if each is not None:
            facts |= {"melds": [[*group] for group in each.melds], "loose": [*each.loose]}
        yield ScoreLine("seat", facts)
    yield ScoreLine("tokens", {"rate": rules.rate, "tokens": tokens, "winner": hand.winner})
    commission: dict[str, Json] = {"permille": rules.commission_permille, "commission": result["commission"]}
    yield ScoreLine("commission", commission)
