"""The folder of a report: complete, valid, the same bytes each time, readable without statistics, and without names."""

import json
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dealproof.replay.archive.analysis.whole import Archive
from dealproof.replay.archive.analysis.whole import report as report_on
from dealproof.replay.archive.chunk import Failure, Piece, audit_chunk
from dealproof.replay.archive.facts import parse
from dealproof.replay.archive.plan import Plan
from dealproof.replay.archive.statistics import FEWEST
from dealproof.web.archive.report import FAILURES, FILES, PAGE, PLAN, REPORT, RERUN, write_report
from dealproof.web.archive.report.gli import CONFIDENCE, REQUIREMENTS, rows
from dealproof.web.archive.report.page import policy, style
from dealproof.web.archive.report.plots import heat_map, plots
from dealproof.web.archive.report.privacy import Privacy, pointer, without_addresses
from dealproof.web.archive.report.schema import FORMAT, SCHEMA, report_schema
from dealproof.web.archive.report.words import ReportText
from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from tests.support.archive_reports import SAMPLES, Sample, alarm, honest, tiny
from tests.support.paths import SAMPLES as FIXTURES

EVERY = pytest.mark.parametrize("name", SAMPLES)


def written(folder: Path, sample: Sample, **options: Any) -> dict[str, str]:
    """The texts of a folder by the names of its files."""
    write_report(folder, sample.report, sample.tables, sample.failures, **options)
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of each sample, which is drawn once."""

    @cache
    def made(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        written(folder, SAMPLES[name](), sources=("hands",))
        return folder

    return made


class Page(HTMLParser):
    """Collects the tags, attributes and visible text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


@EVERY
def test_a_folder_has_its_files_and_its_report_is_valid(folder_of: Callable[[str], Path], name: str) -> None:
    sample = SAMPLES[name]()
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder_of(name).iterdir()}
    assert set(texts) == set(FILES)
    report = json.loads(texts[REPORT])
    assert report == sample.report
    Draft202012Validator(report_schema()).validate(report)
    assert report["format"] == FORMAT == report_schema()["properties"]["format"]["const"]
    assert json.loads(texts[SCHEMA]) == report_schema()
    assert texts[REPORT].index('"alarm"') < texts[REPORT].index('"completeness"') < texts[REPORT].index('"verdicts"')


def test_the_report_of_an_audit_is_valid_and_has_words(tmp_path: Path) -> None:
    """The report as `replay.archive.analysis` makes it, of hands of every game."""
    plan = Plan()
    pieces = [Piece(path.name, path.read_bytes()) for path in sorted(FIXTURES.glob("*.json"))]
    chunk = audit_chunk(pieces * FEWEST, plan.deck_statistics())
    found = report_on(
        Archive(chunk.counts, chunk.worths, map(parse, chunk.rows), chunk.keys),
        plan,
        {"sha256": "0" * 64, "records": len(pieces) * FEWEST, "sources": 1},
        {"dealproof": "0.1.0"},
    )
    Draft202012Validator(report_schema()).validate(found)
    texts = written(tmp_path, Sample(found, {}, chunk.failures))
    assert json.loads(texts[REPORT]) == found
    assert len(found["tests"]) > 20
    for section, codes in codes_of(found).items():
        assert [code for code in sorted(codes) if not sentences("en").has(section, code)] == []


def codes_of(report: dict[str, Any]) -> dict[str, set[str]]:
    """The codes of a report by the section with their words."""
    return {
        "archive-statistics": {each["statistic"].removesuffix("-largest") for each in report["tests"]},
        "archive-effects": {each["effect"] for each in report["tests"]} - {"fortune"},
        "archive-gli": {*REQUIREMENTS, CONFIDENCE},
        "archive-repeats": {each["kind"] for each in report["repeats"]},
        "archive": {f"finding-{each['code']}" for each in report["findings"]},
    }


def test_the_schema_is_a_schema_and_refuses_what_is_none() -> None:
    Draft202012Validator.check_schema(report_schema())
    valid = Draft202012Validator(report_schema()).is_valid
    assert valid(honest().report)
    for key in honest().report:
        assert not valid({name: value for name, value in honest().report.items() if name != key})
    assert not valid(honest().report | {"alarm": "no"})
    assert not valid(honest().report | {"findings": [{"code": "other"}]})


def test_the_hash_of_the_plan_is_that_of_its_file(folder_of: Callable[[str], Path]) -> None:
    assert sha256((folder_of("tiny") / PLAN).read_bytes()).hexdigest() == tiny().report["plan"]["sha256"]


