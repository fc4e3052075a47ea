"""The project's words are plain, modern technical English: phrases that it once used and that readers stumble over are
found in what people read, and in docstrings.

A phrase is searched outside of code spans (`like this`), where names of the code may stand.
"""

import ast
import re
from pathlib import Path

import click
import pytest

from replay import rulesets
from web.commands import COMMANDS, main
from web.sentences import ENGLISH, sentences

ROOT = Path(__file__).parent.parent

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
    r"whoso|whatsoever|thereof|therein|hereof|herein|hitherto",
]
PHRASE = re.compile(rf"\b(?:{'|'.join(BANNED)})\b", re.IGNORECASE)


def found(text: str) -> list[str]:
    """Banned phrases with the words around them."""
    plain = re.sub(r"`[^`]*`", "``", text)
    return [plain[max(0, hit.start() - 30) : hit.end() + 30].replace("\n", " ") for hit in PHRASE.finditer(plain)]


def test_sentences() -> None:
    texts = sentences(ENGLISH).sections
    assert [
        (section, key, hits) for section in texts for key, text in texts[section].items() if (hits := found(text))
    ] == []


def test_rulings() -> None:
    assert [(each.id, hits) for each in rulesets.RULINGS.values() if (hits := found(each.sentence))] == []


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "web/samples/README.md"])
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


def docstrings(module: ast.Module) -> list[str]:
    """The texts of a module that explain it: docstrings, and texts below an assignment."""
    return [
        node.value.value
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    assert [hit for text in docstrings(module) for hit in found(text)] == []
