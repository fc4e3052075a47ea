"""Receipts on the command line: where they are found, and what they add to a verdict (LOG.md, "Checking a receipt")."""

import json
import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from dealproof.web.cli import receipts
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT
from tests.unit.web.conftest import Run

VECTORS: list[dict[str, Any]] = [
    *map(json.loads, (ROOT / "fixtures" / "log" / "receipts.jsonl").read_bytes().splitlines())
]
GOOD = next(each for each in VECTORS if each["name"] == "good-quorum-1-of-1")
HAND: str = GOOD["record"]["header"]["hand"]
TRUSTED = ("--policy", "policy", "--now", str(GOOD["now"]))


def written(vector: dict[str, Any], folder: Path = Path()) -> None:
    """The files of a vector in a folder: record, receipt as the vector writes it, policy."""
    folder.mkdir(exist_ok=True)
    (folder / "a.hand.json").write_text(json.dumps(vector["record"]), "utf-8")
    (folder / "policy").write_text(vector["policy"] or "", "utf-8")
    text = vector.get("receipt_text")
    if text is None and vector["receipt"] is not None:
        text = json.dumps(vector["receipt"])
        text += " " * (vector.get("pad_to", 0) - len(text))
    if text is not None:
        (folder / f"{vector['record']['header']['hand']}.receipt.json").write_text(text, "utf-8")


def verdicts(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_check_answers_every_vector_of_receipts(run: Run, vector: dict[str, Any]) -> None:
    written(vector)
    trusted = ("--policy", "policy") if vector["policy"] else ()
    (verdict,) = verdicts(run("check", "a.hand.json", *trusted, "--now", str(vector["now"]), "--format", "json"))
    expected = vector["expect"]
    assert verdict["checks"]["published-before-play"] == expected["published-before-play"]
    assert (verdict["publication"], verdict["grade"]) == (expected["publication"], expected["grade"])
    assert verdict["published"] == expected["published"]
    about = {"seed-was-received", "logged-after-play"}
    assert [each for each in verdict["remarks"] if each["remark"] in about] == [
        each for each in expected["remarks"] if each["remark"] in about
    ]


def test_a_receipt_beside_its_record_is_found_whatever_holds_the_record(run: Run, tmp_path: Path) -> None:
    written(GOOD)
    Path("many.hands.jsonl").write_text(json.dumps(GOOD["record"]) + "\n", "utf-8")
    for path in ("a.hand.json", "many.hands.jsonl", ".", str(tmp_path)):
        found = verdicts(run("check", path, *TRUSTED, "--format", "json"))
        assert {each["grade"] for each in found} == {"A"}


@pytest.mark.parametrize("named", [f"there/{HAND}.receipt.json", "there", "any.receipts.jsonl"])
def test_receipts_are_named_as_a_file_a_folder_or_lines(run: Run, named: str) -> None:
    written(GOOD, Path("there"))
    Path("there/a.hand.json").rename("a.hand.json")
    Path("there/policy").rename("policy")
    other = next(each for each in VECTORS if each["receipt"] and each["record"]["header"]["hand"] != HAND)
    lines = [json.dumps(each["receipt"]) for each in (other, GOOD)]
    Path("any.receipts.jsonl").write_text("\n\n".join(lines), "utf-8")
    for jobs in ("1", "2"):
        options = (*TRUSTED, "--receipts", named, "--jobs", jobs, "--format", "json")
        assert [each["grade"] for each in verdicts(run("check", "a.hand.json", *options))] == ["A"]
    assert verdicts(run("check", "a.hand.json", *TRUSTED, "--format", "json"))[0]["publication"] == "no-receipt"


def test_receipts_in_a_folder_of_records_are_no_records(run: Run) -> None:
    written(GOOD)
    Path("all.receipts.jsonl").write_text(json.dumps(GOOD["receipt"]) + "\n", "utf-8")
    assert len(verdicts(run("check", ".", "--format", "json"))) == 1


def test_without_a_policy_a_receipt_is_described_and_trusted_in_nothing(run: Run) -> None:
    written(GOOD)
    checked = run("check", "a.hand.json")
    assert (checked.exit_code, checked.stdout.splitlines()[0][:12]) == (0, "✓ verified C")
    assert "no policy says which logs to trust" in checked.stdout
    shown = run("show", "a.hand.json").stdout
    assert "Published before play  not shown" in shown
    assert "What the receipt says of itself (unchecked)\n  Log             log.kalari.example/28" in shown


def test_show_prints_who_witnessed_what_and_when(run: Run) -> None:
    written(GOOD)
    shown = run("show", "a.hand.json", *TRUSTED)
    assert shown.exit_code == 0
    assert "Deck: grade A." in shown.stdout
    assert "Header logged   entry 9, in a tree of size 10, witnessed 2026-09-21" in shown.stdout
    assert "(unchecked)" not in shown.stdout


def test_every_format_says_what_is_wrong_with_a_receipt_and_the_status_is_1(run: Run) -> None:
    late = next(each for each in VECTORS if each["expect"]["publication"] == "published-late")
    written(late)
    options = ("--policy", "policy", "--now", str(late["now"]))
    sentence = "The header may have been logged after the hand was dealt"
    for form in ("text", "junit", "github", "sarif"):
        result = run("check", "a.hand.json", *options, "--format", form)
        assert result.exit_code == 1
        assert sentence in " ".join(result.stdout.split()), form
    results = json.loads(run("check", "a.hand.json", *options, "--format", "sarif").stdout)["runs"][0]
    assert [each["ruleId"] for each in results["results"]] == ["published-late"]
    assert "published-late" in {each["id"] for each in results["tool"]["driver"]["rules"]}
    assert 'type="published-late"' in run("check", "a.hand.json", *options, "--format", "junit").stdout


def test_the_clock_is_a_number_or_a_time_with_its_offset(run: Run) -> None:
    written(GOOD)
    early = "2026-09-21T13:00:00Z"  # more than an hour before the first cosignature
    assert verdicts(run("check", "a.hand.json", *TRUSTED[:2], "--now", early, "--format", "json"))[0][
        "publication"
    ] == ("unwitnessed")
    same = "2026-09-21T18:43:20+05:30"
    assert verdicts(run("check", "a.hand.json", *TRUSTED[:2], "--now", same, "--format", "json"))[0]["grade"] == "A"
    for wrong in ("2026-09-21", "2026-09-21T14:00:00", "-1", "soon", "9" * 17, "0" * 9 + str(GOOD["now"]), ""):
        refused = run("check", "a.hand.json", "--now", wrong)
        assert refused.exit_code == 2
        assert "is not a time" in refused.stderr


def test_what_cannot_be_read_is_a_sentence_and_status_2(run: Run) -> None:
    written(GOOD)
    Path("none.receipts.jsonl").write_text("{}\n", "utf-8")
    Path("no.policy").write_text("log x\n", "utf-8")
    changed = {**GOOD["receipt"], "seed_receipts": ["x"]}
    Path("two.receipts.jsonl").write_text(f"{json.dumps(GOOD['receipt'])}\n{json.dumps(changed)}\n", "utf-8")
    for options, sentence in {
        ("--receipts", "nowhere"): "nowhere",
        ("--receipts", "none.receipts.jsonl"): "none.receipts.jsonl:1 is not a receipt: it names no hand.",
        ("--receipts", "two.receipts.jsonl"): "are different receipts of the hand",
        ("--policy", "nowhere"): "nowhere",
        ("--policy", "no.policy"): "no.policy is not a policy: Line 1: ",
    }.items():
        for command in ("check", "show"):
            refused = run(command, "a.hand.json", *options)
            assert refused.exit_code == 2
            assert sentence in " ".join(refused.stderr.split()), (command, refused.stderr)


def test_one_receipt_named_twice_is_one_receipt(run: Run) -> None:
    written(GOOD)
    named = ("--receipts", ".", "--receipts", f"{HAND}.receipt.json")
    assert verdicts(run("check", "a.hand.json", *TRUSTED, *named, "--format", "json"))[0]["grade"] == "A"


def test_a_pipe_in_a_folder_is_no_receipt(run: Run) -> None:
    """Whoever opened it would wait for its other end, as with records (`sources.is_special`)."""
    written(GOOD)
    Path(f"{HAND}.receipt.json").rename("kept")
    os.mkfifo(f"{HAND}.receipt.json")
    for options in ((), ("--receipts", ".")):
        (verdict,) = verdicts(run("check", "a.hand.json", *TRUSTED, *options, "--format", "json"))
        assert verdict["publication"] == "no-receipt"


def test_of_a_line_no_more_is_held_than_a_receipt_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipts, "MOST", 8)
    file = BytesIO(b"1234567890123456789\n\n1234567\n12345678\nend")
    heads = [(b"12345678", 20), (b"\n", 1), (b"1234567\n", 8), (b"12345678", 9), (b"end", 3)]
    assert [*receipts.line_heads(file)] == heads