@pytest.mark.parametrize("name", ["alarm", "empty"])
def test_the_same_report_gives_the_same_bytes(folder_of: Callable[[str], Path], tmp_path: Path, name: str) -> None:
    written(tmp_path, SAMPLES[name](), sources=("hands",))
    assert {file: (tmp_path / file).read_bytes() for file in FILES} == {
        file: (folder_of(name) / file).read_bytes() for file in FILES
    }


@pytest.mark.parametrize("language", languages())
def test_the_page_needs_nothing_else_and_its_policy_lets_nothing_in(
    folder_of: Callable[[str], Path], tmp_path: Path, language: str
) -> None:
    if language == ENGLISH:
        text = (folder_of("alarm") / PAGE).read_text(encoding="utf-8")
    else:
        text = written(tmp_path, undrawn(alarm()), language=language)[PAGE]
    page = Page(text)
    assert f'<html lang="{language}">' in text
    assert not {"script", "link", "img", "image", "iframe", "object", "embed", "form"} & set(page.tags)
    assert not {"src", "style", "onload"} & dict(page.attributes).keys()
    links = [value for name, value in page.attributes if name in {"href", "xlink:href"} and value]
    assert all(link.startswith("#") for link in links)
    (declared,) = [value for name, value in page.attributes if name == "content" and value and "default-src" in value]
    assert declared == policy(style())
    (found,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert declared == policy(found)
    assert "unsafe" not in declared
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))


def test_three_paragraphs_come_before_anything_of_statistics(folder_of: Callable[[str], Path]) -> None:
    text = (folder_of("alarm") / PAGE).read_text(encoding="utf-8")
    body = text[text.index("<main>") :]
    headings = re.findall(r"<h[12][^>]*>(?:<span[^>]*>.</span> )?(.*?)</h[12]>", body)
    assert headings[1:6] == [
        "Alarm: something must be explained",
        "What was checked",
        "What was found",
        "What could have been seen",
        "Findings",
    ]
    plain = re.findall(r"<p>(.*?)</p>", body)[:3]
    assert not re.search(r"chi-square|p-value|Holm|e-BH|deviation", " ".join(plain))
    assert "2,000 hands" in plain[0]


def test_the_least_bias_is_said_in_words() -> None:
    (test,) = [each for each in honest().report["tests"] if each["statistic"] == "position-card-largest"]
    said = ReportText(honest().report, sentences("en")).seen()
    bias = 100 * test["least_effect"]
    assert f"With these 2,000 deals, a bias of {bias:.3g} % on one card, to {3.125 + bias:.3g} %, would be seen" in said
    assert "at least 20" in ReportText(tiny().report, sentences("en")).seen()


@EVERY
@pytest.mark.parametrize("language", languages())
def test_every_code_of_a_report_has_words(name: str, language: str) -> None:
    report = SAMPLES[name]().report
    text = ReportText(report, sentences(language))
    said = [text.checked(), text.found(), text.seen(), *text.findings(), text.title]
    said += [text.name(test) for test in report["tests"]] + [text.effect_of(test) for test in report["tests"]]
    assert not [each for each in said if "{" in each or re.search(r"\b[a-z]+-[a-z]+-[a-z]+\b", each)]
    for section, codes in codes_of(report).items():
        assert [code for code in codes if not sentences(language).has(section, code)] == []


def test_a_statistic_that_has_no_words_is_named_by_its_code() -> None:
    text = ReportText(honest().report, sentences("en"))
    assert text.statistic("from-tomorrow") == "from-tomorrow"
    assert text.subject("from tomorrow") == "from tomorrow"


def test_findings_and_rejected_tests_are_marked(folder_of: Callable[[str], Path]) -> None:
    text = (folder_of("alarm") / PAGE).read_text(encoding="utf-8")
    rejected = [each for each in alarm().report["tests"] if each["holm"] or each["e_bh"]]
    assert text.count('<tr class="bad">') == len(rejected) > 0
    assert "cards at places, place 1, card 1" in text
    assert "More than once in the archive: server seed (1)" in text
    assert "Hands missing from the numbers of their tables: 4" in text
    quiet = (folder_of("honest") / PAGE).read_text(encoding="utf-8")
    assert '<tr class="bad">' not in quiet
    assert "Nothing unusual was found" in quiet


def test_plots_show_what_there_is_data_for() -> None:
    assert list(plots(alarm().report, alarm().tables)) == ["heat-map", "p-values", "histogram", "fortunes"]
    assert list(plots(tiny().report, tiny().tables)) == ["heat-map"]
    assert list(plots(honest().report, {})) == ["p-values", "histogram", "fortunes"]


def test_a_large_deck_gives_a_small_heat_map() -> None:
    drawn = heat_map([20] * (106 * 106), 106, 2120, "h")
    assert len(drawn) < 900_000
    assert drawn.count("<path") < 3300


def test_failures_lead_to_their_hands_where_a_site_is_named(folder_of: Callable[[str], Path], tmp_path: Path) -> None:
    bare = (folder_of("alarm") / FAILURES).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in bare.splitlines()]
    assert [line["hand"] for line in lines] == ["t1.17", "t2.4", None]
    assert all("link" not in line for line in lines)
    sample = undrawn(tiny(), failures=alarm().failures)
    texts = written(tmp_path, sample, base_url="https://hands.example/")
    lines = [json.loads(line) for line in texts[FAILURES].splitlines()]
    assert [line.get("link") for line in lines] == [
        "https://hands.example/hands/t1.17",
        "https://hands.example/hands/t2.4",
        None,
    ]
    assert '<a href="https://hands.example/hands/t1.17">t1.17</a>' in texts[PAGE]


def undrawn(sample: Sample, **more: Any) -> Sample:
    """The sample without what takes long to draw."""
    return sample._replace(tables={}, **more)


SECRETS = ["Ammu", "biju@club.example", "10.0.0.7", "2001:db8::7", "hunter2", "/srv/club", "https://club.example"]


def test_no_name_and_no_address_gets_into_any_file(tmp_path: Path) -> None:
    """Issue 15, point 3: none unless asked."""
    given = ("/srv/club/hands", "postgresql://me:hunter2@10.0.0.7/hands", "https://club.example/hands")
    failures = (
        Failure("/srv/club/hands/10.0.0.7/biju@club.example.jsonl:3", "t1.1", "illegal", "must-follow-suit at event 9"),
        Failure("postgresql://me:hunter2@10.0.0.7/hands t1.2", None, "malformed", "/header/Ammu"),
        Failure("https://club.example/hands#4", "Ammu biju@club.example", "malformed", "/biju@club.example/0"),
        Failure("/srv/club/elsewhere/2001:db8::7.json", None, "malformed", "/player_seeds/0"),
    )
    texts = written(tmp_path, undrawn(alarm(), failures=failures), sources=given)
    assert [(secret, name) for name, text in texts.items() for secret in SECRETS if secret in text] == []
    assert "hands/…/….jsonl:3" in texts[FAILURES]
    assert "/player_seeds/0" in texts[FAILURES]
    asked = written(tmp_path / "asked", undrawn(alarm(), failures=failures), sources=given, names=True)
    assert "/srv/club/hands" in asked[RERUN]
    assert "/srv/club/hands/10.0.0.7" in asked[FAILURES]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a 10.0.0.7 b", "a … b"),
        ("x/2001:db8::7/y", "x/…/y"),
        ("see https://me:pw@club.example/x?y now", "see … now"),
        ("hands/t1.jsonl:17", "hands/t1.jsonl:17"),
        ("must-follow-suit at event 9", "must-follow-suit at event 9"),
        ("t1.2", "t1.2"),
    ],
)
def test_addresses_are_taken_out_and_nothing_else(text: str, left: str) -> None:
    assert without_addresses(text) == left


def test_a_pointer_keeps_what_records_have() -> None:
    assert pointer("/header/seats/0") == "/header/seats/0"
    assert pointer("/events/3/card/Biju~1x") == "/events/3/card/…"
    assert pointer("") == ""


def test_a_source_is_named_from_its_last_part() -> None:
    privacy = Privacy(("hands", "a/../b/", "."))
    assert privacy.source("hands/t1.json") == "hands/t1.json"
    assert privacy.source("a/../b/t1.json") == "b/t1.json"
    assert privacy.source("/elsewhere/t1.json") == "t1.json"


def test_many_tests_and_failures_do_not_flood_the_page(tmp_path: Path) -> None:
    report = alarm().report
    one = next(each for each in report["tests"] if each["statistic"] == "advantage")
    more = [one | {"id": f"a{n}", "subject": f"account {n:016x}"} for n in range(3000)]
    failures = tuple(Failure(f"hands/{n}.json", f"t1.{n}", "illegal", "rule at event 1") for n in range(3000))
    sample = undrawn(alarm(), report=report | {"tests": report["tests"] + more}, failures=failures)
    texts = written(tmp_path, sample)
    assert len(texts[PAGE]) < 600_000
    assert texts[FAILURES].count("\n") == 3000
    assert "more tests of this group" in texts[PAGE]


