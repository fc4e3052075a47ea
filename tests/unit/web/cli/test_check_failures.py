"""Failures in `dealproof check`: which count, which are shown, in what order and how many (item 4, M3, S1)."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dealproof.web.cli.check.reports import FORMATS
from dealproof.web.cli.check.reports.form import MOST_COUNTED, WORST_FIRST, Entry, Worst
from dealproof.web.cli.check.reports.github import GithubForm
from dealproof.web.cli.check.reports.junit import JunitForm
from dealproof.web.cli.check.reports.sarif import SarifForm
from dealproof.web.cli.check.reports.text import TextForm
from tests.conftest import JudgingFails
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, MISMATCH, TAMPERED, Run, hand_id, record, text


def write(*names: str, path: str = "a.hands.jsonl") -> None:
    Path(path).write_bytes(b"\n".join(map(text, names)))


def words(output: str) -> str:
    return " ".join(output.split())


def test_text_repeats_the_failures_at_the_end_the_worst_first(run: Run) -> None:
    write(HIDDEN, GOOD, MISMATCH, ILLEGAL, GOOD, TAMPERED)
    told = run("check", "a.hands.jsonl").stdout
    head, _, again = told.partition("\nNot verified (4), the worst first:\n")
    assert head.count("a.hands.jsonl:") == 6
    names = [hand_id(name) for name in (TAMPERED, ILLEGAL, MISMATCH, HIDDEN)]
    assert [name for name in words(again).split() if name in names] == names
    assert told.endswith("\n6 hands: 2 verified, 1 mismatch, 1 illegal, 1 tampered, 1 hidden.\n")


def test_in_the_list_of_failures_an_illegal_move_has_its_number_player_card_and_rule(run: Run) -> None:
    """Item 2."""
    write(GOOD, ILLEGAL)
    again = words(run("check", "a.hands.jsonl").stdout.partition("Not verified")[2])
    fault = json.loads(run("check", "--format", "json", "a.hands.jsonl").stdout.splitlines()[1])["fault"]
    assert f"move {fault['event'] + 1}, {fault['did']} (must-follow-suit)" in again


@pytest.mark.parametrize("form", ["text", "junit", "github", "sarif"])
def test_every_report_names_move_player_and_card(run: Run, form: str) -> None:
    """Item 2."""
    write(ILLEGAL)
    fault = json.loads(run("check", "--format", "json", "a.hands.jsonl").stdout)["fault"]
    name = record(ILLEGAL)["header"]["seats"][fault["seat"]]
    assert fault["did"].startswith(f"{name} played ")
    told = words(run("check", "--format", form, "a.hands.jsonl").stdout)
    assert f"Move {fault['event'] + 1} breaks a rule: {fault['did']}" in told


def test_one_hand_is_not_repeated(run: Run) -> None:
    write(ILLEGAL)
    assert run("check", "a.hands.jsonl").stdout.count(hand_id(ILLEGAL)) == 1


def test_the_list_of_failures_has_a_most_and_says_how_many_more_there_are_and_where(run: Run) -> None:
    write(*[MISMATCH] * TextForm.most, *[ILLEGAL] * 3)
    write(*[MISMATCH] * 2, path="b.hands.jsonl")
    told = words(run("check", "a.hands.jsonl", "b.hands.jsonl").stdout.partition("Not verified")[2])
    assert told.count("must-follow-suit") == 3
    assert told.count(hand_id(MISMATCH)) == TextForm.most - 3
    assert "and 5 more: 3 in a.hands.jsonl, 2 in b.hands.jsonl." in told


@pytest.mark.parametrize("form", ["text", "json", "junit"])
def test_only_failures_are_reported_where_that_is_asked_for(run: Run, form: str) -> None:
    write(GOOD, ILLEGAL, GOOD, HIDDEN)
    told = run("check", "--only-failures", "--allow", "hidden", "--format", form, "a.hands.jsonl").stdout
    assert hand_id(ILLEGAL) in told
    assert hand_id(GOOD) not in told
    assert hand_id(HIDDEN) not in told


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("given", [["--allow", "hidden,incomplete"], ["--allow", "incomplete", "--allow", " hidden"]])
def test_an_allowed_verdict_is_no_failure_in_any_format(run: Run, form: str, given: list[str]) -> None:
    write(GOOD, HIDDEN)
    assert run("check", "a.hands.jsonl").exit_code == 1
    result = run("check", *given, "--fail-fast", "--format", form, "a.hands.jsonl")
    assert result.exit_code == 0
    if form == "text":
        assert "2 hands: 1 verified, 1 hidden." in result.stdout
        assert "Not verified" not in result.stdout
    elif form == "json":
        assert [json.loads(line)["verdict"] for line in result.stdout.splitlines()] == ["verified", "hidden"]
    elif form == "junit":
        suite = ElementTree.fromstring(result.stdout)[0]
        assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["errors"]) == ("2", "0", "0")
        assert hand_id(HIDDEN) in (suite.findtext("system-out") or "")
    elif form == "github":
        assert "::" not in result.stdout
    elif form == "sarif":
        assert json.loads(result.stdout)["runs"][0]["results"] == []


def test_junit_says_of_how_many_more_hands_that_pass_there_is_something_to_say(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JunitForm, "most", 2)
    write(*[HIDDEN] * 5)
    suite = ElementTree.fromstring(run("check", "--allow", "hidden", "--format", "junit", "a.hands.jsonl").stdout)[0]
    assert (suite.findtext("system-out") or "").count(hand_id(HIDDEN)) == 2
    assert "and 3 more: 3 in a.hands.jsonl." in (suite.findtext("system-out") or "")


def test_an_allowed_verdict_counts_where_another_holds(run: Run) -> None:
    write(TAMPERED)
    assert run("check", "--allow", "hidden,incomplete", "a.hands.jsonl").exit_code == 1


def test_a_verdict_that_cannot_be_allowed_is_a_usage_error_with_what_was_meant(run: Run) -> None:
    write(GOOD)
    result = run("check", "--allow", "hiden", "a.hands.jsonl")
    assert result.exit_code == 2
    assert "Did you mean hidden?" in result.stderr


@pytest.mark.parametrize("form", FORMATS)
def test_a_hand_that_makes_the_judge_fail_is_named_in_every_format_and_the_others_are_judged(
    run: Run, judging_fails: JudgingFails, form: str
) -> None:
    """S1."""
    judging_fails(hand_id(ILLEGAL), MemoryError())
    write(GOOD, ILLEGAL, MISMATCH)
    result = run("check", "--format", form, "a.hands.jsonl")
    assert result.exit_code == 2
    told = words(result.stdout)
    assert hand_id(ILLEGAL) in told
    assert "The program failed while it judged this hand: MemoryError" in told
    if form == "json":
        verdicts = [json.loads(line) for line in result.stdout.splitlines()]
        assert [each["verdict"] for each in verdicts] == ["verified", "error", "mismatch"]
    elif form == "junit":
        suite = ElementTree.fromstring(result.stdout)[0]
        assert (suite.attrib["failures"], suite.attrib["errors"]) == ("1", "1")
    elif form == "sarif":
        found = json.loads(result.stdout)["runs"][0]
        assert [each["ruleId"] for each in found["results"]] == ["error", "mismatch"]
        assert found["invocations"] == [{"executionSuccessful": False, "exitCode": 2}]
    elif form in {"text", "github"}:
        assert "3 hands: 1 verified, 1 mismatch, 1 error." in told


def test_a_hand_that_cannot_be_put_into_words_is_an_error_and_the_others_are_judged(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S1: for whatever reason."""

    def failing(form: Any, case: Any) -> list[str]:
        if case.verdict.verdict == "mismatch":
            raise KeyError
        return [case.verdict.verdict, case.path]

    monkeypatch.setattr(TextForm, "heading", failing)
    write(GOOD, MISMATCH, ILLEGAL)
    result = run("check", "a.hands.jsonl")
    assert result.exit_code == 2
    assert "3 hands: 1 verified, 1 illegal, 1 error." in result.stdout


