"""The database: made by migrations from nothing, the same as the tables in the code, on SQLite and PostgreSQL."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect
from sqlmodel import SQLModel

from dealproof.web.store import settings
from dealproof.web.store.engine import engine, migrate, migrations, opened
from dealproof.web.store.location import location
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import GOOD, text

EACH_DATABASE = True


def test_migrations_up_from_nothing_make_what_the_code_says(database: str) -> None:
    made = opened(database)
    with made.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []
    made.dispose()


def test_every_migration_can_be_taken_back(database: str) -> None:
    made = opened(database)
    with made.begin() as connection:
        command.downgrade(migrations(connection), "base")
    assert inspect(made).get_table_names() == ["alembic_version"]
    made.dispose()


def test_programs_that_start_at_once_migrate_once(database: str) -> None:
    engines = [engine(database) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, engines))
    for each in engines:
        each.dispose()


def test_two_that_import_the_same_hand_at_once_store_it_once(database: str) -> None:
    hands = [Hands(opened(database)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        receipts = list(pool.map(lambda each: each.take_in([("a", text(GOOD))]), hands))
    assert sorted(receipt.stored for receipt in receipts) == [0, 0, 0, 1]
    for each in hands:
        each.database.dispose()


def test_the_database_is_what_the_command_line_says_then_the_environment_then_a_file_of_the_user() -> None:
    environment = {"DEALPROOF_DATABASE": "sqlite:///environment", "XDG_DATA_HOME": "/data"}
    assert settings.settings("sqlite:///line", environment).database == "sqlite:///line"
    assert settings.settings(None, environment).database == "sqlite:///environment"


@pytest.mark.skipif(sys.platform != "linux", reason="the place is another there")
def test_the_users_file_is_where_the_system_keeps_data() -> None:
    assert settings.settings(None, {"XDG_DATA_HOME": "/d"}).database == "/d/dealproof/dealproof.sqlite3"


def test_a_path_and_a_short_postgresql_url_are_understood(tmp_path: Path) -> None:
    assert location(str(tmp_path / "x.db")).database == str(tmp_path / "x.db")
    for scheme in ("postgres", "postgresql"):
        assert str(location(f"{scheme}://a@b/c")) == "postgresql+psycopg://a@b/c"
    assert str(location("postgresql+psycopg2://a@b/c")) == "postgresql+psycopg2://a@b/c"
