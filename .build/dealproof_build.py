"""The build backend: setuptools, told where the packages are and what is compiled.

The folders `verifier`, `replay` and `web` are imported as `dealproof.verifier`, `dealproof.replay` and `dealproof.web`.
The catalogues of sentences are compiled before each build.

With `DEALPROOF_COMPILE=1` in the environment a wheel holds the modules of `COMPILED` compiled by mypyc, each beside its
source, and beside the package the library that they share, `dealproof__mypyc`; this needs a C compiler. No file of an
earlier build takes part in a later one. An editable install is never compiled: after an edit of the source the compiled
module would still be imported.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import setuptools
from babel.messages.frontend import CommandLineInterface
from setuptools import build_meta
from setuptools.command.sdist import sdist

NAME: Final = "dealproof"
ROOMS: Final = ("verifier", "replay", "web")
VARIABLE: Final = "DEALPROOF_COMPILE"
COMPILER: Final = "mypy>=2.4"
"""What has mypyc. Its own types are enough: what the compiled modules import of others counts as untyped."""
BACKEND: Final = ".build/dealproof_build.py"
CATALOGUES: Final = Path("web/presentation/locale")
BUILD: Final = Path("build")
"""Where builds take place, each in a folder of its own; setuptools asks for a path from here."""

COMPILED: Final = (
    "verifier/commitment.py",
    "verifier/encoding/quick.py",
    "verifier/keys.py",
    "verifier/log_hash.py",
    "verifier/shuffle.py",
    "verifier/stream.py",
    "replay/core/cards.py",
    "replay/core/engine.py",
    "replay/core/events.py",
    "replay/core/tricks.py",
    "replay/record/events.py",
    "replay/record/record.py",
    "replay/json_schema/value_schema.py",
    "replay/games/gulan/auction.py",
    "replay/games/gulan/deck.py",
    "replay/games/gulan/endings.py",
    "replay/games/gulan/game.py",
    "replay/games/gulan/goals.py",
    "replay/games/gulan/hand.py",
    "replay/games/gulan/match.py",
    "replay/games/gulan/play.py",
    "replay/games/gulan/promises.py",
    "replay/games/gulan/redeal.py",
    "replay/games/gulan/rules.py",
    "replay/games/gulan/ruling_marks.py",
    "replay/games/gulan/rulings.py",
    "replay/games/gulan/scoring.py",
    "replay/games/gulan/state.py",
    "replay/games/gulan/tables.py",
    "replay/games/gulan/transitions.py",
    "replay/games/rummy/arrangement.py",
    "replay/games/rummy/groups.py",
    "replay/games/rummy/packing.py",
    "replay/games/rummy/sharing.py",
)
"""The modules in which a check spends its time. mypyc asks two things of their classes: one that is copied has
`__copy__`, and only other classes of theirs derive from one."""


def compiling() -> bool:
    """Whether this build compiles. Raises SystemExit with a sentence for a value that is neither 0 nor 1."""
    value = os.environ.get(VARIABLE, "")
    if value not in {"", "0", "1"}:
        sys.exit(f"{VARIABLE} is {value!r}. It must be 1 to compile, or 0 or unset for pure Python.")
    return value == "1"


def packages() -> list[str]:
    """Every package by its import name: each folder of the rooms that holds an `__init__.py`."""
    found = (path.parent for room in ROOMS for path in Path(room).rglob("__init__.py"))
    return sorted(f"{NAME}.{'.'.join(folder.parts)}" for folder in found if "node_modules" not in folder.parts)


def extensions(folder: Path) -> list[setuptools.Extension]:
    """The modules of `COMPILED`, translated to C in a `folder` in which their paths give their import names."""
    from mypyc.build import mypycify

    for room in ROOMS:
        shutil.copytree(room, folder / NAME / room, ignore=shutil.ignore_patterns("node_modules"))
    flags = ["--config-file=", "--explicit-package-bases", "--namespace-packages", "--ignore-missing-imports"]
    with chdir(folder):
        made = mypycify(
            [*flags, *(f"{NAME}/{path}" for path in COMPILED)], group_name=NAME, target_dir="c", opt_level="2"
        )
    for each in made:
        for paths in (each.sources, each.include_dirs, each.depends):
            paths[:] = [str(folder / path) for path in paths]
    return made


class Sdist(sdist):
    """A source distribution that can be built from: with the backend and the catalogues as they are edited."""

    def make_release_tree(self, base_dir: str, files: Iterable[str]) -> None:
        """Adds them to the files."""
        super().make_release_tree(base_dir, [*files, BACKEND, *map(str, CATALOGUES.rglob("*.po*"))])


def compile_sentences() -> None:
    """Makes the `.mo` file beside every `.po` file."""
    if CommandLineInterface().run(["pybabel", "-q", "compile", "-d", str(CATALOGUES), "-D", NAME]):
        raise SystemExit(f"A catalogue in {CATALOGUES} has errors; they are listed above.")


class Backend(build_meta._BuildMetaBackend):
    """Runs setuptools with what `pyproject.toml` cannot say."""

    compiles = False

    def run_setup(self, setup_script: str = "setup.py") -> None:
        """Calls `setuptools.setup`; there is no `setup.py`."""
        compile_sentences()
        BUILD.mkdir(exist_ok=True)
        with TemporaryDirectory(dir=BUILD) as path:
            folder = Path(os.path.relpath(path))
            setuptools.setup(
                packages=packages(),
                package_dir={f"{NAME}.{room}": room for room in ROOMS},
                cmdclass={"sdist": Sdist},
                options={"build": {"build_base": str(folder)}},
                ext_modules=extensions(folder) if self.compiles else [],
            )

    def get_requires_for_build_wheel(self, config_settings: Any = None) -> list[str]:
        """What a wheel needs to be built: the compiler, if modules are compiled."""
        return super().get_requires_for_build_wheel(config_settings) + [COMPILER] * compiling()

    def build_editable(self, *args: Any, **settings: Any) -> str:
        """Builds an editable install. Raises SystemExit with a sentence if it should be compiled."""
        if compiling():
            sys.exit(f"An editable install is never compiled. Install without -e, or unset {VARIABLE}.")
        return super().build_editable(*args, **settings)

    def build_wheel(self, *args: Any, **settings: Any) -> str:
        """Builds a wheel, compiled if the environment says so."""
        self.compiles = compiling()
        return super().build_wheel(*args, **settings)


_backend = Backend()
get_requires_for_build_wheel = _backend.get_requires_for_build_wheel
get_requires_for_build_sdist = _backend.get_requires_for_build_sdist
get_requires_for_build_editable = _backend.get_requires_for_build_editable
prepare_metadata_for_build_wheel = _backend.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = _backend.prepare_metadata_for_build_editable
build_wheel = _backend.build_wheel
build_sdist = _backend.build_sdist
build_editable = _backend.build_editable
