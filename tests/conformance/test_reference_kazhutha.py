"""The slow reference of Kazhutha against the record vectors (fixtures/records), and the engine against it."""

import ast
import json
import random
import sys
from collections import Counter

import pytest

from dealproof.replay.games.kazhutha.deck import ALL_CARDS
from dealproof.replay.record.events import read_events
from tests.reference.gulan import protocol
from tests.reference.kazhutha.game import PACK, Game
from tests.reference.kazhutha.walk import dealt_by_suit, order_of, universe, walk
from tests.support.kazhutha_tables import KAZHUTHA, late, late_reference, start
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

VECTORS = [
    vector
    for vector in map(json.loads, (ROOT / "fixtures" / "records" / "kazhutha.jsonl").read_bytes().splitlines())
    if vector["expect"]["verdict"] != "malformed" and vector["record"]["server_seed"]
]


def replayed(record):
    """The reference's hand of a record, and the rules that its first illegal event breaks."""
    seed, salt = bytes.fromhex(record["server_seed"]), protocol.salt(record["header"], record["player_seeds"])
    seats = len(record["header"]["seats"])
    first = protocol.uniform(protocol.stream(seed, salt, "first-seat"), seats)
    game = Game(seats, first, lambda label, n: protocol.shuffled(seed, salt, label, n))
    for event in record["events"]:
        if broken := game.faults(event):
            return game, broken
        game.apply(event)
    return game, []


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_every_vector_gets_the_rules_result_and_remarks_expected(vector):
    game, broken = replayed(vector["record"])
    expect = vector["expect"]
    assert broken == expect["rules"]
    assert (len(game.events) if broken else None) == expect["event"]
    assert (None if broken else game.result()) == expect["result"]
    # The vectors do not remark on a time-out without a time of its own after an event with one.
    events = [{"t": 0}, *vector["record"]["events"]]
    unclocked = [remark for remark in game.remarks if "t" not in events[remark["event"]]]
    assert unclocked == [remark for remark in expect["remarks"] if remark["event"] is not None]


def engines_event(event, seats):
    return read_events([event], KAZHUTHA.actions, seats)[0]


def same(game, hand):
    """Engine and reference are at one."""
    assert list(hand.to_act()) == ([] if game.over else [game.turn])
    assert hand.outcome(None) == game.result()
    for seat in range(game.seats):
        view = hand.view(seat)
        assert view["hand"] == sorted(game.hands[seat], key=PACK.index)
        assert view["places"] == game.places
        assert view["discards"] == len(game.discards)


def both_ways(seed, seats):
    rng = random.Random(f"{seed} {seats}")
    first = rng.randrange(seats)
    order = rng.choice([order_of, dealt_by_suit])(rng)
    deck = order("deal/0", 52)
    game = Game(seats, first, lambda label, n: deck)
    hand = start(seats, first, deck)
    return rng, game, hand


def whole(hand):
    """Every card is in one place: with a seat, on the table or among the discards."""
    cards = [*hand.hands, hand.table, hand.discards]
    assert sum(cards) == ALL_CARDS
    assert sum(mask.bit_count() for mask in cards) == 52


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("temper", ["quick", "slow", "asleep"])
@pytest.mark.parametrize("clock", ["all", "none", "some"])
def test_the_engine_plays_hands_at_random_like_the_reference_and_loses_no_card(seats, temper, clock):
    for seed in range(3):
        rng, game, hand = both_ways(f"{seed} {temper} {clock}", seats)
        for event in walk(game, rng, temper, clock):
            same(game, hand)
            whole(hand)
            seen = engines_event(event, seats)
            assert hand.fault(seen) is None
            hand.apply(seen)
        same(game, hand)
        whole(hand)
        assert [{"event": event, "remark": name} for event, name in hand.remarks()] == game.remarks


def late_cards(rng, seats):
    """Few cards a seat, of one suit or two."""
    suits = rng.choice(["s", "h", "sh"])
    pool = [card for card in PACK if card[1] in suits]
    rng.shuffle(pool)
    most = min(3, len(pool) // seats)
    return [" ".join(pool.pop() for _ in range(rng.randint(1, most))) for _ in range(seats)]


def test_the_last_rounds_come_out_as_in_the_reference_whatever_is_rare_in_them():
    # Seats go out together, strikes are made with last cards, nobody is the donkey; each at least 20 times.
    rng = random.Random("late")
    seen: Counter = Counter()
    for seats in [*range(2, 9)] * 90:
        cards, leader = late_cards(rng, seats), rng.randrange(seats)
        game, hand = late_reference(cards, leader), late(cards, leader)
        for event in walk(game, rng, rng.choice(["quick", "slow", "asleep"]), rng.choice(["all", "some"])):
            hand.apply(engines_event(event, seats))
            whole(hand)
        same(game, hand)
        seen.update([*hand.rulings_of(), game.over and game.result()["ended"]])
        seen["shared place"] += any(len(place) > 1 for place in game.places)
        seen["strike with a last card"] += any(
            round.struck and any(round.cards[-1][0] in place for place in game.places) for round in game.rounds
        )
    for name in {ruling.id for ruling in KAZHUTHA.rulings} | {"donkey", "shared place", "strike with a last card"}:
        assert seen[name] >= 20, (name, seen)


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_event_at_every_moment_is_judged_like_the_reference_judges_it(seats):
    for seed, (temper, clock) in enumerate([("quick", "all"), ("slow", "some"), ("asleep", "none")]):
        rng, game, hand = both_ways(f"judge {seed}", seats)
        for event in walk(game, rng, temper, clock):
            if rng.random() < 0.1:
                judged_alike(game, hand, universe(game, rng))
            hand.apply(engines_event(event, seats))
        judged_alike(game, hand, universe(game, rng))


def judged_alike(game, hand, tried):
    t = tried[0].get("t", -1)
    passed = []
    for event in tried:
        broken = game.faults(event)
        assert hand.fault(engines_event(event, game.seats)) == next(iter(broken), None), event
        if not broken:
            passed.append({key: event[key] for key in event if key != "t"})
    assert hand.legal(t) == game.legal(None if t < 0 else t)
    assert sorted(map(str, passed)) == sorted(map(str, hand.legal(t)))


def test_the_reference_imports_the_standard_library_alone():
    for path in (ROOT / "tests" / "reference" / "kazhutha").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                assert all(alias.name in sys.stdlib_module_names for alias in node.names), path
            if isinstance(node, ast.ImportFrom):
                assert node.level == 1, path
