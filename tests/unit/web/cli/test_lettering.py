"""Commands on a terminal that is not UTF-8: plain letters, and columns where they were (M2)."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from dealproof.web.cli.lettering import PLAIN, lettered
from dealproof.web.cli.main import COMMANDS, main
from dealproof.web.cli.terminal import width
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import GOOD, ILLEGAL, record, text

LINES = [
    f"show {SAMPLES / '11-28-did-not-follow-suit.hand.json'}",
    f"show {SAMPLES / '09-56-gulan-made.hand.json'}",
    f"show {SAMPLES / '18-rummy-wrong-declare.hand.json'}",
    f"check {SAMPLES}",
    f"match {ROOT / 'fixtures' / 'matches' / '40-cheettukali.jsonl'}",
    f"deck {SAMPLES / '01-28-made-with-a-ruff.hand.json'}",
    "rules 28-gulan",
    "rummy --wild 5 3s 4s 5s 10h Jk 2s 3d 4d 5d 6d 7d 8d 9d",
]


def printed(line: str, encoding: str, cwd: Path) -> str:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()", *line.split(" ")]
    ended = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=False)
    assert ended.stderr == b""
    return ended.stdout.decode(encoding)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(" ")[0] + line[-18:-10])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_every_line_is_as_wide_as_in_utf_8_and_has_no_escape(tmp_path: Path, line: str, encoding: str) -> None:
    # Seeds come last, and are exact: their escapes are longer.
    told = (printed(line, each, tmp_path).partition("\nSeeds and hashes")[0] for each in ("utf-8", encoding))
    whole, plain = (each.split("\n") for each in told)
    assert [width(each) for each in plain] == [width(each) for each in whole]
    assert not re.search(r"\\[ux]", "".join(plain))
    for one, other in zip(whole, plain, strict=True):
        kept = [place for place, char in enumerate(one) if char == " "] if width(one) == len(one) else []
        assert all(other[place] == " " for place in kept)


def test_suits_and_marks_are_the_letters_of_a_record(tmp_path: Path) -> None:
    (tmp_path / "a.hands.jsonl").write_bytes(text(GOOD) + b"\n" + text(ILLEGAL))
    told = printed("check a.hands.jsonl", "ascii", tmp_path)
    assert told.startswith("+ verified C   a.hands.jsonl:1")
    assert "\nx illegal C    a.hands.jsonl:2" in told
    table = printed(LINES[0], "ascii", tmp_path)
    assert "33 x10d" in table
    assert "x not legal" in table


def test_seeds_and_names_of_files_are_read_to_the_letter(tmp_path: Path) -> None:
    changed = record(GOOD)
    changed["player_seeds"][0] = "ദേ é"
    path = tmp_path / "é—.hand.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert '"\\u0d26\\u0d47 \\u00e9"' in printed(f"show {path.name}", "ascii", tmp_path)
    assert "\\u00e9\\u2014.hand.json" in printed(f"check {path.name}", "ascii", tmp_path)
    assert "é—.hand.json" in printed(f"check {path.name}", "cp1252", tmp_path)


def test_every_sign_of_this_program_has_a_plain_letter_as_wide() -> None:
    for sign, letter in PLAIN.items():
        assert letter.isascii()
        assert width(sign) == width(letter) == 1
        assert lettered(sign, "ascii") == letter


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_in_letters_that_every_terminal_has(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.get_help(click.Context(command)).isascii()
