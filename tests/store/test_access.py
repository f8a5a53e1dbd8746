"""Doors: invites hold once, for a while, and can be revoked; only hashes are stored."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from ringtrue.store.access import (
    LONGEST_PASSWORD,
    Access,
    Invite,
    delete_organiser,
    is_right,
    organiser_names,
    store_password,
)
from ringtrue.store.backup import restore
from ringtrue.store.schema import ACCESS_TABLES
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.item import Card, Packet
from ringtrue.terms.problem import BadInput

PASSWORD = "four words in row"  # noqa: S105 - of nobody


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def access(study: StudyStore, clock: Clock) -> Access:
    cards = (Card("c", "pair", "p", ("x", "y")),)
    study.issue_packets([Packet("t1", "Jo", cards), Packet("t2", "Kim", cards)], who="lab")
    return Access(study, clock=clock)


def stored(study: StudyStore) -> Iterator[str]:
    """All that the database holds, as text."""
    with study.database.reading() as connection:
        for table in ("audit", "rater_notes", *ACCESS_TABLES):
            yield from (str(row) for row in connection.execute(text(f"SELECT * FROM {table}")))  # noqa: S608


def test_an_invite_is_used_once_and_begins_a_session(access: Access, clock: Clock) -> None:
    token = access.invite("Jo", 2)
    assert access.look_at(token) == Invite("Jo", "open", clock.now + 7200)
    session = access.claim(token)
    assert session is not None
    assert access.claim(token) is None
    assert access.look_at(token) == Invite("Jo", "claimed", clock.now + 7200)
    found = access.session(session)
    assert found is not None
    assert (found.kind, found.name) == ("rater", "Jo")
    assert access.session(token) is None  # the invite itself opens nothing
    assert access.session("") is None


def test_looking_at_an_invite_does_not_use_it_up(access: Access) -> None:
    token = access.invite("Jo")
    for _ in range(3):
        access.look_at(token)
    assert access.look_at("unknown") is None
    assert access.claim(token) is not None


def test_invites_and_sessions_expire(access: Access, clock: Clock) -> None:
    late, used = access.invite("Jo", 1), access.invite("Jo", 1)
    session = access.claim(used, hours=2)
    assert session is not None
    clock.now += 3600
    assert access.claim(late) is None
    assert [invite.state for invite in access.invites()].count("expired") == 1
    assert access.session(session) is not None
    clock.now += 3600
    assert access.session(session) is None


def test_revoking_shuts_a_rater_out_and_nobody_else(access: Access) -> None:
    mine, other = access.claim(access.invite("Jo")), access.claim(access.invite("Kim"))
    open_one = access.invite("Jo")
    assert mine is not None
    assert other is not None
    access.revoke("Jo")
    assert access.session(mine) is None
    assert access.claim(open_one) is None
    assert access.session(other) is not None
    assert access.claim(access.invite("Jo")) is not None  # and may be asked again


def test_two_at_once_get_one_session(access: Access) -> None:
    token = access.invite("Jo")
    with ThreadPoolExecutor(8) as pool:
        claimed = list(pool.map(lambda _: access.claim(token), range(8)))
    assert sum(one is not None for one in claimed) == 1


def test_an_ended_session_is_over(access: Access) -> None:
    session = access.claim(access.invite("Jo"))
    assert session is not None
    access.end_session(session)
    access.end_session("unknown")
    assert access.session(session) is None


def test_unknown_and_withdrawn_raters_are_not_invited(access: Access, study: StudyStore) -> None:
    session = access.claim(access.invite("Jo"))
    study.withdraw_rater("Jo", who="lab", why="asked")
    assert session is not None
    assert access.session(session) is None
    for name, what in (("Jo", "withdrawn"), ("Nobody", "no such rater")):
        with pytest.raises(BadInput, match=what):
            access.invite(name)


def test_organisers_log_in_with_their_password_alone(access: Access, clock: Clock) -> None:
    assert access.organisers() == []
    access.set_organiser("Ann", PASSWORD)
    access.set_organiser("Bob", PASSWORD + "!")
    assert access.organisers() == ["Ann", "Bob"]
    for name, password in (("Ann", PASSWORD + "!"), ("Nobody", PASSWORD), ("Ann", ""), ("ann", PASSWORD)):
        assert access.log_in(name, password) is None
    session = access.log_in("Ann", PASSWORD, hours=1)
    assert session is not None
    found = access.session(session)
    assert found is not None
    assert (found.kind, found.name, found.expires) == ("organiser", "Ann", clock.now + 3600)
    access.set_organiser("Ann", "another password")
    assert access.session(session) is None
    assert access.log_in("Ann", PASSWORD) is None
    assert access.log_in("Ann", "another password") is not None


def test_nothing_stored_opens_a_door(access: Access, study: StudyStore) -> None:
    token = access.invite("Jo")
    session = access.claim(token)
    access.set_organiser("Ann", PASSWORD)
    organiser = access.log_in("Ann", PASSWORD)
    found = "\n".join(stored(study))
    assert "Ann" in found
    for secret in (token, session, organiser, PASSWORD):
        assert secret is not None
        assert secret not in found
    acts = [entry.act for entry in study.audit_entries()][2:]
    assert acts == ["rater invited", "invite claimed", "organiser set"]
    assert study.verify_audit() == []


def test_an_erased_rater_has_no_door_left(access: Access, study: StudyStore) -> None:
    session = access.claim(access.invite("Jo"))
    access.invite("Jo")
    study.anonymise_rater("Jo", who="lab")
    assert session is not None
    assert access.session(session) is None
    assert access.invites() == []


def test_a_backup_carries_no_door(access: Access, study: StudyStore, store: Store, tmp_path: Path) -> None:
    session = access.claim(access.invite("Jo"))
    access.set_organiser("Ann", PASSWORD)
    store.backup(tmp_path / "b", who="lab")
    restore(tmp_path / "b", tmp_path / "restored.db", who="lab")
    with Store.open(tmp_path / "restored.db") as other:
        again = Access(other.study(study.id))
        assert session is not None
        assert again.session(session) is None
        assert (again.invites(), again.organisers()) == ([], [])


def test_doors_of_one_study_do_not_open_another(store: Store, access: Access, study: StudyStore) -> None:
    other = store.create_study("other", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    token = access.invite("Jo")
    assert Access(other).claim(token) is None
    session = access.claim(token)
    assert session is not None
    assert Access(other).session(session) is None


# Passwords: long enough, hashed, compared whole.


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
