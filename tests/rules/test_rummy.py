"""Thirteen-card rummy (rummy/RULES.md): the slow reference beside the engine, cards conserved, the small print."""

import json
import random
from types import SimpleNamespace

import pytest

from dealproof.replay import rulesets
from dealproof.replay.core.cards import KINDS, TEXTS
from dealproof.replay.core.engine import BrokenRule, followed
from dealproof.replay.core.events import Event
from dealproof.replay.games import rummy
from dealproof.replay.games.rummy.ruleset import RuleSet, Table
from dealproof.replay.games.rummy.variants import RUMMY_13
from dealproof.replay.json_schema.dataclass_json import write
from dealproof.verifier.errors import Malformed
from tests.reference.rummy.game import Game, pack
from tests.reference.rummy.walk import WEIGHTS, choose, source_of, universe
from tests.support.in_play import InPlay

GAME = rulesets.builtin("rummy-13")


def own(**options):
    """A house's own rule set: rummy-13 but for some options; prices stand among them."""
    value = write(RUMMY_13) | {"id": "own"}
    for name, option in options.items():
        (value["prices"] if name in value["prices"] else value)[name] = option
    return rummy.read(value, "own", "/rules")


def draws(order, uniform):
    return lambda label: SimpleNamespace(
        order=lambda n: order(label, n),
        permuted=lambda pile: [pile[place] for place in order(label, len(pile))],
        uniform=lambda n: uniform(label, n),
    )


def start(game, seats, seed):
    return InPlay(game, game.start([f"P{seat}" for seat in range(seats)], None, draws(*source_of(seed))))


def read(event):
    """An event of a record as the engine sees it."""
    kind = KINDS[event["card"]] if "card" in event else -1
    return Event(event["do"], event["seat"], kind, event.get("from", ""), event.get("t", -1))


def cards_of(hand):
    """Every card of a hand, wherever it lies."""
    zones = [*hand.hands, *hand.gone, hand.stock, hand.discards, [hand.turned]]
    return sorted(TEXTS[kind] for zone in zones for kind in zone)


def play(hand, *events):
    for event in events:
        assert hand.fault(event) is None, event
        hand.apply(event)


def turn_to(hand, seat):
    """Every seat draws from the stock and throws the card drawn until it is the turn of `seat`."""
    while hand.turn != seat:
        play(hand, Event("draw", hand.turn, word="stock"))
        play(hand, Event("discard", hand.turn, hand.drawn))


# The slow reference

OPTIONS = [
    {},
    {"open_discard": False, "missed_turns": 2, "rate": 5, "commission_permille": 125},
    {"wild_from_discards": False, "return_taken_card": False, "first_drop": 10, "wrong_declare": 60},
]
HURRIED = WEIGHTS | {"timeout": 30, "declare": 0}
LONG = WEIGHTS | {"timeout": 0, "declare": 0, "drop": 0, "leave": 0}
WASTEFUL = LONG | {"draw": 1000, "leave": 0.05}


@pytest.mark.parametrize("seats", [4, 6, 8])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("weights", [WEIGHTS, HURRIED, WASTEFUL], ids=["everyday", "hurried", "long"])
def test_the_engine_judges_and_counts_as_the_slow_reference(seats, options, weights):
    rng = random.Random(f"{seats} {options}")
    tried, deck = universe(seats), sorted(pack(seats))
    game, hand = Game(seats, *source_of(seats), options), start(own(**options), seats, seats)
    for step in range(400):
        sample = tried if step % 40 == 0 else rng.sample(tried, 12)
        for event in sample:
            assert hand.fault(read(event)) == next(iter(game.faults(event)), None), event
        if step % 10 == 0:
            assert sorted(map(str, hand.legal())) == sorted(map(str, [keys(event) for event in game.legal()]))
            assert cards_of(hand) == deck
        if game.over:
            break
        event = choose(game, rng, weights)
        game.apply(event)
        hand.apply(read(event))
        assert hand.to_act() == (() if game.over else (game.turn,))
    result = hand.outcome(None)
    assert (result and result | {"rules": "rummy-13"}) == (game.result() if game.over else None)


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_a_declared_hand_is_counted_as_by_the_slow_reference(seats):
    order, uniform = source_of(seats)
    # The first player is dealt all spades of the first pack.
    spades = {place * seats: place for place in range(13)}

    def dealt(label, n):
        rest = [place for place in order(label, n) if place > 12 or label != "deal/0"]
        return [spades[at] if at in spades else rest.pop() for at in range(n)] if label == "deal/0" else rest

    game = Game(seats, dealt, uniform)
    hand = InPlay(GAME, GAME.start([f"P{seat}" for seat in range(seats)], None, draws(dealt, uniform)))
    events = [{"seat": game.turn, "do": "draw", "from": "stock"}, {"seat": game.turn, "do": "declare"}]
    for event in events:
        if event["do"] == "declare":
            event["card"] = game.drew
        game.apply(event)
        play(hand, read(event))
    assert hand.outcome(None) == game.result()
    assert hand.outcome(None)["ended"] == "declared"


