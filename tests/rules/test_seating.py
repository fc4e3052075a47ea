"""Seating by aces (seating/RULES.md, "Seating by aces"): the worked example, the cut, and the slow reference."""

import json
import random
from types import SimpleNamespace

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from dealproof.replay.core.cards import KINDS
from dealproof.replay.core.engine import followed
from dealproof.replay.core.events import Event
from dealproof.replay.games import seating
from dealproof.verifier.errors import Malformed
from tests.reference.gulan.seating import Seating
from tests.support.in_play import InPlay
from tests.support.paths import ROOT

RECORDS = ROOT / "fixtures" / "records"
NAMES = ("P1", "P2", "P3", "P4", "P5", "P6")


def start(rules_id, names, dealer, order):
    game = rulesets.builtin(rules_id)
    return InPlay(game, game.start(names, dealer, lambda _: SimpleNamespace(order=lambda n: list(order))))


def pack(rules_id, cards):
    """An order of the pack in which `cards` are on top."""
    kinds = rulesets.builtin(rules_id).pack.kind_at
    order = []
    for card in cards.split():
        order.append(next(place for place, kind in enumerate(kinds) if kind == KINDS[card] and place not in order))
    return order + [place for place in range(len(kinds)) if place not in order]


C15 = "Qd Kd Ac 9h Td Qs Kc Ah Jd Ks Ad"


def test_the_first_card_goes_to_the_dealer_and_a_seat_with_an_ace_gets_no_more():
    # Worked example C15: three of six seats have an ace, and it is over.
    hand = start("seating-56", NAMES, 0, pack("seating-56", C15))
    drawn = hand.drawn()
    assert drawn.aces == (2, 1, 5)
    assert drawn.cards == (("Qd", "Kc"), ("Kd", "Ah"), ("Ac",), ("9h", "Jd"), ("Td", "Ks"), ("Qs", "Ad"))


def test_those_with_aces_are_a_team_the_first_is_eldest_and_the_opponent_at_its_left_deals():
    # Worked example C15: P3, P2, P6 against P1, P4, P5; both fill the places in their old order from eldest.
    hand = start("seating-56", NAMES, 0, pack("seating-56", C15))
    assert hand.outcome(None) == {
        "rules": "seating-56",
        "ended": "seated",
        "aces": [2, 1, 5],
        "seats": ["P3", "P4", "P6", "P5", "P2", "P1"],
        "dealer": 5,
    }


def test_the_seat_at_the_dealers_right_may_cut_once():
    hand = start("seating-56", NAMES, 0, pack("seating-56", C15))
    assert hand.legal() == [{"seat": 1, "do": "cut", "from": 1, "to": 47}]
    assert hand.fault(Event("cut", 5, 9)) == "cut-wrong-seat"
    assert hand.fault(Event("cut", 1, 48)) == hand.fault(Event("cut", 1, 0)) == "cut-out-of-range"
    hand.apply(Event("cut", 1, 9))
    assert hand.fault(Event("cut", 1, 9)) == hand.fault(Event("cut", 5, 0)) == "cut-after-deal"
    assert hand.legal() == []


def test_nobody_sees_a_card_before_the_cut_may_no_longer_come():
    hand = start("seating-56", NAMES, 0, pack("seating-56", C15))
    assert hand.view(1)["cards"] == [[]] * 6
    hand.apply(Event("cut", 1, 2))
    assert hand.view(1)["cards"][0] == ["Ac"]


@pytest.mark.parametrize("rules_id", [game.id for game in seating.GAMES])
def test_the_engine_agrees_with_the_slow_reference(rules_id):
    rng = random.Random(rules_id)
    game = rulesets.builtin(rules_id)
    seats, size = game.seats[0], game.pack.size
    for _ in range(200):
        order, dealer = rng.sample(range(size), size), rng.randrange(seats)
        slow = Seating(rules_id, seats, dealer, lambda label, n, order=order: list(order))
        fast = start(rules_id, NAMES[:seats], dealer, order)
        cuts = [Event("cut", rng.choice([slow.cutter, rng.randrange(seats)]), rng.randint(-1, size)) for _ in range(3)]
        for event in cuts:
            broken = slow.faults({"seat": event.seat, "do": "cut", "at": event.arg})
            assert fast.fault(event) == next(iter(broken), None)
            if not broken:
                slow.apply({"seat": event.seat, "do": "cut", "at": event.arg})
                fast.apply(event)
        assert fast.outcome(None) == slow.result(NAMES[:seats])


def test_a_seating_is_told_as_one_deal_with_its_cut():
    game = rulesets.builtin("seating-56")
    hand = start("seating-56", NAMES, 0, pack("seating-56", C15))
    narrative = followed(game, hand.hand, [Event("cut", 1, 2), Event("cut", 1, 2)]).narrative(None)
    assert (narrative.deals[0].draw, narrative.deals[0].cut) == ("seating", 2)
    assert narrative.deals[0].stages[0][0] == ("Ac",)


@pytest.mark.parametrize("game", seating.GAMES, ids=lambda game: game.id)
def test_the_json_of_a_rule_set_is_read_back_under_another_name(game):
    house = {**game.to_json(), "id": "house"}
    assert rulesets.read(house, "house", "/rules").to_json() == house


HOUSE = {**rulesets.builtin("seating-28").to_json(), "id": "house"}


@pytest.mark.parametrize(
    ("rules", "pointer"),
    [
        ("seating", "/rules"),
        ({key: HOUSE[key] for key in HOUSE if key != "family"}, "/rules/family"),
        ({**HOUSE, "family": "bridge"}, "/rules/family"),
        ({**HOUSE, "id": "other"}, "/rules/id"),
        ({**HOUSE, "seats": 5}, "/rules/seats"),
        ({**HOUSE, "seats": 12}, "/rules/pack/ranks"),  # six need an ace, four have one
        ({**HOUSE, "honors": 20}, "/rules/honors"),
    ],
)
def test_rules_that_contradict_themselves_are_malformed(rules, pointer):
    with pytest.raises(Malformed) as caught:
        rulesets.read(rules, "house", "/rules")
    assert caught.value.pointer == pointer


def test_a_match_in_a_seating_and_a_seating_without_a_dealer_are_malformed():
    # RECORD.md, "Small print".
    line = (RECORDS / "seating-28.jsonl").read_bytes().splitlines()[0]
    record = json.loads(line)["record"]
    for key, value in (("dealer", None), ("match", {"id": "m", "number": 1, "before": {}})):
        altered = {**record, "header": {**record["header"], key: value}}
        malformed = audit(json.dumps(altered).encode()).malformed
        assert malformed is not None
        assert malformed.pointer == f"/header/{key}"
