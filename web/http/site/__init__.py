"""The pages: the box, a page a hand, the record itself, the lists of a table's and a match's hands, and the
specification."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.local import LocalProxy

from dealproof.replay import rulesets
from dealproof.web.disputes.files import bundle
from dealproof.web.http import requests
from dealproof.web.http.errors import ErrorResponse, Refused
from dealproof.web.http.requests import no_such_hand, stored_hands
from dealproof.web.http.security import WITH_BOX, let_frame
from dealproof.web.http.site import documents
from dealproof.web.http.site.dispute import dispute_page
from dealproof.web.http.site.drawing import preview_of
from dealproof.web.http.site.fonts import fonts, name_fonts
from dealproof.web.http.site.json_island import island
from dealproof.web.http.site.links import moves
from dealproof.web.http.site.page import (
    HandPage,
    ReceiptText,
    pasted_page,
    receipt_page,
    rows,
    stored_page,
    with_receipt,
)
from dealproof.web.http.site.records import records_page
from dealproof.web.http.site.seed import seed_page
from dealproof.web.http.site.stored_hand import stored
from dealproof.web.http.site.switcher import switcher
from dealproof.web.http.site.take import frames, here, page_address, take_away
from dealproof.web.intake.box import Judged, JudgedReceipt, Several
from dealproof.web.intake.budget import PAGE
from dealproof.web.intake.found import Compared, Found
from dealproof.web.pictures.qr_code import qr_code
from dealproof.web.presentation import cards
from dealproof.web.presentation.browser_check import rule_set
from dealproof.web.presentation.chain import ChainText
from dealproof.web.presentation.list_entry import EntryText
from dealproof.web.presentation.names import player
from dealproof.web.presentation.neighbours import describe_neighbours
from dealproof.web.presentation.rules import label_of_id
from dealproof.web.presentation.standing import standing_in_words
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.verdict import state_sign
from dealproof.web.presentation.visible_text import distinct_names, quoted, visible
from dealproof.web.store.service import LATEST

site: Final = Blueprint("site", __name__, template_folder="templates")

PREVIEW_AGE: Final = 300
"""Seconds for which others may keep a preview: a hidden hand may be opened, and a hand judged again."""

FORMS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")
"""How the box may be sent."""

KEPT: Final = 1 << 16
"""Characters of a text that stay in the box where nothing is found."""

LISTS: Final = {"table": "site.table", "match": "site.match", "player": "site.hands"}
"""The pages of lists, by what is found."""


@site.record_once
def speak(state: BlueprintSetupState) -> None:
    """Gives every template, macros too, the sentences of the language of the request and the faces of the cards."""
    words = {
        "sentences": LocalProxy(spoken),
        "say": say,
        "standing_in_words": standing_in_words,
        "switcher": switcher,
        "fonts": fonts,
        "name_fonts": name_fonts,
    }
    state.app.jinja_env.globals.update(words, faces=cards, state_sign=state_sign, player=player, rule_set=rule_set)
    state.app.jinja_env.filters.update(visible=visible, quoted=quoted, distinct_names=distinct_names, moves=moves)
    state.app.jinja_env.filters["island"] = island
    state.app.jinja_env.filters["rule_set_label"] = rule_set_label


def say(section: str, code: str, /, **values: object) -> str:
    """The sentence of a code in the language of the request."""
    return spoken().say(section, code, **values)


def rule_set_label(rules: str) -> str:
    """The name of a rule set in the language of the request."""
    return label_of_id(rules, spoken())


@site.get("/")
def front() -> ResponseReturnValue:
    """The box, and the hands received last."""
    latest = stored_hands().latest(most=LATEST)
    entries = [EntryText(each, spoken()) for each in latest.hands]
    return render_template("site/front.html", hands=entries), WITH_BOX


@site.get("/hands")
def hands() -> str:
    """All stored hands that pass the filters, the last received first."""
    filters, before = requests.filters(form=True), requests.before()
    latest = stored_hands().latest(filters, before)
    entries = [EntryText(each, spoken()) for each in latest.hands]
    return render_template(
        "site/hands.html",
        hands=entries,
        filters=filters,
        before=before,
        next=latest.next,
        verdicts=requests.FILTERED,
        rule_sets=rulesets.ids(),
    )


@site.post("/find")
def find() -> ResponseReturnValue:
    """Answers what was put into the box: leads to a stored hand, judges a record, or says what was tried."""
    data = box_content()
    answer = stored_hands().look_up(data, requests.budget(single=PAGE), requests.reader())
    if isinstance(answer, Judged):
        return shown(pasted_page(answer), 200)
    if isinstance(answer, JudgedReceipt):
        return shown_receipt(answer)
    if isinstance(answer, Several):
        return render_template("site/records.html", **records_page(answer)), 200, WITH_BOX
    if isinstance(answer, Compared):
        return render_template("site/compared.html", compared=answer), 200, WITH_BOX
    if isinstance(answer, Found):
        return shown_found(answer)
    return render_template("site/unknown.html", unknown=answer, typed=typed_text()), 404, WITH_BOX


def shown_found(found: Found) -> ResponseReturnValue:
    """What was found among the stored hands: leads to the one hand, the list of a table, a match or a player, or lists
    the hands."""
    if found.took in LISTS:
        values: dict[str, Any] = {found.took: found.name}
        return redirect(url_for(LISTS[found.took], **values), 303)
    if len(found.hands) == 1:
        place = url_for("site.hand", hand=found.hands[0], _anchor=found.event or None)
        return redirect(place + how_found(found), 303)
    return render_template("site/several.html", found=found), 200, WITH_BOX


def shown_receipt(answer: JudgedReceipt) -> ResponseReturnValue:
    """The page of a receipt from the box: that of its hand, or of the receipt alone."""
    if answer.record:
        return shown(receipt_page(answer, answer.record), 200)
    return render_template("site/receipt.html", receipt=ReceiptText(answer, spoken())), 200, WITH_BOX


def how_found(found: Found) -> str:
    """What the address of a hand says of how it was found, nothing for a hand ID or a link. It has the SHA-256 of a
    server seed and never the seed itself, which may be a secret still."""
    return f"?matched={found.took}&hash={found.commitment}" if found.commitment else ""


def typed_text() -> str:
    """The text that was put into the box, as far as it is put in there again; "" of a file, or where the request cannot
    be read."""
    try:
        return request.form.get("what", "")[:KEPT]
    except HTTPException:
        return ""


def box_content() -> bytes:
    """What was put into the box: the file, or where there is none the text. `g.box` keeps it for the page."""
    if request.mimetype not in FORMS:
        raise Refused(415, "form")
    file = request.files.get("file")
    data = file.read() if file else b""
    g.box = data or request.form.get("what", "").encode("utf-8", "replace")
    content: bytes = g.box
    return content


@site.get("/hands/<hand>")
def hand(hand: str) -> ResponseReturnValue:
    """One hand: the verdict, the checks, how it went, and with ?under=RULES how it fares under other rules."""
    found = stored(hand)
    rules = request.args.get("under")
    retrials = [] if rules is None else [requests.retrial(hand, rules)]
    around = describe_neighbours(stored_hands().around(found.seen), spoken())
    matched = requests.matched(found.hand, found.data)
    page = stored_page(found.hand, found.verdict, retrials, around, found.seen, matched)
    if found.hand and not found.hand.hidden:
        page = replace(page, data=found.data)
    if found.proof.receipt:
        page = with_receipt(page, found.proof.receipt, found.proof.reader)
    answer = shown(page, 200)
    found.allow_caching()
    return answer


def shown(page: HandPage, status: int) -> ResponseReturnValue:
    """The page of a hand."""
    take = None if page.pasted or page.id is None else take_away(page.id)
    return render_template("site/hand.html", take=take, **page.context()), status


@site.get("/hands/<hand>/embed")
def embed(hand: str) -> Response:
    """The verdict on a hand, for a frame on the pages of those sites that the settings allow."""
    found = stored(hand)
    page = stored_page(found.hand, found.verdict, [], None, found.seen)
    shown = render_template("site/embed.html", **page.context(), address=here(hand))
    answer = let_frame(make_response(shown), frames())
    found.allow_caching()
    return answer


@site.get("/hands/<hand>/preview.png")
def preview(hand: str) -> Response:
    """The verdict on a hand as a picture, for what shows a preview of a link."""
    found = stored(hand)
    answer = Response(preview_of(found.hand, found.verdict, hand), mimetype="image/png")
    answer.headers["Cache-Control"] = f"public, max-age={PREVIEW_AGE}"
    answer.content_language.add(spoken().language)
    found.allow_caching()
    return answer


@site.get("/hands/<hand>/address.svg")
def address(hand: str) -> Response:
    """The address of the page of a hand as a QR code. It depends on the host of the request and is not cached."""
    if requests.glance(hand) is None:
        raise no_such_hand(hand)
    answer = Response(qr_code(page_address(hand)), mimetype="image/svg+xml")
    answer.content_language.add(spoken().language)
    return answer


@site.get("/hands/<hand>/record")
def record(hand: str) -> Response:
    """The record, byte for byte as it was received, once the server seed is open."""
    data = stored_hands().record(hand)
    if data is None:
        raise Refused(404, "hidden-record", hand=hand) if stored_hands().raw_record(hand) else no_such_hand(hand)
    answer = make_response(data)
    answer.content_type = "application/json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{hand.replace(":", "_")}.hand.json"'
    return answer


@site.get("/hands/<hand>/receipt")
def receipt(hand: str) -> Response:
    """The receipt, byte for byte as it was received, once the server seed is open."""
    answer = make_response(requests.receipt(hand))
    answer.content_type = "application/json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{hand.replace(":", "_")}.receipt.json"'
    return answer


@site.get("/hands/<hand>/dispute")
def dispute(hand: str) -> str:
    """What is in the bundle of a disputed hand, and with ?under=RULES how it fares under other rules."""
    case = requests.disputed(hand)
    page = {"id": hand} if case is None else dispute_page(hand, case)
    return render_template("site/dispute.html", **page)


@site.get("/hands/<hand>/dispute.zip")
def dispute_bundle(hand: str) -> Response:
    """The bundle of a disputed hand: the same bytes that `dealproof dispute` writes."""
    case = requests.disputed(hand)
    if case is None:
        raise Refused(404, "hidden-dispute", hand=hand)
    answer = make_response(bundle(case))
    answer.content_type = "application/zip"
    answer.headers["Content-Disposition"] = f'attachment; filename="{hand.replace(":", "_")}.dispute.zip"'
    return answer


@site.get("/tables/<table>")
def table(table: str) -> str:
    """The hands of a table in order, with the gaps in their numbers."""
    found = requests.table(table)
    return render_template("site/table.html", list=found, rows=rows(found))


@site.get("/matches/<match>")
def match(match: str) -> str:
    """The hands of a match in order, with its standings."""
    found, whole = requests.match(match), stored_hands().chain(match)
    chain_text = ChainText(whole.chain, spoken(), len(whole.chain.links) if whole.bounded else None)
    return render_template("site/match.html", list=found, chain=chain_text, rows=rows(found, chain_text))


@site.get("/seed")
def seed() -> str:
    """The maker of seeds: the same page for everybody, which runs in the reader's browser."""
    return render_template("site/seed.html", **seed_page())


