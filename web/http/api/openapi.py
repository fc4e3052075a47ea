"""The API described in OpenAPI 3.1, for programs that read such descriptions."""

from __future__ import annotations

from dataclasses import fields
from importlib.metadata import version
from typing import Final

from dealproof.replay.core.narrative import Narrative
from dealproof.replay.doctor import BY
from dealproof.replay.doctor.explanation import HASH_CODES, SALT_CODES
from dealproof.replay.match import BROKEN, FOLLOWS, MISSING, REASONS, UNVERIFIED
from dealproof.replay.record.identifiers import HEX_32_PATTERN
from dealproof.replay.several import OPENED_ELSEWHERE, REMARKS, SEED_REUSED
from dealproof.replay.verdict import CHECKS, ERROR, VERDICTS
from dealproof.verifier.tlog.codes import CODES, WITHHELD
from dealproof.web.http.api.operator import openapi as operator
from dealproof.web.http.api.schemas import (
    COUNT,
    ID,
    MAYBE_OPEN,
    OPEN,
    SEAT,
    TEXT_OR_NULL,
    Schema,
    body,
    closed,
    get,
    many,
    named,
    ref,
    responses,
)
from dealproof.web.http.requests import FILTERED, MAX_NAME
from dealproof.web.intake.found import BY_HASH, TOOK
from dealproof.web.published.lists import MAX_NUMBER

VERDICT: Final = closed(
    hand=TEXT_OR_NULL,
    source={"type": "string"},
    verdict={"enum": list(VERDICTS)},
    all=many({"enum": list(VERDICTS)}),
    checks={"type": "object", "propertyNames": {"enum": list(CHECKS)}, "additionalProperties": ref("Outcome")},
    grade=ref("Grade"),
    fault={"anyOf": [ref("Fault"), {"type": "null"}]},
    malformed={"anyOf": [ref("Misreading"), {"type": "null"}]},
    differences=many(ref("Difference")),
    result=MAYBE_OPEN,
    remarks=many(ref("Remark")),
    rulings=many({"type": "string"}),
    publication=ref("Publication"),
    published=ref("Published"),
    decks={
        "type": ["object", "null"],
        "additionalProperties": many({"type": "string"}),
        "description": "The cards of a void hand, by the draw of each deal, in the order of the deal.",
    },
)

SEVERAL: Final = many(
    closed(finding={"enum": [SEED_REUSED, OPENED_ELSEWHERE]}, others=many(ID), more={"type": "boolean"})
)
"""What other stored hands say about a hand; the key is there where there is something to say."""

EXPLANATIONS: Final = {
    **many(
        closed(
            code={"enum": sorted({*HASH_CODES, *SALT_CODES})},
            check={"enum": ["commitment", "player-seeds", "rules-digest", "log-head"]},
            pointer={"type": "string"},
            by={"enum": list(BY)},
            also=many({"const": "log-head"}),
            values=OPEN,
        )
    ),
    "description": "Known mistakes that would explain hashes that do not match. They change neither verdict nor grade.",
}
"""What the doctor says; the key is there where there is something to say."""

FOUND: Final = closed(
    took={"enum": list(TOOK)},
    hands=many(ID),
    commitment={"type": ["string", "null"], "pattern": f"^{HEX_32_PATTERN}$"},
)
"""What was found in the box; with a name if it is a table, a match or a player."""

JUDGED: Final = closed(
    took={"const": "record"},
    records={"const": 1},
    verdict=ref("Verdict"),
    on_file={"anyOf": [ref("OnFile"), {"type": "null"}]},
)
"""A record from the box."""

ENTRY: Final[Schema] = {
    "hand": {"type": "string"},
    "table": ID,
    "number": {"type": "integer", "minimum": 1},
    "rules": TEXT_OR_NULL,
    "seats": many({"type": "string"}),
    "verdict": {"enum": [*VERDICTS, ERROR, None], "description": "null: not judged yet by this version."},
    "grade": ref("Grade"),
    "fault": {
        "anyOf": [closed(event=COUNT, seat=SEAT, rule={"type": "string"}, card=TEXT_OR_NULL), {"type": "null"}],
        "description": "The first illegal event; the verdict on the hand lists the legal events.",
    },
}

STANDING: Final[Schema] = {
    "match_number": {"type": "integer", "minimum": 1},
    "before": MAYBE_OPEN,
    "after": MAYBE_OPEN,
    "carried": {"type": ["boolean", "null"]},
}


