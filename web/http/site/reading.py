"""The pages to read: the rules of every game, those of one hand, and the help."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from dealproof.replay.core.rulings import Ruling
from dealproof.web.http.errors import Refused
from dealproof.web.http.requests import no_such_hand, stored_hands
from dealproof.web.http.site.rules import rules_address, rules_index, rules_page, shown_rules, unknown_rules
from dealproof.web.judging import rules_of
from dealproof.web.presentation.help import HelpText
from dealproof.web.presentation.rulings import ruling_in_words
from dealproof.web.presentation.translations import spoken

reading: Final = Blueprint("reading", __name__)


@reading.record_once
def link(state: BlueprintSetupState) -> None:
    """Gives every template the way to the rules of a hand, and rulings in the language of the request."""
    state.app.jinja_env.globals.update(rules_address=rules_address)
    state.app.jinja_env.filters.update(ruling_sentence=ruling_sentence)


def ruling_sentence(ruling: Ruling) -> str:
    """What a ruling decides, in the language of the request."""
    return ruling_in_words(ruling, spoken())


@reading.get("/rules/")
def rule_sets() -> str:
    """The list of rule sets, family by family."""
    return render_template("site/rule-sets.html", **rules_index())


@reading.get("/rules/<rules>")
def rule_set(rules: str) -> ResponseReturnValue:
    """One rule set in full: the game, every rule with its source, the rulings and the options."""
    game = shown_rules().get(rules)
    if game is None:
        return render_template("site/unknown-rules.html", **unknown_rules(rules)), 404
    return render_template("site/rules.html", **rules_page(game))


@reading.get("/hands/<hand>/rules")
def hand_rules(hand: str) -> str:
    """The rules of a stored hand, which may be the own ones of a house."""
    data = stored_hands().raw_record(hand)
    if data is None:
        raise no_such_hand(hand)
    game = rules_of(data)
    if game is None:
        raise Refused(404, "hand-without-rules", hand=hand)
    return render_template("site/rules.html", **rules_page(game, hand))


@reading.get("/help")
def help_page() -> str:
    """What the words of this site mean, and what to do when."""
    return render_template("site/help.html", help=HelpText(spoken()))
