"""Moves by number: as people count them, each one beside its cards, and the illegal one where it was made."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.web.judging import judged
from dealproof.web.presentation.hand import describe_hand
from dealproof.web.presentation.pieces import HandText
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT
from tests.unit.web.conftest import ILLEGAL, Run, hand_id, record, text

FIXTURES = ROOT / "fixtures"
RECORDS = sorted((FIXTURES / "records").glob("*.jsonl"))
RULES = sorted((FIXTURES / "rules").glob("**/*.jsonl"))


def told(data: bytes) -> HandText | None:
    hand, _ = judged(data, "")
    return describe_hand(hand, sentences(ENGLISH)) if hand else None


def numbers(told: HandText) -> list[int]:
    """The numbers of all moves that a page anchors."""
    deals = [
        number
        for deal in told.deals
        for number in (deal.cut_number, deal.redeal_number, deal.illegal.number if deal.illegal else None)
        if number is not None
    ]
    calls = [call.number for auction in told.auctions for call in auction.calls]
    trumps = [trump.number for trump in told.trumps if not trump.elsewhere]
    tricks = [move.number for trick in told.tricks for cell in trick.cells for move in cell.moves]
    turns = [move.number for turn in told.turns for move in turn.moves]
    moves = [move.number for move in told.moves]
    return sorted([*moves, *deals, *calls, *trumps, *tricks, *turns])


def lines(path: Path) -> list[dict[str, Any]]:
    return [line.get("record", line) for line in map(json.loads, path.read_bytes().splitlines())]


@pytest.mark.parametrize("path", [*RECORDS, *RULES], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_move_up_to_the_illegal_one_is_told_once_with_its_number_from_1(path: Path) -> None:
    met = 0
    for each in lines(path):
        hand = told(json.dumps(each).encode())
        if hand is None:
            continue
        fault = hand.hand.verdict["fault"]
        last = len(hand.hand.events) if fault is None else fault["event"] + 1
        assert numbers(hand) == list(range(1, last + 1)), each["header"]["hand"]
        met += last
    assert met


def page(client: FlaskClient, hand: str) -> str:
    return html.unescape(client.get(f"/hands/{hand}").get_data(as_text=True))


def test_an_illegal_card_is_struck_out_in_the_trick_where_it_was_played_and_the_message_leads_to_it(
    client: FlaskClient,
) -> None:
    shown = page(client, hand_id(ILLEGAL))
    fault = judged(text(ILLEGAL), "")[1].fault
    assert fault
    number = fault.event + 1
    assert f'href="#e{number}">Move {number}</a>' in shown
    table = shown[shown.index('<table class="tricks') :]
    struck = re.search(r'<s class="illegal"><span class="unseen">not legal: </span>(.*?)</s>(.*?)</td>', table, re.S)
    assert struck
    card = record(ILLEGAL)["events"][fault.event]["card"]
    assert f">{card[0].replace('T', '10')}</span>" in struck[1]
    assert f'href="#e{number}"' in struck[2]
    assert re.search(rf'<li id="e{number}" class="illegal-move">', shown)


def test_every_move_of_a_page_has_an_anchor_and_no_two_have_one_and_the_deal_has_that_of_0(client: FlaskClient) -> None:
    shown = page(client, hand_id("everyday"))
    ids = re.findall(r'id="e(\d+)"', shown)
    assert sorted(map(int, ids)) == list(range(len(record("everyday")["events"]) + 1))
    targets = re.findall(r'href="#(e\d+)"', shown)
    assert set(targets) <= {f"e{number}" for number in ids}


def test_seats_and_moves_are_counted_from_1_on_the_command_line(run: Run) -> None:
    data = text(ILLEGAL)
    fault = judged(data, "")[1].fault
    assert fault
    assert fault.seat is not None
    shown = " ".join(run("show", "-", stdin=data).stdout.split())
    seat = record(ILLEGAL)["header"]["seats"][fault.seat]
    assert f"Move {fault.event + 1} breaks a rule: {seat} (seat {fault.seat + 1}) played" in shown
    checked = " ".join(run("check", "-", stdin=data).stdout.split())
    assert f"Move {fault.event + 1} breaks a rule: {seat} played" in checked
    assert f"{seat} (seat {fault.seat + 1}) may play" in checked


def test_remarks_of_one_kind_are_one_sentence_that_leads_to_every_move(client: FlaskClient) -> None:
    path = FIXTURES / "records" / "kazhutha.jsonl"
    data = next(line for line in lines(path) if len(judged(json.dumps(line).encode(), "")[1].remarks) > 2)
    events = [each.event for each in judged(json.dumps(data).encode(), "")[1].remarks if each.event is not None]
    shown = html.unescape(client.post("/find", data={"what": json.dumps(data)}).get_data(as_text=True))
    for event in events:
        assert f'<a href="#e{event + 1}">{event + 1}</a>' in shown
    assert shown.count("The time-out") == 1


def test_rounds_of_kazhutha_are_called_so_where_the_first_card_is_illegal(client: FlaskClient) -> None:
    path = FIXTURES / "records" / "kazhutha.jsonl"
    data = next(
        line for line in lines(path) if (fault := judged(json.dumps(line).encode(), "")[1].fault) and fault.event == 0
    )
    shown = html.unescape(client.post("/find", data={"what": json.dumps(data)}).get_data(as_text=True))
    assert "<h2>Rounds</h2>" in shown
    assert "<h2>Tricks</h2>" not in shown
