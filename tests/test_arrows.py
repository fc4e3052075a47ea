"""The arrows of the house: web → replay → verifier → standard library, read from the imports themselves."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path.relative_to(ROOT).as_posix() for room in ("verifier", "replay") for path in (ROOT / room).rglob("*.py")
)
VERIFIER = [name for name in FILES if name.startswith("verifier/")]
REPLAY = [name for name in FILES if name.startswith("replay/")]

# What would let a verdict depend on anything but the record: chance, the clock, the machine, the network, the site.
IMPURE = frozenset("random secrets time datetime os socket flask sqlmodel".split())
# What would hide an import from this test.
DYNAMIC = frozenset({"importlib", "runpy", "pkgutil"})
# Ed25519 is the one thing that the standard library lacks.
SIGNERS = frozenset({"verifier/signature.py", "verifier/note.py"})
# What a browser runs, where there is no cryptography.
CORE = [
    f"verifier/{name}.py" for name in "__init__ errors quick encoding keys commitment stream shuffle loghash".split()
]
# Asked only where it is installed, for the same answers sooner: the core runs without it (test_without_orjson.py).
OPTIONAL = {"verifier/quick.py": {"orjson"}}
# Texts in and out, weak keys and the tree of errors are open to all of replay; seeds and hashes to the audit alone.
OPEN_TO_REPLAY = frozenset({"verifier.encoding", "verifier.errors", "verifier.keys"})


def imports(name: str) -> Iterator[str]:
    """Every module that the file imports, by its full dotted name."""
    package = name.removesuffix(".py").split("/")[:-1]
    for node in ast.walk(ast.parse((ROOT / name).read_bytes(), name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = [*base, *([node.module] if node.module else [])]
            yield from (submodule(".".join(base), alias.name) for alias in node.names)


def submodule(module: str, name: str) -> str:
    """`from verifier import stream` imports the module verifier.stream; `from json import loads` imports json."""
    path = ROOT.joinpath(*module.split("."), name)
    return f"{module}.{name}" if path.is_dir() or path.with_suffix(".py").exists() else module


def roots(name: str) -> set[str]:
    return {module.partition(".")[0] for module in imports(name)}


def test_both_rooms_are_looked_at() -> None:
    assert "verifier/__init__.py" in FILES
    assert "replay/__init__.py" in FILES


@pytest.mark.parametrize("name", VERIFIER)
def test_verifier_imports_itself_and_the_standard_library(name: str) -> None:
    allowed = sys.stdlib_module_names | {"verifier"} | ({"cryptography"} if name in SIGNERS else set())
    assert roots(name) <= allowed | OPTIONAL.get(name, set())


@pytest.mark.parametrize("name", REPLAY)
def test_replay_imports_itself_verifier_and_the_standard_library(name: str) -> None:
    assert roots(name) <= sys.stdlib_module_names | {"replay", "verifier"}


@pytest.mark.parametrize("name", [name for name in REPLAY if name != "replay/audit.py"])
def test_only_the_audit_imports_seeds_shuffle_and_log_hash(name: str) -> None:
    assert {module for module in imports(name) if module.startswith("verifier")} <= OPEN_TO_REPLAY


@pytest.mark.parametrize("name", FILES)
def test_no_chance_no_clock_no_machine_and_no_site_below_web(name: str) -> None:
    assert not roots(name) & (IMPURE | DYNAMIC)
    assert "__import__" not in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CORE)
def test_the_core_that_a_browser_runs_imports_nothing_outside_the_core(name: str) -> None:
    core = {name.removesuffix(".py").replace("/", ".") for name in CORE}
    assert {module for module in imports(name) if module.startswith("verifier")} <= core
    assert roots(name) <= sys.stdlib_module_names | {"verifier"} | OPTIONAL.get(name, set())


def test_nothing_imports_the_tests() -> None:
    web = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "web").rglob("*.py"))
    assert not [name for name in FILES + web if "tests" in roots(name)]
