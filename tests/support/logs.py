"""Transparency logs for tests: leaves of made-up hands, a log on a database, and a witness."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from dealproof.verifier.errors import LogRefuted
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from dealproof.verifier.tlog.cosignature import cosign, cosignature_key
from dealproof.verifier.tlog.fields import parse_base64
from dealproof.verifier.tlog.leaf import format_leaf
from dealproof.verifier.tlog.note import Key, Note, format_note, format_signature, parse_note
from dealproof.verifier.tlog.note_signature import has_line
from dealproof.verifier.tlog.tiles import ENTRIES, WIDTH, format_entries, format_path, hashes, tiles
from dealproof.verifier.tlog.tree import EMPTY_ROOT, Tree, check_consistency, leaf_hash, root
from dealproof.web.log.errors import LogUnreadable
from dealproof.web.log.http_client import Answer
from dealproof.web.log.key_file import LogKey, create_key
from dealproof.web.log.last_signed import beside
from dealproof.web.log.publishing import Cosign, LogService
from dealproof.web.log.reading import Read
from dealproof.web.log.witnessing import SIZE_TYPE
from dealproof.web.store.log_database import log_database

NAME = "log.example/28"
NOW = 1_790_000_000


def seed(hand: str) -> bytes:
    """The server seed of a hand."""
    return sha256(hand.encode()).digest()


def commit(hand: str, number: int, table: str = "t", **changed: Any) -> bytes:
    """The commit leaf of a hand."""
    commitment = sha256(seed(hand)).hexdigest()
    fields = {"table": table, "number": number, "header": "00" * 32, "server_commitment": commitment}
    return leaf("commit", hand, **{**fields, **changed})


def deal(hand: str) -> bytes:
    """Its deal leaf."""
    return leaf("deal", hand, time=NOW * 1000 + 60_000, salt="11" * 32)


def result(hand: str, **changed: Any) -> bytes:
    """Its result leaf."""
    return leaf(
        "result", hand, **{"log_head": "22" * 32, "server_seed": seed(hand).hex(), "result": "33" * 32, **changed}
    )


def void(hand: str, reason: str = "players-left", missing: tuple[int, ...] = ()) -> bytes:
    """Its void leaf."""
    return leaf("void", hand, reason=reason, missing=[*missing], server_seed=seed(hand).hex(), record="44" * 32)


def leaf(type: str, hand: str, **fields: Any) -> bytes:
    """The bytes of a leaf."""
    return format_leaf({"type": type, "hand": hand, "time": NOW * 1000, **fields})


def commits(count: int, table: str = "t", first: int = 1) -> list[bytes]:
    """The commit leaves of hands of one table, in order."""
    return [commit(f"{table}.{number}", number, table) for number in range(first, first + count)]


@contextmanager
def running_log(database: str, folder: Path, cosign: Cosign | None = None) -> Iterator[LogService]:
    """A log with a new key in a folder."""
    path = folder / "log.key"
    key = create_key(path, NAME)
    with log_database(database) as opened:
        yield LogService(opened, key, beside(path), cosign)


class FakeWitness:
    """A witness as C2SP tlog-witness describes it, which knows one log. `answers` are the statuses that it gave."""

    def __init__(self, name: str, log: Key | None) -> None:
        self.secret = sha256(name.encode()).digest()
        self.key = cosignature_key(name, self.secret)
        self.log = log
        self.seen = Checkpoint("", 0, EMPTY_ROOT)
        self.time = NOW
        self.answers: list[int] = []

    def post(self, url: str, body: bytes, most: int) -> Answer:
        """Answers one request, as `web.log.http_client.post`."""
        assert url.endswith("/add-checkpoint")
        answer = self._answer(body)
        self.answers.append(answer.status)
        return answer

    def _answer(self, body: bytes) -> Answer:
        head, _, rest = body.partition(b"\n\n")
        old, *proof = head.decode().split("\n")
        note = parse_note(rest)
        checkpoint = parse_checkpoint(note.text)
        if self.log is None or checkpoint.origin != self.log.name:
            return Answer(404, "text/plain", b"")
        if not has_line(note, self.log):
            return Answer(403, "text/plain", b"")
        if int(old.removeprefix("old ")) != self.seen.size:
            return Answer(409, SIZE_TYPE, f"{self.seen.size}\n".encode())
        try:
            proved = [parse_base64(line, "bad-proof") for line in proof]
            if self.seen.size:
                check_consistency(self.seen.size, checkpoint.size, self.seen.root, checkpoint.root, proved)
        except LogRefuted:
            return Answer(422, "text/plain", b"")
        self.seen = checkpoint
        return Answer(200, "text/plain", self.line(note))

    def line(self, note: Note) -> bytes:
        """The signature line with which it cosigns."""
        signed = cosign(note.text, self.key, self.time, self.secret)
        return f"{format_signature(signed)}\n".encode()


@contextmanager
def listening(witness: FakeWitness) -> Iterator[str]:
    """The address of a witness on loopback."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            answer = witness.post(self.path, body, 1 << 14)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.type)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/witness"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def files(key: LogKey, leaves: list[bytes]) -> dict[str, bytes]:
    """What a log of these leaves serves, by path, whether it had to accept them or not."""
    tree = Tree()
    for entry in leaves:
        tree.append(leaf_hash(entry))
    head = Checkpoint(key.public.name, len(leaves), root(len(leaves), tree.subtrees))
    served = {"checkpoint": signed_note(key, format_checkpoint(head))}
    for tile in tiles(len(leaves)):
        first = tile.index * WIDTH
        inside = format_entries(leaves[first : first + tile.width])
        served[format_path(tile)] = inside if tile.level == ENTRIES else hashes(tile, tree.subtrees)
    return served


def reading(served: dict[str, bytes]) -> Read:
    """Reads what a log serves."""

    def read(path: str) -> bytes:
        if path not in served:
            raise LogUnreadable("answered", place=path, status=404)
        return served[path]

    return read


def write_files(folder: Path, served: dict[str, bytes]) -> None:
    """Writes what a log serves to a folder."""
    for path, data in served.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def signed_note(key: LogKey, text: str) -> bytes:
    """A note signed by the log."""
    return format_note(key.sign(text))
