"""Modules and names of the project that are named in prose are there: a docstring must not survive a renaming."""

import importlib
import re
from collections.abc import Iterator

import pytest

from tests.support.imports import FILES, NAME
from tests.support.paths import ROOT

NAMED = re.compile(r"`(?:dealproof\.)?((?:verifier|replay|web)(?:\.[A-Za-z_]\w*)+)`")
FILES_NAMED = re.compile(r"`((?:verifier|replay|web|tests|fixtures)/[\w./-]*\w)`")


def missing(text: str) -> Iterator[str]:
    """The names and paths in backticks of a text that lead nowhere."""
    yield from (name for name in NAMED.findall(text) if not leads_somewhere(f"{NAME}.{name}"))
    yield from (path for path in FILES_NAMED.findall(text) if not (ROOT / path).exists())


def leads_somewhere(name: str) -> bool:
    """Whether a dotted name is that of a module or of something in a module."""
    parts = name.split(".")
    known = next((end for end in range(len(parts), 0, -1) if ".".join(parts[:end]) in FILES), 0)
    found: object = importlib.import_module(".".join(parts[:known])) if known else None
    for part in parts[known:]:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return known > 0


@pytest.mark.parametrize("path", FILES.values())
def test_what_a_module_names_is_there(path: str) -> None:
    assert list(missing((ROOT / path).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`replay.audit`", []),
        ("`replay.audit.audit` and `web/store`", []),
        ("`replay.audits`", ["replay.audits"]),
        ("`web.http.app.place`", ["web.http.app.place"]),
        ("`web/presentation/locale/en.toml`", ["web/presentation/locale/en.toml"]),
    ],
)
def test_a_name_that_leads_nowhere_is_found(text: str, found: list[str]) -> None:
    assert list(missing(text)) == found
