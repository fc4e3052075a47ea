"""A record from a site: its page, its record or its verdict at an address, fetched within bounds of size and time.

>>> record_of("https://hands.example/cards/hands/t1.2?under=28-gulan#e7")
'https://hands.example/cards/api/v1/hands/t1.2/record'
>>> record_of("https://files.example/hands/t1.hand.json")
'https://files.example/hands/t1.hand.json'
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from contextvars import copy_context
from http import HTTPStatus
from io import BytesIO
from queue import Empty, Queue
from threading import Thread
from typing import IO, TYPE_CHECKING, Final
from urllib.parse import urlsplit, urlunsplit

from dealproof.replay.record.identifiers import PATTERN
from dealproof.verifier.encoding import MAX_BYTES
from dealproof.web.cli.build import version
from dealproof.web.cli.input.chunks import Chunk
from dealproof.web.cli.input.sources import Reading, Unreadable, divided, readable
from dealproof.web.cli.input.streams import looked_at
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import spoken

if TYPE_CHECKING:
    from urllib.error import HTTPError
    from urllib.request import OpenerDirector

SCHEMES: Final = ("http://", "https://")
OF_A_HAND: Final = re.compile(rf"(.*?)/(?:api/v1/)?hands/({PATTERN})(?:/(?:record|account)?)?")
FILE: Final = re.compile(r".*\.jsonl?(?:\.gz|\.zst)?")
PATIENCE: Final = 10.0
"""Seconds that a site may be silent."""
MOST_SECONDS: Final = 30.0
"""Seconds that all of it may take."""
MOST_MESSAGE: Final = 1 << 14
"""Bytes of an error that are read for its sentence."""
MOST_SHOWN: Final = 300
"""Characters of a site's own words that are shown."""
MOST_UNPACKED: Final = 64 << 20
"""Bytes that an answer may unpack to."""


def is_address(path: str) -> bool:
    """Whether a path is an address of the web."""
    return path.lower().startswith(SCHEMES)


def record_of(address: str) -> str:
    """The address of the record of a hand whose page, record or verdict is at an address of a dealproof site; any
    other address, that of a file say, as it is. Raises ValueError where it is no address."""
    parts = urlsplit(address)
    found = OF_A_HAND.fullmatch(parts.path)
    if found is None or FILE.fullmatch(parts.path):
        return address
    return urlunsplit((parts.scheme, parts.netloc, f"{found[1]}/api/v1/hands/{found[2]}/record", "", ""))


class Fetched(Reading):
    """What is at an address, which is the path."""

    @property
    def once(self) -> bool:
        """It is not asked for twice."""
        return True

    def chunks(self) -> Iterator[Chunk]:
        """The hands in it; raises `Unreadable`."""
        data = fetch(self.path)
        with readable(self.path):
            yield from divided(self.path, bounded(self.path, looked_at(BytesIO(data))))


def bounded(address: str, blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The unpacked bytes of an answer; raises `Unreadable` where there are more than `MOST_UNPACKED`."""
    left = MOST_UNPACKED
    for block in blocks:
        left -= len(block)
        if left < 0:
            raise said(address, "too-large-unpacked", most=MOST_UNPACKED >> 20)
        yield block


def fetch(address: str) -> bytes:
    """The bytes that the record of an address has; raises `Unreadable` with a sentence for everything that keeps it
    from being had. A site that answers slowly, byte by byte, is given up after `MOST_SECONDS`."""
    answers: Queue[bytes | Exception] = Queue()
    # A thread may be left behind where a read does not end; nothing waits for it.
    here = copy_context()
    Thread(target=lambda: answers.put(here.run(answer_or_reason, address)), daemon=True).start()
    try:
        got = answers.get(timeout=MOST_SECONDS)
    except Empty:
        raise said(address, "too-slow", seconds=int(MOST_SECONDS)) from None
    if isinstance(got, Exception):
        raise got
    return got


def answer_or_reason(address: str) -> bytes | Unreadable:
    """The bytes at an address, or the sentence why they cannot be had, whatever the site sends."""
    try:
        return answer(address)
    except Exception as error:  # noqa: BLE001  # whatever it is, the caller waits for a sentence
        return said(address, "file", reason=shortened(str(error) or type(error).__name__))


def answer(address: str) -> bytes | Unreadable:
    """The bytes at an address, or the sentence why they cannot be had."""
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.request import Request

    try:
        target = record_of(address)
        if "@" in urlsplit(target).netloc:
            return said(without_password(address), "password")
        headers = {"User-Agent": f"dealproof/{version()}", "Accept": "application/json, */*"}
        with opener().open(Request(target, headers=headers), timeout=PATIENCE) as stream:  # noqa: S310
            if stream.status != HTTPStatus.OK:
                return said(address, "answered", status=stream.status, message=shortened(stream.reason))
            data: bytes = stream.read(MAX_BYTES + 1)
            # A read of so many bytes does not raise where the answer ends before its announced length.
            if len(data) <= MAX_BYTES and stream.length:
                return said(address, "ended-early", missing=stream.length)
    except HTTPError as error:
        return said(address, "answered", status=error.code, message=message(body_of(error), error.reason))
    except URLError as error:
        reason = error.reason
        return said(
            address, "file", reason=shortened(system_reason(reason) if isinstance(reason, OSError) else str(reason))
        )
    except TimeoutError:
        return said(address, "too-slow", seconds=int(PATIENCE))
    except (HTTPException, OSError, ValueError) as error:
        return said(
            address,
            "file",
            reason=system_reason(error) or type(error).__name__,
        )
    return data if len(data) <= MAX_BYTES else said(address, "too-large", most=MAX_BYTES >> 20)


def body_of(error: HTTPError) -> bytes:
    """The beginning of what a site sent with an error; nothing where it cannot be read."""
    with suppress(Exception), error:
        return error.read(MOST_MESSAGE)
    return b""


def shortened(text: str) -> str:
    """A text of a site on one line and of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN]}…"


def opener() -> OpenerDirector:
    """What asks for an address by http or https and nothing else, and never goes on from https to http."""
    from http.client import HTTPMessage
    from urllib import request
    from urllib.error import URLError

    class Redirects(request.HTTPRedirectHandler):
        """Follows redirects that keep what is safe."""

        def redirect_request(
            self, req: request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
        ) -> request.Request | None:
            """The request that a redirect leads to."""
            if req.full_url.lower().startswith("https://") and not newurl.lower().startswith("https://"):
                raise URLError(spoken().say("unreadable", "downgrade"))
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    made = request.OpenerDirector()
    for handler in (
        *(request.ProxyHandler(), request.HTTPHandler(), request.HTTPSHandler(), Redirects()),
        *(request.HTTPDefaultErrorHandler(), request.HTTPErrorProcessor(), request.UnknownHandler()),
    ):
        made.add_handler(handler)
    return made


def message(body: bytes, otherwise: object) -> str:
    """The sentence in an error of a dealproof site, or what the status is called."""
    with suppress(ValueError, RecursionError):
        answer = json.loads(body)
        if isinstance(answer, dict) and isinstance(answer.get("message"), str):
            return shortened(str(answer["message"])).rstrip(".")
    return shortened(str(otherwise))


def without_password(address: str) -> str:
    """The address without what is before the `@` of its host."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def said(address: str, code: str, **values: object) -> Unreadable:
    """A sentence on an address that cannot be read."""
    return Unreadable(spoken().say("unreadable", code, path=address, **values))
