"""An act: rows and entry together, or neither."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from ringtrue.store.schema import responses
from ringtrue.store.study_store import StudyStore
from ringtrue.store.transaction import GENESIS, Entry, insert_rows, pieces, program_version
from ringtrue.terms.problem import BadInput

ROW = ("i", "clone", 1, "text", None, "{}")


def test_rows_are_counted_and_digested_in_the_entry(study: StudyStore) -> None:
    with study.acting("tried", "lab", {"more": 1}) as act:
        act.add(responses, [ROW])
        act.add(responses, [("j", *ROW[1:])])
    *_, entry = study.audit_entries()
    assert (entry.act, entry.who, entry.detail["more"]) == ("tried", "lab", 1)
    assert entry.detail["wrote"]["responses"]["rows"] == 2
    assert entry.detail["program"] == program_version()
    assert entry.detail["protocol"] == study.record().protocol["hash"]
    assert study.verify_audit() == []


def test_whatever_is_raised_undoes_rows_and_entry(study: StudyStore) -> None:
    with suppress(ZeroDivisionError), study.acting("tried", "lab") as act:
        act.add(responses, [ROW])
        raise ZeroDivisionError
    assert list(study.responses()) == []
    assert study.audit_head()[0] == 1


def test_an_empty_act_leaves_no_entry(study: StudyStore) -> None:
    with study.acting("tried", "lab") as act:
        act.empty = True
    assert study.audit_head()[0] == 1


def test_an_act_has_an_author(study: StudyStore) -> None:
    with pytest.raises(BadInput):
        study.note("x", {}, who="")


# An entry's hash covers all of it.


ENTRY = Entry("s", 1, "2026-01-01T00:00:00+00:00", "lab", "study created", "{}", GENESIS)


@pytest.mark.parametrize("field", ["study", "at", "who", "act", "detail", "previous"])
def test_any_change_changes_the_hash(field: str) -> None:
    assert replace(ENTRY, **{field: getattr(ENTRY, field) + "x"}).own_hash() != ENTRY.own_hash()


def test_the_place_is_part_of_the_hash() -> None:
    assert ENTRY.own_hash(2) == replace(ENTRY, seq=2).own_hash() != ENTRY.own_hash()


def test_the_stored_hash_is_no_part_of_it() -> None:
    assert replace(ENTRY, hash="x").own_hash() == ENTRY.own_hash()


def test_the_hash_is_the_sha256_of_the_canonical_json() -> None:
    # printf of {"act":"study created","at":...,"previous":"000...","seq":1,"study":"s","who":"lab"} through sha256.
    from hashlib import sha256

    text = (
        '{"act":"study created","at":"2026-01-01T00:00:00+00:00","detail":"{}","previous":"'
        + "0" * 64
        + '","seq":1,"study":"s","who":"lab"}'
    )
    assert ENTRY.own_hash() == sha256(text.encode()).hexdigest()


# Inserting at the driver's speed stores what the slow way would.


@pytest.mark.parametrize("many", [1, 200])  # PostgreSQL takes few and many by different ways
def test_awkward_texts_are_stored(study: StudyStore, many: int) -> None:
    texts = ["a\tb\\n\n", "\0", "\x1a", "\ud800", "\\N", "", "漢🙂"]
    rows = [(n, str(n), "s", 1, texts[n % len(texts)], None, "{}") for n in range(many * len(texts))]
    with study.database.writing() as connection:
        for start in range(0, len(rows), many):
            insert_rows(connection, responses, study.id, 1, rows[start : start + many])
    with study.database.reading() as connection:
        stored = connection.execute(select(responses.c.text, responses.c.error).order_by(responses.c.seq)).all()
    assert [tuple(row) for row in stored] == [(row[4], None) for row in rows]


@pytest.mark.parametrize("many", [2, 200])
def test_a_row_twice_is_an_integrity_error_either_way(study: StudyStore, many: int) -> None:
    rows = [(n, "same", "s", 1, "t", None, "{}") for n in range(many)]
    with pytest.raises(IntegrityError), study.database.writing() as connection:
        insert_rows(connection, responses, study.id, 1, rows)


# Cutting a stream into lists.


@given(st.lists(st.integers()), st.integers(1, 7))
def test_pieces_put_together_are_the_whole(rows: list[int], size: int) -> None:
    cut = list(pieces(iter(rows), size))
    assert [row for piece in cut for row in piece] == rows
    assert all(len(piece) == size for piece in cut[:-1])
    assert all(cut)


def test_a_piece_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError):
        list(pieces([1], 0))
