"""The docstrings of the verifier are the specification: their worked examples run."""

import doctest
import importlib
import pkgutil

import pytest

import verifier

MODULES = ["verifier", *(f"verifier.{module.name}" for module in pkgutil.iter_modules(verifier.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_worked_examples_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert not failed
    assert tried or name in ("verifier.errors", "verifier.quick")  # the one has values only; the other may be unsure
