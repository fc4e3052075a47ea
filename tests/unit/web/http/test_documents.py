"""The specification on the site: every document has its page, every link and anchor leads somewhere."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.http.site import documents
from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from tests.support.documents import DOCUMENTS, ROOT
from tests.support.rule_ids import RULE_IDS
from tests.unit.web.conftest import GOOD, hand_id, running

PAGES = ["/spec/", *(f"/{name}" for name in documents.SOURCES)]


class Parts(HTMLParser):
    """The anchors, the links and the loaded addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert name != "style"
            assert not name.startswith("on")
            if name == "id":
                self.anchors.append(value or "")
            elif name in ("src", "href"):
                elsewhere = tag == "a" or ("rel", "alternate") in attrs
                (self.links if elsewhere else self.loaded).append(value or "")


def parts(client: FlaskClient, path: str) -> Parts:
    answer = client.get(path)
    assert answer.status_code == 200, path
    found = Parts()
    found.feed(answer.get_data(as_text=True))
    return found


def test_every_document_is_served() -> None:
    assert sorted(ROOT / source for source in documents.SPECIFICATION.values()) == sorted(DOCUMENTS)
    assert sorted(ROOT / source for source in documents.GUIDES.values()) == sorted((ROOT / "web" / "docs").glob("*.md"))


@pytest.mark.parametrize("name", documents.SOURCES)
def test_a_page_has_the_title_and_every_heading_of_its_document(client: FlaskClient, name: str) -> None:
    page = client.get(f"/{name}").get_data(as_text=True)
    assert f"<title>{documents.document(name).title} ·" in page
    written = re.findall(r"^#{2,} ", re.sub(r"```.*?```", "", documents.text_of(name), flags=re.DOTALL), re.MULTILINE)
    assert len(documents.document(name).headings) == len(written) > 4


@pytest.mark.parametrize("family", RULE_IDS)
def test_every_rule_has_an_anchor_on_its_page(client: FlaskClient, family: str) -> None:
    anchors = parts(client, f"/spec/rules/{family}").anchors
    assert [rule for rule in RULE_IDS[family] if anchors.count(f"rule-{rule}") != 1] == []


def test_every_link_leads_somewhere_and_no_anchor_stands_twice(client: FlaskClient) -> None:
    known = {path: parts(client, path).anchors for path in PAGES}
    for path in PAGES:
        assert len(set(known[path])) == len(known[path])
        for link in parts(client, path).links:
            target, anchor = urldefrag(urljoin(path, link))
            if target.startswith("https://"):
                continue
            assert client.get(target).status_code == 200, (path, link)
            assert not anchor or anchor in known[target], (path, link)


def test_nothing_is_loaded_from_elsewhere(client: FlaskClient) -> None:
    loaded = {urljoin(path, link) for path in PAGES for link in parts(client, path).loaded}
    pictures = {link for link in loaded if not link.startswith("/static/")}
    assert pictures == {f"/{source.removeprefix('web/')}" for source in documents.PICTURES}
    assert {client.get(link).mimetype for link in pictures} == {"image/svg+xml"}


def test_html_in_a_document_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "text_of", lambda _: "# A <b>title</b>\n\n<script>x</script>\n\n```\n<i>\n```\n")
    page = documents.document.__wrapped__("spec/protocol").html
    assert "<b>" not in page
    assert "<script>" not in page
    assert "<i>" not in page


def test_a_link_to_no_document_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "text_of", lambda _: "# Title\n\n[gone](../replay/GONE.md#here)\n")
    with pytest.raises(ValueError, match="links to"):
        documents.document.__wrapped__("spec/protocol")


@pytest.mark.parametrize("name", documents.SPECIFICATION)
@pytest.mark.parametrize("language", languages())
def test_every_document_of_the_specification_is_described(language: str, name: str) -> None:
    assert sentences(language).has("spec", name.removeprefix("spec/"))


def test_a_document_says_to_readers_of_other_languages_that_it_is_in_english(client: FlaskClient) -> None:
    for language in languages():
        note = sentences(language).say("docs", "in-english")
        page = client.get(f"/{language}/docs/fair-hands").get_data(as_text=True)
        assert (note in page) == (language != ENGLISH)


@pytest.mark.parametrize("path", ["/", f"/hands/{hand_id(GOOD)}", "/nowhere", "/spec/record"])
def test_every_page_leads_to_the_specification_the_guide_and_the_page_that_trusts_nobody(
    client: FlaskClient, path: str
) -> None:
    page = client.get(path).get_data(as_text=True)
    assert '<a href="/verify">' in page
    assert '<a href="/spec/">' in page
    assert '<a href="/docs/fair-hands">' in page


@pytest.mark.parametrize(
    "path",
    [
        "/spec/nothing",
        "/spec/rules/whist",
        "/spec/rules/",
        "/spec/../verifier/encoding.py",
        "/docs/",
        "/docs/nothing",
        "/docs/fair-hands.md",
        "/spec/fair-hands",
    ],
)
def test_a_document_that_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path, follow_redirects=True).status_code == 404


WIDER = "[...document.querySelectorAll('.scroll')].filter((each) => each.scrollWidth > each.clientWidth).length"
"""How many boxes hold more than they show."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('spec') / 'hands.sqlite3'}", SiteSettings(posts=0, log=False))
    with running(app) as url:
        yield url


@pytest.mark.parametrize("width", [390, 1280])
def test_a_wide_table_scrolls_in_its_box_and_the_page_does_not(browser: Browser, base: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    scrolling = 0
    for path in PAGES:
        page.goto(base + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        boxes = page.evaluate(
            "[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth)"
        )
        scrolling += sum(beyond > 0 for beyond in boxes)
    assert scrolling > 0
    page.close()


def test_the_files_are_part_of_the_packages() -> None:
    data = (Path(ROOT) / "pyproject.toml").read_text(encoding="utf-8").partition("[tool.setuptools.package-data]")[2]
    assert re.search(r'^"dealproof.verifier" = .*"\*\*/\*\.md"', data, re.MULTILINE)
    assert re.search(r'^"dealproof.replay" = .*"\*\*/\*\.md"', data, re.MULTILINE)