def many(form: type[GithubForm] | type[SarifForm], worst: Worst, verdicts: list[str]) -> None:
    for number, verdict in enumerate(verdicts):
        kind = "warning" if form is GithubForm and verdict == "hidden" else "error" if form is GithubForm else ""
        worst.add(Entry(verdict, kind, f"{'abcde'[number % 5]}.jsonl", f"{verdict} {number}"))


@pytest.mark.parametrize("form", [GithubForm, SarifForm])
def test_a_format_takes_the_worst_so_many_and_says_how_many_more_and_where(
    form: type[GithubForm] | type[SarifForm],
) -> None:
    """M3: 26,000 results; what is kept is the worst, and of equally bad ones the first."""
    worst = Worst(form.most)
    verdicts = ["hidden", "mismatch", "illegal", "malformed"] * 6_500
    many(form, worst, verdicts)
    kept = [entry.text for entry in worst]
    every = [f"{verdict} {number}" for number, verdict in enumerate(verdicts)]
    sort = sorted(every, key=lambda each: WORST_FIRST.index(each.split()[0]))
    if form is GithubForm:
        assert kept == sort[:10] + [each for each in sort if each.startswith("hidden")][:10]
        assert worst.left == {"error": 19_490, "warning": 6_490}
    else:
        assert kept == sort[:25_000]
        assert worst.left_out == 1_000
    assert worst.left_out == 26_000 - len(kept)
    assert f"{worst.left_out:,} more" in form().note(worst)
    assert " in other files" in form().note(worst)


