"""No circles of modules in the whole tree, imports for type checkers included: every arrow runs one way."""

from pathlib import Path

import pytest

from tests.support import imports
from tests.support.imports import FILES, circles, graph, inside


def test_no_modules_lead_to_each_other_in_a_circle() -> None:
    assert circles(graph()) == []


def test_a_circle_is_found_whatever_its_length_and_a_line_is_none() -> None:
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"e"}, "f": {"a"}}
    assert circles({module: frozenset(others) for module, others in arrows.items()}) == [["a", "b", "c"], ["e"]]


def test_imports_for_type_checkers_only_and_inside_functions_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {
        "one": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from dealproof.two import Two\n",
        "two": "def f():\n    from . import one\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.setitem(FILES, f"dealproof.{name}", f"{name}.py")
    monkeypatch.setattr(imports, "ROOT", tmp_path)
    imports.imports.cache_clear()
    try:
        arrows = {f"dealproof.{name}": inside(f"dealproof.{name}") for name in texts}
    finally:
        imports.imports.cache_clear()
    assert circles(arrows) == [["dealproof.one", "dealproof.two"]]
