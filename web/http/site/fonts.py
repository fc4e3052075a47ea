"""The letters of a language that many devices lack, served by the site: Noto Sans from the npm packages
`@fontsource/noto-sans-malayalam` and `@fontsource/noto-sans-gujarati`, under the SIL Open Font License."""

from __future__ import annotations

from typing import Final

from dealproof.web.presentation.translations import spoken

SCRIPTS: Final = {"ml": "malayalam", "gu": "gujarati"}
"""The script of a language whose letters are served."""
WEIGHTS: Final = (400, 600)
LASTS: Final = 7 * 24 * 60 * 60
"""Seconds for which a browser keeps a font without asking again, so that text does not change its letters on every
page."""


def fonts() -> list[str]:
    """The fonts of the language of the request, as static files: a page loads them while it is read, so that lines do
    not break again later. English needs none."""
    script = SCRIPTS.get(spoken().language)
    return [f"fonts/noto-sans-{script}-{weight}.woff2" for weight in WEIGHTS] if script else []


def name_fonts() -> list[str]:
    """The fonts for the names of the other languages in the way to them, as static files of under 2 kB. They hold the
    letters of one word each, made from those of weight 400 with fonttools and brotli:

        pyftsubset noto-sans-gujarati-400.woff2 --text=ગુજરાતી --flavor=woff2 --layout-features='*'
    """
    return [f"fonts/name-of-{script}.woff2" for code, script in SCRIPTS.items() if code != spoken().language]
