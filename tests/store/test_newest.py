"""A new file has exactly the tables, indexes, constraints and version that the scripts make one after another."""

from pathlib import Path

from ringtrue.store.engine import Database, located
from ringtrue.store.migration import upgrade
from ringtrue.store.newest import STATEMENTS, make_newest, statements_of
from ringtrue.store.opening import found_version, opened
from ringtrue.store.schema import HEAD


def test_the_statements_are_those_of_the_scripts(tmp_path: Path) -> None:
    database = Database(located(tmp_path / "a.db"))
    with database.writing() as connection:
        upgrade(connection)
        made = statements_of(connection)
    database.close()
    assert STATEMENTS.read_text() == made, "run: make docs"


def test_a_new_file_has_what_the_statements_say(tmp_path: Path) -> None:
    database = opened(tmp_path / "a.db", create=True)
    with database.reading() as connection:
        assert found_version(connection) == HEAD
        assert statements_of(connection) == STATEMENTS.read_text()
    database.close()


def test_they_run_in_the_callers_transaction(tmp_path: Path) -> None:
    database = Database(located(tmp_path / "a.db"))
    with database.writing() as connection:
        make_newest(connection)
        connection.rollback()
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one() == 0
    database.close()
