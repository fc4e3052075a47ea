"""Browsers that are signed in: for a while, as long as the token is accepted, by a secret that the database has not."""

from collections.abc import Iterator

import pytest

from dealproof.web.operators.sessions import LASTS, close_session, open_session, session_of
from dealproof.web.store.operator_database import OperatorDatabase, operator_database
from tests.support.operators import NOW, token_of

EACH_DATABASE = True


@pytest.fixture
def operators(database: str) -> Iterator[OperatorDatabase]:
    with operator_database(database) as opened:
        yield opened


def test_a_session_is_that_of_its_token_until_it_expires(operators: OperatorDatabase, database: str) -> None:
    token = token_of(database)
    with operators.writing() as tables:
        secret = open_session(tables, token, NOW)
        assert secret is not None
        for later in (0, LASTS * 1000 - 1):
            found = session_of(tables, secret, NOW + later)
            assert found is not None
            assert (found.account.name, found.token) == ("kochi", token[3:15])
        assert session_of(tables, secret, NOW + LASTS * 1000) is None
        assert open_session(tables, token, NOW) != secret


@pytest.mark.parametrize("token", ["", "x", "dp_0123456789ab_" + "x" * 43])
def test_nobody_signs_in_with_anything_but_a_token(operators: OperatorDatabase, token: str) -> None:
    with operators.writing() as tables:
        assert open_session(tables, token, NOW) is None


def test_a_session_ends_with_its_token_and_others_stay(operators: OperatorDatabase, database: str) -> None:
    first, second = token_of(database), token_of(database)
    with operators.writing() as tables:
        ended, stays = open_session(tables, first, NOW), open_session(tables, second, NOW)
        assert ended
        assert stays
        tables.accounts.revoke(first[3:15], NOW)
        assert session_of(tables, ended, NOW) is None
        assert session_of(tables, stays, NOW) is not None


def test_whoever_signs_out_is_signed_out(operators: OperatorDatabase, database: str) -> None:
    token = token_of(database)
    with operators.writing() as tables:
        secret = open_session(tables, token, NOW)
        assert secret
        close_session(tables, "another")
        assert session_of(tables, secret, NOW) is not None
        close_session(tables, secret)
        assert session_of(tables, secret, NOW) is None


@pytest.mark.parametrize("secret", ["", "x", "\0" * 43, "é" * 43, "x" * 43, "x" * 10_000])
def test_a_secret_that_was_never_given_opens_nothing(operators: OperatorDatabase, secret: str) -> None:
    with operators.reading() as tables:
        assert session_of(tables, secret, NOW) is None


def test_the_database_has_no_secret_and_no_session_that_has_expired(operators: OperatorDatabase, database: str) -> None:
    token = token_of(database)
    with operators.writing() as tables:
        secret = open_session(tables, token, NOW)
        stored = tables.accounts._connection.exec_driver_sql("SELECT * FROM operator_sessions").all()
        assert len(stored) == 1
        assert secret not in str(stored)
        open_session(tables, token, NOW + LASTS * 1000)
        assert len(tables.accounts._connection.exec_driver_sql("SELECT * FROM operator_sessions").all()) == 1
