"""Alembic's entry runs on the connection it is handed, inside that connection's transaction."""

from pathlib import Path

from sqlalchemy import inspect

from ringtrue.store.database import Database, located
from ringtrue.store.migration import upgrade
from ringtrue.store.schema import VERSION_TABLE


def test_the_scripts_run_in_the_callers_transaction(tmp_path: Path) -> None:
    database = Database(located(tmp_path / "a.db"))
    with database.writing() as connection:
        upgrade(connection)
        assert inspect(connection).has_table(VERSION_TABLE)
        connection.rollback()
    with database.reading() as connection:
        assert inspect(connection).get_table_names() == []
    database.close()
