"""`dealproof check` (RECORD.md, "Verdict": exit status, source, one object a line)."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dealproof.verifier.encoding import MAX_BYTES
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import GOOD, ILLEGAL, MALFORMED, MISMATCH, Run, hand_id, record, text

KEYS = [
    "hand",
    "source",
    "verdict",
    "all",
    "checks",
    "grade",
    "fault",
    "malformed",
    "differences",
    "result",
    "remarks",
    "rulings",
    "publication",
    "published",
    "decks",
]
"""RECORD.md, "As JSON"."""


def verdicts(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.split("\n") if line]


def judged(output: str) -> list[tuple[object, object]]:
    return [(verdict["source"], verdict["verdict"]) for verdict in verdicts(output)]


def test_all_verified_is_status_0(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("check", "a.hand.json")
    assert result.exit_code == 0
    assert hand_id(GOOD) in result.stdout
    assert "1 hand: 1 verified." in result.stdout


@pytest.mark.parametrize("name", [ILLEGAL, MISMATCH, MALFORMED])
def test_a_hand_that_is_not_verified_is_status_1(run: Run, name: str) -> None:
    Path("a.hand.json").write_bytes(text(name))
    assert run("check", "a.hand.json").exit_code == 1


def test_an_illegal_event_is_told_with_its_rule_and_what_was_legal(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(ILLEGAL))
    output = " ".join(run("check", "a.hand.json").stdout.split())
    assert "(must-follow-suit)" in output
    assert "A seat that holds a card of the suit led must play one." in output
    assert "may play" in output


def test_a_file_that_cannot_be_read_is_status_2_and_the_others_are_still_judged(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("check", "nowhere.hand.json", "a.hand.json", "--format", "json")
    assert result.exit_code == 2
    assert judged(result.stdout) == [("a.hand.json", "verified")]
    assert result.stderr == "dealproof: nowhere.hand.json cannot be read: No such file or directory.\n"


def test_a_command_that_cannot_be_read_is_status_2(run: Run) -> None:
    assert run("check", "--format", "xml", "a.hand.json").exit_code == 2
    assert run("check").exit_code == 2


def test_no_hand_found_is_status_5(run: Run) -> None:
    Path("empty").mkdir()
    Path("empty/notes.txt").write_text("nothing")
    Path("blank.jsonl").write_bytes(b"\n  \n")
    assert run("check", "empty").exit_code == 5
    assert run("check", "blank.jsonl").exit_code == 5
    assert run("check", "-", stdin=b"").exit_code == 5


def test_json_is_a_verdict_object_a_line_with_the_keys_in_order(run: Run) -> None:
    Path("a.hands.jsonl").write_bytes(b"\n".join([text(GOOD), text(ILLEGAL), text(MALFORMED)]))
    output = run("check", "--format", "json", "a.hands.jsonl").stdout
    assert [list(verdict) for verdict in verdicts(output)] == [KEYS] * 3


def test_sources_are_paths_and_lines_from_1_blank_lines_counted(run: Run) -> None:
    Path("a.hands.jsonl").write_bytes(text(GOOD) + b"\r\n\n" + text(ILLEGAL))
    result = run("check", "--format", "json", "a.hands.jsonl")
    assert judged(result.stdout) == [("a.hands.jsonl:1", "verified"), ("a.hands.jsonl:3", "illegal")]


def test_a_line_that_is_no_record_is_one_malformed_hand(run: Run) -> None:
    lines = [b"not json", text(GOOD), b'{"header": ', b"\xff\xfe", b"[]"]
    Path("a.hands.jsonl").write_bytes(b"\n".join(lines))
    result = run("check", "--format", "json", "a.hands.jsonl")
    assert [found for _, found in judged(result.stdout)] == ["malformed", "verified", *["malformed"] * 3]


@pytest.mark.parametrize("name", ["hand.txt", "hand", "hand.json", "a.hand.json"])
def test_a_record_laid_out_over_many_lines_is_one_record_in_a_file_of_any_name(run: Run, name: str) -> None:
    Path(name).write_text(json.dumps(record(GOOD), indent=2), encoding="utf-8")
    assert judged(run("check", "--format", "json", name).stdout) == [(name, "verified")]


def test_an_event_a_line_is_still_one_record(run: Run) -> None:
    told = record(GOOD)
    events = ",\n".join(json.dumps(event) for event in told.pop("events"))
    laid_out = json.dumps(told)[:-1] + ',\n"events": [\n' + events + "\n]}\n"
    assert judged(run("check", "--format", "json", "-", stdin=laid_out.encode()).stdout) == [("-", "verified")]


def test_standard_input_is_a_record_or_lines(run: Run) -> None:
    pretty = json.dumps(record(GOOD), indent=1).encode()
    for one in (pretty, text(GOOD), text(GOOD) + b"\n"):
        assert judged(run("check", "--format", "json", "-", stdin=one).stdout) == [("-", "verified")]
    lines = run("check", "--format", "json", "-", stdin=b"\n".join([b"{", text(GOOD), text(ILLEGAL)]))
    assert judged(lines.stdout) == [("-:1", "malformed"), ("-:2", "verified"), ("-:3", "illegal")]


def test_folders_are_searched_for_hands_in_the_order_of_names(run: Run) -> None:
    Path("deep/er").mkdir(parents=True)
    Path("deep/b.hand.json").write_bytes(text(GOOD))
    Path("deep/er/a.jsonl").write_bytes(text(GOOD) + b"\n")
    Path("deep/settings.json").write_text("{}")
    found = judged(run("check", "--format", "json", "deep").stdout)
    assert [source for source, _ in found] == [str(Path("deep/b.hand.json")), str(Path("deep/er/a.jsonl")) + ":1"]


def test_a_record_too_large_is_malformed_and_the_next_is_judged(run: Run) -> None:
    Path("a.hands.jsonl").write_bytes(b'{"a":"' + b"x" * (3 * MAX_BYTES) + b'"}\n' + text(GOOD) + b"\n")
    found = verdicts(run("check", "--format", "json", "a.hands.jsonl").stdout)
    assert [each["verdict"] for each in found] == ["malformed", "verified"]
    assert found[0]["malformed"]["code"] == "too-large"  # type: ignore[index]
    assert found[1]["source"] == "a.hands.jsonl:2"


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\x00",
        b"\xef\xbb\xbf{}",
        b"nul",
        b"{" * 100_000,
        b"[" * 100_000,
        b'{"a":' + b"9" * 9999 + b"}",
        b'"\\ud800"',
    ],
)
def test_junk_in_any_file_is_malformed_or_no_hand_never_a_traceback(run: Run, junk: bytes) -> None:
    for name in ("junk.hand.json", "junk.jsonl", "junk"):
        Path(name).write_bytes(junk)
        for form in ("text", "json"):
            # An array without an end is a file that is cut off, which is status 2.
            assert run("check", "--format", form, name).exit_code in ({1, 2} if junk.startswith(b"[") else {1, 5})


def test_every_line_of_text_fits_80_columns(run: Run) -> None:
    lines = [text(GOOD), text(ILLEGAL), text(MISMATCH), text(MALFORMED)]
    Path(f"a{'-long' * 30}.hands.jsonl").write_bytes(b"\n".join(lines))
    assert max(map(len, run("check", ".").stdout.split("\n"))) <= 80


def test_nothing_is_coloured_and_no_name_moves_the_cursor_when_piped(run: Run) -> None:
    Path("\x1b[31mred.hand.json").write_bytes(text(GOOD))
    output = run("check", ".").stdout
    assert "\x1b" not in output
    assert "\\u001b[31mred.hand.json" in output


def test_a_file_name_that_is_no_utf_8_is_told_all_the_same(run: Run, tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(b"caf\xe9.hand.json")).write_bytes(text(GOOD))
    except OSError:
        pytest.skip("this file system has names in UTF-8 only")
    assert run("check", ".").exit_code == 0
    assert run("check", "--format", "json", ".").exit_code == 0


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    hands = tmp_path / "many.hands.jsonl"
    hands.write_bytes((text(GOOD) + b"\n") * 400)
    with subprocess.Popen(
        [sys.executable, "-c", "from dealproof.web.cli.main import main; main()", "check", str(hands)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 128 + signal.SIGPIPE


def test_a_hand_under_provisional_rules_is_marked(run: Run) -> None:
    """Kerala House is marked provisional wherever it shows: its guide calls its auction unconfirmed (1.24)."""
    told = run("check", str(SAMPLES / "05-28-kerala-house-signed.hand.json")).stdout
    assert "(provisional rules)" in told
    assert "provisional" not in run("check", str(SAMPLES / "01-28-made-with-a-ruff.hand.json")).stdout


@pytest.mark.parametrize("form", ["text", "junit", "github", "sarif"])
def test_whatever_is_said_against_a_hand_says_that_its_rules_are_provisional(run: Run, form: str) -> None:
    mutated = run("simulate", "28-kerala-house", "--count", "4", "--seed", "p", "--mutate").stdout_bytes
    told = run("check", "-", "--format", form, stdin=mutated).stdout
    assert " ".join(told.split()).count("These rules are provisional") == 4
    standard = run("simulate", "28-standard", "--count", "4", "--seed", "p", "--mutate").stdout_bytes
    assert "provisional" not in run("check", "-", "--format", form, stdin=standard).stdout
