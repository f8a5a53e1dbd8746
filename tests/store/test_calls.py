"""The journal of calls: found again, sealed run by run, whole after a run was cut short."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from ringtrue.store.backup import restore
from ringtrue.store.calls import (
    BEGUN,
    ENDED,
    OWN_COLUMNS,
    CallInserter,
    CallLog,
    CallRow,
    OwnRow,
    answered_by,
    rows_of,
    stored_row,
    unsealed,
)
from ringtrue.store.schema import calls
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore


def record_calls(study: StudyStore, rows: list[CallRow]) -> int:
    """Add attempts as one run that is over; returns how many."""
    with study.call_log(who="lab") as log:
        log.write(rows)
        return log.written


def row(
    key: str = "clone STR-1", *, request: str = "r1", said: str | None = "Yes.", error: str | None = None
) -> CallRow:
    return CallRow(key, request, 1, said, error, 10, 3, 0.5, '{"model":"m"}')


def test_an_answer_is_found_by_key_and_request(study: StudyStore) -> None:
    rows = [row(said=None, error="time-out"), row(said="no JSON", error="malformed"), row(), row("clone STR-2")]
    assert record_calls(study, rows) == 4
    assert study.call("clone STR-1", "r1") == rows[2]
    assert study.call("clone STR-1", "another request") is None
    assert study.call("clone STR-9", "r1") is None
    assert list(study.calls()) == rows


@pytest.mark.parametrize("said", ["", "nul \0 inside", "\x1aescape", "half \ud800 pair", "olá 日本 🙂"])
def test_any_text_comes_back_as_it_was(study: StudyStore, said: str) -> None:
    key = f"clone {said}"
    record_calls(study, [row(key, said=said), row("k", said=said, error=said or "e")])
    with study.call_log(who="lab") as log:
        found = log.find(key, "r1")
        assert list(log.answered_keys()) == [key]
    assert found == study.call(key, "r1") == row(key, said=said)
    assert list(study.calls())[1] == row("k", said=said, error=said or "e")
    assert study.verify_audit() == []


def test_a_row_is_found_as_soon_as_it_is_written(study: StudyStore) -> None:
    with study.call_log(who="lab") as log:
        assert log.find("clone STR-1", "r1") is None
        log.write([row()])
        assert log.find("clone STR-1", "r1") == row()
        assert log.written == 1


def test_a_run_without_a_call_leaves_no_trace(study: StudyStore) -> None:
    before = study.audit_head()
    with study.call_log(who="lab") as log:
        log.write([])
    assert record_calls(study, []) == 0
    assert study.audit_head() == before


def test_a_run_is_two_entries_of_the_chain(study: StudyStore) -> None:
    record_calls(study, [row(str(n)) for n in range(300)])
    begun, ended = list(study.audit_entries())[-2:]
    assert (begun.act, ended.act, ended.who) == ("calls begun", "calls ended", "lab")
    assert (ended.detail["calls"]["act"], ended.detail["calls"]["rows"]) == (begun.seq, 300)
    assert study.verify_audit() == []


def test_what_a_cut_run_left_is_sealed_by_the_next(study: StudyStore) -> None:
    cut = study.call_log(who="lab")
    cut.write([row("a"), row("b")])
    assert study.verify_audit() == []  # without a seal there is nothing to compare with
    record_calls(study, [row("c")])
    sealed = [entry.detail for entry in study.audit_entries() if entry.act == "calls ended"]
    assert [(detail["calls"]["rows"], detail.get("interrupted", False)) for detail in sealed] == [(2, True), (1, False)]
    cut.write([row("d")])  # it was not dead after all
    cut.close()
    assert [found.key for found in study.calls()] == ["a", "b", "d", "c"]
    assert study.verify_audit() == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE calls SET text = 'No.' WHERE key = 'b'", "changed after"),
        ("UPDATE calls SET error = 'x' WHERE key = 'a'", "changed after"),
        ("DELETE FROM calls WHERE key = 'c'", "3 rows were written, 2 are there"),
        ("DELETE FROM calls", "3 rows were written, 0 are there"),
        ("UPDATE calls SET act = 99", "3 rows were written, 0 are there"),
        ("UPDATE calls SET act = 99", "No entry of the chain"),
    ],
)
def test_rows_changed_behind_the_chain_are_found(study: StudyStore, change: str, said: str) -> None:
    record_calls(study, [row("a"), row("b"), row("c")])
    with study.database.writing() as connection:
        connection.execute(text(change))
    assert any(said in problem.what for problem in study.verify_audit())


def test_two_programs_write_at_once(study: StudyStore) -> None:
    with study.call_log(who="one") as first, study.call_log(who="two") as second:
        for n in range(20):
            first.write([row(f"first {n}")])
            second.write([row(f"second {n}")])
    assert len(list(study.calls())) == 40
    assert study.verify_audit() == []


def test_a_refused_write_adds_nothing_and_the_log_goes_on(study: StudyStore) -> None:
    with study.call_log(who="lab") as log:
        log.write([row("a")])
        broken = row("c")._replace(request=None)  # type: ignore[arg-type]
        with pytest.raises(Exception, match=r"(?i)null"):
            log.write([row("b"), broken])
        log.write([row("d")])
    assert [found.key for found in study.calls()] == ["a", "d"]
    assert study.verify_audit() == []


def test_a_backup_holds_the_journal(store: Store, study: StudyStore, tmp_path) -> None:  # type: ignore[no-untyped-def]
    record_calls(study, [row("a"), row("b", said="\0")])
    store.backup(tmp_path / "backup", who="lab")
    restore(tmp_path / "backup", tmp_path / "restored.db", who="lab")
    with Store.open(tmp_path / "restored.db") as restored:
        copy = restored.study(study.id)
        assert list(copy.calls()) == list(study.calls())
        assert copy.verify_audit() == []


# A row of the journal has its fields where the table has its columns, so that it is written as it is.


def test_the_fields_are_the_columns_between_number_and_time() -> None:
    columns = [column.name for column in calls.columns]
    assert columns[columns.index("number") + 1 : columns.index("at")] == list(CallRow._fields)


def test_what_a_row_may_lack_the_table_may_lack_too() -> None:
    optional = {name for name, kind in CallRow.__annotations__.items() if "None" in str(kind)}
    assert optional == {name for name in CallRow._fields if calls.c[name].nullable}


# The journal of one run: numbered, sealed with a digest anybody can compute, and found from another thread.


def row_call_log(key: str, said: str | None = "Yes.", error: str | None = None, seconds: float | None = 0.5) -> CallRow:
    return CallRow(key, "r", 1, said, error, 10, None, seconds, '{"model":"m"}')


def digest(study: StudyStore, act: int) -> str:
    """The oracle: SHA-256 of the rows as compact JSON, made here from what a plain query finds."""
    columns = f"number, {', '.join(CallRow._fields)}, at"
    with study.database.reading() as connection:
        asked = text(f"SELECT {columns} FROM calls WHERE study = :study AND act = :act ORDER BY number")  # noqa: S608
        rows = [list(one) for one in connection.execute(asked, {"study": study.id, "act": act})]
    return sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def ends(study: StudyStore) -> list[dict[str, object]]:
    told = [entry.detail for entry in study.audit_entries() if entry.act == ENDED]
    return [{name: detail[name] for name in ("calls", "interrupted") if name in detail} for detail in told]


def left_open(study: StudyStore) -> list[tuple[int, int, str]]:
    with study.database.reading() as connection:
        return [(act, found.rows, found.hexdigest()) for act, found in unsealed(connection, study.id)]


def test_a_run_is_sealed_with_the_digest_of_its_rows(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        log.write([row_call_log("a"), row_call_log("b", None, "time-out")])
        log.write([row_call_log("c", seconds=None)])
        assert log.written == 3
    (begun,) = [entry for entry in study.audit_entries() if entry.act == BEGUN]
    assert ends(study) == [{"calls": {"act": begun.seq, "rows": 3, "digest": digest(study, begun.seq)}}]
    assert left_open(study) == []


def test_rows_are_numbered_through_the_run_however_they_came(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        for batch in ([row_call_log("a")], [], [row_call_log("b"), row_call_log("c")], [row_call_log("d")]):
            log.write(batch)
        (act,) = [entry.seq for entry in study.audit_entries() if entry.act == BEGUN]
        with study.database.reading() as connection:
            found = [(one[0], one[1]) for one in rows_of(connection, study.id, act)]
    assert found == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]


def test_the_log_of_a_run_without_rows_leaves_nothing(study: StudyStore) -> None:
    before = study.audit_head()
    with CallLog(study, who="lab") as log:
        log.write([])
        assert (log.written, log.find("a", "r"), list(log.answered_keys())) == (0, None, [])
    assert study.audit_head() == before


def test_runs_that_were_cut_are_told_with_what_they_left(study: StudyStore) -> None:
    cut = CallLog(study, who="lab")
    cut.write([row_call_log("a"), row_call_log("b")])
    (act,) = [entry.seq for entry in study.audit_entries() if entry.act == BEGUN]
    assert left_open(study) == [(act, 2, digest(study, act))]
    other = CallLog(study, who="lab")
    other.write([row_call_log("c")])  # seals what the first left
    assert ends(study) == [{"calls": {"act": act, "rows": 2, "digest": digest(study, act)}, "interrupted": True}]
    cut.write([row_call_log("d")])
    assert [(found, rows) for found, rows, _ in left_open(study)] == [(act, 3), (act + 2, 1)]
    for log in (cut, other):
        log.close()
    assert left_open(study) == []
    assert study.verify_audit() == []


def test_an_answer_is_found_from_another_thread_while_rows_are_written(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log, ThreadPoolExecutor(1) as writer:
        for number in range(10):
            writer.submit(
                log.write, [row_call_log(f"k{number}"), row_call_log(f"e{number}", None, "time-out")]
            ).result()
            assert log.find(f"k{number}", "r") == row_call_log(f"k{number}")
            assert log.find(f"e{number}", "r") is None
        assert sorted(log.answered_keys()) == [f"k{number}" for number in range(10)]


def test_studies_do_not_see_each_others_calls(store: Store, study: StudyStore) -> None:
    other = store.create_study("other", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    with CallLog(study, who="lab") as log, CallLog(other, who="lab") as beside:
        log.write([row_call_log("a")])
        assert beside.find("a", "r") is None
        assert list(beside.answered_keys()) == []
        beside.write([row_call_log("b")])
        assert left_open(study)[0][1] == left_open(other)[0][1] == 1
    assert [one.key for one in study.calls()] == ["a"]
    assert study.verify_audit() == other.verify_audit() == []


def test_a_write_that_fails_is_not_in_the_seal(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        log.write([row_call_log("a")])
        broken = row_call_log("z")._replace(meta=None)  # type: ignore[arg-type]
        for count in (2, 200):
            with pytest.raises(Exception, match=r"(?i)null"):
                log.write([*(row_call_log(str(number)) for number in range(count)), broken])
        assert log.written == 1
        log.write([row_call_log("b")])
    assert [one.key for one in study.calls()] == ["a", "b"]
    assert study.verify_audit() == []


def test_what_the_chain_cannot_tell_of_is_not_written(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        log.write([row_call_log("a")])
        with pytest.raises(ValueError, match="JSON"):
            log.write([row_call_log("b", seconds=float("nan"))])
        log.write([row_call_log("c")])
    assert [one.key for one in study.calls()] == ["a", "c"]
    assert study.verify_audit() == []


def test_whole_seconds_are_sealed_as_the_database_gives_them_back(study: StudyStore) -> None:
    record_calls(study, [row_call_log("a", seconds=2)])
    assert study.verify_audit() == []


def test_more_rows_than_one_piece_are_digested_alike(study: StudyStore) -> None:
    cut = CallLog(study, who="lab")
    cut.write([row_call_log(str(number)) for number in range(2001)])
    (found,) = left_open(study)
    assert found[1:] == (2001, digest(study, found[0]))
    cut.close()
    assert study.verify_audit() == []


def test_a_run_can_begin_before_its_first_row_and_end_without_any(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        act = log.begin()
        assert log.begin() == act  # once is enough
    (begun,) = [entry for entry in study.audit_entries() if entry.act == BEGUN]
    assert begun.seq == act
    assert ends(study) == [{"calls": {"act": act, "rows": 0, "digest": digest(study, act)}}]
    assert study.verify_audit() == []


def test_a_run_that_was_cut_before_its_first_row_is_in_order(study: StudyStore) -> None:
    cut = CallLog(study, who="lab")
    cut.begin()
    assert left_open(study) == []
    with CallLog(study, who="lab") as log:
        log.write([row_call_log("a")])
    assert study.verify_audit() == []
    cut.close()
    assert study.verify_audit() == []


# The statements of a run: many rows at once or none, any text, and one row found by its index.


AT = "2026-02-03T04:05:06Z"


def row_call_sql(
    number: int, key: str = "", said: str | None = "Yes.", error: str | None = None, request: str = "r"
) -> OwnRow:
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
        inserter.insert((study.id, act, AT), [row_call_sql(number) for number in range(1, count + 1)])
    assert [one.key for one in study.calls()] == [f"k{n}" for count in counts for n in range(1, count + 1)]
    with study.database.reading() as connection:
        found = connection.execute(text("SELECT act, count(*), min(at), max(at) FROM calls GROUP BY act ORDER BY act"))
        assert [tuple(one) for one in found] == [(act, n, AT, AT) for act, n in enumerate(counts) if n]


def test_one_bad_row_keeps_all_of_them_out_and_the_next_ones_go_in(study: StudyStore, inserter: CallInserter) -> None:
    for bad in (1, 64, 65, 150):
        rows = [row_call_sql(number, request="r" if number != bad else None) for number in range(1, 151)]  # type: ignore[arg-type]
        with pytest.raises(Exception, match=r"(?i)null"):
            inserter.insert((study.id, 5, AT), rows)
        assert list(study.calls()) == []
    inserter.insert((study.id, 5, AT), [row_call_sql(1)])
    assert len(list(study.calls())) == 1


def test_a_number_is_given_once(study: StudyStore, inserter: CallInserter) -> None:
    inserter.insert((study.id, 5, AT), [row_call_sql(1, "first")])
    with pytest.raises(Exception, match=r"(?i)unique"):
        inserter.insert((study.id, 5, AT), [row_call_sql(2, "second"), row_call_sql(1, "again")])
    assert [one.key for one in study.calls()] == ["first"]


def test_only_the_answer_to_this_request_is_found(study: StudyStore, inserter: CallInserter) -> None:
    rows = [
        row_call_sql(1, "k", None, "time-out"),
        row_call_sql(2, "k", "perhaps", "malformed"),
        row_call_sql(3, "k", "Yes."),
        row_call_sql(4, "k", "No.", request="another"),
        row_call_sql(5, "other", "Maybe."),
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
def test_any_text_comes_back_as_it_was_call_sql(shared: Store, texts: list[tuple[str, str | None, str | None]]) -> None:
    study = shared.create_study("s", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    inserter = CallInserter(study.database)
    rows = [row_call_sql(number, key or "k", said, error) for number, (key, said, error) in enumerate(texts, 1)]
    inserter.insert((study.id, 5, AT), rows)
    inserter.close()
    assert list(study.calls()) == [CallRow(*one[1:]) for one in rows]
    with study.database.reading() as connection:
        asked = f"SELECT {', '.join(CallRow._fields)} FROM calls WHERE study = ? ORDER BY number"  # noqa: S608
        stored = connection.exec_driver_sql(asked, (study.id,)).all()
    assert [stored_row(one) for one in stored] == [CallRow(*one[1:]) for one in rows]


def test_a_row_that_is_there_is_refused(study: StudyStore, inserter: CallInserter) -> None:
    inserter.insert((study.id, 1, AT), [row_call_sql(1)])
    with pytest.raises(Exception, match=r"(?i)unique"):
        inserter.insert((study.id, 1, AT), [row_call_sql(1)])
