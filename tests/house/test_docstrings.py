"""The worked examples in docstrings run, in every room; those of the verifier are its specification."""

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
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed
