"""The site under gunicorn, with clients that are slow, malformed or deceitful: F10, S3, S13, S14."""

import json
import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from dealproof.web.http.app import create_app
from dealproof.web.http.gateway import settings
from dealproof.web.http.gateway.connection import MOST_BODY, Connection
from dealproof.web.http.gateway.worker import MOST_HELD, Limits
from dealproof.web.http.security import MAX_BODY
from dealproof.web.http.settings import SiteSettings
from dealproof.web.store.service import Hands
from dealproof.web.verify_page import runtime
from tests.support import gunicorn
from tests.support.gunicorn import IMPATIENT, Site, everything
from tests.support.holding import HOLDING
from tests.unit.web import conftest
from tests.unit.web.conftest import GOOD, hand_id, text

SEED = "deadbeef" * 8
HANDS = 60


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with one hand."""
    url = f"sqlite:///{tmp_path_factory.mktemp('gateway') / 'hands.sqlite3'}"
    hands: Hands = create_app(url, SiteSettings(log=False)).extensions["hands"]
    hands.take_in([("x", text(GOOD))])
    hands.database.dispose()
    return url


@pytest.fixture(scope="module")
def site(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as `dealproof serve --workers 2` serves it."""
    with gunicorn.running(tmp_path_factory.mktemp("site"), database, DEALPROOF_POSTS_PER_MINUTE="0") as running:
        yield running


@pytest.fixture(scope="module")
def impatient(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The same, where every limit is a second or two."""
    with gunicorn.running(tmp_path_factory.mktemp("impatient"), database, IMPATIENT) as running:
        yield running


@pytest.fixture(scope="module")
def holding(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One worker, whose answers are as large and as late as a test asks for."""
    with gunicorn.running(tmp_path_factory.mktemp("holding"), database, HOLDING) as running:
        yield running


def status(answer: bytes) -> int:
    return int(answer.split()[1])


def get(site: Site, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())
    finally:
        connection.close()


POST = b"POST /api/v1/find HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
FORM = b"POST /find HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
SLOW = {
    "connect": b"",
    "line": b"GE",
    "headers": b"GET / HTTP/1.1\r\nHost: x\r\nX-a: ",
    "body": POST + b"Content-Length: 100000\r\n\r\nabc",
    "chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\na",
    "form": FORM + b"Content-Length: 9999\r\n\r\n--b",
    "expect": POST + b"Expect: 100-continue\r\nContent-Length: 300\r\n\r\n",
}


@pytest.mark.parametrize("kind", SLOW)
def test_forty_slow_clients_do_not_keep_others_from_being_served(site: Site, kind: str) -> None:
    """S3. There are eight threads."""
    with ExitStack() as held:
        for _ in range(40):
            held.enter_context(site.connect()).sendall(SLOW[kind])
        for _ in range(3):
            assert get(site, "/healthz")[0] == 200


@pytest.mark.parametrize("kind", SLOW)
def test_a_slow_client_is_cut_though_it_goes_on_sending(impatient: Site, kind: str) -> None:
    """S3."""
    with impatient.connect() as connection:
        connection.sendall(SLOW[kind])
        connection.settimeout(0.5)
        answer = b""
        for _ in range(240):
            try:
                part = connection.recv(1 << 16)
                if not part:
                    break
                answer += part
            except TimeoutError:
                if SLOW[kind]:
                    connection.send(b"z")
            except ConnectionError:
                break
        else:
            pytest.fail("never cut")
    if kind != "connect":
        assert b" 408 " in answer


def test_clients_that_do_not_read_do_not_keep_others_from_being_served(site: Site) -> None:
    """S3, the other way round: more is asked for than any socket holds."""
    request = f"GET /hands/{hand_id(GOOD)} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with ExitStack() as held:
        for _ in range(12):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            connection.connect(("127.0.0.1", site.port))
            held.enter_context(connection).sendall(request * 20)
        for _ in range(3):
            assert get(site, "/healthz")[0] == 200


def test_who_reads_slowly_has_time_for_a_large_answer() -> None:
    """The files that `/verify` runs are read by phones too, which may have half a megabit a second."""
    limits = Limits()
    assert int(limits.to_read(1000)) == limits.answer
    for file in runtime.FILES.values():
        assert limits.to_read(file.size) * 500_000 / 8 > file.size


def test_requests_one_after_another_on_one_connection_are_all_answered(site: Site) -> None:
    id = hand_id(GOOD).encode()
    many = b"".join(
        [
            b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
            POST + b"Content-Length: %d\r\n\r\n%s" % (len(id), id),
            POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(id), id),
            b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        ]
    )
    for parts in ([many], [many[place : place + 7] for place in range(0, len(many), 7)]):
        with site.connect() as connection:
            for part in parts:
                connection.sendall(part)
            answer = everything(connection)
        assert answer.count(b"HTTP/1.1 200 OK") == 5
        assert answer.count(b'"took":"hand-id"') == 2


def test_a_client_that_asks_for_leave_gets_it_once(site: Site) -> None:
    with site.connect() as connection:
        connection.sendall(POST + b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: 3\r\n\r\n")
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"abc")
        assert everything(connection).startswith(b"HTTP/1.1 404")


def chunked(path: str, type: str, *chunks: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {type}\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head.encode() + b"".join(chunks)


@pytest.mark.parametrize(
    ("path", "type"),
    [
        ("/api/v1/find", "text/plain"),
        ("/find", "application/x-www-form-urlencoded"),
        ("/find", "multipart/form-data; boundary=b"),
    ],
)
def test_a_chunked_body_is_bounded_and_must_be_well_formed(impatient: Site, path: str, type: str) -> None:
    """S13."""
    record = text(GOOD)
    large = b"%x\r\n%s%s\r\n0\r\n\r\n" % ((3 << 20), record, b" " * ((3 << 20) - len(record)))
    assert status(impatient.said(chunked(path, type, large))) == 413
    endless = b"%x\r\n%s" % ((3 << 20), bytes(MOST_BODY + 3))
    assert status(impatient.said(chunked(path, type, endless))) == 413
    assert status(impatient.said(chunked(path, type, b"zz\r\nabc\r\n0\r\n\r\n"))) == 400
    assert status(impatient.said(chunked(path, type, b"5\r\nabc"))) in {400, 408}
    sized = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {type}\r\nContent-Length: {3 << 20}\r\n\r\n".encode()
    assert status(impatient.said(sized + b"x" * (3 << 20))) == 413


RAW = {
    "bad version": f"GET /hands/{SEED} HTTP/9.9x\r\nHost: x\r\n\r\n",
    "bad header name": f"GET / HTTP/1.1\r\nHost: x\r\n{SEED} y: 1\r\n\r\n",
    "bad header": f"GET / HTTP/1.1\r\nHost: x\r\n{SEED}\r\n\r\n",
    "bad line": f"{SEED}\r\n\r\n",
    "bad method": f"{SEED}{{}} / HTTP/1.1\r\n\r\n",
    "bare line feed": f'GET /{SEED}\n{{"event":"fake"}} HTTP/1.1\r\n\r\n',
    "no carriage returns": f"GET /{SEED} HTTP/1.1\nHost: x\n\n",
    "space in path": f"GET /hands/a b {SEED} HTTP/1.1\r\nHost: x\r\n\r\n",
    "two lengths": "POST /find HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "negative length": f"POST /find HTTP/1.1\r\nHost: x\r\nContent-Length: -1{SEED}\r\n\r\n",
    "unknown coding": f"POST /find HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: {SEED}\r\n\r\n",
    "bad chunk": chunked("/api/v1/find", "text/plain", f"{SEED}zz\r\nabc\r\n0\r\n\r\n".encode()).decode(),
    "long line": f"GET /{SEED * 100} HTTP/1.1\r\nHost: x\r\n\r\n",
    "endless line": f"GET /{SEED * 2000}",
    "many fields": "GET / HTTP/1.1\r\nHost: x\r\n" + "".join(f"X{n}: {SEED}\r\n" for n in range(200)) + "\r\n",
    "unknown expectation": f"POST /find HTTP/1.1\r\nHost: x\r\nExpect: {SEED}\r\nContent-Length: 0\r\n\r\n",
    "cut off": f"GET /{SEED} HTT",
    "not HTTP": "\x16\x03\x01" + SEED,
}


@pytest.mark.parametrize("kind", RAW)
def test_of_a_malformed_request_nothing_gets_into_the_log_or_the_answer(impatient: Site, kind: str) -> None:
    """S14."""
    answer = impatient.said(RAW[kind].encode())
    assert not answer or 400 <= status(answer) < 600
    assert status(answer or b"HTTP/1.1 400") != 500
    assert SEED.encode() not in answer
    assert b"Traceback" not in answer


def test_the_log_of_all_this_is_json_and_holds_nothing_that_a_client_sent(impatient: Site) -> None:
    """S14. The cases run again, so that this test is true by itself."""
    well_formed = f"GET http://evil.example/hands/{SEED} HTTP/1.1\r\nHost: x\r\n\r\n"
    for each in (*RAW.values(), well_formed):
        impatient.said(each.encode())
    lines = impatient.lines()
    assert SEED not in "\n".join(lines)
    assert "fake" not in "\n".join(lines)
    told = [json.loads(line) for line in lines]
    refused = {each["why"] for each in told if "why" in each}
    assert {"InvalidRequestLine", "InvalidHeader", "LimitRequestLine", "head-too-large"} <= refused
    assert not [each for each in told if each["level"] == "error"]


DECEITS = {
    "X_Forwarded_Proto": "https",
    "X_Forwarded_Ssl": "on",
    "X_Forwarded_Protocol": "ssl",
    "X_Forwarded_Host": "evil.example",
    "X_Forwarded_Prefix": "//evil.example",
    "X_Forwarded_For": "9.9.9.9",
    "Forwarded": "for=9.9.9.9;proto=https;host=evil.example",
}


def test_without_known_proxies_nothing_that_a_request_says_for_another_is_believed(site: Site) -> None:
    """F10: gunicorn believes loopback by itself."""
    _, described, _ = get(site, "/api/v1/openapi.json", **DECEITS)
    assert json.loads(described)["servers"] == [{"url": f"http://127.0.0.1:{site.port}"}]
    mixed = {"X_Forwarded_Proto": "https", "X_Forwarded_Ssl": "off"}
    assert get(site, "/healthz", **mixed)[0] == 200
    with_name = b"GET /hands/x HTTP/1.1\r\nHost: x\r\nSCRIPT_NAME: /hands\r\nPATH_INFO: /\r\nConnection: close\r\n\r\n"
    assert b"No hand with the ID" in site.said(with_name)


def test_readers_who_have_closed_do_not_keep_others_from_being_served(site: Site) -> None:
    """S2: they cannot be told from those who only end their side, so their requests are answered, and that ends."""
    record = text(GOOD)
    for _ in range(50):
        with site.connect() as connection:
            connection.sendall(POST + b"Content-Length: %d\r\n\r\n%s" % (len(record), record))
    assert get(site, "/healthz")[0] == 200


@pytest.mark.parametrize("fields", [b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n"])
def test_a_client_that_ends_its_side_gets_all_the_answers(site: Site, fields: bytes) -> None:
    """As `nc -N` does."""
    id = hand_id(GOOD).encode()
    whole = len(get(site, f"/hands/{id.decode()}")[1].encode())
    first = b"GET /hands/%s HTTP/1.1\r\nHost: x\r\n\r\n" % id
    for before, count in ((b"", 1), (first, 2)):
        with site.connect() as connection:
            connection.sendall(before + b"GET /hands/%s HTTP/1.1\r\n%s\r\n" % (id, fields))
            connection.shutdown(socket.SHUT_WR)
            answer = everything(connection)
        assert answer.count(b"HTTP/1.1 200 OK") == count
        assert len(answer) > whole * count
        assert answer.rstrip().endswith(b"</html>")


@pytest.mark.parametrize("coding", ["junk", "", "gzip", "junk, chunked", "chunked, junk", "chunked, chunked"])
def test_a_body_in_an_unknown_coding_is_refused_before_it_comes(site: Site, coding: str) -> None:
    """S13. With the limits as they are, it would be waited for until the client gives up."""
    with site.connect() as connection:
        connection.settimeout(30)
        connection.sendall(POST + f"Transfer-Encoding: {coding}\r\n\r\n".encode())
        assert status(everything(connection)) in {400, 501}


def reset(connection: socket.socket) -> None:
    """Closes a connection so that the other side is told to drop it."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def test_only_a_reset_says_that_a_client_has_gone() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
        server.accept()[0] as sock,
    ):
        connection = Connection(sock, None, None)
        assert not connection.gone()
        client.shutdown(socket.SHUT_WR)
        assert select.select([sock], [], [], 60)[0]
        assert not connection.gone()
        reset(client)
        poll = select.poll()
        poll.register(sock, 0)
        assert poll.poll(60_000)
        assert connection.gone()


def test_of_answers_that_nobody_reads_a_worker_keeps_no_more_than_its_bound(holding: Site) -> None:
    """S3. The largest go first."""
    sizes = [(MOST_HELD >> 2) - (n << 10) for n in range(8)]
    with ExitStack() as held:
        clients = []
        for size in sizes:
            clients.append(held.enter_context(socket.socket()))
            clients[-1].settimeout(60)
            clients[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            clients[-1].connect(("127.0.0.1", holding.port))
            clients[-1].sendall(f"GET /answer/{size} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            assert clients[-1].recv(1) == b"H"
        assert get(holding, "/healthz")[0] == 200
        whole = [len(everything(client)) > size for client, size in zip(clients, sizes, strict=True)]
    assert whole == [False] * 4 + [True] * 4


def test_of_requests_that_wait_for_a_thread_a_worker_keeps_no_more_than_its_bound(holding: Site) -> None:
    """S3. Those that threads have are given up by the application once their clients have gone (S2)."""
    with ExitStack() as held:
        waiting = [held.enter_context(holding.connect()) for _ in range(settings.threads)]
        posting = [held.enter_context(holding.connect()) for _ in range(40)]
        assert get(holding, "/healthz")[0] == 200  # so all of them have been accepted
        for client in waiting:
            client.sendall(b"GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
        for n, client in enumerate(posting):
            size = MAX_BODY - (n << 10)
            with suppress(ConnectionError):
                client.sendall(POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (size, bytes(size)))
        kept = set(posting)
        while len(kept) > MOST_HELD // MAX_BODY:
            cut = select.select(kept, [], [], 60)[0]
            assert cut, "a worker keeps too much"
            kept.difference_update(cut)
        for client in waiting:
            reset(client)
        assert [status(everything(client)) for client in kept] == [200] * 32
    for _ in range(600):
        if get(holding, "/left")[1] == str(settings.threads):
            break
        time.sleep(0.1)
    else:
        pytest.fail("never given up")


def test_the_server_without_workers_logs_nothing_that_a_client_sent(
    database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """S13 and S14, for `dealproof serve` as it is by itself."""
    with conftest.running(create_app(database, SiteSettings(posts=0, log=False))) as url:
        site = Site(int(url.rsplit(":", 1)[1]), Path())
        for kind in ("bad version", "bad header", "bad line", "bare line feed", "long line"):
            site.said(RAW[kind].encode().replace(b"Host: x", b"Host: x\r\nConnection: close"))
        bad = b"5\r\nabcde\r\nzz\r\n"
        assert status(site.said(chunked("/api/v1/find", "text/plain", bad))) == 400
        large = b"%x\r\n%s\r\n0\r\n\r\n" % (3 << 20, b" " * (3 << 20))
        assert status(site.said(chunked("/api/v1/find", "text/plain", large))) == 413
    assert SEED not in "".join(capfd.readouterr())
