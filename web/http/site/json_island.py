"""Data that a page carries for its scripts: JSON in an element, which no text in it can close."""

from __future__ import annotations

from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup


def island(value: Any) -> Markup:
    """The value as JSON for an element `<script type="application/json">`, letters of any script as they are.

    >>> island({"name": "</script>", "ml": "കളി"})
    Markup('{"name":"\\\\u003c/script\\\\u003e","ml":"കളി"}')
    """
    return htmlsafe_json_dumps(value, ensure_ascii=False, separators=(",", ":"))
