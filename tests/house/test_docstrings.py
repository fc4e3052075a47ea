"""The worked examples in docstrings run, in every room; those of the verifier are its specification."""

import ast
import doctest
import importlib

import pytest

from tests.support.imports import FILES
from tests.support.paths import ROOT

VERIFIER = sorted(name for name, path in FILES.items() if path.startswith("verifier/"))
# Errors are values only; the quick reader may be unsure, and is compared with the strict one (test_without_orjson.py).
WITHOUT_EXAMPLES = {"dealproof.verifier.errors", "dealproof.verifier.encoding.quick"}
WITH_EXAMPLES = sorted(name for name, path in FILES.items() if ">>>" in (ROOT / path).read_text(encoding="utf-8"))


def test_every_module_of_the_verifier_has_a_worked_example() -> None:
    assert {*VERIFIER} - WITHOUT_EXAMPLES <= {*WITH_EXAMPLES}


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_worked_examples_are_true(name: str) -> None:
    """Docstrings are read from the source, as a compiled module has none; the examples run on what is installed."""
    runner = doctest.DocTestRunner()
    for docstring in docstrings((ROOT / FILES[name]).read_text(encoding="utf-8")):
        names = dict(vars(importlib.import_module(name)))
        runner.run(doctest.DocTestParser().get_doctest(docstring, names, name, FILES[name], 0))
    assert runner.tries
    assert not runner.failures


def docstrings(source: str) -> list[str]:
    """The docstrings of a module and of all that it defines."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, documented))
    return [text for node in nodes if (text := ast.get_docstring(node))]
