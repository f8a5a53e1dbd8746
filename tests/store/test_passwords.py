"""Passwords: long enough, hashed, compared whole."""

import pytest

from ringtrue.store import StudyStore
from ringtrue.store.passwords import LONGEST_PASSWORD, delete_organiser, is_right, organiser_names, store_password
from ringtrue.terms import BadInput


@pytest.mark.parametrize("password", ["", "too short", "x" * (LONGEST_PASSWORD + 1)])
def test_too_short_and_endless_ones_are_refused(study: StudyStore, password: str) -> None:
    with study.database.writing() as connection, pytest.raises(BadInput, match="10 to 1000"):
        store_password(connection, study.id, "Ann", password)


def test_the_right_one_is_right_and_equal_ones_are_stored_differently(study: StudyStore) -> None:
    with study.database.writing() as connection:
        for name in ("Ann", "Bob"):
            store_password(connection, study.id, name, "pässword \ud800 1")
        assert is_right(connection, study.id, "Ann", "pässword \ud800 1")
        assert not is_right(connection, study.id, "Ann", "pässword \ud800 2")
        assert not is_right(connection, study.id, "Cyd", "pässword \ud800 1")
        rows = connection.exec_driver_sql("SELECT salt, password FROM access_organisers").all()
        assert len(set(rows)) == 2
        assert organiser_names(connection, study.id) == ["Ann", "Bob"]
        delete_organiser(connection, study.id, "Ann")
        assert organiser_names(connection, study.id) == ["Bob"]
