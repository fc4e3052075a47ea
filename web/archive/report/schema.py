"""The JSON Schema (2020-12) of `report.json`, the file `report.schema.json` of this package."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

SCHEMA: Final = "report.schema.json"

FORMAT: Final = "dealproof/archive-report/1"
"""The format of a report, in its field `format`."""


@cache
def report_schema() -> dict[str, Any]:
    """The schema."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / SCHEMA).read_text(encoding="utf-8"))
    return found
