"""The rulings of Kazhutha: points that the text leaves open, and how they are decided (kazhutha/RULES.md, R).

`replay.games.kazhutha.state` marks by ID what a hand came across.
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.engine import BrokenRule
from dealproof.replay.core.rulings import UNIFORM_SHUFFLE, Ruling
from dealproof.replay.games.kazhutha.state import Hand


def _ruled(id: str, sentence: str) -> Ruling:
    return Ruling(id, sentence, "ruled")


RULINGS: Final = (
    UNIFORM_SHUFFLE,
    _ruled("no-passing", "A seat may not pass: it plays a card, or its time runs out."),
    _ruled(
        "lead-past-those-out",
        "If all seats that played the suit led are out, the next seat to the right of the winner that has cards "
        "and may play leads.",
    ),
    _ruled("places-not-skipped", "A shared place counts as one place: the next seats to go out get the next place."),
    _ruled("all-out", "If the last seats go out together, there is no donkey."),
    _ruled("grace", "A card may arrive up to one second after the end of the turn."),
    _ruled("time-out-unclocked", "A time-out whose turn cannot be measured is accepted, with a remark."),
    _ruled(
        "leader-times-out",
        "A leader whose time runs out hands the lead to the next seat to the right that may play, and a duty to "
        "lead the ace of spades lapses.",
    ),
    _ruled(
        "round-without-a-card",
        "A round in which nobody played ends without a winner; the lead stays where it was, or goes to the next "
        "seat that may play.",
    ),
    _ruled("every-round-counts", "A round ended by a strike also counts as a round to sit out."),
    _ruled("nobody-sits-out", "If every seat with cards would have to sit out, nobody does."),
    _ruled("single-seat-round", "A round with a single playing seat ends after its one card."),
)
"""Every ruling of the family."""

ALWAYS: Final = ("uniform-shuffle", "no-passing")
"""What takes part in every hand."""

OF_RULE: Final = {"card-too-late": "grace"}
"""The ruling behind a rule ID, if nothing else marks it."""


def part_taken(hand: Hand, broken: BrokenRule | None) -> tuple[str, ...]:
    """The IDs of the rulings that took part in a hand, that behind a `broken` rule among them."""
    touched = hand.touched.union(ALWAYS, (OF_RULE.get(broken.rule, ""),) if broken else ())
    return tuple(each.id for each in RULINGS if each.id in touched)
