"""The count and the settlement of a hand of rummy (rummy/RULES.md, "Count"; RECORD.md, "Result")."""

from __future__ import annotations

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.games.rummy.arrangement import Arrangement, best_arrangement
from dealproof.replay.games.rummy.state import Hand
from dealproof.verifier.encoding import Json


def arrangements(hand: Hand) -> list[Arrangement | None]:
    """The best arrangement of each seat whose cards are looked at, in a hand that is over: all that are in the hand
    when one declares. They are computed once and kept in `hand.best`."""
    assert hand.ended
    if not hand.best:
        hand.best = [arrangement(hand, seat) if looked_at(hand, seat) else None for seat in range(hand.seats)]
    return hand.best


def looked_at(hand: Hand, seat: int) -> bool:
    """Whether the seat's cards are looked at: it has declared, or it is counted since another has."""
    return hand.ended == "declared" and hand.how[seat] in ("declared", "")


def arrangement(hand: Hand, seat: int) -> Arrangement:
    """The best arrangement of the cards that a seat holds."""
    cards = [TEXTS[kind] for kind in hand.hands[seat]]
    return best_arrangement(cards, hand.wild, hand.rules.min_naturals)


def result(hand: Hand) -> dict[str, Json]:
    """The result of a finished hand."""
    best = arrangements(hand)
    points = [out if each is None else each.points for each, out in zip(best, hand.points, strict=True)]
    rules = hand.rules
    tokens = [-each * rules.rate for each in points]
    tokens[hand.winner] = -sum(tokens)
    return {
        "rules": rules.id,
        "ended": hand.ended,
        "winner": hand.winner,
        "wild": hand.wild,
        "points": [*points],
        "how": [how or "counted" for how in hand.how],
        "melds": [None if each is None else [[*group] for group in each.melds] for each in best],
        "tokens": [*tokens],
        "commission": tokens[hand.winner] * rules.commission_permille // 1000,
    }
