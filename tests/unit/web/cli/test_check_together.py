"""What `dealproof check` says of several hands together: remarks `seed-reused` and `equivocation`, and hidden hands
whose seed another record opens (S7; RECORD.md, "Findings over several hands")."""

import gzip
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dealproof.web.cli.check import together
from dealproof.web.cli.check.together import looked_through
from dealproof.web.cli.input.sources import Reading
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, ILLEGAL, Run, text

SEVERAL = ROOT / "fixtures" / "several"
REUSED = (SEVERAL / "one-seed-in-two-hands.hands.jsonl").read_bytes()
TWO_RECORDS = (SEVERAL / "two-records-of-one-hand.hands.jsonl").read_bytes()
HIDDEN = (SEVERAL / "hidden-secret-1.hand.json").read_bytes()
OPENED = (SEVERAL / "opened-2.hand.json").read_bytes()


def several(output: str) -> dict[str, list[str]]:
    """The findings by source."""
    verdicts = [json.loads(line) for line in output.splitlines()]
    return {each["source"]: [found["finding"] for found in each.get("several", [])] for each in verdicts}


def remarks(output: str) -> list[list[str]]:
    return [[each["remark"] for each in json.loads(line)["remarks"]] for line in output.splitlines()]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_both_hands_have_the_remark_and_neither_is_a_failure_for_it(run: Run, jobs: str) -> None:
    Path("a.hands.jsonl").write_bytes(REUSED)
    result = run("check", "--jobs", jobs, "--format", "json", "a.hands.jsonl")
    assert [each[-1] for each in remarks(result.stdout)] == ["seed-reused"] * 2
    assert several(result.stdout) == {"a.hands.jsonl:1": ["seed-reused"], "a.hands.jsonl:2": ["seed-reused"]}
    assert result.exit_code == 0


def test_two_records_of_one_hand_are_remarked_wherever_they_are(run: Run) -> None:
    first, second = TWO_RECORDS.splitlines()
    Path("a.hand.json").write_bytes(first)
    Path("b.jsonl.gz").write_bytes(gzip.compress(text(GOOD) + b"\n" + second))
    output = run("check", "--format", "json", ".").stdout
    assert several(output) == {
        "a.hand.json": ["equivocation"],
        "b.jsonl.gz:1": [],
        "b.jsonl.gz:2": ["equivocation"],
    }
    assert remarks(output)[0][-1] == "equivocation"


def test_a_hidden_hand_says_that_another_record_opens_its_seed_whichever_comes_first(run: Run) -> None:
    Path("a.hand.json").write_bytes(HIDDEN)
    Path("b.hand.json").write_bytes(OPENED)
    for paths in (["a.hand.json", "b.hand.json"], ["b.hand.json", "a.hand.json"]):
        found = several(run("check", "--format", "json", *paths).stdout)
        assert found["a.hand.json"] == ["seed-reused", "opened-elsewhere"]
        assert found["b.hand.json"] == ["seed-reused"]


def test_the_same_record_twice_is_nothing_to_remark(run: Run) -> None:
    Path("a.hands.jsonl").write_bytes(text(GOOD) + b"\n" + text(GOOD) + b"\n" + text(ILLEGAL))
    assert set(map(tuple, several(run("check", "--format", "json", "a.hands.jsonl").stdout).values())) == {()}


