"""The builder of imported hands turns who was dealt what into `deals` (RECORD.md, "Imported hands")."""

import json
import runpy
import subprocess
import sys
from typing import Any

import pytest

from dealproof.replay import rulesets
from dealproof.replay.imported import audit_import, deal_import, followed_import
from dealproof.replay.importing import Dealt, with_deals
from dealproof.replay.record import imported
from dealproof.replay.simulation.imported_hands import imported as imported_hand
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import Malformed
from tests.generate import room_log
from tests.support.paths import ROOT

Json = dict[str, Any]
FOLDER = ROOT / "fixtures" / "import"
PLAYED = [rules for rules in rulesets.ids() if not rules.startswith("seating")]


def hands(rules: str, count: int) -> list[Json]:
    return [imported_hand(hand).record for hand in simulate(rulesets.games()[rules], "builder", count)]


def known_of(record: Json) -> list[Dealt]:
    """What everybody at the table knows afterwards: the cards of each seat packet by packet, and in rummy the stock."""
    read = imported.from_json(record)
    narrative = followed_import(read).narrative(read.standing)
    known = []
    for deal, cards in zip(narrative.deals, record["deals"], strict=False):
        got = [[card for stage in deal.stages for card in stage[seat]] for seat in range(len(read.seats))]
        known.append(Dealt(got, cards[13 * len(got) :] if record["rules"] == "rummy-13" else ()))
    return known + [Dealt(then=cards) for cards in record["deals"][len(known) :]]


def without(record: Json) -> Json:
    return {key: value for key, value in record.items() if key != "deals"}


@pytest.mark.parametrize("rules", PLAYED)
def test_who_was_dealt_what_gives_the_same_hand_again(rules: str) -> None:
    for record in hands(rules, 15):
        made = with_deals(without(record), known_of(record))
        verdict, again = (audit_import(canonical(each)) for each in (record, made))
        assert again == verdict
        assert again.verdict == "verified"
        game, seats = rulesets.games()[rules], range(len(record["seats"]))
        first, second = (deal_import(imported.from_json(each)) for each in (record, made))
        assert [game.view(first, seat) for seat in seats] == [game.view(second, seat) for seat in seats]


@pytest.mark.parametrize("rules", ["kazhutha", "rummy-13", "56-gulan"])
def test_where_every_card_is_known_the_lists_are_the_same(rules: str) -> None:
    """Also where a stock was made from the discards."""
    uncut = [record for record in hands(rules, 15) if not any(event["do"] == "cut" for event in record["events"])]
    assert uncut
    for record in uncut:
        assert with_deals(without(record), known_of(record))["deals"] == record["deals"]


def test_a_cut_is_undone() -> None:
    """RECORD.md, "Imported hands": a list has the pack before a cut."""
    record = next(each for each in hands("28-standard", 15) if each["events"] and each["events"][0]["do"] == "cut")
    (deal, *_), at = record["deals"], record["events"][0]["at"]
    assert with_deals(without(record), known_of(record))["deals"][0] == deal
    assert [*deal[at:], *deal[:at]] != deal


def test_a_stock_made_from_the_discards_has_the_cards_that_were_drawn_and_then_the_rest_of_the_pile() -> None:
    record = next(each for each in hands("rummy-13", 40) if len(each["deals"]) > 1)
    known = known_of(record)
    known[1] = Dealt(then=record["deals"][1][:2])
    made = with_deals(without(record), known)["deals"][1]
    assert made[:2] == record["deals"][1][:2]
    assert sorted(made) == sorted(record["deals"][1])


def test_cards_that_nobody_saw_follow_in_the_order_of_the_deck() -> None:
    """A hand of 28 that ended before the second packets."""
    record = without(hands("28-standard", 1)[0]) | {"events": [], "claim": None, "dealer": 3}
    deck = rulesets.games()["28-standard"].deck(4)
    got = [deck[place::4][:4] for place in range(4)]
    deal = with_deals(record, [Dealt(got)])["deals"][0]
    assert deal == list(deck)


TWENTY_EIGHT = without(hands("28-gulan", 1)[0]) | {"events": [], "claim": None, "match": None}
SUITS = [[rank + suit for rank in "J9ATKQ87"] for suit in "shdc"]
REFUSED: dict[str, tuple[Json, list[Dealt], str]] = {
    "no-deal": (TWENTY_EIGHT, [], "deal 1 times"),
    "three-hands": (TWENTY_EIGHT, [Dealt(SUITS[:3])], "3 hands for 4 seats"),
    "nine-cards": (TWENTY_EIGHT, [Dealt([[*SUITS[0], "6s"], *SUITS[1:]])], "seat 0 has 9 cards; it gets 8"),
    "a-card-twice": (TWENTY_EIGHT, [Dealt([SUITS[0], SUITS[0], *SUITS[2:]])], "is there 2 times, of 1 in the pack"),
    "a-card-of-another-pack": (TWENTY_EIGHT, [Dealt([["2s"], *SUITS[1:]])], "2s is there 1 times, of 0"),
    "a-card-behind-too-many": (TWENTY_EIGHT, [Dealt(SUITS, ["Js"])], "1 cards follow; there are 0"),
    "a-card-that-is-no-text": (TWENTY_EIGHT, [Dealt([[["J", "s"]], *SUITS[1:]])], r"In deal 1, a card is \['J', 's'\]"),  # type: ignore[list-item]
    "a-deal-too-many": (TWENTY_EIGHT, [Dealt(SUITS), Dealt(SUITS)], "the events deal only 1 times"),
    "a-seating": (
        without(hands("seating-28", 1)[0]) | {"events": [], "claim": None},
        [Dealt(SUITS)],
        "depends on the cards",
    ),
}


@pytest.mark.parametrize(("record", "known", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_have_been_dealt_is_refused_with_a_sentence(record: Json, known: list[Dealt], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        with_deals(record, known)


def test_a_new_stock_with_hands_is_refused() -> None:
    record = next(each for each in hands("rummy-13", 40) if len(each["deals"]) > 1)
    known = known_of(record)
    known[1] = known[0]
    with pytest.raises(ValueError, match="nobody is dealt a hand"):
        with_deals(without(record), known)


@pytest.mark.parametrize("key", sorted(TWENTY_EIGHT))
def test_what_is_wrong_with_the_rest_is_named_by_its_pointer(key: str) -> None:
    """RECORD.md, "Malformed records": it never crashes a reader; a missing key has the pointer that it would have."""
    for wrong in ({**TWENTY_EIGHT, key: 1.5}, {each: TWENTY_EIGHT[each] for each in TWENTY_EIGHT if each != key}):
        with pytest.raises(Malformed) as fault:
            with_deals(wrong, [Dealt(SUITS)])
        assert fault.value.pointer == f"/{key}"


# The worked example


def test_the_log_of_a_room_is_converted_by_the_script() -> None:
    script, log = FOLDER / "convert.py", FOLDER / "kazhutha-room.json"
    run = subprocess.run([sys.executable, script, log], capture_output=True, check=True)
    hand = (FOLDER / "kazhutha-room.hand.json").read_bytes()
    assert json.loads(run.stdout) == json.loads(hand)
    verdict = audit_import(hand)
    assert (verdict.verdict, verdict.grade, verdict.checks["result"]) == ("verified", None, "passed")
    assert len(script.read_text("utf-8").splitlines()) < 50


def test_without_a_log_the_script_says_what_it_takes() -> None:
    run = subprocess.run([sys.executable, FOLDER / "convert.py"], capture_output=True, check=False)
    assert (run.returncode, run.stderr[:6]) == (1, b"Usage:")


def test_a_card_of_the_log_that_was_not_held_is_illegal() -> None:
    room = json.loads((FOLDER / "kazhutha-room.json").read_bytes())
    first, second = [event for event in room["events"] if event["type"] == "CardPlayed"][:2]
    second["card"] = first["card"]
    record = runpy.run_path(str(FOLDER / "convert.py"))["convert"](room)
    fault = audit_import(canonical(record)).fault
    assert fault is not None
    assert (fault.event, fault.rule) == (1, "card-not-in-hand")


def test_the_files_of_the_example_are_what_the_generator_writes() -> None:
    assert json.loads((FOLDER / "kazhutha-room.json").read_bytes()) == room_log.room()
