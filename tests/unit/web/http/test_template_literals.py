"""No page has a sentence of its own: it is in the catalogue (issue 14, point 2)."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from jinja2 import Environment, nodes

from tests.support.paths import ROOT

WEB = ROOT / "web"
TEMPLATES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in WEB.rglob("*.html")
    if not {"node_modules", "static"} & set(path.relative_to(WEB).parts)
)
"""The templates of pages and of documents; `static` holds the page that one of them is made into."""
READ = {
    "title",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
    "alt",
    "label",
}
"""The attributes that people read or hear."""
BUTTONS = {"button", "submit", "reset"}
"""The types of an input whose value is read."""
UNREAD = {"code", "script", "style"}
"""The elements whose text is not said in a language: commands, programs."""
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[A-Za-z]{2,},? [A-Za-z]{2,}|^[A-Z][a-z]+\b")
"""In an expression of a template, where most texts are codes."""
FILLED = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for what Jinja fills in."""
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
MACRO = re.compile(f' [a-z-]+="{FILLED}"')
"""An attribute that a macro gives, outside of any element."""
NOT_SAID = {
    "web/disputes/report.html": {"SHA-256"},
    "web/http/desk/templates/desk/pieces.html": {f"{FILLED} UTC"},
    "web/verify_page/page.html": {"dealproof", "Language · ഭാഷ · ભાષા"},
}
"""Names, and what stands in every language beside the others."""


class Texts(HTMLParser):
    """Collects what people read in a page: its texts, and the attributes that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.unread: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.unread.append(tag)
        given = dict(attrs)
        read = READ | {"value"} if given.get("type") in BUTTONS else READ
        self.found += [text for name, text in attrs if name in read and text and WORD.search(text)]

    def handle_endtag(self, tag: str) -> None:
        if self.unread and self.unread[-1] == tag:
            self.unread.pop()

    def handle_data(self, data: str) -> None:
        if not self.unread and WORD.search(MACRO.sub("", data)):
            self.found.append(data.strip())


def texts(source: str) -> Iterator[str]:
    """What a template says by itself, in its elements and in its expressions."""
    page = Texts()
    page.feed(JINJA.sub(FILLED, source))
    page.close()
    yield from page.found
    for constant in Environment(autoescape=True).parse(source).find_all(nodes.Const):
        if isinstance(constant.value, str) and SENTENCE.search(constant.value):
            yield constant.value


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_sentence_is_written_in_a_template(name: str) -> None:
    assert set(texts((ROOT / name).read_text(encoding="utf-8"))) ^ NOT_SAID.get(name, set()) == set()


def test_every_page_is_looked_at() -> None:
    rooms = {name.rsplit("/", 1)[0] for name in TEMPLATES}
    assert rooms == {
        "web/archive/report",
        "web/disputes",
        "web/http/desk/templates/desk",
        "web/http/site/templates/site",
        "web/verify_page",
    }


@pytest.mark.parametrize(
    "source",
    [
        "<p>Nothing was found.</p>",
        '<p>{{ say("lists", "hands") }} found</p>',
        '<nav aria-label="Languages">',
        '<img alt="A hand of {{ cards }}">',
        '<input placeholder="ID">',
        '<input type="submit" value="Search">',
        '{{ "No hand" if empty }}',
        '{{ link("Help") }}',
        "<p>ഒന്നും കണ്ടില്ല</p>",
    ],
)
def test_a_sentence_in_a_template_is_found(source: str) -> None:
    assert [*texts(source)]


@pytest.mark.parametrize(
    "source",
    [
        '<a class="to go" href="{{ url_for("site.front") }}" title="{{ say("page", "home") }}">{{ name }}</a>',
        "<code>dealproof check FILE</code>",
        "<style>body { margin: 0 }</style>",
        "{# A comment. #}<p>404 · {{ count }}</p>",
        '<input type="hidden" value="two words">',
    ],
)
def test_what_is_no_sentence_is_not_found(source: str) -> None:
    assert [*texts(source)] == []
