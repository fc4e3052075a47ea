"""The threat table of the guide: each attack that it calls visible has a test of its name, and no test is left out."""

import pytest

from tests.conformance.test_protocol_attacks import ATTACKS
from tests.support.documents import ROOT, codes, tables

GUIDE = ROOT / "web" / "docs" / "fair-hands.md"
UNSEEN = "not seen"
ROWS = {
    name: row[2]
    for table in tables(GUIDE)
    if table.columns[0] == "attack"
    for row in table.rows
    for name in codes(row[0])
}
"""What the guide says of each attack."""


def test_every_attack_that_is_seen_has_a_test_and_every_test_is_in_the_table() -> None:
    assert {name for name, where in ROWS.items() if not where.startswith(UNSEEN)} == set(ATTACKS)
    assert len(ATTACKS) >= 24


@pytest.mark.parametrize("name", [name for name, where in ROWS.items() if where.startswith(UNSEEN)])
def test_an_attack_that_is_not_seen_says_why_or_what_to_do(name: str) -> None:
    """Apart from one that needs no reason: players who talk."""
    assert ":" in ROWS[name] or "," in ROWS[name] or name == "talking"


def test_each_attack_is_in_the_table_once() -> None:
    rows = [row for table in tables(GUIDE) if table.columns[0] == "attack" for row in table.rows]
    assert len(rows) == len(ROWS)
