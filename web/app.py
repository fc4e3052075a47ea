"""The site as a Flask application.

>>> app = create_app("sqlite:///hands.sqlite3")  # doctest: +SKIP
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from web import journal
from web.address import At, Given
from web.api import api, health
from web.db import Unusable, engine
from web.guard import Bounded, admit, guarded
from web.kept import Kept
from web.problems import Refused, told
from web.public import problem
from web.rate import Rate
from web.service import Hands
from web.serving import Serving, serving
from web.settings import settings
from web.site import problem_page, site

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Site(Flask):
    """The application; its errors go to our own log, which repeats nothing that was sent."""

    request_class = Bounded

    def log_exception(self, exc_info: Any) -> None:
        """Notes an error of ours."""
        journal.broke(exc_info[1], request.url_rule.rule if request.url_rule else None)


def create_app(database: str | None = None, how: Serving | None = None) -> Flask:
    """The application on the database at this URL, by default the one of the settings, served as the environment
    says. The database is not asked before the first request, and answers 503 as long as it is out of reach. Raises
    `Unusable` where there can be no such database and `Misset` where a setting cannot be read.
    """
    how = how or serving()
    app = Site("web", static_folder="static")
    app.extensions["hands"] = Hands(engine(settings(database).database))
    app.extensions["rate"] = Rate(how.posts)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.register_blueprint(site)
    app.register_blueprint(api)
    app.register_blueprint(health)
    guard(app)
    place(app, how)
    journal.keep(log=how.log)
    return app


def guard(app: Flask) -> None:
    """Sets what stands before every view and around every answer."""
    app.before_request(started)
    app.before_request(admit)
    app.after_request(guarded)
    app.after_request(noted)
    app.register_error_handler(HTTPException, failed)
    for error in (SQLAlchemyError, Unusable):
        app.register_error_handler(error, out_of_reach)


def place(app: Flask, how: Serving) -> None:
    """Puts the application at its address. What a request says of itself on behalf of another is believed only as
    far as there are proxies that we know of.
    """
    inner: WSGIApplication = Kept(app.wsgi_app, app.extensions["hands"])
    known = how.proxies
    if how.address:
        inner = At(inner, how.address)
    if known:
        inner = ProxyFix(Given(inner), x_for=known, x_proto=known, x_host=known, x_prefix=known)
    app.wsgi_app = inner  # type: ignore[method-assign, assignment]


def started() -> None:
    """Remembers when a request began."""
    g.started = time.perf_counter()


def noted(response: Response) -> Response:
    """Notes the answer in the log."""
    journal.request_answered(request, response, g.get("started", time.perf_counter()))
    return response


def out_of_reach(error: Exception) -> ResponseReturnValue:
    """The database does not answer, or is damaged, or of another version."""
    journal.broke(error, request.url_rule.rule if request.url_rule else None)
    return failed(Refused(503, "database"))


def failed(error: HTTPException) -> ResponseReturnValue:
    """An error as JSON below the API, else as a page."""
    what = told(error)
    machine = request.path.startswith(f"{api.url_prefix}/") or request.path == "/healthz"
    if machine:
        return jsonify(problem(what.code, what.message, request.path)), what.status, what.headers
    return problem_page(what), what.status, what.headers
