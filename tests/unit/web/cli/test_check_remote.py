"""`dealproof check` of an address of a site, and of a stored hand by its ID (item 4)."""

import gzip
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from urllib.error import URLError
from urllib.request import HTTPRedirectHandler, Request

import pytest

from dealproof.verifier.encoding import MAX_BYTES
from dealproof.web.cli.input import remote
from dealproof.web.http.app import create_app
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, Run, hand_id, running, text

Answer = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture
def site(run: Run, database: str) -> Iterator[str]:
    """A site with three hands, stored by the command."""
    Path("a.hands.jsonl").write_bytes(b"\n".join(map(text, (GOOD, ILLEGAL, HIDDEN))))
    assert run("import", "a.hands.jsonl").exit_code == 0
    with running(create_app(database)) as address:
        yield address


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """A server that answers every request in this way, and its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def body(data: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer


@pytest.mark.parametrize(
    "path",
    ["/hands/{}", "/hands/{}/", "/hands/{}/record", "/hands/{}?under=28-gulan#e3", "/api/v1/hands/{}/account"],
)
def test_the_address_of_a_hand_is_checked_whichever_of_its_addresses_it_is(run: Run, site: str, path: str) -> None:
    for name, verdict in ((GOOD, "verified"), (ILLEGAL, "illegal")):
        address = site + path.format(hand_id(name))
        told = json.loads(run("check", "--format", "json", address).stdout)
        assert (told["source"], told["verdict"]) == (address, verdict)


def test_show_shows_the_hand_at_an_address(run: Run, site: str) -> None:
    assert hand_id(ILLEGAL) in run("show", f"{site}/hands/{hand_id(ILLEGAL)}").stdout


def test_hands_at_addresses_and_in_files_are_judged_together(run: Run, site: str) -> None:
    result = run("check", "--jobs", "2", f"{site}/hands/{hand_id(GOOD)}", "a.hands.jsonl", "--allow", "hidden,illegal")
    assert "4 hands: 2 verified, 1 illegal, 1 hidden." in result.stdout
    assert result.exit_code == 0


def test_a_site_that_gives_no_record_is_quoted_and_status_2(run: Run, site: str) -> None:
    hidden = run("check", f"{site}/hands/{hand_id(HIDDEN)}")
    assert hidden.exit_code == 2
    assert "the site answers 404: " in hidden.stderr
    assert "seed" in hidden.stderr
    assert "the site answers 404: " in run("check", f"{site}/hands/nobody").stderr


def test_a_file_at_an_address_is_read_as_a_file_of_that_name(run: Run) -> None:
    lines = text(GOOD) + b"\n" + text(ILLEGAL)
    with serving(body(lines)) as address:
        told = run("check", "--format", "json", f"{address}/x/hands/a.hands.jsonl").stdout
    sources = [json.loads(line)["source"] for line in told.splitlines()]
    assert sources == [f"{address}/x/hands/a.hands.jsonl:{line}" for line in (1, 2)]


def refused(run: Run, address: str) -> str:
    """What is said of an address from which nothing could be had."""
    result = run("check", address)
    assert result.exit_code == 2
    assert result.stdout == "No hand found. Files that could not be read: 1.\n"
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("dealproof: http")
    return result.stderr


def test_no_more_is_fetched_than_a_record_may_have(run: Run) -> None:
    with serving(body(b" " * (MAX_BYTES + 1))) as address:
        assert "has more than 1 MiB, the most that is fetched" in refused(run, address)


def test_a_redirect_leads_to_the_web_only_and_never_out_of_https(run: Run) -> None:
    for target in ("file:///etc/hostname", "ftp://127.0.0.1/x"):
        with serving(body(b"", 302, Location=target)) as address:
            assert "cannot be read" in refused(run, address)
    (redirects,) = (each for each in remote.opener().handlers if isinstance(each, HTTPRedirectHandler))
    secure, nothing = Request("https://hands.example/x"), BytesIO()
    with pytest.raises(URLError, match="from https to an address without it"):
        redirects.redirect_request(secure, nothing, 302, "", HTTPMessage(), "http://hands.example/x")
    with serving(body(b"", 302, Location="/again")) as address:
        assert "cannot be read" in refused(run, f"{address}/again")


def test_an_error_is_quoted_only_so_far_and_nothing_in_it_moves_the_cursor(run: Run) -> None:
    told = json.dumps({"message": "\x1b[2Jno" + "!" * 100_000}).encode()
    with serving(body(told, 503)) as address:
        said = refused(run, address)
    assert "answers 503: Service Unavailable." in said
    with serving(body(json.dumps({"message": "\x1b[2Jno such hand."}).encode(), 404)) as address:
        assert "answers 404: \\u001b[2Jno such hand." in refused(run, address)


def test_a_site_that_does_not_answer_is_given_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        monkeypatch.setattr(remote, "PATIENCE", 0.2)
        assert "the site did not answer within" in refused(run, address)
        monkeypatch.setattr(remote, "PATIENCE", 60.0)
        monkeypatch.setattr(remote, "MOST_SECONDS", 0.2)
        assert "the site did not answer within" in refused(run, address)
    assert "cannot be read: Connection refused." in refused(run, address)


@pytest.mark.parametrize("address", ["http://", "http://[", "http://127.0.0.1:x/", "https://no-such-host.invalid/"])
def test_an_address_that_leads_nowhere_is_a_sentence(run: Run, address: str) -> None:
    assert "cannot be read" in refused(run, address)


def test_a_password_in_an_address_is_neither_sent_nor_printed(run: Run) -> None:
    said = refused(run, "http://me:secret@127.0.0.1:1/hands/x")
    assert "secret" not in said
    assert "http://127.0.0.1:1/" in said


def test_junk_in_place_of_an_answer_is_a_sentence(run: Run) -> None:
    def junk(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"SSH-2.0-x\r\n")

    with serving(junk) as address:
        assert "cannot be read" in refused(run, address)


def test_a_page_that_is_no_record_is_malformed_and_named(run: Run) -> None:
    with serving(body(b"<!doctype html><p>Hello")) as address:
        assert "This is a saved web page." in " ".join(run("check", address).stdout.split())


def test_a_stored_hand_is_checked_by_its_id(run: Run, database: str) -> None:
    Path("a.hand.json").write_bytes(text(ILLEGAL))
    run("import", "a.hand.json")
    result = run("check", "--format", "json", "--database", database, hand_id(ILLEGAL), "a.hand.json")
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["source"], each["verdict"]) for each in told] == [
        (hand_id(ILLEGAL), "illegal"),
        ("a.hand.json", "illegal"),
    ]


@pytest.mark.parametrize(
    ("asked", "said"), [("nobody", "no hand with this ID is stored"), ("no/such/file", "it is not a hand ID")]
)
def test_what_is_neither_a_file_nor_stored_is_a_sentence_and_status_2(
    run: Run, database: str, asked: str, said: str
) -> None:
    result = run("check", "--database", database, asked)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_database_that_cannot_be_used_is_a_sentence_and_status_2(run: Run) -> None:
    """S10."""
    Path("broken.sqlite3").write_bytes(b"no database" * 400)
    for database in ("postgresql://localhost:x/db", "broken.sqlite3"):
        result = run("check", "--database", database, "t1.2")
        assert result.exit_code == 2
        assert result.stderr.startswith("dealproof: The database ")
        assert len(result.stderr.splitlines()) == 1


def test_an_answer_that_ends_before_its_announced_length_is_not_the_whole_file(run: Run) -> None:
    first = text(GOOD) + b"\n"
    with serving(body(first, Content_Length=str(len(first) + 500))) as address:
        result = run("check", f"{address}/two.hands.jsonl")
    assert result.exit_code == 2
    assert "ended 500 bytes before its announced end" in " ".join(result.stderr.split())
    assert "verified" not in result.stdout


def test_a_part_of_a_file_is_not_taken_for_the_file(run: Run) -> None:
    with serving(body(text(GOOD), status=206)) as address:
        result = run("check", f"{address}/hand.hand.json")
    assert result.exit_code == 2
    assert "the site answers 206" in " ".join(result.stderr.split())


def test_an_error_whose_body_cannot_be_read_is_still_that_error(run: Run, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(body(b"zz\r\n", status=404, Transfer_Encoding="chunked")) as address:
        result = run("check", f"{address}/hand.hand.json")
    assert result.exit_code == 2
    assert "the site answers 404: Not Found" in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr + capfd.readouterr().err


def test_what_an_answer_unpacks_to_is_bounded(run: Run) -> None:
    """S9, for what a site sends: newlines without end are no hand and do not keep the command busy."""
    bomb = gzip.compress(b"\n" * (remote.MOST_UNPACKED + 1))
    with serving(body(bomb)) as address:
        result = run("check", f"{address}/bomb.hands.jsonl")
    assert result.exit_code == 2
    assert "decompresses to more than 64 MiB" in " ".join(result.stderr.split())


def test_the_words_of_a_site_are_shortened(run: Run) -> None:
    with serving(body(json.dumps({"message": "very " * 4000}).encode(), status=503)) as address:
        result = run("check", f"{address}/hand.hand.json")
    assert len(result.stderr) < 1000
