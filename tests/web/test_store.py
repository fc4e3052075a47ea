"""The queries, on SQLite and PostgreSQL alike."""

from collections.abc import Iterator

import pytest
from sqlmodel import Session

from replay.record import parse
from tests.web import postgresql
from tests.web.conftest import GOOD, ILLEGAL, MISMATCH, hand_id, text
from verifier.encoding import MAX_INTEGER
from web import store
from web.db import opened
from web.service import stored
from web.tables import StoredHand


@pytest.fixture
def session(each_database: str) -> Iterator[Session]:
    database = opened(each_database)
    with Session(database) as session:
        yield session
    database.dispose()


def row(name: str) -> StoredHand:
    return stored(parse(text(name)), text(name))


def test_bytes_come_back_as_they_went_in(session: Session) -> None:
    hand = row(GOOD)
    hand.record = bytes(range(256))
    store.add(session, hand)
    assert store.record(session, hand_id(GOOD)) == bytes(range(256))


def test_the_greatest_number_of_a_record_has_room(session: Session) -> None:
    hand = row(GOOD)
    hand.number = MAX_INTEGER
    assert store.add(session, hand)


def test_a_second_hand_of_the_same_id_is_not_added_and_the_first_stays(session: Session) -> None:
    hand = row(GOOD)
    assert store.add(session, hand)
    hand.record = b"another"
    assert not store.add(session, hand)
    assert store.record(session, hand_id(GOOD)) == text(GOOD)


def test_an_id_is_the_same_only_letter_by_letter(session: Session) -> None:
    store.add(session, row(GOOD))
    assert store.record(session, hand_id(GOOD).swapcase()) is None


def test_the_latest_come_newest_first_and_no_more_than_asked_for(session: Session) -> None:
    for name in (GOOD, ILLEGAL, MISMATCH):
        store.add(session, row(name))
    assert store.latest(session, 2) == [text(MISMATCH), text(ILLEGAL)]


def test_without_server_programs_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.web.postgresql.Path.glob", lambda *_: iter(()))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(postgresql.Missing, match="apt-get install postgresql"):
        postgresql.programs()
