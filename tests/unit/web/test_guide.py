"""The guide for operators: every block of code in it runs, in order, in one folder (issue 13, point 6)."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from dealproof.verifier.tlog.policy import NONE, parse_policy
from tests.support.paths import ROOT

GUIDE = (ROOT / "web" / "docs" / "fair-hands.md").read_text(encoding="utf-8")
PORT = "8028"
NAMED = re.compile(r"(?:#|//) ([a-z_]+\.(?:py|mjs))\n")


class Block(NamedTuple):
    """A block of code: its language and its text."""

    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The name of the file that it is, by its first line."""
        named = NAMED.match(self.text)
        return named and named[1]


BLOCKS = [Block(*found) for found in re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with every file of the guide."""
    for block in BLOCKS:
        if block.file is not None:
            (tmp_path / block.file).write_text(block.text)
    return tmp_path


def test_every_block_is_run_as_a_command_a_file_or_a_policy() -> None:
    assert {block.language for block in BLOCKS} == {"sh", "python", "js", "policy"}
    commands = "".join(block.text for block in BLOCKS if block.language == "sh")
    for block in BLOCKS:
        if block.language in {"python", "js"}:
            assert block.file is not None
            others = commands + "".join(each.text for each in BLOCKS if each.file != block.file)
            assert block.file in others, f"nothing runs {block.file}"


def test_the_policy_can_be_read_and_asks_for_a_quorum() -> None:
    (policy,) = [block.text for block in BLOCKS if block.language == "policy"]
    assert parse_policy(policy.encode()).quorum != NONE


def test_every_block_of_the_guide_runs(folder: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    commands = "\n".join(block.text for block in BLOCKS if block.language == "sh")
    for file in folder.iterdir():
        file.write_text(file.read_text().replace(PORT, port))
    script = f"set -eu\ntrap 'kill $(jobs -p); wait' EXIT\n{commands}".replace("serve ", f"serve --port {port} ")
    places = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        ["bash", "-c", script.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{port}")],
        cwd=folder,
        env={**os.environ, **places, "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "✓ verified A" in run.stdout
