"""The setting for the database, from the first of these: the command line, the environment variable
`DEALPROOF_DATABASE`, a file in the user's data folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

VARIABLE: Final = "DEALPROOF_DATABASE"
POLICY: Final = "DEALPROOF_POLICY"
"""The file that says which logs and witnesses are trusted, by the site and where hands are stored for it."""
FILE: Final = "dealproof.sqlite3"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings: `database` is the absolute path of an SQLite file, or a URL (`web.store.location`)."""

    database: str


def settings(database: str | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Reads the settings; `database` is that of the command line: a URL, the path of an SQLite file, or None."""
    return Settings(located(database or environment.get(VARIABLE) or str(data_folder(environment) / FILE)))


def located(database: str) -> str:
    """Returns a URL unchanged, and a path as an absolute one."""
    return database if "://" in database else absolute(database)


def absolute(path: str) -> str:
    """Returns the absolute path, with `~` expanded if there is such a user."""
    try:
        return str(Path(path).expanduser().absolute())
    except RuntimeError:
        return str(Path(path).absolute())


def data_folder(environment: Mapping[str, str]) -> Path:
    """Returns the folder for this program's data, by the convention of the operating system."""
    if sys.platform == "win32":
        base = environment.get("LOCALAPPDATA")
        return Path(base) / "dealproof" if base else Path.home() / "AppData" / "Local" / "dealproof"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "dealproof"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "dealproof"
