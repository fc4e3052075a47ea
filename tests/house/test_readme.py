"""The README is true: its console examples are run, its line of evidence is counted, its commands, options and files
exist."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from dealproof.web.cli.check.reports import FORMATS
from dealproof.web.http.gateway.worker import Limits
from dealproof.web.intake.budget import REQUEST
from dealproof.web.store.lookup import MOST_RECORDS
from tests.support.named_paths import named_paths
from tests.support.paths import ROOT, SAMPLES
from tests.support.under_work import UNDER_WORK

pytestmark = pytest.mark.slow

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
        if id not in UNDER_WORK
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


@cache
def help_of(*command: str) -> str:
    return subprocess.run([DEALPROOF, *command, "--help"], capture_output=True, text=True, check=True).stdout


COMMANDS_IN_BLOCKS = [
    line.split("|")[0]
    for block in re.findall(r"```(?:sh|yaml)\n(.*?)```", README, re.DOTALL)
    for line in re.findall(r"(?:^|run: |\| )dealproof (.*)", block, re.MULTILINE)
]


@pytest.mark.parametrize("line", COMMANDS_IN_BLOCKS)
def test_every_option_of_a_command_exists(line: str) -> None:
    command, *arguments = shlex.split(line)
    options = [argument for argument in arguments if argument.startswith("--")]
    help = help_of(command)
    if "\nCommands:" in help:
        help = help_of(command, arguments[0])
    assert [option for option in options if option not in help] == []


def test_every_format_of_check_is_in_the_table() -> None:
    (row,) = re.findall(r"^\| `--format FORMAT` \|(.*)$", README, re.MULTILINE)
    assert re.findall(r"`([a-z]+)`", row) == list(FORMATS)


def test_every_option_in_the_table_of_check_exists() -> None:
    options = re.findall(r"^\| `(--[a-z-]+)", README, re.MULTILINE)
    assert len(options) >= 5
    assert [option for option in options if option not in help_of("check")] == []


def test_the_step_for_ci_writes_its_reports(tmp_path: Path) -> None:
    """Issue 10, item 3: the example of a GitHub Actions step works as it is written."""
    (step,) = re.findall(r"run: dealproof (check .*)", README)
    (tmp_path / "hands").mkdir()
    for sample in ("01-28-made-with-a-ruff", "11-28-did-not-follow-suit"):
        shutil.copy(SAMPLES / f"{sample}.hand.json", tmp_path / "hands")
    run = subprocess.run([DEALPROOF, *shlex.split(step)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stdout.startswith("::error")
    written = re.findall(r"--output [a-z]+=(\S+)", step)
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == set(written)
    assert all(f": {name}" in README for name in written), "the steps after it upload the files that it writes"


def test_the_pytest_example_checks_every_hand(tmp_path: Path) -> None:
    (line,) = re.findall(r"^pytest (--dealproof .*)$", README, re.MULTILINE)
    (tmp_path / "hands").mkdir()
    shutil.copy(SAMPLES / "01-28-made-with-a-ruff.hand.json", tmp_path / "hands")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *shlex.split(line)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 passed" in run.stdout


PLACEHOLDERS = {
    "our-28.json": "the rule set that the example before it writes",
    "leaves.jsonl": "leaves of the reader's hands",
    "failures.jsonl": "a file of the report of an archive",
    "report.html": "likewise",
    "report.json": "likewise",
    "plan.json": "likewise",
    "rerun.sh": "likewise",
    "log.example/28": "the name of a log",
    "hands.hands.jsonl": "hands of the reader",
    "hands.sarif": "written by the step for CI",
    "hands.xml": "likewise",
    "./dealproof": "where the reader has checked this project out",
    "*.hand.json": "files with one record",
    "*.hands.jsonl": "files with one record per line",
}
"""Names in the README that look like files of this project and are not."""

NOT_PATHS = re.compile(r"\.venv/.*|/.*|application/.*|(?:actions|github)/.*")
"""What the commands make, addresses of the site, media types, and actions of GitHub."""


def test_every_file_that_the_readme_names_exists() -> None:
    """Issue 10, item 3: no file names that do not exist."""
    paths = named_paths(README)
    assert {"web/samples", "fixtures/records", "verifier/PROTOCOL.md", "fixtures/readme/hand-page.png"} <= paths
    assert [
        path
        for path in sorted(paths)
        if not NOT_PATHS.fullmatch(path) and path not in PLACEHOLDERS
        if not (ROOT / path).exists()
    ] == []
    assert [path for path in PLACEHOLDERS if path not in README] == []


def test_the_picture_is_small() -> None:
    """Issue 10, item 3: one picture of a hand page; made by tests/generate/picture.py."""
    picture = (ROOT / "fixtures" / "readme" / "hand-page.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 150_000


def test_the_limits_are_those_of_the_code() -> None:
    (records, units) = re.search(r"judges at most ([\d,]+) records, with at most ([\d,]+) moves", README).groups()  # type: ignore[union-attr]
    assert (int(records.replace(",", "")), int(units.replace(",", ""))) == (MOST_RECORDS, REQUEST)
    head, body = re.search(r"has (\d+) seconds for the request\s+head and (\d+) for the body", README).groups()  # type: ignore[union-attr]
    assert (int(head), int(body)) == (Limits().head, Limits().body)
