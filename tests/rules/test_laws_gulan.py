"""Laws of the Gulan family over hands at random: real seeds, and moves chosen among the engine's own legal events."""

from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import play_out
from dealproof.replay.core.events import Event
from dealproof.replay.games.gulan import match
from dealproof.replay.games.gulan.variants import VARIANTS
from dealproof.verifier.shuffle import cut
from tests.support.hands import state_of
from tests.support.sealed import Sealed, calm, judged, pick

IDS = [rules.id for rules in VARIANTS]
WORTH = {"J": 3, "3": 3, "9": 2, "A": 1, "T": 1}
SEEDS = st.integers(0, 2**32)
CHOICES = st.binary(min_size=100, max_size=100)

every_rule_set = pytest.mark.parametrize("rules", IDS)


def few(examples):
    """So many hands a rule set: each is looked at in every one of its events."""
    return settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def chooser(choices):
    """Chooses by the bytes given, a byte an event, then quietly."""
    rest = iter(choices)

    def choose(legal):
        byte = next(rest, None)
        return calm(legal) if byte is None else pick(legal[byte % len(legal)], byte // 64)

    return choose


def played(rules, seed, choices, **more):
    return Sealed(rules, seed, **more).play(chooser(choices))


def points(cards):
    return sum(WORTH.get(card[0], 0) for card in cards)


def dealt_orders(hand):
    """After each event of a log: the order of the cards of the deal that counts, from the seeds alone."""
    pack = [TEXTS[kind] for kind in hand.game.tables.deck.kind_at]
    deals, order = 0, None
    for each in (None, *hand.events):
        if each is None or each["do"] == "redeal":
            order = hand.start().draw(f"deal/{deals}").order(len(pack))
            deals += 1
        elif each["do"] == "cut":
            order = cut(order, each["at"])
        yield [pack[place] for place in order]


@every_rule_set
@few(4)
@given(SEEDS, CHOICES)
def test_any_beginning_replays_to_the_same_state_and_twice_alike(rules, seed, choices):
    whole = Sealed(rules, seed)
    choose, states = chooser(choices), []

    def watched(legal):
        states.append(state_of(whole.hand))
        return choose(legal)

    events = whole.read(whole.play(watched).events)
    for upto, state in enumerate(states):
        hands = [whole.start(), whole.start()]
        for hand in hands:
            assert play_out(whole.game, hand, events[:upto]) is None
            assert state_of(hand) == state
        assert play_out(whole.game, hands[0], events[upto:]) is None
        assert state_of(hands[0]) == state_of(whole.hand)


@every_rule_set
@few(6)
@given(SEEDS, CHOICES)
def test_cards_and_points_are_kept_at_every_step(rules, seed, choices):
    whole = played(rules, seed, choices)
    hand, out, deck = whole.start(), [], whole.game.tables.deck
    orders = dealt_orders(whole)
    for each, order in zip((None, *whole.events), orders, strict=True):
        if each:
            assert play_out(whole.game, hand, whole.read([each])) is None
            out = [] if each["do"] == "redeal" else [*out, *([each["card"]] if each["do"] == "play" else [])]
        kept = [card for mask in (*hand.hands, hand.trump.concealed) for card in deck.texts(mask)]
        assert Counter(kept + out) == Counter(order[: len(kept) + len(out)])
        taken = len(hand.hands) * sum(hand.tricks)
        assert sum(hand.card_points) == points(out[:taken])
        assert points(out[taken:]) + points(kept) + sum(hand.card_points) == points(order[: len(kept) + len(out)])
        assert points(order) == whole.game.rules.total
        assert len(kept) + len(out) == len(order) or not out


@every_rule_set
@few(4)
@given(SEEDS, CHOICES)
def test_every_card_is_judged_as_the_book_lists_its_rules_one_after_the_other(rules, seed, choices):
    """`fault` judges the cards that no other rule binds at a glance: never otherwise than the rules themselves."""
    whole = Sealed(rules, seed)
    hand, choose = whole.hand, chooser(choices)
    cards = [Event("play", seat, kind) for seat in range(len(hand.hands)) for kind in range(len(TEXTS))]
    while legal := whole.game.legal(hand):
        for card in cards:
            broken = (rule for rule in whole.game.book[hand.situation]["play"] if rule(hand, card))
            first = next(broken, None)
            assert whole.game.fault(hand, card) == (first and first.__name__.replace("_", "-"))
        whole.log(choose(legal))


@every_rule_set
@few(4)
@given(SEEDS, CHOICES)
def test_what_is_listed_as_legal_is_legal_and_a_seat_that_is_waited_for_has_something_to_do(rules, seed, choices):
    whole = Sealed(rules, seed)
    choose = chooser(choices)
    while legal := whole.game.legal(whole.hand):
        assert all(whole.game.fault(whole.hand, event) is None for event in whole.read([pick(each) for each in legal]))
        assert {each["seat"] for each in legal if "seat" in each} >= set(whole.game.to_act(whole.hand))
        whole.log(choose(legal))
    assert whole.game.to_act(whole.hand) == ()
    assert whole.game.outcome(whole.hand, None)["rules"] == rules


@every_rule_set
@few(6)
@given(SEEDS, CHOICES)
def test_a_hand_played_to_its_end_is_verified(rules, seed, choices):
    hand = played(rules, seed, choices, signer=1, dealer=seed % 4)
    verdict = hand.verdict()
    assert (verdict.verdict, verdict.grade, verdict.fault, verdict.differences) == ("verified", "C", None, ())
    assert verdict.result == hand.record()["claim"]
    unknown = {name for name, found in verdict.checks.items() if found == "not shown"}
    assert unknown == {"player-seeds", "published-before-play"}


# What is bound


def other(value):
    """Another value of the same shape."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return ("0" if value[0] != "0" else "1") + value[1:]


def other_event(event, seats, step):
    """An event with something changed in it: the seat, or its one field, or a time added."""
    field = next((each for each in ("card", "value", "at", "reason") if each in event), None)
    if step % 3 == 0 and "seat" in event:
        return event | {"seat": (event["seat"] + 1) % seats}
    if step % 3 == 1 and field == "card":
        return event | {"card": "Ks" if event["card"] != "Ks" else "Qs"}
    if step % 3 == 1 and field:
        return event | {field: other(event[field]) if field != "value" else 20 + (event["value"] == 20)}
    return event | {"t": 1}


def header_changes(header):
    """Headers that differ in one value each, every value in turn, and can still be read."""
    same_size = [rules.id for rules in VARIANTS if rules.seats == len(header["seats"])]
    plain = {key: other(header[key]) for key in ("hand", "table", "number", "rules_digest", "server_commitment")}
    plain["rules"] = next(each for each in same_size if each != header["rules"])
    plain["dealer"] = (header["dealer"] + 1) % len(header["seats"])
    yield from (header | {key: value} for key, value in plain.items())
    for key in ("rules_digest", "seat_keys", "match"):
        yield header | {key: None}
    for key in ("seats", "player_commitments"):
        for seat, value in enumerate(header[key]):
            yield header | {key: [*header[key][:seat], other(value or "ab" * 32), *header[key][seat + 1 :]]}
    yield header | {"match": header["match"] | {"number": 3}}


@every_rule_set
@few(2)
@given(SEEDS, CHOICES)
def test_whatever_is_bound_cannot_be_changed_unnoticed(rules, seed, choices):
    before = match.start(next(each for each in VARIANTS if each.id == rules))
    hand = played(rules, seed, choices, signer=1, before=before)
    record = hand.record()
    events, seats = record["events"], len(hand.player_seeds)
    changed = [{"log_head": other(record["log_head"])}, {"server_seed": other(record["server_seed"])}]
    for at, event in enumerate(events):
        changed.append({"events": [*events[:at], other_event(event, seats, at + seed), *events[at + 1 :]]})
        if at % 4 == seed % 4:
            changed.append({"events": events[:at] + events[at + 1 :]})
        if "sig" in event:
            changed.append({"events": [*events[:at], event | {"sig": other(event["sig"])}, *events[at + 1 :]]})
    for seat, value in enumerate(hand.player_seeds):
        changed.append({"player_seeds": [*hand.player_seeds[:seat], other(value), *hand.player_seeds[seat + 1 :]]})
    changed += [{"header": header} for header in header_changes(record["header"])]
    for change in changed:
        verdict = judged(record | change)
        if verdict.malformed:  # other rules may count a match in another way
            assert verdict.malformed.pointer.startswith("/header/match")
            assert change["header"]["rules"] != rules
        else:
            assert ("tampered" in verdict.all, verdict.grade) == (True, "F"), change


def leaves(value, pointer=""):
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if children is None:
        yield pointer, value
    else:
        for key, child in children:
            yield from leaves(child, f"{pointer}/{key}")


@every_rule_set
@few(3)
@given(SEEDS, CHOICES)
def test_another_result_than_the_true_one_is_a_mismatch_of_just_that_field(rules, seed, choices):
    before = match.start(next(each for each in VARIANTS if each.id == rules))
    record = played(rules, seed, choices, before=before).record()
    for pointer, value in leaves(record["claim"]):
        if value is None:
            continue
        claim = deepcopy(record["claim"])
        *path, last = pointer.split("/")[1:]
        place = claim
        for key in path:
            place = place[int(key) if isinstance(place, list) else key]
        place[int(last) if isinstance(place, list) else last] = 1 - value if last == "fresh" else other(value)
        verdict = judged(record | {"claim": claim})
        assert verdict.all == ("mismatch",)
        assert [each.field for each in verdict.differences] == [pointer]
