"""The statements of a run: many rows at once or none, any text, and one row found by its index."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from ringtrue.store import CallRow, Store, StudyStore
from ringtrue.store.call_sql import OWN_COLUMNS, Busy, CallInserter, OwnRow, answered_by, stored_row
from ringtrue.store.engine import WAIT_FOR_WRITERS

AT = "2026-02-03T04:05:06Z"


def row(number: int, key: str = "", said: str | None = "Yes.", error: str | None = None, request: str = "r") -> OwnRow:
    return (number, key or f"k{number}", request, 1, said, error, 10, None, 0.5, "{}")


@pytest.fixture
def inserter(study: StudyStore) -> Iterator[CallInserter]:
    made = CallInserter(study.database)
    yield made
    made.close()


def found(study: StudyStore, key: str, request: str = "r") -> CallRow | None:
    with study.database.reading() as connection:
        values = connection.exec_driver_sql(answered_by(study.database), (study.id, key, request)).first()
    return None if values is None else stored_row(values)


def test_a_row_begins_with_its_number() -> None:
    assert ("number", *CallRow._fields) == OWN_COLUMNS


def test_any_number_of_rows_goes_in_at_once(study: StudyStore, inserter: CallInserter) -> None:
    counts = (0, 1, 63, 64, 65, 128, 129, 300)  # 64 are one statement
    for act, count in enumerate(counts):
        inserter.insert((study.id, act, AT), [row(number) for number in range(1, count + 1)])
    assert [one.key for one in study.calls()] == [f"k{n}" for count in counts for n in range(1, count + 1)]
    with study.database.reading() as connection:
        found = connection.execute(text("SELECT act, count(*), min(at), max(at) FROM calls GROUP BY act ORDER BY act"))
        assert [tuple(one) for one in found] == [(act, n, AT, AT) for act, n in enumerate(counts) if n]


def test_one_bad_row_keeps_all_of_them_out_and_the_next_ones_go_in(study: StudyStore, inserter: CallInserter) -> None:
    for bad in (1, 64, 65, 150):
        rows = [row(number, request="r" if number != bad else None) for number in range(1, 151)]  # type: ignore[arg-type]
        with pytest.raises(Exception, match=r"(?i)null"):
            inserter.insert((study.id, 5, AT), rows)
        assert list(study.calls()) == []
    inserter.insert((study.id, 5, AT), [row(1)])
    assert len(list(study.calls())) == 1


def test_a_number_is_given_once(study: StudyStore, inserter: CallInserter) -> None:
    inserter.insert((study.id, 5, AT), [row(1, "first")])
    with pytest.raises(Exception, match=r"(?i)unique"):
        inserter.insert((study.id, 5, AT), [row(2, "second"), row(1, "again")])
    assert [one.key for one in study.calls()] == ["first"]


def test_only_the_answer_to_this_request_is_found(study: StudyStore, inserter: CallInserter) -> None:
    rows = [
        row(1, "k", None, "time-out"),
        row(2, "k", "perhaps", "malformed"),
        row(3, "k", "Yes."),
        row(4, "k", "No.", request="another"),
        row(5, "other", "Maybe."),
    ]
    inserter.insert((study.id, 5, AT), rows)
    assert found(study, "k") == CallRow(*rows[2][1:])
    assert found(study, "k", "another") == CallRow(*rows[3][1:])
    assert found(study, "k", "third") is None
    assert found(study, "kk") is None


def test_the_answer_is_found_by_the_index_of_keys(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Store.open(tmp_path_factory.mktemp("plan") / "study.db", create=True) as store:
        study = store.create_study("s", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
        with study.database.reading() as connection:
            asked = f"EXPLAIN QUERY PLAN {answered_by(study.database)}"
            (step,) = connection.exec_driver_sql(asked, (study.id, "k", "r")).all()
    assert "USING INDEX calls_key (study=? AND key=?)" in step[-1]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("shared") / "study.db", create=True) as opened:
        yield opened


ANY = st.text(st.characters() | st.sampled_from("\0\x1a\ud800\udfff"), max_size=8)  # half pairs and NUL too


@settings(max_examples=25)
@given(st.lists(st.tuples(ANY, st.none() | ANY, st.none() | ANY), min_size=1, max_size=4))
def test_any_text_comes_back_as_it_was(shared: Store, texts: list[tuple[str, str | None, str | None]]) -> None:
    study = shared.create_study("s", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    inserter = CallInserter(study.database)
    rows = [row(number, key or "k", said, error) for number, (key, said, error) in enumerate(texts, 1)]
    inserter.insert((study.id, 5, AT), rows)
    inserter.close()
    assert list(study.calls()) == [CallRow(*one[1:]) for one in rows]
    with study.database.reading() as connection:
        asked = f"SELECT {', '.join(CallRow._fields)} FROM calls WHERE study = ? ORDER BY number"  # noqa: S608
        stored = connection.exec_driver_sql(asked, (study.id,)).all()
    assert [stored_row(one) for one in stored] == [CallRow(*one[1:]) for one in rows]


@pytest.mark.parametrize("count", [1, 65])  # one statement, and a transaction of several
def test_who_does_not_want_to_wait_is_told_that_another_program_writes(
    study: StudyStore, inserter: CallInserter, count: int
) -> None:
    rows = [row(number) for number in range(1, count + 1)]
    with study.database.writing() as other:
        other.exec_driver_sql("DELETE FROM calls")
        held = study.database.path is not None  # PostgreSQL's writers do not hold each other up
        assert inserter.is_free(study.id) is not held
        if held:
            with pytest.raises(Busy):
                inserter.insert((study.id, 1, AT), rows, wait=False)
    assert inserter.is_free(study.id)
    inserter.insert((study.id, 1, AT), rows, wait=False)
    assert len(list(study.calls())) == count


def test_an_act_of_another_program_is_seen_in_any_database(study: StudyStore, inserter: CallInserter) -> None:
    with study.acting("something", "ben"):
        assert not inserter.is_free(study.id)
    assert inserter.is_free(study.id)


def test_other_faults_are_not_taken_for_another_program(study: StudyStore, inserter: CallInserter) -> None:
    inserter.insert((study.id, 1, AT), [row(1)], wait=False)
    with pytest.raises(Exception, match=r"(?i)unique"):
        inserter.insert((study.id, 1, AT), [row(1)], wait=False)


def test_the_connection_goes_back_as_it_came(study: StudyStore) -> None:
    if study.database.path is None:
        pytest.skip("only SQLite is told how long to wait")
    made = CallInserter(study.database)
    made.insert((study.id, 1, AT), [row(1)], wait=False)
    made.close()
    connection = study.database.driver_connection()
    assert connection.cursor().execute("PRAGMA busy_timeout").fetchone() == (WAIT_FOR_WRITERS * 1000,)
    connection.close()
