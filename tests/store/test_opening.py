"""Opening: what is made, what is upgraded, what is refused."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from ringtrue.store import Store
from ringtrue.store.opening import opened
from ringtrue.terms import BadInput
from servers import PostgreSQL


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
