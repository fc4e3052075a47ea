"""A view contains nothing that its seat may not know (issue 13, item 1).

The law: two hands that differ only in cards that a seat has not seen give it equal views, legal events and refusals.
"""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay import rulesets
from dealproof.replay.core.cards import KINDS
from dealproof.replay.core.events import Event
from dealproof.replay.live import LiveHand
from dealproof.replay.record.events import ACTIONS, event_json
from dealproof.verifier.encoding import canonical, parse_base64
from dealproof.verifier.errors import DealproofError, SignatureRefuted
from dealproof.verifier.log_hash import log_hash
from dealproof.verifier.signature import check_signature
from dealproof.verifier.stream import salt
from tests.support.live_hands import MS, RULE_SETS, Json, dealt, move, opened, played, published, seeded, simulated
from tests.support.live_twins import cards_of, twins


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=25)
@given(data=st.data())
def test_hands_that_differ_in_hidden_cards_look_the_same(rules: str, data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(simulated(rules, 24))).record
    seat = data.draw(st.integers(0, len(record["player_seeds"]) - 1), "seat")
    events = data.draw(st.integers(0, len(record["events"])), "events")
    random = Random(data.draw(st.integers(0, 1 << 32), "random"))
    found = twins(record, events, seat, random)
    if found is None:
        return  # the cards that were played leave no other deal; below it is counted how often there is one
    first, second = found
    assert first.view(seat) == second.view(seat)
    assert answers(first, seat) == answers(second, seat)


def answers(hand: LiveHand, seat: int) -> list[str]:
    """How each event of a seat would be refused, or that it is legal: a seat may try events to learn of cards."""
    cards = cards_of(hand)
    events: list[Event] = []
    for do in cards.game.actions:
        action = ACTIONS[do]
        if action.kind == "card":
            events += (Event(do, seat, kind) for kind in KINDS.values())
        elif action.kind in ("number", "bid"):
            events += (Event(do, seat, number) for number in range(60))
        elif action.kind == "pile":
            events += (Event(do, seat, word=pile) for pile in ("stock", "discards"))
        elif action.seat:
            events.append(Event(do, seat))
    if cards.may_cut is not None:
        return sorted({answer(hand, event_json(event)) for event in events if event.do != "cut"})
    return [f"{event}: {cards.game.fault(cards.hand, event)}" for event in events]


def answer(hand: LiveHand, event: Json) -> str:
    """The refusal of an event, or `legal`."""
    try:
        hand.hash_of(event)
    except DealproofError as error:
        return repr(error)
    return "legal"


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_there_are_twins_at_every_stage_of_a_hand(rules: str) -> None:
    """The law above is not empty: 12 of 12 when this was written."""
    random, stages = Random(rules), (0.0, 0.1, 0.3, 0.6)
    found = dict.fromkeys(stages, 0)
    for each in simulated(rules, 12):
        events = each.record["events"]
        for stage in stages:
            found[stage] += twins(each.record, int(stage * len(events)), 0, random) is not None
    assert min(found.values()) >= 8


def concealed(record: Json) -> int:
    """The index of the first event with a card that lies face down; past the end if there is none."""
    places = [index for index, event in enumerate(record["events"]) if event["do"] == "conceal"]
    return places[0] if places else len(record["events"])


def tries(view: Json) -> dict[str, bytes]:
    """What a seat can compute from its view for each card of the pack: the log hash, if that card lay face down."""
    seeds = view["player_seeds"]
    salted, deck = salt(view["header"], seeds), rulesets.games()[view["header"]["rules"]].deck(len(seeds))
    (hidden,) = [event for event in view["events"] if event["do"] == "conceal"]
    return {
        card: log_hash(salted, [event | {"card": card} if event is hidden else event for event in view["events"]])
        for card in deck
    }


def test_who_gets_a_log_hash_finds_the_card_that_lies_face_down() -> None:
    """The dictionary attack: header, seeds and open events are known to all, so the hash gives the card away after at
    most 32 tries. This is why no view has a log hash."""
    record = next(each.record for each in simulated("28-gulan") if concealed(each.record) < len(each.record["events"]))
    index = concealed(record)
    event = record["events"][index]
    hand = played(record, index)
    moved = move(hand, event)
    view = hand.view((event["seat"] + 1) % 4)
    assert "card" not in view["events"][index]
    assert hand.view(event["seat"])["events"][index]["card"] == event["card"]
    assert [card for card, tried in tries(view).items() if tried == moved.log_hash] == [event["card"]]


def test_who_gets_a_signature_over_the_card_finds_it_too() -> None:
    """A signature is checked with a log hash, so it gives the card away in the same way: no view has one."""
    record = next(
        each.record
        for each in simulated("28-gulan", 400)
        if any("sig" in event for event in each.record["events"][concealed(each.record) :])
    )
    laid = concealed(record)
    index = next(index for index, event in enumerate(record["events"]) if index >= laid and "sig" in event)
    event = record["events"][index]
    view = played(record, index + 1).view((record["events"][laid]["seat"] + 1) % 4)
    key = parse_base64(record["header"]["seat_keys"][event["seat"]], 32)
    found = [card for card, tried in tries(view).items() if signed(key, event["sig"], tried)]
    assert found == [record["events"][laid]["card"]]
    assert not [event for event in view["events"] if "sig" in event]


