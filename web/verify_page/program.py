"""The replayer as one zip archive, for Pyodide: the modules that `judge` needs, which have no data but catalogues.

The archive is a function of the sources: entries in order, one date, nothing compressed. Of each catalogue it has the
sections that a verdict is said with.

>>> names()[:2]
('dealproof/replay/__init__.py', 'dealproof/replay/audit.py')
"""

from __future__ import annotations

import ast
import io
import struct
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from dealproof.web.presentation.translations import DOMAIN, LOCALE, catalogue, languages

PACKAGE: Final = "dealproof"
ENTRY: Final = "dealproof.web.verify_page.judge"
ROOTS: Final = {room: Path(__file__).parents[2] / room for room in ("verifier", "replay", "web")}
"""Where each room of the project is installed."""
DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every entry: the earliest that a zip archive can have."""
MODE: Final = 0o644 << 16
LEFT_OUT: Final = frozenset(
    "box browser chain deck desk dispute dispute-files dispute-now docs import lists log operator problems promises"
    " receipt receipts records refusals reports seed seed-never seed-steps selftest spec tried verify"
    " verify-unreadable".split()
)
"""Sections of a catalogue with which no verdict is said, so that other sentences change the archive less often."""


@cache
def program() -> bytes:
    """The archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(contents()):
            entry = zipfile.ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = 3, MODE
            archive.writestr(entry, data)
    return buffer.getvalue()


def names() -> tuple[str, ...]:
    """The names of the entries, in order."""
    return tuple(sorted(name for name, _ in contents()))


def contents() -> Iterator[tuple[str, bytes]]:
    """Each entry: its name and its bytes."""
    for path in needed().values():
        yield archived(path), path.read_bytes()
    for language in languages():
        path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        yield archived(path), compiled(said(language))


def archived(path: Path) -> str:
    """The name in the archive of a file of a room."""
    room = next(room for room, root in ROOTS.items() if path.is_relative_to(root))
    return f"{PACKAGE}/{room}/{path.relative_to(ROOTS[room]).as_posix()}"


@cache
def needed() -> dict[str, Path]:
    """The modules that `ENTRY` imports, and those that they import, each with its source; packages included."""
    found: dict[str, Path] = {}
    waiting = [ENTRY]
    while waiting:
        module = waiting.pop()
        path = source(module)
        if module in found or path is None:
            continue
        found[module] = path
        waiting += [module.rpartition(".")[0], *imports(module, path)]
    return found


def source(module: str) -> Path | None:
    """The file of a module of the project; None of another name."""
    package, _, rest = module.partition(".")
    room, *parts = rest.split(".")
    if package != PACKAGE or room not in ROOTS:
        return None
    path = ROOTS[room].joinpath(*parts)
    candidates = (path / "__init__.py", path.with_suffix(".py"))
    return next((each for each in candidates if each.is_file()), None)


def imports(module: str, path: Path) -> Iterator[str]:
    """What a module imports, by full name. All imports of the project are absolute."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def said(language: str) -> dict[str, str]:
    """The messages of a language as a compiled catalogue has them, without `LEFT_OUT`, and its plural rule."""
    read = catalogue(language)._catalog  # the standard library has no method that lists messages
    plurals = read[""].partition("Plural-Forms:")[2].partition("\n")[0].strip() if "" in read else ""
    found: dict[str, str] = {}
    forms: dict[str, dict[int, str]] = {}
    for key, text in read.items():
        id, form = (key, None) if isinstance(key, str) else key
        if id.partition("\x04")[0].partition(".")[0] in LEFT_OUT:
            continue
        if form is None:
            found[id] = text
        else:
            forms.setdefault(id, {})[form] = text
    # A message with plural forms is found by its first ID alone.
    found |= {f"{id}\0{id}": "\0".join(each[form] for form in sorted(each)) for id, each in forms.items()}
    head = f"Plural-Forms: {plurals}\n" if plurals else ""
    return {**found, "": f"Content-Type: text/plain; charset=utf-8\n{head}"}


def compiled(messages: dict[str, str]) -> bytes:
    """A catalogue in the form of gettext, which depends on the messages alone."""
    pairs = sorted((id.encode(), text.encode()) for id, text in messages.items())
    start = 28 + 16 * len(pairs)
    tables: list[list[int]] = [[], []]
    body = b""
    for column in (0, 1):
        for pair in pairs:
            tables[column] += [len(pair[column]), start + len(body)]
            body += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head + struct.pack(f"<{4 * len(pairs)}I", *tables[0], *tables[1]) + body
