"""Requests to servers that are hostile: whatever they send, there is an answer or a sentence, after a bounded time."""

from collections.abc import Iterator
from contextlib import contextmanager
from socket import create_server
from threading import Event, Thread

import pytest

from dealproof.web.log import http_client


@contextmanager
def sending(*parts: bytes, then_hangs: bool = False) -> Iterator[str]:
    """The address of a server that sends this to one client, whatever it asks."""
    over = Event()
    with create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            client, _ = server.accept()
            with client:
                client.recv(1 << 16)
                for part in parts:
                    client.sendall(part)
                if then_hangs:
                    over.wait(60)

        thread = Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        finally:
            over.set()
            thread.join()


@pytest.mark.parametrize("status", [b"200 OK", b"404 Not Found", b"500 Oops"])
def test_a_body_that_breaks_off_is_an_oserror_for_every_status(status: bytes) -> None:
    """LOG.md, "Monitoring": a monitor reads logs that it does not trust."""
    with (
        sending(b"HTTP/1.1 ", status, b"\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n") as url,
        pytest.raises(OSError, match="Incomplete"),
    ):
        http_client.get(url, 100)


@pytest.mark.parametrize("head", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 404 N\r\nContent-Length: 9\r\n\r\na"])
def test_an_answer_is_given_up_as_a_whole_even_if_the_server_is_never_silent(
    monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    monkeypatch.setattr(http_client, "MOST_SECONDS", 0.05)
    with sending(head, then_hangs=True) as url, pytest.raises(OSError, match="no whole answer within"):
        http_client.get(url, 100)


def test_an_answer_beyond_the_limit_is_refused() -> None:
    with sending(b"HTTP/1.1 200 OK\r\n\r\n", b"a" * 101) as url, pytest.raises(OSError, match="more than 100 bytes"):
        http_client.get(url, 100)
