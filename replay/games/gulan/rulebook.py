"""The rule book: for every situation and every action, the rules in the order in which they are checked.

The order is that of RECORD.md, "Which rule is named": play after the end, a redeal that must come, an answer that
must come, a card that must come, the turn, then the rest as gulan/RULES.md lists them. The options of a rule set
add or remove rules here, so that no rule depends on which rule set it is in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealproof.replay.core.events import Event
from dealproof.replay.games.gulan import promises, rules
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.situations import (
    ASKED,
    CALLING,
    CHOOSING,
    GUARDED,
    OVER,
    PLAYING,
    QUESTIONED,
    REDEAL_OWED,
    REVEALED,
)
from dealproof.replay.games.gulan.state import State
from dealproof.replay.games.gulan.transitions import ACTIONS

Rule = Callable[[State, Event], bool]
Page = dict[str, tuple[Rule, ...]]
Book = tuple[Page, ...]

PROMISES: Final = ("claim_jodi", "claim_marujodi", "ask_jodi", "ask_marujodi")
ANSWERS: Final = ("decline_jodi", "decline_marujodi")

CUT: Final = (rules.cut_after_deal, rules.cut_wrong_seat, rules.cut_out_of_range)
EVERY_CARD: Final = (rules.play_out_of_turn, rules.card_not_in_hand, rules.must_follow_suit)
"""The rules of every card. An entry with no further rules is this very tuple."""
CHOICE: Final = (rules.conceal_not_declarer, rules.conceal_not_in_hand)


def book(variant: RuleSet) -> Book:
    """The rule book of a rule set, indexed by situation, then by action."""
    pages: dict[int, Page] = {
        CALLING: _calling(variant),
        CHOOSING: _choosing(variant),
        PLAYING: _playing(variant, ()),
        GUARDED: _playing(variant, _guards(variant)),
        ASKED: _owing_a_card(variant, rules.asker_must_trump),
        REVEALED: _owing_a_card(variant, _self_reveal(variant)),
        QUESTIONED: _questioned(),
        REDEAL_OWED: _redeal_owed(),
        OVER: dict.fromkeys(ACTIONS, (rules.play_after_end,)),
    }
    return tuple(pages[situation] for situation in sorted(pages))


def _everywhere() -> Page:
    """The actions whose rules are the same in every situation before the end."""
    return {
        "cut": CUT,
        "redeal": (rules.redeal_without_cause,),
        "bid": (rules.call_after_auction,),
        "pass": (rules.call_after_auction,),
        "conceal": (rules.conceal_not_declarer, rules.trump_already_chosen),
        "show_trump": (rules.conceal_not_declarer, rules.trump_already_chosen),
    }


def _calling(variant: RuleSet) -> Page:
    bid = (
        rules.call_out_of_turn,
        rules.thani_not_yet,
        rules.bid_too_low,
        rules.bid_not_higher,
        rules.bid_over_partner_needs_honors,
        rules.bid_too_high,
    )
    return {
        **_everywhere(),
        "bid": bid,
        "pass": (rules.call_out_of_turn, rules.eldest_must_bid),
        **dict.fromkeys(("ask_trump", "reveal_trump", "play"), (rules.play_out_of_turn,)),
        **_promises(variant, (promises.jodi_not_now,)),
    }


def _choosing(variant: RuleSet) -> Page:
    action, other = ("conceal", "show_trump") if variant.trump.choice == "concealed" else ("show_trump", "conceal")
    return {
        **_everywhere(),
        action: CHOICE,
        other: (*CHOICE, rules.trump_not_chosen),
        **dict.fromkeys(("ask_trump", "reveal_trump", "play", *PROMISES, *ANSWERS), (rules.trump_not_chosen,)),
    }


def _guards(variant: RuleSet) -> tuple[Rule, ...]:
    """The rules for a declarer while its trump card is concealed."""
    if variant.trump.declarer_discards_trump:
        return (rules.declarer_may_not_lead_trump,)
    return (rules.declarer_may_not_lead_trump, rules.declarer_may_not_discard_trump)


def _playing(variant: RuleSet, guards: tuple[Rule, ...]) -> Page:
    last_card = (rules.last_card_must_be_revealed,) if guards else ()
    jacks = (rules.no_jack_discard,) if variant.no_jack_discard else ()
    turn, held, suit = EVERY_CARD
    card = (turn, *last_card, held, suit, *guards, *jacks)
    return {
        **_everywhere(),
        "ask_trump": (
            rules.play_out_of_turn,
            rules.ask_not_void,
            rules.ask_when_leading,
            rules.trump_already_open,
            rules.ask_by_declarer,
            rules.no_trump_game,
        ),
        "reveal_trump": (
            rules.play_out_of_turn,
            rules.no_trump_game,
            rules.declarer_may_not_reveal_on_trump_lead,
            rules.trump_already_open,
            rules.reveal_by_other,
            rules.reveal_when_leading,
            rules.reveal_not_void,
        ),
        "play": EVERY_CARD if card == EVERY_CARD else card,
        **_promises(
            variant,
            (
                promises.jodi_not_now,
                promises.jodi_trick_lost,
                promises.jodi_not_allowed_at_this_bid,
                promises.jodi_already,
                promises.jodi_wrong_team,
            ),
        ),
    }


def _owing_a_card(variant: RuleSet, owed: Rule) -> Page:
    card: list[Rule] = [rules.play_out_of_turn, rules.card_not_in_hand, owed]
    if variant.no_jack_discard:
        card.append(rules.no_jack_discard)
    return {
        **_everywhere(),
        **dict.fromkeys(("ask_trump", "reveal_trump"), (rules.trump_already_open,)),
        "play": tuple(card),
        **_promises(variant, (promises.jodi_not_now,)),
    }


def _self_reveal(variant: RuleSet) -> Rule:
    if variant.trump.self_reveal == "concealed-card":
        return rules.self_reveal_plays_concealed_card
    return rules.self_reveal_must_ruff


def _questioned() -> Page:
    """An answer must come first; a redeal without cause and a late cut are still named as such."""
    owed = promises.jodi_answer_owed
    return {**dict.fromkeys(ACTIONS, (owed,)), "cut": CUT, "redeal": (rules.redeal_without_cause, owed)}


def _redeal_owed() -> Page:
    return {
        **dict.fromkeys(ACTIONS, (rules.redeal_owed,)),
        "cut": (rules.redeal_owed, *CUT),
        "redeal": (rules.redeal_without_cause,),
    }


def _promises(variant: RuleSet, conditions: tuple[Rule, ...]) -> Page:
    """The rules of claims, questions and unasked answers. Words that the rule set has follow `conditions`."""
    page: Page = {}
    for action in (*PROMISES, *ANSWERS):
        known = variant.jodi.enabled and (variant.jodi.marujodi or not action.endswith("marujodi"))
        if not known:
            page[action] = (promises.jodi_not_in_these_rules,)
        elif action in ANSWERS:
            page[action] = (promises.jodi_no_question,)
        elif action.startswith("ask_"):
            page[action] = (*conditions, promises.ask_jodi_nobody)
        else:
            page[action] = conditions
    return page
