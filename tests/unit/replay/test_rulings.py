"""Which rulings a verdict lists: those whose rule, phase or score line took part in the hand, and no others.

Source: RECORD.md, "As JSON" (`rulings`); the marks R of gulan/RULES.md; G, K, C = its three source texts.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from tests.support.hands import Table
from tests.support.sealed import judged
from tests.unit.replay.test_audit import GULAN, Bound, logged, vectors, with_

Json = dict[str, Any]
G = ("28-gulan", "40-gulan", "56-gulan", "56-support")
K = ("28-standard", "28-kerala-house")
C = ("40-cheettukali",)
EVERY = (*G, *K, *C)
PROMISES = ("claim_jodi", "claim_marujodi", "ask_jodi", "ask_marujodi")


class Hand:
    """What a complete vector shows by itself: the words of its events since the last redeal, and its result."""

    def __init__(self, record: Json, result: Json) -> None:
        self.all = [event["do"] for event in record["events"]]
        last = max((index for index, do in enumerate(self.all) if do == "redeal"), default=-1)
        self.dos = self.all[last + 1 :]
        self.ended, self.kind, self.score = result["ended"], result["kind"], result["score"]["points"]
        self.match = record["header"]["match"] is not None
        before = record["header"]["match"]["before"] if self.match else {}
        self.slam = self.match and before.get("slams") != result["match"].get("slams")

    def has(self, *words: str) -> bool:
        return any(word in self.dos for word in words)


TAKE_PART: list[tuple[str, tuple[str, ...], Callable[[Hand], bool]]] = [
    ("uniform-shuffle", EVERY, lambda hand: True),
    ("deal-from-eldest", (*K, *C), lambda hand: True),
    ("team-pass-order", G, lambda hand: True),
    ("kerala-house-auction", ("28-kerala-house",), lambda hand: True),
    ("cutter-at-dealers-left", C, lambda hand: "cut" in hand.all),
    ("same-dealer-deals-again", C, lambda hand: "redeal" in hand.all),
    ("trump-before-second-packets", ("28-gulan",), lambda hand: "conceal" in hand.all),
    ("second-packets-singly", K, lambda hand: True),
    ("second-phase-order", (*K, "28-gulan"), lambda hand: True),
    ("asker-ruffs", K, lambda hand: hand.has("ask_trump")),
    ("eldest-leads", C, lambda hand: hand.has("play", *PROMISES) and hand.kind != "thani"),
    ("thani-without-trump", G, lambda hand: hand.kind == "thani"),
    ("thani-leads", (*K, *C), lambda hand: hand.kind == "thani"),
    ("thani-partners-play", C, lambda hand: hand.kind == "thani"),
    ("thani-in-last-phase", (*K, "28-gulan"), lambda hand: hand.kind == "thani"),
    ("promise-at-its-time", (*G, *C), lambda hand: hand.has(*PROMISES)),
    ("promise-ends-at-lost-trick", G, lambda hand: hand.ended in ("jodi-lost", "marujodi-lost")),
    ("declined-marujodi-fails", G, lambda hand: hand.ended == "marujodi-declined"),
    ("declined-jodi-pays-two", C, lambda hand: hand.ended == "jodi-declined"),
    ("stop-when-settled", (*G, *K), lambda hand: hand.ended == "decided"),
    ("price-of-total", ("40-gulan", "56-gulan", "56-support"), lambda hand: hand.kind == "total"),
    ("failed-bid-returns", C, lambda hand: hand.match and hand.score != "flag" and hand.score < 0),
]


@pytest.mark.parametrize("path", GULAN, ids=lambda path: path.stem)
def test_a_ruling_is_listed_in_just_those_vectors_in_which_it_takes_part(path: Path) -> None:
    seen: set[str] = set()
    for name, record, expect in vectors(path):
        if expect["result"] is None:
            continue
        listed = audit(json.dumps(record).encode()).rulings
        for ruling, sets, takes_part in TAKE_PART:
            wanted = path.stem in sets and takes_part(Hand(record, expect["result"]))
            assert (ruling in listed) == wanted, f"{name}: {ruling}"
        seen.update(listed)
    assert seen <= {each.id for each in game(path.stem).rulings}


def game(id: str) -> Any:
    return rulesets.builtin(id)


@pytest.mark.parametrize("path", [path for path in GULAN if path.stem in (*G, *K)], ids=lambda path: path.stem)
def test_a_thani_ends_its_auction_and_is_lost_by_a_trick_and_both_are_ruled(path: Path) -> None:
    for name, record, expect in vectors(path):
        if expect["result"] is not None and expect["result"]["kind"] == "thani":
            listed = audit(json.dumps(record).encode()).rulings
            assert "auction-ends-at-highest" in listed, name
            assert ("thani-ends-at-lost-trick" in listed) == (expect["result"]["ended"] == "thani-lost"), name


@pytest.mark.parametrize("path", GULAN, ids=lambda path: path.stem)
def test_a_slam_lists_the_ruling_on_slams(path: Path) -> None:
    for _, record, expect in vectors(path):
        if expect["result"] is not None and Hand(record, expect["result"]).slam:
            assert "slam-when-short" in audit(json.dumps(record).encode()).rulings


# What the names of the vectors say


NAMED = {
    "adopted-thani": ("adoption", G),
    "last-card": ("last-card", (*G, *C)),
    "bid-after-own-pass": ("bid-after-pass", K),
    "declarer-leads-hidden-trump": ("all-trumps-may-lead", C),
    "asked-for-jodi-when-leading": ("declarer-answers", C),
    "asked-for-jodi-when-not-winning": ("declarer-answers", C),
    "thani-lost-to-partner": ("thani-ends-at-lost-trick", (*G, *K)),
}


@pytest.mark.parametrize("path", GULAN, ids=lambda path: path.stem)
def test_what_a_vector_was_picked_for_is_listed_where_it_is_a_ruling(path: Path) -> None:
    for name, record, expect in vectors(path):
        for word, (ruling, sets) in NAMED.items():
            # From honors up Cheettukali's text itself lets the declarer lead trumps.
            told = word == "declarer-leads-hidden-trump" and expect["result"] and expect["result"]["kind"] == "honors"
            if word in name and expect["result"] is not None and path.stem in sets and not told:
                assert ruling in audit(json.dumps(record).encode()).rulings, f"{name}: {ruling}"


# Phases that did not take place


SECOND = {
    "second-packets-singly",
    "second-phase-minimum",
    "second-phase-order",
    "declarer-raises-itself",
    "conceal-anew",
}


@pytest.mark.parametrize("rules", ["28-standard", "28-kerala-house", "28-gulan"])
def test_a_hand_without_a_second_auction_does_not_list_the_rulings_on_it(rules: str) -> None:
    """RECORD.md, "As JSON", gives this example."""
    hand = Bound(rules).log({"seat": 1, "do": "bid", "value": 14})
    assert not SECOND & set(hand.verdict().rulings)
    assert SECOND & {each.id for each in game(rules).rulings}


@pytest.mark.parametrize("rules", ["40-gulan", "40-cheettukali", "56-gulan", "56-support"])
def test_a_game_of_one_phase_knows_no_ruling_on_a_second(rules: str) -> None:
    two_phases = {*SECOND, "rounds-in-first-phase", "thani-in-last-phase", "trump-before-second-packets"}
    assert not two_phases & {each.id for each in game(rules).rulings}


def test_nobody_bids_in_the_second_auction_and_nothing_is_concealed_anew() -> None:
    table = Table("28-standard", {1: "Js", 2: "Jh", 3: "Jd", 0: "Jc"}).contract(1, 14)
    assert not {"declarer-raises-itself", "conceal-anew"} & set(table.game.rulings_of(table.hand))


def test_a_declarer_that_raises_itself_lists_that_and_the_new_concealing() -> None:
    table = Table("28-standard", {1: "Js Jh", 2: "Jd", 3: "Jc"}).goes_on("1 bid 14", "2 pass", "3 pass", "0 pass")
    table.goes_on("1 conceal Js", "1 bid 24", "2 pass", "3 pass", "0 pass", "1 conceal Jh")
    assert {"declarer-raises-itself", "conceal-anew", "second-phase-minimum"} <= set(table.game.rulings_of(table.hand))


def test_a_hidden_hand_lists_none() -> None:
    """No legality is looked at, so no rule takes part."""
    assert judged(with_(("/server_seed", None))).rulings == ()


# The ruling behind the rule that was broken


def test_the_ruling_behind_a_broken_rule_takes_part() -> None:
    thani = judged(logged([{"seat": 1, "do": "bid", "value": "thani"}]))
    assert thani.fault is not None
    assert (thani.fault.rule, "thani-in-last-phase" in thani.rulings) == ("thani-not-yet", True)
    cut = Bound("40-cheettukali").log({"seat": 0, "do": "cut", "at": 3}).verdict()
    assert (cut.fault.rule, "cutter-at-dealers-left" in cut.rulings) == ("cut-wrong-seat", True)


def test_a_broken_rule_that_a_source_text_has_lists_no_ruling_for_itself() -> None:
    cut = Bound("28-standard").log({"seat": 0, "do": "cut", "at": 3}).verdict()
    assert cut.rulings == ("uniform-shuffle", "deal-from-eldest")


# The rulings of a rule set


def test_every_ruling_is_a_sentence_with_a_status() -> None:
    for id in rulesets.ids():
        rulings = game(id).rulings
        assert len({each.id for each in rulings}) == len(rulings)
        for each in rulings:
            assert each.status in ("ruled", "provisional", "ours")
            assert each.sentence[0].isupper()
            assert each.sentence.endswith(".")


def test_kerala_houses_auction_alone_is_provisional() -> None:
    """RECORD.md, "Rulings": the text calls it unconfirmed."""
    found = {(id, each.id) for id in rulesets.ids() for each in game(id).rulings if each.status == "provisional"}
    assert found == {("28-kerala-house", "kerala-house-auction")}
