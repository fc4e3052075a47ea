"""Operators for tests: a site that keeps a log, a token of an operator, and hands with real seeds."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from dealproof.verifier.encoding import canonical
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.note import format_key
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.log.key_file import LogKey, create_key, read_key
from dealproof.web.operators.accounts import issue_token
from dealproof.web.store.operator_database import operator_database
from tests.support.logs import NAME
from tests.support.sealed import Sealed

NOW = 1_790_000_000_000
"""When operators of tests are added, in ms since 1970."""


def dealt(number: int, table: str = "table", **changed: Any) -> Sealed:
    """A hand of 28 with real seeds, played to its end. Its ID, server seed and player seeds follow from table and
    number."""
    hand = Sealed("28-standard", seed=int.from_bytes(sha256(f"{table}.{number}".encode()).digest()[:4]), **changed)
    rename(hand, hand=f"{table}.{number}", table=table, number=number)
    return hand.play()


def rename(hand: Sealed, /, **header: Any) -> None:
    """Changes the header of a hand, from which its salt follows."""
    hand.header |= header
    hand.salt = salt(hand.header, hand.player_seeds)
    hand.hand = hand.start()


def result_of(hand: Sealed) -> dict[str, str]:
    """The body of a result."""
    record = hand.record()
    return {
        "log_head": record["log_head"],
        "server_seed": record["server_seed"],
        "result": sha256(canonical(record["claim"])).hexdigest(),
    }


def token_of(database: str, name: str = "kochi") -> str:
    """A token of an operator, which is added if it is not there."""
    with operator_database(database) as opened, opened.writing() as tables:
        account = tables.accounts.named(name) or tables.accounts.add(name, NOW)
        assert account is not None
        return issue_token(tables, account, NOW)


def log_key(folder: Path) -> tuple[Path, LogKey]:
    """The key of a log in a folder, created where it is not there, with a policy that trusts it (`policy`)."""
    path = folder / "log.key"
    key = read_key(path) if path.exists() else create_key(path, NAME)
    (folder / "policy").write_text(f"log {format_key(key.public)}\nquorum none\n", encoding="utf-8")
    return path, key


def settings(folder: Path, **changed: Any) -> SiteSettings:
    """A site that keeps a log, and trusts it."""
    path, _ = log_key(folder)
    return SiteSettings(**{"posts": 0, "log": False, "log_key": str(path), "policy": str(folder / "policy")} | changed)


@dataclass
class Asking:
    """A site, asked with a token; every post has an idempotency key of its own unless one is given."""

    site: FlaskClient
    token: str
    count: int = 0

    def get(self, path: str) -> TestResponse:
        """Asks for something below the API of operators."""
        return self.site.get(f"/api/v1/operator{path}", headers=self.headers())

    def post(self, path: str, body: Mapping[str, Any], key: str | None = None) -> TestResponse:
        """Posts JSON."""
        self.count += 1
        headers = {**self.headers(), "Idempotency-Key": key or f"key-{self.count}"}
        return self.site.post(f"/api/v1/operator{path}", json=body, headers=headers)

    def put(self, path: str, body: bytes) -> TestResponse:
        """Puts bytes."""
        return self.site.put(
            f"/api/v1/operator{path}", data=body, content_type="application/json", headers=self.headers()
        )

    def headers(self) -> dict[str, str]:
        """What names the operator."""
        return {"Authorization": f"Bearer {self.token}"}


@contextmanager
def asking(database: str, folder: Path, **changed: Any) -> Iterator[Asking]:
    """A site with a log and one operator."""
    token = token_of(database)
    app = create_app(database, settings(folder, **changed))
    yield Asking(app.test_client(), token)
    app.extensions["hands"].database.dispose()
