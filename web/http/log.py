"""The transparency log below `/log/`, for anybody: the checkpoint, tiles of hashes, bundles of entries."""

from __future__ import annotations

import gzip
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from dealproof.web.http.requests import stored_hands
from dealproof.web.log.resources import CHECKPOINT, Resource, resource
from dealproof.web.store.log_database import LogDatabase

log: Final = Blueprint("log", __name__, url_prefix="/log")

ENTRIES: Final = "tile/entries/"
FOREVER: Final = "public, max-age=31536000, immutable"
OPEN: Final = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""A log is for every reader, pages of other sites too."""


@log.get("/checkpoint")
def checkpoint() -> Response:
    """The latest published checkpoint."""
    return _answer(CHECKPOINT)


@log.get("/tile/<path:tile>")
def tiles(tile: str) -> Response:
    """A tile of hashes or a bundle of entries."""
    return _answer(f"tile/{tile}")


def _answer(path: str) -> Response:
    hands = stored_hands()
    hands.prepare()
    with LogDatabase(hands.database).reading() as tables:
        found = resource(tables, path)
    if found is None:
        raise NotFound
    answer = Response(found.body, headers={**OPEN, "Content-Type": found.type, "Cache-Control": caching(found)})
    if path.startswith(ENTRIES):
        compress(answer)
    return answer


def compress(answer: Response) -> None:
    """Packs a bundle of entries for those who accept it, as C2SP tlog-tiles asks; hashes cannot be packed."""
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip"):
        answer.set_data(gzip.compress(answer.get_data(), mtime=0))
        answer.content_encoding = "gzip"


def caching(found: Resource) -> str:
    """Returns how long an answer may be kept: a tile for ever, the checkpoint not at all."""
    return FOREVER if found.immutable else "no-cache"
