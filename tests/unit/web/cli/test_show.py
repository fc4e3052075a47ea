"""`dealproof show`: a hand as a person reads it, in 80 columns."""

import json
from pathlib import Path

import pytest

from dealproof.web.cli.terminal import width
from tests.unit.web.conftest import (
    GOOD,
    HIDDEN,
    ILLEGAL,
    MALFORMED,
    MISMATCH,
    TAMPERED,
    Run,
    hand_id,
    record,
    records,
    text,
)


def words(output: str) -> str:
    return " ".join(output.split())


def test_a_verified_hand_is_told_from_the_deal_to_the_score(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("show", "a.hand.json")
    assert result.exit_code == 0
    for heading in ("✓ Verified", "What was checked", "Deal 1", "Auction 1", "Trump", "Tricks", "Result", "Seeds"):
        assert f"\n{heading}" in f"\n{result.stdout}"
    for name in record(GOOD)["header"]["seats"]:
        assert name in result.stdout


def test_an_illegal_event_is_told_with_the_rule_in_words_and_what_was_legal(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(ILLEGAL))
    result = run("show", "a.hand.json")
    assert result.exit_code == 1
    assert "A seat that holds a card of the suit led must play one. (must-follow-suit)" in words(result.stdout)
    assert "What was legal" in result.stdout


def test_a_wrong_claim_is_told_field_by_field(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(MISMATCH))
    assert "Card points of " in run("show", "a.hand.json").stdout


def test_a_hidden_hand_shows_no_card(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(HIDDEN))
    output = run("show", "a.hand.json").stdout
    assert "not revealed yet" in output
    assert not set(output) & set("♠♥♦♣")


def test_a_malformed_hand_is_one_sentence_and_its_place(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(MALFORMED))
    result = run("show", "a.hand.json")
    assert result.exit_code == 1
    assert "/events/9/player" in result.stdout


def test_a_line_of_a_file_and_standard_input(run: Run) -> None:
    Path("a.hands.jsonl").write_bytes(text(GOOD) + b"\n" + text(ILLEGAL) + b"\n")
    assert hand_id(ILLEGAL) in run("show", "a.hands.jsonl:2").stdout
    assert hand_id(GOOD) in run("show", "-", stdin=text(GOOD)).stdout


def test_a_stored_hand_by_its_id(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    run("import", "a.hand.json")
    assert run("show", hand_id(GOOD)).exit_code == 0


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("nobody", 5, "no hand with this ID is stored"),
        ("no/such/file", 2, "not a hand ID"),
        ("a.hands.jsonl", 2, "more than one hand"),
        ("a.hands.jsonl:9", 5, "no hand at line 9"),
        ("empty.jsonl", 5, "contains no hand"),
        (".", 2, "cannot be read"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(run: Run, asked: str, status: int, said: str) -> None:
    Path("a.hands.jsonl").write_bytes(text(GOOD) + b"\n" + text(ILLEGAL) + b"\n")
    Path("empty.jsonl").touch()
    result = run("show", asked)
    assert result.exit_code == status
    assert said in result.stderr
    assert not result.stdout


def test_looking_for_a_stored_hand_makes_no_database(run: Run, tmp_path: Path) -> None:
    run("show", "nobody")
    assert not (tmp_path / "hands.sqlite3").exists()


def test_names_and_seeds_cannot_move_the_cursor(run: Run) -> None:
    told = record(TAMPERED)
    told["header"]["seats"][0] = "\x1b[2J\u202ename"
    output = run("show", "-", stdin=json.dumps(told).encode()).stdout
    assert "\x1b" not in output
    assert "\u202e" not in output


@pytest.mark.parametrize("name", list(records()))
def test_every_vector_is_told_in_80_columns(run: Run, name: str) -> None:
    result = run("show", "-", stdin=text(name))
    assert result.exit_code in {0, 1}
    assert max(map(width, result.stdout.split("\n"))) <= 80
    assert "{" not in result.stdout.split("Seeds and hashes")[0].replace("{name", "")
