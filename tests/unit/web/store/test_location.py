"""Where a database is: a path is a path, and of a URL no message repeats a password."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from dealproof.web.store import engine as db
from dealproof.web.store.engine import engine, is_there, opened
from dealproof.web.store.errors import DatabaseUnusable
from dealproof.web.store.location import NoLocation, location, shown
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import GOOD, Run, hand_id, text

NAMES = ["week?1.sqlite3", "week?2.sqlite3", "%41.sqlite3", "A.sqlite3", "a#b.sqlite3", "50% off", "a b", "é", "file:x"]


def test_a_path_is_a_path_whatever_letters_it_has(run: Run) -> None:
    """F4."""
    Path("a.hand.json").write_bytes(text(GOOD))
    for name in NAMES:
        assert not is_there(f"q/{name}")
        assert run("import", "--database", f"q/{name}", "a.hand.json").exit_code == 0
        assert Path("q", name).is_file()
        assert run("show", "--database", f"q/{name}", hand_id(GOOD)).exit_code == 0
    made = {each.name for each in Path("q").iterdir() if not each.name.endswith(("-wal", "-shm"))}
    assert made == set(NAMES)


@pytest.mark.parametrize("url", ["sqlite:///week?1.sqlite3", "sqlite://host/x", "sqlite:///x?mode=ro"])
def test_an_sqlite_url_of_which_a_part_would_be_dropped_is_refused(run: Run, url: str) -> None:
    """F4."""
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("import", "--database", url, "a.hand.json")
    assert result.exit_code == 2
    assert "an SQLite URL" in " ".join(result.stderr.split())
    assert [each.name for each in Path().iterdir()] == ["a.hand.json"]


PASSWORDS = [
    "p@ssword",
    "se/cret",
    "hash#mark",
    "wh?at",
    "br[ack]et",
    "co:lon",
    "per%cent",
    "50%zz",
    "a@b/c:d#e%f",
    "12345",
]


@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_that_is_not_url_encoded_works_or_is_a_sentence_and_no_message_repeats_it(
    run: Run, password: str
) -> None:
    """F5."""
    url = f"postgresql://o:{password}@127.0.0.1:1/hands"
    if "?" in password:
        with pytest.raises(NoLocation, match="%40"):
            location(url)
    else:
        found = location(url)
        assert (found.password, found.host, found.port, found.database) == (password, "127.0.0.1", 1, "hands")
        assert shown(found) == "postgresql://o@127.0.0.1:1/hands"
    Path("a.hand.json").write_bytes(text(GOOD))
    for arguments in (["import", "a.hand.json"], ["serve", "--port", "0"], ["show", "nobody"]):
        result = run(*arguments, "--database", url)
        assert result.exit_code == 2
        assert result.stderr.startswith("dealproof: ")
        assert not [each for each in pieces(password) if each in result.stderr]


def pieces(password: str) -> list[str]:
    """Every part of a password of three letters or more."""
    parts = {password[start:end] for start in range(len(password)) for end in range(start + 3, len(password) + 1)}
    return sorted(parts)


def test_an_encoded_password_and_a_query_are_read() -> None:
    found = location("postgres://asha:p%40ss%2Fw@[::1]:5433/hands%20x?sslmode=require&host=/run/pg")
    assert (found.username, found.password, found.host, found.port) == ("asha", "p@ss/w", "::1", 5433)
    assert (found.database, dict(found.query)) == ("hands x", {"sslmode": "require", "host": "/run/pg"})
    assert found.drivername == "postgresql+psycopg"
    assert "p@ss" not in shown(found)
    assert "sslmode" not in shown(found)


@pytest.mark.parametrize(
    "url",
    [
        *[f"postgresql://u@h:{port}/db" for port in ("x", "0", "65536", "-1", "١", "5432,h2:5433")],
        "mysql://u@h/db",
        "://x",
        "nosuch://x",
    ],
)
def test_a_url_that_names_no_database_is_a_sentence(run: Run, url: str) -> None:
    """S10."""
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("import", "--database", url, "a.hand.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("dealproof: The database cannot be opened: ")


def test_a_folder_that_is_too_deep_is_a_sentence(run: Run) -> None:
    """S10."""
    Path("a.hand.json").write_bytes(text(GOOD))
    for levels in (1500, 300):
        result = run("import", "--database", "d/" * levels + "x.sqlite3", "a.hand.json")
        assert result.exit_code == 2
        assert "The database" in result.stderr
        if Path("d").exists():
            shutil.rmtree("d")


def test_it_may_be_installed_below_a_folder_with_a_percent_sign(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F5."""
    shutil.copytree(Path(db.__file__).parent / "migrations", tmp_path / "50% off" / "migrations")
    monkeypatch.setattr(db, "files", lambda _: tmp_path / "50% off")
    made = opened(database)
    assert Hands(made).take_in([("x", text(GOOD))]).stored == 1
    made.dispose()


def read_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the right to write to a file and its folder, also where the tests run as root, who has every right."""
    path.chmod(0o444)
    path.parent.chmod(0o555)
    access = os.access
    monkeypatch.setattr(
        os,
        "access",
        lambda where, mode: (
            access(where, mode) and not (mode == os.W_OK and path.parent in [where, Path(where).parent])
        ),
    )


def test_a_file_that_may_only_be_read_is_read_and_not_touched(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """F2."""
    path = Path("q/hands.sqlite3").absolute()
    Path("a.hand.json").write_bytes(text(GOOD))
    assert run("import", "--database", str(path), "a.hand.json").exit_code == 0
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    assert set(before) == {"hands.sqlite3"}
    with monkeypatch.context() as patch:
        read_only(path, patch)
        try:
            assert run("show", "--database", str(path), hand_id(GOOD)).exit_code == 0
            hands = Hands(engine(str(path)))
            assert [each.verdict for each in hands.latest().hands] == ["verified"]
            hands.database.dispose()
            Path("b.hand.json").write_bytes(text("hidden"))
            result = run("import", "--database", str(path), "b.hand.json")
            assert result.exit_code == 2
            assert "readonly" in result.stderr
            assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == before
        finally:
            path.parent.chmod(0o755)
            path.chmod(0o644)


def test_a_file_that_may_only_be_read_and_that_another_writes_to_is_read_as_it_is_now(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F2."""
    path = Path("q/hands.sqlite3").absolute()
    Path("a.hand.json").write_bytes(text(GOOD))
    writer = Hands(engine(str(path)))
    with monkeypatch.context() as patch:
        writer.take_in([("x", text("hidden"))])
        read_only(path, patch)
        try:
            reader = Hands(engine(str(path)))
            assert len(reader.latest().hands) == 1
            writer.take_in([("x", text(GOOD))])
            assert len(reader.latest().hands) == 2
        finally:
            path.parent.chmod(0o755)
            path.chmod(0o644)
    writer.database.dispose()
    reader.database.dispose()


def test_a_file_that_is_no_file_is_a_sentence(run: Run) -> None:
    Path("folder").mkdir()
    with pytest.raises(DatabaseUnusable, match="cannot be used"):
        opened("folder")
    assert run("show", "--database", "folder", "nobody").exit_code == 2
    with sqlite3.connect("other.sqlite3") as other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
    other.close()
    assert run("show", "--database", "other.sqlite3", "nobody").exit_code == 5
