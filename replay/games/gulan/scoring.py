"""What ends a hand, what it is worth, and the result (gulan/RULES.md, "End and score")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from dealproof.replay.core.cards import SUITS
from dealproof.replay.core.events import THANI
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan import match
from dealproof.replay.games.gulan.ruleset import Band, Price, RuleSet, Score
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.gulan.state import Hand


def close(hand: Hand, winner: int) -> None:
    """Says after a trick, won by `winner`, how the hand ended, if it did, or that it may stop here."""
    own = hand.declarer % 2
    if hand.bid == THANI and winner != hand.declarer:
        hand.ended = "thani-lost"
    elif hand.promise and (winner % 2 == own) == (hand.promise == "marujodi"):
        hand.ended = f"{hand.promise}-lost"
    elif sum(hand.tricks) == hand.table.hand_size:
        hand.ended = hand.promise or "played"
    elif not hand.settled and hand.bid != THANI and not hand.promise and is_settled(hand):
        hand.settled = True
        _settle(hand)


def is_settled(hand: Hand) -> bool:
    """The declarer's team has its bid, or the other team has more than it may leave."""
    own = hand.declarer % 2
    left = hand.table.rules.total - hand.bid
    return hand.card_points[own] >= hand.bid or hand.card_points[1 - own] > left


def _settle(hand: Hand) -> None:
    """A settled hand may stop here (R: G, K), or in Cheettukali must from honors up and may not below (T)."""
    rules = hand.table.rules
    if rules.decided == "may-stop":
        hand.may_stop = True
    elif hand.bid >= rules.honors:
        hand.ended = "decided"


def kind(hand: Hand) -> str:
    """What kind of contract was played, the promise before the bid."""
    rules = hand.table.rules
    if hand.bid == THANI:
        return "thani"
    if hand.promise:
        return hand.promise
    return rules.kind_of(hand.bid)


def claim_holds(hand: Hand) -> bool:
    """Whether what was promised came true: the bid, thani, jodi or marujodi."""
    own = hand.declarer % 2
    if hand.ended.endswith("-lost") or hand.ended == "marujodi-declined":
        return False
    if hand.bid == THANI or hand.promise or hand.ended == "jodi-declined":
        return True
    return hand.card_points[own] >= hand.bid


def price(hand: Hand) -> Price:
    """What the hand's contract brings and costs in the rule set's table."""
    rules, score = hand.table.rules, hand.table.score
    if hand.bid == THANI:
        return score.thani
    band = [each for each in score.bands if hand.bid >= each.at_least][-1]
    if hand.promise:
        if rules.jodi.score == "double":
            return Price(2 * band.made, 2 * band.failed)
        return score.jodi
    if score.no_points is not None and hand.bid < rules.honors and not hand.card_points[1 - hand.declarer % 2]:
        return Price(score.no_points, band.failed)
    return Price(band.made, band.failed)


def resolved(rules: RuleSet) -> Score:
    """The score table with senior's prices replaced, where the option says so: senior as honors, and the total,
    thani and the promises one more than that."""
    score = rules.score
    if score.senior == "own" or rules.senior is None:
        return score
    honors = next(each for each in reversed(score.bands) if each.at_least <= rules.honors)
    more = Price(honors.made + 1, honors.failed - 1)
    below = tuple(each for each in score.bands if each.at_least < rules.senior)
    return replace(score, bands=(*below, Band(rules.total, honors.made + 1, honors.failed - 1)), thani=more, jodi=more)


def result(hand: Hand, standing: Mapping[str, Json] | None) -> dict[str, Json]:
    """The result of a finished hand, as in RECORD.md, "Result"."""
    holds = claim_holds(hand)
    team = 1 - hand.declarer % 2 if hand.promise == "marujodi" else hand.declarer % 2
    points: int | str = price(hand).made if holds else price(hand).failed
    ended = hand.ended or "decided"
    return {
        "rules": hand.table.rules.id,
        "ended": ended,
        "declarer": hand.declarer,
        "bid": "thani" if hand.bid == THANI else hand.bid,
        "kind": kind(hand),
        "trump": None if hand.trump == NO_SUIT else SUITS[hand.trump],
        "made": holds and hand.promise != "marujodi",
        "card_points": list(hand.card_points),
        "tricks": list(hand.tricks),
        "score": {"team": team, "points": points},
        "match": None
        if standing is None
        else match.after(hand.table.rules, standing, match.Won.of(hand, team, points)),
        "deals": hand.deals,
    }
