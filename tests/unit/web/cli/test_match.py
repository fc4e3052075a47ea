"""`dealproof match`: the table, the JSON object and the exit status."""

import json
import re

import pytest
from click.testing import CliRunner

from dealproof.replay import rulesets
from dealproof.replay.imported import audit_import
from dealproof.replay.match import REASONS
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.records import simulate
from dealproof.web.cli.main import main
from dealproof.web.cli.match import WIDTHS
from dealproof.web.cli.terminal import width
from dealproof.web.presentation.match import short_standing
from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "matches"


def run(*arguments):
    return CliRunner().invoke(main, ["match", *map(str, arguments)])


def test_a_match_that_follows_is_a_table_of_80_columns():
    told = run(FOLDER / "28-gulan-void-hands-between.jsonl")
    assert told.exit_code == 0
    assert all(width(line) <= 80 for line in told.output.splitlines())
    assert "Missing table numbers: 10–11." in told.output
    assert told.output.startswith("✓ The match follows. 12 hands, 12 verified.\n")


def test_the_first_hand_that_does_not_follow_is_named():
    told = run(FOLDER / "40-gulan-wrong-dealer.jsonl")
    assert told.exit_code == 1
    verdict, where, *_ = told.output.split("\n")
    assert verdict == "✗ The match does not follow. 12 hands, 12 verified."
    assert where.startswith("  Hand 10 of 12, 40-gulan-7001:10")
    assert [line[:22].split() for line in told.output.split("\n") if line.startswith("✗")][1:] == [
        ["✗10", "40-gulan-7001:10"]
    ]
    assert "It is the turn of" in told.output
    assert "/header" not in told.output


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_as_json_a_match_is_one_object(path):
    told = run("--format", "json", path)
    expect = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    match = json.loads(told.output)
    assert match["follows"] == expect["follows"]
    assert told.exit_code == (0 if expect["follows"] else 1)


def test_a_match_may_lie_in_several_files(tmp_path):
    lines = (FOLDER / "28-standard.jsonl").read_bytes().splitlines(keepends=True)
    for name, part in (("a", lines[:5]), ("b", lines[5:])):
        (tmp_path / f"{name}.hands.jsonl").write_bytes(b"".join(part))
    assert run(tmp_path).exit_code == 0
    assert run(tmp_path / "b.hands.jsonl", tmp_path / "a.hands.jsonl").exit_code == 1


def test_a_hand_that_is_not_verified_is_no_verified_match(tmp_path):
    lines = (FOLDER / "28-standard.jsonl").read_bytes().splitlines(keepends=True)
    record = json.loads(lines[-1])
    record["claim"]["made"] = not record["claim"]["made"]
    path = tmp_path / "m.hands.jsonl"
    path.write_bytes(b"".join(lines[:-1]) + json.dumps(record).encode())
    told = run(path)
    assert told.exit_code == 1
    assert told.output.startswith("✗ Not every hand is verified. 12 hands, 11 verified.\n")
    assert "is the first that is not verified: " in " ".join(told.output.split())


@pytest.mark.parametrize("language", languages())
def test_the_column_of_results_has_room_for_every_verdict(language):
    words = sentences(language).sections["verdict-words"].values()
    assert [word for word in words if width(word) > WIDTHS[5]] == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_the_table_names_no_part_of_a_standing_as_json_does(language, path):
    """Issue 14, point 2."""
    *_, table = run("--lang", language, path).output.split("\n\n")
    assert not set(re.findall("[a-z_]+", table)) & {"totals", "kooli", "net", "flags", "slams", "kunukku", "fresh"}


@pytest.mark.parametrize("language", languages())
def test_a_hand_that_is_not_verified_has_its_verdict_in_words(language, tmp_path):
    path = tmp_path / "a.hand.json"
    path.write_text("{}")
    *_, row = run("--lang", language, path).output.rstrip("\n").split("\n")
    assert sentences(language).say("verdict-words", "malformed") in row


