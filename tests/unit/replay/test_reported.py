"""Records that others' faults were tried with: `fixtures/reported`, by the row of each."""

import pytest

from dealproof.replay.audit import audit
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "reported"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("ed25519-*.hand.json")), ids=lambda path: path.name)
def test_a_key_that_signs_anything_is_malformed(path):
    """F13: nodejs/node#54572."""
    malformed = audit(path.read_bytes()).malformed
    assert (malformed.pointer, malformed.code) == ("/header/seat_keys/2", "weak-key")


def test_rules_of_a_built_in_set_without_a_digest_are_named_at_the_digest():
    """P: RECORD.md, "Small print"."""
    malformed = audit((FOLDER / "P-builtin-with-rules-digest-null.hand.json").read_bytes()).malformed
    assert malformed.pointer == "/header/rules_digest"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("D-*.hand.json")), ids=lambda path: path.name)
def test_nobody_of_the_declarers_own_side_is_asked_for_marujodi(path):
    """D: house rules with `jodi.question` own-turn and marujodi."""
    verdict = audit(path.read_bytes())
    assert verdict.verdict == "illegal"
    assert verdict.fault.rule == "ask-jodi-nobody"