@pytest.mark.parametrize("form", ["text", "junit", "github", "sarif"])
@pytest.mark.parametrize("given", [[], ["--only-failures"]])
def test_every_format_says_so_and_names_the_other(run: Run, form: str, given: list[str]) -> None:
    Path("a.hands.jsonl").write_bytes(REUSED)
    output = run("check", *given, "--format", form, "a.hands.jsonl").stdout
    ids = [json.loads(line)["header"]["hand"] for line in REUSED.splitlines()]
    told = " ".join(output.split())
    for other, line in zip(ids, (1, 2), strict=True):
        assert f"This hand has the same server seed as {other} (a.hands.jsonl:{line})" in told
    if form == "junit":
        suite = ElementTree.fromstring(output)[0]
        assert (suite.attrib["failures"], suite.attrib["errors"]) == ("0", "0")
    if form == "sarif":
        run_ = json.loads(output)["runs"][0]
        rules = {rule["id"] for rule in run_["tool"]["driver"]["rules"]}
        assert {(each["ruleId"], each["level"]) for each in run_["results"]} == {("seed-reused", "warning")}
        assert "seed-reused" in rules


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_on_a_pipe_a_hand_is_compared_with_those_before_it(run: Run, jobs: str) -> None:
    data = b"\n".join([*REUSED.splitlines(), HIDDEN.strip(), OPENED.strip()])
    output = run("check", "--jobs", jobs, "--format", "json", "-", stdin=data).stdout
    assert several(output) == {"-:1": [], "-:2": ["seed-reused"], "-:3": [], "-:4": ["seed-reused"]}
    ids = [json.loads(line)["hand"] for line in output.splitlines()]
    assert json.loads(output.splitlines()[3])["several"][0]["others"] == [f"{ids[2]} (-:3)"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_named_pipe_is_read_only_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p")
    command = [
        sys.executable,
        "-c",
        "from dealproof.web.cli.main import main; main()",
        "check",
        "--format",
        "json",
        "p",
    ]
    # Whoever opens the pipe waits for its other end: the writer is a process of its own, and is ended.
    writer = subprocess.Popen(["sh", "-c", "cat > p"], cwd=tmp_path, stdin=subprocess.PIPE)
    try:
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
            writer.communicate(REUSED, timeout=60)
            output, _ = process.communicate(timeout=60)
    finally:
        writer.kill()
    assert [*several(output.decode()).values()] == [[], ["seed-reused"]]


def test_keys_with_escapes_are_compared_all_the_same(run: Run) -> None:
    first, second = REUSED.splitlines()
    escaped = second.replace(b'"server_commitment"', b'"server_commitm\\u0065nt"').replace(b'"hand"', b'"h\\u0061nd"')
    Path("a.hand.json").write_bytes(first)
    Path("b.hand.json").write_bytes(escaped)
    assert [*several(run("check", "--format", "json", ".").stdout).values()] == [["seed-reused"]] * 2


def other_hand(number: int) -> bytes:
    """A record of another hand with another commitment, of which no more than the beginning matters."""
    changed = text(GOOD).replace(json.loads(text(GOOD))["header"]["hand"].encode(), b"t%d" % number)
    commitment = json.loads(text(GOOD))["header"]["server_commitment"].encode()
    seed = json.loads(text(GOOD))["server_seed"].encode()
    return changed.replace(commitment, b"%064x" % number).replace(seed, b"%064x" % number)


def test_of_hands_without_a_finding_no_more_is_kept_than_digests(tmp_path: Path) -> None:
    """Counted in bytes for each hand; a record is some 3,500."""
    path = tmp_path / "a.hands.jsonl"
    number = 2_000
    path.write_bytes(b"\n".join(map(other_hand, range(number))))
    looked_through([Reading(str(path))])
    tracemalloc.start()
    try:
        looked_through([Reading(str(path))])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (peak - 3 * (1 << 20)) / number < 500


def test_no_more_records_are_compared_than_a_bound_and_that_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST_TRACED", 2)
    data = REUSED + b"\n" + TWO_RECORDS
    Path("a.hands.jsonl").write_bytes(data)
    assert "Only the first" in run("check", "a.hands.jsonl").stderr
    assert "were not compared" in run("check", "-", stdin=data).stderr


def test_of_equal_records_one_is_read_to_be_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.hands.jsonl"
    path.write_bytes(TWO_RECORDS * 20)
    read: list[bytes] = []
    parse = together.parse
    monkeypatch.setattr(together, "parse", lambda data: read.append(data) or parse(data))  # type: ignore[func-returns-value]
    found, _ = looked_through([Reading(str(path))])
    assert len(found) == 40
    assert sorted(read) == sorted(TWO_RECORDS.splitlines())


@pytest.fixture
def glanced(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    seen: list[Any] = []
    glance = together.glance
    monkeypatch.setattr(together, "glance", lambda data: seen.append(data) or glance(data))
    return seen


def test_lines_without_a_commitment_are_not_looked_at(tmp_path: Path, glanced: list[Any]) -> None:
    """S9: the first look at very many lines that are no records costs next to nothing."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x\n" * 100_000)
    assert looked_through([Reading(str(path))]) == ({}, True)
    assert glanced == []
