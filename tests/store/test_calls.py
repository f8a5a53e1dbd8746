"""The journal of calls: found again, sealed run by run, whole after a run was cut short."""

import pytest
from sqlalchemy import text

from ringtrue.store import CallRow, Store, StudyStore, restore


def row(
    key: str = "clone STR-1", *, request: str = "r1", said: str | None = "Yes.", error: str | None = None
) -> CallRow:
    return CallRow(key, request, 1, said, error, 10, 3, 0.5, '{"model":"m"}')


def test_an_answer_is_found_by_key_and_request(study: StudyStore) -> None:
    rows = [row(said=None, error="time-out"), row(said="no JSON", error="malformed"), row(), row("clone STR-2")]
    assert study.record_calls(rows, who="lab") == 4
    assert study.call("clone STR-1", "r1") == rows[2]
    assert study.call("clone STR-1", "another request") is None
    assert study.call("clone STR-9", "r1") is None
    assert list(study.calls()) == rows


@pytest.mark.parametrize("said", ["", "nul \0 inside", "\x1aescape", "half \ud800 pair", "olá 日本 🙂"])
def test_any_text_comes_back_as_it_was(study: StudyStore, said: str) -> None:
    key = f"clone {said}"
    study.record_calls([row(key, said=said), row("k", said=said, error=said or "e")], who="lab")
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
    assert study.record_calls([], who="lab") == 0
    assert study.audit_head() == before


def test_a_run_is_two_entries_of_the_chain(study: StudyStore) -> None:
    study.record_calls([row(str(n)) for n in range(300)], who="lab")
    begun, ended = list(study.audit_entries())[-2:]
    assert (begun.act, ended.act, ended.who) == ("calls begun", "calls ended", "lab")
    assert (ended.detail["calls"]["act"], ended.detail["calls"]["rows"]) == (begun.seq, 300)
    assert study.verify_audit() == []


def test_what_a_cut_run_left_is_sealed_by_the_next(study: StudyStore) -> None:
    cut = study.call_log(who="lab")
    cut.write([row("a"), row("b")])
    assert study.verify_audit() == []  # without a seal there is nothing to compare with
    study.record_calls([row("c")], who="lab")
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
    study.record_calls([row("a"), row("b"), row("c")], who="lab")
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
    study.record_calls([row("a"), row("b", said="\0")], who="lab")
    store.backup(tmp_path / "backup", who="lab")
    restore(tmp_path / "backup", tmp_path / "restored.db", who="lab")
    with Store.open(tmp_path / "restored.db") as restored:
        copy = restored.study(study.id)
        assert list(copy.calls()) == list(study.calls())
        assert copy.verify_audit() == []
