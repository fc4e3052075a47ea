"""Outside its folder nothing in `replay` names a game, but for the registry: what differs is asked of its `Family`."""

import ast
from collections.abc import Iterator

import pytest

from dealproof.replay.games import FAMILIES
from tests.support.imports import FILES, inside
from tests.support.paths import ROOT

GAMES = "dealproof.replay.games"
OUTSIDE = sorted(
    name for name in FILES if name.startswith("dealproof.replay.") and not f"{name}.".startswith(f"{GAMES}.")
)


def names(module: str) -> Iterator[str]:
    """Every name and every text of a module's code, docstrings left out."""
    tree = ast.parse((ROOT / FILES[module]).read_bytes())
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id


@pytest.mark.parametrize("module", OUTSIDE)
def test_no_module_outside_the_games_names_one(module: str) -> None:
    assert [name for name in names(module) if any(family in name.lower() for family in FAMILIES)] == []
    assert [name for name in inside(module) if name.startswith(f"{GAMES}.")] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_the_registry_is_the_only_one_to_import_the_description_of_a_game(family: str) -> None:
    assert [name for name in FILES if f"{GAMES}.{family}" in inside(name) and "web" not in name] == [GAMES]
