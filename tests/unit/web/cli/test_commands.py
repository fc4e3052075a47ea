"""The commands together: what is loaded for one, how they are listed, and words that are nearly right (item 4)."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from dealproof.web.cli.command import SHARED, HelpContext, section_of
from dealproof.web.cli.main import main
from dealproof.web.presentation.text_columns import width
from dealproof.web.presentation.translations import languages, sentences, speaking
from tests.unit.web.conftest import GOOD, Run, text

HEAVY = ["flask", "sqlalchemy", "sqlmodel", "babel", "gunicorn", "werkzeug", "jinja2", "alembic", "pydantic", "ssl"]

LOADED = """
import json, sys
from dealproof.web.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr)
"""


@pytest.mark.parametrize(
    "line", ["--help", "--version", "check --help", "check a.hand.json", "show a.hand.json", "match .", "rules"]
)
def test_what_needs_no_site_and_no_database_loads_none(tmp_path: Path, line: str) -> None:
    assert set(HEAVY).isdisjoint(loaded(line, tmp_path))


def test_a_check_of_a_file_loads_nothing_for_reports_sites_and_misspellings_that_it_has_not(tmp_path: Path) -> None:
    assert {"difflib", "email", "socket", "zipfile"}.isdisjoint(loaded("check a.hand.json", tmp_path))


def loaded(line: str, folder: Path) -> set[str]:
    """The top-level modules that a command line loads."""
    (folder / "a.hand.json").write_bytes(text(GOOD))
    command = [sys.executable, "-c", LOADED, *line.split()]
    ended = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    names = set(json.loads(ended.stderr.splitlines()[-1]))
    assert "click" in names
    return names


def every(command: click.Command, ctx: click.Context) -> Iterator[click.Context]:
    """The context of a command, and those of all below it."""
    yield ctx
    for name in command.list_commands(ctx) if isinstance(command, click.Group) else ():
        below = command.get_command(ctx, name)
        assert below is not None
        assert below.name == name
        yield from every(below, click.Context(below, info_name=name, parent=ctx))


CONTEXTS = [*every(main, click.Context(main, info_name="dealproof"))]


def test_the_catalogue_has_every_command_and_option_and_no_other() -> None:
    english = sentences("en")
    needed = set()
    for ctx in CONTEXTS:
        section = section_of(ctx)
        assert english.has(section, "does"), section
        needed |= {(section, "does")}
        for option in (each for each in ctx.command.get_params(ctx) if isinstance(each, click.Option)):
            name = max(option.opts, key=len)
            found = section if english.has(section, name) else SHARED
            assert english.has(found, name), (section, name)
            needed.add((found, name))
    there = {
        (section, code)
        for section, table in english.sections.items()
        if section == "cli" or section.startswith("cli-")
        for code in table
        if not code.startswith("more-")
    }
    assert there == needed


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ctx", CONTEXTS, ids=lambda ctx: section_of(ctx))
def test_help_is_in_lines_of_80_columns(ctx: click.Context, language: str) -> None:
    with speaking(language):
        lines = ctx.command.get_help(HelpContext(ctx.command, info_name=ctx.info_name, parent=ctx.parent)).split("\n")
    assert [line for line in lines if width(line) > 80] == []


@pytest.mark.parametrize("group", ["", "log", "operator"])
def test_no_list_of_commands_cuts_a_sentence_short(run: Run, group: str) -> None:
    """On a terminal of 80 columns."""
    _, _, listed = run(*group.split(), "--help").output.partition("Commands:\n")
    assert listed
    assert [line for line in listed.splitlines() if line.endswith("...")] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("chek a", "There is no command 'chek'. Did you mean check?"),
        ("Check a", "Did you mean check?"),
        ("xyzzy", "There is no command 'xyzzy'."),
        ("check --formt json a", "--format"),
        ("check --format jsn a", "Did you mean json?"),
        ("check --output juint=a b", "Did you mean junit?"),
        ("match --format tekst a", "Did you mean text?"),
        ("rules 28-standart", "Did you mean 28-standard"),
        ("simulate kazutha", "Did you mean kazhutha?"),
        ("rules 28-standard --set jodi.enable=true", "Did you mean enabled?"),
        ("rules 28-standard --set jodi.question=own-trun", "Did you mean own-turn?"),
    ],
)
def test_a_word_that_is_nearly_right_is_answered_with_the_right_one(run: Run, line: str, said: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert said in result.stderr
    assert ("Did you mean" in result.stderr) == (line != "xyzzy")
