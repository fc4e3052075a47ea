"""The site as a Flask application: `create_app("sqlite:///hands.sqlite3")`."""

from __future__ import annotations

import time
from tempfile import gettempdir
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from flask import Flask, Response, current_app, g, has_request_context, jsonify, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, HTTPException, NotFound
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as BaseResponse

from dealproof.verifier.tlog.policy import Policy
from dealproof.web.http import request_log
from dealproof.web.http.answer_cache import CachedAnswers
from dealproof.web.http.api import api, health
from dealproof.web.http.api.operator import operator
from dealproof.web.http.api.operator.guard import MOST_NOTED, refused
from dealproof.web.http.archive import archive, published_reports
from dealproof.web.http.base_url import BaseUrl, ForwardedAddress
from dealproof.web.http.compression import Compressed
from dealproof.web.http.desk import desk
from dealproof.web.http.errors import Refused, describe, problem
from dealproof.web.http.language import (
    SpokenLanguage,
    address,
    format_in_language,
    name_language,
    query,
    without_language,
)
from dealproof.web.http.log import log
from dealproof.web.http.numbers import grouped
from dealproof.web.http.rate_limit import RateLimit
from dealproof.web.http.security import WITH_BOX, BoundedRequest, add_headers, check_post
from dealproof.web.http.settings import SiteSettings, read_log, read_policy, read_settings
from dealproof.web.http.site import problem_page, site
from dealproof.web.http.site.drawing import MOST_DRAWING
from dealproof.web.http.site.fonts import LASTS
from dealproof.web.http.site.reading import reading
from dealproof.web.http.verify import pyodide, verify
from dealproof.web.intake.box import MOST_RECORDS, Reader
from dealproof.web.intake.budget import ClientGone, TooMuchWork
from dealproof.web.operators.errors import Refusal
from dealproof.web.operators.service import AT_ONCE, OperatorService
from dealproof.web.store.engine import engine
from dealproof.web.store.errors import StoreError
from dealproof.web.store.log_database import LogDatabase
from dealproof.web.store.lookup import TooManyRecords
from dealproof.web.store.operator_database import OperatorDatabase
from dealproof.web.store.service import Hands
from dealproof.web.store.settings import settings