def test_files_in_which_more_failures_are_are_counted_one_by_one_only_so_far() -> None:
    worst = Worst(0)
    for number in range(3 * MOST_COUNTED):
        worst.add(Entry("illegal", "", f"{number}.jsonl", ""))
    assert len(worst.files) == MOST_COUNTED
    assert worst.where().endswith(f"{3 * MOST_COUNTED - 3} in other files")


def test_github_has_one_line_on_the_annotations_that_are_left_out(run: Run) -> None:
    """M3."""
    write(*[MISMATCH] * 13, *[HIDDEN] * 11)
    told = run("check", "--format", "github", "a.hands.jsonl").stdout.splitlines()
    assert [line.split(" ")[0] for line in told[:-2]] == ["::error"] * 10 + ["::warning"] * 10
    assert told[-2].startswith("::notice title=dealproof::4 more hands have no annotation, because GitHub shows 10")
    assert "4 in a.hands.jsonl" in told[-2]
    assert told[-1].startswith("24 hands")


def test_sarif_says_in_the_log_and_on_standard_error_what_is_left_out(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """M3."""
    monkeypatch.setattr(SarifForm, "most", 2)
    write(HIDDEN, MISMATCH, MALFORMED, ILLEGAL, GOOD)
    result = run("check", "--format", "sarif", "a.hands.jsonl")
    found = json.loads(result.stdout)["runs"][0]
    assert [each["ruleId"] for each in found["results"]] == ["must-follow-suit", "mismatch"]
    (notification,) = found["invocations"][0]["toolExecutionNotifications"]
    sentence = notification["message"]["text"]
    assert sentence.startswith("2 more results were left out, because code scanning takes 2: 2 in a.hands.jsonl.")
    assert found["properties"]["left_out"] == 2
    assert result.stderr == f"dealproof: Standard output: {sentence}\n"


@pytest.mark.parametrize("form", FORMATS)
def test_where_no_hand_is_found_the_places_and_the_patterns_are_named(run: Run, form: str) -> None:
    """Item 4."""
    Path("empty").mkdir()
    Path("empty/a.json").write_text("{}")
    result = run("check", "--format", form, "empty")
    assert result.exit_code == 5
    assert result.stderr.startswith("dealproof: No hand was found in empty.")
    for pattern in ("*.hand.json", "*.jsonl", ".gz", ".zst"):
        assert pattern in result.stderr