def signed(key: bytes, sig: str, digest: bytes) -> bool:
    """Whether a signature is over this hash."""
    try:
        check_signature(key, parse_base64(sig, 64), digest, 0)
    except SignatureRefuted:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_view_has_a_log_hash_a_signature_or_the_server_seed(rules: str) -> None:
    for each in simulated(rules)[:2]:
        record = each.record
        salted, hand = salt(record["header"], record["player_seeds"]), dealt(record)
        hashes = {log_hash(salted, record["events"][:count]).hex() for count in range(len(record["events"]) + 1)}
        for event in (None, *record["events"]):
            if event is not None:
                move(hand, event)
            views = [hand.view(seat) for seat in range(len(record["player_seeds"]))]
            texts = {word for view in views for word in json.dumps(view).split('"')}
            assert "player_seeds" in texts
            assert not texts & (hashes | {"sig", record["server_seed"]})


def test_no_player_seed_is_shown_before_the_deal() -> None:
    """A seat that has sent no commitment could otherwise choose its seed by those of the others."""
    record = simulated("28-gulan")[0].record
    seats, seeds = range(4), record["player_seeds"]
    hand = published(record)
    hand.seed(2, seeds[2], MS)
    for seat in seats:
        view = hand.view(seat)
        assert (view["phase"], view["opened"], view["player_seeds"]) == ("published", [2], [None] * 4)
        assert (view["cards"], view["events"], view["legal"], view["to_act"]) == (None, [], [], [])
        assert seeds[2] not in json.dumps(view)
    whole = seeded(record)
    assert not [seed for seed in seeds if seed in json.dumps([whole.view(seat) for seat in seats])]
    assert dealt(record).view(0)["player_seeds"] == seeds
    assert opened(record).view(1)["phase"] == "opened"


def test_no_card_is_shown_while_a_seat_may_cut() -> None:
    """Who has seen its cards could cut to get others (gulan/RULES.md: the pack is cut before anything else)."""
    record = next(each.record for each in simulated("28-gulan", 20) if each.record["events"][0]["do"] == "cut")
    cutter = record["events"][0]["seat"]
    hand = dealt(record)
    for seat in range(4):
        view = hand.view(seat)
        assert (view["phase"], view["cards"], view["to_act"]) == ("cutting", None, [cutter])
        assert view["legal"] == ([{"seat": cutter, "do": "cut", "from": 1, "to": 31}] if seat == cutter else [])
    assert hand.skip_cut() == ((record["header"]["dealer"] + 1) % 4,)
    cut = dealt(record)
    cut.event(record["events"][0])
    assert (cut.phase, hand.phase) == ("playing", "playing")
    assert cut.view(0)["cards"] != hand.view(0)["cards"]


def test_a_redeal_leads_back_to_the_cut() -> None:
    """The pack is cut once for each deal."""
    record = next(
        each.record
        for each in simulated("28-standard", 200)
        if "redeal" in [event["do"] for event in each.record["events"]]
    )
    count = next(index for index, event in enumerate(record["events"]) if event["do"] == "redeal")
    hand = played(record, count)
    if hand.phase == "cutting":
        assert hand.due() == []
        hand.skip_cut()
    redeal = {key: value for key, value in record["events"][count].items() if key != "t"}
    assert redeal in hand.due()
    hand.event(redeal)
    assert (hand.phase, hand.view(0)["cards"], hand.due()) == ("cutting", None, [])
    hand.skip_cut()
    assert (hand.phase, len(hand.view(0)["cards"]["hand"])) == ("playing", 4)


def test_the_result_is_shown_when_the_hand_is_closed() -> None:
    """A hand that may stop has a result, and that names the trump, open or not."""
    record = simulated("28-gulan")[0].record
    hand = played(record)
    assert hand.view(0)["result"] is None
    result = json.loads(hand.close())["claim"]
    view = hand.view(0)
    assert (view["phase"], view["result"], view["legal"], view["to_act"]) == ("closed", result, [], [])


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_views_together_list_what_the_game_allows(rules: str) -> None:
    """`legal` of the game, each event in the view of its seat; nothing but the cut while there may be one."""
    for each in simulated(rules)[:2]:
        hand = dealt(each.record)
        for event in each.record["events"]:
            move(hand, event)
            cards = cards_of(hand)
            legal = [one for seat in range(cards.seats) for one in hand.view(seat)["legal"]]
            game = [one for one in cards.game.legal(cards.hand) if "seat" in one]
            expected = game if cards.may_cut is None else [one for one in game if one["do"] == "cut"]
            assert sorted(map(canonical, legal)) == sorted(map(canonical, expected))
