"""The course of a hand of the Gulan family, for people (`replay.core.narrative`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.core.narrative import Call, Deal, Narrative, ScoreLine, Step, Trick, Trump
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan import scoring
from dealproof.replay.games.gulan.deck import SUIT_SIZE
from dealproof.replay.games.gulan.hand import Hand
from dealproof.replay.games.gulan.ruleset import Score
from dealproof.replay.games.gulan.state import State, to_act
from dealproof.verifier.encoding import Json

TRICK_ACTIONS: Final = frozenset(
    {
        "play",
        "ask_trump",
        "reveal_trump",
        "claim_jodi",
        "claim_marujodi",
        "ask_jodi",
        "ask_marujodi",
        "decline_jodi",
        "decline_marujodi",
    }
)


class Narrator:
    """Follows a hand event by event and describes it; `score` is its rule set's table as `scoring.resolved`."""

    def __init__(self, hand: Hand, score: Score) -> None:
        self.hand = hand
        self.score = score
        self.deals: list[Deal] = []
        self.calls: list[Call] = []
        self.trumps: list[Trump] = []
        self.tricks: list[Trick] = []
        self._dealt()

    def follow(self, index: int, event: Event) -> None:
        """Plays the legal `event` and adds it to the narrative."""
        hand = self.hand
        if event.do in TRICK_ACTIONS:
            self._trick(index, event)
            return
        if event.do in ("bid", "pass"):
            self._call(index, event)
        elif event.do in ("conceal", "show_trump"):
            how = "conceal" if event.do == "conceal" else "show"
            self.trumps.append(Trump(index, hand.deal.number, event.seat, TEXTS[event.arg], how))
        elif event.do == "redeal":
            self.deals[-1] = replace(self.deals[-1], redeal=event.word, redeal_event=index)
        deal, stage, concealed, owner = hand.deal.number, hand.deal.stage, hand.trump.concealed, hand.declarer
        hand.apply(event)
        if event.do == "cut":
            self.deals.pop()
            self._dealt(event.arg, index)
        elif hand.deal.number != deal:
            self._dealt()
        elif hand.deal.stage != stage:
            self._stage()
        if event.do in ("bid", "pass") and concealed and not hand.trump.concealed:
            card = hand.table.deck.texts(concealed)[0]
            self.trumps.append(Trump(index, hand.deal.number, owner, card, "return"))

    def trick_with(self, index: int, event: Event) -> Trick | None:
        """The last trick as it would be after the legal `event`, None before the first."""
        if event.do not in TRICK_ACTIONS:
            return self.tricks[-1] if self.tricks else None
        twin = copy(self)
        twin.hand = self.hand.copy()
        twin.deals, twin.calls, twin.trumps, twin.tricks = [*self.deals[-1:]], [], [], [*self.tricks]
        twin.follow(index, event)
        return twin.tricks[-1] if twin.tricks else None

    def narrative(self, standing: Mapping[str, Json] | None) -> Narrative:
        """The deals, calls and tricks so far, and the score once the hand is over."""
        hand = self.hand
        return Narrative(
            deals=tuple(self.deals),
            calls=tuple(self.calls),
            trumps=tuple(self.trumps),
            tricks=tuple(self.tricks),
            hands=tuple(map(hand.table.deck.texts, hand.hands)),
            to_act=to_act(hand),
            score=tuple(score_lines(hand, self.score, standing)),
        )

    def _dealt(self, cut: int | None = None, cut_event: int | None = None) -> None:
        self.deals.append(Deal(f"deal/{self.hand.deal.number}", cut, (), None, cut_event))
        self._stage()

    def _stage(self) -> None:
        """Adds what every seat got in the stage just dealt, in the order in which it got it."""
        hand = self.hand
        plan = hand.table.plans[hand.deal.stage]
        got: list[tuple[str, ...]] = [() for _ in plan]
        for offset, positions in enumerate(plan):
            kinds = (hand.table.deck.kind_at[hand.deal.order[position]] for position in positions)
            got[(hand.eldest + offset) % len(got)] = tuple(TEXTS[kind] for kind in kinds)
        self.deals[-1] = replace(self.deals[-1], stages=(*self.deals[-1].stages, tuple(got)))

    def _call(self, index: int, event: Event) -> None:
        hand, auction = self.hand, self.hand.auction
        call: int | str = "pass"
        if event.do == "bid":
            call = "thani" if event.arg == THANI else event.arg
        bound = auction.turn if auction.turn != event.seat else None
        self.calls.append(Call(index, hand.deal.number, hand.deal.stage + 1, auction.round, event.seat, call, bound))

    def _trick(self, index: int, event: Event) -> None:
        hand = self.hand
        if not self.tricks or self.tricks[-1].winner is not None:
            self.tricks.append(Trick(len(self.tricks) + 1, hand.trick.leader, (), None, None))
        before, points, done = hand.trick, sum(hand.card_points), sum(hand.tricks)
        hand.apply(event)
        card = None if event.arg == NOBODY else TEXTS[event.arg]
        power = hand.trump.open and card is not None and event.arg // SUIT_SIZE == hand.trump.suit
        step = Step(index, event.seat, event.do, card, power)
        winning = before.winner if before.led != NO_SUIT else None
        trick = replace(self.tricks[-1], steps=(*self.tricks[-1].steps, step), winning=winning)
        if sum(hand.tricks) != done:
            trick = replace(trick, winner=before.winner, points=sum(hand.card_points) - points)
        self.tricks[-1] = trick


def score_lines(hand: State, table: Score, standing: Mapping[str, Json] | None) -> Iterable[ScoreLine]:
    """The score step by step: the contract, whether it was made, its price, and the change of the match."""
    result = scoring.outcome(hand, table, standing)
    if result is None:
        return
    own = hand.declarer % 2
    facts: dict[str, Json] = {
        "declarer": hand.declarer,
        "bid": result["bid"],
        "kind": result["kind"],
        "team": own,
        "points": hand.card_points[own],
        "against": hand.card_points[1 - own],
        "tricks": hand.tricks[own],
        "tricks_against": hand.tricks[1 - own],
    }
    yield ScoreLine("contract", facts)
    yield ScoreLine(f"ended-{result['ended']}", facts)
    yield ScoreLine("made" if result["made"] else "not-made", facts)
    price = scoring.price(hand, table)
    score = result["score"]
    assert isinstance(score, Mapping)
    yield ScoreLine("price", {"made": price.made, "failed": price.failed, **score})
    if standing is not None:
        yield ScoreLine(
            "match", {"method": hand.table.rules.match.method, "before": standing, "after": result["match"]}
        )