def keys(event):
    """An event with its keys as the engine writes them."""
    return {key: event[key] for key in ("seat", "do", "from", "card") if key in event}


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_no_card_is_lost_or_made_in_whole_hands(seats):
    # 106 cards, or 159 with three packs, those out of play among them.
    for seed in range(15):
        rng = random.Random(seed)
        hand = start(GAME, seats, seed)
        deck = sorted(pack(seats))
        assert len(deck) == (159 if seats == 8 else 106)
        for _ in range(300):
            if hand.ended:
                break
            hand.apply(read(rng.choice(hand.legal())))
            assert cards_of(hand) == deck
            holding = [len(cards) for cards in hand.hands]
            assert set(holding) <= {0, 13, 14}
            assert holding.count(14) == (not hand.ended and hand.drawn >= 0)


def test_any_prefix_played_again_gives_the_same_hand():
    hand, again = start(GAME, 6, 3), start(GAME, 6, 3)
    rng = random.Random(3)
    events = []
    for _ in range(80):
        events.append(read(rng.choice(hand.legal())))
        hand.apply(events[-1])
        if hand.ended:
            break
    play(again, *events)
    assert again.view(0) == hand.view(0)
    assert again.outcome(None) == hand.outcome(None)


# The deal


def test_three_packs_have_three_printed_jokers_and_stand_pack_by_pack():
    deck = [TEXTS[kind] for kind in GAME.decks[8]]
    assert len(deck) == 159
    assert deck[:3] == ["As", "2s", "3s"]
    assert deck[52] == "As"
    assert deck[-3:] == ["Jk", "Jk", "Jk"]


def test_a_printed_joker_turned_leaves_printed_jokers_wild_alone():
    order = list(range(106))
    order.insert(52, order.pop(105))
    hand = GAME.start("ABCD", None, draws(lambda label, n: order, lambda label, n: 1))
    assert hand.wild == "Jk"
    assert hand.turn == 1
    assert [len(cards) for cards in hand.hands] == [13] * 4
    # The first card goes to the first player.
    assert TEXTS[hand.hands[1][0]] == "As"


# Rule IDs at odd moments (RECORD.md, "Small print")


def test_a_card_not_held_is_only_that_even_before_drawing():
    hand = start(GAME, 4, 1)
    missing = next(kind for kind in KINDS.values() if kind not in hand.hands[hand.turn])
    assert hand.fault(Event("discard", hand.turn, missing)) == "card-not-in-hand"
    assert hand.fault(Event("declare", hand.turn, hand.hands[hand.turn][0])) == "must-draw-first"


def test_a_seat_that_is_out_acts_out_of_turn_and_cannot_leave():
    hand = start(GAME, 4, 1)
    seat = hand.turn
    play(hand, Event("drop", seat))
    assert hand.fault(Event("draw", seat, word="stock")) == "play-out-of-turn"
    assert hand.fault(Event("drop", seat)) == "drop-out-of-turn"
    assert hand.fault(Event("timeout", seat)) == "timeout-out-of-turn"
    assert hand.fault(Event("leave", seat)) == "not-in-hand"


