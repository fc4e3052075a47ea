"""The preview of a hand as a picture, 1200 by 630 pixels, which is what messengers ask for (https://ogp.me)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from dealproof.web.pictures.lines import fit
from dealproof.web.pictures.typefaces import Face, draw, drawable, width
from dealproof.web.presentation.preview import PreviewText
from dealproof.web.presentation.verdict import BAD, GOOD, OPEN

SIZE: Final = (1200, 630)
"""Width and height in pixels."""
LEFT: Final = 88
RIGHT: Final = 1200 - 64
LOWEST: Final = 440
"""The lowest place of a line above the foot."""
FINE: Final = 4
"""How many times larger the signs are drawn, so that their edges are smooth."""

INK: Final = "#1c2320"
SOFT: Final = "#5b645f"


class Colours(NamedTuple):
    """The colours of a state: of its sign and title, and of the ground."""

    strong: str
    wash: str


COLOURS: Final = {
    GOOD: Colours("#12694a", "#e4f2e9"),
    BAD: Colours("#a8201a", "#fbe9e5"),
    OPEN: Colours("#7a5200", "#f9efd6"),
}
"""Those of `site.css`."""

TITLE: Final = Face(68, 700)
SENTENCE: Final = Face(38)
PLAYERS: Final = Face(32)
FACTS: Final = Face(32, 700)
HAND: Final = Face(28)

TURN: Final = Lock()
"""Typefaces are drawn by one thread at a time."""


def preview_picture(text: PreviewText, home: str) -> bytes:
    """Returns the preview as a PNG; `home` is the name of the site. The same text gives the same bytes."""
    colours = COLOURS[text.state]
    image = Image.new("RGB", SIZE, colours.wash)
    with TURN:
        ImageDraw.Draw(image).rectangle((0, 0, 27, SIZE[1]), fill=colours.strong)
        image.paste(colours.strong, (LEFT, 72), sign(text.state, 92))
        below = paragraph(image, (LEFT + 124, 140), text.title, TITLE, colours.strong, 2)
        start = max(below, 232) + 10
        paragraph(image, (LEFT, start), text.sentence, SENTENCE, INK, 1 + (LOWEST - start) // line_height(SENTENCE))
        foot(image, text, home)
    kept = BytesIO()
    image.save(kept, "PNG", compress_level=6)
    return kept.getvalue()


def foot(image: Image.Image, text: PreviewText, home: str) -> None:
    """Draws who played what, the grade, the ID of the hand and the name of the site."""
    ImageDraw.Draw(image).line((LEFT, 462, RIGHT, 462), fill=COLOURS[text.state].strong, width=2)
    paragraph(image, (LEFT, 510), ", ".join(map(player, enumerate(text.players, 1))), PLAYERS, SOFT, 1)
    paragraph(image, (LEFT, 558), " · ".join(text.facts), FACTS, INK, 1)
    at = RIGHT - width(home, FACTS)
    paragraph(image, (LEFT, 602), text.hand, HAND, SOFT, 1, right=at - 80)
    draw(image, (at, 602), home, FACTS, INK)
    image.paste(INK, (int(at) - 40, 576), spade(30))


def player(numbered: tuple[int, str]) -> str:
    """A player's name; the number of the seat where the name has letters that cannot be drawn."""
    seat, name = numbered
    return name if drawable(name) else str(seat)


def paragraph(
    image: Image.Image,
    at: tuple[int, int],
    text: str,
    face: Face,
    colour: str,
    lines: int,
    *,
    right: float = RIGHT,
) -> int:
    """Draws a text on at most so many `lines`, and returns the place of a line below them; `at` is the place of the
    first letter."""
    (x, y), measure = at, partial(width, face=face)
    for line in fit(text, measure, right - x, lines):
        draw(image, (x, y), line, face, colour)
        y += line_height(face)
    return y


def line_height(face: Face) -> int:
    """How far apart lines stand; letters of India are high and hang low."""
    return round(face.size * 1.42)


def sign(state: str, size: int) -> Image.Image:
    """The sign of a state as a mask: a tick in a disc, a cross in a square, or a ring with three dots."""
    mask = Image.new("L", (size * FINE, size * FINE))
    pen, unit = ImageDraw.Draw(mask), size * FINE / 100
    if state == OPEN:
        pen.ellipse(scaled((2, 2, 98, 98), unit), outline=255, width=round(7 * unit))
        for x in (28, 50, 72):
            pen.ellipse(scaled((x - 6, 44, x + 6, 56), unit), fill=255)
        return mask.resize((size, size), Image.Resampling.LANCZOS)
    if state == GOOD:
        pen.ellipse(scaled((0, 0, 100, 100), unit), fill=255)
        strokes: Sequence[Sequence[float]] = ((26, 53, 43, 70), (43, 70, 75, 34))
    else:
        pen.rounded_rectangle(scaled((0, 0, 100, 100), unit), radius=18 * unit, fill=255)
        strokes = ((30, 30, 70, 70), (70, 30, 30, 70))
    for stroke in strokes:
        thick(pen, scaled(stroke, unit), 10 * unit)
    return mask.resize((size, size), Image.Resampling.LANCZOS)


def thick(pen: ImageDraw.ImageDraw, stroke: Sequence[float], wide: float) -> None:
    """Cuts a line with round ends out of a mask."""
    pen.line(stroke, fill=0, width=round(wide))
    for x, y in (stroke[:2], stroke[2:]):
        pen.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=0)


def spade(size: int) -> Image.Image:
    """The sign of spades as a mask."""
    mask = Image.new("L", (size * FINE, size * FINE))
    pen, unit = ImageDraw.Draw(mask), size * FINE / 100
    pen.polygon(scaled((50, 2, 91, 50, 9, 50), unit), fill=255)
    for x in (28, 72):
        pen.ellipse(scaled((x - 25, 36, x + 25, 86), unit), fill=255)
    pen.polygon(scaled((50, 50, 68, 98, 32, 98), unit), fill=255)
    return mask.resize((size, size), Image.Resampling.LANCZOS)


def scaled(numbers: Sequence[float], unit: float) -> list[float]:
    """Numbers in hundredths of a size, in pixels."""
    return [each * unit for each in numbers]
