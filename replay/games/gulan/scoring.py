"""What a hand is worth, and the result (gulan/RULES.md, "End and score")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dealproof.replay.core.cards import SUITS
from dealproof.replay.core.events import THANI
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan import match
from dealproof.replay.games.gulan.ruleset import Band, Price, RuleSet, Score
from dealproof.replay.games.gulan.state import State
from dealproof.verifier.encoding import Json


def kind(hand: State) -> str:
    """What kind of contract was played, the promise before the bid."""
    rules = hand.table.rules
    if hand.bid == THANI:
        return "thani"
    if hand.promise.made:
        return hand.promise.made
    return rules.kind_of(hand.bid)


def claim_holds(hand: State) -> bool:
    """Whether the bid, thani, jodi or marujodi was made."""
    own = hand.declarer % 2
    if hand.ended.endswith("-lost") or hand.ended == "marujodi-declined":
        return False
    if hand.bid == THANI or hand.promise.made or hand.ended == "jodi-declined":
        return True
    return hand.card_points[own] >= hand.bid


def price(hand: State, score: Score) -> Price:
    """The points for making and for failing the hand's contract in the table `score`, the rule set's as `resolved`."""
    rules = hand.table.rules
    if hand.bid == THANI:
        return score.thani
    band = [each for each in score.bands if hand.bid >= each.at_least][-1]
    if hand.promise.made:
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


def outcome(hand: State, score: Score, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
    """The result of a hand that is over or may stop as decided, else None."""
    return result(hand, score, standing) if hand.ended or hand.may_stop else None


def result(hand: State, score: Score, standing: Mapping[str, Json] | None) -> dict[str, Json]:
    """The result of a finished hand, as in RECORD.md, "Result"."""
    holds = claim_holds(hand)
    team = 1 - hand.declarer % 2 if hand.promise.made == "marujodi" else hand.declarer % 2
    paid = price(hand, score)
    points: int | str = paid.made if holds else paid.failed
    ended = hand.ended or "decided"
    return {
        "rules": hand.table.rules.id,
        "ended": ended,
        "declarer": hand.declarer,
        "bid": "thani" if hand.bid == THANI else hand.bid,
        "kind": kind(hand),
        "trump": None if hand.trump.suit == NO_SUIT else SUITS[hand.trump.suit],
        "made": holds and hand.promise.made != "marujodi",
        "card_points": list(hand.card_points),
        "tricks": list(hand.tricks),
        "score": {"team": team, "points": points},
        "match": None
        if standing is None
        else match.after(hand.table.rules, standing, match.HandScore.of(hand, team, points)),
        "deals": hand.deal.number + 1,
    }