@site.get("/spec/")
def specification() -> str:
    """The documents of the specification."""
    found = [documents.document(name) for name in documents.SPECIFICATION]
    return render_template("site/documents.html", documents=found)


@site.get("/spec/<document>")
def specified(document: str) -> str:
    """One document of the specification, rendered from the file that its package brings along."""
    return document_page(f"spec/{document}")


@site.get("/spec/rules/<family>")
def specified_rules(family: str) -> str:
    """The rules of one family of games."""
    return document_page(f"spec/rules/{family}")


@site.get("/docs/<document>")
def guide(document: str) -> str | Response:
    """A guide, or a picture in one."""
    shown = documents.picture(f"docs/{document}")
    return document_page(f"docs/{document}") if shown is None else Response(shown, mimetype="image/svg+xml")


def document_page(name: str) -> str:
    """The page of a document, by its name in `documents.SOURCES`."""
    if name not in documents.SOURCES:
        raise Refused(404, "not-found")
    return render_template("site/document.html", document=documents.document(name))


def problem_page(what: ErrorResponse, *, box: bool) -> str:
    """An error as a sentence on a page, with the `box` where something can be put right in it: in it is what was put
    there or asked for."""
    asked = next(iter((request.view_args or {}).values()), "")
    typed = typed_text() if request.method == "POST" else visible(asked)
    return render_template("site/problem.html", message=what.message, status=what.status, typed=typed, box=box)
