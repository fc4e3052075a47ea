"""Outside its folders no code names a game, but for the two registries. What differs is asked of its `Family` in
`replay`, and of its `GamePresentation` in `web`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealproof.replay.games import FAMILIES
from dealproof.web.presentation.games import PRESENTATIONS
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


SHOWN_GAMES = "dealproof.web.presentation.games"
OWN_COMMAND = {"dealproof.web.cli.rummy", "dealproof.web.cli.main"}
"""`dealproof rummy` is a command of one game, and `main` lists it."""
SHOWN = sorted(
    name
    for name in FILES
    if name.startswith("dealproof.web.") and not f"{name}.".startswith(f"{SHOWN_GAMES}.") and name not in OWN_COMMAND
)
TEMPLATES = sorted((ROOT / "web" / "http" / "site" / "templates").rglob("*.html"))


@pytest.mark.parametrize("module", SHOWN)
def test_no_command_page_or_table_names_a_game(module: str) -> None:
    """What differs is asked of the game's `GamePresentation`."""
    assert [name for name in names(module) if any(family in name.lower() for family in FAMILIES)] == []
    assert [name for name in inside(module) if name.startswith((f"{GAMES}.", f"{SHOWN_GAMES}."))] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_names_a_game(template: Path) -> None:
    text = template.read_text(encoding="utf-8").lower()
    assert [family for family in FAMILIES if family in text] == []


def test_every_family_is_put_into_words() -> None:
    assert list(PRESENTATIONS) == list(FAMILIES)
