"""Every citation of the specification names a document that is there and a heading that it has."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealproof.web.http.site.documents import slug
from tests.support.documents import DOCUMENTS, LOG, PROTOCOL, RECORD, ROOT, RULES, headings, prose

READ = {".py", ".md", ".html", ".js", ".mjs", ".css", ".toml", ".mako"}
NOT_CITING = {Path(__file__).name, "documents.py"}
"""Files of the tests in which names of documents are data."""
ROOMS = ("verifier", "replay", "web", "tests", "fixtures")
DOCUMENT = r"(?:[A-Za-z_.]+/)*(?:PROTOCOL|LOG|RECORD|RULES)\.md"
CITED = re.compile(rf'(?P<document>{DOCUMENT})(?P<headings>(?:(?:,|;| and| to) "[^"]+")*)(?=(?P<rest>.{{0,20}}))')
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
OLD = re.compile(r"(?<![\w-])(?:protocol|record|gulan|kazhutha|rummy|seating)\.md")


def files() -> Iterator[Path]:
    """Every file with code or prose in it that belongs to the project."""
    yield from sorted(ROOT.glob("*.md"))
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in READ and "node_modules" not in path.parts and path.name not in NOT_CITING:
                yield path


def joined(path: Path) -> str:
    """The text of a file in one line: a citation may be broken at the end of a line, in a comment too."""
    return re.sub(r"\s*\n\s*(?:#+ |//+ |\* )?\s*", " ", path.read_text(encoding="utf-8"))


def meant(cited: str) -> Path | None:
    """The document that a citation names: by its name, by family and name, or by its whole path."""
    *folders, name = cited.split("/")
    if name == "RULES.md" and folders:
        found = RULES.get(folders[-1])
    else:
        found = {"PROTOCOL.md": PROTOCOL, "LOG.md": LOG, "RECORD.md": RECORD}.get(name)
    if found is None or (folders and folders != ["..", *folders[1:]] and not str(found).endswith(cited)):
        return None
    return found


def faults(path: Path) -> Iterator[str]:
    """What is wrong with the citations of a file."""
    text = joined(path)
    yield from (f"{old[0]} is no document" for old in OLD.finditer(text))
    for cited in CITED.finditer(text):
        document = meant(cited["document"])
        if document is None:
            if path not in DOCUMENTS or cited["document"] != "RULES.md":  # "each RULES.md"
                yield f"{cited['document']} is no document"
            continue
        for heading in re.findall(r'"([^"]+)"', cited["headings"]):
            if heading not in headings(document):
                yield f'{cited["document"]} has no heading "{heading}"'
        if re.match(r", [A-Z][a-z]|'s \([A-Z][a-z]| \([A-Z]?[a-z]+\)", cited["rest"]):
            yield f"{cited['document']}: a heading is quoted"


def test_every_citation_names_a_document_and_a_heading() -> None:
    found = {str(path.relative_to(ROOT)): [*faults(path)] for path in files()}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_there_are_many_citations() -> None:
    """The pattern finds what it looks for."""
    assert sum(len(CITED.findall(joined(path))) for path in files() if path.suffix == ".py") > 150


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('PROTOCOL.md, "Header"', []),
        ('PROTOCOL.md, "Roles and order" and "Header"; RFC 5869', []),
        ('RECORD.md,\n    # "As JSON" prints it', []),
        ('gulan/RULES.md, "The match"', []),
        ("replay/RECORD.md", []),
        ('PROTOCOL.md, "Haeder"', ['PROTOCOL.md has no heading "Haeder"']),
        ('gulan/RULES.md, "Header"', ['gulan/RULES.md has no heading "Header"']),
        ("whist/RULES.md", ["whist/RULES.md is no document"]),
        ("RULES.md", ["RULES.md is no document"]),
        ("spec/RECORD.md", ["spec/RECORD.md is no document"]),
        ("rules/rummy.md", ["rummy.md is no document"]),
        ("PROTOCOL.md, Header", ["PROTOCOL.md: a heading is quoted"]),
    ],
)
def test_a_citation_that_leads_nowhere_is_found(tmp_path: Path, text: str, wrong: list[str]) -> None:
    path = tmp_path / "module.py"
    path.write_text(f'"""{text}"""\n', encoding="utf-8")
    assert [*faults(path)] == wrong


def test_every_link_between_documents_leads_to_a_file_and_a_heading() -> None:
    linked = 0
    for path in [*DOCUMENTS, *sorted(ROOT.glob("*.md"))]:
        for target, anchor in LINK.findall("\n".join(prose(path))):
            if ":" in target:
                continue
            file = (path.parent / target).resolve() if target else path
            assert file.exists(), f"{path.name}: {target}"
            if anchor:
                assert anchor in map(slug, headings(file)), f"{path.name}: {target}#{anchor}"
            linked += 1
    assert linked > 40
