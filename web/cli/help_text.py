"""The help of a command in lines of 80 columns, as wide as a terminal shows the letters of every language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import click

from dealproof.web.presentation.text_columns import padded, width, wrapped
from dealproof.web.presentation.translations import spoken

WIDEST: Final = 30
"""Columns that terms of a list take at most; the text of a longer one begins on the next line."""
GAP: Final = 2


class HelpText(click.HelpFormatter):
    """Lines of help. Click's own formatter counts letters, of which many take no column or two."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Writes how the command is called."""
        head = f"{spoken().say('help', 'usage') if prefix is None else prefix} {prog} "
        self.write_lines(wrapped(args, head))

    def write_text(self, text: str) -> None:
        """Writes a paragraph."""
        self.write_lines(wrapped(text, " " * self.current_indent))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = WIDEST, col_spacing: int = GAP) -> None:
        """Writes a list of terms, each with its text beside it."""
        rows = [*rows]
        column = min(max((width(term) for term, _ in rows), default=0), col_max) + col_spacing
        indent = " " * self.current_indent
        beside = " " * (self.current_indent + column)
        for term, text in rows:
            if width(term) + col_spacing > column:
                self.write_lines(wrapped(term, indent, beside))
                self.write_lines(wrapped(text, beside))
            else:
                self.write_lines(wrapped(text, indent + padded(term, column), beside))

    def write_lines(self, lines: Iterable[str]) -> None:
        """Writes lines without the spaces at their end."""
        for line in lines:
            self.write(line.rstrip() + "\n")
