"""The desk of an operator, below `/operator/`: its hands with failures first, and what changed. Every page but sign-in
needs a browser that is signed in with a token (`session`), and shows hands of the operator's own tables only."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from dealproof.web.http.desk import parameters, session
from dealproof.web.http.desk.groups import groups_page
from dealproof.web.http.desk.hands import Row, hands_page, tiles
from dealproof.web.http.errors import Refused
from dealproof.web.http.numbers import grouped
from dealproof.web.http.requests import allow_parameters, from_one
from dealproof.web.presentation.desk import ChangeText
from dealproof.web.store.desk.rows import DAY, PLAYER, TABLE
from dealproof.web.store.desk.service import OUTDATED

desk: Final = Blueprint("desk", __name__, url_prefix="/operator", template_folder="templates")

desk.before_request(session.require)
desk.after_request(session.keep_nowhere)


@desk.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """The form for the token."""
    allow_parameters()
    return render_template("desk/sign-in.html", wrong=False)


@desk.post("/sign-in")
def signed_in() -> ResponseReturnValue:
    """Signs the browser in, or shows the form again."""
    if request.mimetype != session.FORM:
        raise Refused(415, "form")
    secret = session.opened(request.form.get("token", "").strip())
    if secret is None:
        return render_template("desk/sign-in.html", wrong=True), 403
    answer = redirect(url_for("desk.overview"), 303)
    session.give(answer, secret)
    return answer


@desk.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Ends the session of the browser."""
    session.close()
    answer = redirect(url_for("desk.sign_in"), 303)
    session.take(answer)
    return answer


@desk.get("/")
def overview() -> str:
    """The latest failures, days and changes."""
    allow_parameters()
    found = session.desk().overview()
    return render_template(
        "desk/overview.html",
        tiles=tiles(found.counts),
        failures=[Row(each) for each in found.failures],
        days=groups_page(found.days),
        changes=[ChangeText(each) for each in found.changes],
        outdated=grouped(found.outdated) if found.outdated < OUTDATED else f"{grouped(OUTDATED - 1)}+",
        waits=found.outdated > 0,
        unlisted=found.unlisted,
    )


@desk.get("/hands")
def hands() -> str:
    """The hands that pass the filters, failures first."""
    filters, after = parameters.filters(), parameters.after()
    return render_template("desk/hands.html", **hands_page(session.desk().hands(filters, after), filters), after=after)


@desk.get("/tables")
def tables() -> str:
    """The tables of the operator."""
    return groups(TABLE, parameters.after_id())


@desk.get("/days")
def days() -> str:
    """The days on which hands were received."""
    return groups(DAY, parameters.after_day())


@desk.get("/players")
def players() -> str:
    """The players of the operator's hands."""
    return groups(PLAYER, parameters.after_name())


def groups(kind: str, after: str | None) -> str:
    """A page of tables, days or players."""
    failed = parameters.failed()
    found = session.desk().groups(kind, after, failed=failed)
    return render_template(
        "desk/groups.html",
        kind=kind,
        view=f"desk.{kind}s",
        groups=groups_page(found.groups),
        next=found.next,
        after=after,
        failed=failed,
    )


@desk.get("/changes")
def changes() -> str:
    """The verdicts that changed when hands were judged again, the last first."""
    allow_parameters("before")
    text = request.args.get("before")
    before = None if text is None else from_one(text, "no-before")
    found = session.desk().changes(before)
    shown = [ChangeText(each) for each in found.changes]
    return render_template("desk/changes.html", changes=shown, next=found.next, before=before)


@desk.get("/search")
def search() -> str:
    """The hands, tables and players that a text names."""
    text = parameters.search()
    found = session.desk().search(text)
    return render_template(
        "desk/search.html",
        text=text,
        hands=[Row(each) for each in found.hands],
        tables=groups_page(found.tables),
        players=groups_page(found.players),
    )
