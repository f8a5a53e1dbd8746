"""Addresses, and transactions that keep their promise."""

from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from ringtrue.store.engine import Database, located
from ringtrue.terms import BadInput


@pytest.mark.parametrize("place", ["study.db", Path("study.db"), "sqlite:///study.db"])
def test_a_path_is_a_sqlite_file(place: str | Path) -> None:
    assert (located(place).drivername, located(place).database) == ("sqlite", "study.db")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg", "postgresql+psycopg2"])
def test_postgresql_is_reached_by_psycopg(scheme: str) -> None:
    assert located(f"{scheme}://u:secret@host/db").drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    "place",
    ["mysql://u:secret@host/db", "sqlite://", "sqlite:///:memory:", "://", "postgresql://u:secret@host:port/db"],
)
def test_other_addresses_are_refused_without_showing_a_password(place: str) -> None:
    with pytest.raises(BadInput) as refused:
        located(place)
    assert "secret" not in str(refused.value.problems)


def test_a_password_is_not_shown() -> None:
    assert "secret" not in Database(located("postgresql://u:secret@host/db")).shown


def test_sqlite_is_set_to_lose_nothing(tmp_path: Path) -> None:
    database = Database(located(tmp_path / "a.db"))
    database.sqlite_command("PRAGMA journal_mode = WAL")
    with database.writing() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        values = [connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in asked]
    database.close()
    assert values == ["wal", 2, 1, 120_000]


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    database = Database(located(tmp_path / "a.db"))
    with suppress(ZeroDivisionError), database.writing() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER)"))
        raise ZeroDivisionError
    with database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar_one() == 0
    database.close()


def test_a_reader_sees_one_moment_and_hinders_no_writer(tmp_path: Path) -> None:
    database = Database(located(tmp_path / "a.db"))
    database.sqlite_command("PRAGMA journal_mode = WAL")
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER)"))
    with database.reading() as before:
        assert before.execute(text("SELECT count(*) FROM t")).scalar_one() == 0
        with database.writing() as connection:
            connection.execute(text("INSERT INTO t VALUES (1)"))
        assert before.execute(text("SELECT count(*) FROM t")).scalar_one() == 0
    with database.reading() as after:
        assert after.execute(text("SELECT count(*) FROM t")).scalar_one() == 1
    database.close()
