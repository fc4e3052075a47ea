"""The API of operators, described in OpenAPI 3.1."""

from __future__ import annotations

from typing import Any, Final

from dealproof.replay.record.identifiers import HEX_32_PATTERN
from dealproof.replay.verdict import ERROR, VERDICTS
from dealproof.web.http.api.schemas import (
    COUNT,
    ID,
    OPEN,
    TEXT_OR_NULL,
    Schema,
    body,
    closed,
    many,
    named,
    ref,
    responses,
)
from dealproof.web.operators.cosigning import MOST_LINES
from dealproof.web.published.lists import MAX_NUMBER

SECURITY: Final[Schema] = {
    "operator": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of an operator, as `dealproof operator add NAME` prints it.",
    }
}
PREFIX: Final = "/api/v1/operator"
HEX: Final[Schema] = {"type": "string", "pattern": f"^{HEX_32_PATTERN}$"}
TEXT: Final[Schema] = {"type": "string"}
POSITION: Final[Schema] = {"type": ["integer", "null"], "minimum": 0}
TIME: Final[Schema] = {
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_NUMBER,
    "description": "Milliseconds since 1970; by default the service's own time.",
}

HAND: Final[Schema] = {
    "hand": ID,
    "table": ID,
    "number": {"type": "integer", "minimum": 1},
    "changed": {**COUNT, "description": "Grows with every change of any hand."},
    **{name: {**POSITION, "description": "The index of the leaf in the log."} for name in ("commit", "deal", "close")},
    "record": {"enum": ["open", "hidden", None], "description": "Whether the record is stored, and its seed open."},
    "verdict": {"enum": [*VERDICTS, ERROR, None], "description": "null: no record is stored, or not judged yet."},
    "grade": ref("Grade"),
    "receipt": {"type": "boolean", "description": "Whether the receipt is stored with the record."},
}

SCHEMAS: Final[Schema] = {
    "PublishedLeaf": closed(
        leaf=OPEN,
        index=COUNT,
        size=COUNT,
        proof={**TEXT, "description": "C2SP tlog-proof, with the checkpoint."},
        checkpoint={**TEXT, "description": "The first published checkpoint that holds the leaf, a signed note."},
        consistency={**many(TEXT), "description": "From the checkpoint of the leaf before."},
    ),
    "OperatorAccount": closed(
        name=ID,
        token=TEXT,
        tables=many(ID),
        limits=closed(
            requests_per_minute=COUNT,
            publishing_at_once=COUNT,
            record_bytes=COUNT,
            record_units=COUNT,
            keys_kept_ms=COUNT,
            page=COUNT,
        ),
    ),
    "OperatorHand": closed(**HAND),
    "OperatorWholeHand": closed(
        **HAND,
        header=OPEN,
        leaves=closed(
            **{name: {"anyOf": [ref("PublishedLeaf"), {"type": "null"}]} for name in ("commit", "deal", "close")}
        ),
        cosigned=many(COUNT),
        seed_receipts={"type": "object", "additionalProperties": TEXT, "description": "Signed notes by seat."},
    ),
    "OperatorHands": closed(hands=many(ref("OperatorHand")), next=COUNT, more={"type": "boolean"}),
    "OperatorActs": closed(acts=many(ref("OperatorAct")), next=COUNT, more={"type": "boolean"}),
    "OperatorAct": closed(id=COUNT, time=COUNT, token=TEXT_OR_NULL, act=TEXT, subject=TEXT_OR_NULL, code=TEXT_OR_NULL),
    "Continued": closed(size=COUNT, checkpoint=TEXT, consistency=many(TEXT)),
    "Cosigned": closed(seats=many(COUNT)),
    "SeedReceipt": closed(note=TEXT),
    "RecordStored": closed(outcome={"enum": ["stored", "opened", "present"]}),
}

KEY: Final[Schema] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "Names the request, so that it is done once however often it is sent.",
    "schema": ID,
}
SINCE: Final[Schema] = {
    "name": "since",
    "in": "query",
    "description": "The `next` of the page before.",
    "schema": {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER, "default": 0},
}
SIZE: Final[Schema] = {
    "name": "size",
    "in": "query",
    "required": True,
    "description": "The number of leaves in the checkpoint that was seen.",
    "schema": {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER},
}