def page(of: str, entries: str, **more: Schema) -> Schema:
    """A page of a list of hands."""
    gap = closed(first={"type": "integer", "minimum": 1}, last={"type": "integer", "minimum": 1})
    return closed(
        **{of: ID},
        **more,
        stored=COUNT,
        greatest=COUNT,
        missing=COUNT,
        hands=many(ref(entries)),
        gaps=many(gap),
        next={"type": ["integer", "null"]},
    )


SCHEMAS: Final[Schema] = {
    "Error": closed(code={"type": "string"}, message={"type": "string"}, where={"type": "string"}),
    "Grade": {
        "enum": ["A", "B", "C", "F", None],
        "description": "null: hidden, not readable, or imported: nothing is known of an imported hand's deck.",
    },
    "Outcome": {"enum": ["passed", "failed", "not shown"]},
    "Fault": closed(
        event=COUNT, seat=SEAT, rule={"type": "string"}, legal=many(OPEN), did=TEXT_OR_NULL, card=TEXT_OR_NULL
    ),
    "Remark": {
        **closed(event={"type": ["integer", "null"]}, remark={"type": "string"}, seat=COUNT),
        "required": ["event", "remark"],
    },
    "Publication": {
        "enum": [None, *WITHHELD, *CODES],
        "description": "Why it is not shown that the header was published before play; null: it is shown.",
    },
    "Published": {
        "anyOf": [
            closed(
                log={"type": "string"},
                by={"enum": ["policy", "seats", None]},
                commit=ref("Logged"),
                deal={"anyOf": [ref("Logged"), {"type": "null"}]},
                close={"anyOf": [ref("Logged"), {"type": "null"}]},
                witnesses=many({"type": "string"}),
                seats=many(COUNT),
            ),
            {"type": "null"},
        ],
        "description": "What the receipt of the hand shows.",
    },
    "Logged": closed(index=COUNT, size=COUNT, witnessed_at={"type": ["integer", "null"], "minimum": 0}),
    "JudgedReceipt": closed(
        took={"const": "receipt"},
        hand=TEXT_OR_NULL,
        publication=ref("Publication"),
        published=ref("Published"),
        verdict={"anyOf": [ref("Verdict"), {"type": "null"}]},
    ),
    "Receipt": {**OPEN, "description": "A receipt, dealproof/receipt/1 (LOG.md)."},
    "Misreading": closed(pointer={"type": "string"}, code={"type": "string"}, reason={"type": "string"}),
    "Difference": closed(field={"type": "string"}, claimed={}, computed={}),
    "Verdict": VERDICT,
    "StoredVerdict": {
        **VERDICT,
        "properties": {**VERDICT["properties"], "several": SEVERAL, "explanations": EXPLANATIONS},
    },
    "Entry": closed(**ENTRY),
    "MatchEntry": closed(**ENTRY, **STANDING),
    "Latest": closed(hands=many(ref("Entry")), next={"type": ["integer", "null"]}),
    "Table": page("table", "Entry"),
    "Match": page(
        "match",
        "MatchEntry",
        verdict={"enum": [FOLLOWS, BROKEN, UNVERIFIED, MISSING]},
        compared=COUNT,
        breaks=many(ref("Break")),
    ),
    "Break": closed(
        hand=TEXT_OR_NULL,
        match_number={"type": "integer", "minimum": 1},
        why=many({"enum": list(REASONS)}),
        pointers=many({"type": "string"}),
        found=OPEN,
        expected=OPEN,
    ),
    "Account": closed(
        hand=ID,
        **{each.name: MAYBE_OPEN if each.name == "opening" else many({}) for each in fields(Narrative)},
        choices=many(closed(event=OPEN, winning=SEAT, over={"type": "boolean"})),
    ),
    "Retrial": closed(rules={"type": "string"}, event=SEAT, rule=TEXT_OR_NULL, result=MAYBE_OPEN),
    "OnFile": closed(
        hand=ID,
        how={"enum": ["same", "same-values", "differs", "hidden-alike"]},
        differences=many({"type": "string"}),
        more={"type": "boolean"},
    ),
    "Found": {**FOUND, "properties": {**FOUND["properties"], "name": {"type": "string"}}},
    "Compared": closed(
        took={"const": "compared"},
        hand=ID,
        matches={"const": False},
        typed={"type": "string", "pattern": "^[0-9a-f]{12,64}$"},
        hashes=many(closed(how={"enum": list(BY_HASH)}, hash={"type": "string", "pattern": f"^{HEX_32_PATTERN}$"})),
        elsewhere=many(ID),
    ),
    "Judged": {**JUDGED, "properties": {**JUDGED["properties"], "explanations": EXPLANATIONS}},
    "Several": closed(
        took={"const": "records"},
        records={"type": "integer", "minimum": 2},
        verified={"type": "boolean"},
        hands=many(ref("OneOf")),
    ),
    "OneOf": closed(
        number={"type": "integer", "minimum": 1},
        verdict=ref("Verdict"),
        on_file={"anyOf": [ref("OnFile"), {"type": "null"}]},
        several=many(ref("Between")),
    ),
    "Between": closed(
        finding={"enum": [*REMARKS, OPENED_ELSEWHERE]},
        records=many({"type": "integer", "minimum": 1}),
        more={"type": "boolean"},
    ),
    "Record": OPEN,
    "Description": OPEN,
}


