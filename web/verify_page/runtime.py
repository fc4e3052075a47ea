"""Pyodide, Python for browsers, as npm has it: the files that the page may run, by size and SHA-256.

They are not part of this project. `npm ci --prefix web` or `npm install pyodide@VERSION` fetches them; a site that has
them in a folder serves them beside the page. Licence: MPL-2.0.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

VERSION: Final = "314.0.7"
"""The version of the package `pyodide` in the registry npm."""


class File(NamedTuple):
    """What a file must be: its size in bytes, and its SHA-256 in hex."""

    size: int
    sha256: str


FILES: Final = {
    "pyodide.mjs": File(17931, "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109"),
    "pyodide.asm.mjs": File(1250344, "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635"),
    "pyodide.asm.wasm": File(9598218, "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6"),
    "python_stdlib.zip": File(2545637, "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a"),
    "pyodide-lock.json": File(119077, "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010"),
}
"""The files in the order in which they are loaded."""


def faults(folder: Path) -> list[str]:
    """What is wrong with a folder of Pyodide, a sentence a file; none where it has every file as it must be."""
    return [sentence for name, file in FILES.items() if (sentence := fault(folder / name, file))]


def fault(path: Path, file: File) -> str | None:
    """What is wrong with one file, None where it is as it must be."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return f"{path} cannot be read: {error.strerror or error}."
    if sha256(data).hexdigest() != file.sha256:
        return f"{path} is not the file of Pyodide {VERSION}. Install it with: npm install pyodide@{VERSION}"
    return None
