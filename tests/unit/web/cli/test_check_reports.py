"""What `dealproof check` writes: junit, github and sarif, files beside standard output, colours, and the bar."""

import io
import json
import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from dealproof.replay.verdict import VERDICTS
from dealproof.web.cli.check import progress
from dealproof.web.cli.check.progress import Progress
from dealproof.web.cli.check.tally import Tally
from dealproof.web.cli.input.streams import Meter
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, MISMATCH, TAMPERED, Run, hand_id, text

EVERY = [GOOD, ILLEGAL, MISMATCH, MALFORMED, TAMPERED, HIDDEN]

SARIF: dict[str, Any] = {
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "minItems": 1,
            "items": {
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "properties": {"type": "object"},
                    "invocations": {
                        "items": {
                            "required": ["executionSuccessful"],
                            "properties": {"toolExecutionNotifications": {"items": {"required": ["message"]}}},
                        }
                    },
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name"],
                                "properties": {"rules": {"uniqueItems": True, "items": {"$ref": "#/$defs/rule"}}},
                            }
                        },
                    },
                    "results": {"items": {"$ref": "#/$defs/result"}},
                },
            },
        },
    },
    "$defs": {
        "text": {
            "required": ["text"],
            "additionalProperties": False,
            "properties": {"text": {"type": "string", "minLength": 1}},
        },
        "rule": {"required": ["id"], "properties": {"shortDescription": {"$ref": "#/$defs/text"}}},
        "result": {
            "required": ["message"],
            "additionalProperties": False,
            "properties": {
                "ruleId": {"type": "string"},
                "level": {"enum": ["none", "note", "warning", "error"]},
                "message": {"$ref": "#/$defs/text"},
                "locations": {"items": {"required": ["physicalLocation"]}},
                "partialFingerprints": {"additionalProperties": {"type": "string"}},
                "properties": {"type": "object"},
            },
        },
    },
}
"""What the schema of SARIF 2.1.0 demands of the objects that are written here (OASIS, sarif-schema-2.1.0.json)."""


@pytest.fixture
def hands(run: Run) -> Path:
    """A file with one hand of each kind, in a folder whose name must be escaped."""
    path = Path("o d/every,hand.hands.jsonl")
    path.parent.mkdir()
    path.write_bytes(b"\n".join(map(text, EVERY)) + b"\nno record\n")
    return path


def test_sarif_has_the_structure_of_its_schema(run: Run, hands: Path) -> None:
    jsonschema.validate(json.loads(run("check", "--format", "sarif", "o d").stdout), SARIF)


