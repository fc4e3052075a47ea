"""The commands together: what is loaded for one, how they are listed, and words that are nearly right (item 4)."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from dealproof.web.cli.main import COMMANDS, main
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


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_of_each_what_its_own_help_begins_with(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help is not None
    assert COMMANDS[name].does == " ".join(command.help.split("\n\n")[0].split())


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
