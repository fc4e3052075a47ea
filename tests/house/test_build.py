"""What a wheel and a source distribution hold, and which build the tests run on. Source: .build/dealproof_build.py."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from dealproof.web.cli.main import main
from tests.support.imports import FILES, ROOMS, module_name
from tests.support.paths import ROOT

SOURCES = (".build", "pyproject.toml", "README.md", "LICENSE", *ROOMS)


def loaded_backend() -> ModuleType:
    spec = spec_from_file_location("dealproof_build", ROOT / ".build" / "dealproof_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BACKEND = loaded_backend()
COMPILING = os.environ.get("DEALPROOF_COMPILE") == "1"
"""Whether these tests are to run on a compiled wheel."""


def run_hook(hook: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Calls a hook of the build backend in a folder, as pip does; what it builds is in `dist` there."""
    call = f"import dealproof_build; dealproof_build.{hook}('dist')"
    return subprocess.run(
        [sys.executable, "-c", call],
        cwd=folder,
        env={**os.environ, "DEALPROOF_COMPILE": "0", "PYTHONPATH": ".build", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources in which something may be built."""
    folder = tmp_path_factory.mktemp("tree")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def unpacked(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    built = run_hook("build_sdist", tree)
    assert built.returncode == 0, built.stderr
    (archive,) = (tree / "dist").glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


@pytest.fixture(scope="module")
def wheel(unpacked: Path) -> list[str]:
    """The names of the files in a pure wheel that was built from the source distribution."""
    built = run_hook("build_wheel", unpacked)
    assert built.returncode == 0, built.stderr
    (archive,) = (unpacked / "dist").glob("*.whl")
    return zipfile.ZipFile(archive).namelist()


LEFT_OUT = {"web/package.json", "web/package-lock.json", "web/samples/README.md"}
SOURCES_OF_CATALOGUES = {".po", ".pot", ".cfg"}


def packed() -> list[str]:
    """The files of the rooms that a wheel must hold: those that git knows or may, catalogues in their compiled form."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *ROOMS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [Path(name) for name in listed.stdout.splitlines() if (ROOT / name).is_file() and name not in LEFT_OUT]
    compiled = [path.with_suffix(".mo") for path in paths if path.suffix == ".po"]
    return [path.as_posix() for path in (*paths, *compiled) if path.suffix not in SOURCES_OF_CATALOGUES]


def test_a_wheel_from_the_source_distribution_holds_every_file_of_the_rooms_and_nothing_else(wheel: list[str]) -> None:
    """Templates, migrations, static files, translations, samples and specifications among them."""
    assert sorted(name for name in wheel if ".dist-info/" not in name) == sorted(
        f"dealproof/{name}" for name in packed()
    )


def test_a_pure_wheel_installs_one_name(wheel: list[str]) -> None:
    assert {name.split("/")[0].partition("-")[0] for name in wheel} == {"dealproof"}


def test_a_file_of_an_earlier_build_is_not_part_of_a_later_one(tree: Path) -> None:
    for name in ("lib", f"lib.{sys.platform}"):
        stale = tree / "build" / name / "dealproof" / "verifier" / "stale.py"
        stale.parent.mkdir(parents=True)
        stale.touch()
    assert run_hook("build_wheel", tree).returncode == 0
    (archive,) = (tree / "dist").glob("*.whl")
    assert [name for name in zipfile.ZipFile(archive).namelist() if "stale" in name] == []


def test_an_editable_install_is_never_compiled(tree: Path) -> None:
    """It would go on importing what was compiled after an edit of the source."""
    refused = run_hook("build_editable", tree, DEALPROOF_COMPILE="1")
    assert refused.returncode == 1
    assert refused.stderr.endswith(
        "An editable install is never compiled. Install without -e, or unset DEALPROOF_COMPILE.\n"
    )


def test_a_value_of_the_variable_that_means_nothing_is_refused(tree: Path) -> None:
    refused = run_hook("build_wheel", tree, DEALPROOF_COMPILE="yes")
    assert refused.returncode == 1
    assert refused.stderr.endswith(
        "DEALPROOF_COMPILE is 'yes'. It must be 1 to compile, or 0 or unset for pure Python.\n"
    )


def test_the_compiler_is_required_only_where_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(BACKEND._backend, "run_setup", lambda: None)
    for value, needed in (("0", []), ("1", [BACKEND.COMPILER])):
        monkeypatch.setenv("DEALPROOF_COMPILE", value)
        assert BACKEND.get_requires_for_build_wheel() == needed


def test_the_modules_that_are_compiled_are_modules() -> None:
    assert set(BACKEND.COMPILED) <= set(FILES.values())


def test_no_test_finds_a_file_of_the_checkout_through_the_package() -> None:
    """A compiled install lacks the files that only a checkout has; `tests.support.paths` is where both find them."""
    assert [path for path in sorted((ROOT / "tests").rglob("*.py")) if "importlib.resources" in imported(path)] == []


def imported(path: Path) -> set[str]:
    """The modules that a file imports."""
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("name", FILES)
def test_the_tests_run_on_the_build_that_was_asked_for(name: str) -> None:
    """`tests/run --compiled` compiles exactly these modules; otherwise none is compiled."""
    found = find_spec(name)
    assert found is not None
    compiled = str(found.origin).endswith(tuple(EXTENSION_SUFFIXES))
    assert compiled == (COMPILING and name in map(module_name, BACKEND.COMPILED))


def test_the_version_says_which_build_runs() -> None:
    said = CliRunner().invoke(main, ["--version"]).stdout
    assert said == f"dealproof 0.1.0 ({'compiled' if COMPILING else 'pure Python'})\n"
