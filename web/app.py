"""The site as a Flask application.

>>> app = create_app("sqlite:///hands.sqlite3")  # doctest: +SKIP
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from web.api import api
from web.api import failed as api_failed
from web.db import opened
from web.service import Hands
from web.settings import settings
from web.site import failed as site_failed
from web.site import site

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        ["default-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'"]
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
"""Sent with every answer. Nothing on a page is inline and nothing comes from elsewhere."""


def create_app(database: str | None = None) -> Flask:
    """The application on the database at this URL, by default the one of the settings; `Unusable` where that
    cannot be opened.
    """
    app = Flask("web", static_folder="static")
    app.extensions["hands"] = Hands(opened(settings(database).database))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.register_blueprint(site)
    app.register_blueprint(api)
    app.register_error_handler(HTTPException, failed)
    app.after_request(guarded)
    return app


def failed(error: HTTPException) -> ResponseReturnValue:
    """An error as JSON below the API, else as a page."""
    return api_failed(error) if request.path.startswith(f"{api.url_prefix}/") else site_failed(error)


def guarded(response: Response) -> Response:
    """The answer with the headers that every answer has."""
    response.headers.update(HEADERS)
    return response