def test_a_second_draw_is_refused():
    # Reported fault 25.
    hand = start(GAME, 4, 1)
    play(hand, Event("draw", hand.turn, word="stock"))
    assert hand.fault(Event("draw", hand.turn, word="discards")) == "already-drawn"
    assert hand.fault(Event("drop", hand.turn)) == "drop-after-draw"


def test_declaring_a_card_not_held_is_no_wrong_declare():
    # Reported fault 21.
    hand = start(GAME, 4, 1)
    play(hand, Event("draw", hand.turn, word="stock"))
    missing = next(kind for kind in KINDS.values() if kind not in hand.hands[hand.turn])
    assert hand.fault(Event("declare", hand.turn, missing)) == "card-not-in-hand"


def test_after_a_wrong_declare_the_others_play_on_without_its_cards():
    hand = start(GAME, 4, 1)
    seat = hand.turn
    play(hand, Event("draw", seat, word="stock"), Event("declare", seat, hand.hands[seat][0]))
    assert (hand.how[seat], hand.points[seat], len(hand.gone[seat])) == ("wrong-declare", 80, 14)
    assert hand.turn == (seat + 1) % 4
    assert not hand.ended


# Stock and discards


def test_an_empty_stock_is_made_anew_at_the_draw():
    # Reported fault 27.
    hand = start(GAME, 8, 1)
    turn_to(hand, (hand.turn + 1) % 8)
    while hand.stock:
        play(hand, Event("draw", hand.turn, word="stock"), Event("discard", hand.turn, hand.hands[hand.turn][0]))
    top, under = hand.discards[-1], hand.discards[:-1]
    order = hand.draw("reshuffle/0").order(len(under))
    play(hand, Event("draw", hand.turn, word="stock"))
    assert hand.drawn == under[order[0]]
    assert hand.discards == [top]
    assert hand.stock[::-1] == [under[place] for place in order[1:]]


def test_a_stock_that_cannot_be_made_anew_is_empty_but_for_the_time_out_that_drops():
    hand = start(GAME, 4, 1)
    hand.gone[0], hand.stock = hand.stock, []
    assert hand.fault(Event("draw", hand.turn, word="stock")) == "stock-empty"
    assert hand.fault(Event("timeout", hand.turn)) == "stock-empty"
    hand.missed[hand.turn] = 2
    assert hand.fault(Event("timeout", hand.turn)) is None
    play(hand, Event("draw", hand.turn, word="discards"))
    assert hand.fault(Event("timeout", hand.turn)) is None


def test_two_discards_make_a_stock_and_one_does_not():
    """R: all discards but the top one."""
    hand = start(GAME, 4, 1)
    hand.gone[0], hand.stock = hand.stock, []
    assert len(hand.discards) == 1
    assert hand.fault(Event("draw", hand.turn, word="stock")) == "stock-empty"
    hand.discards.append(hand.gone[0].pop())
    assert hand.fault(Event("draw", hand.turn, word="stock")) is None


def test_a_seat_that_its_next_time_out_would_drop_cannot_draw_from_an_empty_stock_itself():
    """R: only the time-out needs no card."""
    hand = start(GAME, 4, 1)
    hand.gone[0], hand.stock = hand.stock, []
    hand.missed[hand.turn] = 2
    assert hand.fault(Event("draw", hand.turn, word="stock")) == "stock-empty"
    assert hand.fault(Event("timeout", hand.turn)) is None


def test_options_close_the_discards_to_wild_cards_and_keep_a_card_taken():
    strict = own(wild_from_discards=False, return_taken_card=False)
    hand = start(strict, 4, 1)
    taken = hand.discards[-1]
    assert not hand.is_wild(taken)
    play(hand, Event("draw", hand.turn, word="discards"))
    hand.hands[hand.turn] = [kind for kind in hand.hands[hand.turn] if kind != taken] + [taken]
    assert hand.fault(Event("discard", hand.turn, taken)) == "taken-card-returned"
    hand.hands[hand.turn].append(taken)
    assert hand.fault(Event("discard", hand.turn, taken)) is None
    hand = start(strict, 4, 1)
    hand.discards.append(KINDS["Jk"])
    assert hand.fault(Event("draw", hand.turn, word="discards")) == "wild-not-from-discards"
    hand.discards.clear()
    assert hand.fault(Event("draw", hand.turn, word="discards")) == "discards-empty"


