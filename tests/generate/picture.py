"""Takes the picture of a hand page that the README shows, from the real site and a sample hand.

Needs Chromium and a font with Malayalam letters (Debian: `fonts-lohit-mlym`).

    .venv/bin/python -m tests.generate.picture

Run it by hand when the page has changed. `tests/house/test_readme.py` checks that the picture exists and is small.
"""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from dealproof.web.cli.serve import bring_samples
from dealproof.web.http.app import create_app
from dealproof.web.intake.box import NOBODY
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import chromium, running

PICTURE = ROOT / "fixtures" / "readme" / "hand-page.png"
SAMPLE = "11-28-did-not-follow-suit"
SIZE = {"width": 1200, "height": 1040}
SETTLED = 1000
"""Milliseconds after which no card of the board moves any more."""
COLOURS = 128
"""As many as the shades of the table need to look smooth, at a third of the bytes of all of them."""


def main() -> None:
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        database = str(Path(folder) / "hands.sqlite3")
        app = create_app(database)
        bring_samples(database, NOBODY)
        record = (SAMPLES / f"{SAMPLE}.hand.json").read_text(encoding="utf-8")
        hand = record.partition('"hand":"')[2].partition('"')[0]
        with running(app) as url, chromium() as browser:
            page = browser.new_page(viewport=SIZE)
            page.goto(f"{url}/hands/{hand}")
            page.wait_for_selector(".browser-note:is(.good, .bad, .open)", state="attached")
            page.wait_for_selector(".live")
            page.wait_for_timeout(SETTLED)
            fewer_colours(page.screenshot()).save(PICTURE, optimize=True)
    print(PICTURE, PICTURE.stat().st_size, "bytes")


def fewer_colours(picture: bytes) -> Image.Image:
    """The picture with a palette of its own."""
    return Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main()