def test_what_others_wrote_is_text(tmp_path: Path) -> None:
    failures = (Failure("hands/<b>\u202e.json", None, "error", "<script>alert(1)</script>"),)
    text = written(tmp_path, undrawn(tiny(), failures=failures))[PAGE]
    assert "<script" not in text
    assert "<b>" not in text
    assert "\u202e" not in text


PROGRAM = """#!/bin/sh
echo "$@" > "$SAID"
while [ "$1" != --out ]; do shift; done
mkdir -p "$2"
cp "$NEW" "$2/report.json"
exit 1
"""


def rerun(folder: Path, *arguments: str, new: Path | None = None, cwd: Path) -> tuple[int, str, str]:
    """Runs the script beside a program that stands for `dealproof`: its exit code, messages, and what it was given."""
    programs = cwd / "bin"
    programs.mkdir(exist_ok=True)
    (programs / "dealproof").write_text(PROGRAM)
    (programs / "dealproof").chmod(0o755)
    environment = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "SAID": str(cwd / "said"),
        "NEW": str(new or folder / REPORT),
        "OUT": str(cwd / "again"),
    }
    shell = shutil.which("sh")
    assert shell
    done = subprocess.run(
        [shell, str(folder / RERUN), *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    said = cwd / "said"
    return done.returncode, done.stdout + done.stderr, said.read_text() if said.exists() else ""


def test_the_script_repeats_the_command_and_compares(tmp_path: Path) -> None:
    folder = tmp_path / "the report"
    written(folder, undrawn(tiny()), sources=("it's may", "june"), options=("--log", "$HOME `x`"))
    assert (folder / RERUN).stat().st_mode & stat.S_IXUSR
    code, message, said = rerun(folder, cwd=tmp_path)
    assert (code, message) == (0, "Same plan, same data, same report.\n")
    assert said == f"archive audit it's may june --log $HOME `x` --plan {folder}/plan.json --out {tmp_path}/again\n"
    assert rerun(folder, "mine", cwd=tmp_path)[2].startswith("archive audit mine --log")


def test_the_script_says_what_is_not_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    text = written(folder, undrawn(tiny()), sources=("hands",))[REPORT]
    new = tmp_path / "new.json"
    report = tiny().report
    for said, found in {
        "The plan is not the one": text.replace(report["plan"]["sha256"], "0" * 64),
        "The data is not the one": text.replace(report["data"]["sha256"], "0" * 64),
        "report.json differs": text.replace("1.17.0", "1.18.0"),
    }.items():
        new.write_text(found)
        code, message, _ = rerun(folder, new=new, cwd=tmp_path)
        assert code == 1
        assert said in message


def test_the_script_asks_for_sources_that_are_not_named(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    written(folder, undrawn(tiny()), sources=("/srv/club/hands",))
    code, message, _ = rerun(folder, cwd=tmp_path)
    assert (code, message) == (2, "usage: sh rerun.sh SOURCE...\n")
    assert rerun(folder, "mine", cwd=tmp_path)[0] == 0


def test_the_address_of_a_log_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    options = ("--log", "https://log.example", "--column", "record")
    texts = written(folder, undrawn(tiny()), sources=("hands",), options=options)
    assert "dealproof archive audit hands --log LOG --column record --plan" in texts[PAGE]
    assert not [name for name, text in texts.items() if "log.example" in text]
    code, message, _ = rerun(folder, cwd=tmp_path)
    assert code != 0
    assert "Set LOG to the value of --log." in message
    asked = written(tmp_path / "asked", undrawn(tiny()), sources=("hands",), options=options, names=True)
    assert "--log https://log.example --column record" in asked[RERUN]


def test_each_kind_of_the_clause_is_answered_or_said_to_be_untested() -> None:
    found = {row.requirement: row for row in rows(alarm().report)}
    assert list(found) == [*REQUIREMENTS, CONFIDENCE]
    assert found["coupon-collector"].state == "open"
    assert found["duplicates"].state == "good"
    assert found["total-distribution"].state == "bad"
    assert found["total-distribution"].rejected == 3
    assert found[CONFIDENCE].tests == len(alarm().report["tests"])
    assert {row.state for row in rows(tiny().report)} == {"open"}
