"""Where the program keeps its hands, and where that is said.

In this order: what the command line says, the environment's `DEALPROOF_DATABASE`, and a file in the place where
this kind of system keeps the data of a person's programs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

VARIABLE: Final = "DEALPROOF_DATABASE"
FILE: Final = "dealproof.sqlite3"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set: `database` is the absolute path of an SQLite file, or a URL (`web.store.location`)."""

    database: str


def settings(database: str | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force; `database` is a URL or the path of an SQLite file."""
    return Settings(place(database or environment.get(VARIABLE) or str(data_folder(environment) / FILE)))


def place(database: str) -> str:
    """A URL as it is, and a path as an absolute one."""
    return database if "://" in database else absolute(database)


def absolute(path: str) -> str:
    """The absolute path, `~` expanded where there is such a user."""
    try:
        return str(Path(path).expanduser().absolute())
    except RuntimeError:
        return str(Path(path).absolute())


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder for this program's data, by the custom of the system."""
    if sys.platform == "win32":
        base = environment.get("LOCALAPPDATA")
        return Path(base) / "dealproof" if base else Path.home() / "AppData" / "Local" / "dealproof"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "dealproof"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "dealproof"