def test_a_receipt_that_is_no_json_is_a_bad_one_by_its_name(run: Run) -> None:
    written(GOOD)
    Path(f"{HAND}.receipt.json").write_text("no receipt", "utf-8")
    for options in ((), ("--receipts", f"{HAND}.receipt.json")):
        (verdict,) = verdicts(run("check", "a.hand.json", *TRUSTED, *options, "--format", "json"))
        assert (verdict["verdict"], verdict["publication"]) == ("tampered", "bad-receipt")


def test_a_receipt_whose_file_cannot_be_read_is_no_fault_of_the_hand(run: Run) -> None:
    written(GOOD)
    Path(f"{HAND}.receipt.json").unlink()
    Path(f"{HAND}.receipt.json").mkdir()
    result = run("check", "a.hand.json", *TRUSTED, "--format", "json")
    (verdict,) = verdicts(result)
    assert (result.exit_code, verdict["verdict"]) == (2, "error")
    assert f"{HAND}.receipt.json cannot be read" in verdict["error"]
    shown = run("show", "a.hand.json", *TRUSTED)
    assert shown.exit_code == 1
    assert "cannot be read" in " ".join(shown.stdout.split())


@pytest.mark.parametrize("code", ["unwitnessed", "unknown-log", "not-dealt", "bad-cosignature", "not-consistent"])
def test_show_says_why_a_receipt_does_not_show_it_and_not_that_there_is_none(run: Run, code: str) -> None:
    vector = next(each for each in VECTORS if each["expect"]["publication"] == code)
    written(vector)
    shown = " ".join(run("show", "a.hand.json", "--policy", "policy", "--now", str(vector["now"])).stdout.split())
    assert sentences(ENGLISH).say("publication", code) in shown
    assert "without a proof" not in shown
    assert "without a receipt" not in shown
