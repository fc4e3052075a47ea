"""Templates of reports: HTML files that need no other."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dealproof.web.presentation.visible_text import visible


def environment(folder: Path) -> Environment:
    """The environment of the templates in a folder, which a report adds its own filters to."""
    found = Environment(
        autoescape=True,
        loader=FileSystemLoader(folder),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    found.filters["visible"] = visible
    return found
