"""Who imports whom, read from the source with `ast`: every import counts, also those for type checkers only."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from tests.support.paths import ROOT

NAME: Final = "dealproof"
ROOMS: Final = ("verifier", "replay", "web")


def module_name(path: str) -> str:
    """`replay/core/__init__.py` is imported as `dealproof.replay.core`."""
    return f"{NAME}.{path.removesuffix('.py').replace('/', '.').removesuffix('.__init__')}"


FILES: Final = {
    module_name(path): path
    for room in ROOMS
    for path in sorted(each.relative_to(ROOT).as_posix() for each in (ROOT / room).rglob("*.py"))
    if "/node_modules/" not in path
}
"""The path of every module of the project, by its import name."""


@cache
def imports(module: str) -> frozenset[str]:
    """Every module that this one imports by full name, of the project and of others."""
    return frozenset(_imports(FILES[module], module))


def _imports(path: str, module: str) -> Iterator[str]:
    package = module.split(".") if path.endswith("__init__.py") else module.split(".")[:-1]
    for node in ast.walk(ast.parse((ROOT / path).read_bytes(), path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            # `from dealproof.verifier import stream` imports a module, `from json import loads` a name of one.
            yield from (full if (full := f"{base}.{alias.name}") in FILES else base for alias in node.names)


def distributions(module: str) -> frozenset[str]:
    """The top-level names that the module imports, of others only: `{"json", "flask"}`."""
    return frozenset(name.partition(".")[0] for name in imports(module)) - {NAME}


def inside(module: str) -> frozenset[str]:
    """The modules of the project that the module imports, itself not among them."""
    return frozenset(name for name in imports(module) if name in FILES and name != module)


def graph() -> dict[str, frozenset[str]]:
    """The modules of the project, each with those that it imports."""
    return {module: inside(module) for module in FILES}


def circles(arrows: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Groups of modules in which each leads to every other, sorted; none where all arrows run one way."""
    reached = {module: _reached(module, arrows) for module in arrows}
    groups = {frozenset(other for other in reached[module] if module in reached[other]) for module in arrows}
    return sorted(sorted(group) for group in groups if group)


def _reached(module: str, arrows: Mapping[str, frozenset[str]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for other in arrows[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return frozenset(found)
