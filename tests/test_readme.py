"""The README is true: its console examples are run, its line of evidence is counted, its commands are there."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from replay import rulesets
from replay.audit import audit

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DEALPROOF = Path(sys.executable).with_name("dealproof")
EXAMPLES = re.findall(r"```console\n\$ dealproof ([^\n]*)\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("arguments", "printed"), EXAMPLES, ids=[arguments for arguments, _ in EXAMPLES])
def test_an_example_of_the_readme_prints_what_stands_there(arguments: str, printed: str) -> None:
    run = subprocess.run(
        [DEALPROOF, *arguments.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1"},
    )
    assert run.stdout == printed
    assert run.stderr == ""


def test_the_readme_opens_with_a_hand_verified_and_a_tampered_copy_refused() -> None:
    assert ["verified" in EXAMPLES[0][1], "tampered" in EXAMPLES[1][1]] == [True, True]


def agrees(line: str) -> bool:
    """Whether a record vector gets what its independent maker expects, in every field."""
    vector = json.loads(line)
    expect = vector["expect"]
    got = audit(json.dumps(vector["record"]).encode()).to_json()
    fault, malformed = got["fault"], got["malformed"]
    assert fault is None or isinstance(fault, dict)
    assert malformed is None or isinstance(malformed, dict)
    return (
        (got["verdict"], got["all"], got["checks"], got["grade"], got["result"])
        == tuple(expect[key] for key in ("verdict", "all", "checks", "grade", "result"))
        and (fault["event"] if fault else None) == expect["event"]
        and (fault is None or fault["rule"] == expect["rules"][0])
        and (malformed["pointer"] if malformed else None) == expect["pointer"]
    )


def test_the_line_of_evidence_is_counted() -> None:
    lines = [
        line
        for id in rulesets.ids()
        for line in (ROOT / "fixtures" / "records" / f"{id}.jsonl").read_text(encoding="utf-8").strip().split("\n")
    ]
    claimed = re.search(r"of (\d+) records made by an independent .*?, (\d+) get", README, re.DOTALL)
    assert claimed
    assert [int(figure) for figure in claimed.groups()] == [len(lines), sum(map(agrees, lines))]


def test_every_rule_set_and_every_command_stands_in_the_readme() -> None:
    help_text = subprocess.run([DEALPROOF, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+) ", help_text.partition("Commands:")[2], re.MULTILINE)
    assert commands
    assert [name for name in commands if f"`dealproof {name}" not in README] == []
    assert [id for id in rulesets.ids() if f"`{id}`" not in README] == []
