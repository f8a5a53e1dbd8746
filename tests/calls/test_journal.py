"""The journal: batches without a timer, order kept, failures told to whoever waits."""

import asyncio
import json
import threading
from json import dumps
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.journal import Journal, encode, outcome_of, request_hash
from ringtrue.store.calls import CallRow
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, NotStored, Outcome


def row(key: str, error: str | None = None) -> CallRow:
    return CallRow(key, "r", 1, None if error else "Yes.", error, 1, 1, 0.1, "{}")


def test_rows_that_come_while_the_disk_is_busy_go_together(study: StudyStore, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    busy = threading.Event()

    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        assert journal._log is not None
        write = journal._log.write

        def slow(rows: list[CallRow]) -> None:
            written.append(len(rows))
            if len(written) == 1:
                assert busy.wait(60)
            write(rows)

        monkeypatch.setattr(journal._log, "write", slow)
        first = journal.commit(row("0"))
        while not written:
            await asyncio.sleep(0)
        rest = [journal.commit(row(str(n))) for n in range(1, 100)]
        journal.add(row("failed", "time-out"))
        assert not first.done()
        busy.set()
        await asyncio.gather(first, *rest)
        assert [found.key for found in study.calls()] == [*map(str, range(100)), "failed"]
        await journal.close()

    asyncio.run(go())
    assert written == [1, 100]


def test_done_means_on_the_disk(study: StudyStore) -> None:
    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        for n in range(20):
            await journal.commit(row(str(n)))
            assert len(list(study.calls())) == n + 1
        await journal.close()

    asyncio.run(go())
    assert study.verify_audit() == []


def test_the_writer_does_other_work_in_its_turn_before_the_end(study: StudyStore) -> None:
    done: list[str] = []

    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        first = journal.commit(row("a"))
        journal.also(lambda: done.append("first"))
        await first
        journal.also(lambda: done.append("last"))
        await journal.close()

    asyncio.run(go())
    assert done == ["first", "last"]


def test_a_row_nobody_waits_for_is_written_by_the_end(study: StudyStore) -> None:
    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        journal.add(row("a", "time-out"))
        journal.commit(row("b")).cancel()
        await journal.close()
        await journal.close()  # once more does no harm

    asyncio.run(go())
    assert [found.key for found in study.calls()] == ["a", "b"]


def test_only_answers_are_found(study: StudyStore) -> None:
    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        await journal.commit(row("a", "time-out"))
        await journal.commit(row("b"))
        assert journal.find("a", "r") is None
        assert journal.find("b", "r") == row("b")
        assert journal.find("b", "another") is None
        await journal.close()
        later = Journal(study, who="lab")
        later.start()
        assert later.find("b", "r") == row("b")
        await later.close()

    asyncio.run(go())


def test_after_a_failure_nothing_more_is_acknowledged(study: StudyStore) -> None:
    with study.database.writing() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE INSERT ON calls WHEN new.key = 'bad' BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )

    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        await journal.commit(row("good"))
        for key in ("bad", "good too"):
            with pytest.raises(NotStored, match="no room"):
                await journal.commit(row(key))
        with pytest.raises(NotStored, match="no room"):
            await journal.close()

    asyncio.run(go())
    assert [found.key for found in study.calls()] == ["good"]


def test_the_loop_is_free_while_another_program_holds_the_database(study: StudyStore) -> None:
    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        await journal.commit(row("a"))
        release = threading.Event()
        holding = threading.Event()

        def hold() -> None:
            with study.database.writing():
                holding.set()
                assert release.wait(60)

        holder = threading.Thread(target=hold)
        holder.start()
        assert holding.wait(60)
        waiting = journal.commit(row("b"))
        for _ in range(1000):  # if the loop had to wait for the disk, it would never get here
            await asyncio.sleep(0)
        assert not waiting.done()
        release.set()
        await waiting
        holder.join()
        await journal.close()

    asyncio.run(go())
    assert len(list(study.calls())) == 2


@pytest.mark.parametrize("begun", [False, True])
def test_other_work_does_not_hold_up_the_loop_where_another_program_writes(study: StudyStore, begun: bool) -> None:
    acts: list[str] = []

    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        if begun:
            await journal.commit(row("a"))
        with study.database.writing():
            journal.also(lambda: study.note("noted", {}, who="lab"))
            waiting = journal.commit(row("b"))
            for _ in range(1000):
                await asyncio.sleep(0)
            acts.extend(entry.act for entry in study.audit_entries())
            assert not waiting.done()
        await waiting
        await journal.close()

    asyncio.run(go())
    assert "noted: noted" not in acts
    assert [entry.act for entry in study.audit_entries()][-3:].count("noted: noted") == 1
    assert study.verify_audit() == []


