"""The language of a command: `--lang` in both places, the environment, the locale as gettext reads it."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dealproof.web import workers
from dealproof.web.cli.click_messages import counted, message
from dealproof.web.cli.language import VARIABLE, of_locale
from dealproof.web.presentation.text_columns import width
from dealproof.web.presentation.translations import languages, sentences, speaking, spoken
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import Run

TAMPERED = str(SAMPLES / "10-28-seed-changed-afterwards.hand.json")
FAIR = str(SAMPLES / "01-28-made-with-a-ruff.hand.json")
PROGRAMS = ["json", "junit", "github", "sarif"]
"""Formats that programs read."""


def said_in(language: str) -> str:
    """A sentence of every report on the tampered hand."""
    return sentences(language).say("rules", "conceal-not-in-hand")


@pytest.fixture(autouse=True)
def no_language_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("form", ["text", *PROGRAMS[1:]])
def test_the_option_stands_before_or_behind_the_command(run: Run, language: str, form: str) -> None:
    line = ["check", TAMPERED, "--format", form]
    for arguments in (["--lang", language, *line], [*line, f"--lang={language}"]):
        result = run(*arguments)
        flat = " ".join(result.stdout.split())
        assert (result.exit_code, result.stderr) == (1, "")
        assert said_in(language) in flat
    assert spoken().language == "en"


def test_the_variable_asks_like_the_option_and_the_option_overrides_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "gu")
    assert said_in("gu") in run("check", TAMPERED, "--format", "sarif").stdout
    assert said_in("en") in run("check", TAMPERED, "--format", "sarif", "--lang", "en").stdout
    monkeypatch.setenv(VARIABLE, "")
    assert run("check", FAIR).stdout.endswith("1 hand: 1 verified.\n")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, None),
        ({"LANG": "C"}, None),
        ({"LANG": "C.UTF-8"}, None),
        ({"LANG": "POSIX", "LANGUAGE": "ml"}, None),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "ml_IN.UTF-8"}, "ml"),
        ({"LANG": "gu_IN@x"}, "gu"),
        ({"LANG": "ml_IN", "LC_MESSAGES": "gu_IN"}, "gu"),
        ({"LANG": "ml_IN", "LC_MESSAGES": "gu_IN", "LC_ALL": "en_IN"}, "en"),
        ({"LANG": "ml_IN", "LC_ALL": "C"}, None),
        ({"LANG": "ml_IN", "LC_ALL": ""}, "ml"),
        ({"LANG": "hi_IN", "LANGUAGE": "mr:gu:ml"}, "gu"),
        ({"LANG": "hi_IN"}, None),
    ],
)
def test_the_locale_is_read_as_gettext_reads_it(environment: dict[str, str], language: str | None) -> None:
    assert of_locale(environment) == language


def test_the_locale_sets_what_people_read_and_no_report_of_programs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {form: run("check", TAMPERED, "--format", form).stdout for form in ("json", "github", "sarif")}
    monkeypatch.setenv("LANG", "ml_IN.UTF-8")
    assert sentences("ml").count("reports", "hands", 1, counts="")[:5] in run("check", TAMPERED).stdout
    assert {form: run("check", TAMPERED, "--format", form).stdout for form in before} == before


def test_verdicts_as_json_are_the_same_in_every_language(run: Run) -> None:
    printed = {run("check", TAMPERED, "--format", "json", "--lang", each).stdout for each in languages()}
    assert len(printed) == 1


def test_codes_are_the_same_in_every_language(run: Run) -> None:
    def codes(language: str) -> list[dict[str, str]]:
        tree = ET.fromstring(run("check", str(SAMPLES), "--format", "junit", "--lang", language).stdout)
        cases = [*tree.iter("testcase"), *tree.iter("failure"), *tree.iter("error")]
        kept = ("classname", "type")
        return [{name: value for name, value in case.attrib.items() if name in kept} for case in cases]

    assert codes("en") == codes("ml") == codes("gu")


@pytest.mark.parametrize("asked", [["--lang", "mal"], ["--lang=pl"], ["--lang", ""]])
@pytest.mark.parametrize("behind", [False, True])
def test_a_language_that_there_is_not_is_refused_with_those_that_there_are(
    run: Run, asked: list[str], behind: bool
) -> None:
    result = run(*(["rules", *asked] if behind else [*asked, "rules"]))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "(--lang) is not a language of dealproof. It speaks en, gu, ml." in result.stderr


def test_a_language_of_the_environment_that_there_is_not_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "xx")
    result = run("rules")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"“xx” ({VARIABLE})" in result.stderr


def test_the_option_without_a_value_is_refused(run: Run) -> None:
    result = run("rules", "--lang")
    assert result.exit_code == 2
    assert "--lang" in result.stderr


def test_a_codes_case_region_and_encoding_do_not_matter(run: Run) -> None:
    expected = run("rules", "--lang", "ml").stdout
    assert [run("rules", "--lang", each).stdout for each in ("ML", "ml-IN", "ml_IN.UTF-8")] == [expected] * 3


def as_program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a program of its own, behind a pipe."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}}
    command = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()", *arguments]
    settings = {**kept, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, env=settings, capture_output=True, check=False)


def test_a_terminal_without_the_letters_is_spoken_to_in_english(tmp_path: Path) -> None:
    plain = {"LANG": "ml_IN", "PYTHONIOENCODING": "ascii"}
    assert as_program("check", FAIR, **plain).stdout.endswith(b"1 hand: 1 verified.\n")
    refused = as_program("check", FAIR, "--lang", "ml", **plain)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"encoding, ascii, has no letters" in refused.stderr
    malayalam = sentences("ml")
    counts = f"1 {malayalam.say('verdict-words', 'verified')}"
    said = malayalam.count("reports", "hands", 1, counts=counts)
    assert as_program("check", FAIR, LANG="ml_IN.UTF-8").stdout.endswith(said.encode() + b"\n")


@pytest.mark.slow
@pytest.mark.parametrize("forks", [True, False])
def test_workers_speak_the_language_of_their_parent(run: Run, monkeypatch: pytest.MonkeyPatch, forks: bool) -> None:
    monkeypatch.setattr(workers, "FORKS", forks and workers.FORKS)
    alone = run("check", str(SAMPLES), "--lang", "gu")
    shared = run("check", str(SAMPLES), "--lang", "gu", "--jobs", "2")
    assert shared.stdout == alone.stdout
    assert said_in("gu") in " ".join(shared.stdout.split())


@pytest.mark.parametrize("language", languages())
def test_what_click_says_itself_is_said_in_the_language(run: Run, language: str) -> None:
    with speaking(language):
        one, many = "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."
        said = {
            "check --frmat x": message("No such option {name!r}.").format(name="--frmat"),
            "check --jobs x a": message("{value!r} is not a valid {number_type}.").format(value="x", number_type=""),
            "show": spoken().say("help", "usage"),
            "check --format": counted(one, many, 1).format(name="--format", nargs=1),
            "rules --help": spoken().say("help", "options"),
        }
    for line, sentence in said.items():
        result = run("--lang", language, *line.split())
        assert sentence in result.stdout + result.stderr


def test_what_a_thread_says_is_said_in_the_language(run: Run) -> None:
    result = run("check", "http://127.0.0.1:9/hands/a", "--lang", "gu")
    assert result.exit_code == 2
    assert sentences("gu").sections["unreadable"]["file"].rpartition("}")[2] in result.stderr


LINES = [
    f"show {SAMPLES / '11-28-did-not-follow-suit.hand.json'}",
    f"show {SAMPLES / '09-56-gulan-made.hand.json'}",
    f"show {SAMPLES / '18-rummy-wrong-declare.hand.json'}",
    f"check {SAMPLES}",
    f"match {ROOT / 'fixtures' / 'matches' / '40-cheettukali.jsonl'}",
    f"deck {FAIR}",
    "rules",
    "rules 28-gulan",
    "rummy --wild 5 3s 4s 5s 10h Jk 2s 3d 4d 5d 6d 7d 8d 9d",
]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(" ")[0] + line[-18:-10])
def test_no_line_is_wider_than_80_columns(run: Run, line: str, language: str) -> None:
    printed = run(*line.split(" "), "--lang", language).stdout
    assert printed
    assert [each for each in printed.split("\n") if width(each) > 80] == []


@pytest.mark.parametrize("digits", ["൦൧൨൩൪൫൬൭൮൯", "૦૧૨૩૪૫૬૭૮૯", "०१२३४५६७८९"])
def test_numbers_may_be_typed_in_native_digits(run: Run, tmp_path: Path, digits: str) -> None:
    def native(line: str) -> list[str]:
        return line.translate(str.maketrans("0123456789", digits)).split(" ")

    dealt = run("deck", FAIR, "--cut", "12", "--deal", "0").stdout
    assert run("deck", FAIR, *native("--cut 12 --deal 0")).stdout == dealt
    assert run("check", FAIR, *native("--jobs 1 --now 1790001200")).exit_code == 0
    made = run("simulate", "28-standard", "--count", "2", "--seed", "a").stdout
    assert run("simulate", "28-standard", "--seed", "a", *native("--count 2")).stdout == made
    (tmp_path / "two.jsonl").write_text(made, encoding="utf-8")
    for place in (":2", "#/1"):
        assert run("show", f"two.jsonl{native(place)[0]}").stdout == run("show", f"two.jsonl{place}").stdout
    cards = "--seats 6 --wild 10 3s 4s 5s 10h Jk 2s 3d 4d 5d 6d 7d 8d 9d"
    arranged = run("rummy", *cards.split(" "))
    assert arranged.exit_code == 0
    assert run("rummy", *native(cards)).stdout == arranged.stdout
