"""The specification and the guides as pages: the Markdown files that the packages bring along, rendered to HTML.

Headings get the anchors that GitHub gives them, so that one link works in both places. A table row whose first cell is
a single code, such as a rule ID, gets an anchor too: `rule-must-follow-suit` in a table headed "rule ID". Links between
the documents lead to their pages. HTML in a document is shown as text.

>>> document("spec/rules/kazhutha").title
'Rules of Kazhutha'
>>> slug('What a check answers: "A", `log-head` & more')
'what-a-check-answers-a-log-head--more'
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from dealproof.web.presentation.games import PRESENTATIONS

SPECIFICATION: Final = {
    "spec/protocol": "verifier/PROTOCOL.md",
    "spec/log": "verifier/tlog/LOG.md",
    "spec/record": "replay/RECORD.md",
    **{f"spec/rules/{family}": f"replay/games/{family}/RULES.md" for family in PRESENTATIONS},
}
"""Each document of the specification by its path on the site, and where it lies: package, then path in it."""

GUIDES: Final = {"docs/fair-hands": "web/docs/fair-hands.md"}
"""The guides, likewise."""

SOURCES: Final = SPECIFICATION | GUIDES

PICTURES: Final = frozenset({"web/docs/sequence.svg"})
"""What documents show; each is served beside its document."""

_NAMES: Final = {source: name for name, source in SOURCES.items()}
_NAMES_OF_PICTURES: Final = {source: source.removeprefix("web/") for source in PICTURES}
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_NO_SLUG: Final = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a document: its level (1 to 6), its anchor and its text."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A rendered document. `headings` are all below the title, `anchors` everything that a link can lead to."""

    name: str
    title: str
    headings: tuple[Heading, ...]
    anchors: frozenset[str]
    html: Markup


def text_of(name: str) -> str:
    """The Markdown text of a document. Raises KeyError if there is no document of that name."""
    return _bytes(SOURCES[name]).decode()


def picture(name: str) -> bytes | None:
    """A picture by its path on the site, None if there is none."""
    return next((_bytes(source) for source, path in _NAMES_OF_PICTURES.items() if path == name), None)


def _bytes(source: str) -> bytes:
    package, _, path = source.partition("/")
    return files(f"dealproof.{package}").joinpath(path).read_bytes()


@cache
def document(name: str) -> Document:
    """A document of `SOURCES` by its name. Raises KeyError where there is none, ValueError where a link of it leads
    nowhere."""
    tokens = _MARKDOWN.parse(text_of(name))
    _link(tokens, name)
    headings = _name_headings(tokens)
    anchors = {each.anchor for each in headings}
    _name_rows(tokens, anchors)
    _let_scroll(tokens)
    body = Markup(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))  # noqa: S704 (HTML in the text is escaped)
    return Document(name, headings[0].text, tuple(headings[1:]), frozenset(anchors), body)


def slug(text: str) -> str:
    """The anchor that GitHub gives to a heading of this text."""
    return _NO_SLUG.sub("", text.lower()).replace(" ", "-")


def _plain(inline: Token) -> str:
    """The text of an inline token without its marks."""
    return "".join(each.content for each in inline.children or () if each.type in ("text", "code_inline"))


def _link(tokens: Sequence[Token], name: str) -> None:
    """Turns links from file to file into links from page to page."""
    for link in _inside(tokens, "link_open"):
        link.attrs["href"] = _address(str(link.attrs["href"]), name, _NAMES)
    for image in _inside(tokens, "image"):
        image.attrs["src"] = _address(str(image.attrs["src"]), name, _NAMES_OF_PICTURES)


def _address(link: str, name: str, known: Mapping[str, str]) -> str:
    """The address on the site of what the document `name` links to. Links to the web and inside the document stay."""
    path, hash_, anchor = link.partition("#")
    if not path or ":" in path:
        return link
    file = posixpath.normpath(posixpath.join(posixpath.dirname(SOURCES[name]), path))
    if file not in known:
        raise ValueError(f"{SOURCES[name]} links to {path}, which the site does not serve.")
    return posixpath.relpath(known[file], posixpath.dirname(name)) + hash_ + anchor


def _inside(tokens: Sequence[Token], type: str) -> Iterator[Token]:
    for token in tokens:
        yield from (child for child in token.children or () if child.type == type)


def _name_headings(tokens: Sequence[Token]) -> list[Heading]:
    """Gives headings their anchors; those below the title become links to themselves."""
    found: list[Heading] = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        text = _plain(inline)
        same = sum(slug(each.text) == slug(text) for each in found)
        heading = Heading(int(opening.tag[1:]), slug(text) + (f"-{same}" if same else ""), text)
        opening.attrs["id"] = heading.anchor
        if found:
            start = Token("link_open", "a", 1, attrs={"href": f"#{heading.anchor}"})
            inline.children = [start, *(inline.children or ()), Token("link_close", "a", -1)]
        found.append(heading)
    return found


def _name_rows(tokens: Sequence[Token], anchors: set[str]) -> None:
    """Gives an anchor to each row whose first cell is one code, unless the anchor is there already."""
    kind = ""
    for row, cell, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type != "tr_open":
            continue
        if cell.type == "th_open":
            kind = slug(_plain(inline)).removesuffix("-id")
        elif [each.type for each in inline.children or ()] == ["code_inline"]:
            anchor = f"{kind}-{_plain(inline)}"
            if anchor not in anchors:
                anchors.add(anchor)
                row.attrs["id"] = anchor


def _let_scroll(tokens: list[Token]) -> None:
    """Puts each table into a box of its own, and lets it and each block of code scroll, by keyboard too."""
    heading = ""
    for place in range(len(tokens) - 1, -1, -1):
        token = tokens[place]
        if token.type == "table_close":
            tokens.insert(place + 1, Token("html_block", "", 0, content="</div>\n"))
        elif token.type == "table_open":
            heading = next(
                _plain(after) for before, after in _backwards(tokens, place) if before.type == "heading_open"
            )
            box = f'<div class="scroll" role="group" tabindex="0" aria-label="{escape(heading)}">\n'
            tokens.insert(place, Token("html_block", "", 0, content=box))
        elif token.type == "fence":
            block = f'<pre class="scroll" tabindex="0"><code>{escape(token.content)}</code></pre>\n'
            tokens[place] = Token("html_block", "", 0, content=block)


def _backwards(tokens: Sequence[Token], place: int) -> Iterator[tuple[Token, Token]]:
    """Each token before a place with the one after it, the nearest first."""
    return ((tokens[each], tokens[each + 1]) for each in range(place - 1, -1, -1))
