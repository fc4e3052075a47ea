"""Hands from opening to record through `replay.live`, and the audit of what comes out (issue 13, item 1)."""

from hashlib import sha256

import pytest

from dealproof.replay import live, rulesets
from dealproof.replay.audit import audit
from dealproof.replay.void import audit_void
from dealproof.verifier.encoding import canonical, parse_json
from dealproof.verifier.log_hash import log_hash
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.receipt import parse_seed_receipt
from tests.support.live_hands import (
    MS,
    NOW,
    POLICY,
    RULE_SETS,
    draft_of,
    move,
    opened,
    played,
    proof_of,
    published,
    seed_of,
    seeded,
    simulated,
)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_hand_played_live_is_verified_by_the_audit(rules: str) -> None:
    """Deck, log hash after each event, log head and result are those of the record and of the audit."""
    for each in simulated(rules):
        record = each.record
        hand = seeded(record)
        dealt = hand.deal()
        game, salted = rulesets.games()[rules], salt(record["header"], record["player_seeds"])
        order = Draws(bytes.fromhex(record["server_seed"]), salted)(game.draw_of(0)).order(len(dealt.deck))
        assert list(dealt.deck) == [game.deck(len(record["player_seeds"]))[place] for place in order]
        over = False
        for index, event in enumerate(record["events"]):
            moved = move(hand, event)
            over = moved.over
            assert (moved.index, moved.log_hash) == (index, log_hash(salted, record["events"][: index + 1]))
        if hand.phase == live.CUTTING:
            hand.skip_cut()
        closed = parse_json(hand.close())
        assert isinstance(closed, dict)
        assert over or not record["events"]
        verdict = audit(canonical(closed))
        assert verdict.all == ("verified",)
        assert (closed["claim"], closed["log_head"]) == (verdict.result, record["log_head"])
        assert {**closed, "claim": record["claim"]} == record
        leaf = hand.close_leaf(MS)
        assert leaf["result"] == sha256(canonical(verdict.result)).hexdigest()


def test_a_draft_is_completed_and_the_digest_of_the_rules_is_added() -> None:
    """PROTOCOL.md, "Header"."""
    record = simulated("28-gulan")[0].record
    draft = draft_of(record)
    del draft["rules_digest"]
    hand = live.open(draft, seed_of(record))
    assert hand.header == record["header"] | {"rules_digest": rulesets.games()["28-gulan"].digest}
    assert hand.phase == live.OPENED


def test_a_seed_receipt_says_hand_seat_hash_and_the_first_time() -> None:
    """LOG.md, "Seed receipts": the same text again gives the same receipt."""
    record = simulated("28-gulan")[0].record
    hand = published(record)
    text = record["player_seeds"][2]
    first = hand.seed(2, text, MS)
    assert hand.seed(2, text, MS + 999) == first
    receipt = parse_seed_receipt(first)
    assert receipt == (record["header"]["hand"], 2, sha256(text.encode()).hexdigest(), MS)
    assert hand.missing == (0, 1, 3)


def test_leaves_are_those_of_the_log_and_made_once() -> None:
    """LOG.md, "Leaves": a retry after a crash repeats the same bytes."""
    record = simulated("28-gulan")[0].record
    hand = opened(record)
    commit = hand.commit_leaf(MS)
    assert commit["header"] == sha256(canonical(record["header"])).hexdigest()
    assert hand.commit_leaf(MS + 5) == commit
    hand.published(proof_of(commit), POLICY, NOW)
    assert hand.commit_leaf(MS + 6) == commit
    for seat, seed in enumerate(record["player_seeds"]):
        hand.seed(seat, seed, MS)
    hand.deal()
    deal = hand.deal_leaf(MS + 7)
    assert deal["salt"] == salt(record["header"], record["player_seeds"]).hex()
    assert hand.deal_leaf(MS + 8) == deal
    for event in record["events"]:
        move(hand, event)
    hand.close()
    assert hand.deal_leaf(MS + 8) == deal
    assert hand.close_leaf(MS + 9)["type"] == "result"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_hand_given_up_anywhere_is_void_by_the_audit(rules: str) -> None:
    """RECORD.md, "Void records": opened, published, some seeds, all seeds, dealt, some events."""
    record = simulated(rules)[1].record
    seats = len(record["player_seeds"])
    some = published(record)
    some.seed(1, record["player_seeds"][1], MS)
    hands = [
        (opened(record), "seed-missing", [*range(seats)]),
        (published(record), "seed-missing", [*range(seats)]),
        (some, "seed-missing", [seat for seat in range(seats) if seat != 1]),
        (seeded(record), "players-left", []),
        (played(record, 0), "misdeal", []),
        *((played(record, count), "server-fault", []) for count in range(1, len(record["events"]), 7)),
    ]
    for hand, reason, missing in hands:
        if reason == "server-fault" and parse_json(hand.snapshot())["log_head"] == record["log_head"]:
            continue
        data = hand.void(reason)
        leaf = hand.close_leaf(MS)
        verdict = audit_void(data)
        assert (verdict.verdict, verdict.fault) == ("void", None)
        assert (leaf["type"], leaf["reason"], leaf["missing"]) == ("void", reason, missing)
        assert leaf["record"] == sha256(data).hexdigest()
        assert hand.record() == data
