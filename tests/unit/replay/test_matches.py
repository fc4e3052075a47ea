"""A match followed over its hands (RECORD.md, "Matches"): fixtures/matches, and what breaks a match."""

import json

import pytest

from dealproof.replay.audit import audit, audit_record
from dealproof.replay.judge import judged
from dealproof.replay.match import (
    BROKEN,
    FOLLOWS,
    MISSING,
    REASONS,
    UNVERIFIED,
    JudgedRecord,
    chain,
    follow,
    left_out,
    link_of,
)
from dealproof.replay.record.record import parse
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "matches"
FILES = sorted(FOLDER.glob("*.jsonl"))


def hands(name):
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_bytes().splitlines()]


def played(record):
    parsed = parse(json.dumps(record).encode())
    return JudgedRecord(parsed, audit_record(parsed, record["header"]["hand"]))


MATCHES = {name: tuple(map(played, hands(name))) for name in ("28-gulan", "40-cheettukali")}


def altered(place, header, name="28-gulan"):
    """The match with some values of one hand's header replaced; the other hands are as they were."""
    records = hands(name)
    records[place]["header"].update(header)
    return [*MATCHES[name][:place], played(records[place]), *MATCHES[name][place + 1 :]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_match_follows_or_breaks_as_expected(path):
    expect = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    assert expect.pop("file") == path.name
    # The files count lines from 0 (fixtures/README.md).
    expect["line"] = None if expect["line"] is None else expect["line"] + 1
    told = follow(map(played, hands(path.stem))).to_json()
    assert {key: told[key] for key in expect} == expect
    assert told["verified"]


def test_the_line_of_a_break_is_counted_from_1_as_sources_are():
    """L: `match --format json`; the ninth hand of a match at `matches.jsonl:9` is line 9."""
    told = follow(altered(8, {"dealer": 0 if MATCHES["28-gulan"][8].record.dealer else 1})).to_json()
    assert told["line"] == 9
    assert told["rows"][told["line"] - 1]["hand"] == told["hand"]


def test_a_row_tells_dealer_declarer_bid_score_and_the_standing_after_the_hand():
    records = hands("28-gulan")
    rows = follow(MATCHES["28-gulan"]).rows
    assert [row.dealer for row in rows] == [record["header"]["dealer"] for record in records]
    assert [row.number for row in rows] == list(range(1, 13))
    for row, following in zip(rows, records[1:], strict=False):
        assert row.standing == following["header"]["match"]["before"]
    assert all(row.declarer is not None and row.bid and row.score for row in rows)


def test_a_match_may_not_begin_in_its_middle():
    broken = follow(MATCHES["28-gulan"][3:]).broken
    assert broken is not None
    assert (broken.line, broken.why) == (0, ("number", "standing"))
    assert broken.expected["number"] == 1
    assert broken.expected["standing"]["kooli"] == [6, 6]


@pytest.mark.parametrize(
    ("header", "why", "pointer"),
    [
        ({"table": "elsewhere"}, "table", "/header/table"),
        ({"number": 3}, "table-number", "/header/number"),
        ({"seats": ["A", "B", "C", "D"]}, "seats", "/header/seats"),
        ({"match": None}, "match", "/header/match"),
        ({"dealer": 3}, "dealer", "/header/dealer"),
    ],
)
def test_the_first_hand_that_does_not_follow_is_named_with_its_reason(header, why, pointer):
    broken = follow(altered(4, header)).broken
    assert broken is not None
    # Another header deals other cards, so the hand by itself is no longer right; what it starts from is asked here.
    assert (broken.line, broken.why, broken.pointers) == (4, (why,), (pointer,))


def test_a_hand_of_another_match_is_named():
    match = {**hands("28-gulan")[4]["header"]["match"], "id": "another"}
    broken = follow(altered(4, {"match": match})).broken
    assert broken is not None
    assert (broken.why, broken.found, broken.pointers) == (("match",), {"match": "another"}, ("/header/match/id",))


def test_several_reasons_stand_in_the_order_of_the_record():
    broken = follow(altered(4, {"table": "t", "number": 1, "seats": list("ABCD"), "dealer": 3})).broken
    assert broken is not None
    assert (
        list(broken.why)
        == [why for why in REASONS if why in broken.why]
        == ["table", "table-number", "seats", "dealer"]
    )


def test_a_hand_without_a_result_is_followed_by_nothing():
    records = hands("28-gulan")[:4]
    records[2]["events"].pop()
    match = follow(map(played, records))
    assert match.broken is not None
    assert (match.broken.line, match.broken.why, match.broken.expected) == (3, ("standing",), {"standing": None})
    assert not match.verified


def test_the_standing_is_the_computed_one_and_not_the_claimed():
    records = hands("28-gulan")
    claim = records[2]["claim"]
    claim["match"]["kooli"] = [12, 0]
    match = follow(map(played, records))
    assert match.follows
    assert not match.verified


def test_a_record_that_cannot_be_read_follows_from_nothing():
    bad = JudgedRecord(None, audit(b'{"header": {"hand": "h"}}', "f:3"))
    match = follow([*MATCHES["28-gulan"][:2], bad, *MATCHES["28-gulan"][3:]])
    assert match.broken is not None
    assert (match.broken.line, match.broken.hand, match.broken.why) == (2, "h", ("malformed",))
    assert len(match.rows) == 12


def test_numbers_left_out_are_listed_and_no_more_than_a_thousand_of_them():
    assert list(left_out([4, 5, 9, 7, 7])) == [range(6, 7), range(8, 9)]
    told = follow(altered(11, {"number": 2**52})).to_json()
    assert told["follows"]
    assert told["gaps"] == list(range(12, 1012))
    assert told["left_out"] == 2**52 - 12


def test_no_hand_is_no_match():
    assert follow([]).to_json()["hands"] == 0


def links(hands):
    return [link_of(hand.record, hand.verdict) for hand in hands]


def chain_of(name):
    return chain(links(map(played, hands(name))))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_stored_of_a_match_breaks_where_its_records_break(path):
    expect = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    found = chain_of(path.stem)
    first = next((each for each in found.breaks if each), None)
    # A hand that is missing breaks no chain of what is stored: it is missing.
    lost = found.gaps and expect["why"] and set(expect["why"]) <= {"number", "dealer", "standing"}
    if expect["follows"] or lost:
        assert first is None
        assert found.state == (MISSING if lost else FOLLOWS)
        return
    assert found.state == BROKEN
    assert (first.line, [*first.why]) == (expect["line"], expect["why"])


def test_a_match_with_an_altered_standing_is_broken_at_that_hand_and_at_no_other():
    found = chain_of("28-gulan-standing-altered")
    broken = [each for each in found.breaks if each]
    assert found.state == BROKEN
    assert [each.why for each in broken] == [("standing",)] * len(broken)
    line = broken[0].line
    assert broken[0].found["standing"] != broken[0].expected["standing"]
    assert broken[0].expected["standing"] == dict(found.links[line - 1].after)


def test_hands_that_are_missing_are_named_and_ask_for_nothing_that_they_alone_could_tell():
    records = hands("28-gulan")
    found = chain(links(map(played, [*records[:2], *records[4:6], *records[8:]])))
    assert found.state == MISSING
    assert found.gaps == (range(3, 5), range(7, 9))
    assert found.missing == 4
    # Table, players and the number at the table are still compared.
    records[4]["header"]["table"] = "elsewhere"
    found = chain(links(map(played, [*records[:2], *records[4:6]])))
    assert found.state == BROKEN
    assert found.breaks[2].why == ("table",)


def test_a_match_that_begins_in_its_middle_lacks_its_first_hands():
    found = chain(links(MATCHES["28-gulan"][3:]))
    assert (found.state, found.gaps, any(found.breaks)) == (MISSING, (range(1, 4),), False)


def test_a_match_that_begins_with_another_standing_is_broken_at_its_first_hand():
    records = hands("28-gulan")[:2]
    records[0]["header"]["match"]["before"]["kooli"] = [7, 5]
    found = chain(links(map(played, records)))
    assert found.state == BROKEN
    assert found.breaks[0].why == ("standing",)


def test_two_hands_with_one_place_break_the_match_by_their_number():
    records = hands("28-gulan")[:3]
    second = json.loads(json.dumps(records[1]))
    second["header"]["hand"] = "another"
    second["header"]["number"] += 1
    found = chain(links(map(played, [*records[:2], second])))
    assert found.state == BROKEN
    assert (found.breaks[2].why, found.breaks[2].found, found.breaks[2].expected) == (
        ("number",),
        {"number": 2},
        {"number": 3},
    )


def test_after_a_hand_without_a_result_the_standing_is_unknown_and_that_hand_is_what_is_wrong():
    records = hands("28-gulan")[:4]
    records[2]["events"].pop()
    found = chain(links(map(played, records)))
    assert found.state == UNVERIFIED
    assert [link.place for link in found.unverified] == [3]
    unread = [*links(map(played, records[:2])), links(map(played, records))[2]._replace(known=False, verdict=None)]
    assert chain([*unread, *links(map(played, records))[3:]]).state == UNVERIFIED


@pytest.mark.parametrize("name", ["kazhutha", "rummy-13", "seating-28"])
def test_a_hand_of_a_game_without_matches_is_no_first_hand_of_one(name):
    """RECORD.md, "Matches": the result of such a game has no standing."""
    lines = (ROOT / "fixtures" / "records" / f"{name}.jsonl").read_bytes().splitlines()
    record = next(line["record"] for line in map(json.loads, lines) if line["expect"]["verdict"] == "verified")
    broken = follow([played(record)]).broken
    assert (broken.line, broken.why) == (0, ("match",))


# Void hands


def given_up(record, **header):
    """The hand of a record, given up before the deal: a void record, judged."""
    void = {key: record[key] for key in ("header", "rules", "server_seed", "player_seeds")}
    void = json.loads(json.dumps(void))
    void["header"] |= {"hand": f"{record['header']['hand']}-void", **header}
    whole = {"format": "dealproof/void/1", **void, "events": [], "log_head": None, "reason": "misdeal"}
    return JudgedRecord(*judged(json.dumps(whole).encode(), "void"))


def with_void(place, **header):
    """A match with a gap in its table numbers, with a void hand before the one at `place`, numbered as that one."""
    records = hands("28-gulan-void-hands-between")
    followed = [*map(played, records)]
    number = records[place]["header"]["number"] - 1
    return [*followed[:place], given_up(records[place], **{"number": number, **header}), *followed[place:]]


def gap():
    """The place of the hand after the gap."""
    numbers = [record["header"]["number"] for record in hands("28-gulan-void-hands-between")]
    return next(at for at, number in enumerate(numbers) if at and number > numbers[at - 1] + 1)


def test_a_void_hand_fills_a_gap_and_leaves_the_match_as_it_was():
    """RECORD.md, "Matches": the next hand has the same number of the match, dealer and standing."""
    found = follow(with_void(gap()))
    assert found.follows, found.broken
    assert [row.verdict for row in found.rows].count("void") == 1
    assert [*map(len, found.gaps)] == [1]
    assert (found.verified, found.sound) == (False, True)
    assert "sound" not in found.to_json()["rows"][0]


def test_a_match_may_begin_with_a_void_hand():
    first = hands("28-gulan")[0]
    second = json.loads(json.dumps(first))
    second["header"]["number"] += 1
    assert follow([given_up(first), played(second)]).follows


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"table": "another"}, "table"),
        ({"number": 1}, "table-number"),
        ({"match": None}, "match"),
        ({"dealer": 0}, "dealer"),
    ],
    ids=["table", "table-number", "match", "dealer"],
)
def test_a_void_hand_must_follow_as_any_other(header, why):
    place = gap()
    if why == "dealer":
        header = {"dealer": (hands("28-gulan-void-hands-between")[place]["header"]["dealer"] + 1) % 4}
    broken = follow(with_void(place, **header)).broken
    assert broken is not None
    assert (broken.line, broken.why) == (place, (why,))


def test_the_hand_after_a_void_one_has_a_greater_number_at_the_table():
    place = gap()
    number = hands("28-gulan-void-hands-between")[place]["header"]["number"]
    broken = follow(with_void(place, number=number)).broken
    assert broken is not None
    assert (broken.line, broken.why) == (place + 1, ("table-number",))


@pytest.mark.parametrize("after", [False, True], ids=["stored first", "stored after"])
def test_stored_void_hands_have_the_place_of_the_hand_after_them(after):
    place = gap()
    judgements = with_void(place)
    if after:
        judgements[place : place + 2] = reversed(judgements[place : place + 2])
    links = [link_of(each.record, each.verdict) for each in judgements]
    found = chain(links)
    assert (found.state, found.unverified, found.gaps) == (FOLLOWS, [], ())
    lonely = [link for link in links if link.verdict == "void" or link.place != place + 1]
    assert chain(lonely).gaps == (range(place + 1, place + 2),)
