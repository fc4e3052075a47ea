"""The rule book: for every situation and action, the rules in the order in which they are checked.

The order is that of RECORD.md, "Which rule is named": play after the end, the turn, the card itself, then time. A rule
set's options put rules in or leave them out here, so that no rule asks which rule set it is in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealproof.replay.core.events import Event
from dealproof.replay.games.kazhutha import rules
from dealproof.replay.games.kazhutha.ruleset import RuleSet
from dealproof.replay.games.kazhutha.state import ACTIONS, FOLLOWING, LEADING, OPENING, OVER, Hand

Rule = Callable[[Hand, Event], bool]
Page = dict[str, tuple[Rule, ...]]
Book = tuple[Page, ...]

CARD: Final[dict[int, tuple[Rule, ...]]] = {
    OPENING: (rules.must_lead_ace_of_spades,),
    LEADING: (),
    FOLLOWING: (rules.must_follow_suit,),
}
"""What a card must be in each situation."""


def book(variant: RuleSet) -> Book:
    """The rule book of a rule set, indexed by situation, then by action."""
    pages = {situation: _page(variant, card) for situation, card in CARD.items()}
    pages[OVER] = dict.fromkeys(ACTIONS, (rules.play_after_end,))
    return tuple(pages[situation] for situation in sorted(pages))


def _page(variant: RuleSet, card: tuple[Rule, ...]) -> Page:
    late, early = ((rules.card_too_late,), (rules.timeout_too_early,)) if variant.turn_ms is not None else ((), ())
    return {
        "play": (rules.play_out_of_turn, rules.card_not_in_hand, *card, *late),
        "timeout": (rules.timeout_out_of_turn, *early),
    }
