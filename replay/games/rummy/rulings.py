"""The rulings of rummy, and the moments at which one takes part in a hand (rummy/RULES.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from dealproof.replay.core.engine import BrokenRule
from dealproof.replay.core.rulings import UNIFORM_SHUFFLE, Ruling
from dealproof.replay.games.rummy import scoring
from dealproof.replay.games.rummy.arrangement import Arrangement
from dealproof.replay.games.rummy.deck import is_wild
from dealproof.replay.games.rummy.ruleset import RuleSet
from dealproof.replay.games.rummy.state import Hand


@dataclass(frozen=True, slots=True)
class ScopedRuling:
    """A ruling, the test for the rule sets that it applies to, and the test for the hands in which it always takes
    part."""

    ruling: Ruling
    where: Callable[[RuleSet], bool]
    always: Callable[[Hand], bool]


def everywhere(rules: RuleSet) -> bool:
    """For a ruling that applies to every rule set."""
    return True


def when_touched(hand: Hand) -> bool:
    """For a ruling that takes part only where the hand has noted it."""
    return False


def from_the_deal_on(hand: Hand) -> bool:
    """For a ruling that takes part in every hand."""
    return True


def at_the_end(hand: Hand) -> bool:
    """For a ruling that takes part in every finished hand."""
    return hand.ended != ""


def with_three_packs(hand: Hand) -> bool:
    """For a ruling that takes part at tables with three packs."""
    return hand.rules.table(hand.seats).packs > 2


def _ruled(
    id: str,
    sentence: str,
    always: Callable[[Hand], bool] = when_touched,
    where: Callable[[RuleSet], bool] = everywhere,
) -> ScopedRuling:
    return ScopedRuling(Ruling(id, sentence, "ruled"), where, always)


def _ours(id: str, sentence: str, where: Callable[[RuleSet], bool] = everywhere) -> ScopedRuling:
    return ScopedRuling(Ruling(id, sentence, "ours"), where, when_touched)


POINTS: Final = (
    ScopedRuling(UNIFORM_SHUFFLE, everywhere, from_the_deal_on),
    _ruled(
        "joker-a-pack",
        "A table with three packs has three printed jokers, one per pack.",
        with_three_packs,
        lambda rules: any(table.packs > 2 for table in rules.tables),
    ),
    ScopedRuling(
        Ruling("first-player-drawn", "The first player is drawn from the seeds.", "ruled", from_seeds=True),
        everywhere,
        from_the_deal_on,
    ),
    _ruled("turned-card-aside", "The card turned up for the wild rank is laid aside, out of play.", from_the_deal_on),
    _ruled(
        "discards-opened",
        "The card after the turned one opens the discards.",
        from_the_deal_on,
        lambda rules: rules.open_discard,
    ),
    _ruled(
        "wild-from-discards",
        "Wild cards may be taken from the discards.",
        where=lambda rules: rules.wild_from_discards,
    ),
    _ruled(
        "taken-card-returned",
        "A card just taken from the discards may be discarded again.",
        where=lambda rules: rules.return_taken_card,
    ),
    _ruled("stock-made-anew", "An empty stock is replaced by all discards except the top one, shuffled."),
    _ruled("what-groups-are", "A group has three cards or more; pure sequence and set have their usual meaning."),
    _ruled("wild-in-own-place", "A card of the wild rank in its own place is natural; a printed joker never is."),
    _ruled("one-natural", "Every group holds at least one card in its own place.", where=lambda r: r.min_naturals == 1),
    _ruled("no-twins-even-wild", "A group never has the same card twice, not even as a wild card."),
    _ruled("wrong-declare-out-of-play", "After a wrong declare the card laid down and the 13 leave play."),
    _ruled("wrong-declare-price", "A wrong declare has a fixed price; a counted hand has no cap."),
    _ruled("drop-before-draw", "A seat drops on its turn, before it draws; its cards leave play."),
    _ruled("leaving-has-one-price", "Leaving costs the same even if the seat never drew a card."),
    _ruled("table-plays", "At a time-out the table draws from the stock and discards that card."),
    _ruled("missed-turns", "Time-outs in a row, without a discard by the seat in between, drop the seat."),
    _ruled("timed-out-price", "Being dropped for missed turns costs as much as a drop after drawing."),
    _ruled("last-seat", "The last seat left wins with zero points."),
    _ruled("whole-tokens", "A point costs a whole number of house tokens.", at_the_end),
    _ruled("commission", "The commission is a number of thousandths of the winner's tokens, rounded down.", at_the_end),
    _ours(
        "one-long-run",
        "A run of all cards is shown as one group; it may be declared because it splits into two sequences.",
    ),
)
"""Every point, in the order of rummy/RULES.md."""

OF_RULE: Final[dict[str, str]] = {
    "stock-empty": "stock-made-anew",
    "drop-out-of-turn": "drop-before-draw",
    "drop-after-draw": "drop-before-draw",
}
"""The ruling behind a rule, where a rule that an event broke rests on one."""


def points(rules: RuleSet) -> tuple[ScopedRuling, ...]:
    """The rulings that apply to a rule set."""
    return tuple(each for each in POINTS if each.where(rules))


def part_taken(points: Iterable[ScopedRuling], hand: Hand, broken: BrokenRule | None) -> tuple[str, ...]:
    """The IDs of those of the `points` that took part in a hand, with those behind a `broken` rule."""
    touched = hand.touched | ({OF_RULE.get(broken.rule, "")} if broken else set())
    if hand.ended:
        touched |= counted(scoring.arrangements(hand), hand.wild)
    return tuple(each.ruling.id for each in points if each.ruling.id in touched or each.always(hand))


def counted(best: Iterable[Arrangement | None], wild: str) -> set[str]:
    """The IDs of the rulings behind the count of the hands that were looked at."""
    found = set()
    for each in best:
        if each is None:
            continue
        found.add("what-groups-are")
        if any(is_wild(card, wild) for group in each.melds for card in group):
            found |= {"wild-in-own-place", "one-natural", "no-twins-even-wild"}
        if each.arranged and len(each.melds) == 1:
            found.add("one-long-run")
    return found
