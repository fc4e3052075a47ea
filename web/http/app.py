"""The site as a Flask application.

>>> app = create_app("sqlite:///hands.sqlite3")  # doctest: +SKIP
"""

from __future__ import annotations

import time
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from flask import Flask, Response, current_app, g, jsonify, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as BaseResponse

from dealproof.web.http import request_log
from dealproof.web.http.answer_cache import Kept
from dealproof.web.http.api import api, health
from dealproof.web.http.base_url import At, Given
from dealproof.web.http.errors import Refused, problem, told
from dealproof.web.http.rate_limit import Rate
from dealproof.web.http.security import WITH_BOX, Bounded, admit, guarded
from dealproof.web.http.settings import Serving, serving
from dealproof.web.http.site import problem_page, site
from dealproof.web.intake.box import MOST_RECORDS
from dealproof.web.intake.budget import Left, TooMuch
from dealproof.web.store.engine import engine
from dealproof.web.store.errors import StoreError
from dealproof.web.store.lookup import TooMany
from dealproof.web.store.service import Hands
from dealproof.web.store.settings import settings

SAFE: Final = "/:@!$&'()*+,;=~"
"""Characters of a path that need no escape."""

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Site(Flask):
    """The application; its errors go to our own log, which repeats nothing that was sent."""

    request_class = Bounded

    def log_exception(self, exc_info: Any) -> None:
        """Logs an internal error."""
        request_log.broke(exc_info[1], request.url_rule.rule if request.url_rule else None)


def create_app(database: str | None = None, how: Serving | None = None) -> Flask:
    """The application on the database at this URL, by default the one of the settings, served as the environment
    says. The database is not asked before the first request, and answers 503 as long as it is out of reach. Raises
    `web.store.errors.DatabaseUnusable` where there can be no such database and `Misset` where a setting cannot be read.
    """
    how = how or serving()
    # Nothing is kept in an instance folder. Flask looks for one in a way that fails for namespace packages.
    app = Site("dealproof.web.http", static_folder="static", instance_path=gettempdir())
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
    request_log.keep(log=how.log)
    return app


def guard(app: Flask) -> None:
    """Installs the hooks that run before every view and after every response."""
    app.before_request(started)
    app.before_request(admit)
    app.after_request(guarded)
    app.after_request(noted)
    app.register_error_handler(HTTPException, failed)
    app.register_error_handler(TooMuch, too_much)
    app.register_error_handler(TooMany, too_many)
    app.register_error_handler(Left, left)
    app.register_error_handler(StoreError, out_of_reach)


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
    request_log.request_answered(request, response, g.get("started", time.perf_counter()))
    return response


def out_of_reach(error: StoreError) -> ResponseReturnValue:
    """The database does not answer, or is damaged, or of another version."""
    request_log.broke(error, request.url_rule.rule if request.url_rule else None)
    return failed(Refused(503, "database"))


def too_much(error: TooMuch) -> ResponseReturnValue:
    """What was put into the box takes more work than one request may."""
    return failed(Refused(413, "too-much-work", units=f"{error.units:,}", most=f"{error.most:,}"))


def too_many(_: TooMany) -> ResponseReturnValue:
    """More records were put into the box than are judged at once."""
    return failed(Refused(413, "too-many-records", most=f"{MOST_RECORDS:,}"))


def left(error: Left) -> ResponseReturnValue:
    """The reader has gone: the work stops, and nobody reads why."""
    return failed(Refused(408, "too-slow"))


def slash() -> BaseResponse | None:
    """Leads to the page without the slash at the end of its address, where there is one."""
    path = request.path.rstrip("/")
    adapter = current_app.create_url_adapter(request)
    if request.method not in {"GET", "HEAD"} or path == request.path or adapter is None or not adapter.test(path):
        return None
    query = request.query_string.decode("ascii", "replace")
    target = f"{request.script_root}/{quote(path.lstrip('/'), safe=SAFE)}"
    return redirect(f"{target}?{query}" if query else target, 308)


def failed(error: HTTPException) -> ResponseReturnValue:
    """An error as JSON below the API, else as a page."""
    if isinstance(error, NotFound) and request.url_rule is None and (other := slash()):
        return other
    what = told(error)
    machine = request.path.startswith(f"{api.url_prefix}/") or request.path == "/healthz"
    if machine:
        return jsonify(problem(what.code, what.message, request.path)), what.status, what.headers
    return problem_page(what), what.status, {**(WITH_BOX if what.status == 404 else {}), **what.headers}
