"""The rule book: for every situation and every action, the rules in the order in which they are checked.

The order is that of RECORD.md, "Which rule is named": play after the end, the turn, then the rest as rummy/RULES.md
lists them; a card not held is only that, even before drawing. A rule set's options put rules in or leave them out here,
so that no rule asks which rule set it is in.
"""

from __future__ import annotations

from collections.abc import Callable

from dealproof.replay.core.events import Event
from dealproof.replay.games.rummy import rules
from dealproof.replay.games.rummy.ruleset import RuleSet
from dealproof.replay.games.rummy.state import ACTIONS, DRAWING, HOLDING, OVER, Hand

Rule = Callable[[Hand, Event], bool]
Page = dict[str, tuple[Rule, ...]]
Book = tuple[Page, ...]


def book(variant: RuleSet) -> Book:
    """The rule book of a rule set, indexed by situation, then by action."""
    pages: dict[int, Page] = {
        DRAWING: _drawing(variant),
        HOLDING: _holding(variant),
        OVER: dict.fromkeys(ACTIONS, (rules.play_after_end,)),
    }
    return tuple(pages[situation] for situation in sorted(pages))


def _drawing(variant: RuleSet) -> Page:
    wild = () if variant.wild_from_discards else (rules.wild_not_from_discards,)
    clock = () if variant.turn_ms is None else (rules.timeout_too_early,)
    too_soon = (rules.play_out_of_turn, rules.card_not_in_hand, rules.must_draw_first)
    return {
        "draw": (rules.play_out_of_turn, rules.discards_empty, rules.stock_empty, *wild),
        "discard": too_soon,
        "declare": too_soon,
        "drop": (rules.drop_out_of_turn,),
        "leave": (rules.not_in_hand,),
        "timeout": (rules.timeout_out_of_turn, rules.stock_empty, *clock),
    }


def _holding(variant: RuleSet) -> Page:
    taken = () if variant.return_taken_card else (rules.taken_card_returned,)
    clock = () if variant.turn_ms is None else (rules.timeout_too_early,)
    return {
        "draw": (rules.play_out_of_turn, rules.already_drawn),
        "discard": (rules.play_out_of_turn, rules.card_not_in_hand, *taken),
        "declare": (rules.play_out_of_turn, rules.card_not_in_hand),
        "drop": (rules.drop_out_of_turn, rules.drop_after_draw),
        "leave": (rules.not_in_hand,),
        "timeout": (rules.timeout_out_of_turn, *clock),
    }