def test_sarif_of_nothing_but_verified_hands_has_no_result(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    log = json.loads(run("check", "--format", "sarif", ".").stdout)
    jsonschema.validate(log, SARIF)
    assert log["runs"][0]["results"] == []
    assert log["runs"][0]["properties"]["verified"] == 1


def test_the_rules_of_sarif_are_rule_ids_with_their_sentences_and_name_every_result(run: Run, hands: Path) -> None:
    found = json.loads(run("check", "--format", "sarif", "o d").stdout)["runs"][0]
    told = {rule["id"]: rule["shortDescription"]["text"] for rule in found["tool"]["driver"]["rules"]}
    assert sentences(ENGLISH).sections["rules"].items() <= told.items()
    causes = [result["ruleId"] for result in found["results"]]
    assert causes == ["log-head", "must-follow-suit", "mismatch", "malformed", "malformed", "hidden"]
    assert set(causes) <= set(told)
    assert set(VERDICTS) - {"verified", "void", "illegal", "tampered"} <= set(told)


def test_a_place_in_sarif_is_a_uri_and_a_line(run: Run, hands: Path) -> None:
    found = json.loads(run("check", "--format", "sarif", str(hands)).stdout)["runs"][0]["results"][1]
    place = found["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "o%20d/every%2Chand.hands.jsonl"}, "region": {"startLine": 2}}
    absolute = json.loads(run("check", "--format", "sarif", str(hands.resolve())).stdout)["runs"][0]["results"][1]
    assert absolute["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == hands.resolve().as_uri()


def test_sarif_says_where_not_everything_could_be_read(run: Run, hands: Path) -> None:
    invocation = json.loads(run("check", "--format", "sarif", "o d", "nowhere").stdout)["runs"][0]["invocations"][0]
    assert invocation == {"executionSuccessful": False, "exitCode": 2}


def test_junit_has_the_attributes_and_the_order_that_the_strictest_schema_asks_for(run: Run, hands: Path) -> None:
    """JUnit.xsd of Apache Ant's reports: required attributes, patterns, and the sequence of elements."""
    suites = ElementTree.fromstring(run("check", "--format", "junit", "o d", "nowhere").stdout)
    assert [suite.tag for suite in suites] == ["testsuite"]
    suite = suites[0]
    assert set(suite.attrib) == set("package id name timestamp hostname tests failures errors time".split())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.attrib["timestamp"])
    cases = suite.findall("testcase")
    assert [each.tag for each in suite] == ["properties", *["testcase"] * len(cases), "system-out", "system-err"]
    for case in cases:
        assert set(case.attrib) == {"name", "classname", "time"}
        assert [outcome.tag for outcome in case] in ([], ["failure"], ["error"])
        assert all(set(outcome.attrib) == {"type", "message"} for outcome in case)


def timeless(report: bytes) -> bytes:
    """A report without the times of JUnit, the only thing in which two runs over the same hands may differ."""
    return re.sub(rb' (time|timestamp)="[^"]*"', rb' \1=""', report)


def test_junit_carries_the_time_that_each_hand_and_the_whole_run_took(run: Run, hands: Path) -> None:
    """Item 4. Seconds, and all of it within the run."""
    before = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    suite = ElementTree.fromstring(run("check", "--format", "junit", "o d").stdout)[0]
    times = [float(case.attrib["time"]) for case in suite.findall("testcase")]
    assert all(time > 0 for time in times)
    assert sum(times) <= float(suite.attrib["time"])
    began = datetime.fromisoformat(suite.attrib["timestamp"])
    assert before <= began <= datetime.now(UTC).replace(tzinfo=None)


def test_junit_counts_what_it_tells(run: Run, hands: Path) -> None:
    suite = ElementTree.fromstring(run("check", "--format", "junit", "o d", "nowhere").stdout)[0]
    counts = [int(suite.attrib[name]) for name in ("tests", "failures", "errors")]
    assert counts == [len(suite.findall(f"testcase{below}")) for below in ("", "/failure", "/error")] == [8, 4, 3]
    assert suite[1].attrib["name"] == f"line 1 {hand_id(GOOD)}"


def test_junit_writes_what_xml_has_no_character_for_as_an_escape(run: Run) -> None:
    Path("\x01<&\x1b.jsonl").write_bytes(b'{"\x7f": "\\ufffe"}\n')
    suite = ElementTree.fromstring(run("check", "--format", "junit", ".").stdout)[0]
    assert suite[1].attrib["classname"] == "\\u0001<&\\u001b.jsonl"


def test_github_annotates_every_hand_that_is_not_verified(run: Run, hands: Path) -> None:
    told = run("check", "--format", "github", "o d", "nowhere").stdout.splitlines()
    levels = [line.split(" ")[0] for line in told]
    assert levels[:-1] == ["::error"] * 6 + ["::warning"]
    assert "nowhere cannot be read" in told[0]
    assert hand_id(TAMPERED) in told[1]
    head = "::error file=o d/every%2Chand.hands.jsonl,line=2,title=Illegal move (must-follow-suit)::"
    assert told[2].startswith(f"{head}{hand_id(ILLEGAL)}%0AMove ")
    assert told[-1].startswith("7 hands: 1 verified")


def test_every_output_is_what_the_format_prints(run: Run, hands: Path) -> None:
    formats = ["text", "json", "junit", "github", "sarif"]
    targets = [word for form in formats for word in ("--output", f"{form}=report=1.{form}")]
    assert run("check", "o d", *targets).exit_code == 1
    for form in formats:
        printed = run("check", "--format", form, "o d").stdout_bytes
        assert timeless(Path(f"report=1.{form}").read_bytes()) == timeless(printed)


def test_a_format_may_be_written_more_than_once(run: Run, hands: Path) -> None:
    run("check", "o d", "--output", "json=a", "--output", "json=b")
    assert Path("a").read_bytes() == Path("b").read_bytes() != b""


@pytest.mark.parametrize("target", ["json", "json=", "=a", "yaml=a"])
def test_an_output_that_is_no_format_and_file_is_a_usage_error(run: Run, hands: Path, target: str) -> None:
    result = run("check", "o d", "--output", target)
    assert result.exit_code == 2
    assert "is not FORMAT=FILE" in result.stderr


def test_no_report_is_written_over_the_hands_or_over_another(run: Run, hands: Path) -> None:
    before = hands.read_bytes()
    assert "is one of the judged files" in run("check", str(hands), "--output", f"json={hands}").stderr
    assert "Two reports go to ./a" in run("check", str(hands), "--output", "json=a", "--output", "text=./a").stderr
    assert hands.read_bytes() == before


def test_no_report_is_written_over_hands_that_are_found_whatever_name_it_gives_them(run: Run, hands: Path) -> None:
    """As it would be read while it is written, a run would never end either."""
    folder = hands.parent / "searched"
    folder.mkdir()
    found = folder / "found.hands.jsonl"
    found.write_bytes(hands.read_bytes())
    link, hard = hands.parent / "link", hands.parent / "hard"
    link.symlink_to(found.resolve())
    hard.hardlink_to(found)
    for report in (found, link, hard):
        result = run("check", str(folder), "--output", f"json={report}")
        assert result.exit_code == 2
        assert "is one of the judged files" in result.stderr
        assert found.read_bytes() == hands.read_bytes()


def test_standard_input_and_output_are_kept_apart_too(hands: Path) -> None:
    before = hands.read_bytes()
    command = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()", "check"]
    with hands.open("rb") as stdin:
        over_input = subprocess.run(
            [*command, "-", "--output", f"json={hands}"], stdin=stdin, capture_output=True, check=False
        )
    with hands.open("ab") as stdout:
        over_folder = subprocess.run(
            [*command, str(hands.parent)], stdout=stdout, stderr=subprocess.PIPE, check=False, timeout=60
        )
    for result in (over_input, over_folder):
        assert result.returncode == 2
        assert b"is one of the judged files" in result.stderr
    assert hands.read_bytes() == before


def test_a_new_report_in_a_folder_that_is_searched_is_not_read_as_hands(run: Run, hands: Path) -> None:
    folder = hands.parent
    told = run("check", str(folder)).stdout
    assert run("check", str(folder), "--output", f"json={folder / 'z.jsonl'}").stdout == told
    assert (folder / "z.jsonl").read_bytes()


def test_a_file_that_cannot_be_written_is_a_sentence_and_status_2(run: Run, hands: Path) -> None:
    result = run("check", str(hands), "--output", "json=no/where.jsonl")
    assert result.exit_code == 2
    assert result.stderr == "dealproof: no/where.jsonl cannot be written: No such file or directory.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_a_sentence_and_status_2(run: Run, hands: Path) -> None:
    result = run("check", str(hands), "--output", "junit=/dev/full")
    assert result.exit_code == 2
    assert "/dev/full cannot be written: No space left on device." in result.stderr
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()", "check", str(hands)]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 2
    assert ended.stderr == b"dealproof: Standard output cannot be written: No space left on device.\n"


class Screen(io.StringIO):
    """A terminal that remembers everything."""

    def isatty(self) -> bool:
        return True


def watch(monkeypatch: pytest.MonkeyPatch, term: str = "xterm") -> Screen:
    """Standard error as a terminal that somebody watches; pytest puts its own there before the test begins."""
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "PAUSE", 0.0)
    monkeypatch.setenv("TERM", term)
    return screen


def test_the_bar_shows_how_much_is_read_and_goes_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    screen = watch(monkeypatch)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x" * 1000)
    meter, tally = Meter(), Tally()
    bar = Progress([str(path)], meter)
    meter.before = 250
    tally.add({"verified": 1, "illegal": 2}, failed=2)
    bar.show(tally)
    assert screen.getvalue() == f"\r{'█' * 6}{'░' * 18} 25 %  3 hands, 2 of them not verified\x1b[K"
    bar.end()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_the_bar_of_standard_input_counts_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watch(monkeypatch)
    Progress(["-"], Meter()).show(Tally())
    assert "0 hands so far" in screen.getvalue()


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_there_is_no_bar_where_nobody_watches_or_nothing_can_be_drawn(
    monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    screen = watch(monkeypatch, term)
    monkeypatch.setattr(Screen, "isatty", lambda self: term == "dumb")
    bar = Progress(["-"], Meter())
    bar.show(Tally())
    bar.end()
    assert screen.getvalue() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("no_colour", ["", "1"])
def test_on_a_terminal_there_are_a_bar_and_colours_unless_they_are_not_wanted(tmp_path: Path, no_colour: str) -> None:
    ours, theirs = os.openpty()
    environment = os.environ | {"TERM": "xterm", "NO_COLOR": no_colour, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()", "check", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        assert process.stdin is not None
        process.stdin.write((text(GOOD) + b"\n") * 2)
        process.stdin.flush()
        begun = everything(ours, until=b"-:2")
        time.sleep(progress.PATIENCE + 0.1)
        process.stdin.write(text(GOOD))
        process.stdin.close()
        shown = begun + everything(ours)
    os.close(ours)
    assert "hands so far" in shown
    assert shown.endswith("3 hands: 3 verified.\r\n")
    assert ("\x1b[32m" in shown) is not bool(no_colour)


def everything(terminal: int, until: bytes = b"\0") -> str:
    """What a terminal is shown until some text, or until nobody writes to it any more."""
    shown = b""
    with suppress(OSError):
        while until not in shown and (part := os.read(terminal, 4096)):
            shown += part
    return shown.decode(errors="replace")