START: Final[Schema] = {
    "name": "from",
    "in": "query",
    "description": "The number at which the page begins.",
    "schema": {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER, "default": 1},
}

FILTERS: Final[tuple[Schema, ...]] = (
    {
        "name": "verdict",
        "in": "query",
        "description": "Hands with this verdict only.",
        "schema": {"enum": list(FILTERED)},
    },
    {"name": "rules", "in": "query", "description": "Hands under the rule set with this ID only.", "schema": ID},
    {"name": "table", "in": "query", "description": "Hands of this table only.", "schema": ID},
    {
        "name": "player",
        "in": "query",
        "description": "Hands with a player of this name only; case and invisible characters do not matter.",
        "schema": {"type": "string", "minLength": 1, "maxLength": MAX_NAME},
    },
    {
        "name": "before",
        "in": "query",
        "description": "The `next` of the page before; without it, the latest hands.",
        "schema": {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER},
    },
)


FIND: Final[Schema] = {
    "post": {
        "summary": "Finds stored hands by what a text mentions (an ID, a link, a hash or its first 12 digits, a seed, "
        "a table with a number, a player), or judges records or a receipt.",
        "requestBody": {
            "required": True,
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/json": {"schema": ref("Record")},
            },
        },
        "responses": responses(
            {"anyOf": [ref(name) for name in ("Found", "Compared", "Judged", "JudgedReceipt", "Several")]},
            (403, 404, 413, 415, 429),
        ),
    }
}

PATHS: Final[Schema] = {
    "/api/v1/hands": get("The hands that match the filters, the latest first.", "Latest", *FILTERS, refuses=(400,)),
    "/api/v1/hands/{hand}": get("The verdict on a hand.", "StoredVerdict", named("hand"), refuses=(404,)),
    "/api/v1/hands/{hand}/record": get("The record of a hand.", "Record", named("hand"), refuses=(404,)),
    "/api/v1/hands/{hand}/receipt": get("The receipt of a hand.", "Receipt", named("hand"), refuses=(404,)),
    "/api/v1/hands/{hand}/account": get(
        "The course of a hand, trick by trick.", "Account", named("hand"), refuses=(404,)
    ),
    "/api/v1/hands/{hand}/under/{rules}": get(
        "A hand under other rules for the same cards and seats.",
        "Retrial",
        named("hand"),
        named("rules", {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}),
        refuses=(404,),
    ),
    "/api/v1/tables/{table}": get("The hands of a table.", "Table", named("table"), START, refuses=(400, 404)),
    "/api/v1/matches/{match}": get("The hands of a match.", "Match", named("match"), START, refuses=(400, 404)),
    "/api/v1/find": FIND,
    "/api/v1/openapi.json": get("This description.", "Description"),
    "/healthz": get("Whether the site and its database respond.", "Health", refuses=(503,)),
    **operator.PATHS,
}

REFUSALS: Final[Schema] = {
    "400": "The request cannot be read.",
    "401": "There is no token, or it is not accepted; WWW-Authenticate says what is expected.",
    "403": "The request was sent by a page of another site, or table or hand belong to another operator.",
    "404": "Not found.",
    "409": "The request contradicts what is stored or in the log.",
    "413": "More than is read or judged at once.",
    "415": "The content type is not supported.",
    "429": "Too many requests; Retry-After says when to try again.",
    "501": "The service is not set up for this.",
    "503": "The database does not respond, or nothing can be published now; Retry-After says when to try again.",
    "default": "Any other error.",
}


def description(server: str) -> Schema:
    """The whole description, of the API at the address `server`."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "dealproof",
            "version": version("dealproof"),
            "description": "Checks whether a hand of cards was dealt and judged fairly.",
        },
        "servers": [{"url": server}],
        "paths": PATHS,
        "components": {
            "schemas": {**SCHEMAS, **operator.SCHEMAS, "Health": closed(status={"const": "ok"})},
            "securitySchemes": operator.SECURITY,
            "responses": {
                status: {"description": text, "content": body(ref("Error"))} for status, text in REFUSALS.items()
            },
        },
    }
