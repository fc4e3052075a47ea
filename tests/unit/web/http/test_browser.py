"""What a person meets: the pages in a browser, as wide as a phone and as a desk."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, RECORDS, hand_id, running, text


@pytest.fixture
def base(client: FlaskClient) -> Iterator[str]:
    with running(client.application) as url:
        yield url


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen_and_nothing_is_refused_by_the_policy(
    browser: Browser, base: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    for path in ("/", *(f"/hands/{hand_id(name)}" for name in (GOOD, ILLEGAL, MISMATCH, HIDDEN))):
        page.goto(base + path)
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert complaints == []
    page.close()


LONG = ("W" * 64, "w" * 64, "ക്" * 32, "ક્ષ" * 21, "</script><img src=x>", "\u202e" * 64, "﷽" * 64, "-" * 64)
"""Names without a place for a new line: PROTOCOL.md allows 64 characters."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", ["01", "08", "11", "12", "15", "17", "18"])
def test_no_name_makes_a_page_wider_than_a_phone(browser: Browser, base: str, number: str, language: str) -> None:
    record = json.loads(next(SAMPLES.glob(f"{number}-*.hand.json")).read_bytes())
    seats = len(record["header"]["seats"])
    record["header"] |= {"hand": "W" * 64, "seats": [*LONG[:seats]]}
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{base}/{language}/")
    page.locator("form.box textarea").fill(json.dumps(record))
    page.locator("form.box button").first.click()
    page.locator("h1").wait_for()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator("img[src=x]").count() == 0
    page.close()


LABEL = sentences(ENGLISH).say("box", "label")


@pytest.mark.parametrize("script", [True, False])
def test_the_box_leads_to_a_hand_and_judges_a_file_with_and_without_javascript(
    browser: Browser, base: str, tmp_path: Path, script: bool
) -> None:
    page = browser.new_page(java_script_enabled=script)
    page.goto(base)
    page.get_by_label(LABEL).fill(hand_id(GOOD))
    page.get_by_role("button", name="Look").click()
    assert page.url == f"{base}/hands/{hand_id(GOOD)}"
    assert page.get_by_role("heading", level=1).inner_text().endswith("Verified")
    (tmp_path / "a.json").write_bytes(text(ILLEGAL))
    page.goto(base)
    page.locator("#file").set_input_files(tmp_path / "a.json")
    page.get_by_role("button", name="Look").click()
    assert page.url == f"{base}/find"
    assert page.get_by_role("heading", level=1).inner_text().endswith("Illegal move")
    page.close()


def test_a_pasted_record_is_read_by_the_browser_from_the_page_itself(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.goto(base)
    page.get_by_label(LABEL).fill(text(GOOD).decode())
    page.get_by_role("button", name="Look").click()
    page.locator(".browser-note.good").wait_for()
    page.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_post_over_plain_http_is_our_own_by_its_origin_where_the_browser_says_no_more(
    browser: Browser, base: str, host: str
) -> None:
    """Away from localhost a browser sends no Sec-Fetch-Site over plain HTTP: the box must work by Origin alone."""
    page = browser.new_page()
    seen: list[dict[str, str]] = []
    page.route("**/find", lambda route: (seen.append(route.request.all_headers()), route.continue_()))
    page.goto(base.replace("127.0.0.1", host))
    page.get_by_label(LABEL).fill(hand_id(GOOD))
    page.get_by_role("button", name="Look").click()
    assert page.get_by_role("heading", level=1).inner_text().endswith("Verified")
    assert seen[0]["origin"] == base.replace("127.0.0.1", host)
    page.close()


BROKEN_WORDS = """table => {
  const broken = [];
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const word of node.textContent.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(rect => Math.round(rect.top)));
      if (lines.size > 1 && !node.parentElement.closest(".unseen")) broken.push(word[0]);
    }
  }
  return broken;
}"""
"""The words of a table that go on in another line."""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    ("name", "table"), [("rummy-13/everyday", ".turns"), ("kazhutha/seats-8-all-out", ".tricks"), (GOOD, ".tricks")]
)
def test_no_word_of_a_table_of_moves_is_broken(browser: Browser, base: str, name: str, table: str, width: int) -> None:
    """Issue 10, 4: the rummy turns at 390 px without broken words."""
    rules, _, vector = name.rpartition("/")
    path = RECORDS.parent / f"{rules or '28-standard'}.jsonl"
    lines = (json.loads(line) for line in path.read_bytes().splitlines())
    told = next(line["record"] for line in lines if line["name"] == vector)
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto(base)
    page.get_by_label(LABEL).fill(json.dumps(told))
    page.get_by_role("button", name="Look").click()
    assert page.locator(table).evaluate(BROKEN_WORDS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.close()
