"""What a log says and does not say: reported faults 59, 63, 75, 77, 81."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from dealproof.replay.core.engine import play_out
from dealproof.replay.games.gulan.variants import GULAN_28, VARIANTS
from tests.support.hands import Table, state_of
from tests.support.paths import ROOT
from tests.support.sealed import Sealed

IDS = [rules.id for rules in VARIANTS]


def sealed(rules, **more):
    """A hand that no redeal is owed in at its beginning."""
    hands = (Sealed(rules, seed, **more) for seed in range(100))
    return next(each for each in hands if each.game.to_act(each.hand))


# The first illegal event, not its consequences (59, 63)


@pytest.mark.parametrize("rules", IDS)
def test_a_first_seat_that_passes_is_refused_at_event_0_and_nothing_after_it_is_judged_59(rules):
    hand = sealed(rules)
    hand.log({"seat": 1, "do": "pass"}, {"seat": 2, "do": "play", "card": "7s"}, {"do": "redeal", "reason": "none"})
    verdict = hand.verdict()
    assert (verdict.verdict, verdict.fault.event, verdict.fault.seat) == ("illegal", 0, 1)
    assert verdict.fault.rule == "eldest-must-bid"
    assert {each["do"] for each in verdict.fault.legal if each["seat"] == 1} == {"bid"}
    assert verdict.result is None


def test_after_a_cut_that_is_event_1_59():
    hand = Sealed("28-gulan").log({"seat": 3, "do": "cut", "at": 9}, {"seat": 1, "do": "pass"})
    assert hand.verdict().fault.event == 1


def test_a_missing_pass_makes_the_next_call_out_of_turn_63():
    hand = sealed("40-cheettukali").log({"seat": 1, "do": "bid", "value": 20})
    hand.log(*({"seat": seat, "do": "pass"} for seat in (2, 3, 4, 0)))
    verdict = hand.verdict()
    assert (verdict.fault.event, verdict.fault.seat, verdict.fault.rule) == (4, 0, "call-out-of-turn")
    assert {"seat": 5, "do": "pass"} in verdict.fault.legal
    assert hand.game.to_act(hand.hand) == (5,)


# A log that stops early (81)


@pytest.mark.parametrize("rules", IDS)
def test_a_log_that_stops_three_cards_into_trick_6_is_incomplete_and_says_whose_turn_it_was_81(rules):
    hand = sealed(rules)
    seats = len(hand.player_seeds)
    hand.play(cards=5 * seats + 3)
    verdict = hand.verdict()
    assert (verdict.verdict, verdict.result) == ("incomplete", None)
    assert (verdict.checks["legal"], verdict.checks["result"]) == ("passed", "not shown")
    assert hand.game.to_act(hand.hand) == ((hand.cards_played[-3] + 3) % seats,)


@pytest.mark.parametrize("rules", IDS)
def test_every_beginning_of_a_hand_that_is_not_its_end_is_incomplete_or_decided_81(rules):
    whole = sealed(rules).play()
    assert whole.verdict().verdict == "verified"
    part = Sealed(rules, int(whole.header["hand"][5:]))
    for event in whole.events[:-1]:
        verdict = part.verdict()
        assert verdict.verdict == ("incomplete" if verdict.result is None else "verified")
        assert verdict.result is None or verdict.result["ended"] == "decided"
        part.log(event)


def test_partners_who_sit_out_a_thani_owe_no_card_81():
    rules = replace(GULAN_28, id="house", thani=replace(GULAN_28.thani, partners="sit-out"))
    table = Table(rules, {1: "Js 9s", 2: "7s", 0: "8s"}).contract(1, "thani").goes_on("1 play Js")
    assert table.to_act == (2,)
    table.goes_on("2 play 7s")
    assert table.to_act == (0,)
    assert table.fault("3 play As") == "play-out-of-turn"
    assert table.goes_on("0 play 8s").hand.tricks == [0, 1]


# Replaying again (75, 77)


@pytest.mark.parametrize("rules", IDS)
def test_a_replay_from_any_point_goes_on_as_the_whole_one_75(rules):
    whole = sealed(rules).play()
    events = whole.read(whole.events)
    for upto in range(len(events) + 1):
        hand = whole.start()
        assert play_out(whole.game, hand, events[:upto]) is None
        assert play_out(whole.game, hand, events[upto:]) is None
        assert state_of(hand) == state_of(whole.hand)


@pytest.mark.parametrize("rules", IDS)
def test_a_second_replay_says_the_same_77(rules):
    hand = sealed(rules).play()
    other = Sealed(rules, 99).play()
    first = hand.verdict()
    assert other.verdict() == other.verdict()
    assert hand.verdict() == first


def test_an_order_of_cards_depends_on_its_label_alone_77():
    draws = Sealed("28-gulan").hand.draw
    deal = draws("deal/1").order(32)
    draws("deal/0").order(32)
    assert draws("deal/1").order(32) == deal != draws("deal/0").order(32)


def test_two_processes_say_the_same_77():
    script = (
        "import json, sys; from pathlib import Path; from dealproof.replay.audit import audit\n"
        "for line in Path(sys.argv[1]).read_bytes().splitlines()[:20]:\n"
        "    print(json.dumps(audit(json.dumps(json.loads(line)['record']).encode()).to_json()))"
    )
    command = [sys.executable, "-c", script, str(ROOT / "fixtures" / "records" / "28-gulan.jsonl")]
    environments = (os.environ | {"PYTHONHASHSEED": seed} for seed in ("1", "2"))
    said = [
        subprocess.run(command, cwd=ROOT, env=each, capture_output=True, check=True).stdout for each in environments
    ]
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 20
