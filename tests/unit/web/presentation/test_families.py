"""Kazhutha, rummy and seatings told for people: in the terminal and on the page."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.replay import rulesets
from dealproof.replay.audit import narrate
from dealproof.replay.games.rummy.deck import is_wild
from dealproof.replay.games.rummy.melds import ASCENDING, SEQUENCES, in_place, kind
from dealproof.replay.record.record import from_json
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import canonical
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from dealproof.web.cli.terminal import width
from dealproof.web.presentation.cards import face
from dealproof.web.presentation.games.rummy.groups import groups_in_words, why_all_counts
from dealproof.web.presentation.names import event_in_words
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import Run

FIXTURES = ROOT / "fixtures"
DONKEY, ALL_OUT, DECLARED, WRONG, SEATING = (
    "15-kazhutha-donkey",
    "16-kazhutha-all-out",
    "17-rummy-declared",
    "18-rummy-wrong-declare",
    "19-seating-40-gulan",
)
OTHERS = ["kazhutha", "rummy-13", "seating-28", "seating-56"]


def sample(name: str) -> bytes:
    return (SAMPLES / f"{name}.hand.json").read_bytes()


def record(name: str) -> Any:
    return json.loads(sample(name))


def shown(run: Run, data: bytes) -> str:
    return str(run("show", "-", stdin=data).stdout)


def words(text: str) -> str:
    return " ".join(text.split())


def page(client: FlaskClient, name: str) -> str:
    """The text of a sample's page."""
    client.application.extensions["hands"].take_in([(name, sample(name))])
    told = client.get(f"/hands/{record(name)['header']['hand']}").get_data(as_text=True)
    return words(html.unescape(re.sub(r"<[^>]*>", " ", told)))


@pytest.mark.parametrize("id", OTHERS)
def test_simulated_hands_are_told_in_80_columns_without_a_blank_left(run: Run, id: str) -> None:
    for hand in simulate(rulesets.games()[id], "told", 14):
        told = shown(run, canonical(hand.record)).split("Seeds and hashes")[0]
        assert max(map(width, told.split("\n"))) <= 80
        assert "{" not in told
        assert "…" not in told.partition("The hand\n")[2], "a note is cut short"


def test_rounds_mark_strikes_and_say_who_went_out(run: Run) -> None:
    """kazhutha/RULES.md, "A round": the collector takes every card of the round and leads next."""
    told = shown(run, sample(DONKEY))
    rounds = told.partition("\nRounds\n")[2].split("\n\n")[0].split("\n")[1:]
    for trick in narrate(from_json(record(DONKEY))).tricks:
        row = rounds[trick.number - 1]
        assert row.split()[0] == str(trick.number)
        assert ("^" in row) == trick.strike
        assert row.endswith(f"+{sum(step.card is not None for step in trick.steps)}") == trick.strike
        assert row.count(" out") == len(trick.out)


def test_time_outs_and_who_sits_out_stand_in_the_rounds(run: Run) -> None:
    told = shown(run, sample(ALL_OUT))
    events = record(ALL_OUT)["events"]
    assert told.count("time out") == sum(event["do"] == "timeout" for event in events)
    assert "sits out" in told
    assert re.search(r"Donkey +nobody", told)


def test_the_order_of_going_out_and_the_donkey_are_facts_of_the_result(run: Run, client: FlaskClient) -> None:
    claim, seats = record(DONKEY)["claim"], record(DONKEY)["header"]["seats"]
    for told in (words(shown(run, sample(DONKEY))), page(client, DONKEY)):
        for number, place in enumerate(claim["places"], 1):
            assert f"Out as no. {number} {seats[place[0]]} (seat {place[0] + 1})" in told
        assert f"Donkey {seats[claim['donkey']]} (seat {claim['donkey'] + 1})" in told


@pytest.mark.parametrize("name", [DECLARED, WRONG])
def test_a_hand_of_rummy_says_what_is_wild_and_what_every_turn_drew_and_threw(run: Run, name: str) -> None:
    told, narrative = shown(run, sample(name)), narrate(from_json(record(name)))
    assert narrative.opening
    assert f"Wild: every {narrative.opening.wild} and printed jokers." in told
    assert f"{face(narrative.opening.turned)} turned up" in told
    turns = told.partition("\nTurns\n")[2]
    for turn in narrative.turns:
        row = next(line for line in turns.split("\n") if line.split()[:1] == [str(turn.number)])
        for step in turn.steps:
            assert step.drew is None or f"{face(step.drew)} the {step.pile}" in row
            assert step.threw is None or face(step.threw) in row


