"""Browsers that are signed in. The token is posted once; from then on the browser has a cookie with a secret of its
own, which no script reads and which is sent with requests from our own pages only (RFC 6265bis, `SameSite`)."""

from __future__ import annotations

from typing import Final

from flask import Response, current_app, g, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from dealproof.web.http.language import LANGUAGES, base
from dealproof.web.http.security import WITH_BOX
from dealproof.web.operators.accounts import Caller
from dealproof.web.operators.service import OperatorService
from dealproof.web.operators.sessions import LASTS, close_session, open_session, session_of
from dealproof.web.store.clock import now
from dealproof.web.store.desk.service import Desk

COOKIE: Final = "dealproof-operator"
FORM: Final = "application/x-www-form-urlencoded"
OPEN: Final = ("desk.sign_in", "desk.signed_in")
"""The views for which nobody has to be signed in."""


def service() -> OperatorService:
    """Returns what requests of operators need."""
    found: OperatorService = current_app.extensions["operators"]
    return found


def require() -> BaseResponse | None:
    """Leads to sign-in who is not signed in, and away from it who is."""
    secret = request.cookies.get(COOKIE, "")
    service().hands.prepare()
    with service().database.reading() as tables:
        caller = session_of(tables, secret, now())
    if caller is not None:
        g.caller = caller
        return redirect(url_for("desk.overview"), 303) if request.endpoint == "desk.sign_in" else None
    return None if request.endpoint in OPEN else redirect(url_for("desk.sign_in"), 303)


def caller() -> Caller:
    """Returns who is signed in."""
    found: Caller = g.caller
    return found


def desk() -> Desk:
    """Returns the desk of the operator who is signed in."""
    return Desk(service().hands, caller().account.id)


def opened(token: str) -> str | None:
    """Returns the secret of a new session; None if the token is not accepted."""
    with service().database.writing() as tables:
        return open_session(tables, token, now())


def close() -> None:
    """Ends the session of this browser."""
    with service().database.writing() as tables:
        close_session(tables, request.cookies.get(COOKIE, ""))


def give(answer: BaseResponse, secret: str) -> None:
    """Puts the secret of a session into the browser, for the desk in every language."""
    for path in paths():
        answer.set_cookie(
            COOKIE, secret, max_age=LASTS, path=path, secure=request.is_secure, httponly=True, samesite="Strict"
        )


def take(answer: BaseResponse) -> None:
    """Takes the secret out of the browser."""
    for path in paths():
        answer.delete_cookie(COOKIE, path=path, secure=request.is_secure, httponly=True, samesite="Strict")


def paths() -> list[str]:
    """Returns the paths below which the browser sends the cookie: that of the desk, alone and in each language."""
    desk = url_for("desk.overview").removesuffix("/").removeprefix(request.script_root)
    return [f"{base()}{desk}", *(f"{base()}/{language}{desk}" for language in LANGUAGES)]


def keep_nowhere(answer: Response) -> Response:
    """Returns an answer that nothing between may keep. Its forms say which page they are on (`WITH_BOX`)."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers.update(WITH_BOX)
    return answer