def reads(summary: str, gives: str, *parameters: Schema, refuses: tuple[int, ...] = ()) -> Schema:
    """An operation that reads."""
    return operation("get", summary, responses(ref(gives), (401, *refuses, 429, 503)), parameters)


def changes(method: str, summary: str, takes: Schema, gives: str, *parameters: Schema, status: str = "200") -> Schema:
    """An operation that changes something."""
    refuses = (400, 401, 403, 404, 409, 413, 415, 429, 501, 503)
    answers = responses(ref(gives), refuses, status)
    return operation(method, summary, answers, parameters, requestBody={"required": True, "content": body(takes)})


def operation(method: str, summary: str, answers: Schema, parameters: tuple[Schema, ...], **more: Any) -> Schema:
    """An operation, which needs a token."""
    security: list[dict[str, list[str]]] = [{name: [] for name in SECURITY}]
    return {
        method: {"summary": summary, "security": security, "parameters": [*parameters], **more, "responses": answers}
    }


def publishes(summary: str, needed: Schema, **optional: Schema) -> Schema:
    """An operation that publishes a leaf."""
    takes = closed(**needed, **optional, time=TIME) | {"required": [*needed]}
    return changes("post", summary, takes, "PublishedLeaf", named("hand"), KEY, status="201")


def path(*operations: Schema) -> Schema:
    """All operations at one address."""
    return {method: each for operation in operations for method, each in operation.items()}


RULES: Final[Schema] = {"type": ["object", "null"], "description": "The rule set, where it is not built in."}
LINES: Final[Schema] = {**many(TEXT), "minItems": 1, "maxItems": MOST_LINES}

PATHS: Final[Schema] = {
    f"{PREFIX}/account": reads("The operator of the token, its tables, and its limits.", "OperatorAccount"),
    f"{PREFIX}/hands": reads(
        "The hands of the operator that changed, in order of their last change.", "OperatorHands", SINCE, refuses=(400,)
    ),
    f"{PREFIX}/hands/{{hand}}": reads(
        "What is known of a hand.", "OperatorWholeHand", named("hand"), refuses=(403, 404)
    ),
    f"{PREFIX}/hands/{{hand}}/commit": publishes("Publishes the header of a hand.", {"header": OPEN}, rules=RULES),
    f"{PREFIX}/hands/{{hand}}/deal": publishes("Publishes the salt of a hand, which fixes its seeds.", {"salt": HEX}),
    f"{PREFIX}/hands/{{hand}}/result": publishes(
        "Publishes the result of a hand, which opens its server seed.",
        {"log_head": HEX, "server_seed": HEX, "result": HEX},
    ),
    f"{PREFIX}/hands/{{hand}}/void": publishes(
        "Publishes that a hand was given up, and stores its void record.", {"record": OPEN}
    ),
    f"{PREFIX}/hands/{{hand}}/cosignatures": changes(
        "post",
        "Stores what seats signed of the checkpoint of the commit.",
        closed(lines=LINES),
        "Cosigned",
        named("hand"),
    ),
    f"{PREFIX}/hands/{{hand}}/seed-receipts": changes(
        "post",
        "Signs the receipt for the seed of a seat, before the deal.",
        closed(seat=COUNT, seed_hash=HEX, time=TIME) | {"required": ["seat", "seed_hash"]},
        "SeedReceipt",
        named("hand"),
    ),
    f"{PREFIX}/hands/{{hand}}/record": changes(
        "put",
        "Stores the record of a hand, or its opened form in place of the hidden one.",
        OPEN,
        "RecordStored",
        named("hand"),
    ),
    f"{PREFIX}/hands/{{hand}}/receipt": reads(
        "The receipt of a hand, as far as its leaves are published.", "Receipt", named("hand"), refuses=(403, 404)
    ),
    f"{PREFIX}/audit": reads("What was done with the tokens of the operator.", "OperatorActs", SINCE, refuses=(400,)),
    f"{PREFIX}/consistency": reads(
        "The proof that the latest checkpoint continues one that was seen.", "Continued", SIZE, refuses=(400, 501)
    ),
}
