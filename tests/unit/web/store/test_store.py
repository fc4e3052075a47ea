"""The queries, on SQLite and PostgreSQL alike."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from dealproof.replay.audit import audited
from dealproof.replay.record.record import parse
from dealproof.verifier.encoding import MAX_INTEGER
from dealproof.web.store import queries
from dealproof.web.store.engine import opened, writing
from dealproof.web.store.service import columns
from dealproof.web.store.summary import summary
from tests.support import postgresql
from tests.unit.web.conftest import GOOD, ILLEGAL, MISMATCH, hand_id, text

EACH_DATABASE = True


@pytest.fixture
def session(database: str) -> Iterator[Connection]:
    made = opened(database)
    with writing(made) as connection:
        yield connection
    made.dispose()


def row(name: str) -> queries.Values:
    return columns(text(name), parse(text(name)))


def bring(session: Connection, name: str) -> None:
    id = queries.add(session, row(name))
    assert id is not None
    queries.summarise(session, id, summary(text(name), *audited(text(name))))


def test_bytes_come_back_as_they_went_in(session: Connection) -> None:
    hand = row(GOOD)
    queries.add(session, {**hand, "record": bytes(range(256))})
    found = queries.record(session, hand_id(GOOD))
    assert found is not None
    assert found[1] == bytes(range(256))


def test_the_greatest_number_of_a_record_has_room(session: Connection) -> None:
    hand = row(GOOD)
    assert queries.add(session, {**hand, "number": MAX_INTEGER})


def test_a_second_hand_of_the_same_id_is_not_added_and_the_first_stays(session: Connection) -> None:
    hand = row(GOOD)
    id = queries.add(session, hand)
    assert id is not None
    assert queries.add(session, {**hand, "record": b"another"}) is None
    assert queries.record(session, hand_id(GOOD)) == (id, text(GOOD))


def test_an_id_is_the_same_only_letter_by_letter(session: Connection) -> None:
    queries.add(session, row(GOOD))
    assert queries.record(session, hand_id(GOOD).swapcase()) is None


def test_the_latest_come_newest_first_and_no_more_than_asked_for(session: Connection) -> None:
    for name in (GOOD, ILLEGAL, MISMATCH):
        bring(session, name)
    found = queries.listing(session, queries.Filters(), None, 2)
    assert [each.hand for each in found] == [hand_id(MISMATCH), hand_id(ILLEGAL)]


def test_without_server_programs_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.postgresql.Path.glob", lambda *_: iter(()))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(postgresql.Missing, match="apt-get install postgresql"):
        postgresql.programs()
