"""The docstrings of the verifier are the specification: their worked examples run."""

import doctest
import importlib

import pytest

from tests.support.imports import FILES

MODULES = sorted(name for name, path in FILES.items() if path.startswith("verifier/"))
# Errors are values only; the quick reader may be unsure, and is compared with the strict one (test_without_orjson.py).
WITHOUT_EXAMPLES = {"dealproof.verifier.errors", "dealproof.verifier.encoding.quick"}


@pytest.mark.parametrize("name", MODULES)
def test_the_worked_examples_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert not failed
    assert tried or name in WITHOUT_EXAMPLES