@pytest.mark.parametrize("name", [DECLARED, WRONG])
def test_the_count_gives_every_seat_its_groups_loose_cards_points_and_tokens(
    run: Run, client: FlaskClient, name: str
) -> None:
    claim, seats = record(name)["claim"], record(name)["header"]["seats"]
    counted = words(shown(run, sample(name)).partition("\nThe count\n")[2])
    on_page = page(client, name)
    for seat, (points, tokens) in enumerate(zip(claim["points"], claim["tokens"], strict=True)):
        costs = f"{points} points, tokens {tokens:+d}".replace("-", "−")
        assert re.search(rf"{seat + 1} {seats[seat]}: [^:]*?{re.escape(costs)}", counted)
        assert costs in on_page
        for group in groups_in_words(claim["melds"][seat] or (), claim["wild"], sentences(ENGLISH)):
            assert f"{group.kind} {' '.join(map(face, group.cards))}" in counted


def test_a_wrong_declare_and_a_drop_are_told_where_they_happened(run: Run) -> None:
    told = words(shown(run, sample(WRONG)))
    assert "declares, but the hand is not arranged: 80 points" in told
    assert "drops: 40 points" in told
    assert "declared wrongly in turn 4." in told


def test_cards_of_a_seating_stand_in_the_order_in_which_they_fell(run: Run, client: FlaskClient) -> None:
    """seating/RULES.md, "Seating by aces": dealt face up, to an ace; the last seat deals first."""
    told, narrative = shown(run, sample(SEATING)), narrate(from_json(record(SEATING)))
    for cards in narrative.deals[0].stages[0]:
        assert " ".join(map(face, cards)) in told
    claim = record(SEATING)["claim"]
    for text in (words(told), page(client, SEATING)):
        for seat, name in enumerate(claim["seats"]):
            assert f"New seat {seat + 1}{', deals first' * (seat == claim['dealer'])} {name}" in text


@pytest.mark.parametrize(
    ("group", "wild", "expected"),
    [
        ("Ah 2h 3h", "J", "pure"),
        ("Ad Qd Kd", "J", "pure"),
        ("Ad 2d Kd", "J", "sequence"),
        ("8h 9h Th", "8", "pure"),
        ("7h 9h Jk", "J", "sequence"),
        ("7h 7s Jk", "J", "set"),
        ("8h 8s 8d", "8", "set"),
        ("8h 8s Jk", "8", "wild"),
        ("5h 8s Jk", "8", "sequence"),
    ],
)
def test_what_a_group_is(group: str, wild: str, expected: str) -> None:
    """rummy/RULES.md, "Groups": a card of the wild rank in its own place is natural."""
    assert kind(tuple(group.split()), wild) == expected


def test_a_sequence_lies_in_a_row_and_never_round_the_corner() -> None:
    """rummy/RULES.md, "Groups": the ace is low or high."""
    looked_at = 0
    for line in (FIXTURES / "rummy" / "hands.jsonl").read_text(encoding="utf-8").splitlines():
        hand = json.loads(line)
        for group in hand["melds"]:
            if kind(group, hand["wild"]) not in SEQUENCES:
                continue
            lying = in_place(group, hand["wild"])
            assert sorted(lying) == sorted(group)
            own = [(place, card[0]) for place, card in enumerate(lying) if not is_wild(card, hand["wild"])]
            starts = range(len(ASCENDING) - len(lying) + 1)
            assert any(all(ASCENDING[start + place] == rank for place, rank in own) for start in starts), lying
            looked_at += 1
    assert looked_at > 1000


def test_six_in_a_row_are_two_sequences_and_one_run_of_five_is_none_beside_it() -> None:
    english = sentences(ENGLISH)
    assert why_all_counts([("Ah", "2h", "3h", "4h", "5h", "6h")], ["2s"], english) == ""
    assert "no second sequence" in why_all_counts([("Ah", "2h", "3h")], ["2s"], english)
    assert "no pure sequence" in why_all_counts([], ["2s"], english)


def test_a_draw_is_told_with_its_pile_in_words() -> None:
    event = {"seat": 1, "do": "draw", "from": "discards"}
    assert event_in_words(event, ["Devi", "Biju"], sentences(ENGLISH)) == "Biju (seat 2) drew from the discards"


def test_in_kazhutha_a_legal_choice_is_told_by_whose_card_would_be_the_highest(client: FlaskClient) -> None:
    """kazhutha/RULES.md, "A round": only a strike's cards are taken; others go out of play."""
    told = record(DONKEY)
    told["events"][1]["card"] = told["events"][2]["card"]
    told["log_head"] = log_head(salt(told["header"], told["player_seeds"]), told["events"])
    shown_page = html.unescape(client.post("/find", data={"what": json.dumps(told)}).get_data(as_text=True))
    assert "How each legal move would have changed the round" in shown_page
    assert "(seat 1) would have the highest card so far." in shown_page
    assert "the trick" not in shown_page
