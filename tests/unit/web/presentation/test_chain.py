"""The verdict on a stored match in words (issue 10, 2): what it is, which hand it leads to, and why."""

import json
from typing import Any

import pytest

from dealproof.replay.audit import audited
from dealproof.replay.match import Link, chain, link_of
from dealproof.web.presentation.chain import ChainText
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "matches"


def hands(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_bytes().splitlines()]


def link(told: dict[str, Any]) -> Link:
    record, verdict = audited(json.dumps(told).encode(), "")
    assert record
    return link_of(record, verdict)


def told(records: list[dict[str, Any]]) -> ChainText:
    return ChainText(chain(map(link, records)), sentences(ENGLISH))


def test_a_match_that_follows_says_so_and_leads_nowhere() -> None:
    found = told(hands("28-gulan"))
    assert (found.state, found.title) == ("good", "The match follows")
    assert [line.hand for line in found.lines] == [None]
    assert found.lines[0].text.startswith("12 hands, all of them verified.")


def test_a_match_whose_standing_breaks_names_the_hand_and_both_standings() -> None:
    """`fixtures/matches/28-gulan-standing-altered.jsonl`: the page was all green."""
    found = told(hands("28-gulan-standing-altered"))
    assert (found.state, found.title) == ("bad", "The match does not follow")
    assert found.lines[0].hand == "28-gulan-7001:10"
    assert found.lines[0].text == "Hand 10 does not follow from the hand before."
    (line,) = (each.line for each in found.broken)
    assert found.why(line) == ["It starts from kooli 9:3. The hand before ended at kooli 10:2."]
    assert [found.why(other) for other in range(12) if other != line] == [[]] * 11


def test_hands_that_are_missing_are_open_and_named() -> None:
    records = hands("28-gulan")
    found = told([*records[:2], *records[4:6], *records[7:]])
    assert (found.state, found.title) == ("open", "Hands are missing")
    assert found.lines[0].text.startswith("Missing here: hands 3–4, 7.")


def test_a_hand_that_is_not_verified_is_named_and_one_still_played_is_no_fault() -> None:
    records = hands("28-gulan")[:4]
    records[2]["claim"]["score"]["points"] += 1
    found = told(records)
    assert (found.state, found.title) == ("bad", "Not every hand is verified")
    assert found.lines[0].hand == records[2]["header"]["hand"]
    records = hands("28-gulan")[:4]
    records[3]["server_seed"] = records[3]["claim"] = None
    assert (told(records).state, told(records).lines[0].hand) == ("open", records[3]["header"]["hand"])


def test_the_worst_is_said_first_and_the_rest_besides() -> None:
    records = hands("28-gulan-standing-altered")
    del records[4]
    records[1]["claim"]["score"]["points"] += 1
    texts = [line.text for line in told(records).lines]
    assert texts[0] == "Hand 10 does not follow from the hand before."
    assert texts[1].startswith("Not verified: 1 of 11 hands. The first is hand 2.")
    assert texts[2] == "Missing here: hand 5."


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"table": "elsewhere"}, "It was played at table elsewhere. The hand before was played at table "),
        ({"number": 1}, "It is hand 1 of the table. After the hand before it must be hand "),
        ({"dealer": 3}, " deals. It is the turn of "),
        ({"seats": ["A", "B", "C", "D"]}, "The players are A, B, C, D. In the hand before they were "),
    ],
)
def test_every_reason_is_said_with_both_values(header: dict[str, Any], said: str) -> None:
    records = hands("28-gulan")[:5]
    records[4]["header"].update(header)
    assert any(said in each for each in told(records).why(4))


def test_a_match_that_starts_from_another_standing_says_what_a_match_starts_from() -> None:
    records = hands("28-gulan")[:1]
    records[0]["header"]["match"]["before"]["kooli"] = [7, 5]
    found = told(records)
    assert found.lines[0].text == "Hand 1 is not a valid first hand of a match."
    assert found.why(0) == ["It starts from kooli 7:5. A match starts from kooli 6:6."]
    unknown = ChainText(chain([link(records[0])._replace(start=None)]), sentences(ENGLISH))
    (why,) = unknown.why(0)
    assert why.endswith("That is not what a match starts from.")
