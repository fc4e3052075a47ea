"""What is legal, from two sides: the engine asks its rule book, the slow reference lists what the texts allow.

At every step of legal hands both look at every event of a fixed universe: all cards, bids from -1 to the total
plus one and thani, every word, every seat, cuts from -1 to the deck's size plus one, reasons for a redeal. The
engine lets pass exactly what the reference lists, and what it refuses it refuses for the reference's first rule.

`DEALPROOF_HANDS=1000` tries that many hands a rule set, and a quarter of it a set of options: half an hour and more in
one process. A run of the suite tries a few.
"""

import os
from collections import Counter
from dataclasses import replace

import pytest

from dealproof.replay import rulesets
from dealproof.replay.core.events import Event
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.record.events import read_events
from tests.reference.gulan.tables import GULAN
from tests.reference.gulan.walk import ALONE, REASONS
from tests.support.in_play import InPlay
from tests.support.steering import hand

pytestmark = pytest.mark.slow

HANDS = int(os.environ.get("DEALPROOF_HANDS", "14"))
PER_TEST = 7

OPTIONS = [
    ("28-gulan", {"rounds": 1, "self_reveal": "concealed-card", "jodi_below_honors": True}),
    ("28-gulan", {"no_jack_discard": True, "thani_partners": "sit-out", "thani_trump": "first-led"}),
    ("28-gulan", {"jodi_min_cards": 3, "no_points_in_hand": True, "senior_as_honors": True}),
    ("28-gulan", {"jodi_asked_of_declarer": True, "jodi_min_cards": 3}),
    ("28-standard", {"jodi": True, "four_jacks_in_eight": True, "no_jack_discard": True}),
    ("28-kerala-house", {"jodi": True, "no_points_in_hand": True, "no_jack_discard": True}),
    ("40-gulan", {"rounds": 1, "jodi_min_cards": 3, "no_jack_discard": True, "match": "box"}),
    ("56-gulan", {"self_reveal": "concealed-card", "thani_partners": "sit-out", "kunukku_off": "counter-slam"}),
    ("56-support", {"no_jack_discard": True, "thani_trump": "first-led", "jodi_score": "double", "stock": 5}),
]
"""Rule sets with options, by the keys of tests/reference/gulan/tables.py."""


def varied(rules_id, options):
    """The engine's rule set with the reference's options."""
    rules = rulesets.builtin(rules_id).rules
    for option, value in options.items():
        rules = VARIED[option](rules, value)
    return Gulan(rules)


def with_rounds(rules, rounds):
    first = replace(rules.stages[0], auction=replace(rules.stages[0].auction, rounds=rounds))
    return replace(rules, stages=(first, *rules.stages[1:]))


def part(name, field, of=lambda value: value):
    """What replaces one field in one part of a rule set."""
    return lambda rules, value: replace(rules, **{name: replace(getattr(rules, name), **{field: of(value)})})


VARIED = {
    "rounds": with_rounds,
    "no_jack_discard": lambda rules, value: replace(rules, no_jack_discard=value),
    "four_jacks_in_eight": part("redeal", "four_jacks_in_eight"),
    "no_points_in_hand": part("redeal", "no_points_in_hand", lambda may: "may" if may else None),
    "self_reveal": part("trump", "self_reveal"),
    "thani_trump": part("thani", "trump"),
    "thani_partners": part("thani", "partners"),
    "jodi": part("jodi", "enabled"),
    "jodi_below_honors": part("jodi", "bids", lambda below: "below-honors" if below else "any"),
    "jodi_min_cards": part("jodi", "min_cards"),
    "jodi_asked_of_declarer": part("jodi", "question", lambda declarer: "own-turn" if declarer else "winning-card"),
    "jodi_score": part("jodi", "score"),
    "senior_as_honors": part("score", "senior", lambda as_honors: "as-honors" if as_honors else "own"),
    "match": part("match", "method"),
    "stock": part("match", "stock"),
    "kunukku_off": part("match", "kunukku_off"),
}


