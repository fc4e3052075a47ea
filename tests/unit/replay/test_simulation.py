"""Simulated hands are verified, and a hand with one thing changed is judged as the slow reference judges it."""

import json
from collections import Counter

import pytest
from click.testing import CliRunner

from dealproof.replay import rulesets
from dealproof.replay.audit import deal
from dealproof.replay.core.engine import play_out
from dealproof.replay.record.events import event_json, read_events
from dealproof.replay.record.record import from_json
from dealproof.replay.simulation.mutations import mutate
from dealproof.replay.simulation.play import policy
from dealproof.replay.simulation.records import random_source, simulate
from dealproof.verifier.encoding import canonical
from dealproof.web.cli.main import main
from tests.reference.gulan.tables import GULAN
from tests.support.endings import WANTED, endings
from tests.support.judging import by_product, by_reference

pytestmark = pytest.mark.slow

SEED = "tests"


def hands(rules_id, count, seed=SEED):
    return list(simulate(rulesets.builtin(rules_id), seed, count))


def mutations(rules_id, count, seed=SEED):
    game, found = rulesets.builtin(rules_id), hands(rules_id, count, seed)
    return [mutate(hand, random_source(game, seed, at, "mutation")) for at, hand in enumerate(found, 1)]


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_every_simulated_hand_is_verified_by_the_product_and_by_the_reference(rules_id):
    for hand in hands(rules_id, 60):
        product = by_product(hand.record)
        assert product["verdict"] == "verified", (hand.record["header"]["hand"], hand.goal)
        assert product == by_reference(hand.record)


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_a_hand_with_one_thing_changed_is_judged_as_the_reference_judges_it(rules_id):
    for mutated in mutations(rules_id, 90):
        where = mutated.record["header"]["hand"], mutated.mutation, mutated.hidden
        assert by_product(mutated.record) == by_reference(mutated.record), where


@pytest.mark.parametrize("rules_id", GULAN)
def test_simulated_hands_come_to_every_ending_that_the_rules_have(rules_id):
    rules = rulesets.builtin(rules_id).rules
    wanted = {"played", "decided", "thani-lost"}
    if rules.jodi.enabled:
        wanted |= {"jodi", "jodi-lost", "jodi-declined"}
    if rules.jodi.enabled and rules.jodi.marujodi:
        wanted |= {"marujodi", "marujodi-lost", "marujodi-declined"}
    found = Counter(hand.record["claim"]["ended"] for hand in hands(rules_id, 600) if hand.record["claim"])
    assert set(found) == wanted


@pytest.mark.parametrize(("rules_id", "count"), [("kazhutha", 420), ("rummy-13", 300), ("seating-28", 30)])
def test_simulated_hands_of_the_other_games_show_all_that_they_are_to_show(rules_id, count):
    """All-out, time-outs of the leader, strikes on a last card, stock made anew, wrong declares, …"""
    family = rulesets.builtin(rules_id).family
    shown = {name for hand in hands(rules_id, count) for name in endings(family, hand.record)}
    assert shown == WANTED[family]


@pytest.mark.parametrize(("rules_id", "seats"), [("kazhutha", {*range(2, 9)}), ("rummy-13", {4, 6, 8})])
def test_simulated_hands_are_of_every_number_of_seats(rules_id, seats):
    assert {len(hand.record["header"]["seats"]) for hand in hands(rules_id, 8)} == seats


def test_hands_with_a_clock_have_times_in_all_in_some_or_in_no_events():
    found = {
        (any("t" in event for event in events), all("t" in event for event in events))
        for events in (hand.record["events"] for hand in hands("kazhutha", 60))
    }
    assert found == {(True, True), (True, False), (False, False)}


def test_players_of_rummy_are_sensible_enough_to_declare():
    results = [
        hand.record["claim"] for hand in hands("rummy-13", 90) if hand.goal == "declared" and hand.record["claim"]
    ]
    assert len(results) > 20
    assert all(result["ended"] == "declared" for result in results)


def test_simulated_hands_show_what_records_may_hold():
    records = [hand.record for rules_id in GULAN for hand in hands(rules_id, 40)]
    headers = [record["header"] for record in records]
    assert {record["claim"] is None for record in records} == {True, False}
    assert {header["match"] is None for header in headers} == {True, False}
    assert {header["seat_keys"] is None for header in headers} == {True, False}
    assert {None in header["player_commitments"] for header in headers} == {True, False}
    assert {"t" in record["events"][0] for record in records} == {True, False}
    assert any("sig" in event for record in records for event in record["events"])


