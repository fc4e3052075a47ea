"""The page `verify.html` at `/verify`, the same bytes in every language, and what it may run from `/pyodide/`."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import NotFound

from dealproof.web.http.compression import LEVEL, accepted
from dealproof.web.http.settings import SettingError
from dealproof.web.verify_page import runtime
from dealproof.web.verify_page.page import built, digest, policy
from dealproof.web.verify_page.program import program

verify: Final = Blueprint("verify", __name__)

PROGRAM: Final = "program.zip"
TYPES: Final = {
    "mjs": "text/javascript",
    "wasm": "application/wasm",
    "json": "application/json",
    "zip": "application/zip",
}


@verify.get("/verify")
def page() -> Response:
    """The page, byte for byte as it is committed. Its policy allows what the page itself allows, in no frame."""
    answer = Response(built(), mimetype="text/html")
    answer.headers["Content-Security-Policy"] = f"{policy()}; frame-ancestors 'none'"
    answer.set_etag(digest())
    return kept(answer)


@verify.get("/pyodide/<file>")
def part(file: str) -> Response:
    """The replayer, or a file of Pyodide where the site has it; compressed for who accepts that."""
    folder: Path | None = current_app.extensions["pyodide"]
    if file != PROGRAM and (folder is None or file not in runtime.FILES):
        raise NotFound
    packed = accepted(request.headers.get("Accept-Encoding", ""))
    data = compressed(folder, file) if packed else content(folder, file)
    answer = Response(data, mimetype=TYPES[file.rpartition(".")[2]])
    answer.vary.add("Accept-Encoding")
    if packed:
        answer.content_encoding = "gzip"
    answer.set_etag(sha256(program()).hexdigest() if file == PROGRAM else runtime.FILES[file].sha256, weak=packed)
    return kept(answer)


def content(folder: Path | None, file: str) -> bytes:
    """The bytes of a file that the page may run."""
    return program() if folder is None or file == PROGRAM else (folder / file).read_bytes()


@lru_cache(maxsize=len(runtime.FILES) + 1)
def compressed(folder: Path | None, file: str) -> bytes:
    """The same compressed, once in a process: 13 MB become 7 MB."""
    return gzip.compress(content(folder, file), LEVEL, mtime=0)


def kept(answer: Response) -> Response:
    """The answer, which browsers keep and ask again whether it has changed."""
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer


def pyodide(folder: str) -> Path | None:
    """The folder of Pyodide, None where a site has none (""). Raises `SettingError` where it lacks a file."""
    if not folder:
        return None
    if faults := runtime.faults(Path(folder)):
        raise SettingError(faults[0])
    return Path(folder).absolute()
