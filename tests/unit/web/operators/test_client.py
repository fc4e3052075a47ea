"""The client of a game server: what is sent again, what is not, and where its token goes."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from dealproof.web.operators.client import LONGEST, TRIES, Client, ClientError

TOKEN = "dp_0123456789ab_secret"
LEAF = {"leaf": {}, "index": 0, "size": 1, "proof": "", "checkpoint": "", "consistency": []}

Answers = list[tuple[int, Mapping[str, str], bytes]]


class Service:
    """A service that answers as it is bidden, the last answer for ever, and remembers what it was asked."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.slept: list[float] = []
        self.base = ""

    @property
    def client(self) -> Client:
        return Client(self.base, TOKEN, self.slept.append)


@contextmanager
def service(*answers: tuple[int, Mapping[str, str], Any]) -> Iterator[Service]:
    made = Service([(status, headers, json.dumps(body).encode()) for status, headers, body in answers])

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            made.asked.append((self.command, self.path, dict(self.headers), body))
            status, headers, data = made.answers.pop(0) if len(made.answers) > 1 else made.answers[0]
            if not status:
                return
            self.send_response(status)
            for name, value in {"Content-Length": str(len(data)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self) -> None:
            self.answer()

        def do_POST(self) -> None:
            self.answer()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    made.base = f"http://127.0.0.1:{server.server_port}"
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def error(code: str) -> dict[str, str]:
    return {"code": code, "message": f"It was {code}.", "where": "/"}


def test_what_cannot_be_answered_now_is_sent_again_under_the_same_key() -> None:
    with service((503, {"Retry-After": "3"}, error("busy")), (429, {}, error("too-many")), (201, {}, LEAF)) as asked:
        assert asked.client.deal("h", "00" * 32).size == 1
    keys = {headers["Idempotency-Key"] for _, _, headers, _ in asked.asked}
    assert (len(asked.asked), len(keys)) == (3, 1)
    assert asked.slept == [3, 2]
    assert {body for *_, body in asked.asked} == {json.dumps({"salt": "00" * 32}).encode()}


def test_an_answer_that_is_lost_is_asked_for_again() -> None:
    with service((0, {}, None), (201, {}, LEAF)) as asked:
        assert asked.client.deal("h", "00" * 32).index == 0
    assert len(asked.asked) == 2


def test_two_requests_have_two_keys() -> None:
    with service((201, {}, LEAF)) as asked:
        for _ in range(2):
            asked.client.deal("h", "00" * 32)
    assert len({headers["Idempotency-Key"] for _, _, headers, _ in asked.asked}) == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 500, 501])
def test_what_is_refused_is_not_sent_again(status: int) -> None:
    with service((status, {}, error("x"))) as asked, pytest.raises(ClientError) as refused:
        asked.client.deal("h", "00" * 32)
    assert (refused.value.status, refused.value.code, str(refused.value)) == (status, "x", "It was x.")
    assert (len(asked.asked), asked.slept) == (1, [])


def test_a_service_that_stays_away_is_an_error_after_some_tries() -> None:
    with service((503, {"Retry-After": "100000"}, error("busy"))) as asked, pytest.raises(ClientError) as refused:
        asked.client.account()
    assert (refused.value.code, len(asked.asked)) == ("busy", TRIES)
    assert asked.slept == [LONGEST] * (TRIES - 1)
    with pytest.raises(ClientError, match="does not answer") as nobody:
        Client(asked.base, TOKEN, asked.slept.append).account()
    assert (nobody.value.status, nobody.value.code) == (0, "")


def test_the_token_goes_to_no_other_address() -> None:
    with service((200, {}, {})) as other, service((302, {"Location": other.base}, {})) as asked:
        with pytest.raises(ClientError, match="status 302"):
            asked.client.account()
        assert (len(asked.asked), other.asked) == (1, [])
        assert asked.asked[0][2]["Authorization"] == f"Bearer {TOKEN}"


def test_an_answer_that_is_no_error_of_the_api_is_one_of_its_status() -> None:
    for body in ("x", [], {"code": "x"}):
        with service((404, {}, body)) as asked, pytest.raises(ClientError, match="status 404"):
            asked.client.account()


@pytest.mark.parametrize("base", ["hands.example", "ftp://hands.example", "file:///etc", ""])
def test_another_address_than_one_of_the_web_is_refused(base: str) -> None:
    with pytest.raises(ValueError, match="is no address of a service"):
        Client(base, TOKEN)


@pytest.mark.parametrize("more", ["\n", "\r\n", " ", "\0", "\u20ac", "\ud800"])
def test_a_token_that_cannot_be_sent_is_refused_and_not_shown(more: str) -> None:
    """A file ends with a line break; the error of `http.client` for it shows the token."""
    with pytest.raises(ValueError, match="white space") as error:
        Client("https://hands.example", TOKEN + more)
    assert TOKEN not in str(error.value)


def test_the_token_is_not_shown() -> None:
    assert "secret" not in repr(Client("https://hands.example", TOKEN))
