"""The board before the first wrong move, against what the replayer itself says that each seat holds."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay import rulesets
from dealproof.replay.audit import deal, recast
from dealproof.replay.core import engine
from dealproof.replay.record.record import Record, parse
from dealproof.verifier.commitment import commit_player_seed
from dealproof.web.disputes.board import Board
from dealproof.web.disputes.boards import first_wrong, first_wrong_under
from dealproof.web.disputes.case import Case, Evidence, open_case
from dealproof.web.disputes.claims import claims
from dealproof.web.disputes.files import files
from dealproof.web.disputes.summary import summary
from tests.support.disputes import kinds, samples, vectors
from tests.support.paths import ROOT, SAMPLES

RECORDS = sorted(path.stem for path in (ROOT / "fixtures" / "records").glob("*.jsonl"))
STOPPED = {"illegal", "incomplete"}


def stopped(rules: str) -> list[dict[str, Any]]:
    """The vectors of a rule set that stop before their end: by an illegal move, or with the log."""
    return [each for each in vectors(f"records/{rules}.jsonl") if each["expect"]["verdict"] in STOPPED]


def held(board: Board, seats: int) -> list[list[str]]:
    """The cards of each seat on a board, sorted."""
    shown: list[list[str]] = [[] for _ in range(seats)]
    for seat in board.seats:
        shown[seat.seat] = sorted(card for stage in seat.stages for group in stage for card in group.cards)
    return shown


def played(record: Record) -> Any:
    """The hand of a record before its first illegal event, from the engine."""
    hand = deal(record)
    engine.play_out(record.game, hand, record.events)
    return hand


def views(record: Record) -> list[dict[str, Any]]:
    """What each seat sees there."""
    hand = played(record)
    return [record.game.view(hand, seat) for seat in range(len(record.seats))]


@pytest.mark.parametrize("rules", RECORDS)
def test_a_board_shows_what_each_seat_sees_of_its_own_cards_and_who_is_to_act(rules: str) -> None:
    found = stopped(rules)
    assert found or rules.startswith("seating")
    for vector in found:
        data = json.dumps(vector["record"]).encode()
        case, record = open_case(Evidence(data)), parse(data)
        shown = first_wrong(case)
        assert shown is not None
        seen = views(record)
        if "hand" not in seen[0]:
            continue  # a draw for seats has no cards in hand
        assert held(shown.board, len(record.seats)) == [sorted(each["hand"]) for each in seen], vector["name"]
        assert len(shown.board.to_act) == len(seen[0]["to_act"])
        if "table" in seen[0] and seen[0]["table"] and "leader" in seen[0]:
            assert [each.card for each in shown.board.table] == seen[0]["table"], vector["name"]


@pytest.mark.parametrize("rules", RECORDS)
def test_the_move_on_a_board_is_the_first_illegal_one_of_the_independent_vectors(rules: str) -> None:
    for vector in stopped(rules):
        case = open_case(Evidence(json.dumps(vector["record"]).encode()))
        shown, event = first_wrong(case), vector["expect"]["event"]
        assert shown is not None
        if event is None:
            assert shown.board.move is None
            continue
        assert shown.board.move is not None
        assert shown.board.move.number == event + 1
        assert f"before move {event + 1}" in shown.heading
        assert claims(case)[0].holds is False


def test_card_points_so_far_are_those_of_the_engine() -> None:
    for vector in stopped("28-standard"):
        data = json.dumps(vector["record"]).encode()
        case, record = open_case(Evidence(data)), parse(data)
        shown = first_wrong(case)
        assert shown is not None
        assert case.hand is not None
        points = views(record)[0]["card_points"]
        sides = [" & ".join(case.hand.seats[side::2]) for side in (0, 1)]
        narrative = case.hand.narrative
        if narrative is not None and any(each.winner is not None for each in narrative.tricks):
            expected = f"Card points: {sides[0]} {points[0]}, {sides[1]} {points[1]}."
            assert expected in shown.board.score, vector["name"]


def under(sample: str, rules: str) -> Case:
    return open_case(samples()[sample]._replace(under=rulesets.builtin(rules)))


@pytest.mark.parametrize(
    "sample", ["01-28-made-with-a-ruff", "11-28-did-not-follow-suit", "20-28-published-before-play"]
)
@pytest.mark.parametrize("rules", ["28-gulan", "28-kerala-house"])
def test_the_board_under_other_rules_is_dealt_by_those_rules(sample: str, rules: str) -> None:
    case = under(sample, rules)
    shown = first_wrong_under(case)
    assert case.under is not None
    record = recast(parse(case.evidence.record), case.under.game)
    made = json.loads(files(case)["under.json"])
    assert (made["event"], made["rule"]) == (case.under.retrial.event, case.under.retrial.rule)
    if made["event"] is None:
        assert shown is None or shown.board.move is None
        return
    assert shown is not None
    assert shown.heading.endswith(f"move {made['event'] + 1}, under {rules}")
    assert held(shown.board, 4) == [sorted(each["hand"]) for each in views(record)]


def test_a_preset_and_a_house_rule_set_for_the_same_cards_can_be_tried() -> None:
    base = rulesets.builtin("28-standard")
    assert base is not None
    options = {**base.options(), "id": "our-28", "jodi": {**base.options()["jodi"], "enabled": True}}  # type: ignore[dict-item]
    ours = rulesets.read(base.from_options(options), "our-28", "")
    case = open_case(samples()["01-28-made-with-a-ruff"]._replace(under=ours))
    assert case.under is not None
    assert case.under.retrial.event is None
    assert case.under.retrial.result is not None
    text = summary(case)
    assert "The same hand under our-28" in text
    assert "every move is legal, and this is the result" in " ".join(text.split())


def test_a_hand_that_came_to_its_end_has_no_board_and_its_result_is_compared() -> None:
    for kind in ("01-28-made-with-a-ruff", "12-28-paid-wrongly", "17-rummy-declared", "19-seating-40-gulan"):
        case = open_case(kinds()[kind])
        assert first_wrong(case) is None
        assert claims(case)
    right = [each.holds for each in claims(open_case(kinds()["12-28-paid-wrongly"]))]
    assert right == [False, False]


def test_nobody_is_accused_of_a_move_that_is_not_proven() -> None:
    case = open_case(kinds()["10-28-seed-changed-afterwards"])
    text = " ".join(summary(case).split())
    assert "no evidence against a player" in text
    assert "The board before move 8, if the seeds and moves in this record were right" in text
    assert all("Move 8" not in each.what for each in claims(case))
    assert 'class="illegal"' not in files(case)["report.html"].decode()
    assert 'class="illegal"' in files(open_case(kinds()["11-28-did-not-follow-suit"]))["report.html"].decode()


@pytest.mark.parametrize("rules", ["28-kerala-house", "40-gulan", "56-support", "seating-56"])
def test_the_board_before_the_first_move_that_its_player_did_not_sign(rules: str) -> None:
    """PROTOCOL.md, "What a check answers": a signature covers the log up to and with its event."""
    found = [
        each for each in vectors(f"records/{rules}.jsonl") if each["expect"]["checks"].get("signatures") == "failed"
    ]
    assert found
    for vector in found:
        case = open_case(Evidence(json.dumps(vector["record"]).encode()))
        shown = first_wrong(case)
        assert case.unsigned is not None
        assert shown is not None
        assert shown.board.move is not None
        assert shown.board.move.number == case.unsigned.event + 1
        assert shown.heading.endswith("which its player did not sign")
        owners = [seat for seat, key in enumerate(vector["record"]["header"]["seat_keys"]) if key is not None]
        signed = [index for index, each in enumerate(vector["record"]["events"]) if each.get("seat") in owners]
        assert case.unsigned.event in signed
        if missing := [index for index in signed if "sig" not in vector["record"]["events"][index]]:
            assert case.unsigned.event == missing[0]


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_a_changed_log_is_unsigned_from_the_first_signed_move_at_the_change_on(data: st.DataObject) -> None:
    told = json.loads(samples()["05-28-kerala-house-signed"].record)
    owners = [seat for seat, key in enumerate(told["header"]["seat_keys"]) if key is not None]
    signed = [index for index, each in enumerate(told["events"]) if each.get("seat") in owners]
    changed = data.draw(st.sampled_from(range(signed[-1] + 1)))
    told["events"][changed]["t"] = told["events"][changed].get("t", 0) + 1
    case = open_case(Evidence(json.dumps(told).encode()))
    assert case.hand is not None
    assert case.unsigned is not None
    assert case.unsigned.event == min(index for index in signed if index >= changed)


def test_a_seed_that_is_not_the_fixed_one_is_named_by_its_player() -> None:
    """A player has to see whether it is their own."""
    (record,) = SAMPLES.glob("10-*.hand.json")
    (seeds, *_) = claims(open_case(Evidence(record.read_bytes())))
    json_of = json.loads(record.read_bytes())
    fixed, names = json_of["header"]["player_commitments"], json_of["header"]["seats"]
    wrong = [seat for seat, seed in enumerate(json_of["player_seeds"]) if commit_player_seed(seed) != fixed[seat]]
    assert seeds.right.endswith(": " + " & ".join(f"{names[seat]} (seat {seat + 1})" for seat in wrong) + ".")
