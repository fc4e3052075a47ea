"""QR codes, read by a reader that is not ours (issue 14, item 6)."""

import re

import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from dealproof.web.pictures.qr_code import QUIET, qr_code

PIXELS = 4
"""The width of a module as it is drawn here."""


def drawn(svg: str) -> Image.Image:
    """The picture that an SVG of horizontal strokes shows."""
    found = re.search(r'viewBox="0 0 (\d+) \1"', svg)
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert found
    assert path
    side = int(found[1]) * PIXELS
    image = Image.new("L", (side, side), 255)
    pen, x, y = ImageDraw.Draw(image), 0, 0.5
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        values = [float(each) for each in numbers.replace("-", " -").split()]
        if command == "h":
            pen.rectangle((x * PIXELS, int(y) * PIXELS, (x + values[0]) * PIXELS - 1, int(y) * PIXELS + PIXELS - 1), 0)
            x += int(values[0])
        else:
            x, y = (int(values[0]), values[1]) if command == "M" else (x + int(values[0]), y + values[1])
    return image


@given(st.from_regex(r"https://[a-z]{1,30}\.example/(ml|gu|en)/hands/[A-Za-z0-9._:-]{1,64}", fullmatch=True))
@settings(max_examples=25)
def test_a_code_is_read_as_the_address_that_it_was_made_of(address: str) -> None:
    image = drawn(qr_code(address).decode())
    (read,) = zxingcpp.read_barcodes(image)
    assert read.text == address


def test_the_edge_is_empty_and_the_ground_white_whatever_is_around_it() -> None:
    """ISO/IEC 18004: a quiet zone of four modules."""
    svg = qr_code("https://hands.example/en/hands/t1.1").decode()
    image = drawn(svg)
    assert image.crop((0, 0, image.width, QUIET * PIXELS)).getextrema() == (255, 255)
    assert image.getpixel((QUIET * PIXELS, QUIET * PIXELS)) == 0
    assert 'fill="#fff"' in svg


def test_the_same_address_gives_the_same_bytes_and_no_script() -> None:
    svg = qr_code("https://hands.example/?a=<script>&b=c")
    assert svg == qr_code("https://hands.example/?a=<script>&b=c")
    assert b"script" not in svg
