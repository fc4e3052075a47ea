"""No module that people read has a sentence of its own: it is in the catalogue (issue 14, point 2)."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.paths import ROOT

WORDS = re.compile(r"[A-Za-z’']{2,},? [A-Za-z’'(]{2,}|^[A-Z][a-z]+ $|^ [a-z]+\b|[a-z]\.$")
"""Two words beside each other, or a part of a sentence around a value."""
MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for room in ("cli", "store")
    for path in (ROOT / "web" / room).rglob("*.py")
    if "migrations" not in path.parts
)
"""The modules of commands and of what stores hands."""
NOT_READ = {
    "web/cli/build.py": {"pure Python"},
    "web/cli/check/reports/junit.py": {'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'},
    "web/cli/language.py": {"language of reports"},
    "web/cli/pytest_plugin.py": {
        "Check every hand in *.hand.json and *.hands.jsonl.",
        "Check every hand in the files and folders named.",
        " in ",
    },
    "web/store/engine.py": {"the last try returns or raises"},
    "web/store/settings.py": {"Application Support"},
}
"""Texts that are no sentences, and what is said in English: the options of pytest, its names of tests, the build."""
STATEMENT = re.compile(r"^\s*SELECT |^REPEATABLE READ$")
"""What is said to a database."""


def explained(tree: ast.AST) -> set[ast.expr]:
    """Docstrings and texts below an assignment."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def texts(source: str) -> Iterator[str]:
    """The texts of a module that may be sentences, those of an f-string in its parts."""
    tree = ast.parse(source)
    apart = explained(tree)
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and node not in apart else None
        if isinstance(text, str) and WORDS.search(text) and not STATEMENT.match(text):
            yield text


@pytest.mark.parametrize("name", MODULES)
def test_no_sentence_is_written_in_the_code(name: str) -> None:
    found = set(texts((ROOT / name).read_text(encoding="utf-8")))
    said_in_english = NOT_READ.get(name, set())
    assert found ^ said_in_english == set()


@pytest.mark.parametrize(
    "source",
    [
        'refuse("No hand was found.")',
        'refuse(f"{path} cannot be read")',
        'click.option("--jobs", help="Number of processes.")',
        'say(f"There are {count} hands")',
    ],
)
def test_a_sentence_in_the_code_is_found(source: str) -> None:
    assert [*texts(source)]


def test_what_is_no_sentence_is_not_found() -> None:
    assert [*texts('"""A sentence."""\nsay(spoken().say("usage", "no-json", path=path), "--jobs", "utf-8")')] == []
