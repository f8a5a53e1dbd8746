"""The journal of one run: numbered, sealed with a digest anybody can compute, and found from another thread."""

import json
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from sqlalchemy import text

from ringtrue.store import Busy, CallRow, Store, StudyStore
from ringtrue.store.call_log import BEGUN, ENDED, CallLog, rows_of, unsealed


def row(key: str, said: str | None = "Yes.", error: str | None = None, seconds: float | None = 0.5) -> CallRow:
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
        log.write([row("a"), row("b", None, "time-out")])
        log.write([row("c", seconds=None)])
        assert log.written == 3
    (begun,) = [entry for entry in study.audit_entries() if entry.act == BEGUN]
    assert ends(study) == [{"calls": {"act": begun.seq, "rows": 3, "digest": digest(study, begun.seq)}}]
    assert left_open(study) == []


def test_rows_are_numbered_through_the_run_however_they_came(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        for batch in ([row("a")], [], [row("b"), row("c")], [row("d")]):
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
    cut.write([row("a"), row("b")])
    (act,) = [entry.seq for entry in study.audit_entries() if entry.act == BEGUN]
    assert left_open(study) == [(act, 2, digest(study, act))]
    other = CallLog(study, who="lab")
    other.write([row("c")])  # seals what the first left
    assert ends(study) == [{"calls": {"act": act, "rows": 2, "digest": digest(study, act)}, "interrupted": True}]
    cut.write([row("d")])
    assert [(found, rows) for found, rows, _ in left_open(study)] == [(act, 3), (act + 2, 1)]
    for log in (cut, other):
        log.close()
    assert left_open(study) == []
    assert study.verify_audit() == []


def test_an_answer_is_found_from_another_thread_while_rows_are_written(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log, ThreadPoolExecutor(1) as writer:
        for number in range(10):
            writer.submit(log.write, [row(f"k{number}"), row(f"e{number}", None, "time-out")]).result()
            assert log.find(f"k{number}", "r") == row(f"k{number}")
            assert log.find(f"e{number}", "r") is None
        assert sorted(log.answered_keys()) == [f"k{number}" for number in range(10)]


def test_what_an_earlier_run_left_is_not_sealed_by_who_does_not_want_to_wait(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        log.write([row("a")], wait=False)  # nothing was there before
    with CallLog(study, who="lab") as log:
        with pytest.raises(Busy):
            log.write([row("b")], wait=False)
        log.write([row("b")])
        log.write([row("c")], wait=False)
    assert [one.key for one in study.calls()] == ["a", "b", "c"]
    assert study.verify_audit() == []


def test_studies_do_not_see_each_others_calls(store: Store, study: StudyStore) -> None:
    other = store.create_study("other", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    with CallLog(study, who="lab") as log, CallLog(other, who="lab") as beside:
        log.write([row("a")])
        assert beside.find("a", "r") is None
        assert list(beside.answered_keys()) == []
        beside.write([row("b")])
        assert left_open(study)[0][1] == left_open(other)[0][1] == 1
    assert [one.key for one in study.calls()] == ["a"]
    assert study.verify_audit() == other.verify_audit() == []


def test_a_write_that_fails_is_not_in_the_seal(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        log.write([row("a")])
        broken = row("z")._replace(meta=None)  # type: ignore[arg-type]
        for count in (2, 200):
            with pytest.raises(Exception, match=r"(?i)null"):
                log.write([*(row(str(number)) for number in range(count)), broken])
        assert log.written == 1
        log.write([row("b")])
    assert [one.key for one in study.calls()] == ["a", "b"]
    assert study.verify_audit() == []


def test_what_the_chain_cannot_tell_of_is_not_written(study: StudyStore) -> None:
    with CallLog(study, who="lab") as log:
        log.write([row("a")])
        with pytest.raises(ValueError, match="JSON"):
            log.write([row("b", seconds=float("nan"))])
        log.write([row("c")])
    assert [one.key for one in study.calls()] == ["a", "c"]
    assert study.verify_audit() == []


def test_whole_seconds_are_sealed_as_the_database_gives_them_back(study: StudyStore) -> None:
    study.record_calls([row("a", seconds=2)], who="lab")
    assert study.verify_audit() == []


def test_more_rows_than_one_piece_are_digested_alike(study: StudyStore) -> None:
    cut = CallLog(study, who="lab")
    cut.write([row(str(number)) for number in range(2001)])
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
        log.write([row("a")])
    assert study.verify_audit() == []
    cut.close()
    assert study.verify_audit() == []
