"""Hostile texts in a record: markup, control characters and long names reach a reader as text and nothing else."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from dealproof.replay import rulesets
from dealproof.web.disputes.case import Evidence, open_case
from dealproof.web.disputes.files import files
from dealproof.web.presentation.text_columns import COLUMNS, width
from tests.support.disputes import kinds, samples
from tests.unit.web.conftest import ILLEGAL, MISMATCH, record

NAMES = [
    "<script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "`rm -rf`\n# [x](javascript:1)",
    "\u202egpj\x1b[31m\x00\x07",
    "{{ 7*7 }}{% raw %}",
    "名" * 64,
    "A" * 64,
    "&amp;<!--",
]


class Page(HTMLParser):
    """The elements and attributes of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


def hostile(name: str, which: int = 0) -> dict[str, Any]:
    """A record with hostile names; the hashes fail or not, which does not matter here."""
    told = record(name)
    told["header"]["seats"] = NAMES[which : which + 4]
    return told


def made(name: str, which: int) -> dict[str, bytes]:
    game = rulesets.builtin("28-gulan")
    return files(open_case(Evidence(json.dumps(hostile(name, which)).encode(), under=game)))


@pytest.mark.parametrize("which", [0, 4])
@pytest.mark.parametrize("name", [ILLEGAL, MISMATCH])
def test_names_are_text_in_the_report_and_no_element_of_it(name: str, which: int) -> None:
    plain = Page(files(open_case(Evidence(json.dumps(record(name)).encode())))["report.html"].decode())
    page = Page(made(name, which)["report.html"].decode())
    assert page.tags <= plain.tags | {"dd", "dl", "dt", "code", "td"}
    assert not page.tags & {"script", "img", "a", "link", "iframe", "form"}
    assert page.attributes <= {"lang", "charset", "name", "content", "http-equiv", "class", "scope", "aria-hidden"}
    for each in NAMES[which : which + 4]:
        if each.isascii() and each.isprintable():
            assert each in page.text


def test_the_reason_why_a_record_is_malformed_and_the_origin_of_an_imported_hand_are_text() -> None:
    told = json.loads(samples()["23-kazhutha-imported"].record)
    for data in (json.dumps({**told, "origin": NAMES[1]}), json.dumps({**told, NAMES[0]: 1}), f'{{"{NAMES[0]}": '):
        page = Page(files(open_case(Evidence(data.encode())))["report.html"].decode())
        assert not page.tags & {"script", "img"}


@pytest.mark.parametrize("which", [0, 4])
def test_the_summary_has_no_control_characters_and_no_line_over_80_columns(which: int) -> None:
    text = made(ILLEGAL, which)["summary.txt"].decode()
    assert all(char == "\n" or char.isprintable() for char in text)
    assert max(map(width, text.splitlines())) <= COLUMNS


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_the_readme_repeats_nothing_that_a_player_or_an_operator_wrote(kind: str) -> None:
    evidence = kinds()[kind]
    case = open_case(evidence)
    text = files(case)["README.md"].decode()
    names = case.hand.seats if case.hand else ()
    assert [each for each in names if each in text.split()] == []
    assert text.isprintable() or set(text) - {"\n"} == {each for each in text if each.isprintable()}
    assert max(map(width, files(case)["summary.txt"].decode().splitlines())) <= COLUMNS


def test_the_names_of_the_files_do_not_depend_on_the_record() -> None:
    assert set(made(ILLEGAL, 0)) == {
        *files(open_case(samples()["11-28-did-not-follow-suit"])),
        "rules-under.json",
        "under.json",
    }


@pytest.mark.slow
@pytest.mark.parametrize("which", [0, 4])
def test_a_browser_runs_nothing_and_fetches_nothing(browser: Browser, tmp_path: Path, which: int) -> None:
    (tmp_path / "report.html").write_bytes(made(ILLEGAL, which)["report.html"])
    page = browser.new_page(viewport={"width": 390, "height": 844})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", lambda request: said.append(request.url))
    page.goto(f"file://{tmp_path}/report.html")
    assert said == [f"file://{tmp_path}/report.html"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["11-28-did-not-follow-suit", "18-rummy-wrong-declare", "receipt-published"])
def test_a_report_prints_on_a_few_a4_pages(browser: Browser, tmp_path: Path, kind: str) -> None:
    (tmp_path / "report.html").write_bytes(files(open_case(kinds()[kind]))["report.html"])
    page = browser.new_page()
    page.goto(f"file://{tmp_path}/report.html")
    printed = page.pdf(prefer_css_page_size=True)
    assert 1 < printed.count(b"/Type /Page\n") <= 4
    assert b"/MediaBox [0 0 594.95996 841.91998]" in printed
    page.close()
