"""Inserting at the driver's speed stores what the slow way would."""

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from ringtrue.store import StudyStore
from ringtrue.store.bulk import insert_rows
from ringtrue.store.schema import responses


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
