"""Lines on a terminal, in the letters that it has; `web.presentation.text_columns` wraps them."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

from dealproof.web.cli.lettering import lettered
from dealproof.web.presentation.text_columns import COLUMNS as COLUMNS
from dealproof.web.presentation.text_columns import cut_to as cut_to
from dealproof.web.presentation.text_columns import flow as flow
from dealproof.web.presentation.text_columns import padded as padded
from dealproof.web.presentation.text_columns import width as width
from dealproof.web.presentation.text_columns import wrapped as wrapped
from dealproof.web.presentation.visible_text import visible


def say(text: str, *, error: bool = False) -> None:
    """Prints a line, in letters that the terminal's encoding has."""
    click.echo(lettered(text, encoding_of(sys.stderr if error else sys.stdout)), err=error)


def encoding_of(stream: TextIO | None) -> str:
    """The encoding of a standard stream."""
    return getattr(stream, "encoding", None) or "utf-8"


def watched() -> bool:
    """Whether a person looks at standard error, on a terminal that can write over a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def draw(text: str) -> None:
    """Writes over the last line of standard error, in letters that the terminal has; an empty text takes it away."""
    sys.stderr.write(lettered(f"\r{text}\x1b[K", encoding_of(sys.stderr)))
    sys.stderr.flush()


def refuse(sentence: object) -> None:
    """Prints a sentence on standard error: what could not be read, and why; in lines where a person reads it."""
    text = f"dealproof: {visible(str(sentence))}"
    for line in wrapped(text, further="  ") if sys.stderr.isatty() else [text]:
        say(line, error=True)
