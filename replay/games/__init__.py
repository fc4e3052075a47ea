"""The games, a folder a family, and the one registry of them."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.family import Family
from dealproof.replay.games import gulan, kazhutha, rummy, seating

FAMILIES: Final[dict[str, Family]] = {
    family.name: family for family in (gulan.FAMILY, seating.FAMILY, kazhutha.FAMILY, rummy.FAMILY)
}
"""Every family by its name. All else in the program is looked up here when it is needed, and nothing is kept by
name, so that a test adds a game with one entry: `monkeypatch.setitem(games.FAMILIES, "toy", TOY)`."""
