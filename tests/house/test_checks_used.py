"""Checks raise, and the audit makes all of them: none of verifier's is there for tests only."""

import ast

from tests.support.imports import FILES
from tests.support.paths import ROOT


def test_the_audit_uses_every_check_of_verifier() -> None:
    checks = {
        node.name
        for module, path in FILES.items()
        if module.startswith("dealproof.verifier")
        for node in ast.parse((ROOT / path).read_bytes()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("check_")
    }
    audit = ast.parse((ROOT / FILES["dealproof.replay.audit"]).read_bytes())
    called = {
        node.func.id for node in ast.walk(audit) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert len(checks) > 4
    assert checks <= called
