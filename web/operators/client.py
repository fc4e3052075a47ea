"""A client of the API of operators, for a game server: Python's standard library alone, and one method a request.

    client = Client("https://hands.example", "dp_…")
    client.commit(header)                     before any seed is opened
    client.deal(hand, salt)                   when all seeds are known
    client.result(hand, log_head, server_seed, result)
    client.put_record(hand, record)
    client.receipt(hand)                      for the players

A request that the service cannot answer now, or whose answer is lost, is sent again: under the same idempotency key, so
that it is done once. What comes back is checked by nobody here: a player's client checks it.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

SCHEMES: Final = ("https://", "http://")
PREFIX: Final = "/api/v1/operator"
TOKEN: Final = re.compile("[!-~]*")
"""What can be sent as a token. The errors of `http.client` for anything else would show it."""
PATIENCE: Final = 60.0
"""Seconds that the service may be silent: it may wait for witnesses."""
TRIES: Final = 6
"""How often a request is sent at most."""
LONGEST: Final = 60
"""Seconds that are waited at most before a request is sent again."""
DONE: Final = range(200, 300)
"""The statuses of a request that was done."""
AGAIN: Final = (0, 429, 503)
"""The statuses after which a request is sent again; 0 is that of no answer."""
MOST: Final = 8 << 20
"""Bytes of an answer."""


class ClientError(Exception):
    """The service refused a request, or did not answer. `status` is that of HTTP, 0 without an answer; `code` names the
    reason, "" without an answer."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


@dataclass(frozen=True, slots=True)
class Published:
    """A published leaf: the leaf, its index, the size of the tree of the checkpoint, the proof text, the checkpoint (a
    signed note), and the hashes that lead from the checkpoint of the hand's leaf before."""

    leaf: Mapping[str, Any]
    index: int
    size: int
    proof: str
    checkpoint: str
    consistency: Sequence[str]


class Page(NamedTuple):
    """A page of a list: its entries, where the next page starts, and whether there is more now."""

    entries: Sequence[Mapping[str, Any]]
    next: int
    more: bool


class Reply(NamedTuple):
    """What the service answered: status, after how many seconds to try again (None: it did not say), and the body."""

    status: int
    retry: int | None
    body: bytes


