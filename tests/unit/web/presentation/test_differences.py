"""A wrong result in words: every value of every family's result, with what was recorded and what the moves give."""

import copy
import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.replay.audit import audited, compare
from dealproof.replay.verdict import Difference as Leaf
from dealproof.web.presentation.differences import Difference, differences
from dealproof.web.presentation.games import PRESENTATIONS
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT
from tests.unit.web.conftest import MISMATCH, Run, hand_id, record, text

FIXTURES = ROOT / "fixtures"
RECORDS = sorted((FIXTURES / "records").glob("*.jsonl"))
MATCHES = sorted((FIXTURES / "matches").glob("*.jsonl"))
SEATS = ["Asha", "Biju", "Chandran", "Devi", "Eapen", "Fathima", "Gopal", "Hari"]
MOST_OF_A_FILE = 8
FOR_NULL = {"trump": "s", "donkey": 0, "fresh": 1, "match": {"totals": [3, -3]}}


def results() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Computed results of every rule set and every way to keep a match's standing, one of each kind; with the family
    and the file of each."""
    for path in [*RECORDS, *MATCHES]:
        seen = set()
        for line in map(json.loads, path.read_bytes().splitlines()):
            record, told = audited(json.dumps(line.get("record", line)).encode(), "")
            if record is None or told.result is None:
                continue
            shape = re.sub(r"-?\d+", "0", json.dumps(told.result))[:400]
            if shape not in seen and len(seen) < MOST_OF_A_FILE:
                seen.add(shape)
                yield record.game.family, path.stem, copy.deepcopy(dict(told.result))


def altered(value: Any, key: str) -> Any:
    """Another value of the same type; for what is missing one that might have been there."""
    if value is None:
        return [["7h", "8h", "9h"]] if key == "melds" else FOR_NULL[key]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value == "flag":
        return -5
    if len(value) == 2 and value[1] in "shdc":
        return "8h" if value == "7h" else "7h"
    return value + "x"


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*place, key))
    else:
        yield place


def told(family: str, found: list[Leaf], result: dict[str, Any], seats: list[str]) -> list[Difference]:
    verdict = {"result": result, "differences": [each.to_json() for each in found]}
    return differences(PRESENTATIONS[family], verdict, seats, sentences(ENGLISH))


def test_every_value_of_every_familys_result_has_a_sentence_with_both_values_and_no_pointer() -> None:
    codes: set[str] = set()
    for family, rules, result in results():
        for place in leaves(result):
            claim = copy.deepcopy(result)
            at: Any = claim
            for key in place[:-1]:
                at = at[key]
            names = [key for key in place if isinstance(key, str)]
            at[place[-1]] = altered(at[place[-1]], names[-1])
            found = compare(claim, result)
            assert len(found) == 1, (rules, place)
            for seats in (SEATS, []):
                (each,) = told(family, found, result, seats)
                assert each.recorded != each.computed
                assert each.recorded
                assert each.computed
                assert not re.search(r"/|\{|None|True|False|\[", each.sentence), (rules, place, each.sentence)
                assert each.sentence.count(each.what) == 1
            codes.add("-".join(names))
    english = sentences(ENGLISH).sections["difference"]
    assert codes <= set(english)
    assert {"score-points", "match-kooli", "match-kunukku", "match-fresh", "melds", "tokens", "donkey"} <= codes


@pytest.mark.parametrize(
    ("family", "field", "recorded", "computed", "sentence"),
    [
        ("gulan", "/score/points", 2, -1, "Points for Asha & Chandran: the operator recorded 2; the moves give −1."),
        (
            "gulan",
            "/score/points",
            "flag",
            -1,
            "Points for Asha & Chandran: the operator recorded the flag; the moves give −1.",
        ),
        ("gulan", "/trump", None, "d", "Trump: the operator recorded no trump; the moves give ♦ diamonds."),
        ("gulan", "/declarer", 9, 1, "Declarer: the operator recorded seat 10; the moves give Biju (seat 2)."),
        (
            "gulan",
            "/match/net",
            3,
            -4,
            "Lead in the match after this hand: the operator recorded Asha & Chandran ahead by 3; ",
        ),
        (
            "kazhutha",
            "/places",
            [[0], [1, 2]],
            [[1]],
            "Order of going out: the operator recorded Asha (seat 1), Biju (seat 2) & ",
        ),
        (
            "gulan",
            "/score/team",
            7,
            1,
            "Side that the score is for: the operator recorded the side of seat 8; the moves give ",
        ),
    ],
)
def test_a_difference_is_said_in_the_terms_of_players(
    family: str, field: str, recorded: Any, computed: Any, sentence: str
) -> None:
    result = {"score": {"team": 0, "points": -1}}
    (each,) = told(family, [Leaf(field, recorded, computed)], result, SEATS[:4])
    assert each.sentence.startswith(sentence)


def test_the_groups_of_a_seat_are_one_difference_with_all_groups_recorded_and_computed() -> None:
    result = {"melds": [[["3h", "4h", "5h"], ["7c", "8c", "9c"]], None]}
    found = [
        Leaf("/melds/0/0/0", "6h", "3h"),
        Leaf("/melds/0/1", ["Kc", "Kd", "Kh", "Ks"], ["7c", "8c", "9c"]),
        Leaf("/melds/1", [["2s", "2h", "2d"]], None),
    ]
    first, second = told("rummy", found, result, SEATS)
    assert (first.recorded, first.computed) == ("6♥ 4♥ 5♥, K♣ K♦ K♥ K♠", "3♥ 4♥ 5♥, 7♣ 8♣ 9♣")
    assert (second.recorded, second.computed) == ("2♠ 2♥ 2♦", "no groups")


def test_page_and_command_say_a_wrong_result_in_words_and_the_json_alone_has_pointers(
    client: FlaskClient, run: Run
) -> None:
    """Issue 10, 2: mismatches as JSON pointers (`/card_points/0`) are for the JSON."""
    seats = record(MISMATCH)["header"]["seats"]
    sentence = f"Card points of {seats[0]} & {seats[2]}: the operator recorded 9; the moves give 8."
    shown = html.unescape(client.get(f"/hands/{hand_id(MISMATCH)}").get_data(as_text=True))
    assert f"Card points of {seats[0]} & {seats[2]}" in shown
    assert "The operator recorded</span> <del>9</del>" in shown
    assert "The moves give</span> <ins>8</ins>" in shown
    assert sentence in " ".join(run("show", "-", stdin=text(MISMATCH)).stdout.split())
    checked = " ".join(run("check", "-", stdin=text(MISMATCH)).stdout.split())
    assert "the operator recorded 9; the moves give 8." in checked
    for output in (shown, run("show", "-", stdin=text(MISMATCH)).stdout, checked):
        assert "/card_points" not in output
    assert "/card_points/0" in run("check", "--format", "json", "-", stdin=text(MISMATCH)).stdout