def test_a_goal_that_needs_a_rare_deal_gets_it():
    """K: a redeal for four jacks together, 1 deal in 9,000; for a suit with one team, 1 in 100."""
    reasons = Counter(
        event["reason"]
        for hand in hands("28-standard", 600)
        for event in hand.record["events"]
        if event["do"] == "redeal"
    )
    assert reasons["eldest-no-points"] > 10
    assert reasons["no-trump-against"] > 3


def test_the_same_seed_gives_the_same_hands_and_another_gives_others():
    first, again, other = (hands("28-gulan", 5, seed) for seed in ("a", "a", "b"))
    assert [hand.record for hand in first] == [hand.record for hand in again]
    assert not any(hand.record == twin.record for hand, twin in zip(first, other, strict=True))


def test_a_later_hand_does_not_hang_on_how_many_are_asked_for():
    assert hands("28-gulan", 3)[2] == hands("28-gulan", 5)[2]


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_an_event_is_written_as_it_is_read(rules_id):
    game = rulesets.builtin(rules_id)
    for hand in hands(rules_id, 5):
        bare = [{key: event[key] for key in event.keys() - {"t", "sig"}} for event in hand.record["events"]]
        assert [event_json(event) for event in read_events(bare, game.actions, game.seats[-1])] == bare


def test_a_family_without_a_policy_cannot_be_simulated():
    class Bridge:
        family = "bridge"

    with pytest.raises(KeyError):
        policy(Bridge())


def test_an_assertion_is_a_failure_and_no_verdict():
    """A policy of ours that proposes nothing legal is our own bug: it is not told as a verdict on a hand."""
    from dealproof.replay.core.events import Event
    from dealproof.replay.simulation.play import play

    class Stubborn:
        def proposals(self, hand, goal, random):
            yield Event("pass", (hand.dealer + 1) % 4)

    game = rulesets.builtin("28-gulan")
    hand = game.start(["A", "B", "C", "D"], 0, lambda label: random_source(game, SEED, 1, label)._source)
    with pytest.raises(AssertionError, match="eldest-must-bid"):
        play(game, hand, Stubborn(), "", None)


def test_the_command_writes_one_canonical_record_a_line(tmp_path):
    out = tmp_path / "hands.jsonl"
    result = CliRunner().invoke(main, ["simulate", "40-gulan", "--count", "3", "--seed", SEED, "--out", str(out)])
    assert result.exit_code == 0, result.output
    lines = out.read_bytes().splitlines()
    assert lines == [canonical(hand.record) for hand in hands("40-gulan", 3)]


def test_the_command_changes_one_thing_in_each_hand_with_mutate():
    result = CliRunner().invoke(main, ["simulate", "28-gulan", "--count", "4", "--seed", SEED, "--mutate"])
    assert result.exit_code == 0, result.output
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        mutated.record for mutated in mutations("28-gulan", 4)
    ]


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path):
    result = CliRunner().invoke(main, ["simulate", "28-gulan", "--out", str(tmp_path / "no" / "hands.jsonl")])
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


@pytest.mark.parametrize("id", ["28-gulan", "kazhutha", "rummy-13", "seating-56"])
def test_a_copy_of_a_hand_goes_its_own_way_and_leaves_the_hand_as_it_was(id):
    """`engine.Hand`: what is applied to a copy changes nothing of the hand, and both come to the same end."""
    game = rulesets.games()[id]
    record = next(each.record for each in simulate(game, SEED, 20) if each.record["events"])
    hand = from_json(record)
    left, seats = deal(hand), range(len(hand.seats))
    views = [game.view(left, seat) for seat in seats]
    gone = left.copy()
    assert play_out(game, gone, hand.events) is None
    assert [game.view(left, seat) for seat in seats] == views
    assert play_out(game, left, hand.events) is None
    assert [game.view(left, seat) for seat in seats] == [game.view(gone, seat) for seat in seats]
    assert game.outcome(left, hand.standing) == game.outcome(gone, hand.standing)
