"""The box in a real browser, behind a proxy that leaves the port out of `Host`: F9."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from flask import Flask

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings, address
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import GOOD, chromium, hand_id, running, text

NAME = "hands.example"
"""Over plain HTTP a browser sends Sec-Fetch-Site to this machine's own names alone."""


def behind(app: Flask) -> Flask:
    """The application as a proxy would ask it that passes the name without the port."""
    inner = app.wsgi_app

    def proxied(environ: Any, start_response: Any) -> Iterable[bytes]:
        return inner(environ | {"HTTP_HOST": NAME}, start_response)

    app.wsgi_app = proxied  # type: ignore[method-assign]
    return app


def test_the_box_says_how_the_site_is_to_be_started_and_works_once_it_is(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """F9."""
    app = behind(create_app(database, SiteSettings(log=False)))
    hands: Hands = app.extensions["hands"]
    hands.take_in([("x", text(GOOD))])
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as browser, running(app) as url:
        port = url.rsplit(":", 1)[1]
        here = f"http://{NAME}:{port}"
        page = browser.new_page()
        page.goto(here)
        page.locator("#what").fill(hand_id(GOOD))
        page.locator("form.box button").click()
        shown = page.locator("main").inner_text()
        assert f"--base-url {here}" in shown
        told = json.loads(capsys.readouterr().err.splitlines()[0])
        assert (told["origin"], told["here"]) == (here, f"http://{NAME}")

        right = behind(create_app(database, SiteSettings(address(here, "--base-url"), log=False)))
        app.wsgi_app = right.wsgi_app  # type: ignore[method-assign]
        page.goto(here)
        page.locator("#what").fill(hand_id(GOOD))
        page.locator("form.box button").click()
        page.wait_for_url(f"{here}/hands/{hand_id(GOOD)}")
        page.close()