def test_a_run_that_cannot_begin_is_told_with_its_first_row(study: StudyStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        assert journal._log is not None

        def full() -> int:
            raise OSError("no room")

        monkeypatch.setattr(journal._log, "begin", full)
        with pytest.raises(NotStored, match="no room"):
            await journal.commit(row("a"))
        with pytest.raises(NotStored, match="no room"):
            await journal.close()

    asyncio.run(go())


def test_closing_ends_the_thread(study: StudyStore) -> None:
    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        journal.add(row("a", "time-out"))
        await journal.close()

    asyncio.run(go())
    assert "ringtrue-journal" not in [thread.name for thread in threading.enumerate()]


# A row of the journal as an outcome: a text or an error, never both, and the meta data as they were.


META = st.dictionaries(st.text(max_size=8), st.none() | st.booleans() | st.integers() | st.text(max_size=8), max_size=4)


def row_outcome(text: str | None, error: str | None, meta: str = "{}") -> CallRow:
    return CallRow("clone STR-1 1", "hash", 3, text, error, 10, 4, 0.25, meta)


def test_an_answered_row_is_its_text() -> None:
    expected = Outcome("clone STR-1 1", "Yes.", None, 3, 10, 4, 0.25, {"model": "m"}, repeated=True)
    assert outcome_of(row_outcome("Yes.", None, '{"model":"m"}'), repeated=True) == expected


def test_a_text_beside_an_error_is_not_given_out() -> None:
    outcome = outcome_of(row_outcome("perhaps", "no number"))
    assert (outcome.text, outcome.error, outcome.repeated) == (None, "no number", False)


def test_an_empty_error_is_an_error() -> None:
    assert outcome_of(row_outcome("perhaps", "")).text is None


def test_meta_data_at_hand_are_not_read_again() -> None:
    given_meta = {"model": "m"}
    assert outcome_of(row_outcome("Yes.", None, "no JSON at all"), meta=given_meta).meta is given_meta
    assert outcome_of(row_outcome("Yes.", None, "no JSON at all"), meta={}).meta == {}


def test_a_row_with_neither_is_no_outcome() -> None:
    with pytest.raises(ValueError, match="clone STR-1 1: either a text or an error"):
        outcome_of(row_outcome(None, None))


@given(st.none() | st.text(), st.none() | st.text(), META)
def test_every_other_row_is_exactly_one_of_the_two(text: str | None, error: str | None, meta: dict[str, Any]) -> None:
    if text is None and error is None:
        return
    outcome = outcome_of(row_outcome(text, error, dumps(meta)))
    assert outcome.text == (text if error is None else None)
    assert outcome.error == error
    assert outcome.meta == meta


# Request hashes: equal for equal requests, different for any difference.


texts = st.text(max_size=6) | st.sampled_from(["a", "a 1\nb", "\ud800", "user 1\nx"])
messages = st.lists(st.tuples(st.sampled_from(["system", "user"]), texts), max_size=4)
settings = st.dictionaries(st.sampled_from(["temperature", "seed"]), st.integers(0, 3) | texts, max_size=2)
requests = st.tuples(st.sampled_from(["m", "m2"]), messages, settings)


def hashed(request: tuple[str, list[tuple[str, str]], dict[str, object]]) -> str:
    model, said, given_settings = request
    made = tuple({"role": role, "content": content} for role, content in said)
    return request_hash(model, Call("k", made, "i", given_settings))


@given(requests, requests)
def test_a_hash_tells_requests_apart(one: tuple, other: tuple) -> None:  # type: ignore[type-arg]
    assert (hashed(one) == hashed(other)) == (one == other)


def test_the_order_of_settings_and_who_asks_do_not_matter() -> None:
    said = ({"role": "user", "content": "x"},)
    one = Call("k", said, "i", {"seed": 1, "temperature": 0.5})
    other = Call("another key", said, "another item", {"temperature": 0.5, "seed": 1}, take=2)
    assert request_hash("m", one) == request_hash("m", other)


def test_known_value() -> None:
    # A hash that moved would make every journal ask everything again: sha256 of
    # "model 1\nmsettings 2\n{}user 2\nhi", computed apart from the program.
    call = Call("k", ({"role": "user", "content": "hi"},))
    assert request_hash("m", call) == "b04b77ffe308eb68149465193e6fc768d08b2e1a2bfc1e0321a03a1e32ea24bf"


# JSON in rows: one text for one value.


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=10,
)


@given(JSON)
def test_what_is_written_is_read_again_and_plain(value: Any) -> None:
    text = encode(value)
    assert json.loads(text) == value
    assert text.isascii()


def test_keys_are_sorted_and_no_blank_is_spent() -> None:
    assert encode({"b": [1, 2], "a": {"d": None, "c": True}}) == '{"a":{"c":true,"d":null},"b":[1,2]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), {"a": [float("nan")]}])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        encode(value)
