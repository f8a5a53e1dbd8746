"""The journal: batches without a timer, order kept, failures told to whoever waits."""

import asyncio
import threading

import pytest
from sqlalchemy import select

from ringtrue.calls import Journal, NotStored
from ringtrue.store import Busy, CallRow, StudyStore
from ringtrue.store.schema import calls


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

        def slow(rows: list[CallRow], *, wait: bool) -> None:
            if not wait:
                raise Busy  # so that a thread writes them
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


@pytest.mark.parametrize("turns", [1, 5])
def test_rows_of_turns_that_follow_each_other_go_together(study: StudyStore, turns: int) -> None:
    async def go() -> None:
        journal = Journal(study, who="lab")
        journal.start()
        waiting = []
        for n in range(turns):
            waiting.append(journal.commit(row(str(n))))
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)
        last = journal.commit(row("last"))
        await last
        await journal.close()

    asyncio.run(go())
    with study.database.reading() as connection:
        moments = list(connection.execute(select(calls.c.at).order_by(calls.c.number)).scalars())
    assert len(set(moments[:turns])) == 1  # written at one time
    assert moments[-1] > moments[0]


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
