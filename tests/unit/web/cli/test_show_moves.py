"""`dealproof show`: every move with its number, and the illegal one struck out where it was made (item 2)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dealproof.web.cli.terminal import width
from dealproof.web.presentation.cards import face
from tests.support.paths import ROOT
from tests.unit.web.conftest import ILLEGAL, Run, record, text

FIXTURES = ROOT / "fixtures"
FILES = sorted((FIXTURES / "records").glob("*.jsonl"))
BREAKING = sorted((FIXTURES / "rules").glob("*/*/breaks.hand.json"))
MOVES = r"^(?:Deal|Auction|Trump|Tricks|Rounds|Turns)\b.*?(?=^\S|\Z)"
"""The sections that hold moves."""


def sections(output: str) -> str:
    return "\n".join(re.findall(MOVES, output, re.DOTALL | re.MULTILINE))


def numbers(moves: str) -> set[int]:
    """Every number that is not part of a card."""
    return {int(number) for number in re.findall(r"(?<![\w:.])(\d+)(?![\w:♠♥♦♣])", moves)}


def opened(path: Path) -> list[dict[str, Any]]:
    """Vectors of a rule set whose server seed is open and which can be read."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    told = [line for line in lines if line["expect"]["verdict"] not in {"malformed", "hidden"}]
    return [line["record"] for line in told if line["record"].get("server_seed")][:25]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_move_up_to_the_illegal_one_has_its_number_and_lines_fit(run: Run, path: Path) -> None:
    for hand in opened(path):
        data = json.dumps(hand).encode()
        (line,) = run("check", "--format", "json", "-", stdin=data).stdout.splitlines()
        fault = json.loads(line)["fault"]
        count = fault["event"] + 1 if fault else len(hand["events"])
        output = run("show", "-", stdin=data).stdout
        assert set(range(1, count + 1)) <= numbers(sections(output))
        assert max(map(width, output.split("\n"))) <= 80


def test_the_illegal_card_is_in_the_table_of_tricks_struck_out_and_explained(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(ILLEGAL))
    output = run("show", "a.hand.json").stdout
    fault = json.loads(run("check", "--format", "json", "a.hand.json").stdout)["fault"]
    table = re.findall(r"^Tricks\b.*?(?=^\S)", output, re.DOTALL | re.MULTILINE)[0]
    assert f"{fault['event'] + 1} ✗{face(fault['card'])}" in table
    assert "✗ not legal" in table


@pytest.mark.parametrize(
    "path", sorted((FIXTURES / "rules").glob("*/*/breaks.hand.json")), ids=lambda path: path.parent.name
)
def test_whatever_the_illegal_move_is_it_is_struck_out_with_its_number(run: Run, path: Path) -> None:
    """One record for each rule that can be broken."""
    told = json.loads(run("check", "--format", "json", str(path)).stdout)
    number = told["fault"]["event"] + 1
    output = run("show", str(path)).stdout
    moves = sections(output)
    assert "✗" in moves.replace("✗ not legal", "")
    assert number in numbers(moves)
    assert max(map(width, output.split("\n"))) <= 80


def test_a_wide_table_keeps_every_card_beside_its_notes(run: Run) -> None:
    """In narrow columns numbers go below, and nothing is cut off."""
    for hand in opened(FIXTURES / "records" / "56-gulan.jsonl"):
        output = run("show", "-", stdin=json.dumps(hand).encode()).stdout
        table = sections(output).partition("Tricks")[2]
        assert not any("…" in line for line in table.splitlines()[2:])


def test_a_seat_out_of_turn_keeps_what_it_had_played_beside_the_illegal_card(run: Run) -> None:
    wrong = record(ILLEGAL)
    first = next(index for index, event in enumerate(wrong["events"]) if event["do"] == "play")
    again = dict(wrong["events"][first])
    wrong["events"].insert(first + 1, again)
    output = run("show", "-", stdin=json.dumps(wrong).encode()).stdout
    assert f"{first + 1} ›{face(again['card'])}" in " ".join(output.split())
    assert f"{first + 2} ✗{face(again['card'])}" in " ".join(output.split())
