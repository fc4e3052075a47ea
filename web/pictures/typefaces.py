"""Text in the typefaces that come along: which of them has a letter, how wide a text is, and drawing it.

Letters of India change their shape and their order with their neighbours. Pillow leaves that to the library Raqm, which
needs FriBiDi, a library of the system (Debian: `libfribidi0`). Where it is missing, only letters that need no shaping
count as drawable (`drawable`), so that no word is ever drawn wrongly.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, features
from PIL.ImageFont import FreeTypeFont, Layout, truetype

SIMPLE: Final = ("latin", "latin-ext")
"""Typefaces whose letters need no shaping."""
SHAPED: Final = {"malayalam": range(0x0D00, 0x0D80), "gujarati": range(0x0A80, 0x0B00)}
"""Typefaces whose letters must be shaped, with the block of Unicode that each is for."""
JOINERS: Final = frozenset("\u200c\u200d")
"""Characters that belong to the letter before them."""
MISSING: Final = "\uffff"
"""What no typeface has: it is drawn as a missing letter is."""


class Face(NamedTuple):
    """A size in pixels, and a weight: 400 or 700."""

    size: int
    weight: int = 400


class Run(NamedTuple):
    """A part of a text in one typeface."""

    typeface: str
    text: str


def shapes() -> bool:
    """Whether letters can be shaped on this machine."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=64)
def font(typeface: str, face: Face) -> FreeTypeFont:
    """A typeface in a size and weight."""
    data = files(__package__).joinpath("noto", f"{typeface}-{face.weight}.woff2").read_bytes()
    return truetype(BytesIO(data), face.size, layout_engine=Layout.RAQM if shapes() else Layout.BASIC)


@lru_cache(maxsize=4096)
def typeface_of(char: str) -> str | None:
    """The typeface that has a letter, None where none has it, or it is nothing to look at. Marks of other scripts can
    pile up on a letter beyond its line, so that none is said to have them."""
    if not char.isprintable():
        return None
    script = next((name for name, block in SHAPED.items() if ord(char) in block), None)
    if script or unicodedata.category(char)[0] == "M":
        return script if shapes() else None
    return next((each for each in SIMPLE if char == " " or has(each, char)), None)


def has(typeface: str, char: str) -> bool:
    """Whether a typeface has a letter: it looks different from a missing one."""
    small = font(typeface, Face(16))
    shown, missing = small.getmask(char), small.getmask(MISSING)
    return (shown.size, bytes(shown)) != (missing.size, bytes(missing))


def drawable(text: str) -> bool:
    """Whether all letters of a text can be drawn."""
    return all(each in JOINERS or typeface_of(each) for each in text)


def runs(text: str) -> Iterator[Run]:
    """The parts of a text, each in one typeface. Letters that none has are left out."""
    found: list[tuple[str, str]] = []
    for char in text:
        typeface = found[-1][0] if char in JOINERS and found else typeface_of(char)
        if typeface:
            found.append((typeface, char))
    for typeface, chars in groupby(found, key=lambda each: each[0]):
        yield Run(typeface, "".join(char for _, char in chars))


def width(text: str, face: Face) -> float:
    """The width of a text in pixels."""
    return sum(run_width(run, face) for run in runs(text))


@lru_cache(maxsize=4096)
def run_width(run: Run, face: Face) -> float:
    """The width of a part in pixels. Kept, since a line is measured again with each word that is added to it, and a
    name may change its script with every letter."""
    return font(run.typeface, face).getlength(run.text, direction=direction())


def direction() -> str | None:
    """Every text is drawn from left to right; Pillow takes no direction where it does not shape."""
    return "ltr" if shapes() else None


def draw(image: Image.Image, at: tuple[float, float], text: str, face: Face, colour: str) -> None:
    """Draws a text on one line; `at` is the place of its first letter."""
    pen, (x, y) = ImageDraw.Draw(image), at
    for run in runs(text):
        used = font(run.typeface, face)
        pen.text((x, y), run.text, font=used, fill=colour, anchor="ls", direction=direction())
        x += run_width(run, face)
