"""Checks raise, and a judgement makes all of them: none of verifier's is there for tests only."""

import ast

from tests.support.imports import FILES
from tests.support.paths import ROOT

# What a log asks before it takes a leaf: the log calls it, not the audit of a record.
OF_A_LOG = frozenset({"check_append"})


def below_web() -> list[ast.Module]:
    return [ast.parse((ROOT / path).read_bytes()) for path in FILES.values() if not path.startswith("web/")]


def test_the_audits_use_every_check_of_verifier() -> None:
    """The audit of a record, or what it calls in `replay.hashes`, `replay.publication` and verifier itself."""
    checks = {
        node.name
        for module, path in FILES.items()
        if module.startswith("dealproof.verifier")
        for node in ast.parse((ROOT / path).read_bytes()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("check_")
    }
    called = {
        node.func.id
        for tree in below_web()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert len(checks) > 10
    assert checks - called == OF_A_LOG