def test_the_column_of_standings_says_who_is_ahead():
    said = [short_standing(each, sentences(ENGLISH)) for each in ({"net": 3}, {"net": -3}, {"net": 0}, None)]
    assert said == ["side 1 ahead by 3", "side 2 ahead by 3", "neither side ahead", "–"]
    worn = {"kooli": [7, 5], "slams": [1, 0], "kunukku": [False, True], "fresh": 1}
    assert short_standing(worn, sentences(ENGLISH)) == "kooli 7:5, slams 1:0, kunukku 2"


def test_no_hand_is_5_and_no_file_is_2(tmp_path):
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert run(tmp_path / "empty.jsonl").exit_code == 5
    assert run(tmp_path / "none.jsonl").exit_code == 2


def test_one_hand_is_counted_as_one(tmp_path):
    lines = (FOLDER / "28-standard.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "first.jsonl").write_bytes(lines[0])
    (tmp_path / "second.jsonl").write_bytes(lines[1])
    assert "✓ The match follows. 1 hand, 1 verified." in run(tmp_path / "first.jsonl").output
    second = " ".join(run(tmp_path / "second.jsonl").output.split())
    assert "✗ The match does not follow. 1 hand, 1 verified. Hand 1, " in second
    assert "is not a valid first hand of a match:" in second


def test_a_first_hand_of_no_match_is_told_so_and_of_no_hand_before(tmp_path):
    records = (FOLDER.parent / "records" / "28-standard.jsonl").read_bytes().splitlines()
    alone = next(line["record"] for line in map(json.loads, records) if line["record"]["header"]["match"] is None)
    path = tmp_path / "alone.hand.json"
    path.write_text(json.dumps(alone), encoding="utf-8")
    told = " ".join(run(path).output.split())
    assert "It belongs to no match" in told
    assert "hand before" not in told


def test_every_reason_has_a_sentence():
    assert set(sentences(ENGLISH).sections["match-reasons"]) >= {*REASONS, "malformed", "error"}


def test_a_void_hand_is_counted_by_itself_and_breaks_no_match(tmp_path):
    """RECORD.md, "Matches"."""
    first, *_ = (FOLDER / "28-standard.jsonl").read_bytes().splitlines()
    record = json.loads(first)
    void = {key: record[key] for key in ("header", "rules", "server_seed", "player_seeds")}
    void |= {"format": "dealproof/void/1", "events": [], "log_head": None, "reason": "misdeal"}
    void["header"] = record["header"] | {"hand": "given-up"}
    record["header"]["number"] += 1
    path = tmp_path / "match.hands.jsonl"
    path.write_text(f"{json.dumps(void)}\n{json.dumps(record)}\n")
    told = run(path)
    # The hand was sealed under another number, so that it is tampered with; the void one is fine.
    assert told.output.startswith("✗ Not every hand is verified. 2 hands, 0 verified, 1 void.\n")
    path.write_text(f"{json.dumps(void)}\n")
    alone = run(path)
    assert alone.exit_code == 0
    assert alone.output.startswith("✓ The match follows. 1 hand, 1 void.\n")
    rows = json.loads(run("--format", "json", path).output)["rows"]
    assert (rows[0]["verdict"], "sound" in rows[0]) == ("void", False)


def test_a_match_of_imported_hands_never_looks_like_a_proven_one(tmp_path):
    """RECORD.md, "Imported hands": every sentence about such a hand says that nothing is known of the cards."""
    hands = [imported(hand).record for hand in simulate(rulesets.games()["28-standard"], "imported match", 12)]
    verified = next(each for each in hands if audit_import(json.dumps(each).encode()).sound)
    path = tmp_path / "a.hand.json"
    path.write_text(json.dumps(verified))
    match = json.loads(run("--format", "json", path).output)
    assert (match["verified"], match["rows"][0]["verdict"]) == (False, "imported")
    told = run(path).output
    assert "✓" not in told
    assert "1 hand is imported: nothing is known of how its cards came about." in " ".join(told.split())


def test_a_later_hand_of_no_match_is_said_to_be_of_none(tmp_path):
    lines = [json.loads(line) for line in (FOLDER / "28-standard.jsonl").read_bytes().splitlines()]
    lines[1]["header"]["match"] = None
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert "It belongs to no match. The hand before belongs to match" in " ".join(run(path).output.split())