def universe(game):
    """Every event that a record could hold here."""
    cards = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"] + ["Jk"]
    seats = range(game.seats)
    bids = [*range(-1, game.rules["total"] + 2), "thani"]
    events = [{"do": "redeal", "reason": reason} for reason in (*REASONS, "")]
    events += [{"seat": seat, "do": "cut", "at": at} for seat in seats for at in range(-1, len(game.pack) + 2)]
    events += [{"seat": seat, "do": "bid", "value": value} for seat in seats for value in bids]
    events += [{"seat": seat, "do": do} for seat in seats for do in ALONE]
    dos = ("play", "conceal", "show_trump")
    return events + [{"seat": seat, "do": do, "card": card} for seat in seats for do in dos for card in cards]


def shuffles(game):
    """The reference's draws for the engine."""

    class Draw:
        def __init__(self, label):
            self.label = label

        def order(self, n):
            return list(game.order(self.label, n))

    return Draw


def key(event):
    return tuple(sorted(event.items()))


def disagreement(game, play, tried):
    """The first event on which the two disagree, as (event, engine's rule, reference's), or None."""
    legal = {key(event) for event in game.legal()}
    for event, seen, name in tried:
        rule = play.fault(seen)
        expected = None if name in legal else (game.faults(event) or ["the reference contradicts itself"])[0]
        if rule != expected:
            return event, rule, expected
    return None


def standing_before(gulan, game, seed):
    """A match's standing, of any figures that the method knows."""
    number = sum(map(ord, seed))
    pair = [number % 7, number // 7 % 7]
    kunukku = [bool(number >> seat & 1) for seat in range(game.seats)]
    earrings = {"slams": pair, "kunukku": kunukku, "fresh": (None, 0, 1)[number % 3]}
    return {
        "points": {"totals": pair},
        "kooli-exchange": {"kooli": [pair[0], 12 - pair[0]], **earrings},
        "box": {"net": pair[0] - 3, **earrings},
        "kooli-return": {"kooli": pair, "flags": pair},
    }[gulan.rules.match.method]


def both_sides(rules_id, options, seed):
    """One hand, looked at from both sides at every step; returns its events by word and its ending."""
    game, chooses = hand(rules_id, options, seed)
    gulan = varied(rules_id, options)
    play = InPlay(gulan, gulan.start(["?"] * game.seats, game.dealer, shuffles(game)))
    events = universe(game)
    seen = read_events(events, gulan.actions, game.seats)
    tried = [(event, engines, key(event)) for event, engines in zip(events, seen, strict=True)]
    log, met = [], Counter()
    while True:
        differs = disagreement(game, play, tried)
        assert differs is None, (rules_id, options, seed, log, differs)
        before = standing_before(gulan, game, f"{seed} {len(log)}")
        expected = game.result(before) if game.may_stop else None
        assert play.outcome(before) == expected, (rules_id, options, seed, log)
        if game.over:
            break
        event = chooses(game)
        log.append(event)
        met[event["do"]] += 1
        game.apply(event)
        play.apply(engines_event(event, gulan, game))
    met[game.ended] += 1
    return met


def engines_event(event, gulan, game) -> Event:
    return read_events([event], gulan.actions, game.seats)[0]


def rounds_of(hands):
    """The hands of a rule set in portions, so that they may run side by side."""
    return [range(start, min(start + PER_TEST, hands)) for start in range(0, hands, PER_TEST)]


@pytest.mark.parametrize("seeds", rounds_of(HANDS), ids=str)
@pytest.mark.parametrize("rules_id", GULAN)
def test_engine_and_reference_agree_on_every_event_at_every_step(rules_id, seeds):
    for seed in seeds:
        both_sides(rules_id, {}, seed)


@pytest.mark.parametrize(("rules_id", "options"), OPTIONS)
def test_engine_and_reference_agree_under_options_too(rules_id, options):
    for seed in range(max(2, HANDS // 4)):
        both_sides(rules_id, options, seed)
