"""The build backend: setuptools, told where the packages are, after the catalogues of sentences are compiled.

The folders `verifier`, `replay` and `web` are imported as `dealproof.verifier`, `dealproof.replay` and `dealproof.web`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import setuptools
from babel.messages.frontend import CommandLineInterface
from setuptools import build_meta

NAME = "dealproof"
ROOMS = ("verifier", "replay", "web")


def packages() -> list[str]:
    """Every package by its import name: each folder of the rooms that holds an `__init__.py`."""
    found = (path.parent for room in ROOMS for path in Path(room).rglob("__init__.py"))
    return sorted(f"{NAME}.{'.'.join(folder.parts)}" for folder in found if "node_modules" not in folder.parts)


def options() -> dict[str, Any]:
    """What `pyproject.toml` cannot say."""
    return {"packages": packages(), "package_dir": {f"{NAME}.{room}": room for room in ROOMS}}


def compile_sentences() -> None:
    """Makes the `.mo` file beside every `.po` file."""
    if CommandLineInterface().run(["pybabel", "-q", "compile", "-d", "web/presentation/locale", "-D", NAME]):
        raise SystemExit("A catalogue in web/presentation/locale has errors; they are listed above.")


class Backend(build_meta._BuildMetaBackend):
    """Runs setuptools with these options."""

    def run_setup(self, setup_script: str = "setup.py") -> None:
        """Calls `setuptools.setup`; there is no `setup.py`."""
        compile_sentences()
        setuptools.setup(**options())


_backend = Backend()
get_requires_for_build_wheel = _backend.get_requires_for_build_wheel
get_requires_for_build_sdist = _backend.get_requires_for_build_sdist
get_requires_for_build_editable = _backend.get_requires_for_build_editable
prepare_metadata_for_build_wheel = _backend.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = _backend.prepare_metadata_for_build_editable
build_wheel = _backend.build_wheel
build_sdist = _backend.build_sdist
build_editable = _backend.build_editable
