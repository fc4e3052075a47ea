"""What contributors read is true: every file, folder, program and option that it names exists."""

import re
from importlib.util import find_spec

import click
import pytest

from dealproof.web.cli.main import main
from tests.support.named_paths import blocks, exists, folders_of_map, named_paths, spans
from tests.support.paths import ROOT

TEXTS = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in (".github/CONTRIBUTING.md", ".github/SECURITY.md", "tests/README.md")
}
MADE = {
    ".venv/bin/activate": "made by tests/run",
    ".venv/bin/pre-commit": "installed by the reader",
    "messages.pot": "made by pybabel, not kept",
    "ml/LC_MESSAGES/dealproof.po": "the language that the example adds",
    "try.json": "the rule set that the example makes",
}
"""Paths that are not of the project, and why."""
each_text = pytest.mark.parametrize("name", TEXTS)


@each_text
def test_every_file_and_folder_that_is_named_exists(name: str) -> None:
    assert [path for path in sorted(named_paths(TEXTS[name])) if path not in MADE and not exists(path)] == []


def test_every_exception_is_named() -> None:
    named = set().union(*map(named_paths, TEXTS.values()))
    assert set(MADE) <= named


def test_every_folder_of_the_map_exists() -> None:
    folders = folders_of_map(TEXTS[".github/CONTRIBUTING.md"])
    assert ROOT / "web" / "cli" in folders
    assert [folder for folder in folders if not folder.is_dir()] == []


@each_text
def test_every_option_of_tests_run_exists(name: str) -> None:
    script = (ROOT / "tests" / "run").read_text(encoding="utf-8")
    named = re.findall(r"tests/run((?: --[a-z-]+)+)", TEXTS[name])
    assert [option for options in named for option in options.split() if f"= {option} ]" not in script] == []


@each_text
def test_every_command_and_option_of_dealproof_exists(name: str) -> None:
    """In code spans; `[ID]` and capitals are the reader's."""
    code = [*spans(TEXTS[name]), *blocks(TEXTS[name])]
    commands = [line.split() for each in code for line in re.findall(r"\bdealproof ([a-z]+[^|>`\n]*)", each)]
    context = click.Context(main)
    for command, *arguments in commands:
        found = main.get_command(context, command)
        assert found is not None, command
        options = {option for each in found.params for option in each.opts}
        assert [each for each in arguments if each.startswith("--") and each not in options] == [], command


@each_text
def test_every_program_that_is_run_with_python_exists(name: str) -> None:
    modules = re.findall(r"python -m ([\w.]+)", TEXTS[name])
    assert [module for module in modules if find_spec(module) is None] == []


@each_text
def test_every_name_in_capitals_that_is_to_be_changed_exists(name: str) -> None:
    """`OPTIONS` of `tests/rules/test_legality_two_sides.py`."""
    for constant, path in re.findall(r"`([A-Z_]{4,})` of\s+`([\w./]+\.(?:py|js))`", TEXTS[name]):
        text = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^(?:const )?{constant}\b", text, re.MULTILINE), (constant, path)