# Time


def test_the_third_time_out_running_drops_the_seat_and_its_own_discard_starts_the_count_anew():
    hand = start(GAME, 4, 1)
    seat = hand.turn
    for _ in range(2):
        play(hand, Event("timeout", seat))
        turn_to(hand, seat)
    play(hand, Event("draw", seat, word="stock"), Event("discard", seat, hand.hands[seat][0]))
    turn_to(hand, seat)
    for _ in range(2):
        play(hand, Event("timeout", seat))
        turn_to(hand, seat)
    play(hand, Event("timeout", seat))
    assert (hand.how[seat], hand.points[seat]) == ("timed-out", 40)


def test_the_table_throws_the_card_that_was_drawn():
    hand = start(GAME, 4, 1)
    seat, top = hand.turn, hand.stock[-1]
    held = list(hand.hands[seat])
    play(hand, Event("timeout", seat))
    assert hand.discards[-1] == top
    assert hand.hands[seat] == held
    # What the table drew counts as drawn.
    turn_to(hand, seat)
    play(hand, Event("drop", seat))
    assert (hand.how[seat], hand.points[seat]) == ("middle-drop", 40)


def test_where_a_house_runs_a_clock_a_time_out_is_measured_from_the_event_that_gave_the_turn():
    """K: rummy/RULES.md, `timeout`: a seat's own draw, or another seat's `leave`, starts no new clock."""
    hand = start(own(turn_ms=1000), 4, 1)
    assert hand.fault(Event("timeout", hand.turn, t=999)) == "timeout-too-early"
    play(hand, Event("draw", hand.turn, word="stock", t=400))
    assert hand.fault(Event("timeout", hand.turn, t=999)) == "timeout-too-early"
    play(hand, Event("timeout", hand.turn, t=1000))
    play(hand, Event("leave", (hand.turn + 2) % 4, t=1900))
    assert hand.fault(Event("timeout", hand.turn, t=1999)) == "timeout-too-early"
    play(hand, Event("timeout", hand.turn, t=2000))
    assert hand.remarks() == ()
    assert start(GAME, 4, 1).fault(Event("timeout", start(GAME, 4, 1).turn, t=0)) is None


def test_a_seat_that_leaves_in_its_turn_gives_the_next_its_clock():
    hand = start(own(turn_ms=1000), 4, 1)
    play(hand, Event("leave", hand.turn, t=700))
    assert hand.fault(Event("timeout", hand.turn, t=1699)) == "timeout-too-early"
    assert hand.fault(Event("timeout", hand.turn, t=1700)) is None


def test_a_time_out_is_unclocked_where_the_event_that_gave_the_turn_has_no_time():
    """K: whatever times the events within the turn have."""
    hand = start(own(turn_ms=1000), 4, 1)
    play(hand, Event("timeout", hand.turn))
    play(hand, Event("draw", hand.turn, word="stock", t=5000))
    play(hand, Event("timeout", hand.turn, t=5001))
    assert hand.remarks() == ((0, "time-out-unclocked"), (2, "time-out-unclocked"))
    # The turn was given at 5001; a draw without a time leaves that clock as it is.
    play(hand, Event("draw", hand.turn, word="stock"))
    assert hand.fault(Event("timeout", hand.turn, t=6000)) == "timeout-too-early"
    play(hand, Event("timeout", hand.turn, t=6001))
    assert len(hand.remarks()) == 2


# What a house may write