AGAIN: Final = 5
"""Seconds after which a request may be sent again that found no database."""

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Site(Flask):
    """The application. Internal errors go to `web.http.request_log`, which repeats nothing that a client sent."""

    request_class = BoundedRequest

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Returns an address: of a static file without a language, else in the chosen one."""
        location = super().url_for(endpoint, **values)
        return without_language(location) if endpoint == "static" and has_request_context() else location

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        """Returns for how many seconds a browser keeps a static file without asking again: fonts never change."""
        return LASTS if filename and filename.endswith(".woff2") else super().get_send_file_max_age(filename)

    def handle_http_exception(self, e: HTTPException) -> HTTPException | ResponseReturnValue:
        """Returns the response for an HTTP error. A redirect of the router names no host: that of the request may be
        anything, and behind a proxy the scheme too."""
        if isinstance(e, RequestRedirect):
            path = urlsplit(e.new_url).path.removeprefix(request.script_root)
            return redirect(address(request.script_root, unquote(path), query(request.environ)), e.code)
        return super().handle_http_exception(e)

    def log_exception(self, exc_info: Any) -> None:
        """Logs an exception that no handler took, with the route of the request."""
        request_log.log_exception(exc_info[1], request.url_rule.rule if request.url_rule else None)


def create_app(database: str | None = None, site_settings: SiteSettings | None = None) -> Flask:
    """Returns the application on the database at this URL. By default both the database and the settings of the site
    come from the environment. Nothing is connected before the first request; while the database is out of reach,
    requests are answered with 503. Raises `web.store.errors.DatabaseUnusable` if the URL names no database, and
    `SettingError` if a setting cannot be read.
    """
    site_settings = site_settings or read_settings()
    # Nothing is kept in an instance folder. Flask looks for one in a way that fails for namespace packages.
    app = Site("dealproof.web.http", static_folder="static", instance_path=gettempdir())
    app.extensions["hands"] = Hands(engine(settings(database).database))
    app.extensions["policy"] = read_policy(site_settings.policy)
    app.extensions["rate"] = RateLimit(site_settings.posts)
    app.extensions["operators"] = operators(app.extensions["hands"], app.extensions["policy"], site_settings)
    app.extensions["requests"] = RateLimit(site_settings.requests)
    app.extensions["pyodide"] = pyodide(site_settings.pyodide)
    app.extensions["archive"] = published_reports(site_settings.archive)
    app.extensions["noted"] = RateLimit(MOST_NOTED)
    app.extensions["site"] = site_settings
    app.extensions["drawing"] = BoundedSemaphore(MOST_DRAWING)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.register_blueprint(site)
    app.register_blueprint(reading)
    app.register_blueprint(desk)
    app.register_blueprint(api)
    app.register_blueprint(operator)
    app.register_blueprint(health)
    app.register_blueprint(log)
    app.register_blueprint(verify)
    app.register_blueprint(archive)
    register_hooks(app)
    format_in_language(app)
    add_middleware(app, site_settings)
    request_log.configure(log=site_settings.log)
    return app


def operators(hands: Hands, policy: Policy, site_settings: SiteSettings) -> OperatorService:
    """Returns what requests of operators need. Raises `SettingError`."""
    log = read_log(site_settings, policy, LogDatabase(hands.database))
    database, turns = OperatorDatabase(hands.database), BoundedSemaphore(AT_ONCE)
    return OperatorService(database, log, hands, lambda: Reader(policy, int(time.time())), turns)


def register_hooks(app: Flask) -> None:
    """Installs the hooks that run before every view and after every response."""
    app.before_request(note_start)
    app.before_request(check_post)
    app.after_request(add_headers)
    app.after_request(name_language)
    app.after_request(log_response)
    app.register_error_handler(HTTPException, error_response)
    app.register_error_handler(TooMuchWork, too_much)
    app.register_error_handler(TooManyRecords, too_many)
    app.register_error_handler(ClientGone, client_gone)
    app.register_error_handler(StoreError, out_of_reach)
    app.register_error_handler(Refusal, refusal)


def add_middleware(app: Flask, site_settings: SiteSettings) -> None:
    """Wraps the WSGI application: the cache of answers inside, then the language, compression, the base
    URL, and the proxies.
    `X-Forwarded-*` headers are trusted for as many proxies as the settings name, and ignored without any.
    """
    inner: WSGIApplication = Compressed(SpokenLanguage(CachedAnswers(app.wsgi_app, app.extensions["hands"])))
    known = site_settings.proxies
    if site_settings.address:
        inner = BaseUrl(inner, site_settings.address)
    if known:
        inner = ProxyFix(ForwardedAddress(inner), x_for=known, x_proto=known, x_host=known, x_prefix=known)
    app.wsgi_app = inner  # type: ignore[method-assign, assignment]


def note_start() -> None:
    """Stores the time at which a request began, in seconds of `time.perf_counter`."""
    g.started = time.perf_counter()


def log_response(response: Response) -> Response:
    """Writes the line of the log for a request, and returns the response unchanged."""
    request_log.log_response(request, response, g.get("started", time.perf_counter()))
    return response


def out_of_reach(error: StoreError) -> ResponseReturnValue:
    """Returns 503 where the database does not answer, is damaged, or was made by a newer version."""
    request_log.log_exception(error, request.url_rule.rule if request.url_rule else None)
    return error_response(Refused(503, "database", {"Retry-After": str(AGAIN)}))


def refusal(error: Refusal) -> ResponseReturnValue:
    """Returns what an operator is refused."""
    if error.__cause__ is not None:
        request_log.log_exception(error.__cause__, request.url_rule.rule if request.url_rule else None)
    return error_response(refused(error))


def too_much(error: TooMuchWork) -> ResponseReturnValue:
    """Returns 413 where judging the input takes more work than one request may."""
    return error_response(Refused(413, "too-much-work", units=grouped(error.units), most=grouped(error.most)))


def too_many(_: TooManyRecords) -> ResponseReturnValue:
    """Returns 413 for more records than one request judges."""
    return error_response(Refused(413, "too-many-records", most=grouped(MOST_RECORDS)))


def client_gone(error: ClientGone) -> ResponseReturnValue:
    """Returns 408 where the client has closed the connection while its records were judged."""
    return error_response(Refused(408, "too-slow"))


def without_slash() -> BaseResponse | None:
    """Returns a redirect to the address without the slash at its end, or None where that is no page either."""
    path = request.path.rstrip("/")
    adapter = current_app.create_url_adapter(request)
    if request.method not in {"GET", "HEAD"} or path == request.path or adapter is None or not adapter.test(path):
        return None
    return redirect(address(request.script_root, path, query(request.environ)), 308)


def has_host() -> bool:
    """Whether the request names a host. Without one, no page can be made, since its links are relative to it."""
    try:
        return current_app.create_url_adapter(request) is not None
    except BadRequest:
        return False


def error_response(error: HTTPException) -> ResponseReturnValue:
    """Returns the response for an error: JSON for the API and `/healthz`, else a page, or one line where no page can be
    made."""
    if isinstance(error, NotFound) and request.url_rule is None and (other := without_slash()):
        return other
    what = describe(error)
    machine = request.path.startswith(f"{api.url_prefix}/") or request.path == "/healthz"
    if machine:
        return jsonify(problem(what.code, what.message, request.path)), what.status, what.headers
    if not has_host():
        return Response(what.message, what.status, what.headers, mimetype="text/plain")
    box = what.status == 404 or request.endpoint == "site.find"
    return problem_page(what, box=box), what.status, {**(WITH_BOX if box else {}), **what.headers}