@dataclass(frozen=True, slots=True)
class Client:
    """A service at the address `base`, and the token of an operator. `sleep` waits for some seconds. Raises ValueError
    for another address than one of the web, and for a token with white space or letters that none has."""

    base: str
    token: str = field(repr=False)
    sleep: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        if not self.base.startswith(SCHEMES):
            raise ValueError(f"{self.base!r} is no address of a service: it must begin with https:// or http://.")
        if not TOKEN.fullmatch(self.token):
            raise ValueError("The token holds white space, such as the end of a line, or letters that no token has.")

    def account(self) -> Mapping[str, Any]:
        """Returns the name of the operator, its tables, and its limits."""
        return self._json("GET", "/account")

    def commit(
        self, header: Mapping[str, Any], *, rules: Mapping[str, Any] | None = None, time: int | None = None
    ) -> Published:
        """Publishes the commit of a hand. `rules` are those of the header, where they are not built in; `time` is in ms
        since 1970, by default that of the service."""
        body = {"header": header} if rules is None else {"header": header, "rules": rules}
        return self._publish(str(header["hand"]), "commit", body, time)

    def deal(self, hand: str, salt: str, *, time: int | None = None) -> Published:
        """Publishes the deal of a hand. `salt` is that of header and seeds, 64 hex digits."""
        return self._publish(hand, "deal", {"salt": salt}, time)

    def result(self, hand: str, log_head: str, server_seed: str, result: str, *, time: int | None = None) -> Published:
        """Publishes the result of a hand, which opens its server seed. `result` is the SHA-256 of its canonical JSON;
        all are 64 hex digits."""
        body = {"log_head": log_head, "server_seed": server_seed, "result": result}
        return self._publish(hand, "result", body, time)

    def void(self, record: Mapping[str, Any], *, time: int | None = None) -> Published:
        """Publishes that a hand was given up, and stores its void record."""
        return self._publish(str(record["header"]["hand"]), "void", {"record": record}, time)

    def publish(self, leaf: Mapping[str, Any]) -> Published:
        """Publishes a `deal` or a `result` leaf."""
        body = {key: value for key, value in leaf.items() if key not in {"type", "hand", "time"}}
        return self._publish(str(leaf["hand"]), str(leaf["type"]), body, leaf["time"])

    def seed_receipt(self, hand: str, seat: int, seed_hash: str, *, time: int | None = None) -> str:
        """Returns the receipt for the seed of a seat, a signed note. `seed_hash` is the SHA-256 of the seed in hex."""
        body = {"seat": seat, "seed_hash": seed_hash}
        timed = body if time is None else {**body, "time": time}
        return str(self._json("POST", f"/hands/{quote(hand)}/seed-receipts", timed)["note"])

    def cosign(self, hand: str, lines: Sequence[str]) -> Sequence[int]:
        """Stores what seats signed of the checkpoint of the commit, one line a seat; returns which have cosigned."""
        seats: list[int] = self._json("POST", f"/hands/{quote(hand)}/cosignatures", {"lines": [*lines]})["seats"]
        return seats

    def put_record(self, hand: str, record: bytes) -> str:
        """Stores the record of a hand, or its opened form in place of the hidden one. Returns `stored`, `opened`, or
        `present` if it was there."""
        return str(json.loads(self._send("PUT", f"/hands/{quote(hand)}/record", record).body)["outcome"])

    def hand(self, hand: str) -> Mapping[str, Any]:
        """Returns what is known of a hand: its leaves with their proofs, verdict, and what is stored."""
        return self._json("GET", f"/hands/{quote(hand)}")

    def hands(self, since: int = 0) -> Page:
        """Returns the hands that changed after a cursor, in order of their last change."""
        found = self._json("GET", f"/hands?since={since}")
        return Page(found["hands"], found["next"], found["more"])

    def audit(self, since: int = 0) -> Page:
        """Returns what was done with the tokens of the operator after a cursor."""
        found = self._json("GET", f"/audit?since={since}")
        return Page(found["acts"], found["next"], found["more"])

    def consistency(self, size: int) -> Mapping[str, Any]:
        """Returns the latest checkpoint, and the proof that it continues the one of `size` leaves."""
        return self._json("GET", f"/consistency?size={size}")

    def receipt(self, hand: str) -> bytes:
        """Returns the receipt of a hand, as far as its leaves are published."""
        return self._send("GET", f"/hands/{quote(hand)}/receipt").body

    def _publish(self, hand: str, kind: str, body: Mapping[str, Any], time: int | None) -> Published:
        timed = body if time is None else {**body, "time": time}
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        return Published(**self._json("POST", f"/hands/{quote(hand)}/{kind}", timed, headers))

    def _json(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        found: dict[str, Any] = json.loads(self._send(method, path, data, headers or {}).body)
        return found

    def _send(
        self, method: str, path: str, data: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        sent = Request(f"{self.base.rstrip('/')}{PREFIX}{path}", data, dict(headers or {}), method=method)  # noqa: S310 (checked above)
        sent.add_header("Authorization", f"Bearer {self.token}")
        sent.add_header("Content-Type", "application/json")
        for left in reversed(range(TRIES)):
            reply = answered(sent)
            if reply.status in DONE:
                return reply
            if not left or reply.status not in AGAIN:
                raise refusal(reply)
            self.sleep(min(LONGEST, 2 ** (TRIES - left - 1) if reply.retry is None else reply.retry))
        raise AssertionError("the last try returns or raises")


def answered(request: Request) -> Reply:
    """Sends a request once and returns what is answered; status 0 if nothing is."""
    try:
        with opener().open(request, timeout=PATIENCE) as stream:
            return Reply(stream.status, None, stream.read(MOST))
    except HTTPError as error:
        with error:
            wait = error.headers.get("Retry-After", "")
            return Reply(error.code, int(wait) if wait.isdecimal() else None, error.read(MOST))
    except (OSError, HTTPException) as error:
        return Reply(0, None, str(getattr(error, "reason", error)).encode())


def opener() -> OpenerDirector:
    """Returns what sends requests: to http and https alone, and to no other address that an answer names, since the
    token would go there too."""
    made = OpenerDirector()
    for handler in (ProxyHandler(), HTTPHandler(), HTTPSHandler(), HTTPDefaultErrorHandler(), HTTPErrorProcessor()):
        made.add_handler(handler)
    return made


def refusal(reply: Reply) -> ClientError:
    """Returns the error for an answer that refuses a request."""
    try:
        error = json.loads(reply.body)
        return ClientError(reply.status, str(error["code"]), str(error["message"]))
    except (LookupError, TypeError, ValueError):
        if not reply.status:
            return ClientError(0, "", f"The service does not answer: {reply.body.decode(errors='replace')}.")
        return ClientError(reply.status, "", f"The service answered with status {reply.status}.")