def test_a_rule_set_reads_back_as_it_was_written():
    value = json.loads(json.dumps(GAME.to_json()))
    assert rummy.read(value, "rummy-13", "/rules").rules == RUMMY_13


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"min_naturals": 2}, "/rules/min_naturals"),
        ({"missed_turns": 0}, "/rules/missed_turns"),
        ({"turn_ms": 0}, "/rules/turn_ms"),
        ({"rate": -1}, "/rules/rate"),
        ({"commission_permille": 1001}, "/rules/commission_permille"),
        ({"tables": []}, "/rules/tables"),
        ({"tables": [{"seats": 1, "packs": 1, "jokers": 0}]}, "/rules/tables/0/seats"),
        ({"tables": [{"seats": 4, "packs": 1, "jokers": 0}]}, "/rules/tables/0"),
        ({"tables": [{"seats": 4, "packs": 4, "jokers": 0}]}, "/rules/tables/0/packs"),
        ({"tables": [{"seats": 2, "packs": 1, "jokers": -1}]}, "/rules/tables/0/jokers"),
        ({"tables": [{"seats": 2, "packs": 1, "jokers": 989}]}, "/rules/tables/0/jokers"),
        ({"tables": [{"seats": 12, "packs": 3, "jokers": 300_000_000}]}, "/rules/tables/0/jokers"),
        ({"rate": 2**53 // (130 * 7) + 1}, "/rules/rate"),
        ({"wrong_declare": 2**53 // 7 + 1}, "/rules/prices/wrong_declare"),
        ({"rate": 2**33, "leave": 2**20}, "/rules/prices/leave"),
        ({"first_drop": -1}, "/rules/prices/first_drop"),
        ({"open_discard": 1}, "/rules/open_discard"),
        ({"family": "gulan"}, "/rules/family"),
    ],
    ids=str,
)
def test_a_rule_set_that_contradicts_itself_is_refused_at_its_pointer(change, pointer):
    with pytest.raises(Malformed) as refused:
        own(**change)
    assert refused.value.pointer == pointer


def test_two_may_sit_down_where_a_house_says_so():
    two = rummy.Rummy(RuleSet("two", (Table(2, 1, 1),), rate=3, commission_permille=500))
    hand = start(two, 2, 1)
    play(hand, Event("drop", hand.turn))
    result = hand.outcome(None)
    assert (result["ended"], sorted(result["tokens"]), result["commission"]) == ("last-seat", [-60, 60], 30)


# What is told


def test_a_hand_is_told_turn_by_turn_with_what_each_seat_held_at_the_end():
    hand = start(GAME, 4, 1)
    first = hand.turn
    events = [
        Event("draw", first, word="stock"),
        Event("discard", first, hand.hands[first][0]),
        Event("timeout", (first + 1) % 4),
        Event("leave", first),
        Event("drop", (first + 2) % 4),
        Event("drop", (first + 3) % 4),
    ]
    narrative = followed(GAME, hand.hand, events).narrative(None)
    assert [(turn.seat, [step.do for step in turn.steps]) for turn in narrative.turns] == [
        (first, ["draw", "discard"]),
        ((first + 1) % 4, ["timeout"]),
        ((first + 2) % 4, ["leave", "drop"]),
        ((first + 3) % 4, ["drop"]),
    ]
    assert narrative.turns[1].steps[0].threw == narrative.turns[1].steps[0].drew
    assert [step.out for turn in narrative.turns for step in turn.steps if step.out] == ["left", *["first-drop"] * 2]
    assert len(narrative.deals[0].stages[0][0]) == 13
    assert [line.code for line in narrative.score] == ["ended-last-seat", *["seat"] * 4, "tokens", "commission"]
    assert narrative.opening.first == first


def test_a_seat_sees_its_own_cards_and_the_card_that_it_drew_and_no_others():
    hand = start(GAME, 4, 1)
    seat = hand.turn
    play(hand, Event("draw", seat, word="stock"))
    own_view, other = hand.view(seat), hand.view((seat + 1) % 4)
    assert own_view["drawn"] == TEXTS[hand.drawn]
    assert len(own_view["hand"]) == 14
    assert other["drawn"] is None
    assert len(other["hand"]) == 13
    assert other["cards_held"][seat] == 14
    assert other["stock"] == len(hand.stock)


def test_rulings_are_listed_where_they_took_part():
    hand = start(GAME, 4, 1)
    assert hand.rulings_of() == ("uniform-shuffle", "first-player-drawn", "turned-card-aside", "discards-opened")
    assert "stock-made-anew" in hand.rulings_of(BrokenRule("stock-empty", Event("draw", 0)))
    play(hand, Event("leave", 0))
    assert "leaving-has-one-price" in hand.rulings_of()
    assert {ruling.id for ruling in GAME.rulings} >= set(hand.rulings_of())
