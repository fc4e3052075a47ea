"""The project's words are plain, modern technical English (issue 10, item 3): none of the phrases that readers stumble
over is in what people read, in docstrings or in comments.

A phrase is searched outside of code spans (`like this`), where names of the code may stand.
"""

import ast
import io
import re
import tokenize

import click
import pytest

from dealproof.replay import rulesets
from dealproof.web.cli.main import COMMANDS, main
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT

BANNED = [
    r"told|tells?",  # of programs: say "prints", "shows", "describes", "reports"
    r"owe[ds]?|owing",  # say "must", "is due", "pending"
    r"anew",  # say "again", "new"
    r"nobody['’]s word|for its word|take\w* .{0,20}at (?:its|their) word",
    r"(?:fixed|said) beforehand",
    r"stands(?! for)|stood",  # of text and values: say "is", "contains", "appears"
    r"nought",  # say "zero", "0"
    r"lest",
    r"one['’]s own",
    r"knows? no",  # say "has no"
    r"as well(?! as)",  # say "also", "too"
    r"is none of|are none of",
    r"of yours|of ours",
    r"made ready",  # say "prepared"
    r"own way",  # of objects: say "independently"
    r"whoso|whatsoever|thereof|therein|hereof|herein|hitherto",
]
PHRASE = re.compile(rf"\b(?:{'|'.join(BANNED)})\b", re.IGNORECASE)


def found(text: str) -> list[str]:
    """Banned phrases with the words around them."""
    plain = re.sub(r"`[^`]*`", "``", text)
    return [plain[max(0, hit.start() - 30) : hit.end() + 30].replace("\n", " ") for hit in PHRASE.finditer(plain)]


@pytest.mark.parametrize(
    "text",
    [
        "What stands here is not what was fixed beforehand.",
        "Nobody’s word is taken for it.",
        "A hand told in order",
        "a redeal is owed",
        "the stock is made anew",
        "on one's own turn",
        "It does not match as well.",
    ],
)
def test_a_phrase_of_the_old_tone_is_found(text: str) -> None:
    assert found(text)


def test_names_of_the_code_are_not_words() -> None:
    assert found("`hand.owed` stands for the reasons; `redeal-owed` is a rule") == []


def test_sentences() -> None:
    texts = sentences(ENGLISH).sections
    assert [
        (section, key, hits) for section in texts for key, text in texts[section].items() if (hits := found(text))
    ] == []


def test_rulings() -> None:
    assert [(each.id, hits) for each in rulesets.rulings().values() if (hits := found(each.sentence))] == []


FOLDERS = ("verifier", "replay", "web/samples", "fixtures", "tests/bench")
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md")))
    if path != ROOT / "fixtures" / "README.md"  # its tables are IDs of rules, outside of code spans
)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents(name: str) -> None:
    assert found((ROOT / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help(name: str) -> None:
    group = click.Context(main, info_name="dealproof")
    command = main if not name else main.get_command(group, name)
    assert command is not None
    assert found(command.get_help(click.Context(command, info_name=name, parent=group))) == []


MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for room in ("verifier", "replay", "web")
    for path in (ROOT / room).rglob("*.py")
    if "node_modules" not in path.parts
)


def explanations(source: str) -> list[str]:
    """The texts of a module that explain it: docstrings, texts below an assignment, and comments."""
    texts = [
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [*texts, *(token.string for token in tokens if token.type == tokenize.COMMENT)]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_and_comments(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    assert [hit for text in explanations(source) for hit in found(text)] == []


COMMENT = re.compile(r"\{#.*?#\}|/\*.*?\*/|(?<![:\w])//[^\n]*", re.DOTALL)
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder, endings in (("web/http/static", (".js", ".css")), ("web/http/site/templates", (".html",)))
    for path in (ROOT / folder).rglob("*")
    if path.suffix in endings
)


@pytest.mark.parametrize("name", PAGES)
def test_comments_of_pages(name: str) -> None:
    comments = COMMENT.findall((ROOT / name).read_text(encoding="utf-8"))
    assert [hit for text in comments for hit in found(text)] == []
