"""A newer Python than this project needs, for the programs of others that ask for one: on PATH, or kept by pyenv.

Run as a program it prints the path of the interpreter; its exit status is 1 if there is none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

LEAST = (3, 12)
NEWEST = 20
"""The last minor version that is looked for."""


def newer_python() -> str | None:
    """The path of an interpreter, of this one if it is new enough."""
    named = [shutil.which(f"python3.{minor}") for minor in range(NEWEST, LEAST[1] - 1, -1)]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    kept = sorted(map(str, pyenv.glob("versions/*/bin/python3")), reverse=True)
    return next((each for each in (sys.executable, *named, *kept) if each and is_new(each)), None)


def is_new(python: str) -> bool:
    """Whether an interpreter runs and is new enough."""
    question = f"import sys, venv; sys.exit(sys.version_info < {LEAST})"
    return subprocess.run([python, "-c", question], capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    if (found := newer_python()) is None:
        sys.exit(1)
    print(found)
