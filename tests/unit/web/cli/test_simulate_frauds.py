"""`dealproof simulate --fraud`: archives that an audit must fail."""

import json

import pytest

from dealproof.replay.simulation.frauds.kinds import FRAUDS
from tests.unit.web.conftest import Run


@pytest.mark.parametrize(("kind", "moves", "said"), [("void-worst", "0", "incomplete"), ("modulo", "400", "verified")])
def test_an_archive_is_one_record_a_line_which_check_reads(run: Run, kind: str, moves: str, said: str) -> None:
    run(*f"simulate 28-standard --fraud {kind} --moves {moves} --count 5 --seed a --out hands.jsonl".split())
    checked = run("check", "--format", "json", "hands.jsonl").stdout.splitlines()
    assert [json.loads(line)["verdict"] for line in checked] == [said] * 5


def test_the_help_names_every_kind(run: Run) -> None:
    said = run("simulate", "--help").stdout
    assert {kind for kind in FRAUDS if f"`{kind}`" not in said} == set()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("28-standard --fraud droper", "Did you mean dropper"),
        ("28-standard --moves 3", "--moves needs --fraud."),
        ("28-standard --fraud none --void", "--fraud excludes --mutate, --void and --import"),
        ("28-standard --fraud none --mutate", "--fraud excludes --mutate, --void and --import"),
        ("seating-28 --fraud dropper", "In seating-28, no cards are better than others"),
    ],
)
def test_options_that_do_not_go_together_are_a_usage_error(run: Run, line: str, said: str) -> None:
    result = run("simulate", *line.split())
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
