"""Addresses, and transactions that keep their promise."""

import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from ringtrue.store.database import Database, located, opened
from ringtrue.store.store import Store
from ringtrue.terms.problem import BadInput
from servers import PostgreSQL


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


# Opening: what is made, what is upgraded, what is refused.


def refusal_of(place: str | Path, *, create: bool = False) -> str:
    with pytest.raises(BadInput) as refused:
        Store.open(place, create=create)
    return refused.value.problems[0].what


def test_a_database_made_once_opens_again(place: str) -> None:
    Store.open(place, create=True).close()
    with Store.open(place) as store:
        assert store.studies() == []
    with Store.open(place, create=True) as store:
        assert store.studies() == []


def test_nothing_there_is_refused_and_nothing_made(tmp_path: Path) -> None:
    assert refusal_of(tmp_path / "no.db") == "There is no such file."
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_is_refused_unless_asked_for(server: PostgreSQL, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for place in (str(tmp_path / "empty.db"), server.database()):
        assert refusal_of(place) == "It is empty."
        Store.open(place, create=True).close()


def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all, this is no database at all.\n" * 100)
    before = path.read_bytes()
    for create in (False, True):
        assert "file is not a database" in refusal_of(path, create=create)
    assert path.read_bytes() == before


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    before = (tmp_path / "other.db").read_bytes()
    for create in (False, True):
        assert "not ringtrue's" in refusal_of(tmp_path / "other.db", create=create)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"other.db": before}


def test_a_newer_database_is_refused(place: str) -> None:
    database = opened(place, create=True)
    with database.writing() as connection:
        connection.execute(text("UPDATE ringtrue_version SET version_num = '9999'"))
    database.close()
    assert "newer ringtrue" in refusal_of(place)
    assert "newer ringtrue" in refusal_of(place, create=True)


def test_a_missing_folder_and_a_missing_server_are_told(tmp_path: Path) -> None:
    assert "cannot be opened" in refusal_of(tmp_path / "no" / "study.db", create=True)
    assert "cannot be opened" in refusal_of(f"postgresql://x@/x?host={tmp_path}", create=True)
