"""What the scripts `tests/run` and `.ci/run` do where something is missing or fails."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FAILURES = "= short test summary info =\nFAILED tests/a.py::test_b\n"
STUB = """#!/bin/sh
if [ "$*" = --compiled ]; then echo "{compiled} of compiled"; exit {compiled}; fi
printf '{failures}'
echo "{pure} of pure"
exit {pure}
"""


def copied(script: str, folder: Path) -> Path:
    """A script of the project in a folder of its own."""
    copy = folder / script
    copy.parent.mkdir(parents=True)
    shutil.copy(ROOT / script, copy)
    return copy


def program(path: Path, text: str = "#!/bin/sh\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("pure", "compiled", "last"),
    [(0, 0, "0 of compiled"), (1, 0, "1 of pure"), (0, 1, "1 of compiled"), (1, 2, "2 of compiled")],
)
def test_the_build_server_runs_both_and_ends_with_the_last_line_of_one_that_failed(
    tmp_path: Path, pure: int, compiled: int, last: str
) -> None:
    failures = FAILURES.replace("\n", "\\n") if pure else ""
    program(tmp_path / "tests" / "run", STUB.format(pure=pure, compiled=compiled, failures=failures))
    done = subprocess.run([copied(".ci/run", tmp_path)], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == max(pure, compiled)
    assert lines[-1] == last
    assert {f"{pure} of pure", f"{compiled} of compiled"} <= set(lines)
    assert ("FAILED tests/a.py::test_b" in lines) == bool(pure)


def test_without_a_compiler_a_compiled_run_fails_with_what_to_install(tmp_path: Path) -> None:
    """It does not fall back to pure Python."""
    programs = tmp_path / "bin"
    for name in ("chromium", "postgres", "node", "npm", "python3"):
        program(programs / name)
    program(programs / "id", "#!/bin/sh\necho 1000\n")
    for name in ("bash", "dirname"):
        (programs / name).symlink_to(str(shutil.which(name)))
    script = copied("tests/run", tmp_path / "project")
    lock = tmp_path / "project" / "web" / "node_modules" / ".package-lock.json"
    lock.parent.mkdir(parents=True)
    lock.touch()
    done = subprocess.run(
        [script, "--compiled"], env={"PATH": str(programs)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "tests/run --compiled needs a C compiler (cc) and the headers of Python (Python.h). "
        "On Debian: apt-get install gcc python3-dev.\n"
    )
