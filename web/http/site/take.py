"""What a reader takes away from the page of a hand: its address, its files, and the code that shows it elsewhere.

The page of a hand is cached whatever host it was asked for under, so an address with a host is written into it only
where the settings name one (`DEALPROOF_BASE_URL`). Otherwise the page has a path, which the script of the page turns
into an address, and the QR code is a picture of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import current_app, request, url_for
from werkzeug.exceptions import BadRequest

from dealproof.web.http.language import base
from dealproof.web.http.settings import SiteSettings
from dealproof.web.presentation.translations import spoken

LONGEST: Final = 1000
"""Characters of the longest address that a QR code is made of."""
LOCALES: Final = {"en": "en_GB", "ml": "ml_IN", "gu": "gu_IN"}
"""The languages as previews name them (https://ogp.me)."""


@dataclass(frozen=True, slots=True)
class TakeAway:
    """What the page of a stored hand offers to take away. `path` is that of the page in its language, `address` the
    same with the host in front where the settings name one, else the path again; so are `picture` and `frame` of the
    preview and the page for a frame. `known` says whether they have a host, `frames` whether other sites may show the
    hand in one."""

    path: str
    address: str
    picture: str
    frame: str
    known: bool
    frames: bool
    locale: str


def take_away(hand: str) -> TakeAway:
    """What the page of a stored hand offers."""
    known = site_settings().address is not None
    host = request.host_url.removesuffix("/") if known else ""
    path = here(hand)
    return TakeAway(
        path=path,
        address=f"{host}{path}",
        picture=f"{host}{path}/preview.png",
        frame=f"{host}{path}/embed",
        known=known,
        frames=bool(frames()),
        locale=LOCALES[spoken().language],
    )


def here(hand: str) -> str:
    """The path of the page of a hand in the language of the request, also where its own path names none."""
    path = url_for("site.hand", hand=hand).removeprefix(request.script_root)
    return f"{base()}/{spoken().language}{path}"


def page_address(hand: str) -> str:
    """The address of the page of a hand: as the settings name the host, else as the request does. Raises `BadRequest`
    where that is too long for an address."""
    address = request.host_url.removesuffix("/") + here(hand)
    if len(address) > LONGEST:
        raise BadRequest
    return address


def frames() -> tuple[str, ...]:
    """The origins of the sites that may show a hand in a frame."""
    return site_settings().frames


def site_settings() -> SiteSettings:
    """The settings of the current application."""
    found: SiteSettings = current_app.extensions["site"]
    return found
